"""Sliders by keys: Home, End and the page keys come near a value, the arrows lead to it.

What the keys do to a native slider is Chromium's: an arrow is one step, a page key a tenth of the range and no less than a step.
A slider that a script draws is asked after each kind of key what that did.
"""

from collections.abc import Iterator
from dataclasses import dataclass
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


_NEAR: Final = 20
"""Steps that the arrows take alone; a page key may go beyond the value, and a page hears of each value on the way."""

_LOOK_MS: Final = 15
_LOOKS: Final = 6
"""A script may draw what a key did with the next frame."""

_CORRECTIONS: Final = 3


@dataclass(slots=True)
class _Dial:
    """A slider that a script draws, on its way to ``wanted``; ``keys_left``: how many may still be pressed."""

    element: Element
    wanted: float
    value: float
    keys_left: int = MOST_KEYS

    async def approach(self, more: str, less: str, *, most: int = MOST_KEYS) -> float:
        """Comes nearer by the two keys, if ``most`` are enough, and returns what one of them does."""
        away = self.wanted - self.value
        ahead, back = (more, less) if away > 0 else (less, more)
        moved = await self._press(ahead, 1)
        if moved * away < 0:
            # Where text runs from right to left, an arrow may lead the other way.
            ahead, back = back, ahead
        rest = self.wanted - self.value
        if moved and abs(rest) <= (most + _NEXT) * abs(moved):
            await self._press(ahead if rest * away > 0 else back, round(abs(rest / moved)))
        return abs(moved)

    async def _press(self, key: str, times: int) -> float:
        times = min(times, self.keys_left)
        self.keys_left -= times
        for _ in range(times):
            await uninterrupted(self.element.tab.page.keyboard.press(key))
        before = self.value
        for _ in range(_LOOKS if times else 0):
            dial = (await self.element.probed()).probe.get("dial")
            self.value = dial[2] if dial else before
            if self.value != before:
                break
            await self.element.tab.activity.change(_LOOK_MS)
        return self.value - before


async def slide_drawn(element: Element, wanted: float) -> None:
    """Moves a slider that a script draws to ``wanted``, or to the step next to it, as far as its keys lead there."""
    await element.locator.focus(timeout=element.deadline.remaining_ms)
    dial = _Dial(element, wanted, element.probe["dial"][2])
    for more, less in (("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown")):
        if dial.value == wanted:
            return
        if step := await dial.approach(more, less, most=_NEAR):
            if abs(wanted - dial.value) > _NEAR * step:
                await dial.approach("PageUp", "PageDown")
            # A script that draws with the next frame may count several keys as one.
            for _ in range(_CORRECTIONS):
                if abs(wanted - dial.value) > step * _NEXT:
                    await dial.approach(more, less)
            return


def as_shown(element: Element, text: str) -> str:
    """Return the number as the slider that a script draws writes it, if it stands there: ``40 %``."""
    dial = element.probe.get("dial")
    return str(element.probe["value"]) if dial and dial[2] == float(text) else text
