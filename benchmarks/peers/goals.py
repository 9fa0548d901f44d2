"""What the product must reach against each of the others, and whether it did."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final

from benchmarks.peers import agent_browser, agent_zero, playwright_mcp
from benchmarks.peers.baselines import FLOOR, OWN
from benchmarks.peers.reading import Comparison, Step
from benchmarks.sampling import Samples, ratio

LARGE: Final = ("10 000", "stdtypes", "bookindex")
"""The pages that most goals are set for."""

SIZES: Final = {"100": 100, "1 000": 1_000, "10 000": 10_000, "50 000": 50_000}
"""Elements of the generated pages that rest."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One goal on one page: ``reached`` must not exceed ``most``, or fall below ``least``."""

    what: str
    page: str
    reached: float
    most: float | None = None
    least: float | None = None
    unit: str = "×"

    @property
    def met(self) -> bool:
        """Whether it is."""
        return (self.most is None or self.reached <= self.most) and (self.least is None or self.reached >= self.least)


def verdicts(comparison: Comparison) -> Iterator[Verdict]:
    """Every goal whose page and opponent took part."""
    for read in comparison.pages:
        rounds = len(comparison.took_ms["sum"].get(read.name, {}).get(OWN, ()))
        if OWN in comparison.failed and rounds < read.rounds:
            yield Verdict("rounds without a failure", read.name, rounds, least=read.rounds, unit="")
    for other, most in ((playwright_mcp.NAME, 0.35), (agent_browser.NAME, 0.2), (agent_zero.NAME, 0.2)):
        for page in LARGE:
            yield from _time(comparison, "first", page, other, most)
    for page in LARGE:
        yield from _time(comparison, "sum", page, FLOOR, 1.25)
    for page in ("10 000", "50 000"):
        samples = comparison.took_ms["again"].get(page, {})
        if rivals := {name: median(taken) for name, taken in samples.items() if name not in (OWN, FLOOR)}:
            yield from _time(comparison, "again", page, min(rivals, key=lambda name: rivals[name]), 0.1)
    for page, samples in comparison.took_ms["again"].items():
        if page in SIZES and OWN in samples:
            yield Verdict("content again of an unchanged page", page, median(samples[OWN]), most=5, unit="ms")
    for step in ("first", "again"):
        if (grown := growth(comparison, step, OWN)) is not None:
            yield Verdict(f"growth of {STEP_NAMES[step]}, exponent", "10 000 to 50 000", grown, most=1.1, unit="")
    for other, most in ((playwright_mcp.NAME, 0.3), (agent_zero.NAME, 1.0)):
        for page in (*LARGE, "50 000"):
            own, rival = (comparison.shown.get(page, {}).get(name) for name in (OWN, other))
            if own and rival and own.tokens and rival.tokens:
                yield Verdict(f"tokens against {other}", page, own.tokens / rival.tokens, most=most)
    for page, shown in comparison.shown.items():
        own = shown.get(OWN)
        if own and own.controls is not None and own.words is not None:
            yield Verdict("native and ARIA controls with a ref", page, own.controls, least=100, unit="%")
            yield Verdict("visible words shown", page, own.words, least=99.95, unit="%")


STEP_NAMES: Final[dict[Step, str]] = {
    "open": "navigation",
    "first": "first content",
    "sum": "navigation and first content",
    "again": "content again",
}


def paired(samples: Samples, name: str, other: str) -> float:
    """The median ratio of the rounds that both took part in; a slow tool is given fewer, always the first ones."""
    rounds = min(len(samples[name]), len(samples[other]))
    return ratio({tool: samples[tool][:rounds] for tool in (name, other)}, name, other)


def growth(comparison: Comparison, step: Step, name: str) -> float | None:
    """The exponent with which the time grows from 10 000 to 50 000 elements; None when either was not read."""
    small, large = (comparison.took_ms[step].get(page, {}).get(name) for page in ("10 000", "50 000"))
    return math.log(median(large) / median(small)) / math.log(5) if small and large else None


def _time(comparison: Comparison, step: Step, page: str, other: str, most: float) -> Iterator[Verdict]:
    samples = comparison.took_ms[step].get(page, {})
    if OWN in samples and other in samples:
        yield Verdict(f"{STEP_NAMES[step]} against {other}", page, paired(samples, OWN, other), most=most)
