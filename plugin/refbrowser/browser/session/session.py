"""One chat's browser: a BrowserContext of its own, its tabs, the active one, and the counter of refs."""

import asyncio
import shutil
import time
from collections.abc import Awaitable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from playwright.async_api import Browser, BrowserContext, Error, Page

from refbrowser.browser.clipboard import bridge
from refbrowser.browser.clipboard.shared import Clip, SharedClipboard
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.monitor import dialog_bridge
from refbrowser.browser.monitor.dialogs import Dialogs
from refbrowser.browser.monitor.downloads import Downloads
from refbrowser.browser.network.routes import Routes
from refbrowser.browser.session.checkpoint import Left, Memory, TabSeen
from refbrowser.browser.session.history import walk
from refbrowser.browser.session.opened_tabs import Openings
from refbrowser.browser.session.restore import SessionRestorer, all_opened
from refbrowser.browser.session.tab_list import TabList
from refbrowser.browser.tab import navigation
from refbrowser.browser.tab.emulation import Emulator
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.budget import boundary
from refbrowser.errors import RefbrowserError, Remedy, StateError
from refbrowser.events import ChatChanged, Hub
from refbrowser.settings import Settings

T = TypeVar("T")

CLOSE_MS: Final = 5_000

CLOSE_PATIENCE_MS: Final = 500
"""How long an answer waits for a page to be closed."""


