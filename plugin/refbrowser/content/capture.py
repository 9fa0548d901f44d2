"""One capture of a page as lines of markdown, and the captures that a tab keeps for cursors."""

import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypedDict

from refbrowser.content.marks import Group
from refbrowser.errors import CallError, Remedy

KEPT: Final = 4

_PLACE: Final = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?(?:-(\d{1,9}))?", re.ASCII)


class Version(NamedTuple):
    """How often a document has changed, how many of these changes only entered a value into a field, and how many were beats of
    what changes by itself all the time.

    A focus change counts only where a style rule depends on it.
    """

    changes: int
    entered: int
    beats: int = 0

    def same(self, other: "Version | None", *, typed: bool) -> bool:
        """Return whether nothing but beats changed between the two versions; with ``typed``, at most entered values too."""
        if other is None:
            return False
        return self._counted(typed) == other._counted(typed)

    def _counted(self, typed: bool) -> int:
        return self.changes - self.beats - (self.entered if typed else 0)


class Place(NamedTuple):
    """Where reading continues in a capture: a line, a character in it, and the line at which to stop (None: the end)."""

    line: int
    character: int = 0
    end: int | None = None

    def __str__(self) -> str:
        return f"{self.line}" + (f".{self.character}" if self.character else "") + (f"-{self.end}" if self.end is not None else "")


START: Final = Place(0)


class PageScroll(TypedDict):
    """Where a document is scrolled to, its whole size, and its viewport's, in CSS pixels."""

    x: int
    y: int
    width: int
    height: int
    viewport_width: int
    viewport_height: int


class CaptureCounts(TypedDict):
    """How many refs and elements were read, how many parts were left out as hidden, and how many as outside the viewport."""

    refs: int
    hidden: int
    elements: int
    outside: int


@dataclass(frozen=True, slots=True, eq=False)
class Capture:
    """The text of a page at one moment.

    ``epoch`` is the token of the top document; ``versions`` has the changes of every document in the page, by token. ``marked``
    are the lines with the engine's marks (:mod:`refbrowser.content.marks`), ``groups`` those that the page has under a name.
    """

    epoch: str
    versions: Mapping[str, Version]
    mode: str
    url: str
    title: str
    lines: tuple[str, ...]
    scroll: PageScroll
    counts: CaptureCounts
    focused: int | None = None
    marked: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()

    @property
    def position(self) -> tuple[int, int]:
        """How far the page is scrolled, in CSS pixels from its left and top."""
        return self.scroll["x"], self.scroll["y"]


class Wanted(NamedTuple):
    """Everything that a rendered capture depends on. ``name`` is the prefix of its cursors; ``hidden``: its header says how many
    texts were left out as hidden."""

    capture: Capture
    name: str
    max_tokens: int
    about: str
    hidden: bool = True


class Snapshots:
    """The captures of one tab that cursors can continue, newest last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Capture] = OrderedDict()
        self._count = 0

    def keep(self, capture: Capture) -> str:
        """Keep ``capture`` and return its name for cursors. Only the newest four are kept."""
        if self._kept and self._kept[newest := next(reversed(self._kept))] is capture:
            return newest
        self._count += 1
        name = f"s{self._count}"
        self._kept[name] = capture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return name

    def resume(self, cursor: str, browser_id: int) -> tuple[str, Capture, Place]:
        """Return the name of the capture, the capture, and the place that ``cursor`` points to.

        Raises :class:`CallError` (``invalid_arguments``) when the capture is not kept any more or the cursor is malformed.
        """
        name, _, numbers = cursor.partition(":")
        capture = self._kept.get(name)
        written = _PLACE.fullmatch(numbers)
        place = Place(int(written[1]), int(written[2] or 0), int(written[3]) if written[3] else None) if written else None
        if capture is None or place is None or not place.line < (place.end or len(capture.lines)) <= len(capture.lines):
            raise CallError(
                f"The cursor {cursor[:40]!r} does not match a recent capture of tab {browser_id}, which keeps the last {KEPT}; "
                "read the page again.",
                remedy=Remedy("content", {"browser_id": browser_id}),
            )
        return name, capture, place
