"""Dragging with the mouse: pointer-event widgets, sliders and canvases, and HTML5 drag and drop alike."""

import asyncio
from typing import Final

from playwright.async_api import Mouse

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element, Look
from refbrowser.browser.pointer.aim import document_gone, drags_on, left_on_the_way, replaced
from refbrowser.browser.pointer.finger import Finger
from refbrowser.browser.pointer.pointer import completed, input_point, out_of_viewport, page_point, ready, reveal, uninterrupted
from refbrowser.browser.pointer.press import approach
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError

Point = tuple[float, float]
Box = list[float]

_NOWHERE: Final = (-10, -10)
"""Outside of the viewport."""

HOLD_MS: Final = 300
"""How long the button is down before the pointer moves, as a person's is: lists take a press that moves sooner for a scroll."""

PAST_MIDDLE: Final = 0.2
"""Part of the width and height of what a drop lands on by which it passes the middle, well inside of it."""

STEPS: Final = 12
"""Mouse moves on the way: sortable lists look at each place that they pass."""

FRAMES_MS: Final = 30
"""Two animation frames, after which an animation shows."""

REST_MS: Final = 1_000
"""How long the pointer waits over the target, at most, until what makes way there rests."""

MOVES_AT_TARGET: Final = 6


async def drag(
    tab: Tab,
    source: Element | Point,
    target: Element | Point,
    deadline: Deadline,
    *,
    source_offset: Point | None = None,
    target_offset: Point | None = None,
    hold_ms: float = HOLD_MS,
) -> tuple[Point, Point]:
    """Presses ``source``, carries it to ``target`` and lets go; the two points, in CSS pixels of a picture of the viewport.

    The target is scrolled into view with the button down, as a person would do, and its place is read after that. The button is
    released whatever happens. Raises ``press_missed`` where the source's document is gone as the button goes down: a drag does not
    carry the time of its aim, so the next document may have got the press. On a device with a touch screen it is a swipe.
    """
    mouse = Finger(tab) if tab.emulated.touch else tab.page.mouse
    if isinstance(source, Element):
        source = await ready(source, source_offset, aim="press")
        source, start = await approach(source, source_offset)
        shown_start = source.shown_at(*start)
    else:
        start, shown_start = await input_point(tab, *source), source
    if isinstance(mouse, Finger) or not isinstance(source, Element):
        await mouse.move(*start)
    deadline.stage = "the drag to end"
    commits, ended = tab.activity.commits, False
    try:
        # Inside the try: when this is cancelled, the button may be down although its answer has not come. What the driver has begun
        # goes on without its caller, and a release in the middle of it would be lost: each part is waited for.
        deadline.progress.performed = "drag"
        await uninterrupted(mouse.down())
        if isinstance(source, Element) and await document_gone(source):
            raise replaced(source, pressed=None)
        if hold_ms:
            await asyncio.sleep(min(hold_ms, deadline.remaining_ms) / 1000)  # a press that is held says nothing when it is over
        # A drag begins only once the pointer has left its place by a few pixels.
        await uninterrupted(mouse.move(start[0] + 4, start[1] + 4, steps=2))
        end, shown_end = await _point(tab, target, target_offset, start)
        await uninterrupted(mouse.move(*end, steps=STEPS))
        await _settle_over(mouse, end, [place for place in (source, target) if isinstance(place, Element)], deadline)
        if tab.activity.commits != commits:
            raise left_on_the_way(tab)
        ended = True
    finally:
        await completed(_let_go(mouse, tab, source, start, deadline, ended=ended))
    return shown_start, shown_end


async def _settle_over(mouse: Mouse | Finger, end: Point, places: list[Element], deadline: Deadline) -> None:
    """Move over the target again, and for as long as that makes anything move there.

    The first move there is what makes it say that it accepts the drop. The items of a list make way in an animation, and take no
    place until it has ended: a person's hand is slower than that.
    """
    limit = deadline.sooner(REST_MS)
    before: list[Box] | None = None
    for _ in range(MOVES_AT_TARGET):
        await uninterrupted(mouse.move(*end))
        resting = await _resting(places, limit)
        if resting is None or resting == before or limit.passed:
            return
        before = resting


async def _resting(places: list[Element], limit: Deadline) -> list[Box] | None:
    """Return the boxes of ``places`` once they rest; None where one of them is gone, or there is none."""
    boxes: list[Box] | None = None
    try:
        while places:
            found = [(await place.within(REST_MS).probed()).probe["box"] for place in places]
            if found == boxes or limit.passed:
                return found
            boxes = found
            await asyncio.sleep(min(FRAMES_MS, limit.remaining_ms) / 1000)  # frames are no event of the browser
    except RefbrowserError:
        # The drop may be on a page that is busy with it, or that has made the element anew.
        return None
    return None


async def _let_go(
    mouse: Mouse | Finger, tab: Tab, source: Element | Point, start: Point, deadline: Deadline, *, ended: bool
) -> None:
    if isinstance(mouse, Finger):
        await (mouse.up() if ended else mouse.cancel())
        return
    if not ended:
        # Released where it went down, the button would click what is there, be it the source or what another document has there.
        await mouse.move(*_NOWHERE)
    await mouse.up()
    if isinstance(source, Element) and len(tab.page.frames) > 1 and await drags_on(source):
        # Over a frame of another process the document that the drag began in does not hear of its end, and begins no other.
        cancel = {"type": "dragCancel", "x": start[0], "y": start[1], "data": {"items": [], "dragOperationsMask": 1}}
        await tab.cdp.send("Input.dispatchDragEvent", cancel)


async def _point(tab: Tab, place: Element | Point, offset: Point | None, start: Point) -> tuple[Point, Point]:
    """Return the point of the drop as input takes it, and as a picture shows it; ``start`` is where the drag began."""
    if isinstance(place, tuple):
        return await input_point(tab, *place), place
    # The source, or what the page does as it is picked up, may have moved it.
    place = await place.probed(Look(offset))
    if not place.probe["visible"] or place.probe["top_frame_offset"] is None:
        place = await ready(place, offset)
    elif not _in_reach(place):
        await reveal(place, offset)
        place = await place.probed(Look(offset))
        if not _in_reach(place):
            raise out_of_viewport(place)
    point = await page_point(place, offset) if offset is not None else _past_middle(place, start) or await page_point(place, None)
    return point, place.shown_at(*point)


def _past_middle(place: Element, start: Point) -> Point | None:
    """Return a point of what a drop lands on, past its middle as seen from ``start``; the middle where that point is out of sight,
    None where neither is in sight.

    Sortable lists compare the pointer with the middle of an item: on the middle itself nothing moves from one of the two sides. A
    press avoids the controls in an element, and may choose a point at its edge, which is the threshold of a drop.
    """
    left, top, width, height = place.probe["box"]
    if (middle := place.in_page((left + width / 2, top + height / 2))) is None or (size := place.tab.page.viewport_size) is None:
        return None
    scale = place.probe.get("frame_scale", 1)
    past = [
        centre + PAST_MIDDLE * extent * max(-1, min(1, (centre - begun) / max(extent, 1)))
        for centre, begun, extent in zip(middle, start, (width * scale, height * scale), strict=True)
    ]
    for x, y in ((past[0], past[1]), middle):
        if 0 <= x < size["width"] and 0 <= y < size["height"]:
            return x, y
    return None


def _in_reach(place: Element) -> bool:
    """Whether the pointer can get to its point: something is hit there, be it what is being dragged."""
    probe = place.probe
    return probe["in_viewport"] and (probe["point_hits"] or probe["covered_by"] is not None)
