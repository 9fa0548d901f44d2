"""A viewer without a page: what comes over the socket, and what it says there."""

import asyncio
import io
import json
import struct
import uuid
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from PIL import Image
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

PATIENCE_S = 15.0
QUIET_S = 0.4
"""Several times what a picture takes to come."""


@dataclass(frozen=True, slots=True)
class Picture:
    stream: int
    sequence: int
    width: int
    height: int
    jpeg: bytes

    def pixel(self) -> tuple[int, int, int]:
        """The colour in the middle."""
        with Image.open(io.BytesIO(self.jpeg)) as image:
            red, green, blue = image.convert("RGB").getpixel((image.width // 2, image.height // 2))  # type: ignore[misc]
        return int(red), int(green), int(blue)


class Eye:
    """Paints every picture at once, or none."""

    def __init__(self, socket: ClientConnection, *, paints: bool) -> None:
        self._socket = socket
        self._paints = paints
        self._pictures: deque[Picture] = deque()
        self._messages: deque[dict[str, Any]] = deque()
        self._came = asyncio.Condition()

    async def listen(self) -> None:
        try:
            async for data in self._socket:
                async with self._came:
                    if isinstance(data, str):
                        self._messages.extend(json.loads(data))
                    else:
                        stream, sequence, width, height, _ = struct.unpack_from("<IIHHd", data)
                        self._pictures.append(Picture(stream, sequence, width, height, data[20:]))
                        if self._paints:
                            await self.send(type="painted", sequence=sequence)
                    self._came.notify_all()
        except ConnectionClosed:
            return

    async def send(self, **message: Any) -> None:
        await self._socket.send(json.dumps(message))

    async def watch(self, chat: str, **wish: Any) -> None:
        await self.send(**{"type": "watch", "chat": chat, "width": 1280, "height": 720, **wish})

    async def picture(self) -> Picture:
        """The next picture that was not asked for yet."""
        async with asyncio.timeout(PATIENCE_S), self._came:
            await self._came.wait_for(lambda: self._pictures)
            return self._pictures.popleft()

    async def message(self, kind: str, **parts: Any) -> dict[str, Any]:
        """The next message of that type with those parts; what came before it is dropped."""

        def found() -> dict[str, Any] | None:
            while self._messages:
                message = self._messages.popleft()
                if message["type"] == kind and parts.items() <= message.items():
                    return message
            return None

        async with asyncio.timeout(PATIENCE_S), self._came:
            while (message := found()) is None:
                await self._came.wait()
            return message

    async def round_trip(self, chat: str) -> None:
        """Everything said before this has been heard."""
        await self.send(type="go", chat=chat, browser_id=99_999, to="reload")
        await self.message("problem")

    def waiting_pictures(self) -> int:
        return len(self._pictures)

    async def quiet(self, most: int = 0) -> None:
        """Fails if more than ``most`` pictures come before none comes any more."""
        for _ in range(most + 1):
            try:
                async with asyncio.timeout(QUIET_S), self._came:
                    await self._came.wait_for(lambda: self._pictures)
                    self._pictures.clear()
            except TimeoutError:
                return
        raise AssertionError("pictures came although nothing was to be seen")


@asynccontextmanager
async def connected(
    url: str,
    *,
    token: str | None = None,
    origin: str | None = None,
    host: str | None = None,
    name: str | None = None,
    version: str = "refbrowser.viewer.2",
) -> AsyncIterator[ClientConnection]:
    """A socket as the page at ``url`` would open it, or as somebody else would. Raises websockets' InvalidStatus when refused."""
    base, _, own = url.partition("#token=")
    port = urlsplit(base).port
    if host is not None:
        base = base.replace("127.0.0.1", host)
    offered = [version, f"token.{own if token is None else token}", f"viewer.{name or uuid.uuid4().hex}"]
    address = base.replace("http:", "ws:") + "socket"
    async with connect(
        address,
        origin=Origin(f"http://{urlsplit(base).netloc}" if origin is None else origin),
        subprotocols=offered,  # type: ignore[arg-type]
        compression=None,
        host="127.0.0.1",
        port=port,
    ) as socket:
        yield socket


@asynccontextmanager
async def watching(
    url: str, chat: str, *, paints: bool = True, name: str | None = None, token: str | None = None
) -> AsyncIterator[Eye]:
    """Somebody who looks at the chat's active tab."""
    async with connected(url, name=name, token=token) as socket:
        eye = Eye(socket, paints=paints)
        listening = asyncio.ensure_future(eye.listen())
        try:
            await eye.watch(chat)
            yield eye
        finally:
            listening.cancel()
            await asyncio.wait({listening})
