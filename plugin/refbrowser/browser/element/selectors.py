"""What a selector means to Playwright: ``label=`` and ``placeholder=`` in its words, and a whole text before a part of one."""

import json
import re
from typing import Final

_NAMING: Final = re.compile(r"\s*(text|label|placeholder)\s*=\s*(.*?)\s*", re.DOTALL)
_OTHERWISE: Final = re.compile(r"[\"'/]|.*>>", re.DOTALL)
"""Texts that Playwright reads in a way of their own: quoted, a regular expression, the first of several selectors."""

_NO_CSS: Final = re.compile(
    r"^\s*(text|label|placeholder|role|xpath|id|data-\w+|css|internal:\S+)=|^\s*(//|\.\.|[\"'])|>>|:(has-)?text|:visible|:nth-match"
    r"|:(left|right)-of|:(above|below|near)\(",
    re.IGNORECASE,
)
"""Selectors that Playwright alone understands."""


def is_css(selector: str) -> bool:
    """Whether the selector is CSS, which any engine understands."""
    return _NO_CSS.search(selector) is None


def readings(selector: str) -> list[str]:
    """Return Playwright's selectors for ``selector``, in the order in which they count: the first with a match is meant."""
    naming = _NAMING.fullmatch(selector)
    if naming is None or not naming[2]:
        return [selector]
    engine, text = naming[1], naming[2]
    if engine == "text":
        return [selector] if _OTHERWISE.match(text) else [f'text="{_escaped(text)}"', selector]
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    written = json.dumps(text[1:-1] if quoted else text, ensure_ascii=False)
    engines = ("internal:label={}", "internal:attr=[placeholder={}]") if engine == "label" else ("internal:attr=[placeholder={}]",)
    marks = "s" if quoted else "si"
    return [name.format(f"{written}{mark}") for mark in marks for name in engines]


def any_reading(selector: str) -> str:
    """Return the one selector of Playwright that matches whatever ``selector`` may mean."""
    naming = _NAMING.fullmatch(selector)
    return readings(selector)[-1 if naming is None or naming[1] != "label" else -2]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
