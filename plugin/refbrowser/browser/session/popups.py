"""The pages that appear in a chat's browser context without a call that opens a tab: popups, and pages of Playwright's own."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, Protocol, TypeVar

from playwright.async_api import Dialog, Error, Page

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.session.chat_context import CLOSE_MS
from refbrowser.browser.session.opened_tabs import Openings
from refbrowser.browser.session.tab_list import TabList
from refbrowser.browser.tab.responsiveness import hangs, may_block
from refbrowser.browser.tab.tab import Tab
from refbrowser.tasks import Tasks

T = TypeVar("T")

BLOCKED_MS: Final = 300
"""How long a page may take to answer before the dialog of a tab that it opened, or that opened it, counts as blocking it."""


class TabOwner(Protocol):
    """What is asked of the session whose tabs these become."""

    def register(self, browser_id: int, opener: int | None, target_id: str, url: str = "about:blank") -> Tab: ...

    def bind(self, tab: Tab, page: Page, cdp: TabCdpSession) -> None: ...

    def closed_by_site(self, tab: Tab) -> None: ...

    def activate(self, tab: Tab) -> None: ...

    async def close(self, tab: Tab, deadline: Deadline) -> None: ...


class Popups:
    """Makes a tab of each page that a page opens. ``turned_away`` counts those that were closed at once, beyond the limit."""

    def __init__(self, owner: TabOwner, tabs: TabList, openings: Openings, tasks: Tasks, room: Callable[[], int]) -> None:
        self.turned_away = 0
        self.own_pages = 0
        """Pages on their way that are no popups: for a call, or for Playwright."""
        self._owner = owner
        self._tabs = tabs
        self._openings = openings
        self._tasks = tasks
        self._room = room
        self._unclaimed: set[Page] = set()

    @contextmanager
    def own_page(self) -> Iterator[None]:
        """Context of code that opens a page itself, so that it is not a popup; :meth:`claim` it there if it becomes a tab."""
        self.own_pages += 1
        try:
            yield
        finally:
            self.own_pages -= 1
            if not self.own_pages:
                self._adopt_unclaimed()

    async def uncounted(self, work: Coroutine[Any, Any, T]) -> T:
        """Run ``work``, for which Playwright opens a page that is not a tab; it continues if the caller is cancelled."""

        async def working() -> T:
            with self.own_page():
                return await work

        return await self._tasks.shielded(working())

    def claim(self, page: Page) -> None:
        """The page is one that a call has asked for."""
        self._unclaimed.discard(page)

    def page_appeared(self, page: Page) -> None:
        """Playwright reports a page of the context."""
        # This event precedes the return of new_page(): until then it is unknown whether a call or the site opened the page.
        self._unclaimed.add(page)
        if not self.own_pages:
            self._adopt_unclaimed()

    def dialog_opened(self, dialog: Dialog) -> None:
        """Playwright reports a dialog in the context. That of a popup may open before its page is bound, and Playwright dismisses
        what nobody listens for."""
        self._tasks.spawn(self._hold_blocked(dialog))
        if any(tab.attached and tab.page is dialog.page for tab in self._tabs.all):
            return
        waiting = [tab for tab in self._tabs.all if not tab.attached and not tab.closed]
        if waiting:
            waiting[0].dialogs.opened(dialog)
            if (opener := self._by_number(waiting[0].opener)) is not None and opener.attached:
                # It blocks the page that opened it too, where they share a process.
                opener.activity.notice()
        else:
            self._tasks.spawn(_dismissed(dialog))

    async def _hold_blocked(self, dialog: Dialog) -> None:
        """A dialog blocks all pages of its process: what a call does in one of them is suspended, as by a dialog of its own."""
        await asyncio.sleep(0)  # one step of the loop, in which the tab has been told of it
        tabs = self._tabs.all
        owner = next((tab for tab in tabs if tab.attached and tab.page is dialog.page), None)
        owner = owner or next((tab for tab in tabs if not tab.attached and tab.dialogs.pending), None)
        if owner is None or not owner.dialogs.pending:
            return
        view = owner.dialogs.pending[-1]
        for other in tabs:
            if other.operations.running and may_block(owner, other, tabs) and await hangs(other, BLOCKED_MS):
                if view not in owner.dialogs.pending:
                    return
                other.operations.hold(view)

    def target_created(self, target: dict[str, Any]) -> None:
        """The browser made a page in this chat's context, which it reports before it acknowledges the input that caused it."""
        target_id = target["targetId"]
        if self._tabs.of_target(target_id) is not None or self._tabs.is_retired(target_id):
            return
        opener = self._tabs.of_target(target.get("openerId", ""))
        if opener is None and self.own_pages:
            return
        number = self._tabs.take_number()
        tab = self._owner.register(number, opener.browser_id if opener else None, target_id, target.get("url") or "about:blank")
        if opener is not None:
            opener.popups.add(tab)
        self._opened(tab)

    def target_destroyed(self, target_id: str) -> None:
        """The browser ended a page; one that has arrived reports that itself."""
        tab = self._tabs.of_target(target_id)
        if tab is not None and not tab.attached:
            self._owner.closed_by_site(tab)

    def close_blank(self, tab: Tab) -> None:
        """Close a tab that brings no page, and that Playwright may never report."""
        self._tasks.spawn(self._close_blank(tab, self._tabs.targets_of(tab)))

    async def _close_blank(self, tab: Tab, targets: list[str]) -> None:
        await self._owner.close(tab, Deadline(CLOSE_MS))
        present = next((each for each in self._tabs.all if each.attached), None)
        if present is None or tab.attached:
            return
        for target in targets:
            with suppress(Error):
                await present.cdp.send("Target.closeTarget", {"targetId": target}, timeout_ms=CLOSE_MS)

    def follow(self, mark: int, opener: Tab, *, was_active: bool, wanted: bool | None, plain: bool) -> None:
        """Chromium's rule of focus: a tab that a plain press on the active tab opened comes to the front; ``wanted`` overrides."""
        opened = [tab for tab in self._openings.since(mark, opener) if not tab.closed and not tab.is_extra]
        if opened and (wanted if wanted is not None else was_active and plain):
            self._owner.activate(opened[-1])

    def _by_number(self, browser_id: int | None) -> Tab | None:
        return next((tab for tab in self._tabs.all if tab.browser_id == browser_id), None)

    def _opened(self, tab: Tab) -> None:
        # A site that opens tabs without end must not take the machine with it: what is too much is closed when its page has come.
        tab.arrival.turned_away = self._room() < 0
        self._openings.note(tab)

    def _adopt_unclaimed(self) -> None:
        for page in self._unclaimed:
            self._tasks.spawn(self._adopt(page))
        self._unclaimed.clear()

    async def _adopt(self, page: Page) -> None:
        try:
            cdp = await TabCdpSession.attach(page)
        except Error:
            return
        if self._tabs.is_retired(cdp.target_id):
            return
        tab = self._tabs.of_target(cdp.target_id)
        if tab is None:
            tab = self._owner.register(self._tabs.take_number(), None, cdp.target_id)
            self._opened(tab)
        if tab.attached:
            return
        self._owner.bind(tab, page, cdp)
        if tab.is_extra:
            await self._owner.close(tab, Deadline(CLOSE_MS))
            self.turned_away += tab.arrival.turned_away


async def _dismissed(dialog: Dialog) -> None:
    with suppress(Error):
        await dialog.dismiss()
