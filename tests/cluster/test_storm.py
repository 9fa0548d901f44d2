"""Chats at work while hosts, fronts, the directory and Ray's head are killed and stopped at random. The site's log is the oracle.

``REFBROWSER_STORM_S=600 REFBROWSER_STORM_CHATS=40 REFBROWSER_STORM_ASLEEP=400 REFBROWSER_STORM_HOSTS=4`` makes it the long one.
"""

import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
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
ASLEEP = int(os.environ.get("REFBROWSER_STORM_ASLEEP", "4"))
HOSTS = int(os.environ.get("REFBROWSER_STORM_HOSTS", "3"))
SEED = int(os.environ.get("REFBROWSER_STORM_SEED", "1"))
FRONTS = 2
FRONT_S = 20.0
"""How long an agent waits for a front that says nothing before it goes to another one."""

PAGE = """<title>Shop</title><button onclick="send()">Pay</button><script>const page = Math.random()
function send() { const x = new XMLHttpRequest(); x.open('POST', '/pressed' + location.search + '&page=' + page, false); x.send() }</script>"""

FRONT = """
import asyncio, json, sys
from pathlib import Path
from refbrowser import Browser, Settings
from refbrowser.service.oversight.caller import Caller
async def main():
    home, name, address = sys.argv[1:]
    lines = asyncio.StreamReader(limit=1 << 24)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async def perform(number, chat, call, call_id):
        answer = await browser.chat(chat).call(call, caller=Caller(call_id=call_id))
        print(json.dumps([number, answer]), flush=True)
    tasks = set()
    async with Browser(Settings(home=Path(home), cluster_name=name, journal="off"), cluster=address) as browser:
        while line := await lines.readline():
            tasks.add(task := asyncio.ensure_future(perform(*json.loads(line))))
            task.add_done_callback(tasks.discard)
asyncio.run(main())
"""


class FrontLost(Exception):
    """The front died, or says nothing."""


class Front:
    """A front in a process of its own, with the calls of agents on its standard input."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._number = 0
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    async def start(cls, cluster: RunningCluster, address: str) -> "Front":
        arguments = [sys.executable, "-c", FRONT, str(cluster.browser.settings.home), cluster.name, address]
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*arguments, stdin=pipe, stdout=pipe, limit=1 << 24))

    @property
    def lives(self) -> bool:
        return not self._reading.done()

    async def call(self, chat: str, call: dict[str, Any], call_id: str) -> dict[str, Any]:
        self._number += 1
        answer = self._waiting[self._number] = asyncio.get_running_loop().create_future()
        assert self.process.stdin is not None
        try:
            if not self.lives:
                raise FrontLost
            self.process.stdin.write(json.dumps([self._number, chat, call, call_id]).encode() + b"\n")
            async with asyncio.timeout(FRONT_S):
                result: dict[str, Any] = await answer
                return result
        except (TimeoutError, OSError) as failure:
            raise FrontLost from failure

    async def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            while line := await self.process.stdout.readline():
                with contextlib.suppress(ValueError):  # what Ray prints
                    number, answer = json.loads(line)
                    if not (waiting := self._waiting.pop(number)).done():
                        waiting.set_result(answer)
        finally:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(FrontLost())

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        await self.process.wait()
        self._reading.cancel()


class Fronts:
    """As many as there are to be; a dead one is replaced."""

    def __init__(self, cluster: RunningCluster, address: str, chance: random.Random) -> None:
        self._cluster, self._address, self._chance = cluster, address, chance
        self.fronts: list[Front] = []

    async def fill(self) -> None:
        for dead in [front for front in self.fronts if not front.lives]:
            await dead.end()
            self.fronts.remove(dead)
        while len(self.fronts) < FRONTS:
            self.fronts.append(await Front.start(self._cluster, self._address))

    def any(self) -> Front:
        return self._chance.choice([front for front in self.fronts if front.lives] or self.fronts)


@dataclass
class Tally:
    """What the agent of one chat was answered."""

    ok: int = 0
    performed: Counter[str] = field(default_factory=Counter)
    other: Counter[str] = field(default_factory=Counter)
    wakes_s: list[float] = field(default_factory=list)
    repeated: int = 0
    lost: bool = False


async def answered(fronts: Fronts, chat: str, call: dict[str, Any], call_id: str, tally: Tally) -> dict[str, Any]:
    """The answer of the first front that gives one; the call goes to each by the same id."""
    while True:
        try:
            return await fronts.any().call(chat, call, call_id)
        except FrontLost:
            tally.repeated += 1
            await asyncio.sleep(0.2)  # another one may have to start


async def agent(fronts: Fronts, name: str, url: str, tally: Tally, ends: float) -> None:
    """Press the button again and again, as an agent does that looks before it repeats a press."""
    down_since: float | None = None
    opened, number = False, 0
    while time.monotonic() < ends or down_since is not None:
        call = {"action": "click", "selector": "button"} if opened else {"action": "open", "url": url}
        number += 1
        answer = await answered(fronts, name, {**call, "timeout_ms": 60_000}, f"{name}-{number}", tally)
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
        return cluster.status(within_s=10)
    except (ClusterError, TimeoutError):
        return None


def head() -> psutil.Process:
    """The process of Ray's head that knows all nodes and actors."""
    return next(each for each in psutil.Process().children(recursive=True) if each.name() == "gcs_server")


