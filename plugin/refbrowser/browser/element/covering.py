"""What lies over an element, in words, and as the refusal of a press."""

import re
from collections.abc import Mapping
from typing import Any, Final

from refbrowser.browser.element.element import Element
from refbrowser.errors import ActionabilityError, Remedy

_DISMISSING: Final = frozenset({"button", "clickable"})
_CLOSER: Final = re.compile(
    r"[×✕✖✗xX]|(close|dismiss|hide)( (this|the))?"
    r"( (dialog|popup|pop-up|banner|modal|window|message|notification|notice|menu|panel|ad))?"
    r"|no,? thanks|not now|maybe later|schließen|fermer|cerrar|chiudi|fechar|sluiten|zamknij|закрыть|关闭|關閉|閉じる|닫기",
    re.IGNORECASE,
)
"""What covers another element and is called so puts itself away. No other control is proposed: it may buy, delete or agree."""


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
    elif (
        number
        and cover.get("kind") in _DISMISSING
        and not cover.get("disabled")
        and _CLOSER.fullmatch(cover.get("name", "").strip())
    ):
        remedy = Remedy("click", {**again, "ref": number}, hint="closes it")
    else:
        remedy = Remedy("content", {**again, "mode": "viewport"}, hint="find the element that closes it")
    through = f"{element.label} lets presses through (CSS pointer-events: none); one would reach {what}."
    return ActionabilityError(
        through if cover.get("through") else f"{element.label} is covered by {what}.",
        code="covered",
        remedy=remedy,
        details={"ref": element.number, "covered_by": {key: value for key, value in cover.items() if key not in ("id", "look")}},
    )
