"""Interleaved rounds, and what is made of their numbers."""

import math
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, Protocol, TypeVar

Samples = dict[str, list[float]]
"""By contestant, one number for each round; equal positions are the same round."""


class Named(Protocol):
    @property
    def name(self) -> str:
        """What the results call it."""
        ...


C = TypeVar("C", bound=Named)
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Goal:
    """The most that a contestant may take: ``ratio`` and ``p95_ratio`` times its baseline, ``absolute`` in the row's unit."""

    ratio: float | None = None
    p95_ratio: float | None = None
    absolute: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement of ``contestant``, next to ``baseline`` unless there is nothing to compare with; ``samples`` of others are
    for information. ``note`` is what else the run observed, such as presses that were lost."""

    metric: str
    samples: Samples
    contestant: str = "refbrowser"
    baseline: str | None = "playwright"
    unit: Literal["ms", "MiB"] = "ms"
    goal: Goal | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without one."""
        goal = self.goal
        if goal is None:
            return None
        own = self.samples[self.contestant]
        checks = [goal.absolute is None or median(own) <= goal.absolute]
        if self.baseline is not None:
            checks.append(goal.ratio is None or ratio(self.samples, self.contestant, self.baseline) <= goal.ratio)
            checks.append(goal.p95_ratio is None or p95(own) <= goal.p95_ratio * p95(self.samples[self.baseline]))
        return all(checks)


async def measured_ms(work: Awaitable[object]) -> float:
    """How long ``work`` takes."""
    began = time.perf_counter()
    await work
    return (time.perf_counter() - began) * 1000


async def interleaved(rounds: int, contestants: Sequence[C], measure: Callable[[C, int], Awaitable[V]]) -> dict[str, list[V]]:
    """``measure(contestant, round)`` for every contestant in every round, one after the other, in an order that alternates.

    A round more is run first, as number 0, and not counted.
    """
    results: dict[str, list[V]] = {contestant.name: [] for contestant in contestants}
    for number in range(rounds + 1):
        for contestant in contestants if number % 2 else reversed(contestants):
            value = await measure(contestant, number)
            if number:
                results[contestant.name].append(value)
    return results


def ratio(samples: Samples, contestant: str, baseline: str) -> float:
    """The median of the rounds' own ratios, so that what slows a whole round down cancels out."""
    return median(own / other for own, other in zip(samples[contestant], samples[baseline], strict=True))


def p95(values: Sequence[float]) -> float:
    """The smallest value that at least 95 % of ``values`` do not exceed."""
    return sorted(values)[math.ceil(len(values) * 0.95) - 1]
