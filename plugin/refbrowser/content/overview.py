"""Find repeated rows of a page (table rows, list entries, feed cards), so that a page over its budget can be shown in outline.

The outline has the first rows of each run, how many more there are, and the call that reads them.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import eq
from typing import Final, NamedTuple

MOST_PERIOD: Final = 8
"""Lines of the longest repeated unit that is recognised."""

FEWEST_LEFT_OUT: Final = 20
"""A run that would leave out fewer lines is shown in full: the note about them costs a line, and reading them a call."""

STEPS: Final = (320, 160, 80, 40, 20, 10)
"""Lines of a run that are shown, tried in this order until the page fits."""

_SHORTEST_RUN: Final = STEPS[-1] + FEWEST_LEFT_OUT

NOTE: Final = 150
"""Characters of the note about a gap."""

LONGEST_MEAN: Final = 240
"""Characters per line; longer lines on average are prose, which does not repeat and is never left out as a run."""

_REF: Final = re.compile(r"([a-z]+) \d+\]")


class Span(NamedTuple):
    """Lines from ``start`` up to, but not including, ``end``."""

    start: int
    end: int


def overview(lines: Sequence[str], start: int, room: int) -> list[Span]:
    """Return the spans of ``lines`` from ``start`` that fit into about ``room`` characters: everything, or all but repeated rows.

    Lines between two spans are left out. The last span ends at the end of the page.
    """
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
    """Yield the runs in which a unit of lines repeats, with the shortest unit for each."""
    repeats = [bytes(map(eq, forms, forms[period:])) for period in range(1, MOST_PERIOD + 1)]
    at = _next_long(repeats, 0)
    while at is not None:
        period, end = _longest(forms, repeats, at)
        if period:
            yield _Run(offset + at, offset + end, period)
        at = _next_long(repeats, end if period else at + 1)


def _next_long(repeats: Sequence[bytes], start: int) -> int | None:
    """Return the first line from ``start`` with which a run may begin that is long enough to leave lines out. ``repeats``: for each
    period, which lines are of the form of the one so far below."""
    found = (same.find(b"\1" * (_SHORTEST_RUN - period), start) for period, same in enumerate(repeats, start=1))
    return min((at for at in found if at >= 0), default=None)


def _longest(forms: Sequence[str], repeats: Sequence[bytes], at: int) -> tuple[int, int]:
    """Return period and end of the run that starts at ``at`` and is long enough to leave lines out; period 0 if there is none."""
    for period, same in enumerate(repeats, start=1):
        last = same.find(b"\0", at)
        end = len(forms) if last < 0 else last + period
        # Plain text has no form; at least half of a unit's lines must have one.
        if end - at >= max(_SHORTEST_RUN, 2 * period) and 2 * sum(map(bool, forms[at : at + period])) >= period:
            return period, end
    return 0, at


def _without(runs: Sequence[_Run], kept: int, start: int, end: int) -> Iterator[Span]:
    for run in runs:
        if run.end == end:
            # Nothing follows this run, so it displaces nothing from the budget.
            break
        shown = run.start + max(run.period, kept // run.period * run.period)
        if run.end - shown >= FEWEST_LEFT_OUT:
            yield Span(start, shown)
            start = run.end
    yield Span(start, end)


def _form(line: str) -> str:
    """Return what rows of one kind share: their list or table mark, number of cells, and kinds of controls."""
    return _form_of_short(line) if len(line) <= _SHORT_LINE else _form_of(line)


def _form_of(line: str) -> str:
    mark = line.lstrip(" >")[:2]
    begins = mark[0] if mark in ("- ", "| ") else "0" if mark[:1].isdigit() else ""
    if " | " in line:
        begins += "|" * line.count(" | ")
    return begins + ",".join(_REF.findall(line)) if "[" in line else begins


_SHORT_LINE: Final = 300
"""Characters of the longest line whose form is remembered."""

_form_of_short: Final = lru_cache(maxsize=16_384)(_form_of)
"""A page that is read again has most of its lines from before."""


def _is_prose(lines: Sequence[str]) -> bool:
    return sum(map(len, lines)) > LONGEST_MEAN * len(lines)
