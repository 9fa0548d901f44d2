"""`ShopServer`: the demo shop on a port of this machine, under two names so that a page can frame another site."""

import asyncio
import socket
import threading
from typing import Final, Self

import uvicorn

from refbrowser.demo.application import application

_BACKLOG: Final = 64
_START_S: Final = 30.0
_CLOSE_S: Final = 2.0


class ShopServer:
    """A running shop, on a free port unless one is given. Every visitor's cart is their own, kept by a cookie.

    Raises OSError when the port is taken.
    """

    def __init__(self, port: int = 0) -> None:
        self._listener = socket.create_server(("127.0.0.1", port), backlog=_BACKLOG)
        self._port: int = self._listener.getsockname()[1]
        self._server = _Server(
            uvicorn.Config(
                application(self._port),
                loop="asyncio",
                http="h11",
                lifespan="off",
                ws="none",
                # The host's own logging stays as it is, and the caller shows what it does, not what is fetched.
                log_config=None,
                access_log=False,
                server_header=False,
            )
        )
        # A daemon: a program that does not close the shop ends all the same.
        self._thread = threading.Thread(target=self._serve, name="demo-shop", daemon=True)
        self._thread.start()
        self._server.taking_connections.wait(_START_S)

    @property
    def url(self) -> str:
        """The address of the front page. Product pages frame ``http://localhost`` on the same port: another site."""
        return f"http://127.0.0.1:{self._port}/"

    def wait(self) -> None:
        """Blocks until the shop is closed."""
        self._thread.join()

    def close(self) -> None:
        """Stops serving. Takes a moment at most: connections that are still open are dropped."""
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(_CLOSE_S)
        if not self._thread.is_alive():
            # uvicorn, where it is still at it, closes the listener itself.
            self._listener.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _serve(self) -> None:
        asyncio.run(self._server.serve(sockets=[self._listener]))


class _Server(uvicorn.Server):
    """uvicorn, which reports to another thread when it takes connections."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.taking_connections = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.taking_connections.set()
