"""Chats in a real Tor network, whose authorities and exits run on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from refbrowser import Browser, Settings
from tests.support.calls import do, failure, refused
from tests.support.server import Site
from tests.support.tor_network import tor_network, tor_program
from tests.support.waiting import until

pytestmark = [
    pytest.mark.long("egress/test_upstreams.py::test_in_tor_each_chat_has_circuits_of_its_own"),
    pytest.mark.skipif(
        tor_program() is None or tor_program("tor-gencert") is None, reason="tor is not installed: apt-get install tor"
    ),
    pytest.mark.timeout(300),
]


@pytest.fixture(scope="module")
async def in_tor(tmp_path_factory: pytest.TempPathFactory, marker: str) -> AsyncIterator[Browser]:
    """A browser whose chats are in Tor, with a client that refbrowser starts."""
    network = tor_network(tmp_path_factory.mktemp("tor"))
    config = await asyncio.to_thread(network.__enter__)
    try:
        settings = Settings(home=tmp_path_factory.mktemp("home"), network="tor", tor_config=str(config), timeout_ms=60_000)
        async with Browser(settings) as browser:
            first = browser.chat("first")
            await do(first, "open")
            await first.close()
            yield browser
    finally:
        await asyncio.to_thread(network.__exit__, None, None, None)


async def test_pages_and_read_come_by_an_exit_and_circuits_differ(in_tor: Browser) -> None:
    # An exit resolves the name: no chat in Tor may name this machine's address itself.
    with Site("127.0.0.1") as site:
        url = f"http://localtest.me:{site.port}/status/200".replace("localtest.me", "tor-site.test")
        answers = [await in_tor.chat(name).call({"action": "open", "url": url}) for name in ("a", "b")]
        for answer in answers:
            assert failure(answer, "navigation_failed")["details"]["net_error"] in (
                "ERR_ADDRESS_UNREACHABLE",
                "ERR_SOCKS_CONNECTION_FAILED",
            )
        for name in ("a", "b"):
            assert (await do(in_tor.chat(name), "identity"))["network"] == "tor"
        await refused(in_tor.chat("a"), "egress_blocked", "open", url=site.url("/"))
        assert site.requests == []


async def test_tor_that_ends_takes_the_network_with_it(in_tor: Browser) -> None:
    tor = in_tor._tor
    assert tor is not None
    tor._process.kill()
    await until(lambda: not tor.alive)
    answer = failure(await in_tor.chat("a").call({"action": "open", "url": "http://tor-site.test/"}), "navigation_failed")
    assert answer["details"]["net_error"] == "ERR_PROXY_CONNECTION_FAILED"


def test_the_folder_of_tor_is_its_alone(in_tor: Browser) -> None:
    folder = Path(in_tor.settings.home) / "tor"
    assert folder.stat().st_mode & 0o77 == 0
