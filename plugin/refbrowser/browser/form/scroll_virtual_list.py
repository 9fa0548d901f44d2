"""Going through a list that draws only what is scrolled into view, with the wheel."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from refbrowser.browser.element.element import Element
from refbrowser.browser.form.options import OptionList, part
from refbrowser.browser.pointer.pointer import page_point, ready

DRAW_MS: Final = 250
"""How long a list may take to draw what the wheel brought into view, while no request is under way."""

RECHECK_MS: Final = 20
STEP: Final = 0.8
"""The share of the box's height by which one step scrolls: something stays in view, so that no option is skipped."""


async def wheel_through(element: Element, offered: Callable[[], Awaitable[OptionList]]) -> AsyncIterator[OptionList]:
    """What ``element`` offers at each place of its list, from the top to the bottom.

    Ends at the bottom, when scrolling moves nothing, or with the deadline (``timeout``).
    """
    offer = await offered()
    if offer.scroller is None:
        return
    mouse = element.tab.page.mouse
    box = await ready(await part(element, offer.scroller["id"]))
    await mouse.move(*await page_point(box, None))
    if offer.scroller["top"] > 0:
        offer = await _wheeled(element, offered, offer, -offer.scroller["height"])
        yield offer
    while offer.scroller is not None and offer.scroller["top"] + offer.scroller["page"] < offer.scroller["height"] - 1:
        if element.deadline.passed:
            raise element.deadline.exceeded(f"the option to come into view in the list of {element.label}")
        before = offer
        offer = await _wheeled(element, offered, before, offer.scroller["page"] * STEP)
        if offer.scroller is None or (before.scroller and offer.scroller["top"] == before.scroller["top"]):
            return
        yield offer
        if offer.names == before.names:
            # Everything is drawn already; only the end of the list may yet bring more.
            offer = await _wheeled(element, offered, offer, offer.scroller["height"])
            yield offer


async def _wheeled(element: Element, offered: Callable[[], Awaitable[OptionList]], before: OptionList, delta: float) -> OptionList:
    """What is offered once the wheel has moved the box and the list has drawn what that brought into view."""
    activity = element.tab.activity
    mark = activity.mark()
    await element.tab.page.mouse.wheel(0, delta)
    limit = element.deadline.sooner(DRAW_MS)
    while True:
        await activity.change(RECHECK_MS)
        offer = await offered()
        if offer.names != before.names or element.deadline.passed or (limit.passed and not activity.requests_since(mark)):
            return offer
