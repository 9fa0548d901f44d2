"""HTTP/1.1 over a stream, by h11: events in, events out, and a body that is passed on as it comes."""

from collections.abc import Sequence
from typing import Final, cast

import h11

from refbrowser.egress.streams import CHUNK, Stream

MOST_HEADER_BYTES: Final = 256 * 1024

RawHeaders = Sequence[tuple[bytes, bytes]]

_HOP_BY_HOP: Final = frozenset({b"connection", b"proxy-connection", b"keep-alive", b"proxy-authorization", b"te", b"upgrade"})


class Malformed(Exception):
    """What came is no HTTP, or ended in the middle of it."""


class Http1:
    """One side of a connection: ``role`` is what we are on it."""

    def __init__(self, stream: Stream, role: type[h11.CLIENT] | type[h11.SERVER]) -> None:
        self.stream = stream
        self._connection = h11.Connection(role, max_incomplete_event_size=MOST_HEADER_BYTES)

    async def next(self) -> h11.Event | type[h11.PAUSED]:
        """The next event. Raises :class:`Malformed`, OSError."""
        while True:
            try:
                event = self._connection.next_event()
            except h11.RemoteProtocolError as failure:
                raise Malformed(str(failure)) from None
            if event is not h11.NEED_DATA:
                return cast("h11.Event", event)
            self._connection.receive_data(await self.stream.reader.read(CHUNK))

    async def send(self, event: h11.Event) -> None:
        """Sends ``event``. Raises :class:`Malformed`, OSError."""
        try:
            parts = self._connection.send_with_data_passthrough(event)
        except h11.LocalProtocolError as failure:
            raise Malformed(str(failure)) from None
        if parts:
            self.stream.writer.writelines(parts)
            await self.stream.writer.drain()

    @property
    def can_go_on(self) -> bool:
        """Whether another exchange may follow on this connection; after this it has begun."""
        if self._connection.our_state is not h11.DONE or self._connection.their_state is not h11.DONE:
            return False
        self._connection.start_next_cycle()
        return True

    @property
    def left_over(self) -> bytes:
        """What came behind the last event."""
        return self._connection.trailing_data[0]


def header(headers: RawHeaders, name: bytes) -> str | None:
    """The value of ``name``, in lower case, if it is there."""
    return next((value.decode("latin-1") for key, value in headers if key.lower() == name), None)


def end_to_end(event: h11.Request | h11.Response) -> list[tuple[bytes, bytes]]:
    """The headers that are for the other end, in the spelling in which they came."""
    raw = event.headers.raw_items()
    named = {token.strip().lower() for key, value in raw if key.lower() == b"connection" for token in value.split(b",")}
    return [(key, value) for key, value in raw if key.lower() not in _HOP_BY_HOP and key.lower() not in named]
