"""The process of those who look on, told when to come and when to go."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

PATIENCE_S: Final = 60


class Audience:
    """Nobody at first."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def come(self, url: str, chat: str, painting: int, stalled: int = 0) -> float:
        """So many open the viewer at ``url`` and look at ``chat``; returns when each has a picture: milliseconds that the first one's
        took, from the beginning of its connection."""
        return float((await self._asked(come=url, chat=chat, painting=painting, stalled=stalled))["ms"])

    async def seen(self) -> int:
        """How many pictures the first one has been sent."""
        return int((await self._asked(seen=True))["pictures"])

    async def go(self) -> list[int]:
        """All leave; how many pictures each who painted was sent."""
        return list((await self._asked(go=True))["pictures"])

    async def _asked(self, **request: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        async with asyncio.timeout(PATIENCE_S):
            line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("those who look on are gone")
        answer: dict[str, Any] = json.loads(line)
        return answer


@asynccontextmanager
async def audience() -> AsyncIterator[Audience]:
    """The process, until the block ends."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "benchmarks.watching.lookers", stdin=pipe, stdout=pipe)
    try:
        yield Audience(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        async with asyncio.timeout(PATIENCE_S):
            await process.wait()
