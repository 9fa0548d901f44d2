"""Parse refs: ``6``, ``"6"``, ``"[button 6]"``, ``"button 6"``, ``"ref=6"``, ``"#6"``, ``"@e6"`` and ``"button[6]"`` all mean
element 6, as does ``"[button 6] Buy"``, a line of a page that begins with the ref."""

import re
from dataclasses import dataclass
from typing import Final

from refbrowser.errors import CallError

STATES: Final = frozenset(
    {
        "disabled", "checked", "mixed", "selected", "expanded", "collapsed", "pressed", "invalid", "required", "readonly",
        "focused", "highlighted", "blocked",
    }
)  # fmt: skip
"""State tags allowed before the kind. They are ignored: the element's present state counts."""

_LABEL: Final = re.compile(
    r"@?[\[({<]?\s*(?P<words>[a-z][a-z \-]*?)?\s*(?:[=:#\[_]\s*e?)?(?P<number>\d{1,12})(?:\.0)?\s*[\])}>]?", re.IGNORECASE
)
_NO_KINDS: Final = frozenset({"", "ref", "e", "element", "id", "index", "node", "uid"})
_LINE: Final = re.compile(r"(?:[-*~+]\s+)?(\[[^\[\]]*\])\s.*", re.DOTALL)
"""A line of a page, which begins with the ref."""
_ANOTHER: Final = re.compile(r"\[[a-z][a-z \-]* \d+\]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ref:
    """One reference: the element's number in the chat and the kind that the agent expects, if it wrote one."""

    number: int
    kind: str | None = None

    def __str__(self) -> str:
        return f"[{self.kind} {self.number}]" if self.kind else str(self.number)


def parse(value: object) -> Ref:
    """Return the ref that ``value`` names.

    Raises :class:`CallError` (``invalid_arguments``) for any value other than a positive number or a label of the forms above.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        if value >= 1:
            return Ref(value)
        raise _malformed(value)
    if isinstance(value, float) and value.is_integer() and 1 <= value < 1e12:
        return Ref(int(value))
    if isinstance(value, str) and (match := _LABEL.fullmatch(_alone(value))):
        number = int(match["number"])
        if number >= 1:
            words = [word for word in (match["words"] or "").lower().split() if word not in STATES]
            kind = " ".join(words)
            return Ref(number, None if kind.strip("-") in _NO_KINDS else kind)
    raise _malformed(value)


def _alone(text: str) -> str:
    """Return the ref without quotes around it, and without the text of its line; that as it is where it has another ref."""
    line = _LINE.fullmatch(text := text.strip().strip("`'\""))
    return line[1] if line and not _ANOTHER.search(text, line.end(1)) else text.strip()


def _malformed(value: object) -> CallError:
    shown = repr(value)
    if len(shown) > 60:
        shown = shown[:57] + "..."
    return CallError(f'ref {shown} is not a reference; write its number (6) or its label ("[button 6]").')
