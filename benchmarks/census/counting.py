"""Every page is read and pressed by both tools, and what each shows is compared with what is true of it."""

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.census.readers import CENSUS, FAILURES, Reader, readers
from benchmarks.census.shelves import Shelved, shelved
from benchmarks.census.site import CensusPage, served
from benchmarks.peers.peer import words

PRESSES: Final = 8
"""Refs of a page that are pressed, evenly spread over those that the tool shows."""

MOST_AT_ONCE: Final = 100
"""Refs whose elements are asked for at the same time."""

_BEHIND_WORDS: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))


@dataclass(slots=True)
class Share:
    """How many of how many."""

    found: int = 0
    present: int = 0

    def add(self, other: "Share") -> None:
        self.found += other.found
        self.present += other.present

    @property
    def percent(self) -> float | None:
        """None where there was nothing to find."""
        return 100 * self.found / self.present if self.present else None


@dataclass(slots=True)
class Count:
    """What one tool showed of one page, or of several."""

    words: Share = field(default_factory=Share)
    known: Share = field(default_factory=Share)
    listeners: Share = field(default_factory=Share)
    presses: Share = field(default_factory=Share)
    characters: int = 0
    missed: list[str] = field(default_factory=list)

    def add(self, other: "Count") -> None:
        self.words.add(other.words)
        self.known.add(other.known)
        self.listeners.add(other.listeners)
        self.presses.add(other.presses)
        self.characters += other.characters
        self.missed += other.missed


@dataclass(slots=True)
class Census:
    """One run: by page and tool; and the packages, and the pages that were left out with the reason."""

    shelves: list[Shelved]
    missing: dict[str, str]
    counts: dict[CensusPage, dict[str, Count]] = field(default_factory=dict)
    left_out: dict[CensusPage, str] = field(default_factory=dict)


class _Unreadable(Exception):
    """The page cannot be compared."""


async def take(executable: Path, only: str = "") -> Census:
    """The census of all pages, or of those whose address has ``only`` in it."""
    shelves, missing = await shelved()
    census = Census(shelves, missing)
    with TemporaryDirectory(prefix="refbrowser-census-", ignore_cleanup_errors=True) as folder, served(shelves) as pages:
        async with readers(executable, Path(folder)) as tools:
            for page in pages:
                if not re.search(only, page.url):
                    continue
                try:
                    census.counts[page] = {tool.name: await count_page(tool, page) for tool in tools}
                except (*FAILURES, _Unreadable) as failure:
                    census.left_out[page] = str(failure).partition("\n")[0]
                print(f"counted {page.package} {page.path}: {census.left_out.get(page, 'read')}", flush=True)
    return census


async def count_page(tool: Reader, page: CensusPage) -> Count:
    await tool.navigate(page.url)
    await tool.evaluate(f"{CENSUS}.rest()")
    content = await tool.content()
    truth: dict[str, Any] = await tool.evaluate(f"{CENSUS}.survey()")
    seen = words(truth["text"].translate(_BEHIND_WORDS))
    if not seen and not truth["controls"]:
        raise _Unreadable("it shows nothing")
    refs = tool.refs(content)
    numbers = await _numbers(tool, [ref for ref, pressed in refs.items() if pressed])
    if any(control["number"] not in numbers.values() for control in truth["controls"]):
        # The others are asked for only where they can add something: most are of paragraphs and the like.
        numbers |= await _numbers(tool, [ref for ref, pressed in refs.items() if not pressed])
    reached = set(numbers.values())
    count = Count(_shared(words(content.translate(_BEHIND_WORDS)), seen), characters=len(content))
    count.missed += [f"word {word}" for word in (seen - words(content.translate(_BEHIND_WORDS)))]
    for control in truth["controls"]:
        share = count.known if control["kind"] == "known" else count.listeners
        found = control["number"] in reached
        share.add(Share(found, 1))
        if not found:
            count.missed.append(f"{control['kind']} {control['what']}")
    for ref in _sample([ref for ref, pressed in refs.items() if pressed]):
        outcome, error = await _press(tool, ref, numbers[ref])
        if outcome != "impossible":
            count.presses.add(Share(outcome == "landed", 1))
        if outcome not in ("landed", "impossible"):
            count.missed.append(f"press {ref} {outcome} {error}")
    return count


async def _numbers(tool: Reader, refs: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for start in range(0, len(refs), MOST_AT_ONCE):
        some = refs[start : start + MOST_AT_ONCE]
        found |= zip(some, await asyncio.gather(*map(tool.number, some)), strict=True)
    return found


def _shared(shown: Counter[str], seen: Counter[str]) -> Share:
    return Share((shown & seen).total(), seen.total())


def _sample(refs: Sequence[str]) -> list[str]:
    return [*refs] if len(refs) <= PRESSES else [refs[len(refs) * index // PRESSES] for index in range(PRESSES)]


async def _press(tool: Reader, ref: str, number: int) -> tuple[str, str]:
    """What became of a press, in the words of ``truth.js``, and what the tool said of it if it failed."""
    await tool.evaluate(f"{CENSUS}.expect({number})")
    error = ""
    try:
        await tool.press(ref)
    except FAILURES as failure:
        error = str(failure).partition("\n")[0]
    return str(await tool.evaluate(f"{CENSUS}.outcome()")), error
