"""Plain HTTP exchanges over one client's connection, each with the server that its request names."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final, TypeVar
from urllib.parse import urljoin

import h11

from refbrowser.egress.gate import Admitted, Gate
from refbrowser.egress.http1 import Http1, Malformed, end_to_end, header
from refbrowser.egress.streams import GONE
from refbrowser.egress.upstream import authorization
from refbrowser.policy.egress import Asker
from refbrowser.policy.hosts import authority

T = TypeVar("T")

SWITCHING: Final = 101

Place = tuple[str, int]
Who = Callable[[], Awaitable[Asker]]


@dataclass(frozen=True, slots=True)
class Server:
    """A connection to the server at ``place``."""

    place: Place
    http: Http1


class Forwarder:
    """The servers' side of one client's connection. The one that answered last is kept for the next request to the same place."""

    def __init__(self, gate: Gate, client: Http1, left: "asyncio.Future[None]") -> None:
        self._gate = gate
        self._client = client
        self._left = left
        self._kept: Server | None = None

    async def forward(self, request: h11.Request, place: Place, target: bytes, who: Who) -> None:
        """Sends the request to its server and the answer back, unless the client leaves. Raises :class:`Refused`,
        :class:`Unreachable` before anything was answered; :class:`Malformed`, OSError when the connection is of no more use."""
        admitted = await self._gate.admitted(*place, who)
        upstream = self._gate.upstream if admitted is None else None
        headers = end_to_end(request)
        if upstream is not None and upstream.scheme != "socks5":
            target, headers = request.target, [*headers, *authorization(upstream)]
        sent = h11.Request(method=request.method, target=target, headers=headers)
        with_body = header(request.headers, b"transfer-encoding") is not None or header(request.headers, b"content-length") not in (
            None,
            "0",
        )
        if not with_body and not isinstance(await self._client.next(), h11.EndOfMessage):
            raise Malformed("a body that was not announced")
        server, head = self._reusable(place, admitted), None
        if server is not None and not with_body:
            try:
                head = await self._unless_left(self._asked(server, sent))
            except (Malformed, *GONE):
                # A server may close a kept connection at any moment; the request is made anew then.
                server.http.stream.abort()
        if server is None or head is None:
            stream = await self._gate.reach(*place, admitted, in_absolute_form=target == request.target)
            server = Server(place, Http1(stream, h11.CLIENT))
        body: asyncio.Future[None] | None = None
        try:
            if with_body:
                await server.http.send(sent)
                body = asyncio.ensure_future(_passed_on(self._client, server.http))
                head = await self._unless_left(self._head(server))
            elif head is None:
                head = await self._unless_left(self._asked(server, sent))
            if (location := _location(head, place)) is not None:
                self._gate.redirected(place, location)
            await self._unless_left(self._answered(server, head))
        except BaseException:
            server.http.stream.abort()
            raise
        finally:
            if body is not None:
                body.cancel()
                # What became of the body shows in the server's answer.
                await asyncio.gather(body, return_exceptions=True)
        if server.http.can_go_on:
            self._kept = server
        else:
            server.http.stream.writer.close()

    def close(self) -> None:
        """Lets the server go."""
        if self._kept is not None:
            self._kept.http.stream.writer.close()
            self._kept = None

    def _reusable(self, place: Place, admitted: Admitted) -> Server | None:
        kept, self._kept = self._kept, None
        if kept is None:
            return None
        stream = kept.http.stream
        if kept.place == place and not stream.reader.at_eof() and (admitted is None or ip_address(stream.address) in admitted):
            return kept
        stream.writer.close()
        return None

    async def _asked(self, server: Server, request: h11.Request) -> h11.Response:
        """Sends the request, which has no body, and returns the head of the answer."""
        await server.http.send(request)
        await server.http.send(h11.EndOfMessage())
        return await self._head(server)

    async def _head(self, server: Server) -> h11.Response:
        while True:
            event = await server.http.next()
            if isinstance(event, h11.Response):
                return event
            if not isinstance(event, h11.InformationalResponse) or event.status_code == SWITCHING:
                raise Malformed("no answer")
            await self._client.send(event)

    async def _answered(self, server: Server, head: h11.Response) -> None:
        reason = bytes(head.reason)
        await self._client.send(h11.Response(status_code=head.status_code, headers=end_to_end(head), reason=reason))
        await _passed_on(server.http, self._client)

    async def _unless_left(self, work: Coroutine[Any, Any, T]) -> T:
        """What ``work`` gives. Raises :class:`Malformed` when the client leaves first."""
        working = asyncio.ensure_future(work)
        try:
            either: set[asyncio.Future[Any]] = {working, self._left}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise Malformed("the client left")
            return working.result()
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)


async def _passed_on(source: Http1, sink: Http1) -> None:
    """The body of a message, with its end."""
    while True:
        event = await source.next()
        if isinstance(event, h11.EndOfMessage):
            return await sink.send(event)
        if not isinstance(event, h11.Data):
            raise Malformed("the body ended early")
        await sink.send(event)


def _location(head: h11.Response, place: Place) -> str | None:
    location = header(head.headers, b"location") if head.status_code in range(300, 400) else None
    try:
        return urljoin(f"http://{authority(*place)}/", location) if location is not None else None
    except ValueError:
        return None
