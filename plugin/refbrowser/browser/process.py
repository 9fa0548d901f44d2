"""The browser process that all chats of one :class:`refbrowser.Browser` share, and the driver that speaks to it.

An import delays the driver's start, so what is not needed for it is imported where it is used.
"""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import Browser, Error, Playwright

from refbrowser.browser.driver import start_driver
from refbrowser.settings import Settings

if TYPE_CHECKING:
    from refbrowser.browser.session import BrowserSession
    from refbrowser.events import Hub

STOP_MS: Final = 5_000

_PAGES_ONLY: Final = [{"type": "page"}, {"exclude": True}]


class BrowserProcess:
    """One driver, one Chromium. Once it has ended it stays ended; a new call makes a new one."""

    def __init__(self, playwright: Playwright, browser: Browser, settings: Settings) -> None:
        self._playwright = playwright
        self._browser = browser
        self._settings = settings
        self._sessions: dict[str, BrowserSession] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        browser.on("disconnected", self._disconnected)

    @classmethod
    async def start(cls, settings: Settings) -> "BrowserProcess":
        """Starts the driver, then Chromium. Raises :class:`~refbrowser.errors.LaunchFailed`."""
        playwright = await start_driver(settings.home / "cache" / "node")
        from refbrowser.browser.launcher import launch

        try:
            browser = await launch(playwright, settings)
            process = cls(playwright, browser, settings)
            await process._discover_pages()
        except BaseException:
            await playwright.stop()
            raise
        return process

    @property
    def alive(self) -> bool:
        return self._browser.is_connected()

    @property
    def version(self) -> str:
        """Chromium's version, such as 156.0.8078.73."""
        return self._browser.version

    async def start_session(self, chat_id: str, folder: Path, hub: "Hub", previous: "BrowserSession | None") -> "BrowserSession":
        """A session for the chat, which goes on counting where its ``previous`` one ended."""
        from refbrowser.browser.session import BrowserSession

        session = await BrowserSession.start(chat_id, self._browser, folder, self._settings, hub, previous)
        self._sessions[chat_id] = session
        return session

    async def end_session(self, chat_id: str) -> None:
        """Closes the chat's tabs and context; nothing happens when it has none."""
        session = self._sessions.pop(chat_id, None)
        if session is not None:
            await session.end("the chat was closed")

    async def stop(self) -> None:
        """Closes every chat, Chromium and the driver; each step is bounded, and a step that fails does not stop the next."""
        for chat_id in list(self._sessions):
            await self.end_session(chat_id)
        for step in (self._browser.close(), self._playwright.stop()):
            try:
                async with asyncio.timeout(STOP_MS / 1000):
                    await step
            except (Error, TimeoutError):
                continue
        for task in list(self._tasks):
            task.cancel()

    async def _discover_pages(self) -> None:
        """Hears of popups from the browser process itself: Playwright tells of them only when their first response has come."""
        session = await self._browser.new_browser_cdp_session()
        session.on("Target.targetCreated", self._target_created)
        session.on("Target.targetDestroyed", self._target_destroyed)
        await session.send("Target.setDiscoverTargets", {"discover": True, "filter": _PAGES_ONLY})

    def _target_created(self, event: dict[str, Any]) -> None:
        target = event["targetInfo"]
        for session in self._sessions.values():
            if session.browser_context_id and session.browser_context_id == target.get("browserContextId"):
                session.target_created(target)

    def _target_destroyed(self, event: dict[str, Any]) -> None:
        for session in self._sessions.values():
            session.target_destroyed(event["targetId"])

    def _disconnected(self, _: Browser) -> None:
        for session in self._sessions.values():
            task = asyncio.ensure_future(session.end("the browser ended"))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._sessions.clear()