BLOWS = [
    "kill", "stop", "stop with keeper", "stop a moment", "kill directory", "stop directory", "kill front", "stop front", "stop head",
    "move", "sleep",
]  # fmt: skip


class Storm:
    """Kills and stops; ``hit`` are the hosts that were hit."""

    def __init__(self, cluster: RunningCluster, fronts: Fronts, chats: list[str]) -> None:
        self._cluster, self._fronts, self._chats = cluster, fronts, chats
        self._waking: list[tuple[float, psutil.Process]] = []
        self.hit: list[str] = []
        self.blows: Counter[str] = Counter()

    async def rage(self, ends: float, chance: random.Random) -> None:
        while time.monotonic() < ends:
            await asyncio.sleep(chance.uniform(3, 7))  # between two blows
            self._wake(time.monotonic())
            await self._fronts.fill()
            blow, name = chance.choice(BLOWS), chance.choice(self._chats)
            if (status := await asyncio.to_thread(status_of, self._cluster)) is None or not status["hosts"]:
                continue
            host = chance.choice(status["hosts"])
            self.blows[blow] += 1
            with contextlib.suppress(psutil.Error, OSError, AssertionError, StopIteration, ClusterError, TimeoutError):
                await self._strike(blow, name, host, status["pid"])
        self._wake(float("inf"))
        await self._fronts.fill()

    async def _strike(self, blow: str, name: str, host: dict[str, Any], directory: int) -> None:
        match blow:
            case "kill directory":
                os.kill(directory, signal.SIGKILL)
            case "stop directory":
                self._stop(psutil.Process(directory), 15)
            case "kill front":
                self._fronts.any().process.kill()
            case "stop front":
                self._stop(psutil.Process(self._fronts.any().process.pid), 8)
            case "stop head":
                self._stop(head(), 8)
            case "move" | "sleep":
                assert self._cluster.browser.front is not None
                await asyncio.to_thread(self._cluster.run, self._cluster.browser.front.link.directory(blow, name), 20)
            case _:
                process = psutil.Process(host["pid"])
                self.hit.append(host["host"])
                if blow == "kill":
                    process.kill()
                    return
                if blow == "stop with keeper":
                    self._stop(keeper_of(host["host"]), 12)
                self._stop(process, 0.5 if blow == "stop a moment" else 10)

    def _stop(self, process: psutil.Process, seconds: float) -> None:
        self._waking.append((time.monotonic() + seconds, process))
        process.suspend()

    def _wake(self, now: float) -> None:
        for moment, process in [each for each in self._waking if each[0] <= now]:
            self._waking.remove((moment, process))
            with contextlib.suppress(psutil.Error):
                process.resume()


async def fall_asleep(cluster: RunningCluster, names: list[str], url: str) -> None:
    """Open each chat and have it sleep."""
    assert cluster.browser.front is not None
    for name in names:
        answer = await cluster.chat(name).call({"action": "open", "url": f"{url}?chat={name}", "timeout_ms": 60_000})
        assert answer["ok"], answer
        assert await asyncio.to_thread(cluster.run, cluster.browser.front.link.directory("sleep", name))


