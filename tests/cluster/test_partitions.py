"""Networks that carry nothing between two processes of a cluster, whose store is S3 as ``moto`` speaks it. The site's log of presses is
the oracle."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from refbrowser.cluster.wire import Connection, Door
from tests.cluster.test_failures import BOUND_S, Shop
from tests.support.calls import do
from tests.support.clusters import RunningCluster, local_cluster
from tests.support.server import Site
from tests.support.waiting import until

LEASE_MS = 4_000

pytestmark = [
    pytest.mark.long("cluster/test_wire.py::test_a_question_is_asked_again_where_its_connection_breaks_and_its_host_lives"),
    pytest.mark.timeout(300),
]


@pytest.fixture(scope="module")
def s3(marker: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server that speaks S3, with a bucket; every process of this run finds it."""
    import boto3  # type: ignore[import-untyped]

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    given = {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b",
        "AWS_DEFAULT_REGION": "us-east-1",
    }  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        for name, value in given.items():
            patch.setenv(name, value)
        arguments = [sys.executable, "-c", "from moto.server import main; main()", "-H", "127.0.0.1", "-p", str(port)]
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while True:
                with suppress(Exception):
                    boto3.client("s3").create_bucket(Bucket="refbrowser")
                    break
            yield process
        finally:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(s3: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCluster]:
    settings: dict[str, Any] = {"cluster_hosts": 2, "cluster_lease_ms": LEASE_MS, "checkpoint_ms": 200}
    home = tmp_path_factory.mktemp("cluster")
    with local_cluster(home, cluster_store="s3://refbrowser/cluster", **settings) as running:
        yield running


@pytest.fixture
def shop(site: Site) -> Iterator[Shop]:
    shop = Shop(site)
    yield shop
    shop.answered.set()


class Cable:
    """Carries bytes between the front and its hosts, but for those whose ports are :attr:`cut`."""

    def __init__(self) -> None:
        self.cut: set[int] = set()
        self._pumps: set[asyncio.Task[None]] = set()
        self._servers: dict[int, asyncio.Server] = {}
        self._loop = asyncio.get_running_loop()

    async def port(self, host: int) -> int:
        """The port at which the host of that port is reached."""
        if host not in self._servers:

            async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                there = await asyncio.open_connection("127.0.0.1", host)
                for source, sink in ((reader, there[1]), (there[0], writer)):
                    self._pumps.add(asyncio.ensure_future(self._pump(host, source, sink)))

            self._servers[host] = await asyncio.start_server(connected, "127.0.0.1", 0)
        port: int = self._servers[host].sockets[0].getsockname()[1]
        return port

    async def _pump(self, host: int, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError):
                while data := await source.read(1 << 16):
                    if host not in self.cut:
                        sink.write(data)
        finally:
            sink.close()

    async def end(self) -> None:
        for server in self._servers.values():
            server.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)


@pytest.fixture
async def cable(monkeypatch: pytest.MonkeyPatch, cluster: RunningCluster) -> AsyncIterator[Cable]:
    cable, loop, opening = Cable(), asyncio.get_running_loop(), Connection.open

    async def opened(door: Door, within_s: float) -> Connection:
        port = asyncio.run_coroutine_threadsafe(cable.port(door.port), loop)
        return await opening(replace(door, port=await asyncio.wrap_future(port)), within_s)

    monkeypatch.setattr(Connection, "open", opened)
    yield cable
    await cable.end()


def port_of(cluster: RunningCluster, host: str) -> int:
    assert cluster.browser.front is not None
    return cluster.browser.front.link._hosts[host]._door.port


async def test_a_front_that_does_not_reach_a_host_goes_on_elsewhere(cluster: RunningCluster, cable: Cable, shop: Shop) -> None:
    """In the middle of a press: it ends typed, is pressed once, and the chat, which its host still has, goes to one that is reached."""
    chat = cluster.chat("cut")
    await do(chat, "open", url=shop.url, timeout_ms=60_000)
    host = cluster.host_of(chat.id)
    pressing = asyncio.ensure_future(chat.call({"action": "click", "selector": "button", "timeout_ms": 30_000}))
    assert await asyncio.to_thread(shop.arrived.wait, 10)
    cable.cut.add(port_of(cluster, host))
    answer = await asyncio.wait_for(pressing, BOUND_S)
    assert answer["code"] == "host_lost"
    assert answer["details"]["performed"] == "unknown"
    shop.answered.set()
    state = await chat.call({"action": "state", "timeout_ms": 60_000})
    assert state["ok"], state
    assert cluster.host_of(chat.id) != host
    assert shop.presses == 1
    cable.cut.clear()
    await do(chat, "click", selector="button")
    assert shop.presses == 2
    assert host in {each["host"] for each in cluster.status()["hosts"]}, "it was never lost"
    await chat.close()


async def test_a_broken_connection_is_not_noticed(cluster: RunningCluster, cable: Cable, shop: Shop) -> None:
    """The call goes on at its host, and its answer comes over the next connection."""
    chat = cluster.chat("broken")
    await do(chat, "open", url=shop.url, timeout_ms=60_000)
    pressing = asyncio.ensure_future(chat.call({"action": "click", "selector": "button", "timeout_ms": 30_000}))
    assert await asyncio.to_thread(shop.arrived.wait, 10)
    await cable.end()
    cable._servers.clear()
    shop.answered.set()
    answer = await asyncio.wait_for(pressing, BOUND_S)
    assert answer["ok"], answer
    assert shop.presses == 1
    await chat.close()


async def test_nothing_reaches_the_store_for_a_while(cluster: RunningCluster, shop: Shop, s3: subprocess.Popen[bytes]) -> None:
    """Grants lapse, calls wait or end typed, nothing is sent meanwhile; then all goes on."""
    shop.answered.set()
    chat = cluster.chat("store")
    await do(chat, "open", url=shop.url, timeout_ms=60_000)
    os.kill(s3.pid, signal.SIGSTOP)
    pressed = 0
    try:
        while (answer := await chat.call({"action": "click", "selector": "button", "timeout_ms": 3_000}))["ok"]:
            pressed += 1
        assert answer["code"] in ("cluster_unreachable", "host_lost", "timeout")
        # The grant may have lapsed between the press and its receipt.
        sent = answer["code"] == "host_lost" and bool(answer["details"]["performed"])
    finally:
        os.kill(s3.pid, signal.SIGCONT)
    await until(lambda: chat.call({"action": "state", "timeout_ms": 30_000}), lambda answer: answer["ok"], patience_s=60)
    presses = shop.presses
    assert pressed <= presses <= pressed + sent
    await do(chat, "click", selector="button")
    assert shop.presses == presses + 1
    assert (await chat.sleep()).last_state.tabs
    assert "restored" in await do(chat, "state", timeout_ms=60_000)
    await chat.close()
