"""Documents that keep a press for its element: asking them, releasing them, and the errors when the press did not arrive."""

import asyncio
from typing import Final, Literal

from playwright.async_api import Error, Frame

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element
from refbrowser.browser.pointer.pointer import not_ready
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import ActionabilityError, Remedy

WITNESS_MS: Final = 1_000
"""How long a document may take to say what it recorded."""

_MOST_ASKED: Final = 20
"""How many frames are asked for a press that their document kept."""


async def missed_in(tab: Tab, frame: Frame, deadline: Deadline) -> str:
    """What would have taken the press in that frame in place of the frame inside that it was meant for; empty if nothing."""
    if frame.is_detached() or tab.frames.document(frame) is None:
        return ""
    try:
        _, witnessed = await tab.engine.witness(frame, deadline.sooner(WITNESS_MS))
    except Error:
        return ""
    return (witnessed["press"] or {}).get("missed", "")


async def end_aims(act: Act) -> None:
    """Have no document keep a press of the call from its page any longer."""
    frames = [frame for frame in act.traces.aimed if not frame.is_detached()]
    act.traces.aimed.clear()
    await asyncio.gather(*(missed_in(act.tab, frame, Deadline(WITNESS_MS)) for frame in frames))


async def kept_by_next_document(element: Element) -> str:
    """What a document that is there now kept, because it was aimed at the one before it: ``press``, ``release`` or nothing."""
    tab = element.tab
    frames = [frame for frame in tab.page.frames if frame is tab.page.main_frame or element.frame is not tab.page.main_frame]

    async def kept(frame: Frame) -> str:
        try:
            return (await tab.engine.witness(frame, element.deadline.sooner(WITNESS_MS))).answer["early"]
        except Error:
            return ""

    return min(filter(None, await asyncio.gather(*(kept(frame) for frame in frames[:_MOST_ASKED]))), default="")


async def drags_on(source: Element) -> bool:
    """Whether a drag of something in the element's document has not ended for it."""
    try:
        document, news = await source.tab.engine.news(source.frame, source.deadline.sooner(WITNESS_MS))
    except Error:
        return False
    return document is source.document and news["dragging"]


async def document_gone(element: Element) -> bool:
    """Whether the element's frame no longer shows its document."""
    try:
        document, _ = await element.tab.engine.news(element.frame, element.deadline.sooner(WITNESS_MS))
    except Error:
        return element.frame.is_detached()
    return document is not element.document


def replaced(element: Element, *, pressed: Literal[False] | None = False) -> ActionabilityError:
    """Another document replaced the element's own before the press. ``pressed`` is None where the new one may have received it."""
    received = "did not receive it" if pressed is False else "may have received it"
    return ActionabilityError(
        f"{element.label} was not pressed: another document replaced the page before the press and {received}.",
        code="press_missed",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="gives the current refs"),
        details={"ref": element.number, "pressed": pressed, "navigated": True},
    )


def left_on_the_way(tab: Tab) -> ActionabilityError:
    """Another document took the page's place between the press and the release of a drag, which neither got whole."""
    return ActionabilityError(
        "The drag did not reach its end: another document replaced the page on the way, and nothing in it received the release.",
        code="press_missed",
        remedy=Remedy("content", {"browser_id": tab.browser_id}, hint="gives the current refs"),
        details={"pressed": None, "navigated": True},
    )


def missed(element: Element, instead: str, presses: int) -> ActionabilityError:
    """Each press would have landed on something else and was kept from the page."""
    return ActionabilityError(
        f"{element.label} was not pressed: {instead} moved under the pointer each time, and was not pressed either.",
        code="press_missed",
        remedy=Remedy(
            "content", {"browser_id": element.tab.browser_id, "mode": "viewport"}, hint="find the element that moves over it"
        ),
        details={"ref": element.number, "came_under_pointer": instead, "presses": presses, "pressed": False},
    )


def cut_short(element: Element, changed: str) -> ActionabilityError:
    """Return the error for a press whose rest was kept from the page: a policy had not judged what the element had become."""
    return ActionabilityError(
        f"{element.label} received the beginning of the press and then became {changed}, which the policy has not judged: the rest "
        "was kept from the page.",
        code="press_missed",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="shows what the page made of it"),
        details={"ref": element.number, "changed_to": changed, "pressed": None},
    )


def not_clicked(element: Element, released_on: str | None) -> ActionabilityError:
    """Return the error for an element that received the beginning of a press, no click, and did nothing visible."""
    return ActionabilityError(
        f"{element.label} received no click: the page stopped it, or moved, covered or replaced the element during the press.",
        code="press_missed",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="shows what the page made of it"),
        details={"ref": element.number, "released_on": released_on or None, "pressed": None},
    )


async def not_received(element: Element) -> ActionabilityError:
    """The press was sent, and the element did not receive it."""
    probed = await element.within(WITNESS_MS).probed()
    if not (probed.probe["visible"] and probed.probe["enabled"]):
        return not_ready(probed)
    return ActionabilityError(
        f"{element.label} did not receive the press: the page intercepted it, or another element moved under the pointer.",
        code="press_missed",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="shows what the press did instead"),
        details={"ref": element.number, "pressed": None},
    )
