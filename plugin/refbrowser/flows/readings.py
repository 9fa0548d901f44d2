"""Outputs, read from what a step returned: by the label before a value, the columns of a table, the entries of a list."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from refbrowser.content.find import LINE_LIMIT
from refbrowser.flows.model import OutputType, Reading

_REF: Final = re.compile(r"\[[^\[\]\n]*?[^\W\d][^\[\]\n]* \d+\] ?")
_FENCE: Final = re.compile(r"^</?page [^>\n]*>$")
RULE: Final = re.compile(r"-(?:\|-)+|\|-\|")
"""The line between a table's columns and its rows."""

_HEADING: Final = re.compile(r"^(#{1,6}) (.*)$")
_ENTRY: Final = re.compile(r"^\s*(?:[-*]|\d+\.) +(.*)$")
_CELL: Final = re.compile(r"(?<!\\)\|")
_NUMBER: Final = re.compile(r"[-−+]?\d[\d.,'\u00a0\u202f ]*")
_BEFORE_NUMBER: Final = re.compile(r"[\W_]*+(?:[A-Z]{1,3}\b|kr\b|Rs\b|Kč|zł|Ft\b|lei\b)?+[\W_]*+")
"""What may stand before an amount: signs and a currency. Other words say what is counted, and that may be something else."""

_SEPARATOR: Final = ":|="
_LONGER_LABEL: Final = re.compile(r"(?=[^:|]*[^\W\d_])[^:|]*+(?::(?=\s|$)|(?<!\\)\|)")
"""Words up to a separator: the label of the line is longer than the one that is looked for."""

_ATTRIBUTE: Final = re.compile(r'([a-z]+)="((?:[^"\\]|\\.)*)"')
_FIELD: Final = re.compile(rf"(?:(?:{_ATTRIBUTE.pattern}|multiple|↗)\s*)+")


class Unread(Exception):
    """The answer does not say the output, or not which of several it is; the message says which."""


def read_output(reading: Reading, kind: OutputType, answer: Any) -> Any:
    """Return the output of that type. Raises :class:`Unread`."""
    if reading.value is not None:
        return _typed(_value(answer), kind)
    lines = answer_lines(answer, reading.under)
    if reading.table is not None:
        return list(_rows(lines, reading.table))
    if reading.items is not None:
        return list(_entries(lines))
    if reading.after is not None:
        return _typed(_after(lines, reading.after), kind)
    return _typed("\n".join(lines).strip(), kind)


def _value(answer: Any) -> Any:
    if isinstance(answer, Mapping):
        return next((answer[name] for name in ("result", "value", "text", "markdown") if name in answer), answer)
    return answer


def page_lines(text: str) -> list[str]:
    """Return the page's lines of an answer without refs. Raises :class:`Unread` for an answer that is cut."""
    lines = text.splitlines()
    fences = [index for index, line in enumerate(lines) if _FENCE.match(line)]
    if len(fences) >= 2:
        outside = [*lines[fences[-1] + 1 :], *(lines[fences[1] + 1 : fences[2]] if len(fences) > 2 else ())]
        if any(line.startswith("Cut at line") or "left out" in line for line in outside):
            raise Unread("the page is longer than what is read of it at once")
        lines = lines[fences[0] + 1 : fences[1]]
    return [_REF.sub("", line) for line in lines]


def answer_lines(answer: Any, under: str | None = None) -> list[str]:
    """Return the lines of a reading or of what was found; with ``under``, those below that heading. Raises :class:`Unread` for an
    answer that is cut."""
    if isinstance(answer, Mapping):
        if isinstance(matches := answer.get("matches"), Sequence):
            return _found_lines(answer, [match for match in matches if isinstance(match, Mapping)], under)
        answer = _value(answer)
    return _under(page_lines(answer) if isinstance(answer, str) else [str(answer)], under)


def _found_lines(answer: Mapping[str, Any], matches: Sequence[Mapping[str, Any]], under: str | None) -> list[str]:
    if left_out := answer.get("left_out"):
        raise Unread(f"{left_out} more lines were found than the answer has")
    if under is not None:
        matches = [match for match in matches if _plain(under) in map(_plain, str(match.get("under", "")).split(" > "))]
    lines = [str(match.get("text", "")) for match in matches]
    if any(len(line) >= LINE_LIMIT for line in lines):
        raise Unread(f"a line has more than {LINE_LIMIT} characters, of which find returns a part: read it with content")
    return [_REF.sub("", line) for line in lines]


def _under(lines: list[str], heading: str | None) -> list[str]:
    if heading is None:
        return lines
    found = [
        (index, len(match[1]))
        for index, line in enumerate(lines)
        if (match := _HEADING.match(line)) and _plain(match[2]) == _plain(heading)
    ]
    if len(found) != 1:
        raise Unread(f"the page has {'no heading' if not found else f'{len(found)} headings'} “{heading}”")
    first, level = found[0]
    rest = lines[first + 1 :]
    end = next((index for index, line in enumerate(rest) if (match := _HEADING.match(line)) and len(match[1]) <= level), len(rest))
    return rest[:end]


def _entries(lines: Sequence[str]) -> Iterator[str]:
    ended = begun = False
    for line in lines:
        if match := _ENTRY.match(line):
            if ended:
                raise Unread("the page has several lists: say under which heading")
            begun = True
            yield match[1].strip()
        elif line.strip() and not line[0].isspace():
            ended = begun


