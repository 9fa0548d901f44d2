"""The proxy that one chat's browser goes through: HTTP/1.1 on a loopback port, ``CONNECT`` and requests in absolute form."""

import asyncio
import base64
import logging
import secrets
from contextlib import suppress
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

STOP_S: Final = 2.0

_ESTABLISHED: Final = b"HTTP/1.1 200 Connected\r\n\r\n"
_NO_TUNNEL: Final = b"HTTP/1.1 403 Not connected\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_NO_ANSWER: Final = b"HTTP/1.1 502 Not connected\r\nContent-Length: 0\r\nContent-Length: 1\r\nConnection: close\r\n\r\n"
"""An answer that browsers take for a network error, by its two lengths: an error page of ours would be a document of the site."""

_NOT_FOR_US: Final = b"HTTP/1.1 400 Not a proxy request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Proxy:
    """Carries one chat's traffic, as ``gate`` decides. ``requests`` reports what the chat's pages have under way."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.requests: Requests = NoRequests()
        self.agent_key = secrets.token_urlsafe(24)
        self._server: asyncio.Server | None = None
        self._tasks = Tasks()
        self._streams: set[Stream] = set()

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
        for stream in list(self._streams):
            stream.abort()

    async def stop(self) -> None:
        """Listens no more, and ends every connection."""
        if self._server is not None:
            self._server.close()
        self.drop_connections()
        await self._tasks.cancel_all(STOP_S)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        stream = Stream(reader, writer)
        if len(self._streams) >= MOST_CONNECTIONS:
            stream.abort()
            return
        self._streams.add(stream)
        self._tasks.spawn(self._served(stream))

    async def _served(self, stream: Stream) -> None:
        try:
            await self._serve(stream)
        except (Malformed, TimeoutError, *GONE):
            # The client or its server has left, or does not speak HTTP.
            stream.abort()
        finally:
            self._streams.discard(stream)
            await stream.close()

    async def _serve(self, stream: Stream) -> None:
        reader = stream.reader
        assert isinstance(reader, WatchedReader)
        client = Http1(stream, h11.SERVER)
        forwarder = Forwarder(self.gate, client, reader.left)
        try:
            while True:
                async with asyncio.timeout(IDLE_S):
                    request = await client.next()
                if not isinstance(request, h11.Request):
                    return None
                if request.method == b"CONNECT":
                    return await self._tunnel(client, request)
                try:
                    await self._forward(forwarder, request)
                except (Refused, Unreachable):
                    return await stream.send(_NO_ANSWER)
                if not client.can_go_on:
                    return None
        finally:
            forwarder.close()

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
        self._streams.add(server)
        try:
            await joined(stream, server)
        finally:
            self._streams.discard(server)

    def _is_agent(self, request: h11.Request) -> bool:
        """Whether the request is the tool's own, for a call of the agent's."""
        given = header(request.headers, b"proxy-authorization")
        if given is None:
            return False
        with suppress(ValueError):
            return secrets.compare_digest(base64.b64decode(given.removeprefix("Basic ")), f"agent:{self.agent_key}".encode())
        return False
