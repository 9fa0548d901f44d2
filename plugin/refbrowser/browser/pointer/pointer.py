"""What pointer actions share: an element made ready, the point at which the mouse meets it, keys held around a press."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.covering import covered
from refbrowser.browser.element.dispatched import DRAWN, RECEIVED, TargetReport, Verdict, sent_with
from refbrowser.browser.element.element import HOVER, Aim, Element, Look, Preparation
from refbrowser.browser.engine.wire import Cover
from refbrowser.browser.tab.input_state import MouseButton
from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.tab.viewport import page_zoom
from refbrowser.errors import ActionabilityError, CallError, Remedy

PATIENCE: Final = 0.9
"""Part of the time that a call has of its own, for which its target may take to become ready; the rest is to report why not."""

READY_MS: Final = 1_000
"""How long an element that is disabled or not visible may take to become ready (validation, a fade-in)."""

SETTLING_MS: Final = 300
"""How long an element that moves, or was just scrolled, may take to come to rest before Playwright's way of pressing is taken."""

REASON_MS: Final = 250
"""Kept back from the deadline of input that is not sent in the end, to report why."""

RECHECK_MS: Final = 30

MOST_MOVES: Final = 3
"""How often the pointer is moved onto an element that moves away."""

RELEASE_S: Final = 0.4
"""How long a page may take to hear that a button was released."""

LATE_RELEASE_S: Final = 10.0
"""How long a page may take to hear of the release of a press that was cancelled."""

HALF_MS: Final = 500
"""How long a press that has begun may take to end; one that opens a dialog does not end before that is answered."""


async def ready(
    element: Element,
    offset: tuple[float, float] | None = None,
    *,
    pointer: bool = True,
    unseen: bool = False,
    aim: Aim | None = None,
) -> Element:
    """The element once a person could act on it, scrolled into view unless it needs no ``pointer``. ``aim``: it is pressed or
    hovered over at once then. ``unseen``: it may be hidden, which what needs no pointer may allow.

    Raises ``covered`` (with the covering element's name and ref): at once, or after a second where the cover may be on its way out;
    ``disabled`` or ``not_visible`` after a second. A call with a time of its own waits until shortly before that has passed.
    """
    look = Look(offset, prepare=Preparation(aim))
    left_ms = element.deadline.remaining_ms
    patience = element.deadline.sooner(max(READY_MS, PATIENCE * left_ms) if element.act.patient else READY_MS)
    cover_before: Cover | None = None
    settling = element.deadline.sooner(SETTLING_MS)
    revealed = seen_covered = placed = False
    while True:
        probe = element.probe
        if (probe["visible"] or unseen) and probe["enabled"]:
            if not pointer:
                return element
            if not probe["in_viewport"] or (not probe["point_hits"] and not revealed):
                # A page may grow as it is scrolled and push the element out again, so once need not be enough.
                if patience.passed:
                    raise covered(element) if probe["in_viewport"] else out_of_viewport(element)
                revealed = True
                await reveal(element, offset)
                element = await element.probed(look)
                continue
            if not placed and probe["top_frame_offset"] is None:
                placed = True
                if await _outside_top_viewport(element):
                    await reveal(element, offset)
                    element = await element.probed(look)
                    continue
            if probe["point_hits"] and (probe["stable"] or settling.passed):
                return element
            # What is still moving, fading or faded may go out of the way; what was just scrolled is painted with the next frame.
            if not probe["point_hits"]:
                cover = probe["covered_by"]
                leaving = _may_leave(element, cover, cover_before)
                cover_before = cover
                if patience.passed or (probe["stable"] and seen_covered and not leaving):
                    raise covered(element)
                if probe["stable"]:
                    # Looked for once more: a box of its own that scrolls may not have followed the first time, and the page
                    # removes a cover that has faded out with the next frame only.
                    seen_covered, revealed = not leaving, False
        elif patience.passed:
            raise _disabled(element) if unseen else not_ready(element)
        element.deadline.stage = f"{element.label} to become ready"
        await element.tab.activity.change(min(RECHECK_MS, patience.remaining_ms))
        element = await element.probed(look)


def _may_leave(element: Element, cover: Cover | None, before: Cover | None) -> bool:
    """Return whether what covers the element may go away soon: it moves or fades, or the chat's last action may have closed it."""
    acted_s, documents = element.tab.seen.acted
    just_acted = documents == element.tab.activity.commits and (time.monotonic() - acted_s) * 1000 < READY_MS
    if element.act.patient or just_acted:
        return True
    if cover is None:
        return False
    moves = before is not None and before["id"] == cover["id"] and before["look"] != cover["look"]
    return moves or cover.get("leaving", False) or cover.get("faded", False)


