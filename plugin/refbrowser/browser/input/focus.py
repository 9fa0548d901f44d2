"""Giving an element the focus, and whether it keeps it."""

from dataclasses import dataclass

from playwright.async_api import Error

from refbrowser.browser.acting.act import Act
from refbrowser.browser.element.covering import cover_label
from refbrowser.browser.element.dispatched import RECEIVED, TargetReport, Verdict
from refbrowser.browser.element.element import Element
from refbrowser.browser.element.permitted import focused_element
from refbrowser.browser.pointer.pointer import ready
from refbrowser.errors import ActionabilityError, RefbrowserError, Remedy


def check_focusable(element: Element) -> None:
    """Raises ``focus_moved`` for an element in a frame that is inert, or behind a modal dialog, in a document around it: a script
    can give it the focus, and a person cannot."""
    dialog = element.probe.get("behind")
    if dialog is None and element.probe.get("switched_off") != "inert":
        return
    where = "inert" if dialog is None else f"behind {cover_label(dialog)}"
    raise ActionabilityError(
        f"{element.label} cannot have the focus: its frame is {where}.",
        code="focus_moved",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="look for what has the focus now"),
        details={"ref": element.number, "focus_on": dialog and cover_label(dialog), "received_some": False},
    )


async def enter(element: Element) -> bool:
    """Gives the field the focus and selects all text in it; False when the page does not let it have the focus."""
    element.act.traces.aimed.add(element.frame)
    return (await element.tab.engine.enter(element, element.deadline)).answer["entered"]


async def give_focus(element: Element) -> tuple[Element, bool]:
    """Gives the element the focus; False when it had it. Raises ``disabled``, ``not_visible``, ``no_change``."""
    element = await ready(element, pointer=False)
    if "behind" not in element.probe:
        if await _has_focus(element):
            return element, False
        await element.locator.focus(timeout=element.deadline.remaining_ms)
        if await _has_focus(element):
            return element, True
    raise ActionabilityError(
        f"{element.label} did not receive the focus: it is not focusable, or the page moved the focus elsewhere.",
        code="no_change",
        remedy=Remedy("click", {"browser_id": element.tab.browser_id, "ref": element.number}),
        details={"ref": element.number},
    )


async def _has_focus(element: Element) -> bool:
    _, detail = await element.tab.engine.detail(element, element.deadline)
    return "reason" not in detail and detail["states"]["focused"]


@dataclass(frozen=True, slots=True)
class FocusConfirmation:
    """Confirms that the element still has the focus that it was given. Raises ``focus_moved``."""

    element: Element

    async def confirm(self, report: TargetReport | None) -> Verdict:
        if report is not None and report.state is not None and report.state.get("focused") is False:
            raise ActionabilityError(
                f"{self.element.label} took the focus, and the page moved it elsewhere at once.",
                code="focus_moved",
                remedy=Remedy("content", {"browser_id": self.element.tab.browser_id}, hint="look for what has the focus now"),
                details={"ref": self.element.number},
            )
        return RECEIVED


async def focus_is_secret(act: Act) -> bool:
    """Whether what has the focus is a field whose value is in no answer. The journal notes it, and one that cannot be asked counts
    as such: a key is sent all the same, to what has the focus then."""
    try:
        element = await focused_element(act)
    except (RefbrowserError, Error):
        if act.recording is not None:
            act.recording.note_unseen_focus()
        return True
    return element is not None and bool(element.probe.get("secret"))
