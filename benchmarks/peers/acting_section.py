"""The part of ``RESULTS.md`` with presses, cold starts and memory next to other tools. Every number in it is the run's."""

from collections.abc import Mapping
from statistics import median
from typing import Final

from benchmarks.peers.baselines import OWN
from benchmarks.peers.goals import paired
from benchmarks.peers.pressing import ROUNDS as PRESSES
from benchmarks.peers.starting import ROUNDS as STARTS
from benchmarks.peers.starting import Starts
from benchmarks.sampling import Samples
from benchmarks.table import table

HEADING: Final = "## Against the peers: presses, cold starts, memory"

_METHOD: Final = f"""\
Written by `./dev bench --only acting-peers`. *Press* is a click on a toolbar button of the page of 1 000 elements, by the reference that
the tool gave it in a reading just before, until the tool returns; one line of the page changes. {PRESSES} presses each, interleaved; a tool
some of whose presses the page did not feel is left out. What the tools return differs: refbrowser's answer states what changed. *Cold
start* is from nothing to the content of that page, {STARTS} times, each tool alone: for refbrowser and raw Playwright a program with a fresh
interpreter, for the others from the start of their process by this benchmark, whose own interpreter is not counted. *Memory* is the
proportional set size then, of Chromium and of all other processes of the tool; of the tools that are servers, without their client."""


def acting_section(presses: Samples, starts: Starts, absent: Mapping[str, str], facts: Mapping[str, str], plots: list[str]) -> str:
    """The whole part, as markdown, from its heading on."""
    facts = {**facts, **{f"left out: {name}": why for name, why in absent.items()}}
    return "\n\n".join((
        HEADING,
        _METHOD,
        "\n".join(f"- {name}: {value}" for name, value in facts.items()),
        "### Where another wins",
        _lost(presses, starts),
        *_table("Press", "ms", presses),
        *_table("Cold start", "ms", starts.took_ms),
        *_table("Memory of Chromium", "MiB", starts.browser_mib),
        *_table("Memory of the tool", "MiB", starts.tool_mib),
        *(f"![{name}](plots/{name}.svg)" for name in plots),
    )) + "\n"  # fmt: skip


def _table(title: str, unit: str, samples: Samples) -> tuple[str, str]:
    lines = [
        (name, f"{median(taken):.1f}", f"{min(taken):.1f}", "" if name == OWN else f"{paired(samples, OWN, name):.2f}")
        for name, taken in samples.items()
    ]
    return f"### {title}, {unit}", table(("", "median", "least", "refbrowser's ratio to it"), lines)


def _lost(presses: Samples, starts: Starts) -> str:
    """Every median, raw Playwright's too, that is below the product's."""
    parts = (
        ("press", "ms", presses),
        ("cold start", "ms", starts.took_ms),
        ("memory of Chromium", "MiB", starts.browser_mib),
        ("memory of the tool", "MiB", starts.tool_mib),
    )
    lines = [
        (metric, name, f"{median(taken):.1f} {unit}", f"{median(samples[OWN]):.1f} {unit}")
        for metric, unit, samples in parts
        if OWN in samples
        for name, taken in samples.items()
        if name != OWN and median(taken) < median(samples[OWN])
    ]
    return table(("metric", "tool", "its median", "refbrowser's"), lines) if lines else "Nowhere in this run."
