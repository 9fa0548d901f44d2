"""Pressing elements with trusted mouse input, and what became of each press.

The engine's probe says in one question whether an element is ready and where to press it. If its answer is clean the mouse is sent
there at once (2-5 ms); every document on the way to the element then keeps from the page what would land on something else. Where
the page has frames, the whole way is hit-tested again between move and press, because a press that lands in another frame is seen
by no document on the way. An element that moves takes Playwright's own way, which waits for two animation frames (33 ms).

What the element received is asked in the same question as the effects. A press of which the page got nothing is sent again; one
that the page got a part of never is.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.element.dispatched import RECEIVED, TargetReport, Verdict
from refbrowser.browser.element.element import PRESS, Element, Look
from refbrowser.browser.element.permitted import permitted, point_permitted
from refbrowser.browser.engine.wire import PressReport
from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.pointer.aim import (
    cut_short,
    kept_by_next_document,
    missed,
    missed_in,
    not_received,
    replaced,
)
from refbrowser.browser.pointer.dated import press_dated
from refbrowser.browser.pointer.pointer import (
    READY_MS,
    REASON_MS,
    held,
    input_point,
    not_ready,
    out_of_viewport,
    page_point,
    ready,
    reveal,
    uninterrupted,
    unstable,
)
from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.tab.viewport import page_zoom

Button = Literal["left", "right", "middle"]

MOST_APPROACHES: Final = 5
"""How often the pointer follows an element that moves away as the pointer comes."""

MOST_PRESSES: Final = 3
"""How often a press is sent of which the page received nothing, because it would have landed on something else."""

MOST_DROPPED: Final = 5
"""How often a press is sent that the browser drops, as it does while a tab opens."""

DROPPED_PAUSE_MS: Final = 100
"""How much longer each pause before another such press is than the one before."""

ROUNDING: Final = 2
"""In CSS pixels: what a point loses on its way."""

INSIDE: Final = 0.4
"""Of an element's width and height: how far it may move under the pointer, which is at its centre, and still be under it."""


NO_CLICK: Final = "no_click"
"""The note of a receipt that says why the element got the beginning of a press and no click."""

NO_REACTION: Final = "no_reaction"
"""The note, for no receipt, that says whether the element's document did not change either."""

NO_CLICK_REASON: Final = "the page stopped it, or moved, covered or replaced the element during the press"

SELECTION_BOX: Final = "the page took the press: it laid a box under the pointer until the release, as to select or to drag"

CLICK_STOPPED: Final = "a script of the page stopped the click on its way to the element, as where a press begins a drag"


@dataclass(frozen=True, slots=True)
class Press:
    """How to press: which button, how often, with which keys held, where in the element (CSS pixels from its top-left), and
    how long the button stays down."""

    button: Button = "left"
    click_count: int = 1
    modifiers: Sequence[str] = ()
    offset: tuple[float, float] | None = None
    force: bool = False
    hold_ms: int = 0


async def press(element: Element, how: Press) -> tuple[Element, tuple[float, float] | None]:
    """Presses the element; returns it as it was then, and the point that was pressed in CSS pixels of a picture of the viewport
    (None in a frame whose place on the page is not known). A :class:`PressConfirmation` follows."""
    if how.force:
        return await _press_as_it_is(element, how)
    element = await ready(element, how.offset, aim="press")
    if not element.probe["aimed"]:
        element = await element.probed(Look(how.offset, prepare=PRESS))
    if element.act.gate is not None:
        element = await _allowed(element, how)
    element.deadline.stage = f"{element.label} to take the press"
    page = element.tab.page
    place = element.in_page(element.probe.get("point"))
    if element.probe["stable"] and place is not None and len(page.frames) == 1:
        async with held(element.tab, how.modifiers):
            element.deadline.progress.performed = "press"
            await _send(element, place, how, element.probe["at"], move=True)
        return element, element.shown_at(*place)
    if element.frame is page.main_frame and not element.probe["stable"]:
        return element, await _press_when_still(element, how)
    return await _press_checked(element, how)


async def _allowed(element: Element, how: Press) -> Element:
    """The element as it is when the press may be sent; after a person was asked, ready once more."""
    while (permitted_element := await permitted(element, Look(how.offset, prepare=PRESS))) is not element:
        element = await ready(permitted_element, how.offset, aim="press")
    return element


