"""A text as those read it who decode its escapes, or see no markup, case and punctuation; and where each letter is from."""

import codecs
import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import unquote_to_bytes

LEAF: Final = "\x1e"
"""Stands between the texts of a JSON value. No match is cut from what lies beyond it."""

_DEEPEST: Final = 4
"""A text as it is, and decoded up to three times."""

_REF: Final = r"[\[(][a-z][a-z ]{0,60} \d{1,9}[\])]"
_BETWEEN: Final = re.compile(rf"{_REF}|\bvalue=|[^\w\[(]+|_+|[\[(]")
"""What counts for nothing between the letters of a value: all but letters and digits, and the refs and marks of page lines."""

_TAG: Final = re.compile(rf"<[^<>{LEAF}]{{0,1000}}>")
_ESCAPE: Final = re.compile(
    r"(?:%[0-9A-Fa-f]{2})+|%u[0-9A-Fa-f]{4}|&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,31});?"
    r"|\\u\{[0-9A-Fa-f]{1,6}\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|[Uu]\+[0-9A-Fa-f]{4,6}"
    r"|\\[0-9A-Fa-f]{4,6} ?|\\[0-7]{3}|\\[0-9A-Fa-f]{1,3} ?|\\[nrt]|\\[^\w\s]"
)
"""Percent-encoding, entities, escapes of JavaScript and JSON, names of code points (``U+006B``), then the escapes of CSS."""

_MARK: Final = "\u0300-\u036f\u1160-\u11ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f\uff9e\uff9f"
"""Characters that join the one before them: accents, Hangul vowels, the voicing marks of kana."""

_Shown = Callable[[str], str]


class View:
    """A text, and how it was made of the one that it shows. What a step makes is kept: several forms are looked for in it."""

    __slots__ = ("_folded", "_letters", "_places", "_shown", "_step", "source", "text")

    def __init__(self, text: str, source: "View | None" = None, step: "re.Pattern[str] | None" = None, shown: _Shown = str) -> None:
        self.text = text
        self.source = source
        self._step, self._shown = step, shown
        self._places: tuple[list[int], list[int], list[int], list[int]] | None = None
        self._folded: View | None = None
        self._letters: View | None = None

    @property
    def root(self) -> "View":
        """The text that all is made of."""
        view = self
        while view.source is not None:
            view = view.source
        return view

    @property
    def folded(self) -> "View":
        """Without differences of case and of compatibility forms: full-width, decomposed."""
        if self._folded is None:
            self._folded = _folded(self)
        return self._folded

    @property
    def letters(self) -> "View":
        """The letters and digits of :attr:`folded`."""
        if self._letters is None:
            folded = self.folded
            self._letters = View(_BETWEEN.sub("", folded.text), folded, _BETWEEN, _nothing)
        return self._letters

    def back(self, start: int, end: int) -> tuple[int, int]:
        """Where ``start`` to ``end``, at least one character, is from in :attr:`source`."""
        if self._step is None:
            return start, end
        if self._places is None:
            self._places = self._trace()
        begins, ends, sources, source_ends = self._places
        before = bisect_right(ends, start)
        if before < len(ends) and begins[before] <= start:
            begin = sources[before]
        else:
            begin = start if before == 0 else source_ends[before - 1] + start - ends[before - 1]
        before = bisect_right(ends, end - 1)
        if before < len(ends) and begins[before] < end:
            return begin, source_ends[before]
        return begin, end if before == 0 else source_ends[before - 1] + end - ends[before - 1]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Where ``start`` to ``end`` is from in the root's text."""
        view = self
        while view.source is not None:
            start, end = view.back(start, end)
            view = view.source
        return start, end

    def _trace(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Each replacement: begin and end here, begin and end in the source. Only made where something was found."""
        assert self.source is not None
        assert self._step is not None
        begins: list[int] = []
        ends: list[int] = []
        sources: list[int] = []
        source_ends: list[int] = []
        shift = 0
        for found in self._step.finditer(self.source.text):
            start, end = found.span()
            begins.append(start + shift)
            ends.append(start + shift + len(self._shown(found[0])))
            sources.append(start)
            source_ends.append(end)
            shift = ends[-1] - end
        return begins, ends, sources, source_ends


def views(text: str) -> Iterator[View]:
    """The text, and it decoded, each also without markup; those alone that differ."""
    level, seen = [View(text)], {text}

    def new(view: View, step: re.Pattern[str], shown: _Shown) -> Iterator[View]:
        made = step.sub(lambda found: shown(found[0]), view.text)
        if made not in seen:
            seen.add(made)
            yield View(made, view, step, shown)

    for _ in range(_DEEPEST):
        level += [made for view in level if "<" in view.text for made in new(view, _TAG, _nothing)]
        yield from level
        level = [made for view in level for made in new(view, _ESCAPE, _unescaped)]


def folded(text: str) -> str:
    """``text`` as it is compared."""
    return View(text).folded.text


def letters(text: str) -> str:
    """The letters and digits of ``text`` as they are compared."""
    return View(text).letters.text


def _as_latin(failure: UnicodeError) -> tuple[str, int]:
    """Bytes that are not UTF-8 are what JavaScript's ``escape`` writes: characters below 256."""
    assert isinstance(failure, UnicodeDecodeError)
    return failure.object[failure.start : failure.end].decode("latin-1"), failure.end


_LATIN: Final = "refbrowser_latin"
codecs.register_error(_LATIN, _as_latin)


def _nothing(_: str) -> str:
    return ""


def _unescaped(escape: str) -> str:
    if escape.startswith("&"):
        return html.unescape(escape)
    if escape.startswith("%"):
        return chr(int(escape[2:], 16)) if escape[1] == "u" else unquote_to_bytes(escape).decode(errors=_LATIN)
    if escape[0] in "Uu":
        return _character(escape[2:], 16, escape)
    if escape[1] in "ux":
        return _character(escape[2:].strip("{}"), 16, escape)
    if escape[1] in "nrt":
        return " "
    digits = escape[1:].rstrip(" ")
    if not digits or digits[0] not in "0123456789abcdefABCDEF":
        return escape[1]
    octal = len(digits) == 3 and escape[-1] != " " and all(digit in "01234567" for digit in digits)
    return _character(digits, 8 if octal else 16, escape)


def _character(digits: str, base: int, otherwise: str) -> str:
    code = int(digits, base)
    return chr(code) if code <= 0x10FFFF else otherwise


def _folded(view: View) -> View:
    text = view.text
    if text.isascii():
        return View(text.lower(), view)
    # Only what changes its length, or joins the character before it, needs a note of where it was.
    alone = "".join(map(re.escape, (character for character in set(text) if len(_fold(character)) != 1)))
    step = re.compile(rf".[{_MARK}]+|[{alone}]" if alone else rf".[{_MARK}]+", re.DOTALL)
    parts, done = [], 0
    for found in step.finditer(text):
        parts += [_fold_each(text[done : found.start()]), _fold(found[0])]
        done = found.end()
    return View("".join(parts) + _fold_each(text[done:]), view, step, _fold)


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _fold_each(text: str) -> str:
    """Of characters that each become one."""
    made = _fold(text)
    return made if len(made) == len(text) else "".join(map(_fold, text))
