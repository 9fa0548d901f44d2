"""Connections: bytes that came and wait to be read, bytes that go out, and one connection's bytes passed on to another."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from refbrowser.egress.framing import Body, Everything, Malformed

LINGER_S: Final = 300.0
"""How long the end of what was sent may take to be taken: a page may stop reading for long."""

MOST_UNREAD: Final = 256 * 1024
"""How much of a connection waits to be read before the other side is made to wait."""

GONE: Final = (OSError, EOFError)
"""What reading from and writing to a connection raises when the other side has left."""


class Connection(asyncio.Protocol):
    """One TCP connection. Reading, writing and passing on need no task and copy nothing twice."""

    def __init__(self, accepted: "Callable[[Connection], None] | None" = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._accepted = accepted
        self._transport: asyncio.Transport
        self._unread = bytearray()
        self._ended = False
        self._lost = False
        self._failure: Exception | None = None
        self._full = False
        self._held = False
        self._reading: asyncio.Future[None] | None = None
        self._has_room: asyncio.Future[None] | None = None
        self._passing: Passing | None = None
        self._sources: list[Passing] = []
        self._next: Callable[[], object] | None = None
        self.on_left: Callable[[], object] | None = None
        """Called once the other side sends no more, unless its bytes are being passed on."""

    # What asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self._accepted is not None:
            self._accepted(self)

    def data_received(self, data: bytes) -> None:
        if self._passing is not None:
            self._passing.feed(data)
            return
        self._unread += data
        self._hold(len(self._unread) >= MOST_UNREAD)
        self._wake()

    def eof_received(self) -> bool:
        self._ended = True
        if self._passing is not None:
            self._passing.end()
        self._leave()
        # The other direction goes on; of TLS, asyncio ends both.
        return self._transport.get_extra_info("ssl_object") is None

    def connection_lost(self, exc: Exception | None) -> None:
        self._failure = exc
        clean = self._ended and exc is None
        self._ended = self._lost = True
        if self._passing is not None:
            self._passing.end() if clean else self._passing.fail(exc or ConnectionResetError("the connection was closed"))
        for passing in tuple(self._sources):
            passing.fail(ConnectionResetError("the other side was closed"))
        self._make_room()
        self._leave()

    def pause_writing(self) -> None:
        self._full = True
        for passing in self._sources:
            passing.source._hold(True)

    def resume_writing(self) -> None:
        self._full = False
        for passing in self._sources:
            passing.source._hold(False)
        self._make_room()

    # What a proxy calls.

    @property
    def address(self) -> str:
        """The other side's address."""
        return str((self._transport.get_extra_info("peername") or ("",))[0])

    @property
    def ended(self) -> bool:
        """Whether the other side has left: nothing more comes than what is unread."""
        return self._ended

    @property
    def idle(self) -> bool:
        """Whether it is open and nothing has come: what a server sends unasked makes its connection useless."""
        return not self._ended and not self._unread

    def on_next(self, call: Callable[[], object]) -> None:
        """Calls once, now or later: when something can be read, or nothing more will come."""
        self._next = call
        if self._unread or self._ended:
            self._wake()

    async def read(self) -> bytes:
        """What has come, as soon as that is something; nothing at the end. Raises OSError."""
        while not self._unread:
            if self._failure is not None:
                raise self._failure
            if self._ended:
                return b""
            self._reading = self._loop.create_future()
            try:
                await self._reading
            finally:
                self._reading = None
        return self.taken()

    def taken(self) -> bytes:
        """What has come so far."""
        data = bytes(self._unread)
        self._unread.clear()
        self._hold(False)
        return data

    def put_back(self, data: bytes) -> None:
        """``data`` is what is read next."""
        self._unread[:0] = data

    def write(self, *parts: bytes) -> None:
        """Sends ``parts``, or keeps them until they can be sent."""
        given = [part for part in parts if part]
        if given and not self._lost:
            self._transport.write(given[0] if len(given) == 1 else b"".join(given))

    async def drain(self) -> None:
        """Waits while the other side takes no more. Raises OSError once it is gone."""
        if self._full and not self._lost:
            self._has_room = self._loop.create_future()
            await self._has_room
        if self._lost:
            raise self._failure or ConnectionResetError("the connection was closed")

    def end_writing(self) -> None:
        """Says that nothing more is sent; the other direction goes on."""
        with suppress(*GONE):
            if not self._lost and self._transport.can_write_eof():
                self._transport.write_eof()

    def abort(self) -> None:
        """Ends it now; what was not sent is dropped."""
        self._transport.abort()

    def end(self) -> None:
        """Ends it when what is left has been sent; a side that takes nothing is waited for a while."""
        self._transport.close()
        # A transport of TLS whose connection is lost has no buffer that it could be asked for.
        if not self._lost and self._transport.get_write_buffer_size():
            self._loop.call_later(LINGER_S, self._transport.abort)

    def _hold(self, hold: bool) -> None:
        if hold is not self._held and not self._ended:
            self._held = hold
            self._transport.pause_reading() if hold else self._transport.resume_reading()

    def _make_room(self) -> None:
        if self._has_room is not None and not self._has_room.done():
            self._has_room.set_result(None)

    def _leave(self) -> None:
        on_left, self.on_left = self.on_left, None
        if on_left is not None:
            on_left()
        self._wake()

    def _wake(self) -> None:
        if self._reading is not None and not self._reading.done():
            self._reading.set_result(None)
        call, self._next = self._next, None
        if call is not None:
            call()


