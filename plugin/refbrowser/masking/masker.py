"""Finds the known values in texts and JSON values, and masks them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from refbrowser.masking.forms import PARTIAL, SHORTEST, SHORTEST_CUT, Form, forms
from refbrowser.masking.leaves import cut_up, keys, replaced, texts
from refbrowser.masking.views import LEAF, View, views
from refbrowser.redact import MASK, mask_spans, merged_spans

Range = tuple[int, int]

_LONG: Final = 40
"""A text of as many characters may have been cut where it ends; a shorter one would say so with an ellipsis."""

_SIGN: Final = rf"(?:…|\.\.\.|{MASK})"
_SIGNS: Final = re.compile(_SIGN)
_CUT_AFTER: Final = re.compile(
    rf"(?P<rest>[^\w{LEAF}…•%&\\]{{0,3}}(?:(?:%[0-9A-Fa-f]{{0,2}}){{1,3}}|&#?\w{{0,8}}|\\[ux]?\w{{0,3}}){{0,2}})[^\w{LEAF}…•]{{0,3}}?(?:{_SIGN}|(?P<end>{LEAF}|\Z))"
)
_CUT_BEFORE: Final = re.compile(
    rf"(?:{_SIGN}|(?P<end>{LEAF}|\A))[^\w{LEAF}…•]{{0,3}}(?P<rest>(?:[ux]?[0-9A-Fa-f]{{1,6}}|#?\w{{0,8}};)?[^\w{LEAF}…•]{{0,3}})\Z"
)
_BEFORE: Final = 12
_SPREAD: Final = 4
"""A text as many times as long as a value, or longer, is not looked at as a piece of it."""


class Masker:
    """The values that nothing may show any more. One for each browser; a value is never forgotten."""

    def __init__(self) -> None:
        self._values: dict[str, Sequence[Form]] = {}
        self._letters: dict[str, str] = {}
        self._longest_piece = 0
        self.given: set[str] = set()
        """Origins whose documents were given a value."""
        self.withholds_pictures = False
        """Whether pictures of those documents are painted over as a whole."""

    @property
    def values(self) -> Sequence[str]:
        """What is masked."""
        return tuple(self._values)

    def add(self, value: str) -> None:
        """From now on the value is masked. Raises ``ValueError`` for one of fewer than :data:`SHORTEST` characters."""
        if len(value) < SHORTEST:
            raise ValueError(f"a secret must have at least {SHORTEST} characters")
        if value not in self._values:
            self._values[value] = forms(value)
            self._letters[value] = _written(value)
            self._longest_piece = max(self._longest_piece, _SPREAD * len(value))

    def masked(self, value: object) -> Any:
        """A JSON-ready value without the secrets, also where one is split over its texts; the same object if it holds none."""
        if not self._values:
            return value
        if isinstance(value, str):
            return self.text(value)
        # Keys apart from values: a list of objects may spell a secret, a letter in each.
        names, values = list(keys(value)), list(texts(value))
        found = self.ranges(LEAF.join([*names, *values]))
        if not found:
            return value
        cut = list(cut_up([*names, *values], found))
        return replaced(value, iter(cut[: len(names)]), iter(cut[len(names) :]))

    def text(self, text: str) -> str:
        """``text`` without the secrets."""
        return mask_spans(text, self.ranges(text)) if self._values else text

    def leaves_with_secrets(self, leaves: Sequence[str]) -> list[int]:
        """The indexes of those texts that hold a secret, or a part of one that is split over several; with the punctuation between
        two such texts."""
        hold = [cut is not None for cut in cut_up(leaves, self.ranges(LEAF.join(leaves)))]
        for index, leaf in enumerate(leaves[1:-1], 1):
            hold[index] |= hold[index - 1] and hold[index + 1] and not any(map(str.isalnum, leaf))
        return [index for index, holds in enumerate(hold) if holds]

    def is_piece(self, text: str) -> bool:
        """Whether ``text`` is a piece of a value, of :data:`SHORTEST_CUT` letters or digits at least, and nothing else."""
        if not SHORTEST_CUT <= len(text) <= self._longest_piece:
            return False
        written = _written(text)
        return len(written) >= SHORTEST_CUT and any(written in value for value in tuple(self._letters.values()))

    def ranges(self, text: str) -> list[Range]:
        """Where secrets stand in ``text``, in order and not overlapping. Takes time in proportion to the text."""
        if not self._values:
            return []
        forms = [form for each in tuple(self._values.values()) for form in each]
        found: list[Range] = []
        for view in views(text):
            for form in forms:
                found += _places(view, form)
        return merged_spans(found)


def _places(view: View, form: Form) -> Iterator[Range]:
    """Where the form, or enough of it, stands in the root of the view."""
    searched = view.folded if form.whole else view.letters
    text, size = searched.text, len(form.text)
    for at in _finds(text, form.head):
        length = size if text.startswith(form.text, at) else _common(text[at : at + size], form.text)
        yield from _Match(view, searched, form, at, at + length, begins=True, ends=length == size).ranges()
    for at in _finds(text, form.tail):
        end = at + form.cut
        if not text.endswith(form.text, 0, end):
            length = _common(text[max(0, end - size) : end][::-1], form.text[::-1])
            yield from _Match(view, searched, form, end - length, end, begins=False, ends=True).ranges()


@dataclass(frozen=True, slots=True)
class _Match:
    """The beginning of a form, its end, or all of it: ``start`` to ``end`` of ``searched``, which is made of ``view``."""

    view: View
    searched: View
    form: Form
    start: int
    end: int
    begins: bool
    ends: bool

    def ranges(self) -> Iterator[Range]:
        """What is masked in the root: nothing of a piece that is too short, and a range for each line that it is split over, so
        that what a line begins with, such as the mark of a changed line, stays."""
        whole = self.begins and self.ends
        rest = None if whole else self._cut()
        if rest is None and self.end - self.start < self.form.piece:
            if (shorter := self._up_to_cut()) is not None:
                yield from shorter.ranges()
            return
        if not self._has_case():
            return
        start, end = self._with_punctuation()
        if rest is not None:
            start, end = min(start, rest[0]), max(end, rest[1])
        text = self.view.root.text
        if "\n" in text[start:end] or LEAF in text[start:end]:
            parts = [self.searched.origin(at, at + 1) for at in range(self.start, self.end)]
            yield from _by_line(text, [(start, parts[0][1]), *parts[1:-1], (parts[-1][0], end)])
        else:
            yield start, end

    def _cut(self) -> Range | None:
        """What a cut has left of an escape next to the piece, in the root; None where nothing is cut."""
        text = self.view.text
        start, end = self._place(self.start, self.end)
        if self.begins:
            found = _CUT_AFTER.match(text, end)
            if found is None or (found["end"] is not None and found.start("end") - text.rfind(LEAF, 0, end) <= _LONG):
                return None
            return self.view.origin(start, found.end("rest"))
        before = max(0, start - _BEFORE)
        found = _CUT_BEFORE.search(text[before:start])
        if found is None or (found["end"] is not None and not self._is_long_from(before + found.end("end"))):
            return None
        return self.view.origin(before + found.start("rest"), end)

    def _up_to_cut(self) -> "_Match | None":
        """Without what lies beyond an ellipsis or a mask, and goes on like the value by chance."""
        places = [self._place(at, at + 1) for at in range(self.start, self.end)]
        inside = list(_SIGNS.finditer(self.view.text, places[0][1], places[-1][0]))
        if not inside:
            return None
        if self.begins:
            end = self.start + sum(place[1] <= inside[0].start() for place in places)
            return replace(self, end=end) if end - self.start >= self.form.cut else None
        start = self.end - sum(place[0] >= inside[-1].end() for place in places)
        return replace(self, start=start) if self.end - start >= self.form.cut else None

    def _is_long_from(self, start: int) -> bool:
        text = self.view.text
        if start and text[start - 1] != LEAF:
            return False
        end = text.find(LEAF, start)
        return (len(text) if end < 0 else end) - start >= _LONG

    def _has_case(self) -> bool:
        if not self.form.cased:
            return True
        written = "".join(self.view.text[slice(*self._place(at, at + 1))] for at in range(self.start, self.end))
        size = self.end - self.start
        return written == (self.form.cased[:size] if self.begins else self.form.cased[-size:])

    def _place(self, start: int, end: int) -> Range:
        """Where a part of ``searched`` is from in the view."""
        made = self.searched
        while made is not self.view:
            start, end = made.back(start, end)
            assert made.source is not None
            made = made.source
        return start, end

    def _with_punctuation(self) -> Range:
        """In the root, with what the value begins and ends with; an underscore may stand in for it, as in names of files."""
        text = self.view.text
        start, end = self._place(self.start, self.end)
        if self.begins:
            for sign in reversed(self.form.lead):
                start -= start > 0 and _is_sign(text[start - 1], sign)
        if self.ends:
            for sign in self.form.trail:
                end += end < len(text) and _is_sign(text[end], sign)
        return self.view.origin(start, end)


def _written(text: str) -> str:
    """The letters and digits, without their case."""
    return "".join(filter(str.isalnum, text)).casefold()


def _is_sign(character: str, sign: str) -> bool:
    return character.isalnum() if sign == PARTIAL else character in (sign, "_")


def _by_line(text: str, parts: Sequence[Range]) -> Iterator[Range]:
    """The letters of a value that is split over lines, a range for each line."""
    start, end = parts[0]
    for next_start, next_end in parts[1:]:
        between = text[end:next_start]
        if "\n" in between or LEAF in between:
            yield start, end
            start = next_start
        end = next_end
    yield start, end


def _finds(text: str, piece: str) -> Iterator[int]:
    at = text.find(piece)
    while at >= 0:
        yield at
        at = text.find(piece, at + 1)


def _common(text: str, other: str) -> int:
    """How many characters both begin with."""
    return next((at for at, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))
