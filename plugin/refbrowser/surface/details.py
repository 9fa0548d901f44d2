"""Render the result of ``detail``: one line per fact."""

from collections.abc import Mapping
from typing import Any, Final

from refbrowser.addresses import shortened
from refbrowser.page_text import one_line

_OWN_LINES: Final = ("ref", "label", "kind", "states", "box", "options", "form", "attributes", "why_blocked", "blocked_by", "frame")
"""Facts that have a format of their own, or are part of the label."""

MOST_VALUE: Final = 300
MOST_OPTIONS: Final = 100


def detail(value: Mapping[str, Any]) -> list[str]:
    """Return the lines. Empty facts and default states have none."""
    lines = [str(value["label"])]
    for name, part in value.items():
        repeated = name == "text" and (part == value.get("name") or value.get("options"))
        if name not in _OWN_LINES and part not in (None, "", [], {}, False) and not repeated:
            lines.append(f"{name}: {_shown(name, part)}")
    if (states := value.get("states")) and (text := _states(states)):
        lines.append(f"states: {', '.join(text)}")
    if box := value.get("box"):
        lines.append("box: x {:g}, y {:g}, {:g} x {:g}".format(*box))
    if options := value.get("options"):
        lines.append("options:")
        lines += [f"- {_option(option)}" for option in options[:MOST_OPTIONS]]
        lines += [f"({len(options) - MOST_OPTIONS} more)"] if len(options) > MOST_OPTIONS else []
    for name in ("form", "frame", "attributes"):
        if (part := value.get(name)) and (pairs := _pairs(part)):
            lines.append(f"{name}: {pairs}")
    if (why := value.get("why_blocked")) and value.get("states", {}).get("in_viewport") is not False:
        cover = value.get("blocked_by")
        lines.append(f"blocked: {f'covered by {_cover(cover)}' if isinstance(cover, dict) and why.startswith('covered') else why}")
    return lines


def _cover(cover: Mapping[str, Any]) -> str:
    """What lies over it, by its ref where it has one."""
    name = one_line(str(cover.get("name") or cover.get("description") or ""))
    return f"[{cover.get('kind')} {cover['number']}] {name}" if cover.get("number") else name


def _states(states: Mapping[str, Any]) -> list[str]:
    words = [name if state is True else f"{name} {state}" for name, state in states.items() if state and name not in _SEEN]
    words += ["collapsed"] if states.get("expanded") is False else []
    words += ["hidden"] if states.get("visible") is False else []
    return words + (["outside the viewport"] if states.get("in_viewport") is False else [])


_SEEN: Final = ("visible", "in_viewport")


def _option(option: object) -> str:
    if not isinstance(option, dict):
        return one_line(str(option))
    label, value = option.get("label", ""), option.get("value")
    text = f"{'*' if option.get('selected') else ''}{one_line(str(label))}"
    text += f" (value {one_line(str(value))!r})" if value not in (None, label) else ""
    return text + (" (disabled)" if option.get("disabled") else "")


def _pairs(part: object) -> str:
    if not isinstance(part, dict):
        return _shown("", part)
    return " ".join(f'{one_line(name)}="{_shown(name, value)}"' for name, value in part.items() if value not in (None, ""))


def _shown(name: str, value: object) -> str:
    if name in ("href", "src", "action"):
        return shortened(" ".join(str(value).split()))
    text = one_line(str(value))
    return text if len(text) <= MOST_VALUE else text[: MOST_VALUE - 1] + "…"
