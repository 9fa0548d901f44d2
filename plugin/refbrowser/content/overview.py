"""What a page repeats (rows of a table, entries of a list, cards of a feed), so that a page too long for its budget can be shown
as a whole: the first of each run, how many more there are, and the way to them."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

MOST_PERIOD: Final = 8
"""Lines of the longest unit that is recognised when it repeats."""

FEWEST_LEFT_OUT: Final = 20
"""A run that would leave out fewer lines is shown whole: the way to them costs a line itself, and a call."""

STEPS: Final = (320, 160, 80, 40, 20, 10)
"""How many lines of a run are shown, from generous to sparing."""

NOTE: Final = 150
"""Characters that saying what was left out costs."""

LONGEST_MEAN: Final = 240
"""Characters of a line; entries that are longer than this on average are prose, and each says something of its own."""

_REF: Final = re.compile(r"([a-z]+) \d+\]")


class Span(NamedTuple):
    """Lines from ``start`` up to ``end``, which is not among them."""

    start: int
    end: int


def overview(lines: Sequence[str], start: int, room: int) -> list[Span]:
    """The spans of ``lines`` from ``start`` on to be shown in about ``room`` characters: all of them if they fit, else without what
    the page merely repeats. What lies between two spans is left out; the last one ends where the page does."""
    everything = [Span(start, len(lines))]
    ends = [0, *accumulate(len(line) + 1 for line in lines)]
    if ends[-1] - ends[start] <= room:
        return everything
    runs = [run for run in _runs([_form(line) for line in lines[start:]], start) if not _is_prose(lines[run.start : run.end])]
    spans = everything
    for kept in STEPS:
        spans = list(_without(runs, kept, start, len(lines)))
        if sum(ends[span.end] - ends[span.start] for span in spans) + NOTE * (len(spans) - 1) <= room:
            break
    return spans


class _Run(NamedTuple):
    start: int
    end: int
    period: int


def _runs(forms: Sequence[str], offset: int) -> Iterator[_Run]:
    """Where one unit of lines follows itself, shortest unit first."""
    at = 0
    while at < len(forms):
        period, end = _longest(forms, at)
        if period:
            yield _Run(offset + at, offset + end, period)
            at = end
        else:
            at += 1


def _longest(forms: Sequence[str], at: int) -> tuple[int, int]:
    """The period of a run long enough to leave lines out of, that begins there, and where it ends; period 0 when none does."""
    for period in range(1, MOST_PERIOD + 1):
        if at + 2 * period > len(forms) or forms[at] != forms[at + period]:
            continue
        # Text without a mark or a control has no form: a unit is made of lines that mostly have one.
        if 2 * sum(map(bool, forms[at : at + period])) < period:
            continue
        end = at + period
        while end < len(forms) and forms[end] == forms[end - period]:
            end += 1
        if end - at >= STEPS[-1] + FEWEST_LEFT_OUT:
            return period, end
    return 0, at


def _without(runs: Sequence[_Run], kept: int, start: int, end: int) -> Iterator[Span]:
    for run in runs:
        if run.end == end:
            # Nothing stands behind it that it could push out of the budget.
            break
        shown = run.start + max(run.period, kept // run.period * run.period)
        if run.end - shown >= FEWEST_LEFT_OUT:
            yield Span(start, shown)
            start = run.end
    yield Span(start, end)


def _form(line: str) -> str:
    """What rows of one kind have in common: their mark, their cells, and the kinds of their controls."""
    mark = line.lstrip(" >")[:2]
    begins = mark[0] if mark in ("- ", "| ") else "0" if mark[:1].isdigit() else ""
    cells = "|" * line.count(" | ")
    return begins + cells + ",".join(_REF.findall(line)) if "[" in line else begins + cells


def _is_prose(lines: Sequence[str]) -> bool:
    return sum(map(len, lines)) > LONGEST_MEAN * len(lines)
