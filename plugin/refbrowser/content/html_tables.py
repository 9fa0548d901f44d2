"""Pad the rows of HTML tables, so that each cell is in its column although rows are converted one by one."""

import math
import re
from typing import Final

from refbrowser.content.html_tree import Element

_CELLS: Final = ("td", "th")
_NUMBER: Final = re.compile(r"[ \t\n\f\r]*\+?([0-9]{1,9})")

_MOST_SPANNED: Final = 20
"""Columns that a cell takes at most, as in what is read from tabs: a document may say a thousand for each."""

_MOST_COVERED: Final = 50
"""Columns that cells above may take: a document may say for any number of cells that they reach to the end."""

_MOST_PADDED: Final = 20_000
"""Cells that are added to a document at most."""


def align_cells(main: Element) -> None:
    """Put an empty cell wherever one from a row above reaches into a row, and bound the columns that a cell takes."""
    cells = main.find_all(_CELLS)
    for cell in cells:
        if "colspan" in cell.attrs:
            cell.attrs["colspan"] = str(_columns(cell))
    tall = [cell for cell in cells if "rowspan" in cell.attrs]
    groups = {id(row.parent): row.parent for cell in tall if (row := cell.parent) is not None and row.name == "tr"}
    room = _MOST_PADDED
    for group in groups.values():
        # No cell reaches out of its group of rows.
        covered: dict[int, float] = {}
        for row in group.elements("tr") if group is not None else ():
            if room <= 0:
                return
            room -= _align_row(row, covered)


def _align_row(row: Element, covered: dict[int, float]) -> int:
    """Add to ``row`` the cells that it needs, count ``covered`` (rows left, by column) down, and return how many were added."""
    column = added = 0
    taken = {each: rows for each, rows in covered.items() if rows > 0}
    for each, rows in taken.items():
        covered[each] = rows - 1
    children: list[Element | str] = []
    for cell in row.children:
        if isinstance(cell, str) or cell.name not in _CELLS:
            children.append(cell)
            continue
        while column in taken:
            children.append(Element("td", {}, row))
            column, added = column + 1, added + 1
        children.append(cell)
        width, below = _columns(cell), _rows(cell) - 1
        for each in range(column, min(column + width, _MOST_COVERED)):
            covered[each] = max(below, covered.get(each, 0))
        column += width
    for _ in range(column, max(taken, default=-1) + 1):
        children.append(Element("td", {}, row))
        added += 1
    row.children = children
    return added


def _columns(cell: Element) -> int:
    return min(_number(cell, "colspan") or 1, _MOST_SPANNED)


def _rows(cell: Element) -> float:
    """Return how many rows of its group a cell takes; zero says all that are left."""
    return _number(cell, "rowspan") or math.inf


def _number(cell: Element, attribute: str) -> int:
    """Read an attribute as HTML reads an integer that is not negative; 1 where it is none."""
    found = _NUMBER.match(cell.get(attribute) or "")
    return int(found[1]) if found else 1
