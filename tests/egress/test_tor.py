"""Chats in a real Tor network, whose authorities and exits run on loopback; the client is started by refbrowser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from refbrowser import Browser, Settings
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site
from tests.support.tor_network import ExitNames, circuits_of_streams, tor_network, tor_program
from tests.support.waiting import until

pytestmark = [
    pytest.mark.long("egress/test_upstreams.py::test_in_tor_each_chat_has_circuits_of_its_own"),
    pytest.mark.skipif(
        tor_program() is None or tor_program("tor-gencert") is None, reason="tor is not installed: apt-get install tor"
    ),
    pytest.mark.timeout(400),
]


@pytest.fixture(scope="module")
async def exit_names() -> AsyncIterator[ExitNames]:
    names = ExitNames()
    yield names
    names.close()


@pytest.fixture(scope="module")
async def in_tor(tmp_path_factory: pytest.TempPathFactory, exit_names: ExitNames, marker: str) -> AsyncIterator[Browser]:
    """A browser whose chats are in Tor."""
    network = tor_network(tmp_path_factory.mktemp("tor"), exit_names)
    config = await asyncio.to_thread(network.__enter__)
    try:
        settings = Settings(home=tmp_path_factory.mktemp("home"), network="tor", tor_config=str(config), timeout_ms=60_000)
        async with Browser(settings) as browser:
            await do(browser.chat("first"), "open")
            yield browser
    finally:
        await asyncio.to_thread(network.__exit__, None, None, None)


async def test_pages_come_by_an_exit_that_resolves_their_names(in_tor: Browser, exit_names: ExitNames, site: Site) -> None:
    chat = in_tor.chat("first")
    url = site.page("<h1>Far</h1>").replace("127.0.0.1", "far.test")
    assert (await do(chat, "open", url=url))["state"]["http_status"] == 200
    assert "Far" in (await do(chat, "read", url=url))["markdown"]
    assert "far.test" in exit_names.asked
    assert await evaluated(chat, "[Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language]") == ["UTC", "en-US"]
    assert (await do(chat, "identity"))["circuit"] == 1
    assert (await do(chat, "identity", operation="new"))["circuit"] == 2
    assert (await do(chat, "reload"))["http_status"] == 200
    before = len(site.requests)
    for place in (site.url("/"), site.other("/"), site.url("/").replace("127.0.0.1", "0x7f.1")):
        await refused(chat, "egress_blocked", "open", url=place)
    assert len(site.requests) == before


async def test_two_chats_are_on_two_circuits(in_tor: Browser, site: Site) -> None:
    """By Tor's own account."""
    for name in ("third", "fourth", "third"):
        url = site.url("/hang?after=headers").replace("127.0.0.1", f"{name}.test")
        await do(in_tor.chat(name), "open", url=url, wait_until="commit")
    assert in_tor.settings.tor_config is not None
    circuits = await asyncio.to_thread(circuits_of_streams, Path(in_tor.settings.tor_config))
    third, fourth, again = circuits[-3:]
    assert third == again != fourth
    await in_tor.chat("fourth").close()


async def test_a_tor_that_ends_takes_the_network_with_it(in_tor: Browser, site: Site) -> None:
    tor, chat = in_tor.tor._process, in_tor.chat("first")
    assert tor is not None
    before = len(site.requests)
    far = site.page("<h1>Again").replace("127.0.0.1", "far.test")
    script = f"new Promise(over => setTimeout(over, 1500)).then(() => fetch('{far}', {{mode: 'no-cors'}})).then(() => 'reached', () => 'failed')"
    waiting = asyncio.ensure_future(evaluated(chat, script))
    tor._process.kill()
    await until(lambda: not tor.alive)
    # What is under way loses its way, and takes no other.
    assert await waiting == "failed"
    assert len(site.requests) == before
    # The next call has another Tor.
    assert (await do(chat, "open", url=far, timeout_ms=180_000))["state"]["http_status"] == 200
    assert in_tor.tor._process is not None
    assert in_tor.tor._process is not tor
    assert (await do(chat, "identity"))["circuit"] > 1
    # Its reader is not the fixture's, but of this test.
    await in_tor.tor._process.stop()
    assert (in_tor.settings.home / "tor").stat().st_mode & 0o77 == 0
