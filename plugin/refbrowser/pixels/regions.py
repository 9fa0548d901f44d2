"""The areas in which pixels changed: neighbouring ones as one box."""

import re
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, the right and bottom ones not part of it."""

_Run = tuple[int, int, int]
"""Cells of one row of the grid: the row, the first and the last column."""

CELL: Final = 8
"""Pixels by which changes may be apart and still count as one area: letters of a word, lines of a paragraph."""

_CHANGED: Final = re.compile(rb"[^\0]+")


@dataclass(frozen=True, slots=True)
class Region:
    """One area: its box, and how many pixels in it changed."""

    box: Box
    pixels: int


def regions(changed: Image.Image) -> list[Region]:
    """The areas of a mask (L, 0 or 255), largest first."""
    found = [region for runs in _groups(changed) if (region := _region(changed, runs)) is not None]
    return sorted(found, key=lambda region: (-region.pixels, region.box))


def _groups(changed: Image.Image) -> list[list[_Run]]:
    """The cells that hold a changed pixel, as groups of neighbours."""
    columns, rows = -(-changed.width // CELL), -(-changed.height // CELL)
    # The mean of a cell, rounded: one pixel of 255 among 64 makes 4.
    means = changed.crop((0, 0, columns * CELL, rows * CELL)).reduce(CELL).tobytes()
    group_of: dict[_Run, list[_Run]] = {}
    above: list[_Run] = []
    for row in range(rows):
        cells = means[row * columns : (row + 1) * columns]
        runs = [(row, run.start(), run.end() - 1) for run in _CHANGED.finditer(cells)]
        for run in runs:
            group_of[run] = [run]
            for other in above:
                if other[1] <= run[2] + 1 and other[2] >= run[1] - 1:
                    _join(group_of, group_of[run], group_of[other])
        above = runs
    return list({id(group): group for group in group_of.values()}.values())


def _join(group_of: dict[_Run, list[_Run]], group: list[_Run], other: list[_Run]) -> None:
    if group is other:
        return
    smaller, larger = sorted((group, other), key=len)
    larger += smaller
    for run in smaller:
        group_of[run] = larger


def _region(changed: Image.Image, runs: list[_Run]) -> Region | None:
    top, left = min(run[0] for run in runs), min(run[1] for run in runs)
    columns, rows = max(run[2] for run in runs) + 1 - left, max(run[0] for run in runs) + 1 - top
    part = changed.crop((left * CELL, top * CELL, (left + columns) * CELL, (top + rows) * CELL))
    if sum(run[2] + 1 - run[1] for run in runs) < columns * rows:
        # Other groups may reach into the box.
        grid = Image.new("L", (columns, rows))
        draw = ImageDraw.Draw(grid)
        for row, first, last in runs:
            draw.line((first - left, row - top, last - left, row - top), fill=255)
        masked = Image.new("L", part.size)
        masked.paste(part, mask=grid.resize(part.size, Image.Resampling.NEAREST))
        part = masked
    inner = part.getbbox()
    if inner is None:
        return None
    box = (left * CELL + inner[0], top * CELL + inner[1], left * CELL + inner[2], top * CELL + inner[3])
    return Region(box, part.histogram()[255])
