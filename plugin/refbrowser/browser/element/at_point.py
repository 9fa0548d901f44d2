"""From a point of the page's picture to the element that lies there, in whatever frame."""

from typing import Final

from playwright.async_api import Error

from refbrowser.browser.acting.act import Act
from refbrowser.browser.element.element import NOTHING, PLAIN_LOOK, PRESS, Element, Look
from refbrowser.browser.element.resolve import by_ref
from refbrowser.browser.engine.cannot_judge import cannot_judge
from refbrowser.errors import RefbrowserError
from refbrowser.refs import Ref

DEEPEST: Final = 8
"""How many frames within frames are gone through."""


async def element_at(act: Act, x: float, y: float, *, aim: bool = False) -> Element | None:
    """The control at the point (CSS pixels of a picture of the viewport) or, where there is none, whatever element is drawn there;
    None outside the page, and when the page does not say in time. It gets a number if it has none yet. Under a policy it is the
    innermost element, since what a press there activates is seen from there, and what cannot be seen into is refused;
    with ``aim``, the next press there is for it.

    Raises, under a policy alone, ``policy_denied`` and whatever keeps the page from answering.
    """
    judged = act.gate is not None
    try:
        async with act.deadline.waiting_for("the element at the point"):
            return await _deepest(act, x, y, judged=judged, aim=aim)
    except (RefbrowserError, Error):
        if judged:
            raise
        return None


async def _deepest(act: Act, x: float, y: float, *, judged: bool, aim: bool) -> Element | None:
    tab, refs = act.tab, act.refs
    frame = tab.page.main_frame
    for _ in range(DEEPEST):
        document, answer = await tab.engine.pick(frame, x, y, act.deadline, exact=judged)
        local, content = answer["id"], answer["frame"]
        if local is None:
            return None
        inner = await tab.frame_owners.child(document, local) if content else None
        if judged and content and inner is None:
            raise cannot_judge("The frame at the point")
        if content is None or inner is None:
            number = refs.number(document, local)
            look = Look(at=answer["at"], prepare=PRESS if aim else NOTHING) if judged else PLAIN_LOOK
            return None if number is None else await by_ref(act, Ref(number), look)
        (left, top), scale = content["origin"], content["scale"]
        x, y, frame = (answer["at"][0] - left) / scale, (answer["at"][1] - top) / scale, inner
    if judged:
        raise cannot_judge("What lies so many frames deep")
    return None
