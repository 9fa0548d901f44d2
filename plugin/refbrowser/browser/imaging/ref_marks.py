"""Which refs a photograph shows, and where in it."""

import asyncio
import re
from typing import Final

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element import resolve
from refbrowser.browser.element.element import page_box
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.imaging.images import Mark
from refbrowser.browser.snapshot.assembling import Scope
from refbrowser.browser.snapshot.capture import capture
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import ActionabilityError, TargetError
from refbrowser.refs import Ref

MOST_MARKS: Final = 200
"""More would cover the page that they are to explain."""

_FRAMES: Final = frozenset({"iframe", "frame", "object", "embed"})
_NUMBER: Final = re.compile(r"\[[a-z][a-z ]* (\d+)\]")


async def marks(
    tab: Tab, refs: RefTable, deadline: Deadline, *, full_page: bool, origin: tuple[float, float]
) -> tuple[list[Mark], int]:
    """The refs to draw, in page order, and how many were left out. ``origin`` is the viewport's corner in the image."""
    captured = await capture(tab, refs, deadline, Scope("interactive" if full_page else "viewport"))
    numbers = list(dict.fromkeys(int(number) for line in captured.lines for number in _NUMBER.findall(line)))
    found = await asyncio.gather(*(_mark(tab, refs, number, deadline, origin) for number in numbers[:MOST_MARKS]))
    return [mark for mark in found if mark is not None], max(0, len(numbers) - MOST_MARKS)


async def _mark(tab: Tab, refs: RefTable, number: int, deadline: Deadline, origin: tuple[float, float]) -> Mark | None:
    try:
        element = await resolve.by_ref(Act(tab, refs, deadline), Ref(number))
        if not element.probe["visible"] or element.probe["tag"] in _FRAMES:
            return None
        box = await page_box(element)
    except (TargetError, ActionabilityError):
        # It went between the two questions; the photograph does not show it either.
        return None
    if box is None:
        return None
    left, top, width, height = box[0] + origin[0], box[1] + origin[1], box[2], box[3]
    return Mark(number, (left, top, left + width, top + height))
