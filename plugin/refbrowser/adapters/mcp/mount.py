"""MCP as a route of the local server: loaded at the first request, because its SDK takes a second to import."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from refbrowser import Browser
from refbrowser.adapters.mcp.offer import Offer
from refbrowser.errors import InstallationError

if TYPE_CHECKING:
    from refbrowser.adapters.mcp.access import Access
    from refbrowser.adapters.mcp.http import HttpMcp
    from refbrowser.adapters.mcp.service import Load, Perform

PATH: Final = "/mcp"


class McpMount:
    """The route, and the tasks in which MCP runs from the first request of an access to the server's end.

    ``perform`` makes the calls and ``vision_load`` loads the images; ``local``: clients are on this machine; ``access_of`` is what
    the client of a request may do. Clients of different access share nothing: each access has sessions and tools of its own.
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
    ) -> None:
        self._browser, self._offer, self._local = browser, offer, local
        self._perform, self._vision_load = perform, vision_load
        self._access_of = access_of
        self._ended = asyncio.Event()
        self._running: dict[str, asyncio.Future[HttpMcp]] = {}
        self._living: list[asyncio.Task[None]] = []

    @property
    def route(self) -> BaseRoute:
        """The one address."""
        return Route(PATH, endpoint=self)

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
            mcp = await asyncio.shield(self._of(self._access_of(scope)))
        except InstallationError as missing:
            await JSONResponse(missing.as_dict(), 501)(scope, receive, send)
            return
        await mcp(scope, receive, send)

    def _of(self, access: "Access") -> "asyncio.Future[HttpMcp]":
        if (running := self._running.get(access.name)) is None:
            running = self._running[access.name] = asyncio.get_running_loop().create_future()
            self._living.append(asyncio.ensure_future(self._live(access, running)))
        return running

    async def _live(self, access: "Access", mcp: "asyncio.Future[HttpMcp]") -> None:
        # One task enters and leaves the SDK's task group, which belongs to the task that entered it.
        try:
            made = await asyncio.to_thread(self._load, access)
        except Exception as failure:
            mcp.set_exception(failure)
            return
        async with made.lifespan():
            mcp.set_result(made)
            await self._ended.wait()

    def _load(self, access: "Access") -> "HttpMcp":
        from refbrowser.adapters.mcp.http import HttpMcp

        return HttpMcp(
            self._browser, self._offer, perform=self._perform, vision_load=self._vision_load, local=self._local, access=access
        )
