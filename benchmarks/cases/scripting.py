"""The smallest script there is: what a round trip costs."""

from benchmarks.arena import Arena
from benchmarks.contestants.contestant import Contestant
from benchmarks.sampling import Goal, Row, interleaved, measured_ms


async def run(arena: Arena) -> list[Row]:
    """``1+1``, on a page of 1 000 elements."""
    tabs = {contestant.name: await contestant.open(f"{arena.address}/1000") for contestant in arena.pair}

    async def evaluate_ms(contestant: Contestant, _: int) -> float:
        return await measured_ms(contestant.evaluate(tabs[contestant.name], "1+1"))

    samples = await interleaved(arena.many, arena.pair, evaluate_ms)
    for contestant in arena.pair:
        await contestant.close(tabs[contestant.name])
    return [Row("evaluate 1+1", samples, goal=Goal(ratio=1.3))]
