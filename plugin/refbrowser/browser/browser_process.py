"""The browser process that all chats of one :class:`refbrowser.Browser` share, and the driver that speaks to it.

An import delays the driver's start, so what is not needed for it is imported where it is used.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import Browser, BrowserContext, CDPSession, Error, Playwright

from refbrowser.browser.clipboard.shared import SharedClipboard
from refbrowser.browser.engine import script
from refbrowser.browser.launch import os_processes
from refbrowser.browser.launch.orphans import PATIENCE_S, BrowserProcesses, sweep
from refbrowser.browser.launch.process_watch import ProcessWatch
from refbrowser.browser.playwright_internals import cdp_command
from refbrowser.browser.playwright_internals.driver import start_driver
from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.browser.playwright_internals.package import disabled_features
from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.throttle.flooding_tabs import FloodingTabs
from refbrowser.browser.throttle.renderer_throttle import RendererThrottle
from refbrowser.errors import FileError
from refbrowser.posix import kill
from refbrowser.settings import Settings
from refbrowser.tasks import Tasks

if TYPE_CHECKING:
    from refbrowser.browser.deadline import Deadline
    from refbrowser.browser.monitor.downloads import Admission
    from refbrowser.browser.network.boundary import Boundary
    from refbrowser.browser.session.last_state import LastState
    from refbrowser.browser.session.restore import Keeper
    from refbrowser.browser.session.session import BrowserSession
    from refbrowser.events import Hub

STOP_MS: Final = 5_000

RECORDS: Final = "run"
"""Where, in the home folder, the processes of running browsers are written down."""

_PAGES_ONLY: Final = [{"type": "page"}, {"exclude": True}]


class BrowserProcess:
    """One driver, one Chromium. Once it has ended it stays ended; a new call makes a new one."""

    def __init__(
        self, playwright: Playwright, browser: Browser, settings: Settings, only_context: BrowserContext | None = None
    ) -> None:
        """``only_context``: that of a Chromium with a folder of its own, which one chat has alone."""
        self._only_context = only_context
        self._playwright = playwright
        self._browser = browser
        self._settings = settings
        self._sessions: dict[str, BrowserSession] = {}
        self._tasks = Tasks()
        self._processes: BrowserProcesses | None = None
        self._record: Path | None = None
        self._writing: asyncio.Task[None] | None = None
        self._clipboard = SharedClipboard(browser, of_machine=settings.connect is not None or not settings.headless)
        self._driver_ended = False
        self._watch = ProcessWatch()
        self._why_ended = "the browser ended"
        self._throttle: RendererThrottle | None = None
        browser.on("disconnected", self._disconnected)

    @classmethod
    async def start(cls, settings: Settings, folder: Path | None = None, boundary: "Boundary | None" = None) -> "BrowserProcess":
        """Starts the driver, then Chromium: with ``folder``, one that keeps everything there and has one chat, through whose
        ``boundary`` all traffic goes. Raises :class:`~refbrowser.errors.LaunchFailed`."""
        blocking: list[Callable[[], object]] = [partial(sweep, settings.home / RECORDS)]
        if settings.connect is None:
            blocking.append(disabled_features)
        concurrent = [asyncio.ensure_future(asyncio.to_thread(work)) for work in blocking]
        try:
            playwright = await start_driver(settings.home / "cache" / "node", script.NAME, script.source())
        finally:
            await asyncio.wait(concurrent)
        from refbrowser.browser.launch.launcher import launch, launch_in_folder

        context: BrowserContext | None = None
        try:
            if folder is not None:
                from refbrowser.browser.network.boundary import proxied

                context = await launch_in_folder(playwright, settings, folder, proxied(boundary))
                assert context.browser is not None
                browser = context.browser
            elif settings.connect is not None:
                from refbrowser.browser.launch.remote import connect
                from refbrowser.browser.launch.running import AUTO, address_of_running

                address = await address_of_running() if settings.connect == AUTO else settings.connect
                browser = await connect(playwright, address, settings)
            else:
                browser = await launch(playwright, settings)
            process = cls(playwright, browser, settings, context)
            await process._discover_pages()
        except BaseException:
            await playwright.stop()
            raise
        return process

    @property
    def alive(self) -> bool:
        return self._browser.is_connected() and not self._driver_ended

    @property
    def watched(self) -> bool:
        """Whether the ends of its processes, and floods of its pages, are noticed from now on."""
        return self._throttle is not None

    @property
    def version(self) -> str:
        """Chromium's version, such as 156.0.8078.73."""
        return self._browser.version

    async def start_session(
        self,
        chat_id: str,
        folder: Path,
        hub: "Hub",
        previous: "BrowserSession | None",
        deadline: "Deadline",
        last: "LastState | None" = None,
        keeper: "Keeper | None" = None,
        boundary: "Boundary | None" = None,
        settings: Settings | None = None,
        admission: "Admission | None" = None,
    ) -> "BrowserSession":
        """A session for the chat, which goes on where its ``previous`` one ended: it counts from there, and has its tabs again;
        without one, with the ``last`` state that its profile has, which ``keeper`` keeps."""
        from refbrowser.browser.session.reopen import reopen
        from refbrowser.browser.session.session import BrowserSession

        last = previous.last_state if previous is not None else last
        own = settings or self._settings
        session = await BrowserSession.start(
            chat_id, self._browser, folder, own, hub, self._devices, previous, last, boundary, admission, self._only_context
        )
        session.clipboard.shared = self._clipboard
        self._sessions[chat_id] = session
        if last is not None:
            try:
                session.note = await reopen(session, last, deadline)
            except BaseException:
                # The next call tries again with what was left; this attempt's context must not stay.
                await self.end_session(session)
                raise
        # Not before: an attempt that failed must not save that there are no tabs.
        session.restorer.keeper = keeper
        if keeper is None:
            session.restorer.memory.forget_databases()
        return session

    def _devices(self) -> Mapping[str, Any]:
        return self._playwright.devices

    async def end_session(self, session: "BrowserSession") -> None:
        """Closes the session's tabs and context."""
        if self._sessions.get(session.chat_id) is session:
            del self._sessions[session.chat_id]
        await session.end("the chat was closed")

    async def stop(self) -> None:
        """Close every chat, Chromium (of a remote browser, the connection) and the driver. Each step is bounded, and a failing one
        does not stop the next."""
        if self._throttle is not None:
            await self._throttle.stop()
        for session in list(self._sessions.values()):
            await self.end_session(session)
        if self._writing is not None:
            await asyncio.wait({self._writing}, timeout=STOP_MS / 1000)
        self._watch.stop()
        # A driver that is gone answers nothing, and Chromium has ended with its pipe.
        for step in () if self._driver_ended else (self._browser.close, self._playwright.stop):
            try:
                async with asyncio.timeout(STOP_MS / 1000):
                    await step()
            except (Error, TimeoutError):
                continue
        self._tasks.cancel_others()
        await asyncio.to_thread(self._kill_leftovers)

    async def _write_down(self, session: CDPSession) -> None:
        """Notes which processes the browser consists of, for the process that starts next if this one is killed."""
        try:
            processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        except Error:
            # It ended at once, and there is nothing to note.
            return
        pid = next((process["id"] for process in processes if process["type"] == "browser"), None)
        # In a thread: its first use imports psutil.
        self._processes = await asyncio.to_thread(BrowserProcesses.of, pid) if pid is not None else None
        if self._processes is not None:
            # A full disk does not keep the browser from starting; only the next start lacks this record.
            with suppress(FileError, OSError):
                self._record = await asyncio.to_thread(self._processes.write, self._settings.home / RECORDS)
            if self._processes.driver is not None:
                self._watch.on_end(self._processes.driver, self._driver_gone)
            for zygote in await asyncio.to_thread(os_processes.zygotes_of, self._processes.browser.pid):
                self._watch.on_end(zygote, self._zygote_gone)
            if not self._driver_ended:
                self._throttle = self._throttle_of(self._processes, session)
                self._throttle.start()

    def _throttle_of(self, processes: BrowserProcesses, session: CDPSession) -> RendererThrottle:
        def tabs() -> list[Tab]:
            return [tab for chat in self._sessions.values() for tab in chat.tabs]

        async def round_trip() -> None:
            with suppress(Error):
                await cdp_command.send(session, "Browser.getVersion", {})

        return RendererThrottle(processes.browser, processes.driver, round_trip, FloodingTabs(tabs, self._tasks.spawn))

    def _driver_gone(self) -> None:
        """Playwright's own objects go on as if the driver were there."""
        self._driver_ended = True
        self._disconnected(self._browser)

    def _zygote_gone(self) -> None:
        """Chromium makes its renderers by the zygote and does not replace it: every later page would wait for one in vain."""
        # The zygote of a browser that is killed ends before the browser has ended.
        if self._processes is not None and not self._processes.browser.exiting and not self._driver_ended:
            self._why_ended = "Chromium's zygote process, which starts its pages, ended"
            with suppress(ProcessLookupError):
                kill(self._processes.browser.pid)

    def _kill_leftovers(self) -> None:
        if self._processes is not None:
            self._processes.end(PATIENCE_S)
        if self._record is not None:
            self._record.unlink(missing_ok=True)

    async def _discover_pages(self) -> None:
        """Learns of popups from the browser process itself: Playwright reports them only when their first response has come."""
        session = await self._browser.new_browser_cdp_session()
        if self._settings.connect is None:
            # Not waited for: it must not delay the first page.
            self._writing = asyncio.ensure_future(self._write_down(session))
        session.on("Target.targetCreated", listener(self._target_created))
        session.on("Target.targetDestroyed", listener(self._target_destroyed))
        await session.send("Target.setDiscoverTargets", {"discover": True, "filter": _PAGES_ONLY})

    def _target_created(self, event: dict[str, Any]) -> None:
        target = event["targetInfo"]
        for session in self._sessions.values():
            if session.browser_context_id and session.browser_context_id == target.get("browserContextId"):
                session.popups.target_created(target)

    def _target_destroyed(self, event: dict[str, Any]) -> None:
        for session in self._sessions.values():
            session.popups.target_destroyed(event["targetId"])

    def _disconnected(self, _: Browser) -> None:
        for session in self._sessions.values():
            self._tasks.spawn(session.end(self._why_ended, keep=True, gone=True))
        self._sessions.clear()
