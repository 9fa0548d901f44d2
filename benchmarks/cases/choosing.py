"""A choice from a list, and a box to be checked."""

from benchmarks.arena import Arena
from benchmarks.contestants.contestant import Contestant
from benchmarks.pages import BOX, CHOICE, CHOICES
from benchmarks.sampling import Goal, Row, interleaved, measured_ms

_GOAL = Goal(ratio=1.2)


async def run(arena: Arena) -> list[Row]:
    """The product's answers are receipts with the state read back; Playwright's are nothing."""
    return [await _selects(arena), await _checks(arena)]


async def _selects(arena: Arena) -> Row:
    tabs = {contestant.name: await contestant.open(f"{arena.address}/1000") for contestant in arena.pair}
    targets = {contestant.name: await contestant.find(tabs[contestant.name], CHOICE, "colour") for contestant in arena.pair}
    wrong = dict.fromkeys(tabs, 0)

    async def select_ms(contestant: Contestant, number: int) -> float:
        tab, wanted = tabs[contestant.name], CHOICES[(number + 1) % len(CHOICES)]
        took_ms = await measured_ms(contestant.select(tab, targets[contestant.name], wanted))
        if await contestant.evaluate(tab, "document.getElementById('colour').value") != wanted:
            wrong[contestant.name] += 1
        return took_ms

    samples = await interleaved(arena.many, arena.pair, select_ms)
    for contestant in arena.pair:
        await contestant.close(tabs[contestant.name])
    return Row("select_option, native", samples, goal=_GOAL, note=_counted(wrong))


async def _checks(arena: Arena) -> Row:
    tabs = {contestant.name: await contestant.open(f"{arena.address}/1000") for contestant in arena.pair}
    targets = {contestant.name: await contestant.find(tabs[contestant.name], BOX, "urgent") for contestant in arena.pair}
    wrong = dict.fromkeys(tabs, 0)

    async def check_ms(contestant: Contestant, number: int) -> float:
        tab, wanted = tabs[contestant.name], number % 2 == 0
        took_ms = await measured_ms(contestant.check(tab, targets[contestant.name], wanted))
        if await contestant.evaluate(tab, "document.getElementById('urgent').checked") is not wanted:
            wrong[contestant.name] += 1
        return took_ms

    samples = await interleaved(arena.many, arena.pair, check_ms)
    for contestant in arena.pair:
        await contestant.close(tabs[contestant.name])
    return Row("set_checked", samples, goal=_GOAL, note=_counted(wrong))


def _counted(wrong: dict[str, int]) -> str:
    return f"wrong states: {', '.join(f'{name} {count}' for name, count in wrong.items())}"
