"""Presses that carry the time at which their element was aimed at.

A press reaches whatever document its frame shows when it arrives. One that came after the aim is not what was meant: its press
guard knows such a press by its time, and keeps it from the page. Playwright's mouse sends the time of sending.
"""

import asyncio
import sys
import time
from collections.abc import Iterable
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.tab.tab import Tab

TAP_MS: Final = 100
"""How long after one another the taps of a double tap are dated."""

APART_MS: Final = 800
"""How long after the taps of an earlier call those of another are dated: sooner, they would be a double tap."""

MOST_AHEAD_MS: Final = 1_600
"""How far ahead of the clock a tap may be dated before it waits."""

_MASKS: Final = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8, "ControlOrMeta": 4 if sys.platform == "darwin" else 2}
_BUTTONS: Final = {"left": 1, "right": 2, "middle": 4}


class ClosedUnderPress(Error):
    """The page closed after the press had been sent to it, and before Chromium answered: it may have been closed by the press."""


async def press_dated(
    tab: Tab, point: tuple[float, float], button: str, clicks: int, at_ms: float, *, move: bool, hold_ms: float = 0
) -> None:
    """Presses and releases the button, ``clicks`` times in a row, as Playwright's mouse does; on a device with a touch screen the
    left button is a finger. With ``move`` the pointer goes there first. ``at_ms`` is the time of the aim, in milliseconds of the
    Unix epoch; ``hold_ms`` is how long the button stays down. Raises Playwright's Error, and :class:`ClosedUnderPress`; not where
    the page closed after it had got the first half of the press."""
    taps = tab.emulated.touch and button == "left"
    if taps:
        at_ms = await _apart(tab, at_ms, clicks, hold_ms)
    method, halves = _finger(tab, point, at_ms) if taps else _mouse(tab, point, button, at_ms)
    sent: list[asyncio.Future[dict[str, Any]]] = []
    move = move and not taps
    if move:
        sent.append(tab.cdp.sent(method, {**halves[1], "type": "mouseMoved", "button": "none"}))
    # Sent one behind the other: a dialog that the first half opens holds back its answer.
    for count in range(1, clicks + 1):
        parts = {"timestamp": (at_ms + TAP_MS * (count - 1)) / 1000} if taps else {"clickCount": count}
        down, up = ({**half, **parts} for half in halves)
        sent.append(tab.cdp.sent(method, down))
        try:
            if hold_ms:
                await asyncio.sleep(hold_ms / 1000)  # the caller asked for this time
        finally:
            sent.append(tab.cdp.sent(method, {**up, "timestamp": up["timestamp"] + hold_ms / 1000}))
        if taps and count < clicks:
            # The click of a tap comes behind the answer: the next tap comes behind the click.
            await asyncio.gather(*sent, return_exceptions=True)
    answers = await asyncio.gather(*sent, return_exceptions=True)
    pressed = not isinstance(answers[int(move)], BaseException)
    for answer in answers:
        if not isinstance(answer, BaseException):
            continue
        if not (isinstance(answer, Error) and says(answer, Wording.CLOSED)):
            raise answer
        if not pressed:
            raise ClosedUnderPress(answer.message)


async def _apart(tab: Tab, at_ms: float, taps: int, hold_ms: float) -> float:
    """When to date the taps of a call that was aimed at ``at_ms``, so that none makes a double tap with those of another call."""
    dated_ms = max(at_ms, tab.emulated.tapped_ms + APART_MS)
    tab.emulated.tapped_ms = dated_ms + TAP_MS * (taps - 1) + hold_ms
    ahead_ms = dated_ms - time.time() * 1000
    if ahead_ms > MOST_AHEAD_MS:
        await asyncio.sleep((ahead_ms - MOST_AHEAD_MS) / 1000)  # fingers are not faster
    return dated_ms


def _mouse(tab: Tab, point: tuple[float, float], button: str, at_ms: float) -> tuple[str, list[dict[str, Any]]]:
    """The command, and the two halves of a press."""
    event = {"x": point[0], "y": point[1], "timestamp": at_ms / 1000, "modifiers": _mask(tab.input_state.keys_down)}
    down = {**event, "type": "mousePressed", "button": button, "buttons": _BUTTONS[button], "force": 0.5}
    return "Input.dispatchMouseEvent", [down, {**event, "type": "mouseReleased", "button": button, "buttons": 0}]


def _finger(tab: Tab, point: tuple[float, float], at_ms: float) -> tuple[str, list[dict[str, Any]]]:
    event = {"timestamp": at_ms / 1000, "modifiers": _mask(tab.input_state.keys_down)}
    down = {**event, "type": "touchStart", "touchPoints": [{"x": point[0], "y": point[1], "force": 0.5}]}
    return "Input.dispatchTouchEvent", [down, {**event, "type": "touchEnd", "touchPoints": []}]


def _mask(keys: Iterable[str]) -> int:
    mask = 0
    for key in keys:
        mask |= _MASKS.get(key, 0)
    return mask
