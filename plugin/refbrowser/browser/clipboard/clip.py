"""What was copied, and which keys may copy or paste."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_CHARACTERS: Final = 1_000_000

_COMMAND: Final = frozenset({"Control", "Meta", "ControlOrMeta", "ControlLeft", "ControlRight", "MetaLeft", "MetaRight"})
_SHIFT: Final = frozenset({"Shift", "ShiftLeft", "ShiftRight"})
_MODIFIERS: Final = _COMMAND | _SHIFT | {"Alt", "AltLeft", "AltRight", "AltGraph"}
_LETTERS: Final = frozenset("cxv")
_HARMLESS: Final = frozenset(
    {
        *("Enter", "NumpadEnter", "Tab", "Escape", "Backspace", "Space", "Home", "End", "PageUp", "PageDown"),
        *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
        *(f"F{number}" for number in range(1, 13)),
    }
)
_INSERT_DELETE: Final = frozenset({"Insert", "Delete"})


@dataclass(frozen=True, slots=True)
class Clip:
    """What was copied."""

    text: str = ""
    html: str | None = None


def may_touch(keys: Sequence[str]) -> bool:
    """Whether the keys, pressed in any order, may copy, cut or paste. Only keys of which it is sure that they do not are left out:
    Chromium's shortcuts are Control with C, X, V or Insert, and Shift with Insert or Delete, which other keys have codes of too."""
    command, shift = not _COMMAND.isdisjoint(keys), not _SHIFT.isdisjoint(keys)
    return any(not _is_harmless(key, command=command, shift=shift) for key in keys)


def _is_harmless(key: str, *, command: bool, shift: bool) -> bool:
    if key in _MODIFIERS or key in _HARMLESS:
        return True
    if len(key) == 1:
        return not command or (key.isascii() and key.lower() not in _LETTERS)
    return key in _INSERT_DELETE and not command and not shift


def pastes(keys: Sequence[str]) -> bool:
    """Whether one of the keys pastes with another, in whatever order they are given: for what may not happen unjudged."""
    command, shift = not _COMMAND.isdisjoint(keys), not _SHIFT.isdisjoint(keys)
    return (command and not {"v", "V", "KeyV"}.isdisjoint(keys)) or (shift and not {"Insert", "Numpad0"}.isdisjoint(keys))
