"""Where the last statement of a script begins, if it may be an expression whose value counts.

A scan that knows strings, templates, comments, regular expressions and brackets. It may be wrong about a script: where it is, what
is made of the script does not compile, and the script runs as it was given.
"""

import re
from typing import Final

_CLOSED_BY: Final = {"(": ")", "[": "]", "{": "}"}
_BEFORE_REGEX: Final = frozenset("(,=:[!&|?{};+-*%<>~^")
_STRING: Final = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)
_REGEX: Final = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_FIRST_WORD: Final = re.compile(r"\s*([A-Za-z_$][\w$]*)")
_OPEN_ENDED: Final = frozenset({"if", "for", "while", "do", "else", "with", "switch", "try", "catch", "finally", "case", "default"})
"""A line that begins so may go on in the next one, although both would do as statements."""

_LONGEST: Final = 100_000
"""A longer script is not scanned."""


def last_statement(script: str) -> int | None:
    """The offset of the last statement; None where that cannot be said."""
    if len(script) > _LONGEST:
        return None
    ends = _ends(script)
    if ends is None:
        return None
    starts = [0, *ends]
    for index in range(len(starts) - 1, 0, -1):
        end, before = starts[index], script[starts[index - 1] : starts[index]]
        rest = _COMMENT.sub("", script[end:]).strip()
        if rest.strip(";") and (script[end - 1] == ";" or _ends_there(before, rest)):
            return end
    return 0


def _ends_there(line: str, rest: str) -> bool:
    """Whether a statement has to end with ``line`` because what follows cannot go on with it."""
    first = _FIRST_WORD.match(line)
    bare = _COMMENT.sub("", line).rstrip()
    if not bare or (first is not None and first[1] in _OPEN_ENDED):
        return False
    return (bare[-1].isalnum() or bare[-1] in "_$'\"`)]}") and (rest[0].isalnum() or rest[0] in "_$'\"")


def _ends(script: str) -> list[int] | None:
    """The offsets behind each semicolon and line end outside of all brackets; None where brackets or quotes do not match."""
    ends: list[int] = []
    expected: list[str] = []
    at, last = 0, ""
    while at < len(script):
        sign = script[at]
        if expected and expected[-1] == "`":
            # Inside of a template, whose substitutions are code again.
            if sign == "\\":
                at += 2
            elif sign == "`":
                expected.pop()
                at, last = at + 1, "`"
            elif script.startswith("${", at):
                expected.append("}")
                at, last = at + 2, "{"
            else:
                at += 1
            continue
        skipped = _skipped(script, at, last)
        if skipped is None:
            return None
        if skipped > at:
            if not script.startswith(("//", "/*"), at):
                last = script[skipped - 1]
            at = skipped
            continue
        if sign == "`":
            expected.append("`")
        elif sign in _CLOSED_BY:
            expected.append(_CLOSED_BY[sign])
        elif sign in ")]}":
            if not expected or expected.pop() != sign:
                return None
        elif sign in ";\n" and not expected:
            ends.append(at + 1)
        if not sign.isspace():
            last = sign
        at += 1
    return None if expected else ends


def _skipped(script: str, at: int, last: str) -> int | None:
    """The offset behind the string, the comment or the regular expression that begins at ``at``; None for one that does not end."""
    sign = script[at]
    if sign in "'\"":
        match = _STRING.match(script, at)
        return match.end() if match else None
    if sign != "/":
        return at
    if script.startswith(("//", "/*"), at):
        match = _COMMENT.match(script, at)
        return match.end() if match else None
    if not last or last in _BEFORE_REGEX:
        match = _REGEX.match(script, at)
        return match.end() if match else None
    return at
