"""MCP as routes of the local server: loaded at the first request, because its SDK takes a second to import."""

import asyncio
import secrets
import shlex
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from refbrowser import Browser
from refbrowser.adapters.mcp import STREAM
from refbrowser.adapters.mcp.offer import Offer
from refbrowser.errors import CallError, InstallationError, RefbrowserError

if TYPE_CHECKING:
    from refbrowser.adapters.mcp.access import Access
    from refbrowser.adapters.mcp.http import HttpMcp
    from refbrowser.adapters.mcp.service import Load, Perform

PATH: Final = "/mcp"

MOST_OFFERS: Final = 64
"""Different offers that clients may ask for; each is kept with the tools of its own."""


class McpMount:
    """The route, and the tasks in which MCP runs from the first request of an access to the server's end.

    ``perform`` makes the calls and ``vision_load`` loads the images; ``local``: clients are on this machine; ``access_of`` is what
    the client of a request may do. Clients of different access share nothing: each access has sessions and tools of its own, and
    so has each offer that a client asks for in its address (``?tools=core&images=never``). ``connected`` is entered while a client
    of a stream is there.
    """

    def __init__(
        self,
        browser: Browser,
        offer: Offer,
        *,
        perform: "Perform",
        vision_load: "Load",
        local: bool,
        access_of: "Callable[[Scope], Access]",
        connected: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._browser, self._offer, self._local = browser, offer, local
        self._perform, self._vision_load = perform, vision_load
        self._access_of = access_of
        self._ended = asyncio.Event()
        self._connected = connected
        self._running: dict[tuple[str, Offer], asyncio.Future[HttpMcp]] = {}
        self._living: list[asyncio.Task[None]] = []

    @property
    def route(self) -> BaseRoute:
        """The address of streamable HTTP."""
        return Route(PATH, endpoint=self)

    @property
    def stream_routes(self) -> tuple[BaseRoute, BaseRoute]:
        """The address of streams, and what tells a client beforehand whether it is refused there."""
        return WebSocketRoute(STREAM, self._stream), Route(STREAM, self._is_offered, methods=["POST"])

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """To be entered while requests are served."""
        try:
            yield
        finally:
            self._ended.set()
            await asyncio.gather(*self._living)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            mcp = await asyncio.shield(self._of(self._access_of(scope), self._offer.asked(QueryParams(scope["query_string"]))))
        except InstallationError as missing:
            await JSONResponse(missing.as_dict(), 501)(scope, receive, send)
            return
        except CallError as wrong:
            await JSONResponse(wrong.as_dict(), 400)(scope, receive, send)
            return
        await mcp(scope, receive, send)

    async def _is_offered(self, request: Request) -> JSONResponse:
        """Answer what a stream at this address would be refused with, or that it is not."""
        access = self._access_of(request.scope)
        access.offer(self._offer.asked(request.query_params))
        if named := request.query_params.get("chat"):
            access.check(named, None)
        return JSONResponse({"ok": True, "result": {}})

    async def _stream(self, socket: WebSocket) -> None:
        """Serve one client as over standard input and output. A chat that it does not name ends with it."""
        access = self._access_of(socket.scope)
        named = access.chat or socket.query_params.get("chat")
        chat = named or f"mcp-{secrets.token_hex(4)}"
        try:
            access.check(chat, None)
            serve = await asyncio.to_thread(self._loaded_stream, access, self._offer.asked(socket.query_params), chat)
        except RefbrowserError as refused:
            await socket.close(1008, refused.code)
            return
        await socket.accept()
        with self._connected():
            serving, ending = asyncio.ensure_future(serve(socket)), asyncio.ensure_future(self._ended.wait())
            try:
                await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (serving, ending):
                    task.cancel()
                await asyncio.gather(serving, ending, return_exceptions=True)
                if named is None:
                    with suppress(RefbrowserError):  # the browser is closing, and every chat with it
                        await self._browser.chat(chat).close()
        with suppress(RuntimeError):  # the client has closed it
            await socket.close()

    def _loaded_stream(self, access: "Access", offer: Offer, chat: str) -> "Callable[[WebSocket], Awaitable[None]]":
        from refbrowser.adapters.mcp.sdk import installed
        from refbrowser.adapters.mcp.service import Service
        from refbrowser.adapters.mcp.stream import SocketLines, SocketSink

        sdk = installed()
        service = Service(
            self._browser,
            offer,
            perform=self._perform,
            vision_load=self._vision_load,
            chat_of=lambda _: chat,
            local=self._local,
            watched_at=lambda name: f"refbrowser view --chat {shlex.quote(name)}",
            access=access,
        )

        async def serve(socket: WebSocket) -> None:
            await sdk.serve_lines(sdk.server(service), SocketLines(sdk.has_id, socket), SocketSink(socket))

        return serve

    def _of(self, access: "Access", offer: Offer) -> "asyncio.Future[HttpMcp]":
        if (running := self._running.get((access.name, offer))) is None:
            if len(self._running) >= MOST_OFFERS:
                raise CallError(f"This server has {MOST_OFFERS} different offers already; use one of them.")
            running = self._running[access.name, offer] = asyncio.get_running_loop().create_future()
            self._living.append(asyncio.ensure_future(self._live(access, offer, running)))
        return running

    async def _live(self, access: "Access", offer: Offer, mcp: "asyncio.Future[HttpMcp]") -> None:
        # One task enters and leaves the SDK's task group, which belongs to the task that entered it.
        try:
            made = await asyncio.to_thread(self._load, access, offer)
        except Exception as failure:
            mcp.set_exception(failure)
            return
        async with made.lifespan():
            mcp.set_result(made)
            await self._ended.wait()

    def _load(self, access: "Access", offer: Offer) -> "HttpMcp":
        from refbrowser.adapters.mcp.http import HttpMcp

        return HttpMcp(self._browser, offer, perform=self._perform, vision_load=self._vision_load, local=self._local, access=access)
