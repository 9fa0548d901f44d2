"""People who look on, in a process of their own: ``python -m benchmarks.watching.lookers``.

Takes one JSON request a line: ``{"come": url, "chat": name, "painting": n, "stalled": n}`` answers ``{"ms"}``, how long the first
picture took, once every one has it; ``{"seen": true}`` answers ``{"pictures"}``, how many the first was sent; ``{"go": true}`` closes all and answers ``{"pictures"}``, how many each who paints was sent.
Pictures are acknowledged as they come and not decoded: a person's own machine does that.
"""

import asyncio
import json
import struct
import sys
import time
import uuid
from dataclasses import dataclass
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

SIZE: Final = {"width": 1280, "height": 720}
_SEQUENCE: Final = struct.Struct("<4xI")


@dataclass
class Looker:
    """One connection. Who is stalled takes the first picture, and then nothing more from the wire."""

    socket: ClientConnection
    stalled: bool
    pictures: int = 0

    async def look(self, first: asyncio.Event) -> None:
        try:
            async for message in self.socket:
                if isinstance(message, bytes):
                    self.pictures += 1
                    first.set()
                    if self.stalled:
                        await asyncio.Event().wait()
                    sequence = _SEQUENCE.unpack_from(message)[0]
                    await self.socket.send(json.dumps({"type": "painted", "sequence": sequence}))
        except ConnectionClosed:
            return


async def _come(url: str, chat: str, stalled: bool, stack: list[tuple[Looker, "asyncio.Task[None]"]]) -> float:
    base, _, token = url.partition("#token=")
    offered = [Subprotocol(name) for name in ("refbrowser.viewer.2", f"token.{token}", f"viewer.{uuid.uuid4().hex}")]
    began = time.perf_counter()
    address = base.replace("http:", "ws:") + "socket"
    socket = await connect(address, origin=Origin(base.rstrip("/")), subprotocols=offered, compression=None)
    looker, first = Looker(socket, stalled), asyncio.Event()
    stack.append((looker, asyncio.ensure_future(looker.look(first))))
    await socket.send(json.dumps({"type": "watch", "chat": chat, **SIZE}))
    async with asyncio.timeout(10):
        await first.wait()
    return (time.perf_counter() - began) * 1000


async def _go(stack: list[tuple[Looker, "asyncio.Task[None]"]]) -> list[int]:
    counts = [looker.pictures for looker, _ in stack if not looker.stalled]
    for looker, task in stack:
        task.cancel()
        if looker.stalled:
            # Its closing handshake would stand behind all that it never took.
            looker.socket.transport.abort()
        else:
            await looker.socket.close()
    await asyncio.gather(*(task for _, task in stack), return_exceptions=True)
    stack.clear()
    return counts


async def _main() -> None:
    stack: list[tuple[Looker, asyncio.Task[None]]] = []
    while line := await asyncio.to_thread(sys.stdin.readline):
        request: dict[str, Any] = json.loads(line)
        if "come" in request:
            people = [False] * request["painting"] + [True] * request["stalled"]
            took = [await _come(request["come"], request["chat"], stalled, stack) for stalled in people]
            answer: dict[str, Any] = {"ms": took[0]}
        elif "seen" in request:
            answer = {"pictures": stack[0][0].pictures}
        else:
            answer = {"pictures": await _go(stack)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(_main())
