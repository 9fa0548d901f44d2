"""Which requests of a chat are under way, and which documents may have made them."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from playwright.async_api import BrowserContext, Error, Frame, Page, Request, WebSocket

from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.policy.askers import PageRequest
from refbrowser.policy.hosts import host_and_port

PATIENCE_S: Final = 1.0
"""How long after it reached the network a request may take to be reported; one that never is comes from no document."""

LEFT_S: Final = 10.0
"""How long a document that was left may still be the one that sends a tab away."""

CATCH_UP_S: Final = 2.0
OUTLIVED_S: Final = 2.0
"""How long requests of a page that was closed still count as under way."""

MOST_KEPT: Final = 2_000


class Initiators:
    """Listens to one context. A request counts as under way until it has ended."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._requests: dict[Request, tuple[str, int] | None] = {}
        self._descriptions: dict[Request, PageRequest] = {}
        self._left: deque[tuple[float, str]] = deque(maxlen=MOST_KEPT)
        self._sockets: dict[WebSocket, Page] = {}
        self._waiting: set[asyncio.Future[None]] = set()
        context.on("request", listener(self._began))
        context.on("requestfinished", listener(self._ended))
        context.on("requestfailed", listener(self._ended))
        context.on("page", self._page_came)

    async def under_way(self, url: str | None, place: tuple[str, int]) -> Sequence[PageRequest]:
        """The requests to ``url``, or without one to the host and port of ``place``; waits a second at most for the first."""

        def matches(other: str, leads: tuple[str, int] | None) -> bool:
            return other.partition("#")[0] == url if url is not None else leads == place

        try:
            async with asyncio.timeout(PATIENCE_S):
                while not (found := self._found(matches)):
                    await self._next()
        except TimeoutError:
            return ()
        return found

    async def caught_up(self) -> None:
        """What Chromium answers comes behind what it reported before. Raises TimeoutError."""
        browser = self._context.browser
        if browser is None:
            return
        async with asyncio.timeout(CATCH_UP_S):
            with suppress(Error):
                session = await browser.new_browser_cdp_session()
                await session.send("Browser.getVersion")
                await session.detach()

    def _found(self, matches: Callable[[str, tuple[str, int] | None], bool]) -> list[PageRequest]:
        requests = [self._description(request) for request, leads in self._requests.items() if matches(request.url, leads)]
        sockets = [
            PageRequest(socket.url, documents=tuple(_documents(page.frames)))
            for socket, page in self._sockets.items()
            if matches(socket.url, host_and_port(socket.url))
        ]
        return requests + sockets

    async def _next(self) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiter)
        try:
            await waiter
        finally:
            self._waiting.discard(waiter)

    def _came(self) -> None:
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)

    def _began(self, request: Request) -> None:
        self._requests[request] = host_and_port(request.url)
        if len(self._requests) > MOST_KEPT:
            self._ended(next(iter(self._requests)))
        if request.is_navigation_request():
            with suppress(Error):
                # The request of a page that is not there yet leaves no document.
                self._leave([request.frame])
        self._came()

    def _ended(self, request: Request) -> None:
        self._requests.pop(request, None)
        self._descriptions.pop(request, None)

    def _page_came(self, page: Page) -> None:
        page.on("websocket", lambda socket: self._socket_came(page, socket))
        page.on("close", self._page_closed)

    def _page_closed(self, page: Page) -> None:
        self._leave(page.frames)
        # Playwright does not report how the requests of a closed page ended; some, such as beacons, outlive it for a moment.
        asyncio.get_running_loop().call_later(OUTLIVED_S, self._forget, page)

    def _forget(self, page: Page) -> None:
        for request in tuple(self._requests):
            with suppress(Error):
                if request.frame.page is page:
                    self._ended(request)

    def _socket_came(self, page: Page, socket: WebSocket) -> None:
        self._sockets[socket] = page
        if len(self._sockets) > MOST_KEPT:
            del self._sockets[next(iter(self._sockets))]
        socket.on("close", self._socket_closed)
        self._came()

    def _socket_closed(self, socket: WebSocket) -> None:
        self._sockets.pop(socket, None)

    def _description(self, request: Request) -> PageRequest:
        # Many connections ask, and a page may have hundreds of requests under way.
        if request not in self._descriptions:
            self._descriptions[request] = self._described(request)
        return self._descriptions[request]

    def _described(self, request: Request) -> PageRequest:
        headers = request.headers
        navigation = request.is_navigation_request()
        top, documents = False, list[str]()
        try:
            frame = request.frame
            top = navigation and frame.parent_frame is None
            documents = self._all_documents() if navigation else _documents(_with_ancestors(frame))
        except Error:
            # A service worker's request, or that of a page which is not there yet.
            documents = [request.service_worker.url] if request.service_worker is not None else self._all_documents()
        return PageRequest(
            request.url,
            headers.get("origin"),
            headers.get("referer"),
            tuple(documents),
            tuple(_before(request)),
            top_navigation=top,
        )

    def _all_documents(self) -> list[str]:
        """Those of every tab, with those that were left a moment ago: any of them may have sent a tab away."""
        since = time.monotonic() - LEFT_S
        here = [url for page in self._context.pages for url in _documents(page.frames)]
        return here + [url for left_at, url in self._left if left_at > since]

    def _leave(self, frames: Sequence[Frame]) -> None:
        self._left += [(time.monotonic(), frame.url) for frame in frames]


def _before(request: Request) -> list[str]:
    """The addresses that redirected to this one, the nearest first."""
    before = []
    while (earlier := request.redirected_from) is not None:
        before.append(earlier.url)
        request = earlier
    return before


def _with_ancestors(frame: Frame) -> list[Frame]:
    line = [frame]
    while (parent := line[-1].parent_frame) is not None:
        line.append(parent)
    return line


def _documents(frames: Sequence[Frame]) -> list[str]:
    return [frame.url for frame in frames]
