"""MCP over a WebSocket of the local server, as over standard input and output: what ``refbrowser mcp --shared`` hands on."""

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from refbrowser.adapters.mcp.stdin import Lines

_GONE: Final = (WebSocketDisconnect, RuntimeError, OSError)
"""What the socket raises once the client has left it."""


class SocketLines(Lines):
    """The messages that come over the socket, one to a frame."""

    def __init__(self, read: Callable[[str], bool], socket: WebSocket) -> None:
        super().__init__(read)
        self._socket = socket

    async def lines(self) -> AsyncIterator[bytes]:
        with suppress(*_GONE):
            while True:
                yield (await self._socket.receive_text()).encode()


class SocketSink:
    """The socket in place of standard output: the SDK writes one message at a time."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def write(self, text: str) -> None:
        """Send one message."""
        with suppress(*_GONE):
            await self._socket.send_text(text.rstrip("\n"))

    async def flush(self) -> None:
        """Each message is sent as it is written."""
