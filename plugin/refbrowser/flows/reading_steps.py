"""What the readings of a session become: outputs, by a label, a table or as a text, and pages that are read one after the other."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from refbrowser.flows.model import Reading
from refbrowser.flows.proposing import identifier
from refbrowser.flows.readings import RULE, Unread, cells_of, page_lines, read_output
from refbrowser.journal.summary import Entry

MOST_PAGES: Final = 100
ON_THE_WAY: Final = "on the way"
"""Marks, while a flow is made, a step that reads a page on which something was pressed afterwards."""

_NEXT: Final = re.compile(r"\b(?:next|more|older|weiter|nächste|mehr|suivant|siguiente|volgende|avanti)\b|^[›»→>]+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """A reading as a step: its arguments, and how its outputs are read."""

    arguments: dict[str, Any]
    read: dict[str, dict[str, Any]]


def reading_of(entry: Entry, outputs: dict[str, dict[str, Any]], *, is_last: bool) -> Found | None:
    """Return the reading as a step, and declare its output; None where nothing of it is an output.

    A table is read wherever it stands, since pages of one follow each other; other texts where nothing was done after.
    """
    arguments = {
        name: value for name, value in (entry.get("arguments") or {}).items() if name in ("mode", "text", "limit", "url", "scroll")
    }
    result = entry.get("result")
    if entry["action"] == "find":
        return _of_find(arguments, result, outputs) if is_last else None
    if (columns := only_table(result)) is not None:
        same_table = next((name for name, kind in outputs.items() if kind.get("columns") == columns), None)
        name = same_table or identifier("rows", outputs)
        outputs[name] = {"type": "table", "columns": columns}
        return Found(arguments, {name: {"table": columns}})
    if not is_last:
        return None
    name = identifier("page", outputs)
    outputs[name] = {"type": "string"}
    return Found(arguments, {name: {"text": True}})


def only_table(answer: Any) -> list[str] | None:
    """Return the columns of the page's table; None where it has none, or several."""
    text = answer if isinstance(answer, str) else str(answer.get("markdown", "")) if isinstance(answer, Mapping) else ""
    try:
        lines = page_lines(text)
    except Unread:
        lines = text.splitlines()
    tables = [lines[index - 1] for index, line in enumerate(lines) if index and RULE.fullmatch(line)]
    return [column for column in cells_of(tables[0]) if column] if len(tables) == 1 else None


def _of_find(arguments: dict[str, Any], result: Any, outputs: dict[str, dict[str, Any]]) -> Found | None:
    label = arguments.get("text")
    if not isinstance(label, str) or not isinstance(result, Mapping) or not result.get("matches"):
        return None
    name = identifier(label, outputs)
    found = value_after(label, result)
    if found is None:
        outputs[name] = {"type": "string"}
        return Found(arguments, {name: {"text": True}})
    reading, value = found
    outputs[name] = {"type": _type_of(value)}
    return Found(arguments, {name: reading})


def value_after(label: str, answer: Any) -> tuple[dict[str, Any], str] | None:
    """Return how the value after the label is read of what ``find`` found, and the value; None where it is not certain.

    The heading above it is a part of that, unless it is the only one: the page's own.
    """
    try:
        value = str(read_output(Reading(after=label), "string", answer))
    except Unread:
        return None
    reading = {"after": label}
    paths = {str(match.get("under") or "") for match in answer["matches"] if isinstance(match, Mapping)}
    if len(paths) == 1 and " > " in (path := paths.pop()):
        under = {**reading, "under": path.rpartition(" > ")[2]}
        with suppress(Unread, ValueError):
            read_output(Reading.model_validate(under), "string", answer)
            reading = under
    return reading, value


_AMOUNT: Final = re.compile(r"\W*\d[\d.,'\u00a0\u202f ]*\W*(?:[A-Z]{3})?\W*")
"""A number alone, or with a currency: what has other words, such as a date, is a text."""


def _type_of(text: str) -> str:
    if not _AMOUNT.fullmatch(text):
        return "string"
    try:
        read_output(Reading(value=True), "number", text)
    except Unread:
        return "string"
    return "number"


def folded(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the steps with pages that were read one after the other as one ``repeat``."""
    for start, step in enumerate(steps):
        if "read" not in step:
            continue
        end = start
        while end + 2 < len(steps) and _is_next(steps[end + 1], steps[start + 1]) and _alike(steps[end + 2], step):
            end += 2
        if end == start or (end == start + 2 and not _NEXT.search(str(steps[start + 1]["target"].get("name", "")))):
            continue
        press = steps[start + 1]
        step = {name: value for name, value in step.items() if name != ON_THE_WAY}
        repeat = {
            "steps": [step],
            "next": _plain(press["target"]),
            "most": MOST_PAGES,
            **({"tab": press["tab"]} if "tab" in press else {}),
        }
        return [*steps[:start], {"repeat": repeat}, *folded(steps[end + 1 :])]
    return steps


def _is_next(step: Mapping[str, Any], first: Mapping[str, Any]) -> bool:
    return step["action"] == first["action"] == "click" and _called(step) == _called(first) != (None, None)


def _called(step: Mapping[str, Any]) -> tuple[Any, Any]:
    target = step.get("target") or {}
    return target.get("kind"), target.get("name")


def _alike(step: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(step.get(key) == other.get(key) for key in ("action", "with", "read", "tab"))


def _plain(target: Mapping[str, Any]) -> dict[str, Any]:
    """What the presses of all pages share: their links lead elsewhere, and what stands around them is another page's."""
    return {name: target[name] for name in ("kind", "name", "form", "frame") if name in target}
