"""Typing into elements with trusted input, and reading back what they then hold."""

from typing import Any, Final

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.pointer import Press, press, ready
from refbrowser.browser.tab import Tab
from refbrowser.browser.targets import Element
from refbrowser.errors import ActionabilityError, CallError, Remedy

_ENTER_SUBMITS: Final = frozenset(
    {"text", "search", "email", "tel", "url", "password", "number", "date", "time", "month", "week", "datetime-local"}
)

_SUBMITTER: Final = (
    "xpath=ancestor::form[1]"
    " >> css=:is(button:not([type]), button[type=submit], input[type=submit], input[type=image]):not(:disabled)"
)


async def type_into(element: Element, text: str, deadline: Deadline, *, clear: bool, slowly: bool) -> Element:
    """Types ``text``; with ``clear`` in place of what the field holds, else behind it. ``slowly`` sends a key event per character.

    Raises ``not_editable`` (not a text field), ``readonly``, ``disabled``, ``not_visible``; ``invalid_arguments`` for a value that
    the field's type cannot hold.
    """
    element = await ready(element, deadline, pointer=False)
    if element.probe["editable"] is False:
        raise ActionabilityError(f"{element.label} is read-only.", code="readonly", details={"ref": element.number})
    if element.probe["editable"] is None:
        raise ActionabilityError(
            f"{element.label} is not a field that takes text.",
            code="not_editable",
            remedy=Remedy("click", {"browser_id": element.tab.browser_id, "ref": element.number}),
            details={"ref": element.number, "kind": element.kind},
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
    except Error as failure:
        if "Malformed value" in failure.message or "Cannot type text into" in failure.message:
            raise CallError(
                f"{element.label} does not take {text[:80]!r}: {_wanted(element)}.",
                details={"ref": element.number, "text": text[:200]},
            ) from None
        raise
    return element


def _wanted(element: Element) -> str:
    formats = {
        "date": "it takes YYYY-MM-DD",
        "time": "it takes HH:MM",
        "month": "it takes YYYY-MM",
        "week": "it takes YYYY-Www",
        "datetime-local": "it takes YYYY-MM-DDTHH:MM",
        "color": "it takes #rrggbb",
        "range": "it takes a number within its range",
        "number": "it takes a number",
    }
    return formats.get(str(element.probe.get("input_type")), "its type does not allow that value")


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
    for state in ("checked", "selected", "expanded"):
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
    submitter = element.locator.locator(_SUBMITTER)
    if not await submitter.count():
        raise ActionabilityError(
            f"{element.label} is in no form with a submit button.",
            code="not_editable",
            remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="press the button that sends it"),
            details={"ref": element.number},
        )
    await submitter.first.click(timeout=deadline.remaining_ms)
    return element


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
