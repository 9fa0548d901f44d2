"""Heads of HTTP/1.1 messages, read by h11 and written again from what it understood, and where the body behind each one ends."""

from collections.abc import Sequence
from typing import Final, TypeVar

import h11

from refbrowser.egress.framing import Body, Chunked, Everything, Length, Malformed, Nothing
from refbrowser.egress.streams import Connection

MOST_HEADER_BYTES: Final = 256 * 1024

RawHeaders = Sequence[tuple[bytes, bytes]]
Head = TypeVar("Head", h11.Request, h11.Response | h11.InformationalResponse)

_HOP_BY_HOP: Final = frozenset({b"connection", b"proxy-connection", b"keep-alive", b"proxy-authorization", b"te", b"upgrade"})
_ANY_REQUEST: Final = h11.Request(method=b"GET", target=b"/", headers=[(b"host", b"a")])
_HTTP_1_1: Final = b"1.1"


async def read_request(client: Connection) -> h11.Request | None:
    """The head of the next request; None where the client sends no more. Raises :class:`Malformed`, OSError."""
    parser = h11.Connection(h11.SERVER, max_incomplete_event_size=MOST_HEADER_BYTES)
    event = await _next(parser, client)
    return event if isinstance(event, h11.Request) else None


async def read_response(server: Connection) -> h11.Response | h11.InformationalResponse:
    """The head of what the server answers next. Raises :class:`Malformed`, OSError."""
    parser = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEADER_BYTES)
    # It reads no answer before there was a question.
    parser.send(_ANY_REQUEST)
    event = await _next(parser, server)
    if not isinstance(event, h11.Response | h11.InformationalResponse):
        raise Malformed("no answer")
    return event


def request_head(method: bytes, target: bytes, headers: RawHeaders) -> bytes:
    """The bytes of a request's head."""
    return b"%b %b HTTP/1.1\r\n%b" % (method, target, _lines(headers))


def response_head(response: h11.Response | h11.InformationalResponse, headers: RawHeaders) -> bytes:
    """The bytes of an answer's head."""
    return b"HTTP/1.1 %d %b\r\n%b" % (response.status_code, bytes(response.reason), _lines(headers))


def body_of_request(request: h11.Request) -> Body:
    """Where its body ends. Raises :class:`Malformed` where that can be read in two ways."""
    headers = request.headers.raw_items()
    length, chunked = header(headers, b"content-length"), header(headers, b"transfer-encoding")
    if chunked is not None:
        if length is not None:
            raise Malformed("a request with two lengths")
        return Chunked()
    return Length(int(length)) if length is not None else Nothing()


def body_of_response(response: h11.Response, method: bytes) -> Body:
    """Where the body of an answer to a request by ``method`` ends (RFC 9112, 6.3)."""
    if method == b"HEAD" or response.status_code in (204, 304):
        return Nothing()
    headers = response.headers.raw_items()
    if header(headers, b"transfer-encoding") is not None:
        return Chunked()
    length = header(headers, b"content-length")
    return Length(int(length)) if length is not None else Everything()


def persists(response: h11.Response, body: Body) -> bool:
    """Whether the connection that brought it takes another request once ``body`` has been read."""
    if response.http_version != _HTTP_1_1 or isinstance(body, Everything):
        return False
    # Who writes both lengths may mean either: nothing is read behind that.
    if isinstance(body, Chunked) and header(response.headers.raw_items(), b"content-length") is not None:
        return False
    return b"close" not in _connection_tokens(response.headers.raw_items())


def wants_to_close(request: h11.Request) -> bool:
    """Whether the client sends nothing after it."""
    return b"close" in _connection_tokens(request.headers.raw_items())


def header(headers: RawHeaders, name: bytes) -> str | None:
    """The value of ``name``, in lower case, if it is there."""
    return next((value.decode("latin-1") for key, value in headers if key.lower() == name), None)


def end_to_end(event: h11.Request | h11.Response | h11.InformationalResponse) -> list[tuple[bytes, bytes]]:
    """The headers that are for the other end, in the spelling in which they came. Of two lengths the chunks' own is left."""
    raw = event.headers.raw_items()
    not_passed_on = _HOP_BY_HOP | _connection_tokens(raw)
    # They say where the message ends, whatever a Connection header lists.
    not_passed_on -= {b"content-length", b"transfer-encoding"}
    if header(raw, b"transfer-encoding") is not None:
        not_passed_on |= {b"content-length"}
    return [(key, value) for key, value in raw if key.lower() not in not_passed_on]


def _connection_tokens(headers: RawHeaders) -> frozenset[bytes]:
    return frozenset(token.strip().lower() for key, value in headers if key.lower() == b"connection" for token in value.split(b","))


def _lines(headers: RawHeaders) -> bytes:
    return b"".join([b"%b: %b\r\n" % pair for pair in headers]) + b"\r\n"


async def _next(parser: h11.Connection, connection: Connection) -> h11.Event | type[h11.PAUSED]:
    while True:
        # An end that was received is reported to the parser as no bytes.
        parser.receive_data(await connection.read())
        try:
            event = parser.next_event()
        except h11.RemoteProtocolError as failure:
            raise Malformed(str(failure)) from None
        if event is h11.NEED_DATA:
            continue
        if rest := parser.trailing_data[0]:
            connection.put_back(rest)
        return event  # type: ignore[return-value]
