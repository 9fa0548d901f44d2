"""Render the named parts of an answer: ``name: value``, or the form that a name has."""

import json
from collections.abc import Mapping
from typing import Any, Final

from refbrowser.page_text import address, one_line, readable, readable_parts
from refbrowser.surface import lists

_WITH_REFS: Final = frozenset(
    {"aimed_at", "at_point", "changes", "content", "earlier_changes", "element", "lines", "onto", "restated"}
)
"""Parts that contain genuine refs; page text in them is already sealed. Text of all other parts is sealed here."""

_MOST_JOINED: Final = 120
"""Characters of a list that is rendered on one line."""


def dialog_line(value: Mapping[str, Any]) -> str:
    """Return the line of a dialog: its type, its number, what it says, and by whom it was closed."""
    text = f"{value['type']} dialog {value['dialog_id']}: {one_line(value['message'])!r}"
    if value.get("closed_by"):
        text += f" ({'accepted' if value.get('accepted') else 'dismissed'} by {value['closed_by']})"
    return text


def field_lines(parts: Mapping[str, Any]) -> list[str]:
    """Return the lines of several parts, in order."""
    return [line for name, value in parts.items() for line in field(name, value)]


def field(name: str, value: Any) -> list[str]:
    """Return the lines of one part."""
    if name == "closed_meanwhile":
        return ["closed since the last answer: " + ", ".join(f"tab {number}" for number in value)]
    if name == "dialogs_meanwhile":
        return [f"since the last answer: {dialog_line(dialog)}" for dialog in value]
    if name in ("dialog", "next_dialog") and isinstance(value, dict):
        return [dialog_line(value)]
    if name == "answer_with" and isinstance(value, dict):
        return [f"answer_with: {remedy_text(value)}"]
    if name == "download" and isinstance(value, dict):
        return [f"download: {lists.download(value)}"]
    if name == "lines" and isinstance(value, list):
        return [str(line) for line in value]
    if (lines := lists.lines(name, value)) is not None:
        return lines
    if isinstance(value, list) and value and all(isinstance(part, str | int) and not isinstance(part, bool) for part in value):
        parts = [str(part) if name in _WITH_REFS else request_line(str(part)) for part in value]
        joined = ", ".join(parts)
        # Long texts and texts with commas get one line each.
        if len(value) == 1 or (len(joined) <= _MOST_JOINED and joined.count(",") == len(value) - 1):
            return [f"{name}: {joined}"]
        return [f"{name}:", *(f"- {part}" for part in parts)]
    if name == "value" and isinstance(value, str) and value != value.strip():
        # Blanks at an end do not show otherwise.
        return [f"value: {as_json(readable(value))}"]
    return _several(f"{one_line(name)}: ", value if name in _WITH_REFS else readable_value(value))


def _several(head: str, text: str) -> list[str]:
    """Return ``head`` and ``text``. Lines of a multi-line text follow, each after a bar, so that none passes for the tool's own."""
    if not isinstance(text, str) or "\n" not in text:
        return [f"{head}{_plain(text)}"]
    return [head.rstrip(), *(f"| {line}" for line in text.split("\n"))]


def readable_value(value: object) -> str:
    """Return a value that a page may have written, made readable."""
    return readable(value) if isinstance(value, str) else as_json(readable_parts(value))


def request_line(note: str) -> str:
    """Return a one-line note with the URLs in it escaped as URLs."""
    return one_line(" ".join(address(word) if "://" in word else word for word in note.split(" ")))


def remedy_text(remedy: Mapping[str, Any]) -> str:
    """Return a remedy as the call or the command to run, with its hint."""
    if "action" in remedy:
        call = as_json(readable_parts({key: value for key, value in remedy.items() if key != "hint"}))
    elif "command" in remedy:
        call = str(remedy["command"])
    else:
        return f"{remedy['hint']}." if set(remedy) == {"hint"} else as_json(remedy)
    return call + (f" ({remedy['hint']})" if remedy.get("hint") else "")


def _plain(value: object) -> str:
    return value if isinstance(value, str) else as_json(value)


def as_json(value: object) -> str:
    """Return the value as JSON, with its characters as they are."""
    return json.dumps(value, ensure_ascii=False)
