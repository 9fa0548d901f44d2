"""What a proxy makes of bytes that two readers could read in two ways: nothing is carried that was not judged."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Self

import pytest

from refbrowser.egress.boundary import Boundary
from refbrowser.egress.environment import Environment
from refbrowser.policy.askers import PageRequest
from refbrowser.policy.egress import EgressRules
from tests.support.waiting import until

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
PATIENCE_S = 5.0


@dataclass
class RawServer:
    """Answers the first bytes of each connection with the next of `answers` (the last stays), and notes all that comes."""

    answers: list[bytes]
    keeps: bool = True
    received: list[bytearray] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        noted = bytearray()
        self.received.append(noted)
        while data := await reader.read(65_536):
            noted += data
            if b"\r\n\r\n" in noted:
                writer.write(self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])
                if not self.keeps:
                    break
        writer.close()


@asynccontextmanager
async def through_proxy(server: RawServer) -> AsyncIterator[Boundary]:
    boundary = Boundary(EgressRules.read("open"), Environment())
    await boundary.start()
    try:
        yield boundary
    finally:
        await boundary.stop()


async def sent(boundary: Boundary, data: bytes) -> bytes:
    """What comes back for `data`, with the agent's own key in each head, until the proxy closes or has nothing more to say."""
    assert boundary.proxy is not None
    host, port = boundary.proxy.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    key = b"Proxy-Authorization: Basic " + base64.b64encode(f"agent:{boundary.agent_key}".encode())
    writer.write(data.replace(b"KEY", key))
    came = b""
    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(PATIENCE_S):
            while piece := await reader.read(65_536):
                came += piece
    writer.close()
    return came


def request(port: int, lines: bytes = b"", body: bytes = b"", method: bytes = b"POST", target: bytes | None = None) -> bytes:
    target = b"http://127.0.0.1:%d/a" % port if target is None else target
    return b"%b %b HTTP/1.1\r\nHost: 127.0.0.1\r\nKEY\r\n%b\r\n%b" % (method, target, lines, body)


