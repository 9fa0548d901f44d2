"""Where a picture of the page would show a secret, so that it is painted over."""

from collections.abc import Sequence
from typing import Final, cast

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import PlacedProbe, place_in_page
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.imaging.images import Box
from refbrowser.browser.tab.tab import Tab

EVERYWHERE: Final[Box] = (-1e6, -1e6, 1e6, 1e6)
"""What cannot be asked, or placed, hides the whole picture."""


async def secret_places(tab: Tab, refs: RefTable, values: Sequence[str], deadline: Deadline) -> list[Box]:
    """Left, top, right and bottom of each place in CSS pixels of the viewport."""
    places: list[Box] = []
    for frame in tab.page.frames:
        try:
            _, answer, _ = await tab.frames.ask(frame, {"op": "secret_places", "values": list(values)}, deadline)
        except Error:
            if not frame.is_detached():
                places.append(EVERYWHERE)
            continue
        if not (boxes := answer["boxes"]):
            continue
        if (place := await _place(tab, refs, frame, answer["viewport_width"], deadline)) is None:
            places.append(EVERYWHERE)
            continue
        left, top, scale = place
        places += [(left + x * scale, top + y * scale, left + (x + w) * scale, top + (y + h) * scale) for x, y, w, h in boxes]
    return places


async def _place(tab: Tab, refs: RefTable, frame: Frame, width: int, deadline: Deadline) -> tuple[float, float, float] | None:
    """Where the frame's viewport begins in the page's, and how far it is scaled."""
    if frame is tab.page.main_frame:
        return 0.0, 0.0, 1.0
    probe = cast(
        "PlacedProbe",
        {"point": [0, 0], "viewport_width": width, "in_viewport": True, "stable": True, "point_hits": False, "press": None},
    )
    await place_in_page(tab, refs, frame, probe, deadline)
    offset = probe["top_frame_offset"]
    return None if offset is None else (offset[0], offset[1], probe["frame_scale"])
