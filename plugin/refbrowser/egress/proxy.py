"""The proxy that one chat's browser goes through: HTTP/1.1 on a loopback port, ``CONNECT`` and requests in absolute form."""

import asyncio
import base64
import logging
import secrets
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import h11

from refbrowser.egress.asking import asker_of_request, asker_of_tunnel, first_bytes, is_tls, still_from_within
from refbrowser.egress.forward import Forwarder
from refbrowser.egress.framing import Malformed
from refbrowser.egress.gate import Gate
from refbrowser.egress.http1 import header, read_request
from refbrowser.egress.outcomes import Refused, Unreachable
from refbrowser.egress.requests import NoRequests, Requests
from refbrowser.egress.streams import GONE, Connection, joined, joined_while
from refbrowser.policy.egress import Asker
from refbrowser.policy.hosts import host_and_port
from refbrowser.tasks import Tasks

log = logging.getLogger("refbrowser")

MOST_CONNECTIONS: Final = 1_000
IDLE_S: Final = 300.0
"""How long a connection without a request is kept."""

REQUEST_S: Final = 60.0
"""How long the head of a request may take once it has begun."""

STOP_S: Final = 2.0

_ESTABLISHED: Final = b"HTTP/1.1 200 Connected\r\n\r\n"
_NO_TUNNEL: Final = b"HTTP/1.1 403 Not connected\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_NO_ANSWER: Final = b"HTTP/1.1 502 Not connected\r\nContent-Length: 0\r\nContent-Length: 1\r\nConnection: close\r\n\r\n"
"""A response that browsers treat as a network error, since it has two lengths: an error page would be a document of the site."""


@dataclass(eq=False)
class Client:
    """One connection of the browser's, with the servers behind it; ``patience`` ends it when no request comes. ``place`` is where
    its present request goes."""

    connection: Connection
    forwarder: Forwarder
    patience: asyncio.TimerHandle | None = None
    place: tuple[str, int] | None = None


class Proxy:
    """Carries one chat's traffic, as ``gate`` decides. ``requests`` reports what the chat's pages have under way."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.requests: Requests = NoRequests()
        self.agent_key = secrets.token_urlsafe(24)
        self._server: asyncio.Server | None = None
        self._tasks = Tasks()
        self._clients: set[Client] = set()
        self._tunnels: dict[Connection, tuple[str, int]] = {}

    async def start(self) -> None:
        """Listens on a free loopback port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Connection(self._connected), "127.0.0.1", 0, backlog=512)

    @property
    def address(self) -> str:
        """``http://127.0.0.1:PORT``."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def drop_connections(self) -> None:
        """Ends every connection, as when the rules have changed."""
        for connection in (*(client.connection for client in self._clients), *self._tunnels):
            connection.abort()

    def drop_denied(self) -> None:
        """End the connections to sites that the policy denies now."""
        for client in self._clients:
            if client.place is not None and self.gate.denial(*client.place, ("http",)) is not None:
                client.connection.abort()
        for server, place in self._tunnels.items():
            if self.gate.denial(*place) is not None:
                server.abort()

    async def stop(self) -> None:
        """Listens no more, and ends every connection."""
        if self._server is not None:
            self._server.close()
        for client in self._clients:
            if client.patience is not None:
                client.patience.cancel()
            client.connection.on_next(client.forwarder.close)
        self.drop_connections()
        await self._tasks.cancel_all(STOP_S)

    def _connected(self, connection: Connection) -> None:
        if len(self._clients) >= MOST_CONNECTIONS:
            connection.abort()
            return
        self._wait(Client(connection, Forwarder(self.gate, connection)))

    def _wait(self, client: Client) -> None:
        """Serves the client's next request when it comes; a connection that waits for one has no task."""
        self._clients.add(client)
        client.patience = asyncio.get_running_loop().call_later(IDLE_S, client.connection.abort)
        client.connection.on_next(lambda: self._begin(client))

    def _begin(self, client: Client) -> None:
        if client.patience is not None:
            client.patience.cancel()
        task = self._tasks.spawn(self._served(client))
        # Not at once: a task that is cancelled before its first step does not even clean up.
        client.connection.on_left = lambda: asyncio.get_running_loop().call_soon(task.cancel)

    async def _served(self, client: Client) -> None:
        goes_on = True
        try:
            # Requests that came together are served one after the other.
            while goes_on and not client.connection.idle:
                goes_on = False
                goes_on = await self._serve(client)
        except (Malformed, TimeoutError, *GONE):
            # The client or its server has left, or does not speak HTTP.
            goes_on = False
            client.connection.abort()
        finally:
            client.connection.on_left = None
            self._clients.discard(client)
            if not goes_on:
                client.forwarder.close()
                client.connection.end()
        if goes_on:
            self._wait(client)

    async def _serve(self, client: Client) -> bool:
        """One exchange; whether another may follow."""
        async with asyncio.timeout(REQUEST_S):
            request = await read_request(client.connection)
        if request is None:
            return False
        if request.http_version != b"1.1":
            raise Malformed("not HTTP/1.1")
        if request.method == b"CONNECT":
            await self._tunnel(client.connection, request)
            return False
        try:
            return await self._forward(client, request)
        except (Refused, Unreachable):
            client.connection.write(_NO_ANSWER)
            return False

    async def _forward(self, client: Client, request: h11.Request) -> bool:
        url = request.target.decode("ascii")
        place = host_and_port(url)
        # Before a query browsers write a slash; what reads it otherwise than the URL standard does would go elsewhere.
        if place is None or not url.lower().startswith("http://") or "\\" in url.partition("?")[0]:
            raise Malformed("not a proxy request")
        client.place = place
        headers = request.headers.raw_items()

        async def who() -> Asker:
            if self._is_agent(request):
                return "insider"
            return await asker_of_request(self.gate, self.requests, url, place, headers, reads=request.method == b"GET")

        path = "/" + url[len("http://") :].partition("/")[2]
        return await client.forwarder.forward(request, place, path.encode("ascii"), who)

    async def _tunnel(self, client: Connection, request: h11.Request) -> None:
        place = host_and_port(f"https://{request.target.decode('ascii')}")
        if place is None:
            raise Malformed("no host and port")
        opening = b""

        async def who() -> Asker:
            nonlocal opening
            if self._is_agent(request):
                return "insider"
            # Who asks shows in what comes through the tunnel, which has to be open for that.
            client.write(_ESTABLISHED)
            opening = await first_bytes(client)
            return await asker_of_tunnel(self.gate, self.requests, place, opening)

        try:
            server = await self.gate.connect(*place, who)
        except (Refused, Unreachable):
            if not opening:
                client.write(_NO_TUNNEL)
            return
        if opening:
            server.write(opening)
        else:
            client.write(_ESTABLISHED)
        # A client that says no more still listens.
        client.on_left = None
        self._tunnels[server] = place
        try:
            if is_tls(opening):
                await joined_while(partial(still_from_within, self.gate, self.requests, place), client, server)
            else:
                await joined(client, server)
        finally:
            del self._tunnels[server]

    def _is_agent(self, request: h11.Request) -> bool:
        """Whether the request is the tool's own, for a call of the agent's."""
        given = header(request.headers, b"proxy-authorization")
        if given is None:
            return False
        with suppress(ValueError):
            return secrets.compare_digest(base64.b64decode(given.removeprefix("Basic ")), f"agent:{self.agent_key}".encode())
        return False
