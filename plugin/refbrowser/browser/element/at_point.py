"""From a point of the page's picture to the element that lies there, in whatever frame."""

from typing import Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.resolve import Element, by_ref
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.tab.gate import GATE
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError
from refbrowser.refs import Ref

DEEPEST: Final = 8
"""How many frames within frames are gone through."""


async def element_at(tab: Tab, refs: RefTable, x: float, y: float, deadline: Deadline) -> Element | None:
    """The control at the point (CSS pixels of a picture of the viewport) or, where there is none, whatever element is drawn there;
    None outside the page, and when the page does not say in time. It gets a number if it has none yet. Under a policy it is the
    innermost element: what a press there activates is seen from there."""
    try:
        async with deadline.waiting_for("the element at the point"):
            return await _deepest(tab, refs, x, y, deadline)
    except (RefbrowserError, Error):
        return None


async def _deepest(tab: Tab, refs: RefTable, x: float, y: float, deadline: Deadline) -> Element | None:
    frame = tab.page.main_frame
    for _ in range(DEEPEST):
        document, answer, _ = await tab.frames.ask(frame, {"op": "pick", "x": x, "y": y, "exact": GATE.get() is not None}, deadline)
        if fresh := answer.get("fresh"):
            refs.extend(document, *fresh)
        local = answer["id"]
        if local is None:
            return None
        inner = await tab.frames.child(document, local) if answer["frame"] else None
        if inner is None:
            number = refs.number(document, local)
            return None if number is None else await by_ref(tab, refs, Ref(number), deadline)
        (left, top), scale = answer["frame"]["origin"], answer["frame"]["scale"]
        x, y, frame = (answer["at"][0] - left) / scale, (answer["at"][1] - top) / scale, inner
    return None
