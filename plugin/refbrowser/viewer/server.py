"""The viewer in a server of its own, on the event loop that is running."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.applications import Starlette

from refbrowser.errors import BrowserFailure
from refbrowser.service.manager import Browser
from refbrowser.viewer.access import LOOPBACK, Access
from refbrowser.viewer.application import application
from refbrowser.viewer.viewer import Viewer

STOP_S: Final = 3
"""How long connections may take to end."""


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals belong to the program that embeds this."""
        yield


class RunningViewer:
    """A server that listens. ``url`` opens the viewer with everything allowed; ``access`` issues narrower tokens for
    :meth:`url_for`; ``shared`` is what its viewers share. The token stands behind ``#``, so no server and no log ever sees it."""

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
        """The address that opens the viewer with ``token``."""
        return f"{self._address}#token={token}"

    async def close(self) -> None:
        """Ends every connection, gives held tabs back, and stops listening."""
        self._server.should_exit = True
        await self.shared.close()
        await asyncio.wait({self._task}, timeout=2 * STOP_S)
        self._listener.close()


async def serve(browser: Browser, host: str = "127.0.0.1", port: int = 0, access: Access | None = None) -> RunningViewer:
    """A viewer of ``browser`` at that address (port 0: a free one). Call it on the browser's event loop; whoever can reach ``host``
    and has the token sees and steers the chats. Raises :class:`BrowserFailure` when the address cannot be listened on."""
    access = access or Access({*LOOPBACK, host})
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as failure:
        raise BrowserFailure(f"The viewer cannot listen on {host}:{port}: {failure.strerror}.", code="launch_failed") from failure
    app = application(browser, access)
    config = uvicorn.Config(
        app,
        log_config=None,
        # At a lower level it logs what comes over the socket, and so what people type.
        log_level="info",
        access_log=False,
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=4_000_000,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP_S,
    )
    return RunningViewer(app, access, _Server(config), listener, host)
