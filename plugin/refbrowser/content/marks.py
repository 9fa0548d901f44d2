r"""The engine's marks in the lines of a capture: control characters, which the text of a page never contains.

``\x04`` opens the tag of a ref, in place of its bracket. ``\x05`` number ``\x06`` text ``\x07`` is a state or a value of the
control that has the number; number 0 marks the focus, which no receipt compares, 00 text that changes by itself all the time, and
000 the place of a control among those alike, which changes when others come or go, and 0000, without text and behind a tag, says
that this is an image and no control.
``\x0e`` name ``\x10`` is the name of a group of lines, which ``\x0f`` ends. ``\x11`` numbers ``\x12`` is where a line stands in the
content of a box that is gone through.
"""

import re
from collections.abc import Mapping, Sequence, Set
from typing import Final, NamedTuple

_STATE: Final = re.compile("( ?)\x05(\\d+)\x06([^\x07]*)\x07")
_TICKER: Final = "00"
_PLACE_AMONG_ALIKE: Final = "000"
_TICKING_OPEN: Final = "\x0500\x06"
_TICKING: Final = re.compile("\x0500\x06([^\x07]*)\x07")
_WORD: Final = re.compile(r"\w")
_MARK: Final = re.compile("\x05\\d+\x06|\x07")
_TAG: Final = re.compile("\x04[^]]* (\\d+)]")
_IMAGE: Final = re.compile("(?<=\x04)(image|canvas) (\\d+)](?=\x050000\x06)")
_BLOCKED: Final = re.compile("(\x04(?:[^] ]+ )*?)blocked (?=[^]]*?(\\d+)])")
_GROUP: Final = re.compile("\x0e([^\x10\n]*)\x10|\x0f")
_PLACE: Final = re.compile("\x11([-\\d,]*)\x12")
_FRAME: Final = re.compile(r"^\s*\[frame (\d+)]")


class Group(NamedTuple):
    """Lines from ``start`` to ``last`` that the page has under a name."""

    start: int
    last: int
    name: str


def grouped(lines: Sequence[str]) -> tuple[list[str], tuple[Group, ...]]:
    """The lines without the marks of groups, and the groups, outermost first."""
    open_groups: list[tuple[int, str]] = []
    found: list[Group] = []
    for index, line in enumerate(lines):
        for mark in _GROUP.finditer(line) if "\x0e" in line or "\x0f" in line else ():
            if mark[1] is not None:
                open_groups.append((index, mark[1]))
            elif open_groups:
                start, name = open_groups.pop()
                found.append(Group(start, index, name))
    found += [Group(start, len(lines) - 1, name) for start, name in open_groups]
    return [_GROUP.sub(r"\1", line) for line in lines], tuple(sorted(found, key=lambda group: (group.start, -group.last)))


