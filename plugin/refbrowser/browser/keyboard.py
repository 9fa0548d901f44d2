"""Typing into elements with trusted input, and reading back what they then hold."""

import json
import re
from typing import Any, Final

from playwright.async_api import Error, Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.pointer import Press, press, ready
from refbrowser.browser.tab import Tab
from refbrowser.browser.targets import Element
from refbrowser.errors import ActionabilityError, CallError, Remedy

_ENTER_SUBMITS: Final = frozenset(
    {"text", "search", "email", "tel", "url", "password", "number", "date", "time", "month", "week", "datetime-local"}
)

_SUBMITTER: Final = ":is(button:not([type]), button[type=submit], input[type=submit], input[type=image]):not(:disabled)"

_WITHOUT_TEXT: Final = frozenset({"checkbox", "radio", "file", "button", "submit", "reset", "image", "hidden"})

_NUMBER: Final = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
_DAY: Final = r"\d{4,6}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
_TIME: Final = r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?"
_FORMATS: Final = {
    "date": (re.compile(_DAY), "YYYY-MM-DD"),
    "time": (re.compile(_TIME), "HH:MM"),
    "month": (re.compile(r"\d{4,6}-(0[1-9]|1[0-2])"), "YYYY-MM"),
    "week": (re.compile(r"\d{4,6}-W(0[1-9]|[1-4]\d|5[0-3])"), "YYYY-Www"),
    "datetime-local": (re.compile(f"{_DAY}[T ]{_TIME}"), "YYYY-MM-DDTHH:MM"),
    "color": (re.compile(r"#[0-9a-fA-F]{6}"), "#rrggbb"),
    "range": (_NUMBER, "a number within its range"),
    "number": (_NUMBER, "a number"),
}
"""What the input types of the HTML standard take that are not free text."""


async def type_into(element: Element, text: str, deadline: Deadline, *, clear: bool, slowly: bool) -> Element:
    """Types ``text``; with ``clear`` in place of what the field holds, else behind it. ``slowly`` sends a key event per character.

    Raises ``not_editable`` (not a text field), ``readonly``, ``disabled``, ``not_visible``; ``invalid_arguments`` for a value that
    the field's type cannot hold.
    """
    element = await ready(element, deadline, pointer=False)
    if element.probe["editable"] is False:
        raise ActionabilityError(f"{element.label} is read-only.", code="readonly", details={"ref": element.number})
    kind = str(element.probe.get("input_type") or "")
    if element.probe["editable"] is None or kind in _WITHOUT_TEXT:
        raise ActionabilityError(
            f"{element.label} is not a field that takes text.",
            code="not_editable",
            remedy=Remedy("click", {"browser_id": element.tab.browser_id, "ref": element.number}),
            details={"ref": element.number, "kind": element.kind},
        )
    pattern, wanted = _FORMATS.get(kind, (None, ""))
    if pattern is not None and text.strip() and not pattern.fullmatch(text.strip()):
        # Chromium would empty the field, or put a value of its own there.
        raise CallError(
            f"{element.label} does not take {text[:80]!r}: it takes {wanted}.",
            details={"ref": element.number, "text": text[:200]},
        )
    locator = element.locator
    deadline.stage = f"{element.label} to take the text"
    try:
        if clear and not slowly:
            await locator.fill(text, timeout=deadline.remaining_ms)
        else:
            if clear:
                await locator.fill("", timeout=deadline.remaining_ms)
            await locator.focus(timeout=deadline.remaining_ms)
            await locator.press("ControlOrMeta+End", timeout=deadline.remaining_ms)
            if slowly:
                await locator.press_sequentially(text, timeout=deadline.remaining_ms)
            else:
                await element.tab.page.keyboard.insert_text(text)
    except PlaywrightTimeout:
        await ready(await element.probed(deadline.sooner(1000)), deadline.sooner(1), pointer=False)
        raise
    return element


def readback(target: dict[str, Any] | None, typed: str | None = None) -> dict[str, Any]:
    """What the element holds after the action, for its receipt: its value (never a secret's), and whether it is what was typed."""
    if target is None or not target.get("connected", True):
        return {}
    if target.get("secret"):
        return {"value": "•••", "changed": True} if typed else {}
    answer: dict[str, Any] = {}
    value = target.get("value")
    if value is not None and typed is not None:
        answer |= {"value": value, "changed": True}
        if value != typed:
            answer["differs_from_typed"] = True
    for state in ("checked", "pressed", "selected", "expanded"):
        if target.get(state) is not None:
            answer[state] = target[state]
    if target.get("validation"):
        answer["validation_message"] = target["validation"]
    return answer


async def submit(element: Element, deadline: Deadline) -> Element:
    """Submits the element's form as a person would: Enter in a text field, else a press of the form's own submit button.

    Raises ``not_editable`` when the element is in no form that can be submitted.
    """
    probe = element.probe
    if probe.get("tag") in ("button",) or probe.get("input_type") in ("submit", "image", "button"):
        element, _ = await press(element, Press(), deadline)
        return element
    if probe.get("tag") == "input" and probe.get("input_type", "text") in _ENTER_SUBMITS:
        await element.locator.press("Enter", timeout=deadline.remaining_ms)
        return element
    submitter = await _submitter(element)
    if submitter is None:
        raise ActionabilityError(
            f"{element.label} is in no form with a submit button.",
            code="not_editable",
            remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="press the button that sends it"),
            details={"ref": element.number},
        )
    await submitter.click(timeout=deadline.remaining_ms)
    return element


async def _submitter(element: Element) -> Locator | None:
    """The button that submits the element's form: inside the form, or naming it from elsewhere."""
    frame, form = element.frame, element.locator.locator("xpath=ancestor::form[1]")
    name = await element.locator.get_attribute("form")
    candidates = []
    if name is None and await form.count():
        candidates.append(form.locator(f"css={_SUBMITTER}"))
        name = await form.get_attribute("id")
    if name:
        quoted = json.dumps(name, ensure_ascii=False)
        candidates.append(frame.locator(f"css=form[id={quoted}] {_SUBMITTER}, {_SUBMITTER}[form={quoted}]"))
    for candidate in candidates:
        if await candidate.count():
            return candidate.first
    return None


async def selected_text(tab: Tab, deadline: Deadline) -> str:
    """What is selected in the focused frame: in a text field, else on the page; never a secret field's text."""
    for frame in tab.page.frames:
        try:
            _, answer, _ = await tab.frames.ask(frame, {"op": "selection"}, deadline)
        except Error:
            continue
        if text := str(answer.get("text") or ""):
            return text
    return ""
