"""A JPEG of the viewport, on disk."""

from benchmarks.arena import Arena
from benchmarks.contestants.contestant import Contestant
from benchmarks.sampling import Goal, Row, interleaved, measured_ms


async def run(arena: Arena) -> list[Row]:
    """1280x720, quality 80, of a still page of 1 000 elements; raw Playwright's is taken with its CDP session."""
    tabs = {contestant.name: await contestant.open(f"{arena.address}/1000") for contestant in arena.pair}

    async def screenshot_ms(contestant: Contestant, _: int) -> float:
        path = arena.folder / f"{contestant.name}.jpg"
        took_ms = await measured_ms(contestant.screenshot(tabs[contestant.name], path))
        if not path.read_bytes().startswith(b"\xff\xd8"):
            raise RuntimeError(f"{contestant.name} wrote no JPEG")
        path.unlink()
        return took_ms

    samples = await interleaved(arena.many, arena.pair, screenshot_ms)
    for contestant in arena.pair:
        await contestant.close(tabs[contestant.name])
    return [Row("screenshot of the viewport, JPEG", samples, goal=Goal(ratio=1.1))]
