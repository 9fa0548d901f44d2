"""Choosing options of a native select, and setting checkboxes, radios and switches."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.keyboard import type_into
from refbrowser.browser.pointer import Press, press, ready
from refbrowser.browser.targets import Element
from refbrowser.errors import ActionabilityError, CallError, Remedy, TargetError

_SHOWN_OPTIONS: Final = 8


async def select(element: Element, wanted: Sequence[str | int], deadline: Deadline) -> Element:
    """Chooses the options of a native select by value, label or index.

    Raises ``invalid_arguments`` with the candidates when a choice fits none or several, ``ref_kind`` for another kind of element.
    """
    element = await ready(element, deadline, pointer=False)
    if element.probe.get("tag") != "select":
        raise TargetError(
            f"{element.label} is not a select.",
            code="ref_kind",
            remedy=Remedy(
                "click",
                {"browser_id": element.tab.browser_id, "ref": element.number},
                hint="and choose from what opens",
            ),
            details={"ref": element.number, "actual": element.kind},
        )
    _, answer, _ = await element.tab.frames.ask(
        element.frame, {"op": "detail", "doc": element.document.token, "id": element.local}, deadline
    )
    indexes = [_index(element, answer["options"], choice) for choice in wanted]
    deadline.stage = f"{element.label} to take the choice"
    await element.locator.select_option(index=indexes, timeout=deadline.remaining_ms)
    return element


def _index(element: Element, options: list[dict[str, Any]], choice: str | int) -> int:
    """The one option that ``choice`` means: its value, else its label, else (a number) its index."""
    text = str(choice).strip()
    for fits in (
        lambda index, option: option["value"] == str(choice),
        lambda index, option: " ".join(str(option["label"]).split()) == " ".join(text.split()),
        lambda index, option: " ".join(str(option["label"]).split()).casefold() == " ".join(text.split()).casefold(),
        lambda index, option: isinstance(choice, int) and index == choice,
    ):
        found = [index for index, option in enumerate(options) if fits(index, option)]
        if len(found) > 1:
            raise _unclear(element, choice, [options[index] for index in found], "means several")
        if found:
            if options[found[0]].get("disabled"):
                raise ActionabilityError(f"The option {text!r} of {element.label} is disabled.", code="disabled")
            return found[0]
    raise _unclear(element, choice, options, "is none of the options")


def _unclear(element: Element, choice: str | int, options: list[dict[str, Any]], why: str) -> CallError:
    shown = [f"{option['label']} (value {option['value']!r})" for option in options[:_SHOWN_OPTIONS]]
    rest = f" and {len(options) - _SHOWN_OPTIONS} more" if len(options) > _SHOWN_OPTIONS else ""
    return CallError(
        f"{choice!r} {why} of {element.label}: {', '.join(shown)}{rest}.",
        details={"options": [{"value": option["value"], "label": option["label"]} for option in options[:50]]},
    )


async def set_checked(element: Element, wanted: bool, deadline: Deadline) -> tuple[Element, bool]:
    """Presses the control if it is not yet as wanted; the element, and whether it had to be pressed.

    Raises ``invalid_arguments`` for unchecking a radio, ``ref_kind`` for what cannot be checked, ``unstable`` if it did not change.
    """
    element = await ready(element, deadline)
    checked = element.probe.get("checked")
    if checked is None:
        raise TargetError(
            f"{element.label} cannot be checked.",
            code="ref_kind",
            details={"ref": element.number, "actual": element.kind},
        )
    if checked is wanted:
        return element, False
    if element.kind == "radio" and not wanted:
        raise CallError(
            f"{element.label} is a radio: it is unchecked by checking another of its group.",
            details={"ref": element.number},
        )
    element, _ = await press(element, Press(), deadline)
    now = (await element.probed(deadline)).probe.get("checked")
    if now is not wanted and checked == "mixed":
        element, _ = await press(element, Press(), deadline)
    return element, True


Fill = Callable[[Element, Deadline], Awaitable[None]]


def way_to_fill(element: Element, value: Any) -> Fill:
    """How to give ``value`` to the element, by what kind of field it is.

    Raises ``invalid_arguments`` when the value is not of the field's type, ``not_editable`` when it is no field.
    """
    if element.probe.get("tag") == "select":
        choices = value if isinstance(value, list) else [value]
        if any(isinstance(choice, bool | float) for choice in choices):
            raise _wrong_value(element, value, "an option's value, label or index")

        async def choose(field: Element, deadline: Deadline) -> None:
            await select(field, choices, deadline)

        return choose
    if element.probe.get("checked") is not None:
        if not isinstance(value, bool):
            raise _wrong_value(element, value, "true or false")

        async def check(field: Element, deadline: Deadline) -> None:
            await set_checked(field, value, deadline)

        return check
    if element.probe["editable"] is None:
        raise ActionabilityError(f"{element.label} is not a field.", code="not_editable", details={"ref": element.number})
    if isinstance(value, bool | list):
        raise _wrong_value(element, value, "text")

    async def write(field: Element, deadline: Deadline) -> None:
        await type_into(field, str(value), deadline, clear=True, slowly=False)

    return write


def held(element: Element) -> dict[str, Any]:
    """What the field holds, as a receipt shows it."""
    if element.probe.get("secret"):
        return {"value": "•••"}
    if element.probe.get("checked") is not None:
        return {"checked": element.probe["checked"]}
    return {"value": element.probe.get("value")}


def _wrong_value(element: Element, value: Any, wanted: str) -> CallError:
    return CallError(f"{element.label} takes {wanted}, not {value!r}.", details={"ref": element.number})
