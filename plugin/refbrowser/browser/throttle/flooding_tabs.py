"""Which tab floods: finds the tabs of a renderer that is paused, and notes there for how long it was.

No command names the process of a tab. But a page reports how much processor time its process has taken, and the system reports it
for every process: the tabs of a renderer are those that agree with it twice, with more time taken in between.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.launch import os_processes
from refbrowser.browser.launch.os_processes import ProcessId
from refbrowser.browser.monitor.page_activity import Activity
from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.throttle.traffic import Traffic

_TOLERANCE_S: Final = 0.03
"""The system counts in hundredths of a second."""

_APART_S: Final = 0.15
"""Processor time between two comparisons: enough for a quiet process that agreed by chance not to agree again."""

_PATIENCE_MS: Final = 10_000
"""A page that floods answers behind all that it has sent, in the turns that it is given."""
_MOST_TABS: Final = 100

_MOST_PARTS: Final = 3_000
"""Scripts, styles, fonts and pictures of one document; one that asks for more is not merely loading."""

_MOST_LATER_PARTS: Final = 300
"""Those that scripts ask for once the document has been parsed, while a call is at work in another tab."""

_MOST_FETCHES: Final = 600
"""Other requests of one document that count as loading while no call is at work in another tab."""


@dataclass(slots=True)
class _Renderer:
    """``tabs`` are those that agreed in every comparison so far, with the count of their documents, None before the first;
    ``unreported_s`` waits for the second."""

    tabs: dict[Tab, int] | None = None
    found: bool = False
    compared_at: float = -1.0
    unreported_s: float = 0.0
    comparison: asyncio.Task[None] | None = field(default=None, repr=False)


class FloodingTabs:
    """``tabs`` lists the tabs of all chats; ``spawn`` runs work without waiting for it."""

    def __init__(
        self, tabs: Callable[[], Iterable[Tab]], spawn: Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]
    ) -> None:
        self._tabs = tabs
        self._spawn = spawn
        self._renderers: dict[ProcessId, _Renderer] = {}
        self._marks: dict[Tab, int] = {}

    def paused(self, renderer: ProcessId, seconds: float) -> None:
        """Adds a pause of the renderer to its tabs, once they are known."""
        state = self._renderers.setdefault(renderer, _Renderer())
        state.unreported_s += seconds
        if state.tabs is not None and any(tab.closed or tab.activity.commits != commits for tab, commits in state.tabs.items()):
            # A tab that shows another document may do so in another process.
            state.tabs, state.found = None, False
        if state.found:
            self._report(state)
        elif state.comparison is None and os_processes.total_time(renderer.pid) >= state.compared_at + _APART_S:
            state.comparison = self._spawn(self._compare(renderer, state))

    def traffic(self) -> Traffic:
        """Return what has come of all tabs so far."""
        tabs = [tab for tab in self._tabs() if tab.attached]
        before, self._marks = self._marks, {tab: tab.activity.mark() + tab.console.count for tab in tabs}
        busiest = max(tabs, key=lambda tab: self._marks[tab] - before.get(tab, 0), default=None)
        if busiest is not None and self._marks[busiest] == before.get(busiest, 0):
            busiest = None
        # Where there is one tab, it is what is paused, whether anything came of it or not.
        awaited = len(tabs) > 1 and any(tab.lock.taken for tab in tabs if tab is not busiest)
        loading = sum(_loading_events(tab.activity, awaited=awaited) for tab in tabs)
        arriving = any(_is_arriving(tab.activity) for tab in tabs)
        return Traffic(loading, sum(self._marks.values()) - loading, arriving, awaited)

    def over(self) -> None:
        """No renderer is paused any more: those that have ended are forgotten."""
        self._renderers = {renderer: state for renderer, state in self._renderers.items() if renderer.alive}

    @staticmethod
    def _report(state: _Renderer) -> None:
        for tab in state.tabs or ():
            tab.flooding.paused_for(state.unreported_s)
        state.unreported_s = 0.0

    async def _compare(self, renderer: ProcessId, state: _Renderer) -> None:
        candidates = [tab for tab in (state.tabs if state.tabs is not None else self._tabs()) if tab.attached and not tab.closed]
        agreeing = await asyncio.gather(*(self._agrees(renderer, tab) for tab in candidates[:_MOST_TABS]))
        matching = {tab: tab.activity.commits for tab, agrees in zip(candidates, agreeing, strict=False) if agrees}
        # Nothing in common is worth nothing: it starts again.
        state.found = bool(state.tabs is not None and matching)
        state.tabs = matching or None
        state.compared_at, state.comparison = os_processes.total_time(renderer.pid), None
        if state.found:
            self._report(state)

    @staticmethod
    async def _agrees(renderer: ProcessId, tab: Tab) -> bool:
        before = os_processes.total_time(renderer.pid)
        try:
            answer = await tab.cdp.send("Performance.getMetrics", timeout_ms=_PATIENCE_MS)
        except Error:
            return False
        taken = next((metric["value"] for metric in answer["metrics"] if metric["name"] == "ProcessTime"), None)
        return taken is not None and before - _TOLERANCE_S <= taken <= os_processes.total_time(renderer.pid) + _TOLERANCE_S


def _loading_events(activity: Activity, *, awaited: bool) -> int:
    is_loading = activity.document_parts <= _MOST_PARTS and not (awaited and activity.later_parts > _MOST_LATER_PARTS)
    parts = activity.part_events if is_loading else 0
    return parts + (activity.fetch_events if not awaited and activity.document_fetches <= _MOST_FETCHES else 0)


def _is_arriving(activity: Activity) -> bool:
    navigation = activity.navigation
    return navigation is not None and (navigation.in_flight or navigation.awaited)
