"""What lies over an element, in words, and as the refusal of a press."""

from collections.abc import Mapping
from typing import Any, Final

from refbrowser.browser.element.element import Element
from refbrowser.errors import ActionabilityError, Remedy

_DISMISSING: Final = frozenset({"button", "link", "clickable"})
"""Kinds of what covers another element that a press may put away."""


def cover_label(cover: Mapping[str, Any]) -> str:
    """What lies over an element, as ``[button 6] Save``."""
    number = cover.get("number")
    name = cover.get("name") or cover.get("description") or ""
    return f"[{cover.get('kind', 'element')}{f' {number}' if number else ''}] {name}".strip()


def covered(element: Element) -> ActionabilityError:
    """Another element is where the press would go."""
    cover: Mapping[str, Any] = element.probe["covered_by"] or {}
    number = cover.get("number")
    what = cover_label(cover)
    again = {"browser_id": element.tab.browser_id}
    if cover.get("leaving"):
        remedy = Remedy("wait", {**again, "time_ms": 1000}, hint="it is fading out; then try again")
    elif number and cover.get("kind") in _DISMISSING:
        remedy = Remedy("click", {**again, "ref": number}, hint="if that dismisses it; or wait until it disappears")
    else:
        remedy = Remedy("content", {**again, "mode": "viewport"}, hint="find the element that closes it")
    return ActionabilityError(
        f"{element.label} is covered by {what}.",
        code="covered",
        remedy=remedy,
        details={"ref": element.number, "covered_by": {key: value for key, value in cover.items() if key != "id"}},
    )
