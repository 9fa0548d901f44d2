"""Who asks for an internal address, found out of the request itself and, where that does not say, of the browser."""

import asyncio
from typing import Final

import h11

from refbrowser.egress.framing import Malformed
from refbrowser.egress.gate import Gate
from refbrowser.egress.http1 import MOST_HEADER_BYTES, RawHeaders, header
from refbrowser.egress.requests import Requests
from refbrowser.egress.streams import Connection
from refbrowser.policy.askers import Headers, by_headers, by_report, distinct
from refbrowser.policy.egress import Asker
from refbrowser.policy.hosts import authority

FIRST_BYTES_S: Final = 10.0
REPORT_S: Final = 0.02
"""How long what goes through a TLS tunnel to an internal host waits for a report of who sends it: it says nothing itself. Reports
are made before the bytes are sent, and come within milliseconds; on a busy machine they queue, and that is waited for, too."""

NO_REQUEST_BYTES: Final = 128
"""The first request of Chromium's on a connection takes twice as much, in HTTP/2 too; flow control and pings, which go on when the
browser reports nothing any more, as for a download, take less."""

_TLS_HANDSHAKE: Final = 0x16


async def asker_of_request(
    gate: Gate, requests: Requests, url: str, place: tuple[str, int], headers: RawHeaders, *, reads: bool = False
) -> Asker:
    """Who makes a request over plain HTTP; one that ``reads`` may be Chromium's own, for the rest of a download."""
    origin_headers = Headers(header(headers, b"sec-fetch-site"), header(headers, b"origin"), header(headers, b"referer"))
    asker = by_headers(origin_headers, url, gate.expected, gate.is_internal)
    if asker != "unknown":
        return asker
    return await _reported(gate, requests, url, place, origin_headers, continues=reads and gate.answers.continues(url, headers))


async def asker_of_tunnel(gate: Gate, requests: Requests, place: tuple[str, int], first: bytes) -> Asker:
    """Who wants a tunnel whose first bytes are ``first``. A WebSocket says by its headers; of TLS the browser alone knows."""
    if is_tls(first):
        return await _reported(gate, requests, None, place, Headers())
    try:
        headers = _request_headers(first)
    except Malformed:
        return "page"
    origin = header(headers, b"origin")
    asker = by_headers(Headers(origin=origin), f"http://{authority(*place)}/", gate.expected, gate.is_internal)
    return "page" if asker == "unknown" else asker


def is_tls(first: bytes) -> bool:
    """Whether these are the first bytes of a TLS connection, of whose requests the browser alone knows."""
    return first[:1] == bytes([_TLS_HANDSHAKE])


async def still_from_within(gate: Gate, requests: Requests, place: tuple[str, int], data: bytes) -> bool:
    """Whether a TLS tunnel to ``place`` may carry ``data``: all that the browser reports for that place comes from within. A tunnel
    that was opened for one page may be used by another later."""
    if len(data) <= NO_REQUEST_BYTES:
        return True
    await asyncio.sleep(REPORT_S)  # the time in which a report may come
    try:
        await requests.caught_up()
    except TimeoutError:
        return False
    return await _reported(gate, requests, None, place, Headers()) == "insider"


async def first_bytes(client: Connection) -> bytes:
    """What the client sends first through a tunnel: the beginning of a TLS handshake, or the whole head of a request.

    Raises OSError, TimeoutError, :class:`Malformed`.
    """
    received = b""
    async with asyncio.timeout(FIRST_BYTES_S):
        while data := await client.read():
            received += data
            if received[0] == _TLS_HANDSHAKE or b"\r\n\r\n" in received:
                return received
            if len(received) > MOST_HEADER_BYTES:
                break
    raise Malformed("no handshake and no request")


async def _reported(
    gate: Gate, requests: Requests, url: str | None, place: tuple[str, int], origin_headers: Headers, *, continues: bool = False
) -> Asker:
    """``continues``: it goes on with an answer to a request that came from within, if no page is known to make it."""
    reported = await requests.under_way(url, place)
    if continues and not reported:
        return "insider"
    # One connection may carry any of them: all must come from within.
    expected = gate.expected
    askers = {by_report(request, origin_headers, expected, gate.is_internal) for request in distinct(reported)}
    return "insider" if askers == {"insider"} else "page"


def _request_headers(head: bytes) -> RawHeaders:
    parser = h11.Connection(h11.SERVER, max_incomplete_event_size=MOST_HEADER_BYTES)
    parser.receive_data(head)
    try:
        event = parser.next_event()
    except h11.RemoteProtocolError as failure:
        raise Malformed(str(failure)) from None
    if not isinstance(event, h11.Request):
        raise Malformed("no request")
    return event.headers.raw_items()
