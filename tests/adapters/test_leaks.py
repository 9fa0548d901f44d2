"""``refbrowser doctor --leaks``: no traffic bypasses the proxy, and a browser that bypasses it fails the check."""

import asyncio
import os
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from refbrowser.adapters.doctor import run_leaks
from refbrowser.adapters.leak_probes import (
    PAGE,
    PRECONNECTED,
    PREFETCHED,
    QUIC,
    SITE,
    WEBRTC,
    NotingSocks,
    UdpTrap,
    believed_to_speak_quic,
    probes,
)
from refbrowser.browser.launch.executables import find
from refbrowser.settings import Settings


async def test_nothing_gets_past_the_proxy(tmp_path: Path, capsys: pytest.CaptureFixture[str], marker: str) -> None:
    assert await run_leaks(Settings(home=tmp_path)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line[14:18] == "pass" for line in lines[:-1]), lines
    assert lines[-1].endswith("no traffic bypasses the proxy")


@pytest.mark.long("adapters/test_leaks.py::test_nothing_gets_past_the_proxy")
async def test_a_browser_with_webrtc_of_its_own_is_found_out(tmp_path: Path, marker: str) -> None:
    args = ("--force-webrtc-ip-handling-policy=default", "--webrtc-ip-handling-policy=default")
    found = {probe.name: probe.passed for probe in await probes(Settings(home=tmp_path, browser_args=args))}
    assert found["webrtc"] is False
    assert found["names"]


@pytest.mark.long("adapters/test_leaks.py::test_nothing_gets_past_the_proxy")
async def test_a_socks_proxy_and_a_resolver_rule_alone_do_not_hold(marker: str) -> None:
    """What makes the probes worth something: with the flags that such set-ups usually have, each of the traps is reached."""
    loop = asyncio.get_running_loop()
    reached: list[bytes] = []

    async def lan(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append(await reader.readline())
        writer.close()

    trap = await asyncio.start_server(lan, "127.0.0.1", 0)
    ends = [await loop.create_datagram_endpoint(UdpTrap, local_addr=("127.0.0.1", 0)) for _ in range(2)]
    (_, stun), (_, quic) = ends
    ports = [transport.get_extra_info("sockname")[1] for transport, _ in ends]
    names = {"lan": trap.sockets[0].getsockname()[1], "stun": ports[0], "quic": ports[1]}
    page = PAGE % {**names, "prefetched": PREFETCHED, "preconnected": PRECONNECTED}
    async with NotingSocks(page) as socks, async_playwright() as playwright:
        flags = [
            f"--proxy-server=socks5://127.0.0.1:{socks.port}",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1",
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--disable-features=WebRtcHideLocalIpsWithMdns",
            believed_to_speak_quic(ports[1]),
        ]
        browser = await playwright.chromium.launch(executable_path=find().path, args=flags, chromium_sandbox=os.geteuid() != 0)
        opened = await browser.new_page()
        await opened.goto(f"http://{SITE}/")
        candidates = await opened.evaluate(WEBRTC % names)
        await opened.evaluate(QUIC % names)
        await browser.close()
    for transport, _ in ends:
        transport.close()
    trap.close()
    assert SITE in socks.asked
    assert len(reached) >= 1
    assert stun.packets >= 1
    assert [one for one in candidates if " typ host" in one]
    assert quic.packets >= 1
