"""A person's remark on a region of the page, with the picture of that region, for the agent to find with its next answer."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element
from refbrowser.browser.imaging.viewport_picture import viewport_picture
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import CallError, StateError
from refbrowser.files import write_private

QUALITY: Final = 80
KEPT: Final = 20
"""More remarks than that would not be read with one answer; the oldest make room."""


@dataclass(frozen=True, slots=True)
class Region:
    """CSS pixels of a picture of the viewport."""

    x: float
    y: float
    width: float
    height: float


async def annotate(
    session: BrowserSession, tab: Tab, region: Region, element: Element | None, comment: str, deadline: Deadline
) -> dict[str, Any]:
    """Add the remark to those that the agent has not been given yet, and return it: ``id``, ``browser_id``, ``region``,
    ``comment``, ``path`` of the JPEG, and ``ref`` and ``element`` where one was picked. Raise ``file_unwritable``, and
    ``invalid_arguments`` for a region of which nothing is seen."""
    async with deadline.waiting_for("the picture of the region"):
        view = (await tab.cdp.send("Page.getLayoutMetrics"))["cssVisualViewport"]
        x, y = max(0.0, region.x), max(0.0, region.y)
        zoom = view["scale"]
        if not (-region.width < region.x < view["clientWidth"] * zoom and -region.height < region.y < view["clientHeight"] * zoom):
            raise CallError("The box lies outside of what is seen of the page.")
        width = max(1.0, min(region.x + region.width, view["clientWidth"] * zoom) - x)
        height = max(1.0, min(region.y + region.height, view["clientHeight"] * zoom) - y)
        corner = {"x": view["pageX"] + x / zoom, "y": view["pageY"] + y / zoom}
        clip = {**corner, "width": width / zoom, "height": height / zoom, "scale": zoom}
        kind = {"format": "jpeg", "quality": QUALITY}
        taken = await viewport_picture(tab, session.refs, session.hub.masker, deadline, kind, clip)
    path = session.files.new_path("annotations", "annotation", ".jpg")
    await asyncio.to_thread(write_private, path, taken)
    remark: dict[str, Any] = {"browser_id": tab.browser_id, "region": [round(part) for part in (x, y, width, height)]}
    if element is not None:
        remark |= {"ref": element.number, "element": element.label}
    remark |= {"comment": comment, "path": str(path)}
    session.remarks.append(remark)
    del session.remarks[:-KEPT]
    return {"id": path.name, **remark}


def waiting(session: BrowserSession) -> list[dict[str, Any]]:
    """Return the remarks that the agent has not been given yet: ``id``, ``browser_id`` and ``comment`` of each."""
    return [
        {"id": Path(remark["path"]).name, "browser_id": remark["browser_id"], "comment": remark["comment"]}
        for remark in session.remarks
    ]


def take_back(session: BrowserSession, remark_id: str) -> None:
    """Forget a remark. Raise StateError where the agent has been given it."""
    kept = [remark for remark in session.remarks if Path(remark["path"]).name != remark_id]
    if len(kept) == len(session.remarks):
        raise StateError("The agent has this remark already.", code="remark_read")
    session.remarks[:] = kept
