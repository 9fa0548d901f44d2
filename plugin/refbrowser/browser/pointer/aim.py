"""What became of a press: what the documents on the way to its element recorded, and the errors when it did not arrive."""

import asyncio
from typing import Any, Final

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.dispatched import TargetReport
from refbrowser.browser.element.resolve import Element
from refbrowser.browser.engine.wire import PressReport
from refbrowser.browser.pointer.pointer import not_ready
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import ActionabilityError, Remedy

WITNESS_MS: Final = 1_000
"""How long a document may take to say what it recorded."""


async def press_outcome(element: Element, report: TargetReport | None, deadline: Deadline) -> PressReport | None:
    """What became of the press on the element; None when that is unknown, as where its document is gone.

    ``report`` is from the documents of the element and of the page; those between them are asked here.
    """
    if report is None or report.press is None:
        return None
    instead = report.press.get("missed", "")
    main, between = element.tab.page.main_frame, element.frame.parent_frame
    while not instead and between is not None and between is not main:
        instead = await _missed_in(element.tab, between, deadline)
        between = between.parent_frame
    return {**report.press, "missed": instead}


async def _missed_in(tab: Tab, frame: Frame, deadline: Deadline) -> str:
    """What would have taken the press in that frame in place of the frame inside that it was meant for; empty if nothing."""
    if frame.is_detached() or tab.frames.document(frame) is None:
        return ""
    try:
        _, answer, _ = await tab.frames.ask(frame, {"op": "witness"}, deadline.sooner(WITNESS_MS))
    except Error:
        return ""
    return str((answer.get("press") or {}).get("missed") or "")


async def end_aims(tab: Tab) -> None:
    """No document of the tab keeps a press from its page any longer."""
    frames = [frame for frame in tab.aimed if not frame.is_detached()]
    tab.aimed.clear()
    await asyncio.gather(*(_missed_in(tab, frame, Deadline(WITNESS_MS)) for frame in frames))


def notes_of(pressed: PressReport, *, clicks: bool) -> dict[str, Any]:
    """What a receipt adds on a press that the element received, where it went otherwise than presses do."""
    notes: dict[str, Any] = {}
    if later := pressed.get("later"):
        notes["not_repeated"] = f"{later} came under the pointer after the first press"
    if released := pressed.get("released"):
        notes["released_on"] = released
    if clicks and pressed.get("clicked") is False:
        notes["click"] = "not received: the page stopped it, or took the element from under the pressed button"
    return notes


def missed(element: Element, instead: str, presses: int) -> ActionabilityError:
    """Each press would have landed on something else and was kept from the page."""
    return ActionabilityError(
        f"{element.label} was not pressed: {instead} came under the pointer each time; nothing else was pressed.",
        code="press_missed",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id, "mode": "viewport"}, hint="look for what comes over it"),
        details={"ref": element.number, "came_under_pointer": instead, "presses": presses, "pressed": False},
    )


async def not_received(element: Element, deadline: Deadline) -> ActionabilityError:
    """The press was sent, and the element did not receive it."""
    now = await element.probed(deadline.sooner(WITNESS_MS))
    if not (now.probe["visible"] and now.probe["enabled"]):
        return not_ready(now)
    return ActionabilityError(
        f"{element.label} did not receive the press: the page stopped it on its way, or something else came under the pointer.",
        code="press_missed",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="see what the press did instead"),
        details={"ref": element.number, "pressed": None},
    )