async def reveal(element: Element, offset: tuple[float, float] | None = None) -> dict[str, Any]:
    """Scrolls the element into the middle of the viewport, and the frames around it with it, so that it can be acted on; of one
    that does not fit, its point at ``offset``. Returns where the box around it, or its document, was scrolled to before and after:
    ``{scroll_before, scroll_after}``, in CSS pixels.

    Where the page then is counts as no effect of the action: its traces keep it in ``reveals``, and in ``forced`` which box was
    scrolled that a person cannot scroll.
    """
    _, revealed = await element.tab.engine.reveal(element, element.deadline, offset=offset)
    element.act.traces.forced = revealed["held"] or element.act.traces.forced
    if element.frame is not element.tab.page.main_frame:
        # A script in a frame does not scroll parents of other origins.
        drawn = element.located(revealed["drawn_by"] or element.local)
        await drawn.scroll_into_view_if_needed(timeout=element.deadline.remaining_ms)
    tab = element.tab
    if revealed["scroll_before"] == revealed["scroll_after"]:
        document, begun = await tab.engine.begin(tab.page.main_frame, element.deadline)
    else:
        # The page hears of it with the next frame, and may turn a list or a calendar then.
        question = tab.engine.begin(tab.page.main_frame, element.deadline, behind=DRAWN.ends_with)
        document, begun = await sent_with(DRAWN, question, tab.cdp.release_deferred)
    element.act.traces.reveals.append((document, begun))
    if revealed["scroll_before"] is None:
        return {}
    return {"scroll_before": revealed["scroll_before"], "scroll_after": revealed["scroll_after"]}


async def _outside_top_viewport(element: Element) -> bool:
    """Whether an element, in a frame that does not know its place on the page, lies outside of what the page shows."""
    size = element.tab.page.viewport_size
    box = await element.locator.bounding_box()
    if box is None or size is None:
        return False
    zoom = await page_zoom(element.tab)
    x, y = zoom * (box["x"] + box["width"] / 2), zoom * (box["y"] + box["height"] / 2)
    return not (0 <= x < size["width"] and 0 <= y < size["height"])


def not_ready(element: Element) -> ActionabilityError:
    """A person could not see the element, or not use it."""
    if not element.probe["visible"]:
        return ActionabilityError(
            f"{element.label} is not visible.",
            code="not_visible",
            remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="find the element that reveals it"),
            details={"ref": element.number},
        )
    return _disabled(element)


def _disabled(element: Element) -> ActionabilityError:
    return ActionabilityError(
        f"{element.label} is disabled.",
        code="disabled",
        remedy=Remedy(
            "wait",
            {"browser_id": element.tab.browser_id, "ref": element.number, "state": "enabled"},
            hint="unless something has to be filled in first",
        ),
        details={"ref": element.number},
    )


def unstable(element: Element) -> ActionabilityError:
    """Return the error for an element that moved each time it was looked at."""
    return ActionabilityError(
        f"{element.label} kept moving.",
        code="unstable",
        details={"ref": element.number, "box": element.probe["box"]},
    )


def out_of_viewport(element: Element) -> ActionabilityError:
    return ActionabilityError(
        f"{element.label} cannot be scrolled into view.",
        code="out_of_viewport",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id, "mode": "viewport"}, hint="shows what is in reach"),
        details={"ref": element.number, "box": element.probe["box"]},
    )


async def page_point(element: Element, offset: tuple[float, float] | None) -> tuple[float, float]:
    """Where to press the element, in the CSS pixels that input takes, also when its frame does not know its place in the page."""
    if (place := element.in_page(element.probe.get("point"))) is not None:
        return place
    box = await element.locator.bounding_box()
    if box is None:
        raise out_of_viewport(element)
    x, y = offset or (box["width"] / 2, box["height"] / 2)
    return box["x"] + x, box["y"] + y


async def hover(
    element: Element, offset: tuple[float, float] | None, modifiers: Sequence[str]
) -> tuple[Element, tuple[float, float]]:
    """Moves the mouse onto the element; the element as it was then, and the point."""
    element = await ready(element, offset, aim="hover")
    point = await page_point(element, offset)
    async with held(element.tab, modifiers):
        await element.tab.page.mouse.move(*point)
    return element, element.shown_at(*point)


