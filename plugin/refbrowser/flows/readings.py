"""Outputs, read from what a step returned: by the label before a value, the columns of a table, the entries of a list."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from refbrowser.flows.model import OutputType, Reading

_REF: Final = re.compile(r"\[[^\[\]\n]*?[^\W\d][^\[\]\n]* \d+\] ?")
_FENCE: Final = re.compile(r"^</?page [^>\n]*>$")
_RULE: Final = re.compile(r"^-(?:\|-)*$")
_HEADING: Final = re.compile(r"^(#{1,6}) (.*)$")
_ENTRY: Final = re.compile(r"^\s*(?:[-*]|\d+\.) +(.*)$")
_CELL: Final = re.compile(r"(?<!\\)\|")
_NUMBER: Final = re.compile(r"[-−+]?\d[\d.,'\u00a0\u202f ]*")


class Unread(Exception):
    """The answer does not say the output, or not which of several it is; the message says which."""


def read_output(reading: Reading, kind: OutputType, answer: Any) -> Any:
    """Return the output of that type. Raises :class:`Unread`."""
    if reading.value is not None:
        return _typed(_value(answer), kind)
    lines = _under(answer_lines(answer), reading.under)
    if reading.table is not None:
        return list(_rows(lines, reading.table))
    if reading.items is not None:
        return [match[1].strip() for line in lines if (match := _ENTRY.match(line))]
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


def answer_lines(answer: Any) -> list[str]:
    """Return the lines of a reading or of what was found. Raises :class:`Unread` for an answer that is cut."""
    if isinstance(answer, Mapping):
        if isinstance(matches := answer.get("matches"), Sequence):
            return [_REF.sub("", str(match.get("text", ""))) for match in matches if isinstance(match, Mapping)]
        answer = _value(answer)
    return page_lines(answer) if isinstance(answer, str) else [str(answer)]


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


def _after(lines: Sequence[str], label: str) -> str:
    values = list(dict.fromkeys(_values_after(lines, _plain(label))))
    if not values:
        raise Unread(f"the page has no “{label}”")
    if len(values) > 1:
        raise Unread(f"“{label}” stands {len(values)} times with different values: {', '.join(values[:3])}")
    return values[0]


def _values_after(lines: Sequence[str], label: str) -> Iterator[str]:
    for index, line in enumerate(lines):
        if _plain(line).startswith(label) and not _goes_on(_plain(line)[len(label) :]):
            rest = (
                " ".join(line.split()).lstrip("#*- ")[len(label) :]
                if line.lstrip()[:1] in "#*-"
                else " ".join(line.split())[len(label) :]
            )
            value = rest.strip(" :|") or next((after.strip(" :|") for after in lines[index + 1 : index + 3] if after.strip()), "")
            if value:
                yield value


def _goes_on(rest: str) -> bool:
    """Whether the label is the beginning of a longer word."""
    return rest[:1].isalnum()


def _rows(lines: Sequence[str], columns: Sequence[str]) -> Iterator[dict[str, str]]:
    tables = [index for index, line in enumerate(lines) if _RULE.match(line) and index]
    wanted = [_plain(column) for column in columns]
    found = [index for index in tables if set(wanted) <= set(map(_plain, _cells(lines[index - 1])))]
    if len(found) != 1:
        which = f"with the columns {', '.join(columns)}" if columns else ""
        raise Unread(f"the page has {'no table' if not found else f'{len(found)} tables'} {which}".rstrip())
    names = _cells(lines[found[0] - 1])
    shown = {_plain(name): given for name, given in zip(map(str, columns), columns, strict=True)}
    for line in lines[found[0] + 1 :]:
        cells = _cells(line)
        if not line.strip() or len(cells) != len(names):
            return
        row = {shown.get(_plain(name), name): cell for name, cell in zip(names, cells, strict=True)}
        yield {name: row[name] for name in columns} if columns else row


def _cells(line: str) -> list[str]:
    return [cell.replace("\\|", "|").strip() for cell in _CELL.split(line)]


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
    if len(numbers) != 1:
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
