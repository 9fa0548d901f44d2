"""From nothing to the content of a page of 1 000 elements, and what is occupied then."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from uuid import uuid4

from benchmarks.memory import Footprint, available, carrying, footprint
from benchmarks.peers import agent_zero, baselines
from benchmarks.peers.installation import cache
from benchmarks.peers.lineup import ENTRANTS, LONGEST_S, reason
from benchmarks.peers.peer import Ground, Start
from benchmarks.programs import Program, finished, until_ready
from benchmarks.sampling import Samples

ROUNDS: Final = 3
MARK: Final = "REFBROWSER_BENCHMARK"
"""An environment variable by which all processes of a tool are found, its daemons too."""


@dataclass(slots=True)
class Starts:
    """By tool and round: milliseconds, and MiB of the browser and of the tool itself."""

    took_ms: Samples = field(default_factory=dict)
    browser_mib: Samples = field(default_factory=dict)
    tool_mib: Samples = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, took_ms: float, memory: Footprint | None) -> None:
        """One start."""
        self.took_ms.setdefault(name, []).append(took_ms)
        if memory is not None:
            self.browser_mib.setdefault(name, []).append(memory.browser_mib)
            self.tool_mib.setdefault(name, []).append(memory.tool_mib)


async def start(address: str, executable: Path) -> Starts:
    """Each tool alone, one after the other, in rounds. The product and raw Playwright are programs
    with a fresh interpreter; of the others, the process of this benchmark that speaks to them is not counted."""
    url = f"{address}/1000"
    measures: dict[str, Callable[[], Awaitable[tuple[float, Footprint | None]]]] = {}
    for name, script in ((baselines.OWN, "cold_refbrowser.py"), (baselines.FLOOR, "cold_playwright.py")):
        measures[name] = partial(_program, Program(name, script, executable, url))
    for name, entrant in ENTRANTS.items():
        if name not in (baselines.OWN, baselines.FLOOR, agent_zero.NAME):
            measures[name] = partial(_peer, entrant, executable, url)
    starts = Starts()
    for number in range(ROUNDS):
        for name in list(measures):
            try:
                async with asyncio.timeout(2 * LONGEST_S):
                    took_ms, memory = await measures[name]()
            except Exception as error:
                if name in (baselines.OWN, baselines.FLOOR):
                    raise
                starts.absent[name] = reason(error)
                del measures[name]
                continue
            starts.add(name, took_ms, memory)
        print(f"started {number + 1} of {ROUNDS} times", flush=True)
    return starts


async def _program(program: Program) -> tuple[float, Footprint | None]:
    began = time.perf_counter()
    process = await program.spawn()
    try:
        await until_ready(process)
        took_ms = (time.perf_counter() - began) * 1000
        return took_ms, footprint([process.pid], program.executable) if available() else None
    finally:
        await finished(process)


async def _peer(entrant: Start, executable: Path, url: str) -> tuple[float, Footprint | None]:
    os.environ[MARK] = mark = uuid4().hex
    try:
        with TemporaryDirectory(prefix="refbrowser-peers-", ignore_cleanup_errors=True) as folder:
            began = time.perf_counter()
            async with entrant(Ground(executable, Path(folder), cache())) as peer:
                await peer.navigate(url)
                await peer.content()
                took_ms = (time.perf_counter() - began) * 1000
                return took_ms, footprint(carrying(MARK, mark), executable) if available() else None
    finally:
        del os.environ[MARK]
