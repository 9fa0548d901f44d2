"""Transcripts in the documentation: reading them, and comparing what an agent really reads with what they say."""

import json
import re
from dataclasses import dataclass
from typing import Any

from tests.docs.documents import LOCAL_SHOP, SHOP

ELLIPSIS = "…"
"""A line of nothing else stands for any number of lines."""

_UNSTABLE = (
    (re.compile(r"(?<=page )[0-9a-f]{6}(?=>)"), "FENCE"),
    (re.compile(r" · scrolled \d+ of \d+ px"), ""),
    (re.compile(r" · loading$", re.MULTILINE), ""),
    (re.compile(r"(?<=after_ms: )\d+"), "0"),
    (re.compile(r"200 GET https://shop\.example/static/[^\s;]+(; )?"), ""),
    (re.compile(r"^requests, nothing else observed: $", re.MULTILINE), "effect: none observed"),
    (re.compile(r"[^\s\"]*/(tab\d+)-\d{8}-\d{6}-[0-9a-f]{8}(-\d+\.jpg)"), r"\1\2"),
)
"""What differs from run to run (the fence, times, folders, pictures that a busy machine fetches late), between machines (how long a page is in its fonts), or by luck."""


@dataclass(frozen=True, slots=True)
class Step:
    """A call and what an agent reads in return."""

    call: dict[str, Any]
    answer: str


def steps(text: str) -> list[Step]:
    """The steps of one transcript block."""
    found: list[Step] = []
    for part in re.split(r"^> ", text, flags=re.MULTILINE)[1:]:
        call, _, answer = part.partition("\n")
        found.append(Step(json.loads(call), answer.strip("\n")))
    return found


def at(address: str, text: str) -> str:
    """``text`` with the shop's stand-in replaced by its present address."""
    return text.replace(SHOP, address).replace(LOCAL_SHOP, address)


def normalised(text: str, address: str) -> str:
    """``text`` without what is unstable, the shop under its stand-in."""
    text = text.replace(address, SHOP)
    for pattern, replacement in _UNSTABLE:
        text = pattern.sub(replacement, text)
    return text


def matches(expected: str, actual: str) -> bool:
    """Whether ``actual`` is what ``expected`` says, line by line."""
    pattern = ""
    for line in expected.splitlines():
        pattern += r"(?:.*\n)*?" if line.strip() == ELLIPSIS else re.escape(line) + r"\n"
    return re.fullmatch(pattern, actual + "\n") is not None
