"""Standard output for the SDK's writer, which never waits for a client that has stopped reading."""

import asyncio
import os
import queue
import threading
from collections.abc import Callable
from functools import partial

from refbrowser import posix
from refbrowser.adapters.mcp.pending import Pending


class Stdout:
    """The stream of messages on standard output; ``on_gone`` is called once nobody reads it any more.

    File descriptor 1 is standard error from then on, so that nothing else is written among the messages. The thread that writes
    them ends with the process alone: a full pipe must not keep a process whose client has left.
    """

    def __init__(self, pending: Pending, on_gone: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._pending, self._on_gone = pending, on_gone
        self._queue: queue.SimpleQueue[tuple[bytes, asyncio.Future[None]]] = queue.SimpleQueue()
        self._unwritten: set[asyncio.Future[None]] = set()
        self._ended = False
        wire = os.dup(1)
        os.dup2(2, 1)
        for run in (self._pump, self._watch):
            threading.Thread(target=run, args=(wire,), name="stdout", daemon=True).start()

    async def write(self, text: str) -> None:
        """Write one message; nothing after the end."""
        if self._ended or not self._pending.sends(text):
            return
        written = self._loop.create_future()
        self._unwritten.add(written)
        try:
            self._queue.put((text.rstrip("\n").encode() + b"\n", written))
            await written
            self._pending.sent(text)
        finally:
            self._unwritten.discard(written)

    async def flush(self) -> None:
        """Each message is written as a whole."""

    async def end(self, seconds: float) -> None:
        """Answer what is late, as far as the client reads within ``seconds``, and write nothing from then on."""
        try:
            async with asyncio.timeout(seconds):
                for text in self._pending.late():
                    await self.write(text)
        except TimeoutError:
            pass
        self._gone()

    def _gone(self) -> None:
        if not self._ended:
            self._ended = True
            for written in self._unwritten:
                _written(written)
            self._pending.abandon()
            self._on_gone()

    def _pump(self, wire: int) -> None:
        while True:
            rest, written = self._queue.get()
            try:
                while rest:
                    rest = rest[os.write(wire, rest) :]
            except OSError:
                rest = b""
                self._call(self._gone)
            self._call(partial(_written, written))

    def _watch(self, wire: int) -> None:
        if posix.reader_has_gone(wire):
            self._call(self._gone)

    def _call(self, work: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(work)
        except RuntimeError:
            return  # the loop is closed


def _written(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