async def _press_as_it_is(element: Element, how: Press) -> tuple[Element, tuple[float, float] | None]:
    if not element.probe["in_viewport"]:
        await reveal(element)
        element = await element.probed(Look(how.offset))
    if element.act.gate is not None:
        element = await _allowed_as_it_is(element, how)
    return element, await _press_when_still(element, how)


async def _allowed_as_it_is(element: Element, how: Press) -> Element:
    """The element, when what lies at its point may be pressed for it; the press is then kept from anything else."""
    look = Look(how.offset, force=True, prepare=PRESS)
    element = await permitted(await element.probed(look), look)
    place = element.in_page(element.probe.get("point"))
    if not element.probe["point_hits"] and place is not None and element.frame is not element.tab.page.main_frame:
        # It may be of a document around the element's.
        await point_permitted(element.act, *element.shown_at(*place))
    return element


def renaming(found: Element, pressed: Element) -> dict[str, Any]:
    """What a receipt says of an element whose name changed as the pointer came."""
    before, after = found.probe.get("name"), pressed.probe.get("name")
    return {} if before == after else {"renamed": {"from": before, "to": after}}


@dataclass(frozen=True, slots=True)
class PressConfirmation:
    """Confirm a press. Send it again only where no event of it reached the page: its guard kept it, or the browser dropped it.

    Raise ``press_missed`` when the element received nothing. ``called`` is the element's name when the call found it. ``left``:
    the page showed another document by the time the press was answered, which a press that leads there does not come behind.
    """

    element: Element
    how: Press
    called: str | None = None
    left: bool = False
    presses: int = 1

    async def confirm(self, report: TargetReport | None) -> Verdict:
        pressed = await _outcome(self.element, report)
        if pressed is None:
            return await self._unreported() if report is None else RECEIVED
        begun = pressed.get("begun", False)
        unjudged = pressed.get("unjudged")
        kept = "" if begun else pressed.get("missed") or unjudged or ""
        # Chromium drops input while a tab opens over the page; no other document could have taken it.
        dropped = pressed.get("arrived") is False and len(self.element.tab.page.frames) == 1
        if (kept and self.presses < MOST_PRESSES) or (dropped and self.presses < MOST_DROPPED):
            return await self._again(pressed)
        if kept:
            raise missed(self.element, kept, self.presses)
        if begun and unjudged:
            raise cut_short(self.element, unjudged)
        if pressed.get("received") is False:
            raise await not_received(self.element)
        # To have the focus is what a text field is pressed for.
        entered = self.element.takes_text and report is not None and report.state is not None and report.state.get("focused")
        return Verdict(notes=self._notes({**pressed, "clicked": True} if entered else pressed))

    def _notes(self, pressed: PressReport) -> dict[str, Any]:
        """Return what the receipt adds on a press that the element received."""
        notes: dict[str, Any] = {}
        if (renamed := pressed.get("renamed")) and not self.called:
            notes["renamed"] = {"from": renamed[0], "to": renamed[1]}
        if later := pressed.get("later"):
            notes["not_repeated"] = f"{later} moved under the pointer after the first press"
        elif 0 < pressed.get("presses", 0) < self.how.click_count:
            notes["not_repeated"] = "the browser dropped what came after the first press, as it does while a tab opens"
        if released := pressed.get("released"):
            notes["released_on"] = released
        if self.how.button == "left" and pressed.get("clicked") is False:
            reason = SELECTION_BOX if pressed.get("laid") else CLICK_STOPPED if pressed.get("stopped") else NO_CLICK_REASON
            notes |= {NO_CLICK: reason, NO_REACTION: not pressed.get("reacted")}
        return notes

    async def _unreported(self) -> Verdict:
        """The element's document is gone: what the one in its place kept says whether the press came too late."""
        kept = await kept_by_next_document(self.element)
        if kept == "press":
            raise replaced(self.element)
        if kept and self.how.button == "left":
            return Verdict(notes={NO_CLICK: "another document replaced the element during the press"})
        if self.left:
            return Verdict(notes={"unconfirmed": "the page left for another document while the press was on its way"})
        return RECEIVED if self._was_complete() else _unseen(self.element)

    def _was_complete(self) -> bool:
        """Whether the element received the last of the press: a document in a frame marks that before it can go."""
        last = f"{'click' if self.how.button == 'left' else 'auxclick'} {self.how.click_count}"
        return self.element.tab.frames.marked(f"pressed {self.element.document.token} {self.element.probe['at']} {last}")

    async def _again(self, pressed: PressReport) -> Verdict:
        notes: dict[str, Any] = {}
        if instead := pressed.get("missed"):
            notes["pressed_again"] = f"{instead} had moved under the pointer"
        elif not pressed.get("unjudged"):
            notes["pressed_again"] = "the browser dropped the press before"
            # The first pause is none: most often the tab has opened by now.
            pause_ms = min(DROPPED_PAUSE_MS * (self.presses - 1), self.element.deadline.remaining_ms)
            await asyncio.sleep(pause_ms / 1000)  # no event says that the browser takes input again
        fresh = await self.element.probed(Look(self.how.offset, prepare=PRESS))
        fresh = await ready(fresh, self.how.offset, aim="press")
        fresh, point = await _press_checked(fresh, self.how)
        notes["point"] = [round(value, 1) for value in point]
        called = self.called or str(self.element.probe.get("name") or "")
        if fresh.probe.get("name") != called:
            notes["renamed"] = {"from": called, "to": fresh.probe.get("name")}
        return Verdict(True, replace(self, element=fresh, called=called, left=False, presses=self.presses + 1), notes)


