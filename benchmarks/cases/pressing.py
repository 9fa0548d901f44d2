"""Presses on buttons that stand still, and whether each arrived where it was meant to."""

import asyncio
from typing import Final

from benchmarks.arena import Arena
from benchmarks.contestants.contestant import Contestant
from benchmarks.pages import BUTTONS
from benchmarks.sampling import Goal, Row, interleaved, measured_ms

PAUSE_S: Final = 0.4
"""A model thinks between two calls, and what a browser keeps at hand for a while it has put away by then."""

_GOAL = Goal(ratio=0.5, p95_ratio=1.2)


async def run(arena: Arena) -> list[Row]:
    """The product's presses come back with a receipt; Playwright's click answers nothing."""
    return [
        await _presses(arena, "click, nothing changes", page_answers=False),
        await _presses(arena, "click, a line changes", page_answers=True),
        await _presses(arena, f"click after {PAUSE_S * 1000:.0f} ms, a line changes", page_answers=True, pause_s=PAUSE_S),
    ]


async def _presses(arena: Arena, metric: str, *, page_answers: bool, pause_s: float = 0) -> Row:
    rounds = arena.rounds if pause_s else arena.many
    tabs = {contestant.name: await contestant.open(f"{arena.address}/1000") for contestant in arena.pair}
    targets = {}
    for contestant in arena.pair:
        tab = tabs[contestant.name]
        await contestant.evaluate(tab, f"window.answers = {str(page_answers).lower()}")
        targets[contestant.name] = [await contestant.find(tab, f"Press {n}", f"press-{n}") for n in range(BUTTONS)]

    async def press_ms(contestant: Contestant, number: int) -> float:
        name = contestant.name
        await asyncio.sleep(pause_s)
        return await measured_ms(contestant.click(tabs[name], targets[name][number % BUTTONS]))

    samples = await interleaved(rounds, arena.pair, press_ms)
    expected = [[f"press-{number % BUTTONS}", True] for number in range(rounds + 1)]
    wrong = []
    for contestant in arena.pair:
        tab = tabs[contestant.name]
        presses = await contestant.evaluate(tab, "presses")
        wrong.append(f"{contestant.name} {wrong_presses(presses, expected)}")
        await contestant.close(tab)
    return Row(metric, samples, goal=_GOAL, note=f"lost, misplaced or untrusted of {len(expected)} presses: {', '.join(wrong)}")


def wrong_presses(presses: object, expected: list[list[object]]) -> int:
    """How many of the expected presses the page did not see as they were meant, plus those that nobody asked for."""
    seen = presses if isinstance(presses, list) else []
    matching = sum(bool(own == meant) for own, meant in zip(seen, expected, strict=False))
    return max(len(seen), len(expected)) - matching
