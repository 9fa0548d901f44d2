r"""The engine's marks in the lines of a capture: control characters, which the text of a page never contains.

``\x04`` opens the tag of a ref, in place of its bracket. ``\x05`` number ``\x06`` text ``\x07`` is a state or a value of the
control that has the number; number 0 marks the focus, which no receipt compares.
"""

import re
from collections.abc import Sequence, Set
from typing import Final

_STATE: Final = re.compile("( ?)\x05(\\d+)\x06([^\x07]*)\x07")
_MARK: Final = re.compile("\x05\\d+\x06|\x07")
_TAG: Final = re.compile("\x04[^]]* (\\d+)]")
_BLOCKED: Final = re.compile("(\x04(?:[^] ]+ )*?)blocked (?=[^]]*?(\\d+)])")


def plain(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines as an agent reads them."""
    return tuple(plain_text("\n".join(lines)).split("\n")) if lines else ()


def plain_text(text: str) -> str:
    """Text of lines without the marks."""
    return (_MARK.sub("", text) if "\x05" in text or "\x07" in text else text).replace("\x04", "[")


def without_states(line: str, numbers: Set[int]) -> str:
    """A marked line without the focus and without the states and values of the controls called ``numbers``."""
    if "\x05" not in line:
        return line

    def bare(state: re.Match[str]) -> str:
        space, number, text = state[1], int(state[2]), state[3]
        if number and number not in numbers:
            return space + text
        # A state has its space behind it, a value before it.
        return "" if text.startswith("value=") else space

    return _STATE.sub(bare, line)


def without_blocked(line: str) -> tuple[str, list[str]]:
    """A marked line without the state of being blocked, which a modal dialog gives all others, and the refs that it had there."""
    if "blocked " not in line:
        return line, []
    return _BLOCKED.sub(r"\1", line), [match[2] for match in _BLOCKED.finditer(line)]


def refs_of(line: str) -> list[str]:
    """The numbers of the refs in a marked line."""
    return _TAG.findall(line) if "\x04" in line else []


def first_ref(line: str) -> str | None:
    """The number of the first ref in a marked line."""
    return match[1] if (match := _TAG.search(line)) else None
