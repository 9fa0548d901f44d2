"""One chat's browser: a BrowserContext of its own, its tabs, the active one, and the counter of refs."""

import asyncio
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from playwright.async_api import Browser, BrowserContext, Error, Page

from refbrowser.browser.clipboard.own import OwnClipboard
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.monitor.downloads import Admission, Downloads
from refbrowser.browser.network.boundary import Boundary, no_file
from refbrowser.browser.network.routes import Routes
from refbrowser.browser.network.withheld import Withheld
from refbrowser.browser.session.bridges import bridge_documents
from refbrowser.browser.session.chat_context import ChatContext, close_page
from refbrowser.browser.session.chat_files import ChatFiles
from refbrowser.browser.session.checkpoint import Memory
from refbrowser.browser.session.documents import sleeping_refs
from refbrowser.browser.session.first_requests import FirstRequests
from refbrowser.browser.session.last_state import Counters, LastState
from refbrowser.browser.session.opened_tabs import Openings
from refbrowser.browser.session.popups import Popups
from refbrowser.browser.session.restore import SessionRestorer
from refbrowser.browser.session.routes_seen import restore_routes
from refbrowser.browser.session.stored_data import StoredData
from refbrowser.browser.session.tab_list import TabList, tab_limit
from refbrowser.browser.session.tab_making import attach_page, made_tab
from refbrowser.browser.tab.emulation import Emulator
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.budget import boundary as new_fence
from refbrowser.events import ChatChanged, Hub
from refbrowser.settings import Settings
from refbrowser.tasks import Tasks

CLOSE_PATIENCE_MS: Final = 500
"""How long an answer waits for a page to be closed."""


