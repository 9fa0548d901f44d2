"""Two pictures of a tab, or of any two files, compared: what changed, and which elements are drawn there."""

import asyncio
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from refbrowser.browser.imaging.drawn_elements import Moving, View, Viewing
from refbrowser.browser.imaging.picture_files import open_picture
from refbrowser.files import write_private

if TYPE_CHECKING:
    from PIL import Image

    from refbrowser.pixels.regions import Box, Region

MOST_REGIONS: Final = 12
"""Areas that an answer lists, largest first."""

SIGNIFICANT_PIXELS: Final = 16
"""An area of fewer changed pixels is a caret, a blinking dot, or one pixel of a shadow."""

CARET_WIDTH: Final = 3
"""CSS pixels: a change in the focused field that is no wider is its caret."""

_QUALITY: Final = 80


@dataclass(slots=True)
class _Found:
    """What a comparison found, before elements are known."""

    answer: dict[str, Any]
    areas: "list[Region]" = field(default_factory=list)
    points: list[list[tuple[int, int]]] = field(default_factory=list)


async def compared(before: Path | bytes, after: Path | bytes, picture: Path, look: Viewing | None = None) -> dict[str, Any]:
    """``{changed_percent, significant, regions: [{box, refs?, names?}], picture}``: boxes are x, y, width and height in pixels of
    the later picture. Pictures of different sizes are not compared: ``size_differs`` has both. ``picture`` is written where
    something changed. ``look`` says what is drawn on the tab that the later picture shows.

    Raises ``file_unreadable``, ``file_unwritable``.
    """
    moving = await look.moving() if look is not None else Moving()
    view = look.view if look is not None else View()
    found = await asyncio.to_thread(_compare, before, after, picture, view, moving)
    if look is not None and found.areas:
        await _name(found, look)
    return found.answer


def _compare(before: Path | bytes, after: Path | bytes, picture: Path, view: View, moving: Moving) -> _Found:
    from refbrowser.pixels.compare import compare, percent
    from refbrowser.pixels.drawing import drawn
    from refbrowser.pixels.points import points
    from refbrowser.pixels.regions import regions

    earlier, later = open_picture(before), open_picture(after)
    if earlier.size != later.size:
        return _Found(
            {"size_differs": {"before": list(earlier.size), "after": list(later.size)}, "significant": True, "regions": []}
        )
    ignored = [_in_picture(box, view, later.size) for box in moving.ignored]
    comparison = compare(earlier, later, ignored)
    areas = regions(comparison.changed)
    carets = [
        area for area in areas if moving.caret is not None and _is_caret(area, _in_picture(moving.caret, view, later.size), view)
    ]
    for caret in carets:
        comparison.changed.paste(0, caret.box)
    areas = [area for area in areas if area not in carets]
    answer: dict[str, Any] = {
        "changed_percent": percent(sum(area.pixels for area in areas), later.size),
        "significant": any(area.pixels >= SIGNIFICANT_PIXELS for area in areas),
        "regions": [{"box": [left, top, right - left, bottom - top]} for left, top, right, bottom in _boxes(areas)],
    }
    if len(areas) > MOST_REGIONS:
        answer["regions_left_out"] = len(areas) - MOST_REGIONS
    if notes := [*(["caret"] if carets else []), *moving.notes]:
        answer["ignored"] = notes
    if areas:
        write_private(picture, _encoded(drawn(later, comparison.changed, areas[:MOST_REGIONS]), picture))
        answer["picture"] = str(picture)
    return _Found(answer, areas[:MOST_REGIONS], [points(comparison.changed, area) for area in areas[:MOST_REGIONS]])


def _boxes(areas: "Sequence[Region]") -> "list[Box]":
    return [area.box for area in areas[:MOST_REGIONS]]


def _in_picture(box: Sequence[float], view: View, size: tuple[int, int]) -> "Box":
    """A box (x, y, width, height in CSS pixels of the viewport) in pixels of the picture, with all that it touches."""
    left, top = (box[0] + view.origin[0]) * view.scale, (box[1] + view.origin[1]) * view.scale
    right, bottom = left + box[2] * view.scale, top + box[3] * view.scale
    return (
        min(max(0, int(left)), size[0]),
        min(max(0, int(top)), size[1]),
        min(max(0, -int(-right // 1)), size[0]),
        min(max(0, -int(-bottom // 1)), size[1]),
    )


def _is_caret(area: "Region", of_field: "Box", view: View) -> bool:
    left, top, right, bottom = area.box
    return (
        right - left <= CARET_WIDTH * view.scale
        and of_field[0] <= left
        and right <= of_field[2]
        and of_field[1] <= top
        and bottom <= of_field[3]
    )


def _encoded(image: "Image.Image", path: Path) -> bytes:
    buffer = io.BytesIO()
    if path.suffix.lower() == ".png":
        image.save(buffer, "PNG")
    else:
        image.save(buffer, "JPEG", quality=_QUALITY)
    return buffer.getvalue()


async def _name(found: _Found, look: Viewing) -> None:
    """Adds to each region the elements that are drawn where it changed: ``refs`` and ``names``, that of its middle first."""
    view = look.view
    wanted = [(x, y) for points in found.points for x, y in points]
    on_page = [((x + 0.5) / view.scale - view.origin[0], (y + 0.5) / view.scale - view.origin[1]) for x, y in wanted]
    elements = iter(await look.at(on_page))
    for region, points in zip(found.answer["regions"], found.points, strict=True):
        named = dict.fromkeys(element for _ in points if (element := next(elements)) is not None)
        region["refs"] = [number for number, _ in named]
        region["names"] = [name for _, name in named]
