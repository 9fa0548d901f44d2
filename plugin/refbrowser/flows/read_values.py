"""Values that a session read on a page and entered later, such as a code: a flow of it reads them anew in each run."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from refbrowser.flows.model import Reading
from refbrowser.flows.readings import Unread, answer_lines, read_output
from refbrowser.journal.summary import Entry

READERS: Final = frozenset({"content", "find", "read"})
_SHORTEST: Final = 3
"""Of a value that is looked for: shorter ones stand on a page by chance."""

_LONGEST: Final = 200

_MOST_LINES: Final = 20
"""Of a reading, with the value at their end, that are looked at for its label."""


@dataclass(frozen=True, slots=True)
class ReadValue:
    """A value as it was read, and the ``label`` that stands before it."""

    label: str
    value: str


def read_and_entered(calls: Sequence[Entry], is_given: Callable[[str], bool]) -> dict[int, list[ReadValue]]:
    """Return, by the number of the reading, the values that were read there after a label and entered later.

    A value has a figure in it: words that were typed and stand on the page too are an input. So are those that ``is_given``.
    """
    found: dict[int, list[ReadValue]] = {}
    readings: list[Entry] = []
    for entry in calls:
        if entry["action"] in READERS and entry["ok"]:
            readings.append(entry)
            continue
        for value in _entered(entry):
            if not any(each.value == value for values in found.values() for each in values) and not is_given(value):
                for reading in reversed(readings):
                    if (label := _label(reading.get("result"), value)) is not None:
                        found.setdefault(reading["n"], []).append(ReadValue(label, value))
                        break
    return found


def _entered(entry: Entry) -> Iterator[str]:
    given = entry.get("arguments") or {}
    fields = given.get("fields")
    for part in (given, *(field for field in (fields if isinstance(fields, list) else ()) if isinstance(field, Mapping))):
        for name in ("text", "value"):
            value = part.get(name)
            if isinstance(value, str) and _SHORTEST <= len(value) <= _LONGEST and any(each.isdigit() for each in value):
                yield value


def _label(answer: Any, value: str) -> str | None:
    """Return the words before the value on its line or, where it has a line of its own, those of the line before."""
    try:
        lines = [" ".join(line.split()) for line in answer_lines(answer)]
    except Unread:
        return None
    before, lines_left = "", _MOST_LINES
    for line in lines:
        if lines_left and line.endswith(value):
            lines_left -= 1
            label = before if line == value else line[: -len(value)]
            if (line == value or not label[-1:].isalnum()) and _reads(answer, label := label.strip(" :|#*-"), value):
                return label
        before = line or before
    return None


def _reads(answer: Any, label: str, value: str) -> bool:
    try:
        return bool(label) and len(label) <= _LONGEST and read_output(Reading(after=label), "string", answer) == value
    except Unread:
        return False
