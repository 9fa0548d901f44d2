"""``refbrowser doctor --leaks``: whether anything of a chat gets past its proxy, tried on this machine with traps on loopback.

A chat in Tor mode is given, as its upstream, a SOCKS server that notes every name it is asked for and answers with its own page.
The page tries every way out that is known; the traps, and the sockets of Chromium's processes, show what came of it.
"""

import asyncio
import ipaddress
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Self

import psutil

from refbrowser import Browser, Chat
from refbrowser.settings import Settings

SITE: Final = "site.leaks.test"
PREFETCHED: Final = "prefetched.leaks.test"
PRECONNECTED: Final = "preconnected.leaks.test"
SAMPLED_S: Final = 0.05
MOST_WATCHED_S: Final = 120.0

PAGE: Final = """<!doctype html><title>leaks</title><link rel=dns-prefetch href="//%(prefetched)s">
<link rel=preconnect href="http://%(preconnected)s"><img src="http://127.0.0.1:%(lan)d/image"><img src="http://192.168.0.1/image">
<iframe src="http://localhost:%(lan)d/frame"></iframe>"""

WEBRTC: Final = """(async () => {
  const peer = new RTCPeerConnection({iceServers: [{urls: ['stun:127.0.0.1:%(stun)d', 'stun:stun.leaks.test:3478']}]});
  const found = [];
  peer.onicecandidate = event => { if (event.candidate) found.push(event.candidate.candidate) };
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
  await new Promise(yes => {
    peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && yes();
    setTimeout(yes, 1500);
  });
  return found;
})()"""

QUIC: Final = """Promise.race([fetch('https://127.0.0.1:%(quic)d/', {mode: 'no-cors'}).then(() => 1, () => 0),
  new Promise(yes => setTimeout(yes, 1500, 0))])"""
"""Of a place that Chromium is made to believe speaks QUIC, as an Alt-Svc header would have it believe."""


def believed_to_speak_quic(port: int) -> str:
    """The switch for that."""
    return f"--origin-to-force-quic-on=127.0.0.1:{port}"


@dataclass(frozen=True, slots=True)
class Probe:
    """One way out: whether it is shut, and what was seen."""

    name: str
    passed: bool
    seen: str


class NotingSocks:
    """A SOCKS5 server that notes what it is asked for, and answers every request with the same page."""

    def __init__(self, page: str) -> None:
        body = page.encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        self._answer = head.encode() + body
        self.asked: list[str] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError):
            async with asyncio.timeout(10):
                await self._exchange(reader, writer)
        writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, count = await reader.readexactly(2)
        if 2 in await reader.readexactly(count):
            writer.write(b"\x05\x02")
            for length_before in (2, 1):
                await reader.readexactly((await reader.readexactly(length_before))[-1])
            writer.write(b"\x01\x00")
        else:
            writer.write(b"\x05\x00")
        kind = (await reader.readexactly(4))[3]
        length = {1: 4, 4: 16}.get(kind) or (await reader.readexactly(1))[0]
        wanted = await reader.readexactly(length)
        self.asked.append(wanted.decode() if kind == 3 else str(ipaddress.ip_address(wanted)))
        await reader.readexactly(2)
        writer.write(b"\x05\x00\x00\x01" + bytes(6))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(self._answer)
        await writer.drain()


class UdpTrap(asyncio.DatagramProtocol):
    """Counts what comes to a UDP port of loopback."""

    def __init__(self) -> None:
        self.packets = 0

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.packets += 1


