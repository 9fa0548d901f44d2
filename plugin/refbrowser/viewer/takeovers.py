"""Takeovers of tabs by people, and their end: handed back, idle too long, or the viewer disconnected."""

import asyncio
import contextlib
from typing import Final

from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.tab.tab_lock import Hold
from refbrowser.browser.takeover.human_input import HumanInput
from refbrowser.browser.takeover.takeover import Takeover
from refbrowser.errors import RefbrowserError
from refbrowser.tasks import Tasks

ABSENCE_S: Final = 20.0
"""Time without a connection, for a reload or a network failure, after which a viewer's tabs return to the agent."""


class Takeovers:
    """The takeovers of one browser. A viewer is identified by the name that its page keeps over reconnects."""

    def __init__(self) -> None:
        self._takeovers: dict[Tab, Takeover] = {}
        self._timers: dict[Takeover, asyncio.TimerHandle] = {}
        self._present: dict[str, int] = {}
        self._ends = Tasks()
        self._beginnings = Tasks()

    def connected(self, viewer: str) -> None:
        self._present[viewer] = self._present.get(viewer, 0) + 1

    def disconnected(self, viewer: str) -> None:
        """Note that a connection of the viewer ended. It keeps its tabs for ``ABSENCE_S``."""
        self._present[viewer] -= 1
        if not self._present[viewer]:
            del self._present[viewer]
            loop = asyncio.get_running_loop()
            for takeover in self._takeovers.values():
                if takeover.holder == viewer:
                    loop.call_later(ABSENCE_S, self._end_if_absent, takeover)

    async def take(self, session: BrowserSession, tab: Tab, viewer: str) -> None:
        """Take the tab over for ``viewer``.

        Raises ``user_in_control`` when another viewer has the tab, ``timeout`` when the agent's call does not end.
        """
        if (held := self._takeovers.get(tab)) is not None and held.holder == viewer and not held.ended:
            return
        await self._begin(session, tab, tab.lock.claim(viewer))

    async def _begin(self, session: BrowserSession, tab: Tab, hold: Hold) -> None:
        tab.announce()

        def opened(popup: Tab, claim: Hold) -> None:
            self._beginnings.spawn(self._try_begin(session, popup, claim))

        try:
            takeover = await Takeover.begin(session, tab, hold, opened)
        finally:
            tab.announce()
        self._takeovers[tab] = takeover
        self._watch(takeover, session.settings.person_idle_ms)
        if hold.holder not in self._present:
            asyncio.get_running_loop().call_later(ABSENCE_S, self._end_if_absent, takeover)

    async def _try_begin(self, session: BrowserSession, tab: Tab, hold: Hold) -> None:
        # A popup that closed, or that got no response, is not taken over.
        with contextlib.suppress(RefbrowserError):
            await self._begin(session, tab, hold)

    async def hand_back(self, tab: Tab, viewer: str) -> None:
        """End the viewer's takeover of the tab, and the agent's handoff on it."""
        takeover = self._takeovers.get(tab)
        if takeover is not None and takeover.holder == viewer:
            await self._end(takeover)
        if tab.handoff is not None:
            tab.handoff.end("person")

    def input(self, tab: Tab, viewer: str) -> HumanInput | None:
        """Return the input of the viewer's takeover of the tab, or None when it has not taken it over."""
        takeover = self._takeovers.get(tab)
        if takeover is None or takeover.ended or takeover.holder != viewer:
            return None
        return takeover.active()

    async def end(self) -> None:
        """Return every tab to the agent."""
        await self._beginnings.cancel_all()
        for takeover in list(self._takeovers.values()):
            await self._end(takeover)

    def release_closed(self) -> None:
        """End the takeovers of closed tabs."""
        for takeover in list(self._takeovers.values()):
            if takeover.tab.closed:
                self._start_end(takeover)

    def awaits_files(self, tab: Tab) -> bool | None:
        """Return whether the page's open file chooser accepts several files; None when no file chooser is open."""
        takeover = self._takeovers.get(tab)
        chooser = takeover.input.chooser if takeover is not None else None
        return None if chooser is None else chooser.is_multiple()

    def _watch(self, takeover: Takeover, idle_ms: float) -> None:
        left_ms = idle_ms - takeover.idle_ms
        if takeover.ended:
            return
        if left_ms <= 0 or takeover.tab.closed:
            self._start_end(takeover)
            return
        loop = asyncio.get_running_loop()
        self._timers[takeover] = loop.call_later(left_ms / 1000 + 0.001, self._watch, takeover, idle_ms)

    def _end_if_absent(self, takeover: Takeover) -> None:
        if takeover.holder not in self._present:
            self._start_end(takeover)

    def _start_end(self, takeover: Takeover) -> None:
        self._ends.spawn(self._end(takeover))

    async def _end(self, takeover: Takeover) -> None:
        if (timer := self._timers.pop(takeover, None)) is not None:
            timer.cancel()
        if self._takeovers.get(takeover.tab) is takeover:
            del self._takeovers[takeover.tab]
        await takeover.end()
