"""Scrolling, at once and without animation, and where that led."""

from typing import Any, Final, Literal

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element, stale
from refbrowser.browser.pointer import pointer
from refbrowser.browser.tab.tab import Tab
from refbrowser.refs import Ref

PAGE_SHARE: Final = 0.85
"""How much of the viewport one step moves: some lines stay in view, so that a reader keeps the thread."""


async def reveal(element: Element) -> dict[str, Any]:
    """Brings the element into the middle of the viewport; ``{changed, in_viewport, scroll_before, scroll_after}``."""
    before = element.page_box
    scrolled = await pointer.reveal(element)
    after = await element.probed()
    return {"changed": after.page_box != before, "in_viewport": bool(after.probe["in_viewport"]), **scrolled}


async def reveal_in_boxes(element: Element) -> tuple[Element, bool]:
    """Scrolls the boxes around the element so that it shows in them, and not the page; the element as it is then, and whether
    a box was scrolled."""
    _, revealed = await element.tab.engine.reveal(element, element.deadline, inner=True)
    if revealed["scroll_before"] == revealed["scroll_after"]:
        return element, False
    return await element.probed(), True


async def scroll_by(
    tab: Tab,
    element: Element | None,
    direction: Literal["up", "down", "left", "right"] | None,
    amount: int | None,
    to: Literal["top", "bottom"] | None,
    deadline: Deadline,
) -> dict[str, Any]:
    """Scrolls the box around ``element``, or the page; ``{changed, before, after}`` in CSS pixels."""
    size = tab.page.viewport_size or {"width": 1280, "height": 720}
    along = size["width"] if direction in ("left", "right") else size["height"]
    distance = amount if amount is not None else round(along * PAGE_SHARE)
    dx = {"left": -distance, "right": distance}.get(direction or "", 0)
    dy = {"up": -distance, "down": distance}.get(direction or "", 0)
    frame = tab.page.main_frame if element is None else element.frame
    _, scrolled = await tab.engine.scroll(frame, element, deadline, dx=dx, dy=dy, to=to)
    if "reason" in scrolled:
        raise stale(tab, Ref(element.number if element is not None and element.number else 0), scrolled["reason"])
    before, after = scrolled["before"], scrolled["after"]
    return {"changed": before != after, "scroll_before": before, "scroll_after": after}
