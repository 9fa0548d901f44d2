"""A script that is one expression, run inside another that tells in the same answer how the page is afterwards.

Every question takes four processes their turn, and a second one, even sent right behind the first, doubles the time of a short
script. What is told is read in the page's own world, by whose script it was asked for; where the page keeps it from being read,
nothing is told and the page is asked as usual.
"""

import math
import re
from typing import Any, Final

from refbrowser.browser.page_view import PageView

_EXPRESSION: Final = re.compile(r"(?!\s*(?:\{|let\b|class\b|function\b|async\s+function\b))(?!.*\bawait\b)[^;]+;?\s*", re.DOTALL)
"""What may be one. What reads otherwise as a statement is left out, and what waits: a script that ends at once, and yet fails
without a stack, cannot have begun."""

_TELLING: Final = """((value) => {
const kind = typeof value;
if (kind === 'object' && value !== null || kind === 'function' || kind === 'symbol') return value;
if (kind === 'undefined' && value !== undefined) return value;
let view = '';
try {
const page = document.scrollingElement, title = `${document.title}`;
const size = page ? `${page.scrollWidth} ${page.scrollHeight}` : '0 0';
view = `${document.readyState} ${scrollX} ${scrollY} ${size} ${innerWidth} ${innerHeight} ${title.length} ${title}`;
} catch {}
return `${kind} ${`${value}`.length} ${value}${view}`;
})([(
"""
_TOLD: Final = "\n)][0])"

LINES_BEFORE: Final = _TELLING.count("\n")
"""By so much the lines in a failure are too high."""


def is_expression(script: str) -> bool:
    """Whether the script may be one expression; if it is none after all, Chromium refuses it before any of it has run."""
    return _EXPRESSION.fullmatch(script) is not None


def telling(script: str) -> str:
    """The script that runs ``script``. Its value is a text for :func:`told`, or what an object or a function is."""
    return f"{_TELLING}{script.rstrip().removesuffix(';')}{_TOLD}"


def told(text: str) -> tuple[Any, PageView | None]:
    """The value, ready for JSON, and how the page is."""
    kind, size, rest = text.split(" ", 2)
    value, view = _parted(rest, int(size))
    return _value(kind, value), _view(view)


def _parted(text: str, units: int) -> tuple[str, str]:
    """``text`` in two, the first of which has so many UTF-16 code units, by which the page counts."""
    if text.isascii():
        return text[:units], text[units:]
    encoded = text.encode("utf-16-le", "surrogatepass")
    first, second = encoded[: 2 * units], encoded[2 * units :]
    return first.decode("utf-16-le", "surrogatepass"), second.decode("utf-16-le", "surrogatepass")


def _value(kind: str, text: str) -> Any:
    match kind:
        case "string":
            return text
        case "boolean":
            return text == "true"
        case "bigint":
            return int(text)
        case "number":
            # JSON has no NaN and no Infinity; their names are what a reader expects.
            return text if text.endswith(("N", "y")) else _number(text)
    return None


def _number(text: str) -> int | float:
    return float(text) if "." in text or "e" in text else int(text)


def _view(text: str) -> PageView | None:
    """None where the page told something else than what a page tells."""
    try:
        ready_state, *numbers, rest = text.split(" ", 8)
        x, y, width, height, viewport_width, viewport_height, size = (math.floor(float(number) + 0.5) for number in numbers)
        title, _ = _parted(rest, size)
    except (ValueError, OverflowError):
        return None
    return PageView(title, ready_state, x, y, width, height, viewport_width, viewport_height)