@dataclass(frozen=True, slots=True)
class HoverConfirmation:
    """Confirms that the element had the pointer, and moves it there again if not; raises ``press_missed`` in the end."""

    element: Element
    offset: tuple[float, float] | None
    modifiers: Sequence[str]
    deadline: Deadline
    moves: int = 1

    async def confirm(self, report: TargetReport | None) -> Verdict:
        if report is None or report.press is None or report.press.get("hovered") is not False:
            return RECEIVED
        if self.moves == MOST_MOVES:
            raise not_hovered(self.element)
        fresh = await self.element.probed(Look(self.offset, prepare=HOVER))
        _, point = await hover(fresh, self.offset, self.modifiers)
        return Verdict(True, replace(self, moves=self.moves + 1), {"point": [round(place, 1) for place in point]})


def not_hovered(element: Element) -> ActionabilityError:
    """The pointer was moved, and was never on the element."""
    return ActionabilityError(
        f"{element.label} did not receive the pointer: it moved, or another element covered it.",
        code="press_missed",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id, "mode": "viewport"}),
        details={"ref": element.number},
    )


def in_viewport(tab: Tab, x: float, y: float) -> None:
    """Raises ``invalid_arguments`` when the point lies outside the viewport."""
    size = tab.page.viewport_size
    if size is None or (0 <= x < size["width"] and 0 <= y < size["height"]):
        return
    scale = tab.shots.scale
    if scale != 1 and 0 <= x / scale < size["width"] and 0 <= y / scale < size["height"]:
        remedy = Remedy(hint=f"divide a point of the newest picture by its scale, {scale:g}")
    else:
        direction = "up" if y < 0 else "down" if y >= size["height"] else "left" if x < 0 else "right"
        remedy = Remedy("scroll", {"browser_id": tab.browser_id, "direction": direction}, hint="if the page continues there")
    raise CallError(
        f"The point {x:g},{y:g} is outside the viewport of {size['width']}x{size['height']} CSS pixels.",
        remedy=remedy,
        details={"viewport": dict(size)},
    )


async def input_point(tab: Tab, x: float, y: float) -> tuple[float, float]:
    """The point of a picture of the viewport in the CSS pixels that input takes, which are larger while the page is zoomed.

    Raises ``invalid_arguments`` when it lies outside.
    """
    in_viewport(tab, x, y)
    zoom = await page_zoom(tab)
    return x / zoom, y / zoom


async def uninterrupted(presses: Coroutine[Any, Any, Any]) -> None:
    """A press of Playwright's, which has two halves: a cancellation between them waits, half a second at most, for the other."""
    task = asyncio.ensure_future(presses)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=HALF_MS / 1000)
        task.cancel()
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        raise


async def completed(release: Coroutine[Any, Any, Any]) -> None:
    """A release of what is down: a cancellation waits as in :func:`uninterrupted`; a slow page gets the release after that."""
    task = asyncio.ensure_future(asyncio.wait_for(release, LATE_RELEASE_S))
    _releases.add(task)
    task.add_done_callback(_released)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=HALF_MS / 1000)
        raise


def _released(task: "asyncio.Task[None]") -> None:
    _releases.discard(task)
    if not task.cancelled():
        task.exception()


_releases: Final[set["asyncio.Task[None]"]] = set()


@asynccontextmanager
async def held(tab: Tab, keys: Sequence[str], before: Callable[[int], Awaitable[None]] | None = None) -> AsyncIterator[None]:
    """Keys held down around the block; released in reverse, whatever happens in it, also when the release itself is cancelled.
    ``before`` is awaited with the number of each key before that goes down.

    Keys that an earlier call could not release, because its page hung, are released first.
    """
    if tab.input_state.keys_down:
        await uninterrupted(_release(tab))
    try:
        for number, key in enumerate(keys):
            if before is not None:
                await before(number)
            # It may be down as soon as this is sent, whether or not the answer comes.
            tab.input_state.keys_down.append(key)
            try:
                await tab.page.keyboard.down(key)
            except Error:
                tab.input_state.keys_down.remove(key)
                raise
        yield
    finally:
        if tab.input_state.keys_down:
            await uninterrupted(_release(tab))


async def release_buttons(tab: Tab, kept: Sequence[MouseButton]) -> None:
    """Releases the mouse buttons of ``tab`` that are down, but for those ``kept``; does not wait for a page that hangs."""
    for button in [button for button in tab.input_state.buttons_down if button not in kept]:
        tab.input_state.buttons_down.remove(button)
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(RELEASE_S):
                await tab.page.mouse.up(button=button)


async def _release(tab: Tab) -> None:
    while tab.input_state.keys_down:
        key = tab.input_state.keys_down[-1]
        with suppress(Error):
            # Without its page, no key is down.
            await tab.page.keyboard.up(key)
        with suppress(ValueError):
            # The release of a cancelled call, which goes on behind, may have let go of it meanwhile.
            tab.input_state.keys_down.remove(key)
