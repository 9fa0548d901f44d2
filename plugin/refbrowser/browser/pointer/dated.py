"""Presses that carry the time at which their element was aimed at.

A press reaches whatever document its frame shows when it arrives. One that came after the aim is not what was meant: its press
guard knows such a press by its time, and keeps it from the page. Playwright's mouse sends the time of sending.
"""

import asyncio
import sys
from collections.abc import Iterable
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.tab.tab import Tab

_MASKS: Final = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8, "ControlOrMeta": 4 if sys.platform == "darwin" else 2}
_BUTTONS: Final = {"left": 1, "right": 2, "middle": 4}


class ClosedUnderPress(Error):
    """The page closed after the press had been sent to it, and before Chromium answered: it may have been closed by the press."""


async def press_dated(tab: Tab, point: tuple[float, float], button: str, clicks: int, at_ms: float, *, move: bool) -> None:
    """Presses and releases the button, ``clicks`` times in a row, as Playwright's mouse does. With ``move`` the pointer goes there
    first. ``at_ms`` is the time of the aim, in milliseconds of the Unix epoch. Raises Playwright's Error, and
    :class:`ClosedUnderPress`; not where the page closed after it had got the first half of the press."""
    event = {"x": point[0], "y": point[1], "timestamp": at_ms / 1000, "modifiers": _mask(tab.keys_down)}
    down: dict[str, Any] = {**event, "type": "mousePressed", "button": button, "buttons": _BUTTONS[button], "force": 0.5}
    up: dict[str, Any] = {**event, "type": "mouseReleased", "button": button, "buttons": 0}
    sent: list[dict[str, Any]] = [{**event, "type": "mouseMoved", "button": "none", "buttons": 0}] if move else []
    for count in range(1, clicks + 1):
        sent += [{**down, "clickCount": count}, {**up, "clickCount": count}]
    # Sent one behind the other: a dialog that the first half opens holds back its answer.
    answers = await asyncio.gather(*[tab.cdp.sent("Input.dispatchMouseEvent", one) for one in sent], return_exceptions=True)
    pressed = not isinstance(answers[int(move)], BaseException)
    for answer in answers:
        if not isinstance(answer, BaseException):
            continue
        if not (isinstance(answer, Error) and says(answer, Wording.CLOSED)):
            raise answer
        if not pressed:
            raise ClosedUnderPress(answer.message)


def _mask(keys: Iterable[str]) -> int:
    mask = 0
    for key in keys:
        mask |= _MASKS.get(key, 0)
    return mask
