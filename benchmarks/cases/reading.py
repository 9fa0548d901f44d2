"""The same page read again and again, as it was and with one text changed."""

from benchmarks.arena import Arena
from benchmarks.contestants.contestant import Contestant
from benchmarks.sampling import Row, interleaved, measured_ms


async def run(arena: Arena) -> list[Row]:
    """For information: raw Playwright's text has nothing to act by, the aria snapshot and ``content`` have refs."""
    return [await _warm(arena, elements, changed=changed) for changed in (False, True) for elements in (1_000, 10_000)]


async def _warm(arena: Arena, elements: int, *, changed: bool) -> Row:
    tabs = {reader.name: await reader.open(f"{arena.address}/{elements}") for reader in arena.readers}
    lengths = {reader.name: len(await reader.content(tabs[reader.name])) for reader in arena.readers}

    async def read_ms(reader: Contestant, number: int) -> float:
        if changed:
            await reader.evaluate(tabs[reader.name], f"document.getElementById('status').textContent = 'Changed {number}'")
        return await measured_ms(reader.content(tabs[reader.name]))

    samples = await interleaved(arena.rounds, arena.readers, read_ms)
    for reader in arena.readers:
        await reader.close(tabs[reader.name])
    sizes = ", ".join(f"{name} {length}" for name, length in lengths.items())
    return Row(
        f"content {'after one text changed' if changed else 'again'}, {elements} elements", samples, note=f"characters: {sizes}"
    )
