"""The server as one ASGI application: the interface, MCP, whatever else is mounted, behind one guard."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute, Mount, Route

from refbrowser import Browser
from refbrowser.adapters.server.approving import ApprovalRoutes
from refbrowser.adapters.server.calls import Calls
from refbrowser.adapters.server.clustering import READY, ClusterRoutes
from refbrowser.adapters.server.controlling import ControlRoutes
from refbrowser.adapters.server.draining import Draining
from refbrowser.adapters.server.ending import Ending
from refbrowser.adapters.server.files import FileRoutes
from refbrowser.adapters.server.guard import LOOPBACK, Guard
from refbrowser.adapters.server.routes import Routes, no_such_route, refused, vanished
from refbrowser.adapters.server.streaming import EventRoutes
from refbrowser.adapters.server.tokens import Tokens
from refbrowser.errors import RefbrowserError


@dataclass(frozen=True, slots=True)
class Extension:
    """Something else that the server carries. ``own_access``: it checks access itself (a page for a person's browser, which
    cannot send the token); ``keeps_limits``: it keeps tokens to their limits; ``lifespan`` is entered while the server runs."""

    route: BaseRoute
    own_access: bool = False
    keeps_limits: bool = False
    lifespan: Callable[[], AbstractAsyncContextManager[None]] | None = None


def application(
    browser: Browser,
    *,
    tokens: Tokens,
    hosts: Sequence[str] = LOOPBACK,
    token_file: str | None = None,
    extensions: Callable[[Calls], Sequence[Extension]] = lambda _: (),
) -> tuple[Starlette, Calls]:
    """The application over ``browser``, which the caller enters and closes, and its calls. ``extensions`` is given the calls;
    refusals name ``token_file``."""
    calls = Calls(browser)
    extra = tuple(extensions(calls))
    open_paths = ("/health", READY, *(f"{part.route.path}/" for part in extra if part.own_access and isinstance(part.route, Mount)))
    limited_paths = tuple(part.route.path for part in extra if part.keeps_limits and isinstance(part.route, Route))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for part in extra:
                if part.lifespan is not None:
                    await stack.enter_async_context(part.lifespan())
            yield

    app = Starlette(
        routes=[
            *ApprovalRoutes(calls).routes(),
            *ControlRoutes(calls).routes(),
            *ClusterRoutes(calls).routes(),
            *FileRoutes(calls).routes(),
            *EventRoutes(calls).routes(),
            *Routes(calls).routes(),
            *(part.route for part in extra),
        ],
        middleware=[
            Middleware(Draining),
            Middleware(Ending),
            Middleware(
                Guard,
                tokens=tokens,
                hosts=hosts,
                open_paths=open_paths,
                limited_paths=limited_paths,
                token_file=token_file,
                settings=browser.settings,
            ),
        ],
        exception_handlers={RefbrowserError: refused, HTTPException: no_such_route, ClientDisconnect: vanished},
        lifespan=lifespan,
    )
    return app, calls
