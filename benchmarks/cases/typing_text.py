"""Text into a field, over what it held."""

from benchmarks.arena import Arena
from benchmarks.contestants.contestant import Contestant
from benchmarks.pages import FIELD
from benchmarks.sampling import Goal, Row, interleaved, measured_ms


async def run(arena: Arena) -> list[Row]:
    """``type`` reads the value back and answers with a receipt; it is compared with ``fill``, which does neither."""
    tabs = {contestant.name: await contestant.open(f"{arena.address}/1000") for contestant in arena.pair}
    targets = {contestant.name: await contestant.find(tabs[contestant.name], FIELD, "remarks") for contestant in arena.pair}
    wrong = dict.fromkeys(tabs, 0)

    async def type_ms(contestant: Contestant, number: int) -> float:
        tab, text = tabs[contestant.name], f"remark number {number}"
        took_ms = await measured_ms(contestant.type(tab, targets[contestant.name], text))
        if await contestant.evaluate(tab, "document.getElementById('remarks').value") != text:
            wrong[contestant.name] += 1
        return took_ms

    samples = await interleaved(arena.many, arena.pair, type_ms)
    for contestant in arena.pair:
        await contestant.close(tabs[contestant.name])
    counts = ", ".join(f"{name} {count}" for name, count in wrong.items())
    return [Row("type against fill", samples, goal=Goal(ratio=1.2), note=f"wrong values: {counts}")]
