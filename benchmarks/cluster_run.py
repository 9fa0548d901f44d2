"""A real run beside its simulation: ``python -m benchmarks.cluster_run``.

Measures what a chat costs on a host of a local cluster (CPU and memory of the host's processes: awake, idle, asleep; a click, a page, a
wake), and one browser per chat beside it. Then chats work on one host for a while, as the simulator's agents do, and what they took
stands beside what :mod:`benchmarks.cluster_plan` says of the same load with the measured costs.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil

from benchmarks.cluster_plan import Costs, Load, Plan, simulate
from benchmarks.site import served
from refbrowser import Browser, Chat, Settings

MIB = 1 << 20


class Meter:
    """CPU and memory of a process and all that it started, also of what has ended since."""

    def __init__(self, pid: int) -> None:
        self._root = psutil.Process(pid)
        self._cpu: dict[tuple[int, float], float] = {}
        self._looking = asyncio.ensure_future(self._look())

    async def _look(self) -> None:
        while True:
            self.cpu_s()
            await asyncio.sleep(0.2)  # a renderer's last CPU time is read before it ends

    def cpu_s(self) -> float:
        for process in [self._root, *self._root.children(recursive=True)]:
            try:
                times = process.cpu_times()
                self._cpu[process.pid, process.create_time()] = times.user + times.system
            except psutil.Error:
                continue
        return sum(self._cpu.values())

    def mib(self) -> float:
        total = 0
        for process in [self._root, *self._root.children(recursive=True)]:
            try:
                total += process.memory_full_info().pss
            except psutil.Error:
                continue
        return total / MIB

    def end(self) -> None:
        self._looking.cancel()


async def called(chat: Chat, call: dict[str, Any]) -> tuple[float, bool]:
    """Milliseconds of a call that succeeds, and whether its chat was asleep."""
    began = time.monotonic()
    answer = await chat.call({"timeout_ms": 120_000, **call})
    if not answer["ok"]:
        raise RuntimeError(answer)
    return (time.monotonic() - began) * 1_000, "restored" in answer["result"]


class Run:
    """A front with one host, and the site that its chats work in."""

    def __init__(self, browser: Browser, host: int, site: str) -> None:
        self.browser, self.meter, self.page = browser, Meter(host), f"{site}/1000"
        self.click = {"action": "click", "selector": "button"}
        self.open = {"action": "open", "url": self.page}

    async def sleep(self, chat: str) -> None:
        assert self.browser.front is not None
        if not await self.browser.front.link.directory("sleep", chat):
            raise RuntimeError(f"{chat} has a call at work")

    async def cost(
        self, chat: Chat, call: dict[str, Any], times: int, pause_s: float, *, asleep: bool = False
    ) -> tuple[float, float]:
        """CPU milliseconds of a call and of what follows it in ``pause_s``; the median of its own milliseconds."""
        began, spent = self.meter.cpu_s(), []
        for _ in range(times):
            if asleep:
                await self.sleep(chat.id)
            spent.append((await called(chat, call))[0])
            await asyncio.sleep(pause_s)  # what follows is measured too
        return (self.meter.cpu_s() - began) * 1_000 / times, statistics.median(spent)

    async def costs(self, checkpoint_s: float) -> tuple[Costs, float]:
        """What is measured of one chat, and the cores that a host takes in which nothing is done."""
        chat = self.browser.chat("measured")
        await called(chat, self.open)
        await self.cost(chat, self.click, 20, 0)
        await asyncio.sleep(2)  # all that the start left to do
        began, quiet = time.monotonic(), self.meter.cpu_s()
        await asyncio.sleep(5)
        idle = (self.meter.cpu_s() - quiet) / (time.monotonic() - began)
        after_s = checkpoint_s * 1.5
        call_cpu, call_ms = await self.cost(chat, self.click, 40, 0)
        with_checkpoint, _ = await self.cost(chat, self.click, 10, after_s)
        page_cpu, page_ms = await self.cost(chat, self.open, 10, after_s)
        wake_cpu, wake_ms = await self.cost(chat, self.click, 5, after_s, asleep=True)
        await chat.close()

        def own(cpu_ms: float, ms: float) -> float:
            return max(0.0, cpu_ms - idle * (after_s * 1_000 + ms))

        call = call_cpu - idle * call_ms
        paced = own(with_checkpoint, call_ms)
        return Costs(
            call_cpu_ms=call,
            call_wait_ms=max(0.0, call_ms - call),
            hop_ms=0.0,
            page_cpu_ms=own(page_cpu, page_ms) - paced,
            checkpoint_cpu_ms=max(0.0, paced - call),
            wake_cpu_ms=own(wake_cpu, wake_ms) - paced,
            wake_wait_ms=max(0.0, wake_ms - call_ms - (own(wake_cpu, wake_ms) - paced)),
        ), idle

    async def work(self, load: Load, chats: int, seconds: float, seed: int) -> dict[str, float]:
        """Have the agents of :func:`benchmarks.cluster_plan.simulate` work here."""
        chance = random.Random(seed)
        ends, spent, wakes = time.monotonic() + seconds, [], [0]
        cycle_s = load.burst * load.think_s + load.pause_s

        async def agent(number: int) -> None:
            chat, left = self.browser.chat(f"agent-{number}"), chance.randint(1, load.burst)
            await asyncio.sleep(chance.uniform(0, cycle_s))
            while time.monotonic() < ends:
                ms, woken = await called(chat, self.open if chance.random() < 1 / load.pages else self.click)
                spent.append(ms)
                wakes[0] += woken
                left -= 1
                pause_s = chance.expovariate(1 / load.think_s) if left else chance.expovariate(1 / load.pause_s)
                left = left or load.burst
                await asyncio.sleep(min(pause_s, max(0.0, ends - time.monotonic())))

        for number in range(chats):
            await called(self.browser.chat(f"agent-{number}"), self.open)
            await self.sleep(f"agent-{number}")
        began, cpu = time.monotonic(), self.meter.cpu_s()
        ends = began + seconds
        await asyncio.gather(*map(agent, range(chats)))
        took = time.monotonic() - began
        return {
            "calls": len(spent), "wakes": wakes[0], "cpu_s": self.meter.cpu_s() - cpu, "p50_ms": statistics.median(spent), "seconds": took
        }  # fmt: skip


def simulated(costs: Costs, idle: float, load: Load, plan: Plan, chats: int) -> dict[str, float]:
    """The means of twenty seeds of the simulator."""
    rows = []
    for seed in range(20):
        outcome = simulate(chats, costs, load, Plan(**{**asdict(plan), "seed": seed}), hosts=1)
        cpu_s = outcome.busy * plan.cores * plan.seconds + idle * plan.seconds
        # The simulator's chats begin with their first call; here they are asleep until then.
        first_s = chats * costs.wake_cpu_ms / 1_000
        rows.append((outcome.calls, outcome.wakes + chats, cpu_s + first_s, statistics.median(outcome.latencies)))
    return dict(zip(("calls", "wakes", "cpu_s", "p50_ms"), map(statistics.mean, zip(*rows, strict=True)), strict=True))


async def memory(run: Run, chats: int, home: Path) -> dict[str, float]:
    """MiB of one chat: awake, without calls for a while, asleep, and in a browser of its own."""
    empty = run.meter.mib()
    names = [f"kept-{number}" for number in range(chats)]
    for name in names:
        await called(run.browser.chat(name), run.open)
        await called(run.browser.chat(name), run.click)
    awake = run.meter.mib()
    await asyncio.sleep(5)  # the pages come to rest
    idle = run.meter.mib()
    for name in names:
        await run.sleep(name)
    asleep = run.meter.mib()
    for name in names:
        await run.browser.chat(name).close()
    own = Meter(os.getpid())
    before = own.mib()
    browsers = [Browser(Settings(home=home / str(number), journal="off")) for number in range(2)]
    for browser in browsers:
        await browser.__aenter__()
        await called(browser.chat("one"), run.open)
        await called(browser.chat("one"), run.click)
    alone = (own.mib() - before) / len(browsers)
    own.end()
    for browser in browsers:
        await browser.close()
    return {
        "host": empty, "awake": (awake - empty) / chats, "idle": (idle - empty) / chats, "asleep": max(0.0, asleep - empty) / chats,
        "browser_per_chat": alone, "awake_chats_per_gib": 1_024 * chats / (awake - empty), "browsers_per_gib": 1_024 / alone,
    }  # fmt: skip


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chats", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    checkpoint_s, sleep_after_s = 0.5, 3.0
    load = Load(think_s=1.0, burst=6, pause_s=8.0, pages=4)
    plan = Plan(cores=psutil.cpu_count() or 1, sleep_after_s=sleep_after_s, mtbf_h=1e9, seconds=given.seconds)
    with tempfile.TemporaryDirectory() as folder, served() as site:
        home = Path(folder)
        settings = Settings(
            home=home / "front",
            cluster_hosts=1,
            checkpoint_ms=int(checkpoint_s * 1_000),
            idle_ms=int(sleep_after_s * 1_000),
            journal="off",
        )
        async with Browser(settings, cluster="local") as browser:
            assert browser.front is not None
            await called(browser.chat("first"), {"action": "open", "url": f"{site}/1000"})
            await browser.chat("first").close()
            run = Run(browser, (await browser.front.link.directory("status"))["hosts"][0]["pid"], site)
            print(
                json.dumps(
                    {"memory_mib": {name: round(value, 1) for name, value in (await memory(run, given.chats, home)).items()}}
                )
            )
            costs, idle = await run.costs(checkpoint_s)
            print(
                json.dumps(
                    {"costs": {name: round(value, 1) for name, value in asdict(costs).items()}, "idle_cores": round(idle, 4)}
                )
            )
            real = await run.work(load, given.chats, given.seconds, seed=1)
            run.meter.end()
    expected = simulated(costs, idle, load, plan, given.chats)
    print(f"{'':8}{'real':>10}{'simulated':>12}{'ratio':>8}")
    for name, value in expected.items():
        print(f"{name:8}{real[name]:10.1f}{value:12.1f}{value / real[name]:8.2f}")


if __name__ == "__main__":
    asyncio.run(main())
