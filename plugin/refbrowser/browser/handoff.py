"""A call that waits for a person: why it waits, and how that ends."""

import asyncio
import time
from typing import Literal

EndedBy = Literal["person", "timeout", "tab_closed"]


class Handoff:
    """One wait. Calls that hand the same tab off meanwhile wait for the same end. ``since`` is Unix seconds."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.since = time.time()
        self._ended: asyncio.Future[EndedBy] = asyncio.get_running_loop().create_future()

    def end(self, ended_by: EndedBy) -> None:
        """The calls that wait go on; the first end counts."""
        if not self._ended.done():
            self._ended.set_result(ended_by)

    async def wait(self, most_ms: float) -> EndedBy:
        """Who ended it, or ``timeout`` after ``most_ms`` milliseconds."""
        try:
            async with asyncio.timeout(most_ms / 1000):
                return await asyncio.shield(self._ended)
        except TimeoutError:
            return "timeout"
