"""Dates and times by keys: the parts of such a field, in the order in which this browser draws them, are each typed into.

Chromium draws ``<input type=date>`` and its relatives as spin buttons inside the field, which neither the page nor a selector
reaches. Their order is that of the browser's own language, whatever language the page or the context has.
"""

import re
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.element.element import Element
from refbrowser.browser.pointer.pointer import uninterrupted

DATE_TYPES: Final = frozenset({"date", "time", "month", "week", "datetime-local"})

_WORLD: Final = "refbrowser_fields"
_PART: Final = re.compile(r"-webkit-datetime-edit-(\w+)-field")
_VALUE: Final = re.compile(
    r"(?:(?P<year>\d{4,6})-(?:W(?P<week>\d\d)|(?P<month>\d\d)(?:-(?P<day>\d\d))?))?"
    r"[T ]?(?:(?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.(?P<millisecond>\d{1,3}))?)?)?"
)
_UNNUMBERED: Final = frozenset({"year", "ampm"})
"""Parts that take no fixed number of digits: the focus stays in them."""


async def type_parts(element: Element, text: str) -> bool:
    """Types ``text``, a value of the field's type or nothing, part by part. False when the field has no part for some of it."""
    kind = str(element.probe["input_type"])
    order = await _order(element, kind)
    digits = _digits(text, order)
    if digits is None:
        return False
    await element.locator.focus(timeout=element.deadline.remaining_ms)
    keyboard = element.tab.page.keyboard
    position: int | None = None
    # The year comes last: with each digit of it, a field whose other parts are filled has another value, and says so to the page.
    for part in sorted(order, key=lambda part: part == "year"):
        index = order.index(part)
        if position is None:
            for _ in order:
                await uninterrupted(keyboard.press("ArrowLeft"))
            position = 0
        for _ in range(abs(index - position)):
            await uninterrupted(keyboard.press("ArrowRight" if index > position else "ArrowLeft"))
        for key in digits[part] or ("Delete",):
            await uninterrupted(keyboard.press(key))
        if not text:
            position = index
        elif part in _UNNUMBERED or kind == "month":
            # A month of its own is chosen from names: whether the focus moves on depends on the language.
            position = None
        else:
            position = min(index + 1, len(order) - 1)
    return True


def _digits(text: str, order: list[str]) -> dict[str, str] | None:
    """What to type into each part of ``order``; None if they cannot show the whole of ``text``."""
    if not text:
        return dict.fromkeys(order, "")
    match = _VALUE.fullmatch(text)
    if match is None or not order:
        return None
    given = {name: digits for name, digits in match.groupdict().items() if digits is not None}
    if "millisecond" in given:
        given["millisecond"] = given["millisecond"].ljust(3, "0")
    if "ampm" in order:
        hour = int(given["hour"])
        # Names are chosen by their number: AM is the first, in whatever language.
        given |= {"hour": f"{hour % 12 or 12:02}", "ampm": "2" if hour >= 12 else "1"}
    if any(name not in order and digits.strip("0") for name, digits in given.items()):
        return None
    missing = {"second": "00", "millisecond": "000"}
    try:
        return {name: given.get(name) or missing[name] for name in order}
    except KeyError:
        return None


async def _order(element: Element, kind: str) -> list[str]:
    """The parts of such a field, as drawn: ``["month", "day", "year"]``; none when that cannot be known.

    A likeness of the field is asked, in a world that the page does not see.
    """
    cdp = element.tab.cdp
    step = await element.locator.get_attribute("step", timeout=element.deadline.remaining_ms)
    likeness = "(type, step, value) => Object.assign(document.createElement('input'), {type, step, value})"
    try:
        world = await cdp.send("Page.createIsolatedWorld", {"frameId": cdp.target_id, "worldName": _WORLD})
        made = await cdp.send(
            "Runtime.callFunctionOn",
            {
                "functionDeclaration": likeness,
                "executionContextId": world["executionContextId"],
                "arguments": [{"value": kind}, {"value": step or ""}, {"value": element.probe.get("value") or ""}],
                "objectGroup": _WORLD,
            },
        )
        described = await cdp.send("DOM.describeNode", {"objectId": made["result"]["objectId"], "depth": -1, "pierce": True})
        await cdp.send("Runtime.releaseObjectGroup", {"objectGroup": _WORLD})
    except (Error, KeyError):
        return []
    return _parts(described["node"])


def _parts(node: dict[str, Any]) -> list[str]:
    found = [match[1] for attribute in node.get("attributes", ()) if (match := _PART.fullmatch(attribute))]
    for inside in (*node.get("shadowRoots", ()), *node.get("children", ())):
        found += _parts(inside)
    return found
