"""The same page read again and again."""

from benchmarks.arena import Arena
from benchmarks.contestants.contestant import Contestant
from benchmarks.sampling import Row, interleaved, measured_ms


async def run(arena: Arena) -> list[Row]:
    """For information: ``inner_text`` is text without anything to act by, the aria snapshot and ``content`` have refs."""
    return [await _warm(arena, elements) for elements in (1_000, 10_000)]


async def _warm(arena: Arena, elements: int) -> Row:
    tabs = {reader.name: await reader.open(f"{arena.address}/{elements}") for reader in arena.readers}
    lengths = {reader.name: len(await reader.content(tabs[reader.name])) for reader in arena.readers}

    async def read_ms(reader: Contestant, _: int) -> float:
        return await measured_ms(reader.content(tabs[reader.name]))

    samples = await interleaved(arena.rounds, arena.readers, read_ms)
    for reader in arena.readers:
        await reader.close(tabs[reader.name])
    sizes = ", ".join(f"{name} {length}" for name, length in lengths.items())
    return Row(f"content again, {elements} elements", samples, note=f"characters: {sizes}")
