"""Frames that did not answer when a page was read: nothing is known of what is in them, so nothing in them counts as changed."""

import re
from collections.abc import Sequence
from typing import Final

UNANSWERED: Final = " (did not answer)"

_HEAD: Final = re.compile(r"^(?P<indent>[^\[\x04]*)(?P<ref>\[frame \d+\])")


def with_unanswered_frames_of(lines: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Return the marked lines of a capture, with each frame that did not answer as it is in ``other``, if it is there."""
    if not any(line.endswith(UNANSWERED) for line in lines):
        return tuple(lines)
    result: list[str] = []
    for line in lines:
        head = _HEAD.match(line) if line.endswith(UNANSWERED) else None
        result += (_block(other, head["ref"]) if head else []) or [line]
    return tuple(result)


def newly_unanswered(lines: Sequence[str], earlier: Sequence[str]) -> list[str]:
    """Return the refs of the frames that did not answer for ``lines``, and did for ``earlier``."""
    heads = (_HEAD.match(line) for line in lines if line.endswith(UNANSWERED))
    refs = [head["ref"] for head in heads if head]
    return [ref for ref in refs if (block := _block(earlier, ref)) and not block[0].endswith(UNANSWERED)]


def _block(lines: Sequence[str], ref: str) -> list[str]:
    """Return the head of the frame and the lines in it; [] where it is not among ``lines``."""
    start = next((index for index, line in enumerate(lines) if (head := _HEAD.match(line)) and head["ref"] == ref), None)
    if start is None:
        return []
    inside = f"{_HEAD.match(lines[start])['indent']}  "  # type: ignore[index]
    end = start + 1
    while end < len(lines) and lines[end].startswith(inside):
        end += 1
    return list(lines[start:end])
