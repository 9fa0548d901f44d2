"""What a host publishes, kept for each front until it fetches it."""

import asyncio
import time
from typing import Any, Final

KEPT_NEWS: Final = 2_000
"""What a front that does not fetch its news may miss at most."""

GATHERED_S: Final = 0.02
"""How long further news are waited for: those of one call are one message, which its pages do not wait for."""


class News:
    """What one front has not fetched yet."""

    def __init__(self) -> None:
        self._kept: list[tuple[int, str, Any]] = []
        self._number = 0
        self._come = asyncio.Event()
        self.fetched = time.monotonic()

    def add(self, kind: str, value: Any) -> None:
        self._number += 1
        self._kept = [*self._kept[-KEPT_NEWS:], (self._number, kind, value)]
        self._come.set()

    async def after(self, number: int, within_s: float) -> list[tuple[int, str, Any]]:
        self.fetched = time.monotonic()
        self._kept = [each for each in self._kept if each[0] > number]
        if not self._kept:
            self._come.clear()
            try:
                async with asyncio.timeout(within_s):
                    await self._come.wait()
            except TimeoutError:
                return []
            await asyncio.sleep(GATHERED_S)  # time is what is waited for
        return self._kept
