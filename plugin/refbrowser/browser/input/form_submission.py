"""Submitting the form of an element as a person would."""

import json
from typing import Final

from playwright.async_api import Locator

from refbrowser.browser.element.dispatched import Confirmation
from refbrowser.browser.element.element import Element
from refbrowser.browser.element.permitted import permitted
from refbrowser.browser.input.focus import check_focusable
from refbrowser.browser.input.key_aim import KeyConfirmation, aim_judged_key, aim_keys
from refbrowser.browser.pointer.pointer import uninterrupted
from refbrowser.browser.pointer.press import Press, PressConfirmation, press
from refbrowser.errors import ActionabilityError, Remedy

_ENTER_SUBMITS: Final = frozenset(
    {"text", "search", "email", "tel", "url", "password", "number", "date", "time", "month", "week", "datetime-local"}
)

_SUBMITTER: Final = ":is(button:not([type]), button[type=submit], input[type=submit], input[type=image]):not(:disabled)"


async def submit(element: Element) -> tuple[Element, Confirmation | None]:
    """Submits the element's form as a person would: Enter in a text field, else a press of the form's own submit button. Returns
    the element, and what confirms that it received that.

    Raises ``not_editable`` when the element is in no form that can be submitted.
    """
    element = await permitted(element)
    probe = element.probe
    if probe.get("tag") in ("button",) or probe.get("input_type") in ("submit", "image", "button"):
        element, _ = await press(element, Press())
        return element, PressConfirmation(element, Press())
    if probe.get("tag") == "input" and probe.get("input_type", "text") in _ENTER_SUBMITS:
        check_focusable(element)
        element = await _press_enter(element)
        return element, KeyConfirmation(element)
    submitter = await _submitter(element)
    if submitter is None:
        raise ActionabilityError(
            f"{element.label} is not in a form with a submit button.",
            code="not_editable",
            remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="click the button that submits it"),
            details={"ref": element.number},
        )
    await submitter.click(timeout=element.deadline.remaining_ms)
    return element, None


async def _press_enter(element: Element) -> Element:
    """Press Enter in the field. Where it has the focus, as after typing, Playwright is not asked to give it that: it would put a
    script of 300 KB into the document to find the element by."""
    if element.act.gate is None:
        if await aim_keys(element, all_of_them=True):
            await uninterrupted(element.tab.page.keyboard.press("Enter"))
            return element
    else:
        element = await aim_judged_key(element)
    await uninterrupted(element.locator.press("Enter", timeout=element.deadline.remaining_ms))
    return element


async def _submitter(element: Element) -> Locator | None:
    """The button that submits the element's form: inside the form, or naming it from elsewhere."""
    form = element.locator.locator("xpath=ancestor::form[1]")
    name = await element.locator.get_attribute("form")
    if name is None:
        if not await form.count():
            return None
        name = await form.get_attribute("id")
    # A button inside one form may belong to another.
    candidates = form.locator(f"css={_SUBMITTER}:not([form])")
    if name:
        quoted = json.dumps(name, ensure_ascii=False)
        candidates = element.frame.locator(f"css=form[id={quoted}] {_SUBMITTER}:not([form]), {_SUBMITTER}[form={quoted}]")
    return candidates.first if await candidates.count() else None
