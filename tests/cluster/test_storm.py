"""Chats at work while hosts and the directory are killed and stopped at random. The site's log of presses is the oracle.

``REFBROWSER_STORM_S=600 REFBROWSER_STORM_CHATS=40 REFBROWSER_STORM_HOSTS=4`` makes it the long one.
"""

import asyncio
import os
import random
import signal
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

from refbrowser.errors import ClusterError
from tests.support.clusters import RunningCluster, keeper_of, local_cluster, processes_of
from tests.support.exchange import Request
from tests.support.server import Site
from tests.support.waiting import until

STORM_S = float(os.environ.get("REFBROWSER_STORM_S", "45"))
CHATS = int(os.environ.get("REFBROWSER_STORM_CHATS", "6"))
HOSTS = int(os.environ.get("REFBROWSER_STORM_HOSTS", "3"))
SEED = int(os.environ.get("REFBROWSER_STORM_SEED", "1"))

PAGE = """<title>Shop</title><button onclick="send()">Pay</button><script>function send() {
const x = new XMLHttpRequest(); x.open('POST', '/pressed' + location.search, false); x.send() }</script>"""


@dataclass
class Tally:
    """What the agent of one chat was answered."""

    ok: int = 0
    performed: Counter[str] = field(default_factory=Counter)
    other: Counter[str] = field(default_factory=Counter)
    wakes_s: list[float] = field(default_factory=list)
    lost: bool = False


async def agent(cluster: RunningCluster, name: str, url: str, tally: Tally, ends: float) -> None:
    """Press the button again and again, as an agent does that looks before it repeats a press."""
    chat = cluster.chat(name)
    down_since: float | None = None
    opened = False
    while time.monotonic() < ends or down_since is not None:
        call = {"action": "click", "selector": "button"} if opened else {"action": "open", "url": url}
        answer = await chat.call({**call, "timeout_ms": 60_000})
        if answer["ok"]:
            if down_since is not None:
                tally.wakes_s.append(time.monotonic() - down_since)
                down_since = None
            tally.ok += opened
            opened = True
        elif answer["code"] == "host_lost":
            if opened:
                tally.performed[str(answer["details"]["performed"])] += 1
            down_since = down_since or time.monotonic()
        elif answer["code"] == "no_tab":
            tally.lost = True
            return
        else:
            tally.other[answer["code"]] += 1
            down_since = down_since or time.monotonic()
            if time.monotonic() > ends + 120:
                return
        await asyncio.sleep(0.2)  # what a model takes, and more


def status_of(cluster: RunningCluster) -> dict[str, Any] | None:
    """What the directory says; None while it starts again."""
    try:
        return cluster.status()
    except ClusterError:
        return None


async def storm(cluster: RunningCluster, ends: float, chance: random.Random, done: Counter[str]) -> list[str]:
    """Kill and stop; the hosts that were hit."""
    hit: list[str] = []
    waking: list[tuple[float, psutil.Process]] = []
    while time.monotonic() < ends:
        await asyncio.sleep(chance.uniform(4, 9))  # between two blows
        for moment, process in [each for each in waking if each[0] <= time.monotonic()]:
            waking.remove((moment, process))
            if process.is_running():
                process.resume()
        if (status := await asyncio.to_thread(status_of, cluster)) is None:
            continue
        blow = chance.choice(["kill", "stop", "stop with keeper", "stop a moment", "kill directory"])
        host = chance.choice([each["host"] for each in status["hosts"]] or [""])
        done[blow] += 1
        try:
            if blow == "kill directory":
                os.kill(status["pid"], signal.SIGKILL)
                continue
            process = psutil.Process(next(each["pid"] for each in status["hosts"] if each["host"] == host))
            hit.append(host)
            if blow == "kill":
                process.kill()
                continue
            if blow == "stop with keeper":
                keeper = keeper_of(host)
                keeper.suspend()
                waking.append((time.monotonic() + 12, keeper))
            process.suspend()
            waking.append((time.monotonic() + (0.5 if blow == "stop a moment" else 10), process))
        except (psutil.Error, OSError, AssertionError, StopIteration):
            continue
    for _, process in waking:
        if process.is_running():
            process.resume()
    return hit


@pytest.mark.timeout(STORM_S + 300)
@pytest.mark.long("cluster/test_keeper.py::test_nothing_outlives_a_host_and_its_calls_are_known")
async def test_no_chat_is_lost_and_nothing_pressed_twice(tmp_path: Path, marker: str, site: Site) -> None:
    presses: Counter[str] = Counter()

    def pressed(request: Request) -> str:
        presses[request.argument("chat", "")] += 1
        return ""

    site.route("/pressed", pressed)
    url = site.page(PAGE)
    tallies = {f"chat-{number}": Tally() for number in range(CHATS)}
    blows: Counter[str] = Counter()
    settings: dict[str, Any] = {"cluster_hosts": HOSTS, "cluster_lease_ms": 5_000, "checkpoint_ms": 500, "journal": "off"}
    with local_cluster(tmp_path / "home", **settings) as cluster:
        ends = time.monotonic() + STORM_S
        agents = [agent(cluster, name, f"{url}?chat={name}", tally, ends) for name, tally in tallies.items()]
        storming = asyncio.ensure_future(storm(cluster, ends, random.Random(SEED), blows))
        await asyncio.gather(*agents)
        hit = await storming
        status = await until(lambda: asyncio.to_thread(status_of, cluster))
        alive = {each["host"] for each in status["hosts"]}
        gone = [host for host in hit if host not in alive]
        # No orphans: the keepers end what is left.
        await until(lambda: not any(map(processes_of, gone)))
        wakes = sorted(wake for tally in tallies.values() for wake in tally.wakes_s)
        performed = sum((tally.performed for tally in tallies.values()), Counter())
        other = sum((tally.other for tally in tallies.values()), Counter())
        median = f"{wakes[len(wakes) // 2]:.1f} s" if wakes else "-"
        print(
            f"\n{STORM_S:.0f} s, {HOSTS} hosts, {CHATS} chats: {sum(presses.values())} presses, blows {dict(blows)}, "
            f"{len(gone)} hosts ended, host_lost by performed {dict(performed)}, other errors {dict(other)}, "
            f"{len(wakes)} wakes: median {median}, longest {wakes[-1] if wakes else 0:.1f} s"
        )
    for name, tally in tallies.items():
        assert not tally.lost, name
        # Input that was sent may not have come as far as the site, where the browser died over it.
        sent = tally.performed["True"] + tally.performed["unknown"]
        assert tally.ok <= presses[name] <= tally.ok + sent, (name, tally, presses[name])