@dataclass(frozen=True, slots=True)
class DragConfirmation:
    """Confirms that a drag began on its source, or a press with ``force`` came to what a policy had judged; raises ``press_missed``
    if not. It is not made again: the pointer has passed over the page."""

    source: Element

    async def confirm(self, report: TargetReport | None) -> Verdict:
        pressed = await _outcome(self.source, report)
        if pressed is None:
            return RECEIVED if report is not None else _unseen(self.source)
        if instead := pressed.get("missed") or pressed.get("unjudged"):
            raise cut_short(self.source, instead) if pressed.get("begun") else missed(self.source, instead, 1)
        if pressed.get("received") is False:
            raise await not_received(self.source)
        return RECEIVED


def _unseen(element: Element) -> Verdict:
    """The element's document went without a word on the press. The receipt names a navigation of the page, and none of a frame."""
    if element.frame is element.tab.page.main_frame or element.frame.is_detached():
        return RECEIVED
    return Verdict(notes={"unconfirmed": "its frame replaced the document before that reported whether the press was received"})


async def _outcome(element: Element, report: TargetReport | None) -> PressReport | None:
    """What became of the press on the element; None when that is unknown, as where its document is gone.

    ``report`` is from the documents of the element and of the page; those between them are asked here.
    """
    if report is None or report.press is None:
        return None
    instead = report.press.get("missed", "")
    main, between = element.tab.page.main_frame, element.frame.parent_frame
    while not instead and between is not None and between is not main:
        instead = await missed_in(element.tab, between, element.deadline)
        between = between.parent_frame
    return {**report.press, "missed": instead}


async def approach(element: Element, offset: tuple[float, float] | None) -> tuple[Element, tuple[float, float]]:
    """Moves the mouse onto the element, and follows it when that makes it move; the element, and the point as input takes it.

    Raises ``unstable`` when it moves away each time, and as :func:`refbrowser.browser.pointer.pointer.ready`.
    """
    for _ in range(MOST_APPROACHES):
        point = await page_point(element, offset)
        if not element.tab.emulated.touch:
            await element.tab.page.mouse.move(*point)
        element = await element.probed(Look(offset, prepare=PRESS))
        if await _is_under(element, offset, point):
            return element, point
        element = await ready(element, offset, aim="press")
    raise unstable(element)


