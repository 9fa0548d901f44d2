"""A picture of the tab before an action, and what is different after it: ``visual_diff`` in receipts."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.imaging.drawn_elements import View, Viewing
from refbrowser.browser.imaging.viewport_picture import PNG, viewport_picture
from refbrowser.browser.imaging.visual_diff import compared
from refbrowser.browser.playwright_internals.wording import first_line
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError
from refbrowser.masking import Masker
from refbrowser.page_text import truncated

PICTURE_MS: Final = 2_000
"""How long a picture may take. Without it the action goes on, and its receipt says that there is no comparison."""

_SMALL: Final[dict[str, Any]] = {"format": "jpeg", "quality": 60}


@dataclass(frozen=True, slots=True)
class Pictured:
    """The viewport at one moment: a PNG, where the page was scrolled to (CSS pixels), and how many pixels make one of CSS."""

    image: bytes
    scroll: tuple[float, float]
    scale: float


async def pictured(tab: Tab, refs: RefTable, masker: Masker, deadline: Deadline) -> Pictured | str:
    """The tab's viewport now, or why there is no picture of it within :data:`PICTURE_MS`."""
    soon = deadline.sooner(PICTURE_MS)
    try:
        async with soon.waiting_for("a picture of the tab"):
            _, page = await tab.engine.drawn(tab.page.main_frame, [], soon)
            image = await viewport_picture(tab, refs, masker, soon, PNG)
            return Pictured(image, (page["scroll"][0], page["scroll"][1]), float(page["scale"]))
    except RefbrowserError as failure:
        return failure.message
    except Error as failure:
        return truncated(first_line(failure), 200)


async def difference(
    tab: Tab, refs: RefTable, masker: Masker, before: Pictured | str, drawing: Path, deadline: Deadline
) -> dict[str, Any]:
    """What :func:`compared` says of the tab before and now, with ``scale`` where several pixels make one of CSS;
    ``scroll_differs`` instead where the page was scrolled, ``not_compared`` with the reason where there are no two pictures."""
    if isinstance(before, str):
        return {"not_compared": f"no screenshot before the action: {before}"}
    after = "the tab is closed" if tab.closed else await pictured(tab, refs, masker, deadline)
    if isinstance(after, str):
        return {"not_compared": f"no screenshot after the action: {after}"}
    if before.scroll != after.scroll:
        scrolled = {"before": list(before.scroll), "after": list(after.scroll)}
        return {"scroll_differs": scrolled, "significant": True, "regions": []}
    try:
        found = await compared(before.image, after.image, drawing, Viewing(tab, refs, deadline, View(scale=after.scale)))
    except Error as failure:
        # The page may have navigated in the moment in which it was asked what is drawn where.
        return {"not_compared": truncated(first_line(failure), 200)}
    return found if after.scale == 1 else {**found, "scale": after.scale}


async def small_picture(tab: Tab, refs: RefTable, masker: Masker, patience_ms: float = PICTURE_MS) -> bytes | None:
    """The viewport as a JPEG; None where there was no picture within ``patience_ms``, as of a tab that was closed."""
    if tab.closed or not tab.attached:
        return None
    deadline = Deadline(patience_ms)
    try:
        async with deadline.waiting_for("a picture of the tab"):
            return await viewport_picture(tab, refs, masker, deadline, _SMALL)
    except (RefbrowserError, Error):
        return None
