"""The viewer in its own server, on the running event loop."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.applications import Starlette

from refbrowser.errors import BrowserFailure
from refbrowser.service.chats.manager import Browser
from refbrowser.viewer.access import LOOPBACK, Access
from refbrowser.viewer.application import application
from refbrowser.viewer.viewer import Viewer

STOP_S: Final = 3
"""Time for connections to end, in seconds."""


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the embedding program."""
        yield


class RunningViewer:
    """A listening server.

    ``url`` opens the viewer with full access; ``access`` issues narrower tokens for :meth:`url_for`. The token is in the URL's
    fragment, which browsers do not send, so it reaches no log. ``shared`` is the state that all viewers share.
    """

    def __init__(self, app: Starlette, access: Access, server: _Server, listener: socket.socket, host: str) -> None:
        self.access = access
        self.shared: Viewer = app.state.viewer
        self._server = server
        self._listener = listener
        port = listener.getsockname()[1]
        self._address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        self.url = self.url_for(access.issue())
        self._task = asyncio.ensure_future(server.serve(sockets=[listener]))

    def url_for(self, token: str) -> str:
        """Return the URL that opens the viewer with ``token``."""
        return f"{self._address}#token={token}"

    async def close(self) -> None:
        """End every connection, hand tabs back, and stop listening."""
        self._server.should_exit = True
        await self.shared.close()
        await asyncio.wait({self._task}, timeout=2 * STOP_S)
        self._listener.close()


async def serve(browser: Browser, host: str = "127.0.0.1", port: int = 0, access: Access | None = None) -> RunningViewer:
    """Serve the viewer of ``browser`` and return the running server. Call it on the browser's event loop.

    Port 0 selects a free port. A client that reaches ``host`` and has the token sees and controls the chats. Raises
    :class:`BrowserFailure` (``launch_failed``) when the address is not available.
    """
    access = access or Access({*LOOPBACK, host})
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as failure:
        raise BrowserFailure(
            f"The viewer cannot listen on {host}:{port} ({failure.strerror}); choose another host or port.", code="launch_failed"
        ) from failure
    app = application(browser, access)
    config = uvicorn.Config(
        app,
        log_config=None,
        # Level debug would log WebSocket frames, which contain what people type.
        log_level="info",
        access_log=False,
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=4_000_000,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP_S,
    )
    return RunningViewer(app, access, _Server(config), listener, host)