async def _is_under(element: Element, offset: tuple[float, float] | None, point: tuple[float, float]) -> bool:
    """Whether a press at ``point`` still goes to the element, in all the documents on the way to it."""
    probe = element.probe
    if not (probe["visible"] and probe["enabled"] and probe["in_viewport"] and probe["point_hits"]):
        return False
    pressed_at = await page_point(element, offset)
    _, _, width, height = probe["box"]
    scale = probe.get("frame_scale", 1)
    across, down = (
        (ROUNDING, ROUNDING) if offset else (max(ROUNDING, width * scale * INSIDE), max(ROUNDING, height * scale * INSIDE))
    )
    return abs(pressed_at[0] - point[0]) <= across and abs(pressed_at[1] - point[1]) <= down


async def _press_checked(element: Element, how: Press) -> tuple[Element, tuple[float, float]]:
    """A press that is sent once the element is seen to be under the pointer."""
    await element.tab.frames.guard(element.frame, element.deadline)
    async with held(element.tab, how.modifiers):
        element, point = await approach(element, how.offset)
        while (permitted_element := await permitted(element, Look(how.offset, prepare=PRESS))) is not element:
            # It is called something else under the pointer, and a person was asked again.
            element, point = await approach(permitted_element, how.offset)
        at_ms = element.probe["at"]
        element.deadline.progress.performed = "press"
        await _send(element, point, how, at_ms, move=False)
    return element, element.shown_at(*point)


async def _press_when_still(element: Element, how: Press) -> tuple[float, float] | None:
    """Playwright's own way. The point that was pressed; None in a frame whose place on the page is not known."""
    probe = element.probe
    if probe["tag"] == "area" or (how.force and _is_own_way(element.tab, how)):
        # An area has no box, and Playwright presses boxes.
        return await _press_directly(element, how)
    zoom = await page_zoom(element.tab) if probe.get("zoom", 1) != 1 or probe.get("top_frame_offset") is None else 1
    if zoom != 1 or _is_own_way(element.tab, how):
        # On a zoomed page Playwright looks for its target in the wrong place.
        return (await _press_checked(element, how))[1]
    position = {"x": how.offset[0], "y": how.offset[1]} if how.offset else None
    try:
        await element.locator.click(
            button=how.button,
            click_count=how.click_count,
            modifiers=list(how.modifiers),  # type: ignore[arg-type]
            position=position,  # type: ignore[arg-type]
            force=how.force,
            timeout=max(1, element.deadline.remaining_ms - REASON_MS),
        )
    except PlaywrightTimeout:
        # Say what stood in the way, as it is now.
        element = await element.within(READY_MS).probed()
        await ready(element.within(1), how.offset)
        raise unstable(element) from None
    except Error as failure:
        if not says(failure, Wording.FORCED_PRESS_LANDS_NOWHERE):
            raise
        raise (out_of_viewport if element.probe["visible"] else not_ready)(element) from None
    left, top, width, height = probe["box"]
    x, y = how.offset or (width / 2, height / 2)
    place = element.in_page((left + x, top + y))
    return None if place is None else element.shown_at(*place)


def _is_own_way(tab: Tab, how: Press) -> bool:
    """Whether Playwright has no such press: by a finger, or one that is held."""
    return bool(how.hold_ms) or (tab.emulated.touch and how.button == "left")


async def _send(element: Element, point: tuple[float, float], how: Press, at_ms: float, *, move: bool) -> None:
    sending = press_dated(element.tab, point, how.button, how.click_count, at_ms, move=move, hold_ms=how.hold_ms)
    await uninterrupted(sending)


async def _press_directly(element: Element, how: Press) -> tuple[float, float]:
    """Presses the point of the element, whatever lies there."""
    if not element.probe["visible"]:
        raise not_ready(element)
    point = await page_point(element, how.offset)
    async with held(element.tab, how.modifiers):
        await _send(element, point, how, element.probe["at"], move=True)
    return element.shown_at(*point)


async def press_at(tab: Tab, x: float, y: float, how: Press) -> None:
    """Presses a point of the viewport. Raises ``invalid_arguments`` when it lies outside."""
    point = await input_point(tab, x, y)
    async with held(tab, how.modifiers):
        if _is_own_way(tab, how):
            now_ms = time.time() * 1000
            await uninterrupted(press_dated(tab, point, how.button, how.click_count, now_ms, move=True, hold_ms=how.hold_ms))
        else:
            await uninterrupted(tab.page.mouse.click(*point, button=how.button, click_count=how.click_count))
