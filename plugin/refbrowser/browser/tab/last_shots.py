"""The last picture of each part of a tab, with what a later one must have in common with it to be compared."""

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOST_KEPT: Final = 20
"""Parts of one tab (the viewport, the full page, single elements) whose last picture is remembered."""


@dataclass(frozen=True, slots=True)
class LastShot:
    """``scroll`` is where the page was (x, y in CSS pixels)."""

    path: Path
    quality: int
    scroll: tuple[float, float]


class LastShots:
    """By part: ``None`` is the viewport, ``"full"`` the page, a number the element of that ref."""

    def __init__(self) -> None:
        self.scale = 1.0
        """How many pixels of the newest picture make one of CSS."""
        self._kept: OrderedDict[int | str | None, LastShot] = OrderedDict()

    def note(self, part: int | str | None, shot: LastShot) -> None:
        """``shot`` is the part's last from now on."""
        self._kept[part] = shot
        self._kept.move_to_end(part)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def of(self, part: int | str | None) -> LastShot | None:
        """The part's last picture."""
        return self._kept.get(part)

    @property
    def newest(self) -> tuple[int | str | None, LastShot] | None:
        """The newest picture of the viewport or the page, and of which of the two."""
        return next(((part, shot) for part, shot in reversed(self._kept.items()) if not isinstance(part, int)), None)
