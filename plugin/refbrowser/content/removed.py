"""Lines that went together, with the controls on them: one line says so."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final

FEWEST_LINES: Final = 3
"""Lines with controls that are gone together, from which on one line says so."""

_LONGEST: Final = 120
"""Characters of removed lines with several controls, from which on only their beginning is shown."""

_START: Final = 60
_CONTROL: Final = re.compile(r"\[[^\[\]\n]*? \d+]")
_NUMBER: Final = re.compile(r"(?<= )\d+(?=])")
_ANEW: Final = re.compile(r" \((\d+) lines? made anew\)$")


def with_removed_blocks(changes: Sequence[str]) -> list[str]:
    """Return the changes with one line for each block of removed lines with controls: its beginning, and how many they are. Where
    the page made the same lines anew, which come next in the changes, that line says so."""
    result: list[str] = []
    blocks = [(gone, list(lines)) for gone, lines in groupby(changes, key=lambda line: line.startswith("- "))]
    for place, (gone, lines) in enumerate(blocks):
        controls = sum(len(_CONTROL.findall(line)) for line in lines) if gone else 0
        if not controls or (len(lines) < FEWEST_LINES and (controls < FEWEST_LINES or sum(map(len, lines)) <= _LONGEST)):
            result += lines
            continue
        anew = place + 1 < len(blocks) and _bare(lines) == _bare(blocks[place + 1][1][: len(lines)])
        many = f"{len(lines)} line{'s' if len(lines) > 1 else ''}"
        what = "made anew" if anew else f"with {controls} controls" if controls > 1 else "with 1 control"
        result.append(f"{_beginning(lines[0])} ({many} {what})")
    return result


def is_remade(changes: str) -> bool:
    """Return whether the changes are lines that went and came again with other refs and nothing else."""
    lines = changes.split("\n")
    anew = sum(int(found[1]) for line in lines if line.startswith("- ") and (found := _ANEW.search(line)))
    gone = [line for line in lines if line.startswith("- ") and not _ANEW.search(line)]
    come = [line for line in lines if line.startswith("+ ")]
    if not (anew or gone) or len(come) != anew + len(gone) or any(line[:2] not in ("- ", "+ ") for line in lines):
        return False
    # The lines of a block were compared when it was put into one.
    return not Counter(_bare(gone)) - Counter(_bare(come))


def _bare(lines: Sequence[str]) -> list[str]:
    return [_NUMBER.sub("", line[2:]) for line in lines]


def _beginning(line: str) -> str:
    return line if len(line) <= _START else line[: _START - 1] + "…"