def plain(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines as an agent reads them."""
    return tuple(plain_text("\n".join(lines)).split("\n")) if lines else ()


def plain_text(text: str) -> str:
    """Text of lines without the marks."""
    text = _GROUP.sub(r"\1", text) if "\x0e" in text or "\x0f" in text else text
    return (_MARK.sub("", text) if "\x05" in text or "\x07" in text else text).replace("\x04", "[")


def without_states(line: str, numbers: Set[int], *, places: bool = True) -> str:
    """A marked line without the focus and without the states and values of the controls called ``numbers``; without
    ``places``, also without those of controls among others alike."""
    if "\x05" not in line:
        return line

    def bare(state: re.Match[str]) -> str:
        space, number, text = state[1], int(state[2]), state[3]
        if (number and number not in numbers) or state[2] == _TICKER or (places and state[2] == _PLACE_AMONG_ALIKE):
            return space + text
        # A state has its space behind it, a value before it.
        return "" if text.startswith("value=") else space

    return _STATE.sub(bare, line)


def without_tickers(before: Sequence[str], after: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return marked lines without the text that changes by itself all the time, and without the lines that have no other. What is
    known to change by itself in the one and not yet, or no longer, in the other is left out of both."""
    bare = {_TICKING.sub(r"\1", line): _TICKING.sub("", line) for line in (*before, *after) if _TICKING_OPEN in line}
    if not bare:
        return list(before), list(after)
    return _rest(before, bare), _rest(after, bare)


def _rest(lines: Sequence[str], bare: Mapping[str, str]) -> list[str]:
    pairs = ((line, bare.get(_TICKING.sub(r"\1", line) if _TICKING_OPEN in line else line, line)) for line in lines)
    return [rest for line, rest in pairs if rest is line or _WORD.search(rest)]


def without_blocked(line: str) -> tuple[str, list[str]]:
    """A marked line without the state of being blocked, which a modal dialog gives all others, and the refs that it had there."""
    if "blocked " not in line:
        return line, []
    return _BLOCKED.sub(r"\1", line), [match[2] for match in _BLOCKED.finditer(line)]


def refs_of(line: str) -> list[str]:
    """The numbers of the refs in a marked line."""
    return _TAG.findall(line) if "\x04" in line else []


def has_images(line: str) -> bool:
    """Return whether a marked line may have images that are no controls."""
    return "\x050000" in line


def images_of(line: str) -> list[str]:
    """The numbers of the images in a marked line that are no controls."""
    return [image[2] for image in _IMAGE.finditer(line)] if has_images(line) else []


def without_images(line: str) -> str:
    """A marked line without the numbers of these images."""
    return _IMAGE.sub(r"\1 ]", line)


def refs_and_frames(line: str) -> list[str]:
    """The same, with the number of a frame that the line is the head of."""
    return [*refs_of(line), *_FRAME.findall(line)]


def first_ref(line: str) -> str | None:
    """The number of the first ref in a marked line."""
    return match[1] if (match := _TAG.search(line)) else None


def divided_place(line: str) -> tuple[list[int], str]:
    """Split a marked line into the numbers that say where it stands and the rest of it."""
    found = _PLACE.search(line)
    numbers = [int(number) for number in found[1].split(",")] if found else []
    return numbers, _PLACE.sub("", line)


def bare_text(line: str) -> str:
    """A marked line without its tags, states and values: what the page says there."""
    without = _STATE.sub(
        lambda state: state[1] + state[3] if state[2] in (_TICKER, _PLACE_AMONG_ALIKE) else " ",
        _FRAME.sub("", _GROUP.sub(r"\1", line)),
    )
    return " ".join(_TAG.sub("", without).split())


def without_numbers(line: str) -> str:
    """A marked line as an agent reads it, with the kinds of its refs and without their numbers."""
    return plain_text(_FRAME.sub(_unnumbered, _TAG.sub(_unnumbered, line)))


def _unnumbered(tag: re.Match[str]) -> str:
    return tag[0][: -len(tag[1]) - 2] + "]"


_CONTROL: Final = re.compile("(?=\x04)")
_BETWEEN: Final = " |"


def split_at_controls(line: str) -> list[str]:
    """Return a marked line in pieces: one for each control with the text behind it, and one for the text in front of the first."""
    return [piece for piece in _CONTROL.split(line) if stripped(piece)]


def stripped(piece: str) -> str:
    """Return a piece without what stands between it and the next."""
    return piece.strip(_BETWEEN)


_LIST_MARK: Final = re.compile(r"^\s*(?:- )?\s*")
_RULE: Final = re.compile(r"^\s*\|?\s*-(?:\|-)+\|?\s*$")


def unlisted(line: str) -> str:
    """Return a line without its list mark, which looks like a sign, and what lies under a table's head as nothing."""
    return "" if _RULE.match(line) else _LIST_MARK.sub("", line, count=1).rstrip()


def place_in_list(line: str) -> tuple[bool, int]:
    """Return whether a line is an item of a list without numbers, and how many blanks it begins with: two for each list that its
    list is in."""
    text = line.lstrip(" ")
    return text.startswith("- "), len(line) - len(text)