async def probes(settings: Settings) -> list[Probe]:
    """Every probe, made with a browser of its own. Raises what the browser's start does."""
    loop = asyncio.get_running_loop()
    reached: list[bytes] = []

    async def lan(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append(await reader.readline())
        writer.close()

    trap = await asyncio.start_server(lan, "127.0.0.1", 0)
    transport, stun = await loop.create_datagram_endpoint(UdpTrap, local_addr=("127.0.0.1", 0))
    quic_transport, quic = await loop.create_datagram_endpoint(UdpTrap, local_addr=("127.0.0.1", 0))
    quic_port = quic_transport.get_extra_info("sockname")[1]
    settings = replace(settings, browser_args=(*settings.browser_args, believed_to_speak_quic(quic_port)))
    names = {"quic": quic_port, "lan": trap.sockets[0].getsockname()[1], "stun": transport.get_extra_info("sockname")[1]}
    page = PAGE % {**names, "prefetched": PREFETCHED, "preconnected": PRECONNECTED}
    try:
        async with NotingSocks(page) as socks, Browser(settings) as browser:
            chat = browser.chat("leaks", network="tor", upstream=f"socks5://127.0.0.1:{socks.port}")
            over = asyncio.Event()
            watching = asyncio.ensure_future(_udp_sockets(over))
            opened = await chat.call({"action": "open", "url": f"http://{SITE}/", "wait_until": "load"})
            offers = await chat.call({"action": "evaluate", "script": WEBRTC % names})
            await chat.call({"action": "evaluate", "script": QUIC % names})
            read = await chat.call({"action": "read", "url": f"http://{SITE}/"})
            over.set()
            sockets = await watching
            done = [
                _names(opened, read, socks.asked),
                _own_requests(socks.asked),
                _webrtc(offers, stun),
                Probe("udp", not sockets, ", ".join(sorted(sockets)) or "no connected UDP socket, as DNS and QUIC have"),
                Probe("quic", not quic.packets, f"{quic.packets} packets to a server announced for QUIC"),
                Probe("lan", not reached, f"{len(reached)} requests reached this machine"),
                await _internal(chat),
            ]
        return [*done, await _dead_upstream(settings)]
    finally:
        transport.close()
        quic_transport.close()
        trap.close()


def _names(opened: dict[str, Any], read: dict[str, Any], asked: list[str]) -> Probe:
    loaded = bool(opened["ok"] and read["ok"])
    finding = "page and read came through the proxy by name" if loaded else str(opened.get("error") or read.get("error"))
    return Probe("names", loaded and asked.count(SITE) >= 2, finding)


def _own_requests(asked: list[str]) -> Probe:
    others = sorted(set(asked) - {SITE, PREFETCHED, PRECONNECTED, "stun.leaks.test"})
    return Probe("own requests", not others, ", ".join(others)[:200] or "Chromium requested nothing that the page did not name")


def _webrtc(offers: dict[str, Any], stun: UdpTrap) -> Probe:
    found = offers["result"]["result"] if offers["ok"] else []
    addresses = [candidate for candidate in found if " host " in candidate or " srflx " in candidate]
    seen = f"{len(addresses)} candidates with an address, {stun.packets} packets to a STUN server"
    return Probe("webrtc", bool(offers["ok"]) and not addresses and not stun.packets, seen)


async def _internal(chat: Chat) -> Probe:
    hosts = ("localhost", "127.1", "192.168.0.1", "169.254.169.254")
    codes = {(await chat.call({"action": "open", "url": f"http://{host}/"})).get("code") for host in hosts}
    shut = codes == {"egress_blocked"}
    return Probe("internal", shut, "internal addresses are refused" if shut else str(codes))


async def _dead_upstream(settings: Settings) -> Probe:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        async with Browser(settings) as browser:
            chat = browser.chat("dead", network="tor", upstream=f"socks5://127.0.0.1:{nobody.getsockname()[1]}")
            answer = await chat.call({"action": "open", "url": f"http://{SITE}/"})
    return Probe(
        "dead proxy", answer.get("code") == "navigation_failed", f"nothing loads: {answer.get('error', 'it loaded')}"[:200]
    )


async def _udp_sockets(over: asyncio.Event) -> set[str]:
    """Where the connected UDP sockets of this program's Chromium led, sampled until ``over``. One that only waits, as that for mDNS
    does while a page has an RTCPeerConnection, has sent nothing that shows here."""
    found: set[str] = set()
    ends = time.monotonic() + MOST_WATCHED_S
    while not over.is_set() and time.monotonic() < ends:
        found |= await asyncio.to_thread(_udp_now)
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), SAMPLED_S)
    return found


def _udp_now() -> set[str]:
    found = set()
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            found |= {
                f"{connection.raddr.ip}:{connection.raddr.port}"
                for connection in process.net_connections(kind="udp")
                if connection.raddr
            }
    return found
