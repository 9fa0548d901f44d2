"""A call that waits for a person: why it waits, who may be asked, and how that ends."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

EndedBy = Literal["person", "declined", "dismissed", "timeout", "tab_closed"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked, in the agent's words, and the address of the page that it is about."""

    reason: str
    url: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What the person answered: done, no, or nothing (they closed the question); ``said`` is what they added for the agent."""

    ended_by: Literal["person", "declined", "dismissed"]
    said: str | None = None


Ask = Callable[[Question], Awaitable[Reply | None]]
"""Asks the person at the caller's end; None when they cannot be asked. Cancelled when the wait has ended otherwise."""


class Handoff:
    """One wait. Calls that hand off the same tab before it ends wait for the same end. ``since`` is Unix seconds."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.since = time.time()
        self.said: str | None = None
        self._ended: asyncio.Future[EndedBy] = asyncio.get_running_loop().create_future()

    def end(self, ended_by: EndedBy, said: str | None = None) -> None:
        """The calls that wait go on; the first end counts."""
        if not self._ended.done():
            self.said = said
            self._ended.set_result(ended_by)

    async def wait(self, most_ms: float) -> EndedBy:
        """Who ended it, or ``timeout`` after ``most_ms`` milliseconds."""
        try:
            async with asyncio.timeout(most_ms / 1000):
                return await asyncio.shield(self._ended)
        except TimeoutError:
            return "timeout"
