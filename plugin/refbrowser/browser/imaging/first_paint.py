"""When pictures of a tab began to show its present document."""

from typing import Final

from playwright.async_api import Error

from refbrowser.browser.tab.tab import Tab

DRAWN_MS: Final = 5_000
"""How long a document may take to draw two frames."""

_FIRST_PAINT: Final = """new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const [first] = performance.getEntriesByType('paint');
    const painted = performance.timeOrigin + (first ? first.startTime : performance.now());
    drawn(String(Math.max(performance.timing.domLoading, painted - 150)));
})))"""
"""A frame is dated before the moment at which it counts as painted, on a busy machine by some frames."""


async def first_paint(tab: Tab) -> float | None:
    """Return from when on (Unix milliseconds) pictures show the document that the tab has now; None where it does not answer: it
    hangs, or another one comes."""
    try:
        return float(await tab.cdp.isolated(_FIRST_PAINT, DRAWN_MS))
    except Error:
        return None
