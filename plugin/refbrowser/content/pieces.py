"""A changed line in pieces, control by control: what is shown of it are the pieces that changed."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Final

from refbrowser.content.long_lines import LINE_LIMIT, around_change, changes_late, with_control
from refbrowser.content.marks import first_ref, split_at_controls, stripped

_LONGEST_CAPTION: Final = 40
"""Characters of the text in front of a line's first control that are shown with it where they have not changed."""

_GAP: Final = " … "


def changed_pieces(old: str, new: str, read: str, reading: str) -> list[str]:
    """Return one line for each kind of change: ``~`` pieces that changed, ``+`` new ones, ``-`` those that are gone, and the pieces
    that ``moved`` within the line.

    ``old`` and ``new`` are marked lines that have a control in common; ``read`` and ``reading`` are how they read. That
    differs by states and values of their controls, which are no pieces of their own.
    """
    raw = split_at_controls(new), split_at_controls(reading)
    before, after = [stripped(piece) for piece in split_at_controls(old)], [stripped(piece) for piece in raw[0]]
    if len(before) == len(after) == 1:
        return [_of_whole(old.strip(), reading.strip())]
    old_pieces = {ref: piece for piece in before if (ref := first_ref(piece)) is not None}
    new_refs = {ref for piece in after if (ref := first_ref(piece)) is not None}
    changed, new_ones, moved = [], [], []
    for index in _differing(before, after):
        ref = first_ref(after[index])
        if ref is None:
            if first_ref(before[0]) is None:
                changed.append(index)
            elif after[index] not in before[0]:
                # Else it was part of how the control behind it reads.
                new_ones.append(index)
        elif (was := old_pieces.get(ref)) is None:
            new_ones.append(index)
        elif was == after[index]:
            moved.append(index)
        else:
            changed.append(index)
    shown_before = [stripped(piece) for piece in split_at_controls(read)]
    gone = [piece for piece in shown_before if (ref := first_ref(piece)) is not None and ref not in new_refs]
    if before and first_ref(before[0]) is None and first_ref(after[0]) is not None:
        gone.insert(0, before[0])
    shown = list(raw[1])
    for index in changed:
        was = old_pieces.get(first_ref(after[index]) or "", before[0])
        if changes_late(was, after[index]):
            shown[index] = with_control(stripped(shown[index]), around_change(was, stripped(shown[index]))[1])
    if changed[:1] == [1] and first_ref(after[0]) is None and len(after[0]) <= _LONGEST_CAPTION and 0 not in new_ones:
        changed.insert(0, 0)
    changes = [
        *(f"~ {line}" for line in [_joined(shown, changed)] if line),
        *(f"+ {line}" for line in [_joined(shown, new_ones)] if line),
        *(f"- {line}" for line in [" ".join(gone)] if line),
        *(f"{MOVED}{stripped(raw[1][index])}{_where(raw[1], index)}" for index in moved),
    ]
    return changes if changes or old.split() == new.split() else [_of_whole(old.strip(), reading.strip())]


MOVED: Final = "moved "


def _where(pieces: Sequence[str], index: int) -> str:
    return f" before {stripped(pieces[index + 1])}" if index + 1 < len(pieces) else " to the end of its line"


def _of_whole(old: str, reading: str) -> str:
    shown = with_control(reading, around_change(old, reading)[1]) if _is_late(old, reading) else reading
    return f"~ {shown}"


def _is_late(old: str, new: str) -> bool:
    return max(len(old), len(new)) > LINE_LIMIT and changes_late(old, new)


def _differing(before: Sequence[str], after: Sequence[str]) -> Iterable[int]:
    """Return the places in ``after`` of the pieces that are not, in this order, in ``before``."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [index for tag, _, _, start, end in matcher.get_opcodes() if tag != "equal" for index in range(start, end)]


def _joined(pieces: Sequence[str], indexes: Sequence[int]) -> str:
    """Return the pieces on one line, as they stand on it, with a gap where some between them are left out."""
    line = ""
    for place, index in enumerate(indexes):
        if place and index != indexes[place - 1] + 1:
            line = line.rstrip(" |") + _GAP
        line += pieces[index]
    return stripped(line)
