"""The browser context of one chat: made, replaced when the chat's storage is deleted, and closed."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Error, Page

from refbrowser.browser.indexed_db import databases as indexed_db
from refbrowser.browser.network.boundary import Boundary, proxied
from refbrowser.browser.network.every_page import EveryPage
from refbrowser.browser.network.initiators import Initiators
from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.content.stored_databases import has_databases, without_databases
from refbrowser.errors import ProfileError, Remedy, StateError
from refbrowser.page_text import truncated
from refbrowser.settings import Settings

CLOSE_MS: Final = 5_000

ANSWER_S: Final = 2.0
"""How long a browser may take to answer a question that has nothing to do with its pages."""

RESTORE_S: Final = 8.0
"""How long to begin with another origin when IndexedDB is restored."""


class ChatContext:
    """Owned by a session; ``prepare`` is given every context before its first page. All its traffic goes through ``boundary``."""

    def __init__(
        self,
        browser: Browser,
        settings: Settings,
        prepare: Callable[[BrowserContext], Awaitable[None]],
        boundary: Boundary | None = None,
        only: BrowserContext | None = None,
    ) -> None:
        """``only``: the one context of a Chromium that has a folder of its own."""
        self.current: BrowserContext
        self.only = only
        self.offline = False
        self._offline_in = EveryPage()
        self._browser = browser
        self._settings = settings
        self._prepare = prepare
        self._boundary = boundary
        self._closed = asyncio.Event()

    async def make(self, state: object = None) -> BrowserContext:
        """A fresh, isolated context, with the cookies and storage of ``state``; or the only one, with its cookies. Raises
        ``profile_unreadable`` for a state that Chromium rejects."""
        try:
            self.current = await self._isolated(state) if self.only is None else await _with_cookies(self.only, state)
        except Error as failure:
            if state is None or not (says(failure, Wording.STATE_REJECTED) or says(failure, Wording.COOKIE_REJECTED)):
                raise
            reason = truncated(" ".join(failure.message.split()), 200)
            raise ProfileError(
                f"Chromium rejected the cookies or local storage that were saved: {reason}.",
                code="profile_unreadable",
            ) from None
        if self._boundary is not None:
            self._boundary.serve(Initiators(self.current))
        await self._prepare(self.current)
        return self.current

    async def _isolated(self, state: Any) -> BrowserContext:
        settings = self._settings
        context = await self._browser.new_context(
            viewport={"width": settings.viewport_width, "height": settings.viewport_height},
            locale=settings.locale,
            timezone_id=settings.timezone,
            accept_downloads=True,
            storage_state=without_databases(state),
            proxy=proxied(self._boundary),
        )
        if has_databases(state):
            await indexed_db.put(state, context.new_page, RESTORE_S)
        return context

    async def until_answered_or_ended(self) -> None:
        """See :meth:`refbrowser.browser.session.session.BrowserSession.until_answered_or_ended`."""
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                await self.current.cookies("about:blank")

    async def replace(self) -> None:
        """Another context, in place of the present one and all that was stored in it."""
        old = self.current
        await self.make()
        self.offline = False
        await old.close()

    async def go_offline(self, offline: bool) -> bool:
        """Cuts the pages off from the network, or ends that, in every page that responds. False while another, which a dialog or a
        script holds, goes on as before; it follows when it responds. Raises Playwright's Error."""
        self.offline = offline
        current = self.current
        await self._offline_in.change(current, lambda: current.set_offline(offline))
        return self._offline_in.confirmed

    async def new_page(self) -> Page:
        """Raises ``tab_closed`` when the context closes first, since Playwright then never answers."""
        working, closed = asyncio.ensure_future(self.current.new_page()), asyncio.ensure_future(self._closed.wait())
        try:
            await asyncio.wait({working, closed}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise StateError("The chat was closed.", code="tab_closed", remedy=Remedy("list"))
            return working.result()
        finally:
            working.cancel()
            closed.cancel()
            await asyncio.gather(working, closed, return_exceptions=True)

    def stop(self) -> None:
        """No page is made any more."""
        self._closed.set()

    async def close(self) -> None:
        """Closes the context; bounded."""
        try:
            async with asyncio.timeout(CLOSE_MS / 1000):
                await self.current.close()
        except (Error, TimeoutError):
            # The browser is gone, and the context with it.
            return


async def _with_cookies(context: BrowserContext, state: Any) -> BrowserContext:
    """Chromium writes its cookies every 30 seconds, and those of the session never: what was saved after the last call is newer."""
    if state is not None:
        await context.clear_cookies()
        await context.add_cookies(state["cookies"])
    return context


async def close_page(page: Page) -> None:
    """Closes the page; bounded, since it may hang."""
    try:
        async with asyncio.timeout(CLOSE_MS / 1000):
            await page.close()
    except (Error, TimeoutError):
        # It was gone already, or goes with its context.
        return