MALFORMED = {
    "both lengths": (b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
    "two lengths": (b"Content-Length: 0\r\nContent-Length: 30\r\n", b"x"),
    "a list of two lengths": (b"Content-Length: 0, 30\r\n", b"x"),
    "a negative length": (b"Content-Length: -1\r\n", b""),
    "a length with a sign": (b"Content-Length: +1\r\n", b"x"),
    "a length in hexadecimal": (b"Content-Length: 0x1\r\n", b"x"),
    "a coding that is not chunked": (b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n"),
    "two codings": (b"Transfer-Encoding: gzip, chunked\r\n", b"0\r\n\r\n"),
    "chunked twice": (b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
    "a coding behind a vertical tab": (b"Transfer-Encoding: \x0bchunked\r\n", b"0\r\n\r\n"),
    "a space before the colon": (b"Content-Length : 3\r\n", b"abc"),
    "a bare carriage return in a value": (b"A: b\rContent-Length: 3\r\n", b""),
    "a zero byte in a value": (b"A: b\0\r\n", b""),
    "a name with a space": (b"A B: c\r\n", b""),
    "a line without a colon": (b"GET /secret HTTP/1.1\r\n", b""),
    "headers without end": (b"A: " + b"x" * 1_000_000 + b"\r\n", b""),
    "a chunk with a bare line feed": (b"Transfer-Encoding: chunked\r\n", b"1;\nx\r\n0\r\n\r\n"),
    "a size that is none": (b"Transfer-Encoding: chunked\r\n", b"zz\r\n\r\n"),
}
TARGETS = {
    "a path": b"/a",
    "an asterisk": b"*",
    "another scheme": b"https://127.0.0.1:PORT/a",
    "a file": b"file:///etc/passwd",
    "no host": b"http:///a",
    "a bad port": b"http://127.0.0.1:99999/a",
    "a space": b"http://127.0.0.1:PORT/a b",
    "a backslash": b"http://127.0.0.1:PORT\\@169.254.169.254/a",
}


@pytest.mark.parametrize("what", MALFORMED)
async def test_a_malformed_request_reaches_no_server(what: str) -> None:
    lines, body = MALFORMED[what]
    async with RawServer([OK]) as server, through_proxy(server) as boundary:
        assert await sent(boundary, request(server.port, lines, body)) == b""
        assert b"".join(server.received) == b""


@pytest.mark.parametrize("what", TARGETS)
async def test_a_target_that_is_no_web_address_reaches_no_server(what: str) -> None:
    async with RawServer([OK]) as server, through_proxy(server) as boundary:
        target = TARGETS[what].replace(b"PORT", b"%d" % server.port)
        answer = await sent(boundary, request(server.port, method=b"GET", target=target))
        assert b"200" not in answer
        assert server.received == []


async def test_a_backslash_in_a_query_is_passed_on_as_it_is() -> None:
    async with RawServer([OK]) as server, through_proxy(server) as boundary:
        target = b"http://127.0.0.1:%d/a?q=\\[b\\]&c=\\@169.254.169.254/" % server.port
        assert b"200" in await sent(boundary, request(server.port, b"Connection: close\r\n", method=b"GET", target=target))
        assert bytes(server.received[0]).startswith(b"GET /a?q=\\[b\\]&c=\\@169.254.169.254/ HTTP/1.1\r\n")


async def test_what_stands_behind_a_request_is_judged_anew() -> None:
    """Two requests in one piece: the second goes where it says, if it may."""
    async with RawServer([OK]) as server, through_proxy(server) as boundary:
        second = request(server.port, method=b"GET", target=b"http://169.254.169.254/latest")
        answer = await sent(boundary, request(server.port, method=b"GET") + second)
        assert answer.startswith(b"HTTP/1.1 200")
        assert b"502" in answer
        assert sum(noted.count(b"HTTP/1.1") for noted in server.received) == 1


async def test_the_host_is_the_one_that_was_judged() -> None:
    async with RawServer([OK]) as server, through_proxy(server) as boundary:
        await sent(boundary, request(server.port, b"Connection: close, x-a\r\nX-A: b\r\n", method=b"GET"))
        got = bytes(server.received[0])
        assert got.count(b"Host: 127.0.0.1:%d\r\n" % server.port) == got.lower().count(b"host:") == 1
        assert b"X-A" not in got
        assert b"Proxy-Authorization" not in got


ANSWERS = {
    "another protocol": b"SSH-2.0-x\r\n\r\n",
    "two lengths": b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok",
    "a coding that is not chunked": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a switch of protocols": b"HTTP/1.1 101 Now\r\nUpgrade: x\r\n\r\n",
    "headers without end": b"HTTP/1.1 200 OK\r\nA: " + b"x" * 300_000,
    "a chunk without size": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
}


@pytest.mark.parametrize("what", ANSWERS)
async def test_a_malformed_answer_reaches_no_page(what: str) -> None:
    async with RawServer([ANSWERS[what]]) as server, through_proxy(server) as boundary:
        assert await sent(boundary, request(server.port, method=b"GET")) == b""


async def test_an_answer_that_nobody_asked_for_answers_nothing() -> None:
    """A server that sends a second answer at once has it dropped; the next request is made on another connection."""
    unasked = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"
    async with RawServer([OK + unasked, OK.replace(b"ok", b"me")]) as server, through_proxy(server) as boundary:
        last = request(server.port, b"Connection: close\r\n", method=b"GET")
        answer = await sent(boundary, request(server.port, method=b"GET") + last)
        assert b"forged" not in answer
        assert answer.count(b"HTTP/1.1 200") == 2
        assert answer.endswith(b"me")
        assert len(server.received) == 2


async def test_of_two_lengths_of_an_answer_the_chunks_count() -> None:
    both = b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
    async with RawServer([both]) as server, through_proxy(server) as boundary:
        answer = await sent(boundary, request(server.port, b"Connection: close\r\n", method=b"GET"))
        assert b"Content-Length" not in answer
        assert answer.endswith(b"0\r\n\r\n")


async def test_an_answer_that_breaks_off_does_not_look_whole() -> None:
    for framing, part in ((b"Content-Length: 9", b"ok"), (b"Transfer-Encoding: chunked", b"2\r\nok\r\n")):
        broken = b"HTTP/1.1 200 OK\r\n" + framing + b"\r\n\r\n" + part
        async with RawServer([broken], keeps=False) as server, through_proxy(server) as boundary:
            answer = await sent(boundary, request(server.port, method=b"GET"))
            head, _, body = answer.partition(b"\r\n\r\n")
            assert answer == b"" or (framing.lower() in head.lower() and body == part), answer
    async with RawServer([b"HTTP/1.0 200 OK\r\n\r\nok"], keeps=False) as server, through_proxy(server) as boundary:
        answer = await sent(boundary, request(server.port, method=b"GET"))
        assert b"Connection: close" in answer
        assert answer.endswith(b"ok")


class Reports:
    """What a browser says of who has a request under way."""

    def __init__(self, *documents: str) -> None:
        self.documents = list(documents)

    async def under_way(self, url: str | None, place: tuple[str, int]) -> list[PageRequest]:
        return [PageRequest(f"https://{place[0]}:{place[1]}/", documents=(document,)) for document in self.documents]

    async def caught_up(self) -> None:
        return


@pytest.mark.parametrize("later", [("http://public.example/",), ("http://127.0.0.1/", "http://public.example/"), ()])
async def test_a_tls_tunnel_to_an_internal_host_is_left_to_no_page(later: tuple[str, ...]) -> None:
    """It was opened for a page from within; what a public page, or nobody, sends through it later does not arrive."""
    async with RawServer([OK]) as server, through_proxy(server) as boundary:
        reports = Reports("http://127.0.0.1/")
        boundary.serve(reports)
        assert boundary.proxy is not None
        reader, writer = await asyncio.open_connection("127.0.0.1", int(boundary.proxy.rpartition(":")[2]))
        writer.write(b"CONNECT 127.0.0.1:%d HTTP/1.1\r\nHost: a\r\n\r\n" % server.port)
        assert b"200" in await reader.readuntil(b"\r\n\r\n")
        within = b"from within" * 20

        def arrived(data: bytes) -> bool:
            return any(noted.endswith(data) for noted in server.received)

        for data in (b"\x16\x03\x01hello\r\n\r\n", within):
            writer.write(data)
            await until(partial(arrived, data))
        reports.documents = list(later)
        writer.write(b"flow control")
        await until(partial(arrived, b"flow control"))
        writer.write(b"from outside" * 20)
        while await reader.read(1000):
            continue
        assert bytes(server.received[0]) == b"\x16\x03\x01hello\r\n\r\n" + within + b"flow control"
        writer.close()
