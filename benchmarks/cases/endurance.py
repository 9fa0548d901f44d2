"""Ten thousand presses: whether each arrives, once, where it was meant to."""

from typing import Final

from benchmarks.arena import Arena
from benchmarks.cases.pressing import wrong_presses
from benchmarks.pages import BUTTONS
from benchmarks.sampling import Row, measured_ms

_READ: Final = 500
"""Presses read at a time: the answer to a script has an upper bound."""


async def run(arena: Arena) -> list[Row]:
    """The page answers every press with a changed line. A short run presses less often."""
    product = arena.refbrowser
    tab = await product.open(f"{arena.address}/1000")
    await product.evaluate(tab, "window.answers = true")
    targets = [await product.find(tab, f"Press {n}", f"press-{n}") for n in range(BUTTONS)]
    count = arena.rounds * 334
    took = [await measured_ms(product.click(tab, targets[number % BUTTONS])) for number in range(count)]
    expected = [[f"press-{number % BUTTONS}", True] for number in range(count)]
    presses = [
        one for start in range(0, count, _READ) for one in await product.evaluate(tab, f"presses.slice({start}, {start + _READ})")
    ]
    presses += await product.evaluate(tab, f"presses.slice({count})")
    wrong = wrong_presses(presses, expected)
    await product.close(tab)
    return [Row("endurance", {product.name: took}, baseline=None, note=f"lost, misplaced or untrusted of {count} presses: {wrong}")]
