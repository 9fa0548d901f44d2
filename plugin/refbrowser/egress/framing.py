"""Where the body of a message ends (RFC 9112, 6 and 7.1), found in the bytes as they pass by. Pure.

Nothing is repaired: what passes on is what came, byte by byte, so two readers must not be able to read it in two ways. Lines end in
CRLF, a size is up to 16 hexadecimal digits, and what stands behind it has no control characters.
"""

import re
from typing import Final, Protocol

MOST_LINE_BYTES: Final = 16 * 1024
MOST_TRAILER_BYTES: Final = 64 * 1024

_SIZE: Final = re.compile(rb"([0-9a-fA-F]{1,16})(?:[ \t]*;[\t\x20-\x7e\x80-\xff]*)?")
_TRAILER: Final = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*")


class Malformed(Exception):
    """What came is no HTTP, or ended in the middle of it."""


class Body(Protocol):
    """Where the bytes that are passed on end."""

    @property
    def done(self) -> bool:
        """Whether nothing more belongs to it."""
        ...

    def feed(self, data: bytes) -> int:
        """How many of ``data``'s first bytes belong to it; all, unless it is done then. Raises :class:`Malformed`."""
        ...

    def end(self) -> None:
        """The other side sends no more. Raises :class:`Malformed` if something is missing."""
        ...


class Nothing:
    """No body."""

    done = True

    def feed(self, data: bytes) -> int:
        return 0

    def end(self) -> None:
        return


class Length:
    """A body of so many bytes."""

    def __init__(self, count: int) -> None:
        self._left = count

    @property
    def done(self) -> bool:
        return self._left == 0

    def feed(self, data: bytes) -> int:
        count = min(self._left, len(data))
        self._left -= count
        return count

    def end(self) -> None:
        raise Malformed("the body ended early")


class Chunked:
    """A body in chunks, with its trailers. Raises :class:`Malformed` before a byte of a line that is not well formed is passed on,
    except for a line's beginning that came alone."""

    def __init__(self) -> None:
        self.done = False
        self._in_chunk = 0
        """Bytes of the present chunk that are still to come, with the two that end it."""
        self._line = b""
        self._trailers: int | None = None

    def feed(self, data: bytes) -> int:
        place = 0
        while place < len(data) and not self.done:
            place = self._chunk(data, place) if self._in_chunk else self._next_line(data, place)
        return place

    def end(self) -> None:
        raise Malformed("the body ended early")

    def _chunk(self, data: bytes, place: int) -> int:
        count = min(self._in_chunk, len(data) - place)
        after = self._in_chunk - count
        if after < 2:
            # Its last bytes are here: of what has come, those that are the chunk's end.
            ending = b"\r\n"[max(0, 2 - self._in_chunk) : 2 - after]
            if data[place + count - len(ending) : place + count] != ending:
                raise Malformed("a chunk is longer than its size")
        self._in_chunk = after
        return place + count

    def _next_line(self, data: bytes, place: int) -> int:
        end = data.find(b"\n", place)
        self._line += data[place : end + 1 if end >= 0 else len(data)]
        if len(self._line) > MOST_LINE_BYTES:
            raise Malformed("a line of a chunked body is too long")
        if end < 0:
            return len(data)
        line, self._line = self._line, b""
        if not line.endswith(b"\r\n"):
            raise Malformed("a line of a chunked body does not end in CRLF")
        self._read(line[:-2])
        return end + 1

    def _read(self, line: bytes) -> None:
        if self._trailers is None:
            size = _SIZE.fullmatch(line)
            if size is None:
                raise Malformed("a chunk has no size")
            count = int(size[1], 16)
            if count:
                self._in_chunk = count + 2
            else:
                self._trailers = 0
        elif not line:
            self.done = True
        else:
            self._trailers += len(line)
            if self._trailers > MOST_TRAILER_BYTES or not _TRAILER.fullmatch(line):
                raise Malformed("a trailer is malformed, or they are too long")


class Everything:
    """A body that ends with its connection."""

    done = False

    def feed(self, data: bytes) -> int:
        return len(data)

    def end(self) -> None:
        self.done = True
