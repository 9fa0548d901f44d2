"""Standard input for the SDK's reader, with its messages repaired or refused beforehand."""

import asyncio
import contextlib
import os
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import anyio

from refbrowser.adapters.mcp.messages import Refused, received
from refbrowser.adapters.mcp.pending import Pending
from refbrowser.adapters.mcp.stdout import Stdout

MOST_BYTES: Final = 16 * 1024 * 1024
"""The longest line; of a longer one the beginning is kept, which is no JSON."""

_BLOCK: Final = 65_536
_AHEAD: Final = 16
"""Blocks that are read before they are needed."""

_LATE_S: Final = 2.0
"""How long a client may take to read that its last requests are cancelled."""

Refuse = Callable[[Refused], Awaitable[None]]


class Lines:
    """The messages of a client, each a line, once: the SDK's ``stdio_server`` iterates over it. ``read`` is as in
    ``messages.received``."""

    def __init__(self, read: Callable[[str], bool]) -> None:
        self._read = read
        self._refuse: asyncio.Future[Refuse] = asyncio.get_running_loop().create_future()

    def refuse_with(self, refuse: Refuse) -> None:
        """How refusals are answered; the first one waits for it."""
        self._refuse.set_result(refuse)

    def lines(self) -> AsyncIterator[bytes]:
        """The lines as they come."""
        raise NotImplementedError

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self.lines():
            message = received(line.decode(errors="replace"), self._read)
            if isinstance(message, str):
                yield message
            elif message is not None:
                refuse = await asyncio.shield(self._refuse)
                with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # nobody reads any more
                    await refuse(message)


class Stdin(Lines):
    """The lines of standard input, with ``stdout`` for the answers. At the end of the input, they end once the requests that were
    made are answered, within ``END_S``, or once nobody reads the answers.

    File descriptor 0 is the null device from then on, so that no child process reads the client's messages. The thread that waits
    for them ends with the process alone: nothing can end a read, and a process that was interrupted must not wait for one.
    """

    def __init__(self, read: Callable[[str], bool]) -> None:
        super().__init__(read)
        self._loop = asyncio.get_running_loop()
        self._blocks: asyncio.Queue[bytes] = asyncio.Queue()
        self._room = threading.Semaphore(_AHEAD)
        self._pending = Pending()
        self.stdout = Stdout(self._pending, on_gone=lambda: self._blocks.put_nowait(b""))
        wire, null = os.dup(0), os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        threading.Thread(target=self._pump, args=(wire,), name="stdin", daemon=True).start()

    async def lines(self) -> AsyncIterator[bytes]:
        async for line in self._given():
            self._pending.received(line)
            yield line
        async for refusal in self._pending.refusals():
            yield refusal
        await self.stdout.end(_LATE_S)

    async def _given(self) -> AsyncIterator[bytes]:
        held = bytearray()
        while block := await self._blocks.get():
            self._room.release()
            *ends, rest = block.split(b"\n")
            for end in ends:
                held += end[: MOST_BYTES - len(held)]
                yield bytes(held)
                held.clear()
            held += rest[: MOST_BYTES - len(held)]
        if held:
            yield bytes(held)

    def _pump(self, wire: int) -> None:
        # By the descriptor: a buffered file that a thread holds while the interpreter ends would abort it.
        block = b" "
        while block:
            self._room.acquire()
            try:
                block = os.read(wire, _BLOCK)
            except OSError:
                block = b""  # the terminal or the pipe has gone, which is an end too
            try:
                self._loop.call_soon_threadsafe(self._blocks.put_nowait, block)
            except RuntimeError:
                return  # the loop is closed
