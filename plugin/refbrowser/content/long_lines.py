"""Long lines that changed: what is shown of them is where they did, and not their beginning."""

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import Final

from refbrowser.content.marks import plain_text

LINE_LIMIT: Final = 300
"""Characters that a receipt shows of a line."""

_CONTEXT: Final = 60
"""Characters in front of a change that are shown with it."""

_FIRST_TAG: Final = re.compile(r"\x04[^]]*\]")


def changes_late(old: str, new: str) -> bool:
    """Whether the second of two marked lines is so long, and differs from the first so far to its end, that its beginning does not
    show the change."""
    old, new = plain_text(old), plain_text(new)
    return len(new) - _alike(reversed(old), reversed(new)) > LINE_LIMIT or len(old) - len(new) > LINE_LIMIT


def around_change(old: str, new: str) -> tuple[str, str]:
    """Two texts from a little before where they begin to differ."""
    start = _alike(old, new) - _CONTEXT
    if start <= 0:
        return old, new
    start = new.find(" ", start, start + _CONTEXT) + 1 or start
    return f"… {old[start:]}", f"… {new[start:]}"


def with_control(line: str, shown: str) -> str:
    """What is ``shown`` of a marked line, behind the tag of the control that it begins with."""
    tag = _FIRST_TAG.match(line)
    return shown if tag is None or shown.startswith(tag[0]) else f"{tag[0]} {shown}"


def _alike(old: Iterable[str], new: Iterable[str]) -> int:
    """How many characters both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
