"""Plain HTTP exchanges over one client's connection, each with the server that its request names."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urljoin

import h11

from refbrowser.egress.framing import Body, Everything, Malformed
from refbrowser.egress.gate import Admitted, Gate
from refbrowser.egress.http1 import (
    body_of_request,
    body_of_response,
    end_to_end,
    header,
    persists,
    read_response,
    request_head,
    response_head,
    wants_to_close,
)
from refbrowser.egress.outcomes import Unreachable
from refbrowser.egress.streams import GONE, Connection, Passing
from refbrowser.egress.upstream import authorization
from refbrowser.policy.egress import Asker
from refbrowser.policy.hosts import authority

SWITCHING: Final = 101
PROXY_AUTHENTICATION: Final = 407

Place = tuple[str, int]
Who = Callable[[], Awaitable[Asker]]


@dataclass(frozen=True, slots=True)
class Server:
    """A connection to the server at ``place``."""

    place: Place
    connection: Connection


class Forwarder:
    """The servers' side of one client's connection. The one that answered last is kept for the next request to the same place."""

    def __init__(self, gate: Gate, client: Connection) -> None:
        self._gate = gate
        self._client = client
        self._kept: Server | None = None
        self._from_within = False
        """Whether the present request was shown to come from within."""

    async def forward(self, request: h11.Request, place: Place, target: bytes, who: Who) -> bool:
        """Sends the request to its server and the answer back; whether the client may send another. Raises :class:`Refused`,
        :class:`Unreachable` before anything was answered; :class:`Malformed`, OSError when the connection is of no more use."""
        body = body_of_request(request)
        admitted = await self._gate.admitted(*place, self._noting(who))
        upstream = self._gate.upstream if admitted is None else None
        # What a server is asked for is what was judged, whatever the client's own Host says (RFC 9112, 3.2.2).
        host = request.target.partition(b"://")[2].partition(b"/")[0].partition(b"?")[0].rpartition(b"@")[2]
        headers = [(b"Host", host), *(pair for pair in end_to_end(request) if pair[0].lower() != b"host")]
        if upstream is not None and upstream.scheme != "socks5":
            target, headers = request.target, [*headers, *authorization(upstream)]
        sent = request_head(request.method, target, headers)
        server, head = self._reusable(place, admitted), None
        if server is not None and body.done:
            try:
                server.connection.write(sent)
                head = await self._head(server)
            except (Malformed, *GONE):
                # A server may close a kept connection at any moment; the request is made anew then.
                server.connection.abort()
                server = None
        elif server is not None:
            server.connection.end()
            server = None
        if server is None:
            server = Server(place, await self._gate.reach(*place, admitted, in_absolute_form=target == request.target))
        return await self._exchange(
            server, request, sent if head is None else None, body, head, in_absolute_form=target == request.target
        )

    def close(self) -> None:
        """Lets the server go."""
        if self._kept is not None:
            self._kept.connection.end()
            self._kept = None

    async def _exchange(
        self,
        server: Server,
        request: h11.Request,
        sent: bytes | None,
        body: Body,
        head: h11.Response | None,
        *,
        in_absolute_form: bool,
    ) -> bool:
        """What is left of one: sends the head if it is not ``sent`` yet, the body, and passes the answer on. An upstream that wants
        other credentials (``in_absolute_form``) has not asked the site: that is :class:`Unreachable`."""
        sending: Passing | None = None
        try:
            sending = Passing(self._client, server.connection, body, sent or b"")
            # A body that is malformed never looks like a whole one to the server.
            sending.ended.add_done_callback(lambda ended: server.connection.abort() if ended.exception() is not None else None)
            if head is None:
                head = await self._head(server)
            if in_absolute_form and head.status_code == PROXY_AUTHENTICATION:
                raise self._unauthorized(server)
            if (location := _location(head, server.place)) is not None:
                self._gate.redirected(server.place, location)
            answer = body_of_response(head, request.method)
            goes_on = not isinstance(answer, Everything) and not wants_to_close(request)
            headers = end_to_end(head)
            opening = response_head(head, headers if goes_on else [*headers, (b"Connection", b"close")])
            await self._pass_on(Passing(server.connection, self._client, answer, opening), request, head)
        except BaseException:
            server.connection.abort()
            raise
        finally:
            if sending is not None:
                sending.stop()
        if persists(head, answer) and sending.complete:
            self._kept = server
        else:
            server.connection.end()
        return goes_on and sending.complete

    def _noting(self, who: Who) -> Who:
        self._from_within = False

        async def noted() -> Asker:
            asker = await who()
            self._from_within = asker == "insider"
            return asker

        return noted

    async def _pass_on(self, passing: Passing, request: h11.Request, head: h11.Response) -> None:
        url = request.target.decode("ascii")
        self._gate.answers.note(url, head.status_code)
        try:
            await passing.wait()
        except (Malformed, *GONE):
            if self._from_within:
                self._gate.answers.broke_off(url, head.headers.raw_items())
            raise

    def _unauthorized(self, server: Server) -> Unreachable:
        failure = Unreachable("ERR_PROXY_AUTH_REQUESTED")
        self._gate.outcomes.note(*server.place, failure)
        return failure

    def _reusable(self, place: Place, admitted: Admitted) -> Server | None:
        kept, self._kept = self._kept, None
        if kept is None:
            return None
        connection = kept.connection
        if kept.place == place and connection.idle and (admitted is None or ip_address(connection.address) in admitted):
            return kept
        connection.end()
        return None

    async def _head(self, server: Server) -> h11.Response:
        while True:
            head = await read_response(server.connection)
            if isinstance(head, h11.Response):
                return head
            if head.status_code == SWITCHING:
                raise Malformed("no answer")
            self._client.write(response_head(head, end_to_end(head)))


def _location(head: h11.Response, place: Place) -> str | None:
    location = header(head.headers.raw_items(), b"location") if head.status_code in range(300, 400) else None
    try:
        return urljoin(f"http://{authority(*place)}/", location) if location is not None else None
    except ValueError:
        return None
