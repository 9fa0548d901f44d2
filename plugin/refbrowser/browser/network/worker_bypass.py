"""Has the pages of a chat load from the network and not from their service workers, which answer before a route can."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Error, Page

from refbrowser.tasks import Tasks

_PATIENCE_S: Final = 0.5
"""How long one page may take to confirm; a page that hangs, or that a dialog holds, does so when it goes on."""


class WorkerBypass:
    """Owns one CDP session for each covered page: Chromium passes its service worker by as long as the session is there.
    ``prepare`` is given each session."""

    def __init__(self, prepare: Callable[[CDPSession], Awaitable[None]]) -> None:
        self._prepare = prepare
        self._tasks = Tasks()
        self._covered: WeakKeyDictionary[Page, asyncio.Task[CDPSession | None]] = WeakKeyDictionary()

    async def cover(self, *pages: Page) -> None:
        """Returns when the next requests of ``pages``, their frames and dedicated workers bypass service workers; bounded."""
        for page in pages:
            self.cover_soon(page)
        if pages:
            await asyncio.wait([self._covered[page] for page in pages], timeout=_PATIENCE_S)

    def cover_soon(self, page: Page) -> None:
        """Begins that for a page that a site opened, whose first request may be on its way."""
        if page not in self._covered:
            self._covered[page] = self._tasks.spawn(self._bypassing(page))

    async def end(self) -> None:
        """Service workers answer again; bounded."""
        ending = [self._tasks.spawn(_detach(covering)) for covering in self._covered.values()]
        self._covered = WeakKeyDictionary()
        if ending:
            await asyncio.wait(ending, timeout=_PATIENCE_S)

    async def _bypassing(self, page: Page) -> CDPSession | None:
        """The session that does it; None for a page that is gone."""
        with suppress(Error):
            session = await page.context.new_cdp_session(page)
            # The domain must be enabled; nothing reads the bodies that it would keep.
            sizes = {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}
            await asyncio.gather(
                session.send("Network.enable", sizes),
                session.send("Network.setBypassServiceWorker", {"bypass": True}),
                self._prepare(session),
            )
            return session
        return None


async def _detach(covering: "asyncio.Task[CDPSession | None]") -> None:
    with suppress(Error):
        if (session := await covering) is not None:
            await session.detach()
