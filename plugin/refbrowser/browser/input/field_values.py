"""The values of form fields as text: what each type takes, and when two writings are one value."""

import re
from typing import Final

_NUMBER: Final = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
_DAY: Final = r"\d{4,6}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
_TIME: Final = r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?"
_MOMENT: Final = re.compile(f"({_DAY}[T ])?{_TIME}")
FORMATS: Final = {
    "date": (re.compile(_DAY), "YYYY-MM-DD"),
    "time": (re.compile(_TIME), "HH:MM"),
    "month": (re.compile(r"\d{4,6}-(0[1-9]|1[0-2])"), "YYYY-MM"),
    "week": (re.compile(r"\d{4,6}-W(0[1-9]|[1-4]\d|5[0-3])"), "YYYY-Www"),
    "datetime-local": (re.compile(f"{_DAY}[T ]{_TIME}"), "YYYY-MM-DDTHH:MM"),
    "color": (re.compile(r"#[0-9a-fA-F]{6}"), "#rrggbb"),
    "range": (_NUMBER, "a number"),
    "number": (_NUMBER, "a number"),
}
"""What the input types of the HTML standard take that are not free text."""


_DRAWN_WHOLE: Final = 1_000
"""Characters of a text that any editor draws whole."""

_AS_TYPED: Final = str.maketrans({"\xa0": " ", "\u200b": None, "\u2060": None, "\ufeff": None})


def same_value(held: str, wanted: str) -> bool:
    """Whether both are one date, time or number, of a field whose type is that."""
    if _NUMBER.fullmatch(held) and _NUMBER.fullmatch(wanted):
        return float(held) == float(wanted)
    return held == wanted or same_moment(held, wanted)


def same_moment(held: str, wanted: str) -> bool:
    """Whether both are one time: a field leaves out seconds that are zero, and puts a T between the day and the time."""
    return _MOMENT.fullmatch(wanted) is not None and held == re.sub(r"(:\d\d):00(\.0+)?$", r"\1", wanted.replace(" ", "T"))


def letters_of(text: str) -> str:
    """Its letters and digits, without what a format puts between them, in one case."""
    return "".join(filter(str.isalnum, text)).casefold()


def alike(held: str, typed: str) -> bool:
    """Whether one text is the other, as editors write it: with spaces that do not break, and fillers where the caret needs one."""
    return _lines(held) == _lines(typed)


def is_drawn_end(held: str, typed: str) -> bool:
    """Whether ``held`` is the last part of a long text: editors such as CodeMirror draw only the lines in sight."""
    lines, whole = _lines(held).strip("\n"), _lines(typed)
    return len(whole) > max(_DRAWN_WHOLE, len(lines)) and "\n" in lines and whole.endswith(lines)


def _lines(text: str) -> str:
    return text.translate(_AS_TYPED).replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
