"""A script's value as bounded text, and how the page is afterwards, in the answer that runs the script.

Every question takes four processes their turn, and a second one, even sent right behind the first, doubles the time of a short
script. And a value is bounded where it is made: a string of half a gigabyte would end the browser's driver. So the script's value
becomes the argument of a function that describes it, and what is not simple is described by a second one, ``value.js``. The page's
view is read in the page's own world; where the page keeps it from being read, the page is asked as usual.
"""

import json
import math
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from refbrowser.browser.engine.page_view import PageView
from refbrowser.browser.scripting.statements import last_statement

_EXPRESSION: Final = re.compile(r"(?!\s*(?:\{|let\b|class\b|function\b|async\s+function\b))(?!.*\bawait\b)[^;]+;?\s*", re.DOTALL)
"""What may be one. What reads otherwise as a statement is left out, and what waits: a script that ends at once, and yet fails
without a stack, cannot have begun."""

_FUNCTION: Final = re.compile(r"\s*(async\s+)?function\b")
"""A declaration has no value, but a script that is nothing else means the function."""

_WAITS: Final = re.compile(r"\bawait\b")
_END: Final = "\n)][0])"

_BRIEF: Final = """((value) => {
const kind = typeof value;
let said = '';
if (kind === 'boolean') said = value ? 'jtrue' : 'jfalse';
else if (value === null || kind === 'undefined' && value === undefined) said = 'jnull';
else if (kind === 'string' && value.length <= MOST) said = `s${value}`;
else if (kind === 'number' && value - value === 0 && (value || 1 / value > 0)) said = `j${value}`;
else return [value];
let view = '';
try {
const page = document.scrollingElement, title = `${document.title}`;
const size = page ? `${page.scrollWidth} ${page.scrollHeight}` : '0 0';
view = `${document.readyState} ${scrollX} ${scrollY} ${size} ${innerWidth} ${innerHeight} ${title.length} ${title}`;
} catch {}
return `${value ? 1 : 0} 0 0 0 ${said.length} ${said}${view}`;
})""".replace("\n", " ").replace("MOST", "30000")
"""Describes what is short and simple; all else it returns in a list, by reference, for ``value.js``."""

MOST: Final = 30_000
"""Characters of a value."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value, ready for JSON; ``left_out`` says what of it is missing. ``truthy``: whether it counts as true in JavaScript.
    ``view`` is the page as it was then, None where that is not known. ``failure`` is why the value cannot be read at all."""

    value: Any
    truthy: bool
    left_out: str | None = None
    view: PageView | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A script that describes its own value. Its line ``line`` (from 1) begins behind ``lines`` and ``column`` that are not the
    caller's; ``waits``: that it compiles has to be asked beforehand, because a failure does not show whether it ran."""

    script: str
    line: int = 1
    lines: int = 0
    column: int = 0
    waits: bool = False

    def place(self, line: int, column: int) -> dict[str, int]:
        """A place in it as the place in the caller's script; empty for one that is not in it."""
        if line == self.line + self.lines:
            column -= self.column
        line -= self.lines
        return {"line": line, "column": column} if line > 0 and column > 0 else {}


@cache
def describing() -> str:
    """The function, on one line, that returns the description of its argument, or the promise of one."""
    source = (files("refbrowser") / "browser" / "scripting" / "value.js").read_text(encoding="utf-8")
    lines = (line.strip() for line in source.splitlines())
    return " ".join(line for line in lines if not line.startswith("//"))


def is_expression(script: str) -> bool:
    """Whether the script may be one expression; if it is none after all, Chromium refuses it before any of it has run."""
    return _EXPRESSION.fullmatch(script) is not None


def wrapped(script: str) -> list[Wrapped]:
    """What to run in place of ``script``, best first; each is refused, before any of it has run, if it does not compile."""
    ways: list[Wrapped] = []
    if is_expression(script) or _FUNCTION.match(script):
        ways.append(Wrapped(f"{_BRIEF}([(\n{script.rstrip().removesuffix(';')}{_END}", lines=1))
    start = last_statement(script)
    if start or (start == 0 and not ways):
        before, tail = f";{_BRIEF}([(", script[start:].rstrip().removesuffix(";")
        line = script.count("\n", 0, start) + 1
        ways.append(Wrapped(f"{script[:start]}{before}{tail}{_END}", line, 0, len(before), _WAITS.search(script) is not None))
    return ways


def described(text: str) -> Value:
    """The value out of its description: counts, then ``s`` and text as it is, or ``j`` and JSON, or ``x`` and why there is none as
    JSON; then the page's view."""
    counts = text.split(" ", 5)
    truthy, characters, items, deep, size = map(int, counts[:5])
    encoded, view = _parted(counts[5], size)
    kind, shown = encoded[0], encoded[1:]
    value = shown if kind == "s" else json.loads(shown)
    if kind == "x":
        return Value(None, True, failure=value, view=_view(view))
    return Value(value, bool(truthy), left_out(characters, items, deep), _view(view))


def left_out(characters: int, items: int = 0, deep: int = 0) -> str | None:
    """The note of what a value lacks, and how to get that; None when it is whole."""
    counted = {"characters of text": characters, "items": items, "objects nested too deeply": deep}
    missing = [f"{what}: {count}" for what, count in counted.items() if count]
    return f"{', '.join(missing)}. Return less at once: a part of it, or .slice(from, to)" if missing else None


def _parted(text: str, units: int) -> tuple[str, str]:
    """``text`` in two parts; the first has ``units`` UTF-16 code units, which is how the page counts."""
    if text.isascii():
        return text[:units], text[units:]
    encoded = text.encode("utf-16-le", "surrogatepass")
    first, second = encoded[: 2 * units], encoded[2 * units :]
    return first.decode("utf-16-le", "surrogatepass"), second.decode("utf-16-le", "surrogatepass")


def _view(text: str) -> PageView | None:
    """None where the page answered with anything other than a page's view."""
    try:
        ready_state, *numbers, rest = text.split(" ", 8)
        x, y, width, height, viewport_width, viewport_height, size = (math.floor(float(number) + 0.5) for number in numbers)
        title, _ = _parted(rest, size)
    except (ValueError, OverflowError):
        return None
    return PageView(title, ready_state, x, y, width, height, viewport_width, viewport_height)
