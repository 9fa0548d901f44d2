"""From nothing to a page in hand: a fresh interpreter, a fresh browser, the content of 1 000 elements."""

import time

from benchmarks.arena import Arena
from benchmarks.programs import Program, finished, until_ready
from benchmarks.sampling import Goal, Row, interleaved
from refbrowser.browser.launch.executables import Executable


async def run(arena: Arena) -> list[Row]:
    """Measured by the parent, from spawning the interpreter to the line behind the content."""
    shell = arena.executable if arena.executable.flavour == "headless-shell" else None
    programs = [
        Program(_name(tool, executable), f"cold_{tool}.py", executable.path, f"{arena.address}/1000")
        for executable in (arena.full, shell)
        if executable is not None
        for tool in ("playwright", "refbrowser")
    ]
    samples = await interleaved(arena.rounds, programs, _first_page_ms)
    comparisons = [
        ("cold start, full Chromium", arena.full, arena.full, Goal(ratio=1.1)),
        ("cold start, headless shell", shell, shell, Goal(ratio=1.1)),
        ("cold start, headless shell against raw Playwright with full Chromium", shell, arena.full, None),
    ]
    rows = []
    for metric, own, other, goal in comparisons:
        if own is not None and other is not None:
            contestant, baseline = _name("refbrowser", own), _name("playwright", other)
            pair = {name: samples[name] for name in (baseline, contestant)}
            rows.append(Row(metric, pair, contestant, baseline, goal=goal))
    return rows


def _name(tool: str, executable: Executable) -> str:
    return f"{tool}, {executable.flavour}"


async def _first_page_ms(program: Program, _: int) -> float:
    began = time.perf_counter()
    process = await program.spawn()
    content = await until_ready(process)
    took_ms = (time.perf_counter() - began) * 1000
    await finished(process)
    if "Press 23" not in content:
        raise RuntimeError(f"{program.name} printed something else than the page: {content[:300]!r}")
    return took_ms