class BrowserSession:
    """Cookies, storage, downloads, tabs and refs of one chat; nothing of it is shared with another chat."""

    def __init__(
        self, chat_id: str, browser: Browser, folder: Path, settings: Settings, hub: Hub, devices: Mapping[str, Any]
    ) -> None:
        self.chat_id = chat_id
        self.folder = folder
        self.settings = settings
        self.refs = RefTable()
        self.fence = boundary()
        self.clipboard = Clip()
        self.shared_clipboard: SharedClipboard | None = None
        self.upload_roots: tuple[Path, ...] = ()
        self.dialog_policy = settings.dialog_policy
        self.remarks: list[dict[str, Any]] = []
        self.hub = hub
        self.downloads = Downloads(folder / "downloads", self.announce)
        self._browser = browser
        self._devices = devices
        self._context: BrowserContext
        self._tabs = TabList()
        self._own_pages = 0
        self._files = 0
        self._unclaimed: set[Page] = set()
        self.openings = Openings()
        self.routes = Routes()
        self.offline = False
        self.turned_away = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self.comeback = SessionRestorer(self, Memory())
        self._note: dict[str, Any] | None = None
        self.left: Left | None = None
        self.browser_context_id = ""
        self.ended = False
        self._over = asyncio.Event()

    @classmethod
    async def start(
        cls,
        chat_id: str,
        browser: Browser,
        folder: Path,
        settings: Settings,
        hub: Hub,
        devices: Mapping[str, Any],
        previous: Self | None = None,
    ) -> Self:
        """A fresh, isolated context in ``browser``. A chat that had a ``previous`` one goes on counting tabs and refs from there,
        so that no number of its life ever comes to mean something else."""
        session = cls(chat_id, browser, folder, settings, hub, devices)
        if previous is not None:
            session._tabs.goes_on(previous._tabs)
            session.refs, session.downloads, session.clipboard = previous.refs, previous.downloads, previous.clipboard
            session.dialog_policy = previous.dialog_policy
            session.comeback.memory = previous.comeback.memory
        left = previous.left if previous is not None else None
        session._context = await session._new_context(left)
        return session

    async def _new_context(self, left: Left | None = None) -> BrowserContext:
        settings = self.settings
        context = await self._browser.new_context(
            viewport={"width": settings.viewport_width, "height": settings.viewport_height},
            locale=settings.locale,
            timezone_id=settings.timezone,
            accept_downloads=True,
            storage_state=left.storage if left is not None else None,
        )
        context.on("page", self._page_appeared)
        if settings.dialog_bridge:
            await dialog_bridge.bridge(context, self._dialogs_of)
        if settings.clipboard_bridge:
            await bridge.bridge(context, self._tab_of, lambda: self.clipboard, self._copied)
        return context

    def _tab_of(self, page: Page | None) -> Tab | None:
        return next((tab for tab in self.tabs if tab.attached and tab.page is page), None)

    def _dialogs_of(self, page: Page | None) -> Dialogs | None:
        tab = self._tab_of(page)
        return tab.dialogs if tab is not None else None

    def _copied(self, clip: Clip) -> None:
        self.clipboard = clip

    def announce(self) -> None:
        """What a list of the chat's tabs shows has changed."""
        self.hub.publish(ChatChanged(self.chat_id))

    # Files

    @property
    def file_roots(self) -> tuple[Path, ...]:
        """The folders that this chat may write to and read from; its own first."""
        return (self.folder, *self.settings.file_roots)

    def new_path(self, kind: str, stem: str, suffix: str) -> Path:
        """A path in the chat's own folder that nothing has yet."""
        self._files += 1
        return self.folder / kind / f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}-{self._files}{suffix}"

    # What lies behind the tabs

    @property
    def browser_version(self) -> str:
        """Chromium's version, such as 156.0.8078.73."""
        return self._browser.version

    def emulator(self, tab: Tab) -> Emulator:
        """What makes ``tab`` pretend to be elsewhere, or another machine."""
        return Emulator(tab, self._context, self._devices, self._go_offline)

    async def _go_offline(self, offline: bool) -> None:
        await self._context.set_offline(offline)
        self.offline = offline

    # Coming back

    @property
    def context(self) -> BrowserContext:
        """The chat's own browser context."""
        return self._context

    @property
    def busy(self) -> bool:
        """Whether something goes on that no call waits for: a download, an action that a dialog holds, a person at work."""
        return self.downloads.under_way or any(tab.suspended or tab.lock.hold for tab in self.tabs)

    async def restore(self, left: Left, deadline: Deadline) -> None:
        """Opens the tabs again under their numbers. They load behind this, and calls on them wait for that."""
        without_trail: list[int] = []
        await all_opened([self._reopen(seen, deadline, without_trail) for seen in left.tabs])
        reopened = [seen.browser_id for seen in left.tabs if seen.browser_id in self._tabs]
        active = left.active if left.active in self._tabs else max(reopened, default=None)
        if active is not None:
            self.activate(self.tab(active))
        self._note = left.note(reopened, bool(without_trail)) if left.tabs else None

    def taken_note(self) -> dict[str, Any] | None:
        """What the first answer after a restoration has to say; None from then on."""
        note, self._note = self._note, None
        return note

    async def _reopen(self, seen: TabSeen, deadline: Deadline, without_trail: list[int]) -> None:
        page, cdp = await self._new_page(deadline)
        history = seen.history.walkable()
        if history is not None and not await walk(page, history, seen.session_storage):
            self.spawn(_close(page))
            page, cdp = await self._new_page(deadline)
            without_trail.append(seen.browser_id)
            history = None
        tab = self._register(seen.browser_id, seen.opener, cdp.target_id, seen.url)
        self._bind(tab, page, cdp)
        if seen.url != "about:blank":
            self.spawn(self._load_again(tab, None if history is not None else seen.url))
            await asyncio.sleep(0)  # one step of the loop, in which the load takes the tab before any call can

    async def _load_again(self, tab: Tab, url: str | None) -> None:
        """Loads ``url``; without one, the address that the tab is at."""
        deadline = Deadline(self.settings.timeout_ms)
        with suppress(RefbrowserError, Error):
            # What went wrong is in the tab's state: its address, its http status, its console.
            async with tab.turn(deadline):
                until: navigation.WaitUntil = "domcontentloaded"

                def load() -> Awaitable[dict[str, Any] | None]:
                    return navigation.reload(tab, until, deadline) if url is None else navigation.go(tab, url, until, deadline)

                await tab.perform(load, deadline)

    def spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Runs ``work`` concurrently with the calls; it ends with the session."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Tabs

    @property
    def tabs(self) -> list[Tab]:
        """In the order of their numbers."""
        return self._tabs.all

    @property
    def last_interacted(self) -> int | None:
        """The number of the active tab."""
        return self._tabs.active

    def tab(self, browser_id: int | None) -> Tab:
        """The tab with that number; without one, the active tab. Raises ``tab_closed`` or ``no_tab``."""
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
        if len(self._tabs) + self._own_pages >= self.settings.max_tabs:
            raise StateError(
                f"This chat has {len(self._tabs)} open tabs, which is its limit.",
                code="tab_limit",
                remedy=Remedy(
                    "close",
                    {"browser_id": self.tabs[0].browser_id} if self.tabs else {},
                    hint="close tabs that are no longer needed",
                ),
                details={"limit": self.settings.max_tabs},
            )
        # The number is taken now, so that opens which run side by side are numbered in the order in which they were asked for.
        browser_id = self._tabs.take_number()
        page, cdp = await self._new_page(deadline)
        tab = self._register(browser_id, None, cdp.target_id)
        self._bind(tab, page, cdp)
        if self._tabs.opened(tab):
            self.announce()
        return tab

    async def revive(self, tab: Tab, deadline: Deadline) -> None:
        """A blank page in place of the tab's crashed one, with which Playwright can do nothing more. Its history went with it."""
        crashed = tab.page
        page, cdp = await self._new_page(deadline)
        self._tabs.moved(tab, cdp.target_id)
        self._bind(tab, page, cdp)
        try:
            async with deadline.waiting_for("the crashed page to close"):
                await crashed.close()
        except Error:
            # It was gone already.
            return

    async def _new_page(self, deadline: Deadline) -> tuple[Page, TabCdpSession]:
        self._own_pages += 1
        try:
            async with deadline.waiting_for("a new tab"):
                page = await self._unless_over(self._context.new_page())
                self._unclaimed.discard(page)
                return page, await TabCdpSession.attach(page)
        finally:
            self._own_pages -= 1
            if not self._own_pages:
                self._adopt_unclaimed()

    async def uncounted(self, work: Coroutine[Any, Any, T]) -> T:
        """``work`` for which Playwright opens a page of its own that is no tab; it goes on when the caller is cancelled."""

        async def working() -> T:
            self._own_pages += 1
            try:
                return await work
            finally:
                self._own_pages -= 1
                if not self._own_pages:
                    self._adopt_unclaimed()

        task = asyncio.ensure_future(working())
        self._tasks.add(task)
        task.add_done_callback(self._forget_task)
        return await asyncio.shield(task)

    def _forget_task(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # its caller may have been cancelled, and then the result is not read

    async def _unless_over(self, opening: Awaitable[Page]) -> Page:
        """The page; raises ``tab_closed`` when the session ends first, since Playwright then never answers."""
        working, over = asyncio.ensure_future(opening), asyncio.ensure_future(self._over.wait())
        try:
            await asyncio.wait({working, over}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise StateError("The chat was closed.", code="tab_closed", remedy=Remedy("list"))
            return working.result()
        finally:
            working.cancel()
            over.cancel()
            await asyncio.gather(working, over, return_exceptions=True)

    async def close(self, tab: Tab, deadline: Deadline) -> None:
        """Closes the page, also one that hangs or is held by a dialog."""
        self._forget(tab)
        await tab.shut("its tab was closed")
        if tab.attached:
            closing = self.spawn(_close(tab.page))
            # A page that hangs may take long to go. It is off the list, and goes behind this.
            await asyncio.wait({closing}, timeout=min(CLOSE_PATIENCE_MS, deadline.remaining_ms) / 1000)

    # Popups

    def follow_popup(self, mark: int, opener: Tab, *, was_active: bool, wanted: bool | None, plain: bool) -> None:
        """Chromium's rule of focus: a tab that a plain press on the active tab opened comes to the front; ``wanted`` overrides."""
        opened = [tab for tab in self.openings.since(mark, opener) if not tab.closed]
        if opened and (wanted if wanted is not None else was_active and plain):
            self.activate(opened[-1])

    def target_created(self, target: dict[str, Any]) -> None:
        """The browser made a page in this chat's context. Heard before the input that caused it is acknowledged."""
        target_id = target["targetId"]
        if self._tabs.of_target(target_id) is not None or self._tabs.is_retired(target_id):
            return
        opener = self._tabs.of_target(target.get("openerId", ""))
        if opener is None and self._own_pages:
            return
        tab = self._register(
            self._tabs.take_number(),
            opener.browser_id if opener else None,
            target_id,
            target.get("url") or "about:blank",
        )
        self._note_opening(tab)

    def _note_opening(self, tab: Tab) -> None:
        # A site that opens tabs without end must not take the machine with it: what is too much is closed when its page has come.
        tab.turned_away = len(self._tabs) > self.settings.max_tabs
        self.openings.note(tab)

    def target_destroyed(self, target_id: str) -> None:
        tab = self._tabs.of_target(target_id)
        if tab is not None and not tab.attached:
            self._closed_by_site(tab)

    def _page_appeared(self, page: Page) -> None:
        # This event comes before new_page() returns: while one of our own pages is being made, whose this is is not known yet.
        self._unclaimed.add(page)
        if not self._own_pages:
            self._adopt_unclaimed()

    def _adopt_unclaimed(self) -> None:
        for page in self._unclaimed:
            self.spawn(self._adopt(page))
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
            tab = self._register(self._tabs.take_number(), None, cdp.target_id)
            self._note_opening(tab)
        if tab.attached:
            return
        self._bind(tab, page, cdp)
        if tab.turned_away:
            await self.close(tab, Deadline(CLOSE_MS))
            self.turned_away += 1

    def _register(self, browser_id: int, opener: int | None, target_id: str, url: str = "about:blank") -> Tab:
        dialogs = Dialogs(f"t{browser_id}", lambda: self.dialog_policy, self.settings.dialog_watchdog_ms, self.announce)
        tab = Tab(
            browser_id,
            self.chat_id,
            dialogs,
            opener=opener,
            url=url,
            while_held=self.settings.while_person_acts,
            announce=self.announce,
        )
        self._tabs.add(tab, target_id)
        self.announce()
        return tab

    def _bind(self, tab: Tab, page: Page, cdp: TabCdpSession) -> None:
        self.browser_context_id = cdp.browser_context_id
        tab.attach(page, cdp)
        if self.settings.connect is not None:
            # Other clients may answer this browser's dialogs, and only the protocol reports that.
            cdp.on("Page.javascriptDialogClosed", lambda _: tab.dialogs.closed_elsewhere())
        page.on("download", partial(self.downloads.started, tab.browser_id))
        page.on("close", lambda closed: self._closed_by_site(tab) if closed is tab.page else None)

    def _closed_by_site(self, tab: Tab) -> None:
        if tab.browser_id not in self._tabs:
            return
        self.comeback.closed(tab)
        self._forget(tab)
        self.openings.note_closed(tab)
        self.spawn(tab.shut("its tab was closed"))

    def _forget(self, tab: Tab) -> None:
        self._tabs.remove(tab)
        self.announce()

    # The end

    async def wipe(self, deadline: Deadline) -> None:
        """Deletes the chat's cookies, storage, permissions and files, and starts it afresh. Every tab must be closed before."""
        async with deadline.waiting_for("the chat's storage to be deleted"):
            old, self._context = self._context, await self._new_context()
            await old.close()
            self.comeback.memory.forget()
            self.routes.forget()
            self.offline = False
            await asyncio.to_thread(shutil.rmtree, self.folder, ignore_errors=True)

    async def end(self, reason: str, *, keep: bool = False, gone: bool = False) -> None:
        """Closes every tab and the context; bounded. With ``keep``, what the chat had open is in ``left`` from now on. ``gone``:
        the browser or its driver has ended, and does not answer."""
        if self.ended:
            return
        self.ended = True
        self._over.set()
        self.left = self.comeback.left(reason) if keep and self.settings.restore_tabs else None
        self.comeback.stop()
        self.downloads.stop()
        for tab in self.tabs:
            self._forget(tab)
            await tab.shut(reason)
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()
        if gone:
            return
        try:
            async with asyncio.timeout(CLOSE_MS / 1000):
                await self._context.close()
        except (Error, TimeoutError):
            # The browser is gone, and the context with it.
            return


async def _close(page: Page) -> None:
    try:
        async with asyncio.timeout(CLOSE_MS / 1000):
            await page.close()
    except (Error, TimeoutError):
        # It was gone already, or goes with its context.
        return
