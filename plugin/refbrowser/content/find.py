"""Search a capture for lines, and report the headings above them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import re2

from refbrowser.content.marks import Group
from refbrowser.errors import CallError

LINE_LIMIT: Final = 300

_HEADING: Final = re.compile(r"^\s*(?:- )?(#{1,6}) (.*)$")
_REF: Final = re.compile(r"\[((?:[a-z]+ )+)(\d+)\]")


_LITERAL: Final = re.compile(r"/(.+)/([dgimsuvy]*)", re.DOTALL)
"""A regular expression literal of JavaScript."""


class Pattern(Protocol):
    """A compiled regular expression."""

    @property
    def pattern(self) -> str:
        """Its source."""
        ...

    def search(self, text: str) -> Any: ...


def readings(regex: str) -> list[Pattern]:
    """Return the possible meanings of ``regex``, most likely first: ``/price/i`` is ``price``; ``/docs/`` is a path, or ``docs``.

    Matching ignores case. The syntax is RE2's: without backreferences and lookaround, its time is linear in the text for every
    pattern. Raises :class:`CallError` (``invalid_arguments``).
    """
    literal = _LITERAL.fullmatch(regex.strip())
    sources = [regex]
    if literal is not None:
        sources = [literal[1]] if literal[2] else [regex, literal[1]]
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    try:
        return [re2.compile(source, options) for source in sources]
    except re2.error as wrong:
        reason = wrong.args[0].decode(errors="replace") if wrong.args and isinstance(wrong.args[0], bytes) else str(wrong)
        raise CallError(
            f"The regex {regex!r} is not valid: {reason}. The syntax is RE2's, without backreferences and lookaround.",
            details={"regex": regex},
        ) from None


@dataclass(frozen=True, slots=True)
class Match:
    """One matching line: its number in the capture, its text, and the headings above it, outermost first."""

    line: int
    text: str
    headings: tuple[str, ...]


def find(
    lines: Sequence[str], pattern: Pattern, kinds: Sequence[str], limit: int, groups: Sequence[Group] = ()
) -> tuple[list[Match], int]:
    """Return the first ``limit`` matches and the total count. With ``kinds``, only lines with a ref of one of these kinds match.

    The names of the ``groups`` that a line is in stand among its headings; headings of other groups do not.
    """
    matches: list[Match] = []
    count = 0
    path: list[tuple[int, int, str]] = []
    for index, line in enumerate(lines):
        if heading := _HEADING.match(line):
            level = len(heading[1])
            path = [entry for entry in path if entry[1] < level]
            path.append((index, level, _REF.sub("", heading[2]).strip()))
        if not pattern.search(line) or (kinds and not _holds(line, kinds)):
            continue
        count += 1
        if len(matches) < limit:
            above = path[:-1] if heading else path
            headings = (
                _with_groups([(at, text) for at, _, text in above], groups, index) if groups else [text for *_, text in above]
            )
            matches.append(Match(index, _around(line, pattern), tuple(headings)))
    return matches, count


def _with_groups(above: Sequence[tuple[int, str]], groups: Sequence[Group], index: int) -> list[str]:
    """Return the headings above a line and the names of the groups around it, in their order on the page."""
    around = [group for group in groups if group.start < index <= group.last]
    others = [group for group in groups if not group.start <= index <= group.last]
    own = [(at, text) for at, text in above if not any(group.start <= at <= group.last for group in others)]
    return [text for _, text in sorted([*own, *((group.start, group.name) for group in around)], key=lambda entry: entry[0])]


def _holds(line: str, kinds: Sequence[str]) -> bool:
    return any(f" {kind} " in f" {match[1]}" for match in _REF.finditer(line) for kind in kinds)


def _around(line: str, pattern: Pattern) -> str:
    """Return the line, or the part of a long line around its first match."""
    text = line.strip()
    match = pattern.search(text)
    if len(text) <= LINE_LIMIT or match is None:
        return text[:LINE_LIMIT]
    begin = max(0, match.start() - LINE_LIMIT // 2)
    return ("…" if begin else "") + text[begin : begin + LINE_LIMIT] + "…"
