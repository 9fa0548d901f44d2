"""From a point of the page's picture to the element that lies there, in whatever frame."""

from typing import Any, Final

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import PLAIN_LOOK, Element, Look
from refbrowser.browser.element.resolve import by_ref
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.tab.gate import GATE
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import PolicyError, RefbrowserError, Remedy
from refbrowser.refs import Ref

DEEPEST: Final = 8
"""How many frames within frames are gone through."""


async def element_at(tab: Tab, refs: RefTable, x: float, y: float, deadline: Deadline, *, aim: bool = False) -> Element | None:
    """The control at the point (CSS pixels of a picture of the viewport) or, where there is none, whatever element is drawn there;
    None outside the page, and when the page does not say in time. It gets a number if it has none yet. Under a policy it is the
    innermost element, since what a press there activates is seen from there, and what cannot be seen into is refused;
    with ``aim``, the next press there is for it.

    Raises, under a policy alone, ``policy_denied`` and whatever keeps the page from answering.
    """
    judged = GATE.get() is not None
    try:
        async with deadline.waiting_for("the element at the point"):
            return await _deepest(tab, refs, x, y, deadline, judged=judged, aim=aim)
    except (RefbrowserError, Error):
        if judged:
            raise
        return None


def unseen(what: str) -> PolicyError:
    """What a policy cannot judge does not get input."""
    return PolicyError(
        f"{what} cannot be seen into now, so the policy cannot judge what the input would do there.",
        remedy=Remedy("content", hint="reads its frames"),
        details={"rule": "unseen"},
    )


async def ask_exactly(tab: Tab, frame: Frame, request: dict[str, Any], deadline: Deadline) -> tuple[Document, dict[str, Any]]:
    """The engine's answer on what lies at a point, or has the focus; one that is ``exact`` sees into closed shadow roots."""
    for _ in range(DEEPEST):
        document, answer, _ = await tab.frames.ask(frame, request, deadline)
        if not answer.get("hosts") or not await tab.listeners.report_closed_roots(deadline):
            return document, answer
    raise unseen("What lies so many shadow roots deep")


async def _deepest(tab: Tab, refs: RefTable, x: float, y: float, deadline: Deadline, *, judged: bool, aim: bool) -> Element | None:
    frame = tab.page.main_frame
    for _ in range(DEEPEST):
        document, answer = await ask_exactly(tab, frame, {"op": "pick", "x": x, "y": y, "exact": judged}, deadline)
        if fresh := answer.get("fresh"):
            refs.extend(document, *fresh)
        local = answer["id"]
        if local is None:
            return None
        inner = await tab.frames.child(document, local) if answer["frame"] else None
        if judged and answer["frame"] and inner is None:
            raise unseen("The frame at the point")
        if inner is None:
            number = refs.number(document, local)
            look = Look(aim="press" if aim else None, at=tuple(answer["at"])) if judged else PLAIN_LOOK
            return None if number is None else await by_ref(tab, refs, Ref(number), deadline, look)
        (left, top), scale = answer["frame"]["origin"], answer["frame"]["scale"]
        x, y, frame = (answer["at"][0] - left) / scale, (answer["at"][1] - top) / scale, inner
    if judged:
        raise unseen("What lies so many frames deep")
    return None