async def all_warmed(fronts: Fronts) -> bool:
    """Whether each front has connected and answers."""
    with contextlib.suppress(FrontLost):
        for front in fronts.fronts:
            await front.call("warm", {"action": "list"}, secrets.token_hex(8))
        return True
    return False


def returns(pages: list[str]) -> Iterator[str]:
    """The pages that were pressed in again after another one was: whose host had lost the chat by then."""
    for index, page in enumerate(pages):
        if index and pages[index - 1] != page and page in pages[:index]:
            yield page


@pytest.mark.timeout(STORM_S + ASLEEP * 4 + 400)
@pytest.mark.long("cluster/test_keeper.py::test_nothing_outlives_a_host_and_its_calls_are_known")
async def test_no_chat_is_lost_and_nothing_pressed_twice(tmp_path: Path, marker: str, site: Site) -> None:
    import ray

    presses: dict[str, list[str]] = {}

    def pressed(request: Request) -> str:
        presses.setdefault(request.argument("chat", ""), []).append(request.argument("page", ""))
        return ""

    site.route("/pressed", pressed)
    url = site.page(PAGE)
    tallies = {f"chat-{number}": Tally() for number in range(CHATS)}
    sleepers = [f"asleep-{number}" for number in range(ASLEEP)]
    settings: dict[str, Any] = {"cluster_hosts": HOSTS, "cluster_lease_ms": 5_000, "checkpoint_ms": 500, "journal": "off"}
    with local_cluster(tmp_path / "home", **settings) as cluster:
        await fall_asleep(cluster, sleepers, url)
        fronts = Fronts(cluster, ray.get_runtime_context().gcs_address, random.Random(SEED))
        storm = Storm(cluster, fronts, [*tallies])
        try:
            await fronts.fill()
            await until(lambda: all_warmed(fronts), patience_s=240)
            ends = time.monotonic() + STORM_S
            agents = [agent(fronts, name, f"{url}?chat={name}", tally, ends) for name, tally in tallies.items()]
            raging = asyncio.ensure_future(storm.rage(ends, random.Random(SEED)))
            await asyncio.gather(raging, *agents)
        finally:
            for front in fronts.fronts:
                await front.end()
        status = await until(lambda: asyncio.to_thread(status_of, cluster))
        alive = {each["host"] for each in status["hosts"]}
        gone = [host for host in storm.hit if host not in alive]
        # No orphans: the keepers end what is left.
        await until(lambda: not any(map(processes_of, gone)))
        report(tallies, presses, storm, len(gone))
        for name in sleepers:
            state = await cluster.chat(name).call({"action": "state", "timeout_ms": 60_000})
            assert state["ok"], state
            assert state["result"]["url"] == f"{url}?chat={name}"
    for name, tally in tallies.items():
        assert not tally.lost, name
        # Input that was sent may not have come as far as the site, where the browser died over it.
        sent = tally.performed["True"] + tally.performed["unknown"]
        assert tally.ok <= len(presses.get(name, [])) <= tally.ok + sent, (name, tally, presses.get(name))
        assert not list(returns(presses.get(name, []))), (name, presses[name])


def report(tallies: dict[str, Tally], presses: dict[str, list[str]], storm: Storm, gone: int) -> None:
    """Print what the storm was and did."""
    wakes = sorted(wake for tally in tallies.values() for wake in tally.wakes_s)
    performed = sum((tally.performed for tally in tallies.values()), Counter())
    other = sum((tally.other for tally in tallies.values()), Counter())
    median = f"{wakes[len(wakes) // 2]:.1f} s" if wakes else "-"
    print(
        f"\n{STORM_S:.0f} s, seed {SEED}, {HOSTS} hosts, {CHATS} chats, {ASLEEP} asleep: {sum(map(len, presses.values()))} presses, "
        f"{sum(tally.ok for tally in tallies.values())} answered, blows {dict(storm.blows)}, {gone} hosts ended, "
        f"host_lost by performed {dict(performed)}, other errors {dict(other)}, "
        f"{sum(tally.repeated for tally in tallies.values())} calls sent again at another front, "
        f"{len(wakes)} wakes: median {median}, longest {wakes[-1] if wakes else 0:.1f} s"
    )
