"""What looks different although the call did the same: the pictures of both runs, compared."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from refbrowser.browser.imaging.visual_diff import SIGNIFICANT_PIXELS
from refbrowser.journal.store import Session
from refbrowser.journal.writer import PICTURES
from refbrowser.replay.run import Row

if TYPE_CHECKING:
    from pathlib import Path

MOST_NAMED: Final = 3
"""How many regions a row names."""


def with_looks(session: Session, replayed: Session, rows: Sequence[Row]) -> list[Row]:
    """The rows, with ``looks`` where a call that passed left a page that looks different. Calls without two pictures have none."""
    return [
        replace(row, looks=_difference(_picture(session, row.n), _picture(replayed, row.now)))
        if row.passed and row.now is not None
        else row
        for row in rows
    ]


def _picture(session: Session, number: int) -> "Path":
    return session.folder / PICTURES / f"{number:05d}.jpg"


def _difference(recorded: "Path", replayed: "Path") -> str:
    from PIL import Image

    from refbrowser.pixels.compare import compare
    from refbrowser.pixels.regions import regions

    try:
        with Image.open(recorded) as before, Image.open(replayed) as after:
            if before.size != after.size:
                return f"the picture is {after.width}x{after.height}, was {before.width}x{before.height}"
            found = compare(before, after)
    except (OSError, Image.DecompressionBombError):
        # No picture was taken, or it is not whole.
        return ""
    areas = [area for area in regions(found.changed) if area.pixels >= SIGNIFICANT_PIXELS]
    if not areas:
        return ""
    named = [
        f"{right - left}x{bottom - top} at {left},{top}" for left, top, right, bottom in (area.box for area in areas[:MOST_NAMED])
    ]
    more = f" and {len(areas) - MOST_NAMED} more" if len(areas) > MOST_NAMED else ""
    count = "1 region" if len(areas) == 1 else f"{len(areas)} regions"
    return f"{count} changed, {found.changed_percent} %: {', '.join(named)}{more}"
