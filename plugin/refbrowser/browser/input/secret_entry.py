"""Typing a secret into a field of a document whose origin may have it, in one task of the page: nothing can come between."""

from collections.abc import Sequence
from typing import Final

from refbrowser.browser.element.element import Element, stale
from refbrowser.browser.element.permitted import permitted
from refbrowser.browser.input.focus import check_focusable
from refbrowser.browser.pointer.pointer import ready
from refbrowser.errors import ActionabilityError, PolicyError, Remedy
from refbrowser.policy.outcomes import wrong_origin
from refbrowser.refs import Ref

_REFUSALS: Final = {
    "not_editable": ("not_editable", "is not an editable text field"),
    "refused": ("no_change", "did not accept the text: it is not focusable, or the page rejected the input"),
}


async def enter_secret(element: Element, name: str, value: str, origins: Sequence[str]) -> tuple[Element, bool]:
    """Replaces what the field holds by ``value``, with a trusted ``input`` event. Whether the field then held all of it comes with
    the element: a limit of its length, or the page, may have cut it.

    Raises ``secret_origin`` (the document is of another origin, or is reached neither by https nor on this machine),
    ``not_editable``, ``no_change``, ``ref_stale``, and as :func:`ready`.
    """
    element = await ready(element, pointer=False)
    while (permitted_element := await permitted(element)) is not element:
        element = await ready(permitted_element, pointer=False)
    check_focusable(element)
    element.deadline.stage = f"{element.label} to take the secret"
    _, entry = await element.tab.engine.enter_secret(element, value, origins, element.deadline)
    status, origin = entry["status"], entry["origin"]
    if status == "gone":
        raise stale(element.tab, Ref(element.number or 0), "the page was navigated, or it was removed")
    if status == "opaque":
        raise _no_origin(name, origins)
    if status in ("origin", "insecure"):
        raise wrong_origin(name, origin, origins, insecure=status == "insecure")
    if status in _REFUSALS:
        code, why = _REFUSALS[status]
        raise ActionabilityError(f"{element.label} {why}.", code=code, details={"ref": element.number})
    return element, entry["kept"]


def _no_origin(name: str, origins: Sequence[str]) -> PolicyError:
    return PolicyError(
        f"The secret {name} is not given to a document without an origin of its own: a sandboxed frame, or a data: address.",
        code="secret_origin",
        remedy=Remedy("state", hint="shows where the tab is"),
        details={"secret": name, "origin": "null", "expected": list(origins)},
    )
