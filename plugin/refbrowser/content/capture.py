"""One capture of a page as lines of markdown, and the few that a tab keeps so that a cursor can go on in them."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from refbrowser.errors import CallError, Remedy

KEPT: Final = 4


class Version(NamedTuple):
    """How often a document has changed, and how often that was nothing but an entry into a field.

    A move of the focus counts only where a style rule answers to it.
    """

    changes: int
    entered: int

    def same(self, other: "Version | None", *, typed: bool) -> bool:
        """Whether nothing changed between the two; with ``typed``, nothing but entries."""
        if other is None:
            return False
        return self.changes - self.entered == other.changes - other.entered if typed else self.changes == other.changes


@dataclass(frozen=True, slots=True, eq=False)
class Capture:
    """What the page said at one moment.

    ``epoch`` is the token of the top document, ``versions`` the count of changes
    of every document in the page, by token; ``scroll`` is in CSS pixels; ``counts`` has refs,
    hidden (text left out because nobody can see it) and elements.
    """

    epoch: str
    versions: Mapping[str, Version]
    mode: str
    url: str
    title: str
    lines: tuple[str, ...]
    scroll: Mapping[str, int]
    counts: Mapping[str, int]
    focused: int | None = None


class Snapshots:
    """The captures of one tab that cursors may still point into, newest last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Capture] = OrderedDict()
        self._count = 0

    def keep(self, capture: Capture) -> str:
        """The name under which ``capture`` can be continued; the oldest of more than four is dropped."""
        self._count += 1
        name = f"s{self._count}"
        self._kept[name] = capture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return name

    def resume(self, cursor: str, browser_id: int) -> tuple[str, Capture, int, int]:
        """The capture's name, the capture, and the line and character at which ``cursor`` stands.

        Raises ``invalid_arguments`` when it points at nothing that is still kept.
        """
        name, _, place = cursor.partition(":")
        line, _, character = place.partition(".")
        capture = self._kept.get(name)
        try:
            row, column = int(line), int(character or 0)
        except ValueError:
            row = column = -1
        if capture is None or not 0 <= row < len(capture.lines) or column < 0:
            raise CallError(
                f"The cursor {cursor[:40]!r} points at no capture of tab {browser_id} that is still kept.",
                remedy=Remedy("content", {"browser_id": browser_id}, hint="starts again"),
            )
        return name, capture, row, column


def kept_fields(header: Mapping[str, Any], name: str) -> dict[str, int]:
    """The integer fields of the reply's part ``name``."""
    return {key: int(value) for key, value in (header.get(name) or {}).items()}
