"""Hosts, latency and cost of a cluster of any size, simulated from measured costs: ``python -m benchmarks.cluster_plan``.

    python -m benchmarks.cluster_plan --chats 10000 100000 1000000
    python -m benchmarks.cluster_plan --costs measured.json --chats 1000 --sleep-after 0

A discrete-event simulation of one shard: agents that call, think, go idle and come back; hosts with cores and memory; chats that
sleep and wake; hosts that die. Hosts share nothing but the directory, so a cluster is as many shards as its chats need, and one
shard of a thousand chats gives the percentiles of all. The same seed gives the same table.
"""

import argparse
import heapq
import json
import math
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Final

SHARD: Final = 1_000
"""Chats that are simulated one by one, at most."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What one machine was measured to take: CPU in milliseconds, memory in MiB. ``call_wait_ms`` is the part of a call in which
    nothing computes: the page's own waits. ``hop_ms`` is what the way through the cluster adds."""

    call_cpu_ms: float = 22.0
    call_wait_ms: float = 8.0
    hop_ms: float = 1.2
    page_cpu_ms: float = 250.0
    checkpoint_cpu_ms: float = 12.0
    wake_cpu_ms: float = 330.0
    wake_wait_ms: float = 120.0
    host_mib: float = 180.0
    awake_mib: float = 55.0
    machine_usd_hour: float = 0.17


@dataclass(frozen=True, slots=True)
class Load:
    """What agents do: ``think_s`` between calls of a burst of ``burst`` calls, ``pause_s`` between bursts; every ``pages`` th call
    loads a page."""

    think_s: float = 6.0
    burst: int = 20
    pause_s: float = 1_800.0
    pages: int = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """The machines, and how they are used. ``sleep_after_s`` 0: chats never sleep. ``mtbf_h``: hours between two ends of a host.
    ``fill`` is the share of CPU and memory that is planned with."""

    cores: int = 4
    memory_mib: float = 16_384.0
    sleep_after_s: float = 300.0
    lease_s: float = 6.0
    mtbf_h: float = 200.0
    fill: float = 0.7
    seconds: float = 7_200.0
    seed: int = 1


@dataclass(slots=True)
class Outcome:
    """Of all chats, and of the calls of the shard."""

    chats: int
    hosts: int = 0
    awake: float = 0.0
    calls: int = 0
    wakes: int = 0
    lost: int = 0
    busy: float = 0.0
    latencies: list[float] = field(default_factory=list, repr=False)
    queues: list[float] = field(default_factory=list, repr=False)

    def row(self, costs: Costs) -> dict[str, float]:
        """The line of the table."""
        latencies, queues = sorted(self.latencies), sorted(self.queues)
        return {
            "chats": self.chats, "hosts": self.hosts, "awake_share": round(self.awake, 3), "cpu": round(self.busy, 3),
            "p50_ms": round(_at(latencies, 0.5), 1), "p95_ms": round(_at(latencies, 0.95), 1), "p99_ms": round(_at(latencies, 0.99), 1),
            "queue_p99_ms": round(_at(queues, 0.99), 1), "wakes_per_call": round(self.wakes / max(1, self.calls), 4),
            "host_lost_per_1e6_calls": round(1e6 * self.lost / max(1, self.calls), 2),
            "usd_per_1000_chats_month": round(self.hosts * costs.machine_usd_hour * 730 / self.chats * 1_000, 2),
        }  # fmt: skip


class _Host:
    """One machine: cores that take one task each, in the order in which tasks come."""

    def __init__(self, cores: int) -> None:
        self.free_at = [0.0] * cores
        self.busy = 0.0
        self.awake = 0

    def run(self, now: float, cpu_s: float) -> tuple[float, float]:
        """When a task of that CPU time that comes now is done, and how long it waited."""
        begins = max(now, heapq.heappop(self.free_at))
        heapq.heappush(self.free_at, begins + cpu_s)
        self.busy += cpu_s
        return begins + cpu_s, begins - now


def demand(costs: Costs, load: Load, plan: Plan) -> tuple[float, float]:
    """What one chat needs on average: cores, and the share of its life in which it is awake."""
    cycle_s = load.burst * load.think_s + load.pause_s
    sleeps = 0 < plan.sleep_after_s < load.pause_s
    awake = (load.burst * load.think_s + plan.sleep_after_s) / cycle_s if sleeps else 1.0
    per_cycle_ms = load.burst * (costs.call_cpu_ms + costs.page_cpu_ms / load.pages + costs.checkpoint_cpu_ms)
    per_cycle_ms += costs.wake_cpu_ms if sleeps else 0.0
    return per_cycle_ms / 1_000 / cycle_s, awake


