"""The simulator of clusters: the same seed gives the same table, and its sums are those that can be worked out by hand."""

from dataclasses import replace

import pytest

from benchmarks.cluster_plan import Costs, Load, Plan, demand, hosts_needed, simulate

SHORT = Plan(seconds=1_200.0)


def test_a_seed_gives_one_table() -> None:
    rows = [simulate(2_000, Costs(), Load(), replace(SHORT, seed=seed)).row(Costs()) for seed in (1, 1, 2)]
    assert rows[0] == rows[1]
    assert rows[0] != rows[2]


def test_an_idle_cluster_takes_what_a_call_takes() -> None:
    costs, load = Costs(page_cpu_ms=0.0, wake_cpu_ms=0.0, wake_wait_ms=0.0), Load(pause_s=0.0)
    row = simulate(10, costs, load, SHORT, hosts=10).row(costs)
    assert row["p50_ms"] == pytest.approx(costs.call_cpu_ms + costs.call_wait_ms + costs.hop_ms, rel=0.2)
    assert row["queue_p99_ms"] == 0


def test_cpu_in_use_is_what_the_demand_says() -> None:
    """With chats that never sleep and no pauses, load is calls times their CPU."""
    costs, load, plan = Costs(), Load(pause_s=0.0), replace(SHORT, sleep_after_s=0.0)
    cores, awake = demand(costs, load, plan)
    assert awake == 1
    outcome = simulate(500, costs, load, plan)
    assert outcome.busy * outcome.hosts * plan.cores == pytest.approx(500 * cores, rel=0.2)


def test_sleeping_saves_machines_and_failures_cost_calls() -> None:
    asleep, awake = (hosts_needed(100_000, Costs(), Load(), Plan(sleep_after_s=after)) for after in (300.0, 0.0))
    assert asleep < awake / 2
    assert simulate(1_000, Costs(), Load(), replace(SHORT, mtbf_h=0.05)).wakes > simulate(1_000, Costs(), Load(), SHORT).wakes
