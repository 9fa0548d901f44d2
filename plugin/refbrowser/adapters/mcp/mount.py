"""MCP as a route of the local server: loaded at the first request, because its SDK takes a second to import."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from refbrowser import Browser
from refbrowser.adapters.mcp.offer import Offer
from refbrowser.errors import InstallationError

if TYPE_CHECKING:
    from refbrowser.adapters.mcp.http import HttpMcp
    from refbrowser.adapters.mcp.service import Load, Perform

PATH: Final = "/mcp"


class McpMount:
    """The route, and the task in which MCP runs from the first request to the server's end.

    ``perform`` makes the calls and ``vision_load`` loads the images; ``local``: clients are on this machine.
    """

    def __init__(self, browser: Browser, offer: Offer, *, perform: "Perform", vision_load: "Load", local: bool) -> None:
        self._browser, self._offer, self._local = browser, offer, local
        self._perform, self._vision_load = perform, vision_load
        self._wanted, self._ended = asyncio.Event(), asyncio.Event()
        self._mcp: asyncio.Future[HttpMcp] | None = None

    @property
    def route(self) -> BaseRoute:
        """The one address."""
        return Route(PATH, endpoint=self)

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """To be entered while requests are served."""
        self._mcp = asyncio.get_running_loop().create_future()
        living = asyncio.ensure_future(self._live(self._mcp))
        try:
            yield
        finally:
            self._ended.set()
            self._wanted.set()
            await living

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self._mcp is not None
        self._wanted.set()
        try:
            mcp = await asyncio.shield(self._mcp)
        except InstallationError as missing:
            await JSONResponse(missing.as_dict(), 501)(scope, receive, send)
            return
        await mcp(scope, receive, send)

    async def _live(self, mcp: "asyncio.Future[HttpMcp]") -> None:
        # One task enters and leaves the SDK's task group, which belongs to the task that entered it.
        await self._wanted.wait()
        if self._ended.is_set():
            mcp.cancel()
            return
        try:
            made = await asyncio.to_thread(self._load)
        except Exception as failure:
            mcp.set_exception(failure)
            return
        async with made.lifespan():
            mcp.set_result(made)
            await self._ended.wait()

    def _load(self) -> "HttpMcp":
        from refbrowser.adapters.mcp.http import HttpMcp

        return HttpMcp(self._browser, self._offer, perform=self._perform, vision_load=self._vision_load, local=self._local)
