"""Runs the script that reads and writes IndexedDB in pages of origins: in open ones, or in one page that shows an empty document of
each origin in turn. It runs in an isolated world, whose IndexedDB no page can patch."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib.resources import files
from typing import Final, Self

from playwright.async_api import CDPSession, Error, Page, Route

_WORLD: Final = "refbrowser_records"
_EMPTY: Final = "<!doctype html>"

PAGE_S: Final = 1.5
"""How long an open page may take to run the script, before an empty page is asked."""

DETACH_S: Final = 0.5

CLOSE_S: Final = 5.0

NewPage = Callable[[], Awaitable[Page]]


class _NoAnswer(TimeoutError):
    """The page hangs."""


class Visits:
    """An async context manager, which closes the page that it opened."""

    def __init__(self, pages: Iterable[Page], new_page: NewPage) -> None:
        self._open = list(pages)
        self._new_page = new_page
        self._own: Page | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._leave()

    async def call(self, origin: str, method: str, argument: str, patience_s: float) -> str:
        """What ``method`` of the script returns in a page of ``origin``. If an open page hangs, or its document is sandboxed, the
        empty one is asked. Raises Playwright's Error, or TimeoutError after ``patience_s``."""
        for page in [page for page in self._open if page.url == origin or page.url.startswith(f"{origin}/")][:1]:
            try:
                async with asyncio.timeout(patience_s):
                    return await _called(page, origin, method, argument)
            except (Error, _NoAnswer):
                self._open.remove(page)
        # Not within the time: a page whose making is cancelled would be taken for a popup.
        page = self._own = self._own or await self._made()
        try:
            async with asyncio.timeout(patience_s):
                await page.goto(origin)
                return await _called(page, origin, method, argument)
        except (Error, TimeoutError):
            # What it is at may last: the next origin gets another page.
            await self._leave()
            raise

    async def _made(self) -> Page:
        page = await self._new_page()
        await page.route("**/*", _answer)
        # A service worker would answer with the site's own document.
        session = await page.context.new_cdp_session(page)
        await session.send("Network.enable", {"maxTotalBufferSize": 0})
        await session.send("Network.setBypassServiceWorker", {"bypass": True})
        return page

    async def _leave(self) -> None:
        page, self._own = self._own, None
        if page is not None:
            # Gone with its context already, or busy with what it was asked: it goes when that ends.
            with suppress(Error, TimeoutError):
                async with asyncio.timeout(CLOSE_S):
                    await page.close()


async def _called(page: Page, origin: str, method: str, argument: str) -> str:
    async with _session(page) as session:
        try:
            async with asyncio.timeout(PAGE_S):
                context = await _world(session)
        except TimeoutError:
            raise _NoAnswer from None
        answer = await session.send(
            "Runtime.callFunctionOn",
            {
                "functionDeclaration": f"argument => refbrowserRecords.{method}(argument)",
                "arguments": [{"value": argument}],
                "executionContextId": context,
                "awaitPromise": True,
                "returnByValue": True,
            },
        )
    if "exceptionDetails" in answer:
        raise Error(f"IndexedDB of {origin}: {answer['exceptionDetails'].get('exception', {}).get('description', '')[:200]}")
    result: str = answer["result"]["value"]
    return result


async def _world(session: CDPSession) -> int:
    """The execution context in which the script is."""
    frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    world = await session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": _WORLD})
    context: int = world["executionContextId"]
    await session.send("Runtime.evaluate", {"expression": _script(), "contextId": context})
    return context


async def _answer(route: Route) -> None:
    # The page can have gone.
    with suppress(Error):
        await route.fulfill(body=_EMPTY, content_type="text/html")


@asynccontextmanager
async def _session(page: Page) -> AsyncIterator[CDPSession]:
    session = await page.context.new_cdp_session(page)
    try:
        yield session
    finally:
        # A page that hangs does not answer, and one that has gone has ended the session.
        detaching = asyncio.ensure_future(session.detach())
        detaching.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        await asyncio.wait({detaching}, timeout=DETACH_S)


@cache
def _script() -> str:
    return (files("refbrowser") / "browser" / "indexed_db" / "stored_records.min.js").read_text(encoding="ascii")
