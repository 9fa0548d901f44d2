"""Replace lists of selects and pickers of dates and colours, which Chromium draws outside the page and no picture contains.

The viewer shows its own list or picker, and the choice is sent to the page as input.
"""

from typing import Any, Final

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.at_point import element_at
from refbrowser.browser.element.element import Element
from refbrowser.browser.element.resolve import by_ref
from refbrowser.browser.form import fill
from refbrowser.browser.form.options import offered
from refbrowser.browser.input.text_entry import type_into
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.refs import Ref

PICKERS: Final = frozenset({"date", "time", "datetime-local", "month", "week", "color"})
LOOK_MS: Final = 1_000
CHOOSE_MS: Final = 5_000
MOST_OPTIONS: Final = 1_000
LABEL_LIMIT: Final = 200


async def popup_at(session: BrowserSession, tab: Tab, x: float, y: float) -> dict[str, Any] | None:
    """Return the message for the list or picker that a press at the point opens, or None."""
    element = await element_at(Act(tab, session.refs, Deadline(LOOK_MS)), x, y)
    if element is None or not element.probe["enabled"] or element.page_box is None:
        return None
    kind = str(element.probe.get("input_type") or "")
    message = {"type": "popup", "browser_id": tab.browser_id, "ref": element.number, "name": str(element.probe.get("name") or "")}
    message["box"] = list(element.page_box)
    if element.probe["tag"] == "select":
        return await _list(element, message)
    if kind in PICKERS and element.probe["editable"]:
        return {**message, "picker": kind, "value": str(element.probe.get("value") or "")}
    return None


async def _list(element: Element, message: dict[str, Any]) -> dict[str, Any] | None:
    offer = await offered(element)
    if offer.boxed:
        return None
    options = [
        {"index": option.index, "label": option.label[:LABEL_LIMIT], "selected": option.selected, "disabled": option.disabled}
        for option in offer.options[:MOST_OPTIONS]
        if not option.hidden
    ]
    return {**message, "options": options}


async def choose(session: BrowserSession, tab: Tab, ref: int, index: int | None, value: str | None) -> None:
    """Send the choice to the page as input. Raises :class:`RefbrowserError`, as selecting and typing do."""
    element = await by_ref(Act(tab, session.refs, Deadline(CHOOSE_MS)), Ref(ref))
    if index is not None:
        await fill.choose(element, [index])
    elif value is not None:
        await type_into(element, value, clear=True, slowly=False)
