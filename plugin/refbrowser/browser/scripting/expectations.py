"""What an element is like, compared with what a caller expects. Secrets are neither compared nor shown."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Final, TypeVar

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element
from refbrowser.browser.element.selectors import any_reading
from refbrowser.browser.engine import script
from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import TargetError
from refbrowser.redact import MASK

T = TypeVar("T")

MOST_SHOWN: Final = 500
"""Characters of an element's text that a failed expectation shows."""


async def in_time(look: Awaitable[T], deadline: Deadline) -> T:
    """What ``look`` comes to. Raises :class:`TimeoutExceeded` in place of Playwright's timeout."""
    try:
        return await look
    except PlaywrightTimeout:
        raise deadline.exceeded(deadline.stage) from None


def flat(text: str) -> str:
    """``text`` with each run of white space as one space."""
    return " ".join(text.split())


async def count(tab: Tab, selector: str) -> int:
    """How many elements of the page and its frames match. Raises ``selector_invalid``."""
    total, meant = 0, any_reading(selector)
    for frame in tab.page.frames:
        try:
            for within in (meant, f"{script.CLOSED_ROOTS} >> {meant}"):
                total += await frame.locator(within).count()
        except Error as failure:
            if says(failure, Wording.SELECTOR_INVALID):
                raise TargetError(f"The selector {selector!r} is not valid.", code="selector_invalid") from None
            if not frame.is_detached():
                raise
    return total


async def count_soon(tab: Tab, selector: str, within_s: float) -> tuple[int, int] | None:
    """Return how many elements match, and how many of them are visible; None if the page does not answer in that time."""
    try:
        async with asyncio.timeout(within_s):
            matching = await count(tab, selector)
            return matching, await count(tab, f"{selector} >> visible=true") if matching else 0
    except (TimeoutError, Error, TargetError):
        return None


async def values(element: Element) -> list[str]:
    """What counts as the element's value: of a select also the labels of what is chosen."""
    if element.probe.get("secret"):
        return []
    _, detail = await element.tab.engine.detail(element, element.deadline)
    if "reason" in detail:
        return []
    chosen = [option for option in detail.get("options", ()) if option["selected"]]
    values_shown = [detail["value"], *(text for option in chosen for text in (option["value"], option["label"]))]
    return [value for value in values_shown if value is not None]


async def text(element: Element) -> str:
    """The text that the element shows."""
    return await element.locator.inner_text(timeout=element.deadline.remaining_ms)


async def seen(element: Element, condition: str) -> Any:
    """The element's part that ``condition`` is about."""
    probe = element.probe
    match condition:
        case "value of":
            if probe.get("secret"):
                return MASK
            _, detail = await element.tab.engine.detail(element, element.deadline)
            return None if "reason" in detail else detail["value"]
        case "checked of":
            return probe["checked"]
        case "text of":
            return flat(await text(element))[:MOST_SHOWN]
    return {"attached": True, "visible": probe["visible"], "enabled": bool(probe["visible"] and probe["enabled"])}
