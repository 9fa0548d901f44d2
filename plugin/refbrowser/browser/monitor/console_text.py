"""The text of a console message as DevTools shows it, from what the driver has sent: the page is asked nothing."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from playwright.async_api import ConsoleMessage, JSHandle

MOST_ELEMENTS: Final = 20
"""Elements of a line that are described."""

_ELEMENT: Final = "\ufdd0"
"""Stands for an element, which the driver describes a little later; no character of any text."""

_UNDESCRIBED: Final = "JSHandle@"
_SPECIFIER: Final = re.compile("%([%sdifoOc])")
_ROW: Final = re.compile(r"(?:[^:]+: )?(?:Object|Array\(\d+\))")
_NODE: Final = re.compile(r"<?([#\w:.-]{1,50})")
_NAMING: Final = re.compile(r' (id|class)="([^"]{1,60})"')


def written(message: ConsoleMessage) -> tuple[str, Sequence[JSHandle]]:
    """Return the text, with a placeholder for each element, and the first of these elements."""
    text = message.text
    # Most lines need none of it, and a page may write hundreds in a second.
    if "%" not in text and _UNDESCRIBED not in text and message.type != "table":
        return text, ()
    arguments = message.args
    elements = [argument for argument in arguments if argument.as_element() is not None]
    parts = [_ELEMENT if argument.as_element() is not None else str(argument) for argument in arguments]
    if message.type == "table" and parts:
        text = _table(parts[0])
    elif parts:
        text = _filled(parts)
    return text, elements[:MOST_ELEMENTS]


def described(text: str, elements: Sequence[JSHandle]) -> str:
    """Put what is known of ``elements`` by now in the place of each."""
    pieces = text.split(_ELEMENT) if elements else [text]
    names = [_name(str(element)) for element in elements] + ["<element>"] * len(pieces)
    return pieces[0] + "".join(name + piece for name, piece in zip(names, pieces[1:], strict=False))


def _filled(parts: list[str]) -> str:
    """Fill the first argument with the others; those that are left stand behind it. V8 has made of each what its sign wants."""
    text = parts[0]
    # An object is not a format, whatever it holds.
    if len(parts) == 1 or (text[:1] + text[-1:]) in ("{}", "[]"):
        return " ".join(parts)
    rest = iter(parts[1:])
    return " ".join([_SPECIFIER.sub(lambda found: _value(found, rest), text), *rest])


def _value(found: re.Match[str], rest: Iterator[str]) -> str:
    if found[1] == "%":
        return "%"
    value = next(rest, found[0])
    return "" if found[1] == "c" and value is not found[0] else value


def _table(preview: str) -> str:
    """Return what a table shows, or how many rows it has where the driver has sent no more."""
    rows = preview[1:-1].split(", ")
    return f"(a table of {len(rows)} rows whose cells are not read)" if all(map(_ROW.fullmatch, rows)) else preview


def _name(preview: str) -> str:
    """Write an element as its tag with id and class: its text and value are the page's to show."""
    preview = preview.removeprefix(_UNDESCRIBED)
    node = _NODE.match(preview)
    if node is None or preview == "node":
        return "<element>"
    naming = "".join(f' {name}="{value}"' for name, value in sorted(_NAMING.findall(preview), reverse=True))
    return node[1] if node[1].startswith("#") else f"<{node[1]}{naming}>"
