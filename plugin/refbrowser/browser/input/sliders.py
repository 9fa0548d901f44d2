"""Native sliders by keys: Home, End and the page keys come near a value, the arrows lead to it.

What the keys do is Chromium's: an arrow is one step, a page key a tenth of the range and no less than a step.
"""

from collections.abc import Iterator
from typing import Final

from refbrowser.browser.element.element import Element
from refbrowser.browser.pointer.pointer import uninterrupted

MOST_KEYS: Final = 100
"""How many keys are pressed at most to come to a value; each takes about two milliseconds."""

_PAGE: Final = 0.1


_NEXT: Final = 0.51
"""Of a step: how far the step next to a value may be away from it."""


def shortest_way(value: float, wanted: float, low: float, high: float, step: float) -> list[str] | None:
    """The fewest keys that lead from ``value`` to ``wanted``, all on the slider's own scale; None if there are too many. Raises
    ZeroDivisionError for a slider without steps."""
    page = max((high - low) * _PAGE, step)

    def ways() -> Iterator[tuple[int, int, list[str]]]:
        for jump, start in (([], value), (["Home"], low), (["End"], high)):
            nearest = int((wanted - start) / page)
            for pages in (nearest - 1, nearest, nearest + 1, 0):
                if low <= start + pages * page <= high:
                    yield pages, round((wanted - start - pages * page) / step), jump

    def length(way: tuple[int, int, list[str]]) -> int:
        return abs(way[0]) + abs(way[1]) + len(way[2])

    shortest = min(ways(), key=length)
    if length(shortest) > MOST_KEYS:
        return None
    pages, arrows, jump = shortest
    return [
        *jump,
        *["PageUp" if pages > 0 else "PageDown"] * abs(pages),
        *["ArrowUp" if arrows > 0 else "ArrowDown"] * abs(arrows),
    ]


async def slide(element: Element, wanted: float) -> bool:
    """Moves the slider to ``wanted``, or to the step next to it. False when it has no steps, too many keys would be needed, or it
    does not stay there."""
    slider = element.locator
    low, high, step = element.probe["scale"]
    # A page that is not a whole number of steps ends at one near by; from there it is looked again.
    for _ in range(2):
        try:
            value = float(await slider.input_value(timeout=element.deadline.remaining_ms))
            way = shortest_way(value, wanted, low, high, step)
        except (ArithmeticError, ValueError):
            return False
        if way is None:
            return False
        if not way:
            break
        await slider.focus(timeout=element.deadline.remaining_ms)
        for key in way:
            await uninterrupted(element.tab.page.keyboard.press(key))
    held = float(await slider.input_value(timeout=element.deadline.remaining_ms))
    return abs(held - wanted) <= step * _NEXT
