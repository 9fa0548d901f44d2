"""Choosing options of a native select, and setting checkboxes, radios and switches."""

from collections.abc import Sequence
from typing import Any

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.pointer import Press, press, ready
from refbrowser.browser.targets import Element
from refbrowser.errors import ActionabilityError, CallError, Remedy, TargetError


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
            raise _unclear(element, choice, [options[index] for index in found], "means several options")
        if found:
            if options[found[0]].get("disabled"):
                raise ActionabilityError(f"The option {text!r} of {element.label} is disabled.", code="disabled")
            return found[0]
    raise _unclear(element, choice, options, "is none of its options")


def _unclear(element: Element, choice: str | int, options: list[dict[str, Any]], why: str) -> CallError:
    return CallError(
        f"{choice!r} {why}: {element.label}.",
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