class BrowserSession:
    """Cookies, storage, downloads, tabs and refs of one chat; nothing of it is shared with another chat."""

    def __init__(
        self,
        chat_id: str,
        browser: Browser,
        folder: Path,
        settings: Settings,
        hub: Hub,
        devices: Callable[[], Mapping[str, Any]],
        boundary: Boundary | None = None,
        only_context: BrowserContext | None = None,
    ) -> None:
        self.boundary = boundary
        self.chat_id = chat_id
        self.files = ChatFiles(folder, settings.file_roots)
        self.settings = settings
        self.refs = RefTable()
        self.fence = new_fence()
        self.clipboard = OwnClipboard()
        self.dialog_policy = settings.dialog_policy
        self.remarks: list[dict[str, Any]] = []
        self.hub = hub
        self.downloads = Downloads(folder / "downloads", self.announce, hub.masker, partial(no_file, boundary))
        self._browser = browser
        self._devices = devices
        self._context = ChatContext(browser, settings, self._prepare, boundary, only_context)
        self._tabs = TabList()
        self.tasks = Tasks()
        """Ends with the session."""
        self.openings = Openings()
        self.popups = Popups(self, self._tabs, self.openings, self.tasks, self._room)
        self.withheld = Withheld()
        self.first_requests = FirstRequests(lambda: self.tabs, self.popups.close_blank)
        self.routes = Routes()
        self.stored = StoredData(self._context, self.popups, lambda: self.tabs)
        self.restorer = SessionRestorer(self, Memory(), own_folder=only_context is not None)
        self.note: dict[str, Any] | None = None
        """What the next answer says of a restoration."""
        self.unrestored: list[tuple[int, str, str]] = []
        """What a tab that has loaded again did not take: its number, why it was restored, and what that is."""
        self.last_state: LastState | None = None
        self.browser_context_id = ""
        self.ended = False

    @classmethod
    async def start(
        cls,
        chat_id: str,
        browser: Browser,
        folder: Path,
        settings: Settings,
        hub: Hub,
        devices: Callable[[], Mapping[str, Any]],
        previous: Self | None = None,
        last: LastState | None = None,
        boundary: Boundary | None = None,
        admission: Admission | None = None,
        only_context: BrowserContext | None = None,
    ) -> Self:
        """A fresh, isolated context in ``browser``, or its ``only_context``, with the ``last`` state of the chat. A chat that had a
        ``previous`` one goes on counting tabs and refs from there: no number of its life ever comes to mean something else."""
        session = cls(chat_id, browser, folder, settings, hub, devices, boundary, only_context)
        if previous is not None:
            session._tabs.goes_on(previous._tabs)
            session.refs, session.downloads, session.clipboard = previous.refs, previous.downloads, previous.clipboard
            session.dialog_policy, session.files.scales = previous.dialog_policy, previous.files.scales
            session.files.made = previous.files.made
            session.restorer.memory = previous.restorer.memory
        elif last is not None:
            session.restorer.memory.restore(last)
            session._tabs.counts_after(last.tabs, last.counters)
            session.refs.continue_at(last.counters.next_ref, last.because)
        if last is not None:
            session.refs.sleep(sleeping_refs(last.tabs))
        # Before any page is restored.
        session.downloads.admission = admission
        if last is not None:
            session.stored.restored(last.storage)
        await session._context.make(last.storage if last is not None else None)
        if last is not None:
            if previous is not None:
                session.routes = previous.routes
                await session.routes.set_again(session.context)
            else:
                await restore_routes(session.routes, session.context, last.routes)
        return session

    async def _prepare(self, context: BrowserContext) -> None:
        context.on("page", self.popups.page_appeared)
        context.on("dialog", self.popups.dialog_opened)
        self.first_requests.listen(context)
        self.stored.watch(context)
        await bridge_documents(context, self.settings, self._tabs, self.clipboard)

    def announce(self) -> None:
        """What a list of the chat's tabs shows has changed."""
        self.hub.publish(ChatChanged(self.chat_id))

    # What lies behind the tabs

    @property
    def browser_version(self) -> str:
        """Chromium's version, such as 156.0.8078.73."""
        return self._browser.version

    def emulator(self, tab: Tab) -> Emulator:
        """What makes ``tab`` pretend to be elsewhere, or another machine."""
        return Emulator(tab, self._context.current, self._devices, self._context.go_offline)

    @property
    def offline(self) -> bool:
        """Whether the chat's tabs are cut off from the network."""
        return self._context.offline

    # Coming back

    @property
    def context(self) -> BrowserContext:
        """The chat's own browser context."""
        return self._context.current

    @property
    def occupied_by(self) -> str | None:
        """What goes on that no call waits for: a download, an action that a dialog holds, a person at work, a recording."""
        if self.downloads.under_way:
            return "a download"
        for tab in self.tabs:
            if tab.operations.suspended:
                return "an action that a dialog holds"
            if tab.lock.hold:
                return "a person's takeover"
            if tab.recording is not None and tab.recording.running:
                return "a recording"
        return None

    def taken_note(self) -> dict[str, Any] | None:
        """What the first answer after a restoration has to say, and a later one where a page took longer; else None."""
        note, self.note = self.note, None
        unrestored, self.unrestored = self.unrestored, []
        if unrestored:
            note = note or {"because": unrestored[0][1], "browser_ids": sorted({tab for tab, _, _ in unrestored}), "lost": []}
            note["lost"] += [f"tab {tab}: {what}" for tab, _, what in unrestored]
        return note

    @property
    def counters(self) -> Counters:
        """The numbers with which the chat goes on in another session."""
        return Counters(self.refs.next, self._tabs.next, self._tabs.closed)

    # Tabs

    def _room(self) -> int:
        """How many more tabs the chat may have."""
        return self.settings.max_tabs - len(self._tabs)

    @property
    def tabs(self) -> list[Tab]:
        """In the order of their numbers."""
        return self._tabs.all

    @property
    def last_interacted(self) -> int | None:
        """The number of the active tab."""
        return self._tabs.active

    def tab(self, browser_id: int | None) -> Tab:
        """Return the tab ``browser_id``, or the active tab for None. Raises ``tab_closed`` or ``no_tab``."""
        return self._tabs.find(browser_id)

    def __contains__(self, browser_id: object) -> bool:
        """Whether the tab of that number is open."""
        return browser_id in self._tabs

    def activate(self, tab: Tab) -> None:
        """Makes ``tab`` the one that calls without a ``browser_id`` go to."""
        if self._tabs.activate(tab):
            self.announce()

    async def open(self, deadline: Deadline) -> Tab:
        """A new blank tab, which becomes the active one. Raises ``tab_limit``."""
        if self._room() <= self.popups.own_pages:
            raise tab_limit(self.tabs, self.settings.max_tabs)
        # The number is taken now, so that opens which run side by side are numbered in the order in which they were asked for.
        browser_id = self._tabs.take_number()
        page, cdp = await self.new_page(deadline)
        tab = self.register(browser_id, None, cdp.target_id)
        self.bind(tab, page, cdp)
        if self._tabs.opened(tab):
            self.announce()
        return tab

    async def revive(self, tab: Tab, deadline: Deadline) -> None:
        """A blank page in place of the tab's crashed one, with which Playwright can do nothing more. Its history went with it."""
        crashed = tab.page
        page, cdp = await self.new_page(deadline)
        self._tabs.moved(tab, cdp.target_id)
        self.bind(tab, page, cdp)
        try:
            async with deadline.waiting_for("the crashed page to close"):
                await crashed.close()
        except Error:
            # It was gone already.
            return

    async def new_page(self, deadline: Deadline) -> tuple[Page, TabCdpSession]:
        """A blank page of the chat's context, for a tab. Raises ``tab_closed`` when the session ends first."""
        with self.popups.own_page():
            async with deadline.waiting_for("a new tab"):
                page = await self._context.new_page()
                self.popups.claim(page)
                cdp, _ = await asyncio.gather(TabCdpSession.attach(page), self.routes.cover(page))
                return page, cdp

    async def close(self, tab: Tab, deadline: Deadline) -> None:
        """Closes the page, also one that hangs or is held by a dialog."""
        self._forget(tab)
        await tab.shut("its tab was closed")
        if tab.attached:
            closing = self.tasks.spawn(close_page(tab.page))
            # A page that hangs may take long to go. It is off the list, and goes behind this.
            await asyncio.wait({closing}, timeout=min(CLOSE_PATIENCE_MS, deadline.remaining_ms) / 1000)

    def register(self, browser_id: int, opener: int | None, target_id: str, url: str = "about:blank") -> Tab:
        """A tab of that number, whose page, the browser's target ``target_id``, is still to be bound to it."""
        tab = made_tab(self, browser_id, opener, url)
        self._tabs.add(tab, target_id)
        self.announce()
        return tab

    def bind(self, tab: Tab, page: Page, cdp: TabCdpSession) -> None:
        """The tab's page has arrived."""
        self.browser_context_id = cdp.browser_context_id
        attach_page(self, tab, page, cdp, self.closed_by_site)

    def closed_by_site(self, tab: Tab) -> None:
        """A page closed the tab, or the browser did."""
        if tab.browser_id not in self._tabs:
            return
        self.restorer.closed(tab)
        self._forget(tab)
        self.openings.note_closed(tab)
        self.tasks.spawn(tab.shut("its tab was closed"))

    def _forget(self, tab: Tab) -> None:
        self._tabs.remove(tab)
        self.announce()

    # The end

    async def until_answered_or_ended(self) -> None:
        """Until the browser has answered, or has ended: all that it reported before is known then. Bounded."""
        await self._context.until_answered_or_ended()

    async def wipe(self, deadline: Deadline) -> None:
        """Deletes the chat's cookies, storage, permissions and files, and starts it afresh. Every tab must be closed before."""
        async with deadline.waiting_for("the chat's storage to be deleted"):
            keeper = self.restorer.keeper
            if self._context.only is None:
                await self._context.replace()
            else:
                # Chromium has its folder open: it ends, and the next call starts another.
                self.restorer.keeper = None
                await self.end("its profile was deleted")
            self.restorer.memory.forget()
            if keeper is not None:
                await keeper.wipe()
            self.routes.forget()
            await asyncio.to_thread(shutil.rmtree, self.files.folder, ignore_errors=True)

    async def end(self, reason: str, *, keep: bool = False, gone: bool = False, last: LastState | None = None) -> None:
        """Closes every tab and the context; bounded. With ``keep``, what the chat had open is in ``last_state`` from now on: as
        given here, else as known. ``gone``: the browser or its driver has ended, and does not answer."""
        if self.ended:
            return
        self.ended = True
        keep = keep or last is not None
        if not (gone or keep) and self.restorer.keeper is not None:
            await self.restorer.remember()
        self._context.stop()
        self.last_state = (last or self.restorer.last_state(reason)) if keep and self.settings.restore_tabs else None
        if gone:
            await self.restorer.keep(self.restorer.last_state(reason))
        self.restorer.stop()
        self.downloads.stop()
        for tab in self.tabs:
            self._forget(tab)
            await tab.shut(reason)
        self.tasks.cancel_others()
        if not gone:
            await self._context.close()
