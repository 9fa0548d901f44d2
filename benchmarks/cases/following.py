"""A press that leads to another document."""

from benchmarks.arena import Arena
from benchmarks.contestants.contestant import Contestant
from benchmarks.pages import LINK
from benchmarks.sampling import Goal, Row, interleaved, measured_ms


async def run(arena: Arena) -> list[Row]:
    """The product's click waits until the next document is parsed; in Playwright that is a call. The link is found anew, uncounted."""
    tabs = {contestant.name: await contestant.open(f"{arena.address}/1000") for contestant in arena.pair}

    async def follow_ms(contestant: Contestant, _: int) -> float:
        tab = tabs[contestant.name]
        await contestant.evaluate(tab, "document.body.id = 'left'")
        target = await contestant.find(tab, LINK, "onward")
        took_ms = await measured_ms(contestant.follow(tab, target))
        if await contestant.evaluate(tab, "document.body.id + document.getElementById('status').textContent") != "Pressed nothing":
            raise RuntimeError(f"{contestant.name} did not arrive at another document")
        return took_ms

    samples = await interleaved(arena.rounds, arena.pair, follow_ms)
    for contestant in arena.pair:
        await contestant.close(tabs[contestant.name])
    return [Row("click that navigates", samples, goal=Goal(ratio=1.15))]
