"""Fingers on the screen of an emulated device: swipes and pinches, by trusted touch events."""

import time
from typing import Any, Final

from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.tab.viewport import page_zoom
from refbrowser.errors import CallError, Remedy

_REST_S: Final = 0.1
"""A finger that has rested for so long before it is lifted does not fling what it scrolled."""

_PINCH_STEPS: Final = 12

_SPREAD_PX: Final = 60
"""How far each finger is from the middle of a pinch on the side where they are closest."""


class Finger:
    """One finger, moved like Playwright's mouse. Between touches it is nowhere: the page hears nothing of its way."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._place = (0.0, 0.0)
        self._down = False

    async def move(self, x: float, y: float, *, steps: int = 1) -> None:
        """Move to a point, in as many touch events as there are ``steps`` if the finger is down."""
        left, top = self._place
        self._place = (x, y)
        if not self._down:
            return
        for step in range(1, steps + 1):
            share = step / steps
            await self._send("touchMove", [(left + (x - left) * share, top + (y - top) * share)])

    async def down(self) -> None:
        """Touch the screen."""
        self._down = True
        await self._send("touchStart", [self._place])

    async def up(self) -> None:
        """Rest, so that nothing is flung, and lift the finger."""
        self._down = False
        await self._send("touchMove", [self._place], after_s=_REST_S)
        await self._send("touchEnd", [], after_s=_REST_S)

    async def cancel(self) -> None:
        """End the touch so that the page acts on nothing."""
        self._down = False
        await self._send("touchCancel", [])

    async def _send(self, kind: str, places: list[tuple[float, float]], *, after_s: float = 0) -> None:
        await send_touch(self._tab, kind, places, after_s=after_s)


def check_touch(tab: Tab) -> None:
    """Raise ``invalid_arguments`` on a tab without a touch screen."""
    if not tab.emulated.touch:
        raise CallError(
            f"Tab {tab.browser_id} has no touch screen.",
            remedy=Remedy("emulate", {"browser_id": tab.browser_id, "device": "iPhone 15"}, hint="or another device with one"),
        )


async def pinch(tab: Tab, x: float, y: float, scale: float) -> None:
    """Spread two fingers around a point by the factor ``scale``, or bring them together by one below 1."""
    near, far = _SPREAD_PX, _SPREAD_PX * max(scale, 1 / scale)
    begin, end = (near, far) if scale > 1 else (far, near)

    def places(spread: float) -> list[tuple[float, float]]:
        return [(x - spread, y), (x + spread, y)]

    try:
        await send_touch(tab, "touchStart", places(begin))
        for step in range(1, _PINCH_STEPS + 1):
            # The page zooms under the fingers, and takes its input in its own pixels.
            zoom = await page_zoom(tab)
            at = places(begin + (end - begin) * step / _PINCH_STEPS)
            await send_touch(tab, "touchMove", [(left / zoom, top / zoom) for left, top in at])
    finally:
        await send_touch(tab, "touchEnd", [], after_s=_REST_S)


async def send_touch(tab: Tab, kind: str, places: list[tuple[float, float]], *, after_s: float = 0) -> None:
    """Send one touch event with all fingers that are on the screen, dated ``after_s`` from now."""
    points: list[dict[str, Any]] = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    await tab.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": time.time() + after_s})
