"""Controls in frames that something of a document around them blocks: neither document sees the other, so both are asked."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.element_id import ElementId
from refbrowser.browser.engine.ref_table import Document
from refbrowser.browser.engine.wire_reading import BeneathReply, FrameState
from refbrowser.browser.tab.tab import Tab

_TAG: Final = re.compile("(\x04(?:[^] ]+ )*?\x07?)(%s)]")


@dataclass(frozen=True, slots=True)
class PressPoint:
    """Where a control is pressed, in CSS pixels of the viewport of one document: its own, or one around it."""

    number: int | None
    kind: str
    place: tuple[float, float]


async def tested(
    tab: Tab, document: Document, asked: Sequence[tuple[int, int, Sequence[PressPoint]]], deadline: Deadline
) -> BeneathReply | None:
    """What ``document`` says of points in its frames: of each frame the local id of its element, the width of its document's
    viewport, and the points. None where it does not answer."""
    if (frame := tab.frames.frame(document)) is None:
        return None
    places = [(local, width, [point.place for point in points]) for local, width, points in asked]
    try:
        return (await tab.engine.beneath(frame, document, places, deadline)).answer
    except Error:
        return None


async def state_around(tab: Tab, frame: Frame, deadline: Deadline) -> FrameState:
    """How the frame stands in all the documents around it, as far as they answer. Whether something lies over parts of one that
    is free is left to be tested."""
    state: FrameState = {"id": 0, "disabled": False, "blocked": False, "beneath": True}
    while (around := frame.parent_frame) is not None and (owner := await tab.frame_owners.owner(frame)) is not None:
        try:
            _, answer = await tab.engine.surroundings(ElementId(around, *owner), deadline)
        except Error:
            break
        state["disabled"] |= answer["disabled"]
        state["blocked"] |= answer["blocked"]
        frame = around
    # What is inert is hit by nothing.
    state["beneath"] = not (state["disabled"] or state["blocked"])
    return state


async def marked_around(
    tab: Tab, frame: Frame, lines: Sequence[str], points: Sequence[PressPoint], width: int, deadline: Deadline
) -> list[str]:
    """The marked ``lines`` of the document in ``frame``, whose viewport has that ``width``, with the controls marked as blocked
    that something of any document around it lies over."""
    marked = list(lines)
    while points and (around := frame.parent_frame) is not None and (owner := await tab.frame_owners.owner(frame)) is not None:
        answer = await tested(tab, owner[0], [(owner[1], width, points)], deadline)
        if answer is None:
            break
        covered, points = divided(points, answer["points"][0])
        marked, width, frame = blocked_in(marked, covered), answer["width"], around
    return marked


def divided(
    points: Sequence[PressPoint], found: Iterable[tuple[float, float, int] | None]
) -> tuple[list[PressPoint], list[PressPoint]]:
    """The points that something lies over, and the others at their places in the document around, which has ``found`` them there;
    those that are not in sight there are in neither."""
    covered, free = list[PressPoint](), list[PressPoint]()
    for point, place in zip(points, found, strict=True):
        if place is not None:
            x, y, under = place
            (covered if under else free).append(PressPoint(point.number, point.kind, (x, y)))
    return covered, free


def blocked_in(lines: Sequence[str], covered: Collection[PressPoint]) -> list[str]:
    """The marked lines with the controls ``covered`` marked as blocked."""
    if not covered:
        return list(lines)
    names = "|".join(re.escape(f"{point.kind} {point.number}") for point in covered)
    tag = re.compile(_TAG.pattern % names)

    def blocked(match: re.Match[str]) -> str:
        states, control = match.groups()
        return match[0] if states.endswith("blocked ") else f"{states}blocked {control}]"

    return [tag.sub(blocked, line) for line in lines]