def _after(lines: Sequence[str], label: str) -> str:
    values = list(dict.fromkeys(_values_after(lines, _plain(label))))
    # A line of dots or dashes stands in for what has not arrived.
    values = [value for value in values if any(map(str.isalnum, value))]
    if not values:
        raise Unread(f"the page has no “{label}”")
    if len(values) > 1:
        raise Unread(f"“{label}” stands {len(values)} times with different values: {', '.join(values[:3])}")
    return values[0]


def _values_after(lines: Sequence[str], label: str) -> Iterator[str]:
    for index, line in enumerate(lines):
        words = " ".join(line.split())
        words = words.lstrip("#*- ") if words[:1] in ("#", "*", "-") else words
        if not _plain(words).startswith(label) or _goes_on(rest := words[len(label) :]):
            continue
        if label[-1] not in _SEPARATOR and not _is_separated(rest) and _LONGER_LABEL.match(rest):
            continue
        value = _entered(rest.strip(" :|=")) if rest.strip(" :|=") else _next_line(lines[index + 1 : index + 4])
        if value:
            yield value


def _is_separated(rest: str) -> bool:
    return rest.lstrip()[:1] in tuple(_SEPARATOR)


def _entered(text: str) -> str:
    """The value of a field, which is written after its name with other attributes; else the text itself."""
    if _FIELD.fullmatch(text) is None:
        return text
    return {match[1]: match[2] for match in _ATTRIBUTE.finditer(text)}.get("value", "")


def _next_line(lines: Sequence[str]) -> str:
    """The value that has a line of its own after its label, or "" where that line is a label or a heading itself."""
    rest = [" ".join(line.split()) for line in lines if line.strip()]
    if not rest or _HEADING.match(rest[0]) or RULE.fullmatch(rest[0]):
        return ""
    if rest[0][0] != ":" and (_LONGER_LABEL.match(rest[0]) or (len(rest) > 1 and rest[1][0] == ":")):
        return ""
    return rest[0].strip(" :|")


def _goes_on(rest: str) -> bool:
    """Whether the label is the beginning of a longer word."""
    return rest[:1].isalnum()


def _rows(lines: Sequence[str], columns: Sequence[str]) -> Iterator[dict[str, str]]:
    tables = [index for index, line in enumerate(lines) if index and RULE.fullmatch(line.strip())]
    wanted = [_plain(column) for column in columns]
    found = [index for index in tables if set(wanted) <= set(map(_plain, cells_of(lines[index - 1])))]
    if len(found) != 1:
        which = f"with the columns {', '.join(columns)}" if columns else ""
        raise Unread(f"the page has {'no table' if not found else f'{len(found)} tables'} {which}".rstrip())
    names = cells_of(lines[found[0] - 1])
    if len(set(map(_plain, names))) < len(names):
        raise Unread(f"two columns of the table are called alike: {', '.join(names)}")
    shown = {_plain(name): given for name, given in zip(map(str, columns), columns, strict=True)}
    for line in lines[found[0] + 1 :]:
        if _CELL.search(line) is None:
            return
        cells = cells_of(line)
        if len(cells) != len(names):
            raise Unread(f"the row “{line[:80]}” has {len(cells)} cells, and the table {len(names)} columns")
        row = {shown.get(_plain(name), name): cell for name, cell in zip(names, cells, strict=True)}
        yield {name: row[name] for name in columns} if columns else row


def cells_of(line: str) -> list[str]:
    """Return the cells of a table's row; a pipe at an end of the line separates nothing."""
    parts = _CELL.split(line.strip())
    parts = parts[1:] if len(parts) > 1 and not parts[0] else parts
    parts = parts[:-1] if len(parts) > 1 and not parts[-1] else parts
    return [cell.replace("\\|", "|").strip() for cell in parts]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).lstrip("#*- ")


def _typed(value: Any, kind: OutputType) -> Any:
    if kind in ("json", "table", "list"):
        return value
    text = value if isinstance(value, str) else "" if value is None else str(value)
    if kind in ("number", "integer"):
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value
        return _number(text, kind)
    if kind == "boolean":
        if isinstance(value, bool) or text.strip().lower() in ("true", "false"):
            return value if isinstance(value, bool) else text.strip().lower() == "true"
        raise Unread(f"{text[:80]!r} is neither true nor false")
    return text if isinstance(value, str | int | float) else str(value)


def _number(text: str, kind: OutputType) -> int | float:
    numbers = _NUMBER.findall(text)
    if len(numbers) != 1 or _BEFORE_NUMBER.fullmatch(text.partition(numbers[0])[0]) is None:
        raise Unread(f"{text[:80]!r} is no number")
    plain = re.sub(r"['\u00a0\u202f ]", "", numbers[0]).replace("−", "-")
    decimal = max(plain.rfind("."), plain.rfind(","))
    both = "." in plain and "," in plain
    separator = plain[decimal] if decimal >= 0 else ""
    if separator and not both and (plain.count(separator) > 1 or len(plain) - decimal - 1 == 3):
        if plain.count(separator) == 1:
            raise Unread(f"{text[:80]!r} may be thousands or thousandths: read it as a string")
        whole, rest = re.sub(r"[.,]", "", plain), ""
    else:
        whole, rest = (re.sub(r"[.,]", "", plain[:decimal]), plain[decimal + 1 :]) if separator else (plain, "")
    if kind == "integer" and rest.strip("0"):
        raise Unread(f"{text[:80]!r} is no whole number")
    return float(f"{whole}.{rest}") if rest and kind == "number" else int(whole)
