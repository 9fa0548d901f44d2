"""Scrolling, at once and without animation, and where that led."""

from typing import Any, Final, Literal

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element
from refbrowser.browser.pointer import pointer
from refbrowser.browser.tab.tab import Tab

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
    answer = await element.ask("reveal", element.deadline, inner=True)
    if answer.get("scroll_before") == answer.get("scroll_after"):
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
    request: dict[str, Any] = {"op": "scroll", "dx": dx, "dy": dy, "to": to, "id": None, "doc": None}
    frame = tab.page.main_frame
    if element is not None:
        frame = element.frame
        request |= {"id": element.local, "doc": element.document.token}
    _, moved, _ = await tab.frames.ask(frame, request, deadline)
    before, after = moved["before"], moved["after"]
    return {"changed": before != after, "scroll_before": before, "scroll_after": after}
