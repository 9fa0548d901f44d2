"""Lines that hold each other: each carries a hash of itself and of the line before, so that a changed or missing line is found."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

FIRST: Final = "0" * 64
"""What the first line has for its predecessor's hash."""

_PREFIX: Final = b'{"chain":"'
_DIGITS: Final = 64
_AFTER_DIGITS: Final = b'",'
_BODY_FROM: Final = len(_PREFIX) + _DIGITS + len(_AFTER_DIGITS)


def sealed(entry: Mapping[str, Any], previous: str) -> tuple[bytes, str]:
    """Return ``entry`` as a line of JSON, newline included, and the line's hash. ``previous`` is the hash of the previous line."""
    body = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()[1:]
    digest = _hash(previous, body)
    return _PREFIX + digest.encode() + b'",' + body + b"\n", digest


@dataclass(frozen=True, slots=True)
class Broken:
    """The first line that is not as it was written: its number in the file, from 1, and what is wrong with it."""

    line: int
    why: str


def verified(lines: Iterable[bytes]) -> tuple[list[dict[str, Any]], Broken | None, bool]:
    """The entries up to the first line that is wrong; which that is; and whether the last line was cut off while it was written.

    ``lines`` keep their line ends. A last line without one is what a process that was killed leaves.
    """
    entries: list[dict[str, Any]] = []
    previous = FIRST
    for number, line in enumerate(lines, start=1):
        if not _has_form(line):
            return entries, Broken(number, "it is not a line of a journal"), False
        if not line.endswith(b"\n") and not _is_whole(line):
            return entries, None, True
        body = line[_BODY_FROM:].removesuffix(b"\n")
        digest = line[len(_PREFIX) : len(_PREFIX) + _DIGITS].decode(errors="replace")
        if digest != _hash(previous, body):
            return entries, Broken(number, "it was changed, or a line before it is missing"), False
        if not line.endswith(b"\n"):
            return entries, None, True
        entries.append(json.loads(b"{" + body))
        previous = digest
    return entries, None, False


def _has_form(line: bytes) -> bool:
    """Whether the line begins as a line of a journal does, as far as it goes."""
    digits = line[len(_PREFIX) : len(_PREFIX) + _DIGITS].removesuffix(b"\n")
    after = line[len(_PREFIX) + _DIGITS : _BODY_FROM]
    return (
        _PREFIX.startswith(line[: len(_PREFIX)])
        and all(digit in b"0123456789abcdef" for digit in digits)
        and _AFTER_DIGITS.startswith(after)
        and (len(line) > _BODY_FROM or not line.endswith(b"\n"))
    )


def _is_whole(line: bytes) -> bool:
    """Whether only the line's end is missing."""
    try:
        json.loads(b"{" + line[_BODY_FROM:])
    except ValueError:
        return False
    return len(line) > _BODY_FROM


def _hash(previous: str, body: bytes) -> str:
    return hashlib.sha256(previous.encode() + body).hexdigest()
