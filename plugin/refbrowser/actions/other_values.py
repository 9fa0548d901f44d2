"""Read values that are written in other words than the action's own: other tools' choices, units, JSON as text, a list of one.

Asked where validation has refused the call; what has more than one meaning stays, and is refused.
"""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from refbrowser.page_text import is_deeper

Call = dict[str, Any]

_NUMBER: Final = re.compile(r"\s*(-?\d{1,12}(?:\.\d{1,12})?)\s*(px|pixels?)?\s*", re.IGNORECASE)
_TIME: Final = re.compile(r"\s*(\d{1,12}(?:\.\d{1,12})?)\s*(ms|milliseconds?|s|secs?|seconds?|m|min|minutes?)\s*", re.IGNORECASE)
_FACTORS: Final = {"s": 1000, "m": 60_000}


def _all(own: str, *words: str) -> dict[str, str]:
    return dict.fromkeys(words, own)


_STATES: Final = {
    **_all("attached", "present", "exists", "existing"),
    **_all("detached", "absent", "removed"),
    **_all("hidden", "invisible", "gone", "disappeared", "notvisible"),
}
_LOADS: Final = {**_all("networkidle", "networkidle0", "networkidle2", "idle"), **_all("load", "complete", "loaded")}
_CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "wait_until": _LOADS,
    "load_state": _LOADS,
    "state": _STATES,
    "event_type": {
        **_all("move", "mousemove", "moved"),
        **_all("down", "mousedown", "press"),
        **_all("up", "mouseup", "release"),
    },
    "mode": {**_all("full", "all", "text", "markdown", "page"), **_all("viewport", "visible", "screen")},
    "operation": {
        **_all("accept", "ok", "okay", "confirm", "yes"),
        **_all("dismiss", "cancel", "no", "reject", "decline", "close"),
        **_all("start", "begin"),
        **_all("stop", "end", "finish"),
        **_all("get", "read", "list"),
    },
    "observe": {**_all("changes", "true", "yes", "delta"), **_all("none", "false", "no"), **_all("content", "page", "full")},
    "kind": {**_all("cookies", "cookie"), **_all("local", "localstorage"), **_all("session", "sessionstorage")},
    "level": {
        **_all("error", "errors"),
        **_all("warning", "warn", "warnings"),
        **_all("info", "log"),
    },
    "to": {**_all("bottom", "end"), **_all("top", "start", "beginning")},
    "color_scheme": {**_all("dark", "darkmode"), **_all("light", "lightmode")},
    "button": {**_all("left", "0", "primary"), **_all("right", "2", "secondary"), **_all("middle", "1", "auxiliary")},
}
"""The words of other tools by argument; one counts where it is no choice of the action and its meaning is."""


def choice(name: str, written: str, choices: Sequence[str]) -> str | None:
    """Return the one of the ``choices`` that is meant, whatever its letter case, blanks and hyphens."""
    plain = _plain(written)
    meant = [own for own in choices if _plain(own) == plain]
    if len(meant) == 1:
        return meant[0]
    other = _CHOICES.get(name, {}).get(plain)
    return other if other in choices else None


def value(name: str, written: Any, kind: str) -> Any:
    """Return the value that is meant, for a problem of this ``kind`` (pydantic's); else it as it is."""
    if isinstance(written, list) and len(written) == 1 and isinstance(written[0], str) and kind.startswith(("string", "literal")):
        return written[0]
    if not isinstance(written, str):
        return written
    if kind.startswith(("int", "float")):
        if name.endswith("_ms") and (match := _TIME.fullmatch(written)):
            unit = match[2].lower()
            return round(float(match[1]) * (1 if unit.startswith(("ms", "mil")) else _FACTORS[unit[0]]))
        if (match := _NUMBER.fullmatch(written)) and not name.endswith(("_id", "_ms")):
            number = float(match[1])
            return int(number) if number.is_integer() else number
    if kind in ("dict_type", "model_type", "model_attributes_type") and written.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            read = json.loads(written)
            return written if is_deeper(read) else read
    return written


def singular(call: Call, taken: Sequence[str]) -> Call:
    """Return ``call`` with a list of one entry, under the plural of an argument, as that argument."""
    given = {**call}
    for name in [name for name in call if name not in taken and name.endswith("s")]:
        argument, entries = name[:-1], call[name]
        if argument in taken and argument not in call and isinstance(entries, list) and len(entries) == 1:
            given[argument] = given.pop(name)[0]
    return given


def _plain(text: str) -> str:
    return re.sub(r"[\s_\-]+", "", text).lower()
