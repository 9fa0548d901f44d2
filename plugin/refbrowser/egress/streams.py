"""Byte streams: one connection's two directions, copied, and closed without waiting for the other side."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, SupportsIndex

CHUNK: Final = 256 * 1024
CLOSE_S: Final = 1.0

GONE: Final = (OSError, EOFError, asyncio.LimitOverrunError)
"""What reading from and writing to a connection raises when the other side has left."""


@dataclass(frozen=True, slots=True)
class Stream:
    """One connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @property
    def address(self) -> str:
        """The other side's address."""
        return str((self.writer.get_extra_info("peername") or ("",))[0])

    async def send(self, data: bytes) -> None:
        """Writes, and waits while the other side takes no more."""
        self.writer.write(data)
        await self.writer.drain()

    def abort(self) -> None:
        """Ends it now; what was not sent is dropped."""
        self.writer.transport.abort()

    async def close(self) -> None:
        """Sends what is left, within a second, and ends it."""
        self.writer.close()
        try:
            async with asyncio.timeout(CLOSE_S):
                await self.writer.wait_closed()
        except (*GONE, TimeoutError):
            self.abort()


class WatchedReader(asyncio.StreamReader):
    """A reader that needs no task to notice what comes: ``left`` is set when the other side sends no more, and :meth:`on_next`
    calls when there is something to read."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(limit=CHUNK, loop=loop)
        self.left: asyncio.Future[None] = loop.create_future()
        self._unread = False
        self._next: Callable[[], object] | None = None

    def on_next(self, call: Callable[[], object]) -> None:
        """Calls once, now or later: when something can be read, or nothing more will come."""
        self._next = call
        if self._unread or self.left.done():
            self._came()

    def feed_data(self, data: Iterable[SupportsIndex]) -> None:
        super().feed_data(data)
        self._unread = True
        self._came()

    async def read(self, n: int = -1) -> bytes:
        data = await super().read(n)
        # What one reading leaves is read by the next, before anything is waited for.
        self._unread = len(data) == n
        return data

    def feed_eof(self) -> None:
        super().feed_eof()
        self._leave()

    def set_exception(self, exc: Exception) -> None:
        super().set_exception(exc)
        self._leave()

    def _leave(self) -> None:
        if not self.left.done():
            self.left.set_result(None)
        self._came()

    def _came(self) -> None:
        call, self._next = self._next, None
        if call is not None:
            call()


async def copy(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    """Everything that comes, until the end, which is passed on."""
    while data := await source.read(CHUNK):
        sink.write(data)
        await sink.drain()
    with suppress(*GONE):
        if sink.can_write_eof():
            sink.write_eof()


async def joined(one: Stream, other: Stream) -> None:
    """Copies both ways until both sides have ended, or one is lost; both are closed then."""
    ways = [asyncio.ensure_future(copy(one.reader, other.writer)), asyncio.ensure_future(copy(other.reader, one.writer))]
    try:
        done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_EXCEPTION)
        for way in done:
            with suppress(*GONE):
                way.result()
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        one.abort() if any(way.cancelled() for way in ways) else one.writer.close()
        other.abort() if any(way.cancelled() for way in ways) else other.writer.close()
