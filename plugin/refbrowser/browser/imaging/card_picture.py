"""The picture on the card by which a person decides about a call: its element and a little of what is around it."""

from collections.abc import Sequence
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.imaging.captured import captured
from refbrowser.browser.tab.tab import Tab

PATIENCE_MS: Final = 3_000
"""A page that does not draw must not keep the question from being asked."""

_QUALITY: Final = 70
_AROUND: Final = (160, 90)
"""CSS pixels to the left and right, above and below."""

_MOST: Final = (900, 600)


async def card_picture(tab: Tab, box: Sequence[float] | None) -> bytes | None:
    """A JPEG of the viewport around ``box`` (x, y, width, height in CSS pixels of a picture of it), or of all of it; None when the
    page does not draw in time."""
    import asyncio

    if not tab.attached or tab.closed or tab.crashed:
        return None
    try:
        async with asyncio.timeout(PATIENCE_MS / 1000):
            clip = await _clip(tab, box) if box is not None else {}
            return await captured(tab, {"format": "jpeg", "quality": _QUALITY, **clip})
    except (Error, TimeoutError):
        return None


async def _clip(tab: Tab, box: Sequence[float]) -> dict[str, Any]:
    view = (await tab.cdp.send("Page.getLayoutMetrics"))["cssVisualViewport"]
    x, y, width, height = box
    left, top = max(0.0, x - _AROUND[0]), max(0.0, y - _AROUND[1])
    right, bottom = min(x + width + _AROUND[0], view["clientWidth"]), min(y + height + _AROUND[1], view["clientHeight"])
    if right - left < 1 or bottom - top < 1:
        return {}
    size = {"width": min(right - left, _MOST[0]), "height": min(bottom - top, _MOST[1])}
    return {"clip": {"x": view["pageX"] + left, "y": view["pageY"] + top, **size, "scale": 1}}
