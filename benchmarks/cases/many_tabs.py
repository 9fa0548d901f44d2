"""Many tabs at once: `multi` next to raw Playwright and to the same calls one by one, and what 25 tabs occupy."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from benchmarks.arena import Arena
from benchmarks.cases.ten_chats import footprints
from benchmarks.memory import available
from benchmarks.sampling import Goal, Row, interleaved, measured_ms

TABS: Final = 16
_SINGLY: Final = "refbrowser, one by one"
_TOGETHER: Final = "refbrowser, multi"
_FLOOR: Final = "playwright"


@dataclass(frozen=True, slots=True)
class _Way:
    """``begin`` is not counted, ``perform`` is."""

    name: str
    perform: Callable[[], Awaitable[object]]
    begin: Callable[[], Awaitable[object]] | None = None


async def run(arena: Arena) -> list[Row]:
    """Reading is bound by the machine's cores; waiting for a server is not. Raw Playwright asks all tabs at once, by ``gather``."""
    url = f"{arena.address}/1000"
    opened = [await arena.refbrowser.open(url) for _ in range(TABS)]
    pages = [await arena.playwright.open(url) for _ in range(TABS)]
    reads = [{"action": "content", "browser_id": tab} for tab in opened]
    slow = [{"action": "navigate", "browser_id": tab, "url": _slow(arena, number)} for number, tab in enumerate(opened)]
    anew = [{"action": "navigate", "browser_id": tab, "url": url} for tab in opened]

    async def texts() -> None:
        await asyncio.gather(*(arena.playwright.content(page) for page in pages))

    async def slow_pages() -> None:
        going = (page.goto(_slow(arena, number), wait_until="domcontentloaded") for number, page in enumerate(pages))
        await asyncio.gather(*going)

    async def pages_anew() -> None:
        await asyncio.gather(*(page.goto(url, wait_until="domcontentloaded") for page in pages))

    async def ours_anew() -> None:
        await _together(arena, anew)

    def ways(calls: list[dict[str, Any]], floor: Callable[[], Awaitable[object]], *, fresh: bool = False) -> list[_Way]:
        return [
            _Way(_FLOOR, floor, pages_anew if fresh else None),
            _Way(_SINGLY, partial(_singly, arena, calls), ours_anew if fresh else None),
            _Way(_TOGETHER, partial(_together, arena, calls), ours_anew if fresh else None),
        ]

    rows = [
        *await _compared(f"first content of {TABS} tabs", ways(reads, texts, fresh=True), arena.rounds, None),
        *await _compared(f"content again of {TABS} tabs", ways(reads, texts), arena.many, Goal(ratio=0.6)),
        *await _compared(
            f"{TABS} tabs that each wait 500 ms for their server", ways(slow, slow_pages), arena.few, Goal(ratio=0.15)
        ),
    ]
    for page in pages:
        await arena.playwright.close(page)
    for tab in opened:
        await arena.refbrowser.close(tab)
    if available():
        taken = await footprints(arena, "tabs")
        tool = {name: [entry.tool_mib for entry in entries] for name, entries in taken.items()}
        rows.append(Row("25 tabs, Python and driver", tool, unit="MiB", goal=Goal(ratio=1.15)))
    return rows


def _slow(arena: Arena, number: int) -> str:
    """A host of its own for each tab: Chromium keeps no more than six connections to one."""
    return f"{arena.address.replace('127.0.0.1', f'host-{number}.localhost')}/slow"


async def _compared(metric: str, ways: list[_Way], rounds: int, goal: Goal | None) -> list[Row]:
    """``multi`` next to raw Playwright, and next to the same calls one by one."""

    async def took_ms(way: _Way, _: int) -> float:
        if way.begin is not None:
            await way.begin()
        return await measured_ms(way.perform())

    samples = await interleaved(rounds, ways, took_ms)
    pairs = [(metric, _FLOOR, None), (f"{metric}, multi against one by one", _SINGLY, goal)]
    return [
        Row(name, {way: samples[way] for way in (baseline, _TOGETHER)}, _TOGETHER, baseline, goal=limit)
        for name, baseline, limit in pairs
    ]


async def _singly(arena: Arena, calls: list[dict[str, Any]]) -> None:
    for call in calls:
        await arena.refbrowser.call(**call)


async def _together(arena: Arena, calls: list[dict[str, Any]]) -> None:
    answers = await arena.refbrowser.call(action="multi", calls=calls)
    if failed := [answer for answer in answers if not answer["ok"]]:
        raise RuntimeError(f"multi: {failed[0]}")