class Passing:
    """A body on its way from ``source`` to ``sink``, as it comes, behind its ``head``. It begins at once; ``ended`` is its end,
    with its failure."""

    def __init__(self, source: Connection, sink: Connection, body: Body, head: bytes = b"") -> None:
        self.source = source
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sink = sink
        self._body = body
        self._head = head
        if body.done:
            sink.write(head)
            self.ended.set_result(None)
            return
        source._passing = self
        sink._sources.append(self)
        if source._unread:
            # In one piece with the head: each piece wakes the other side.
            self.feed(source.taken())
        elif head:
            self._head = b""
            sink.write(head)
        if source._ended and not self.ended.done():
            self.end() if source._failure is None else self.fail(source._failure)

    @property
    def complete(self) -> bool:
        """Whether all of it was passed on."""
        return self.ended.done() and not self.ended.cancelled() and self.ended.exception() is None

    async def wait(self) -> None:
        """Until the end. Raises :class:`Malformed`, OSError."""
        try:
            await self.ended
        finally:
            self.stop()

    def feed(self, data: bytes) -> None:
        """Called with what came."""
        try:
            count = self._body.feed(data)
        except Malformed as failure:
            self.fail(failure)
            return
        head, self._head = self._head, b""
        self._sink.write(head, data if count == len(data) else data[:count])
        if self._body.done:
            self._settle(None)
        elif self._sink._full:
            self.source._hold(True)
        if count < len(data):
            self.source.put_back(data[count:])

    def end(self) -> None:
        """Called when nothing more comes."""
        try:
            self._body.end()
        except Malformed as failure:
            self.fail(failure)
        else:
            self._settle(None)

    def fail(self, failure: Exception) -> None:
        """Called when one of the connections was lost."""
        self._settle(failure)

    def stop(self) -> None:
        """What comes from now on is read by others."""
        if self.source._passing is self:
            self.source._passing = None
            self.source._hold(False)
        if self in self._sink._sources:
            self._sink._sources.remove(self)
        if self.ended.done() and not self.ended.cancelled():
            # What failed shows in the other direction too: no caller needs to have waited for this one.
            self.ended.exception()

    def _settle(self, failure: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_exception(failure) if failure is not None else self.ended.set_result(None)
        self.stop()


async def joined_while(allowed: Callable[[bytes], Awaitable[bool]], first: Connection, other: Connection) -> None:
    """As :func:`joined`, but whatever ``first`` sends goes on only if ``allowed`` says so now; else both are closed at once."""
    back = Passing(other, first, Everything())
    back.ended.add_done_callback(lambda _: first.end_writing())
    try:
        while data := await first.read():
            if not await allowed(data):
                return
            other.write(data)
            await other.drain()
        other.end_writing()
        await back.wait()
    finally:
        back.stop()
        for connection in (first, other):
            connection.end() if back.complete else connection.abort()


async def joined(first: Connection, other: Connection) -> None:
    """Passes on both ways until both sides have ended, or one is lost; both are closed then."""
    ways = (Passing(first, other, Everything()), Passing(other, first, Everything()))
    ways[0].ended.add_done_callback(lambda _: other.end_writing())
    ways[1].ended.add_done_callback(lambda _: first.end_writing())
    try:
        await asyncio.wait([way.ended for way in ways], return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for way in ways:
            way.stop()
        for connection in (first, other):
            connection.end() if all(way.complete for way in ways) else connection.abort()
