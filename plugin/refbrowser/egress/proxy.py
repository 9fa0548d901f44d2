"""The proxy that one chat's browser goes through: HTTP/1.1 on a loopback port, ``CONNECT`` and requests in absolute form."""

import asyncio
import base64
import logging
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import h11

from refbrowser.egress.asking import asker_of_request, asker_of_tunnel, first_bytes
from refbrowser.egress.forward import Forwarder
from refbrowser.egress.gate import Gate
from refbrowser.egress.http1 import Http1, Malformed, header
from refbrowser.egress.outcomes import Refused, Unreachable
from refbrowser.egress.requests import NoRequests, Requests
from refbrowser.egress.streams import GONE, Stream, WatchedReader, joined
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
"""An answer that browsers take for a network error, by its two lengths: an error page of ours would be a document of the site."""

_NOT_FOR_US: Final = b"HTTP/1.1 400 Not a proxy request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@dataclass(eq=False)
class Client:
    """One connection of the browser's, with the servers behind it; ``patience`` ends it when no request comes."""

    stream: Stream
    reader: WatchedReader
    http: Http1
    forwarder: Forwarder
    patience: asyncio.TimerHandle = field(init=False)


class Proxy:
    """Carries one chat's traffic, as ``gate`` decides. ``requests`` reports what the chat's pages have under way."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.requests: Requests = NoRequests()
        self.agent_key = secrets.token_urlsafe(24)
        self._server: asyncio.Server | None = None
        self._tasks = Tasks()
        self._clients: set[Client] = set()
        self._servers: set[Stream] = set()

    async def start(self) -> None:
        """Listens on a free loopback port."""
        loop = asyncio.get_running_loop()

        def protocol() -> asyncio.StreamReaderProtocol:
            return asyncio.StreamReaderProtocol(WatchedReader(loop), self._connected, loop=loop)

        self._server = await loop.create_server(protocol, "127.0.0.1", 0, backlog=512)

    @property
    def address(self) -> str:
        """``http://127.0.0.1:PORT``."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def drop_connections(self) -> None:
        """Ends every connection, as when the rules have changed."""
        for stream in (*(client.stream for client in self._clients), *self._servers):
            stream.abort()

    async def stop(self) -> None:
        """Listens no more, and ends every connection."""
        if self._server is not None:
            self._server.close()
        for client in self._clients:
            client.patience.cancel()
            client.reader.on_next(client.forwarder.close)
        self.drop_connections()
        await self._tasks.cancel_all(STOP_S)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert isinstance(reader, WatchedReader)
        if len(self._clients) >= MOST_CONNECTIONS:
            writer.transport.abort()
            return
        stream = Stream(reader, writer)
        http = Http1(stream, h11.SERVER)
        self._wait(Client(stream, reader, http, Forwarder(self.gate, http, reader.left)))

    def _wait(self, client: "Client") -> None:
        """Serves the client's next request when it comes; a connection that waits for one has no task."""
        self._clients.add(client)
        client.patience = asyncio.get_running_loop().call_later(IDLE_S, client.stream.abort)
        client.reader.on_next(lambda: self._tasks.spawn(self._served(client)))

    async def _served(self, client: "Client") -> None:
        client.patience.cancel()
        goes_on = False
        try:
            goes_on = await self._serve(client)
        except (Malformed, TimeoutError, *GONE):
            # The client or its server has left, or does not speak HTTP.
            client.stream.abort()
        finally:
            self._clients.discard(client)
            if not goes_on:
                client.forwarder.close()
                await client.stream.close()
        if goes_on:
            self._wait(client)

    async def _serve(self, client: "Client") -> bool:
        """One exchange; whether another may follow."""
        async with asyncio.timeout(REQUEST_S):
            request = await client.http.next()
        if not isinstance(request, h11.Request):
            return False
        if request.method == b"CONNECT":
            await self._tunnel(client.http, request)
            return False
        try:
            await self._forward(client.forwarder, request)
        except (Refused, Unreachable):
            await client.stream.send(_NO_ANSWER)
            return False
        return client.http.can_go_on

    async def _forward(self, forwarder: Forwarder, request: h11.Request) -> None:
        url = request.target.decode("ascii")
        place = host_and_port(url)
        if place is None or not url.lower().startswith("http://"):
            raise Malformed("not a proxy request")
        headers = request.headers.raw_items()

        async def who() -> Asker:
            return "insider" if self._is_agent(request) else await asker_of_request(self.gate, self.requests, url, place, headers)

        path = "/" + url[len("http://") :].partition("/")[2]
        await forwarder.forward(request, place, path.encode("ascii"), who)

    async def _tunnel(self, client: Http1, request: h11.Request) -> None:
        stream = client.stream
        place = host_and_port(f"https://{request.target.decode('ascii')}")
        if place is None:
            raise Malformed("no host and port")
        opening = b""

        async def who() -> Asker:
            nonlocal opening
            if self._is_agent(request):
                return "insider"
            # Who asks shows in what comes through the tunnel, which has to be open for that.
            await stream.send(_ESTABLISHED)
            opening = client.left_over or await first_bytes(stream)
            return await asker_of_tunnel(self.gate, self.requests, place, opening)

        try:
            server = await self.gate.connect(*place, who)
        except (Refused, Unreachable):
            return None if opening else await stream.send(_NO_TUNNEL)
        if opening:
            await server.send(opening)
        else:
            await stream.send(_ESTABLISHED)
        self._servers.add(server)
        try:
            await joined(stream, server)
        finally:
            self._servers.discard(server)

    def _is_agent(self, request: h11.Request) -> bool:
        """Whether the request is the tool's own, for a call of the agent's."""
        given = header(request.headers, b"proxy-authorization")
        if given is None:
            return False
        with suppress(ValueError):
            return secrets.compare_digest(base64.b64decode(given.removeprefix("Basic ")), f"agent:{self.agent_key}".encode())
        return False
