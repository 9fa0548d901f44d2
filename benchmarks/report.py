"""``RESULTS.md``: the method, the machine and the tables of one run. Every number in it is the run's."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final

from benchmarks.sampling import Goal, Row, p95, ratio
from benchmarks.table import table

_METHOD: Final = """\
Written by `./dev bench`; the numbers are of one run on one machine and hold for that machine, ratios travel better than times.

Every contestant drives the same browser program, headless, viewport 1280x720, started with the switches that it is given by the
tool. All are alive at once and one works at a time: a round measures each once, in an order that alternates from round to round,
and the first round is dropped. Times are wall-clock as the caller sees them: `await page.click()` for raw Playwright, `await
chat.call({...})` for refbrowser, JSON in and JSON out. **Ratio** is the median of the rounds' own ratios to the baseline, below 1
where refbrowser is faster; p95 is the 95th percentile. Cold start is measured from outside, from spawning the interpreter to the
line that the program prints behind the content. Memory is the proportional set size summed over the tree of processes. Raw
Playwright takes the fastest way that it offers for each step and that reaches as much: `evaluate` of `document.body.innerText` (faster
than `inner_text`), clicks that check their target, `fill`, a CDP session for the screenshot, `asyncio.gather` over many tabs, no waits
of its own. It returns no refs, no receipts and no read-back, so equal work is not what is compared: the goals say how much the product
may cost on top, or must save; a row without one is for information."""


_LAST_HEADING: Final = "## All medians"


def document(rows: Sequence[Row], facts: Mapping[str, str]) -> str:
    """The whole file, as markdown."""
    return "\n\n".join((
        "# Benchmarks",
        _METHOD,
        "\n".join(f"- {name}: {value}" for name, value in facts.items()),
        "## Ratios and goals",
        _ratios(rows),
        _LAST_HEADING,
        _medians(rows),
    )) + "\n"  # fmt: skip


def renewed(previous: str, document: str) -> str:
    """``document`` with the sections that ``previous`` has behind its tables."""
    _, _, behind = previous.partition(f"{_LAST_HEADING}\n")
    _, found, sections = behind.partition("\n## ")
    return f"{document}{found}{sections}"


def replaced(document: str, section: str) -> str:
    """``document`` with ``section`` in place of the one under the same heading, or at its end."""
    heading = section.partition("\n")[0]
    before, found, rest = document.partition(f"{heading}\n")
    if not found:
        return f"{document.rstrip()}\n\n{section}"
    _, next_heading, after = rest.partition("\n## ")
    return before + section + (f"\n## {after}" if next_heading else "")


def line(row: Row) -> str:
    """The row as one line for the terminal."""
    parts = [f"{name} {median(values):.1f} {row.unit} (p95 {p95(values):.1f})" for name, values in row.samples.items()]
    verdict = {True: f"goal {_goal(row.goal)} met", False: f"goal {_goal(row.goal)} MISSED", None: "no goal"}[row.met]
    compared = f"ratio {_ratio(row)}, " if row.baseline is not None else ""
    note = f" [{row.note}]" if row.note else ""
    return f"{row.metric}: {', '.join(parts)}; {compared}{verdict}{note}"


def _ratios(rows: Sequence[Row]) -> str:
    shown = [row for row in rows if row.goal is not None or row.baseline is not None]
    return table(
        ("metric", "against", "its median", "refbrowser", "ratio", "p95 ratio", "goal", ""),
        [
            (
                row.metric,
                row.baseline or "",
                _number(row, row.baseline),
                _number(row, row.contestant),
                _ratio(row),
                f"{p95(row.samples[row.contestant]) / p95(row.samples[row.baseline]):.2f}"
                if row.baseline and row.unit == "ms"
                else "",
                _goal(row.goal),
                {True: "met", False: "**missed**", None: ""}[row.met],
            )
            for row in shown
        ],
    )


def _medians(rows: Sequence[Row]) -> str:
    lines = [
        (
            row.metric,
            name,
            f"{median(values):.1f} {row.unit}",
            f"{p95(values):.1f}",
            f"{min(values):.1f}",
            str(len(values)),
            row.note if name == row.contestant else "",
        )
        for row in rows
        for name, values in row.samples.items()
    ]
    return table(("metric", "contestant", "median", "p95", "least", "n", "also observed"), lines)


def _number(row: Row, name: str | None) -> str:
    return f"{median(row.samples[name]):.1f} {row.unit}" if name is not None else ""


def _ratio(row: Row) -> str:
    return f"{ratio(row.samples, row.contestant, row.baseline):.2f}" if row.baseline is not None else ""


def _goal(goal: Goal | None) -> str:
    if goal is None:
        return ""
    parts = [
        f"≤ {goal.ratio:g}" if goal.ratio is not None else "",
        f"p95 ≤ {goal.p95_ratio:g}" if goal.p95_ratio is not None else "",
        f"≤ {goal.absolute:g} ms" if goal.absolute is not None else "",
    ]
    return ", ".join(filter(None, parts))
