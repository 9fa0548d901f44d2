"""The lines of several captures of a page that was scrolled in between, as one text: each item once, in the order of the page."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from refbrowser.content.marks import bare_text, divided_place, plain_text, refs_and_frames, without_numbers

_NEAR: Final = 2
"""Two places are the same up to this, in CSS pixels: layout rounds."""

_BESIDE: Final = 60
"""How much higher what takes the place of a line may stand: margins differ."""


class Item(NamedTuple):
    """What a line belongs to where the page places its items one by one: the number of what contains them, and the item's place."""

    around: int
    top: int
    left: int


@dataclass(slots=True, eq=False)
class Line:
    """One line. ``top`` and ``left`` are its place in the content that is scrolled, ``node`` is the number of its first node; a
    ``pinned`` line stays in sight. ``gap``: an empty line precedes it. ``first`` and ``reading`` are the numbers of the first and
    the last capture that had it."""

    marked: str
    text: str
    top: int
    left: int
    node: int
    pinned: bool
    item: Item | None
    gap: bool
    reading: int = 0
    first: int = 0

    def is_at(self, top: int, left: int) -> bool:
        return abs(self.top - top) <= _NEAR and abs(self.left - left) <= _NEAR


def lines_of(marked: Iterable[str]) -> list[Line]:
    """The lines of a capture with places, in the order in which a person reads them."""
    lines: list[Line] = []
    gap = False
    for marked_line in marked:
        numbers, rest = divided_place(marked_line)
        if not plain_text(rest).strip():
            gap = bool(lines)
            continue
        top, left, node, pinned = [*numbers, 0, 0, 0, 0][:4]
        item = Item(*numbers[4:7]) if len(numbers) == 7 else None
        lines.append(Line(rest, bare_text(rest), top, left, node, bool(pinned), item, gap))
        gap = False
    return _in_order(lines)


def _in_order(lines: list[Line]) -> list[Line]:
    """The lines with items that are placed one by one sorted by their places: where a page uses an element again for another item,
    the order of the elements means nothing."""
    slots: defaultdict[int, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        if line.item is not None:
            slots[line.item.around].append(index)
    ordered = lines[:]
    for indexes in slots.values():
        sorted_lines = sorted((lines[index] for index in indexes), key=lambda line: (line.item or Item(0, 0, 0))[1:])
        for index, line in zip(indexes, sorted_lines, strict=True):
            ordered[index] = line
    return ordered


class Collected:
    """What captures with places have shown so far.

    A line is the same as an earlier one if it has the same text at the same place in the content that is scrolled. Where the page
    lays out its content anew, the same text of the same node is the same line if lines whose text is unique have moved by as much.
    A node alone proves nothing, since pages use nodes again for other items.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.characters = 0
        self._reading = 0

    def add(self, marked: Iterable[str]) -> int:
        """Merge a capture. Return how many lines are new."""
        self._reading += 1
        view = lines_of(marked)
        matches = self._known(view)
        for line in matches.values():
            line.reading = self._reading
        ranks = {id(line): rank for rank, line in enumerate(self.lines)}
        before = len(self.lines)
        self.lines = self._merged(view, matches, ranks)
        self.characters = sum(len(line.text) for line in self.lines)
        return len(self.lines) - before

    def _known(self, view: Sequence[Line]) -> dict[int, Line]:
        """The collected line of each line of ``view`` that was collected before, by its ``id``."""
        free: defaultdict[str, list[Line]] = defaultdict(list)
        for line in self.lines:
            free[line.text].append(line)
        moves = self._moves(view, free)
        found: dict[int, Line] = {}
        for line in view:
            candidates = free.get(line.text)
            if not candidates:
                continue
            match = next((candidate for candidate in candidates if _is_same(candidate, line, moves)), None)
            if match is not None:
                candidates.remove(match)
                found[id(line)] = match
        return found

    def _moves(self, view: Sequence[Line], collected: dict[str, list[Line]]) -> set[int]:
        """By how much lines have moved whose text is unique, whose node is the same, and which were in the last capture."""
        count = Counter(line.text for line in view)
        moved = set[int]()
        for line in view:
            if count[line.text] == 1 and len(collected.get(line.text, ())) == 1:
                (only,) = collected[line.text]
                if only.node == line.node and only.reading == self._reading - 1 and not line.pinned:
                    moved.add(line.top - only.top)
        return moved

    def _merged(self, view: Sequence[Line], matches: dict[int, Line], ranks: dict[int, int]) -> list[Line]:
        merged: list[Line] = []
        at = 0
        for line in view:
            line.reading = line.first = self._reading
            match = matches.get(id(line))
            if match is None:
                while at < len(self.lines) and self._stands_before(self.lines[at], line):
                    merged.append(self.lines[at])
                    at += 1
                merged.append(line)
                continue
            rank = ranks[id(match)]
            if rank >= at:
                # What was laid out anew moved with all that stands before it.
                moved = 0 if line.pinned else line.top - match.top
                for between in self.lines[at:rank]:
                    between.top += moved if between.reading != self._reading and not between.pinned else 0
                merged += [*self.lines[at:rank], match]
                at = rank + 1
            _renew(match, line)
        return self._without_replaced(merged + self.lines[at:], Counter(line.text for line in view))

    def _without_replaced(self, merged: Sequence[Line], times: Counter[str]) -> list[Line]:
        """The lines without those in whose place something new stands, as for a sign that something is loading. A sign that is
        shown several times takes the place of nothing."""
        kept: list[Line] = []
        for before, line, after in zip([None, *merged[:-1]], merged, [*merged[1:], None], strict=True):
            beside = [
                neighbour
                for neighbour in (before, after)
                if neighbour is not None and neighbour.first == self._reading and neighbour.text
            ]
            gone = line.reading != self._reading and not line.pinned
            if not gone or not any(
                -_BESIDE <= neighbour.top - line.top <= _NEAR and times[neighbour.text] == 1 for neighbour in beside
            ):
                kept.append(line)
        return kept

    def _stands_before(self, earlier: Line, line: Line) -> bool:
        """Whether a line that is not in the capture comes before one that is new in it."""
        if earlier.reading == self._reading:
            return False
        if earlier.item is not None and line.item is not None:
            return earlier.item[1:] < line.item[1:]
        return (earlier.top, earlier.left) < (line.top, line.left)

    def forget_refs(self) -> None:
        """Let no line have a ref: which of them the page still has is not known."""
        self._reading += 1

    def shown(self) -> tuple[list[str], int]:
        """The lines as an agent reads them, and how many have lost their refs: those that the last capture does not have."""
        lines: list[str] = []
        lost = 0
        for line in self.lines:
            present = line.reading == self._reading
            lost += not present and bool(refs_and_frames(line.marked))
            lines += [""] if line.gap and lines else []
            lines.append(plain_text(line.marked) if present else without_numbers(line.marked))
        return lines, lost


def _is_same(earlier: Line, line: Line, moves: set[int]) -> bool:
    if earlier.pinned or line.pinned:
        return earlier.pinned and line.pinned
    return earlier.is_at(line.top, line.left) or (earlier.node == line.node and line.top - earlier.top in moves)


def _renew(earlier: Line, line: Line) -> None:
    earlier.marked, earlier.text, earlier.item, earlier.node, earlier.reading = (
        line.marked,
        line.text,
        line.item,
        line.node,
        line.reading,
    )
    earlier.top, earlier.left = line.top, line.left