def hosts_needed(chats: int, costs: Costs, load: Load, plan: Plan) -> int:
    """Machines for that many chats, by CPU and by memory; one more than needed, for one that dies."""
    cores, awake = demand(costs, load, plan)
    by_cpu = chats * cores / (plan.cores * plan.fill)
    by_memory = chats * awake * costs.awake_mib / (plan.memory_mib * plan.fill - costs.host_mib * plan.cores)
    return max(1, math.ceil(max(by_cpu, by_memory))) + 1


def simulate(chats: int, costs: Costs, load: Load, plan: Plan, hosts: int | None = None) -> Outcome:
    """Run the shard for the plan's time. ``hosts`` is given where they are known, else :func:`hosts_needed`."""
    outcome = Outcome(chats, hosts or hosts_needed(chats, costs, load, plan))
    shard = min(chats, SHARD)
    machines = [_Host(plan.cores) for _ in range(max(1, round(outcome.hosts * shard / chats)))]
    chance = random.Random(plan.seed)
    dies = {index: chance.expovariate(1 / (plan.mtbf_h * 3_600)) for index in range(len(machines))}
    place: dict[int, int | None] = dict.fromkeys(range(shard))
    seen: dict[int, float] = {}
    calls_left = {chat: chance.randint(1, load.burst) for chat in range(shard)}
    cycle_s = load.burst * load.think_s + load.pause_s
    events = [(chance.uniform(0, cycle_s), chat) for chat in range(shard)]
    heapq.heapify(events)
    awake_s = 0.0
    while events and events[0][0] < plan.seconds:
        now, chat = heapq.heappop(events)
        at = place[chat]
        if at is not None and dies[at] < now:
            # The machine died since: the call that finds that out waits for the end of the lease.
            outcome.lost += seen.get(chat, 0.0) > dies[at] - 1.0
            dies[at] += chance.expovariate(1 / (plan.mtbf_h * 3_600))
            machines[at].awake -= 1
            at, extra_s = None, plan.lease_s
        else:
            extra_s = 0.0
        idle_s = now - seen.get(chat, -math.inf)
        if at is not None and 0 < plan.sleep_after_s < idle_s:
            machines[at].awake -= 1
            awake_s += plan.sleep_after_s
            at = None
        elif at is not None:
            awake_s += idle_s
        cpu_ms, wait_ms = costs.call_cpu_ms, costs.call_wait_ms + costs.hop_ms
        if at is None:
            at = min(range(len(machines)), key=lambda index: machines[index].awake)
            machines[at].awake += 1
            if chat in seen:
                outcome.wakes += 1
                cpu_ms, wait_ms = cpu_ms + costs.wake_cpu_ms, wait_ms + costs.wake_wait_ms
        if chance.random() < 1 / load.pages:
            cpu_ms += costs.page_cpu_ms
        cpu_s = cpu_ms / 1_000 * chance.lognormvariate(-0.08, 0.4)
        done, queued = machines[at].run(now + extra_s, cpu_s)
        machines[at].run(done, costs.checkpoint_cpu_ms / 1_000)
        ends = done + wait_ms / 1_000
        outcome.calls += 1
        outcome.latencies.append((ends - now) * 1_000)
        outcome.queues.append(queued * 1_000)
        place[chat], seen[chat] = at, ends
        calls_left[chat] -= 1
        if calls_left[chat]:
            pause_s = chance.expovariate(1 / load.think_s)
        else:
            calls_left[chat] = load.burst
            pause_s = chance.expovariate(1 / load.pause_s) if load.pause_s else load.think_s
        heapq.heappush(events, (ends + pause_s, chat))
    outcome.awake = min(1.0, awake_s / (shard * plan.seconds))
    outcome.busy = sum(machine.busy for machine in machines) / (len(machines) * plan.cores * plan.seconds)
    return outcome


def _at(values: Sequence[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def table(rows: Sequence[dict[str, float]]) -> str:
    """The rows as markdown."""
    names = list(rows[0])
    lines = [names, ["---:"] * len(names), *([f"{row[name]:,}" for name in names] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chats", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--costs", type=Path, help="JSON file of measured costs")
    for each in (*fields(Plan), *fields(Load)):
        parser.add_argument(f"--{each.name.replace('_', '-')}", type=type(each.default), default=each.default)
    given = vars(parser.parse_args())
    costs = Costs(**json.loads(given["costs"].read_text())) if given["costs"] else Costs()
    plan = Plan(**{each.name: given[each.name] for each in fields(Plan)})
    load = Load(**{each.name: given[each.name] for each in fields(Load)})
    rows = []
    for chats in given["chats"]:
        asleep = simulate(chats, costs, load, plan).row(costs)
        awake = simulate(chats, costs, load, replace(plan, sleep_after_s=0.0)).row(costs)
        rows.append({**asleep, "hosts_without_sleep": awake["hosts"]})
    print(json.dumps({"costs": asdict(costs), "load": asdict(load), "plan": asdict(plan)}))
    print(table(rows))


if __name__ == "__main__":
    main()
