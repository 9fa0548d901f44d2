"""Whole programs as a user would write them, run by the benchmarks in processes of their own."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_LONGEST_LINE: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class Program:
    """A script of this folder that takes a browser's path and a url, prints what it read and then the line ``ready``."""

    name: str
    script: str
    executable: Path
    url: str

    async def spawn(self) -> Process:
        """The program's process, with pipes for its input and output."""
        command = (sys.executable, str(Path(__file__).parent / self.script), str(self.executable), self.url)
        # An installed package comes compiled, so a checkout may keep its bytecode too.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE, env=environment)


async def until_ready(process: Process) -> str:
    """What the program prints before ``ready``. Raises :class:`EOFError` when it ends without saying so."""
    assert process.stdout is not None
    lines: list[str] = []
    async for line in process.stdout:
        if line == b"ready\n":
            return "".join(lines)
        lines.append(line.decode())
    raise EOFError(f"the program ended with status {await process.wait()} before it was ready")


async def finished(process: Process) -> None:
    """Closes the program's input, the signal to end, and waits until it has."""
    assert process.stdin is not None
    process.stdin.close()
    await process.communicate()
