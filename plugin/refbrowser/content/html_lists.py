"""Number the items of ordered HTML lists as browsers do."""

import re
from typing import Final

from refbrowser.content.html_tree import Element

_NUMBER: Final = re.compile(r"[ \t\n\f\r]*([+-]?[0-9]{1,9})(?![0-9])")
_ROMAN: Final = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"),
    (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def markers(ordered: Element) -> list[tuple[Element, str]]:
    """Return the items of an ``ol``, each with its number as the list's or its own ``type`` writes it."""
    items = ordered.elements("li")
    down = "reversed" in ordered.attrs
    number = _integer(ordered, "start", len(items) if down else 1)
    found = []
    for item in items:
        number = _integer(item, "value", number)
        found.append((item, f"{_written(number, item.get('type') or ordered.get('type') or '1')}."))
        number += -1 if down else 1
    return found


def _integer(element: Element, attribute: str, default: int) -> int:
    match = _NUMBER.match(element.get(attribute) or "")
    return int(match[1]) if match else default


def _written(number: int, kind: str) -> str:
    """Write a number in letters or Roman, or in digits where these have no signs for it."""
    text = ""
    if kind in ("a", "A") and number > 0:
        text = _letters(number)
    elif kind in ("i", "I") and 0 < number < 4000:
        text = _roman(number)
    return (text.upper() if kind.isupper() else text) or str(number)


def _letters(number: int) -> str:
    text = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        text = chr(ord("a") + letter) + text
    return text


def _roman(number: int) -> str:
    text = ""
    for value, sign in _ROMAN:
        times, number = divmod(number, value)
        text += sign * times
    return text
