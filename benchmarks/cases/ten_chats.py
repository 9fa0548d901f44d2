"""What ten users with one page each occupy: ten chats against ten contexts, in one browser."""

import asyncio
from statistics import median
from typing import Final

from benchmarks.arena import Arena
from benchmarks.memory import Footprint, available, footprint
from benchmarks.programs import Program, finished, until_ready
from benchmarks.sampling import Goal, Row, interleaved

READINGS: Final = 5
BETWEEN_READINGS_S: Final = 0.3
"""Chromium gives memory back for a while after a page has loaded: the last of several readings counts."""


async def run(arena: Arena) -> list[Row]:
    """Every page has been read once. Proportional set size, so that shared memory counts once. None where there is no /proc."""
    if not available():
        return []
    taken = await footprints(arena, "chats")
    processes = ", ".join(f"{name} {median(entry.browser_processes for entry in entries):.0f}" for name, entries in taken.items())
    browser = {name: [entry.browser_mib for entry in entries] for name, entries in taken.items()}
    tool = {name: [entry.tool_mib for entry in entries] for name, entries in taken.items()}
    both = {name: [entry.browser_mib + entry.tool_mib for entry in entries] for name, entries in taken.items()}
    return [
        Row("ten chats, Chromium and tool", both, unit="MiB", goal=Goal(ratio=1.1), note=f"Chromium's processes: {processes}"),
        Row("ten chats, Chromium", browser, unit="MiB"),
        Row("ten chats, Python and driver", tool, unit="MiB"),
    ]


async def footprints(arena: Arena, program: str) -> dict[str, list[Footprint]]:
    """What the ``program`` of each tool occupies, three times."""
    path, url = arena.executable.path, f"{arena.address}/1000"
    programs = [Program(tool, f"{program}_{tool}.py", path, url) for tool in ("playwright", "refbrowser")]
    return await interleaved(3, programs, _footprint)


async def _footprint(program: Program, _: int) -> Footprint:
    process = await program.spawn()
    try:
        await until_ready(process)
        for _ in range(READINGS):
            await asyncio.sleep(BETWEEN_READINGS_S)
            reading = footprint([process.pid], program.executable)
        return reading
    finally:
        await finished(process)
