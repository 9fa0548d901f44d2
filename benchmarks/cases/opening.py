"""A new tab with a page in it, read once: the step that every task begins with."""

from benchmarks.arena import Arena
from benchmarks.contestants.contestant import Contestant
from benchmarks.sampling import Goal, Row, interleaved, measured_ms


async def run(arena: Arena) -> list[Row]:
    """Each round opens a tab of its own; closing it is not counted."""

    async def open_and_read_ms(contestant: Contestant, _: int) -> float:
        opened = []

        async def work() -> None:
            opened.append(await contestant.open(f"{arena.address}/1000"))
            await contestant.content(opened[0])

        took_ms = await measured_ms(work())
        await contestant.close(opened[0])
        return took_ms

    samples = await interleaved(arena.many, arena.readers, open_and_read_ms)
    return [Row("open and content, 1000 elements, new tab", samples, goal=Goal(ratio=1.25))]
