"""What the network boundary costs: the same pages with it and past it, in turn. ``python -m benchmarks.boundary [PART…]``."""

import argparse
import asyncio
import base64
import socket
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from benchmarks.boundary_site import IMAGES, Ports, served
from refbrowser import Browser, Chat, Settings
from refbrowser.browser.network import boundary
from refbrowser.browser.session import chat_context
from tests.support.calls import do, evaluated

CONNECTIONS: Final = 500
Work = Callable[[Chat, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is measured, ``rounds`` times with the boundary and past it."""

    title: str
    work: Work
    rounds: int
    tls: bool = False


async def open_and_read(chat: Chat, site: str) -> None:
    await do(chat, "navigate", url=f"{site}/page")
    await do(chat, "content")


async def many_images(chat: Chat, site: str) -> None:
    await do(chat, "navigate", url=f"{site}/images", wait_until="load", timeout_ms=60_000)


async def many_connections(chat: Chat, site: str) -> None:
    script = f"Promise.all(Array.from({{length: {CONNECTIONS}}}, (_, i) => fetch('/image?' + i, {{cache: 'no-store'}}))).then(all => all.length)"
    assert await evaluated(chat, script, timeout_ms=120_000) == CONNECTIONS


async def download(chat: Chat, site: str) -> None:
    script = "fetch('/big', {cache: 'no-store'}).then(a => a.body.pipeTo(new WritableStream({write() {}}))).then(() => 1)"
    assert await evaluated(chat, script, timeout_ms=120_000) == 1


PARTS: Final = {
    "reading": Part("open + content", open_and_read, 30),
    "images": Part(f"{IMAGES} images", many_images, 7),
    "fetches": Part(f"{CONNECTIONS} fetches at once", many_connections, 7),
    "download": Part("100 MB", download, 7),
    "tls-images": Part(f"{IMAGES} images, TLS", many_images, 7, tls=True),
    "tls-download": Part("100 MB, TLS", download, 7, tls=True),
}


async def measured(chats: dict[str, Chat], site: str, part: Part) -> dict[str, float]:
    """Milliseconds, the median of rounds that alternate, after one that is not counted."""
    times: dict[str, list[float]] = {name: [] for name in chats}
    for chat in chats.values():
        await do(chat, "navigate", url=f"{site}/page")
    for number in range(part.rounds + 1):
        for name, chat in chats.items():
            began = time.perf_counter()
            await part.work(chat, site)
            if number:
                times[name].append((time.perf_counter() - began) * 1000)
    return {name: statistics.median(values) for name, values in times.items()}


async def memory_of_connections(chat: Chat, ports: Ports) -> None:
    """How much our process grows by connections that wait for their answers, with those to their servers. Chromium opens 32 to a
    proxy; these are a client's of ours."""
    await do(chat, "navigate", url=f"http://127.0.0.1:{ports.http}/page")
    way = await chat.boundary()
    assert way.proxy is not None
    place = ("127.0.0.1", int(way.proxy.rpartition(":")[2]))
    key = base64.b64encode(f"agent:{way.agent_key}".encode()).decode()
    head = f"GET http://127.0.0.1:{ports.http}/hang HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic {key}\r\n\r\n".encode()
    ours = psutil.Process()
    before, clients = ours.memory_info().rss, []
    for _ in range(CONNECTIONS):
        client = socket.create_connection(place)
        client.sendall(head)
        clients.append(client)
        await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await asyncio.to_thread(_all_held, ours, ports)
    grown = ours.memory_info().rss - before
    print(f"{CONNECTIONS} connections held   {grown / 1024:.0f} KiB, {grown / 1024 / CONNECTIONS:.1f} KiB each", flush=True)
    for client in clients:
        client.close()


def _all_held(ours: psutil.Process, ports: Ports) -> None:
    while sum(one.status == "ESTABLISHED" and one.raddr[1:] == (ports.http,) for one in ours.net_connections("tcp")) < CONNECTIONS:
        time.sleep(0.1)


async def main(names: list[str]) -> None:
    with served() as ports, tempfile.TemporaryDirectory() as home:
        sites = {False: f"http://127.0.0.1:{ports.http}", True: f"https://127.0.0.1:{ports.https}"}
        async with Browser(Settings(home=Path(home), browser_args=("--ignore-certificate-errors",))) as browser:
            chats = {"boundary": browser.chat("boundary"), "past it": browser.chat("past")}
            await do(chats["boundary"], "open", url=f"{sites[False]}/page")
            # The same product with its contexts made without a proxy.
            made, chat_context.proxied = chat_context.proxied, lambda _: None  # type: ignore[assignment]
            await do(chats["past it"], "open", url=f"{sites[False]}/page")
            chat_context.proxied = made
            assert boundary.proxied is made
            for name in names or PARTS:
                if name == "memory":
                    continue
                part = PARTS[name]
                found = await measured(chats, sites[part.tls], part)
                ratio = found["boundary"] / found["past it"]
                columns = "".join(f"{name} {value:8.1f} ms   " for name, value in found.items())
                print(f"{part.title:<24}{columns}{ratio:.2f} x", flush=True)
            if not names or "memory" in names:
                await memory_of_connections(chats["boundary"], ports)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, "memory", []])
    asyncio.run(main(parser.parse_args().parts))
