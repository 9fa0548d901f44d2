"""How long the frames of a page are waited for.

A page of fifty frames takes seconds to answer for the first time, in which each of them would seem to be dead: the engine is put
into one after the other. So it is not counted how long a frame takes, but for how long no frame has answered.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from refbrowser.browser.deadline import Deadline

T = TypeVar("T")

_SHARE: Final = 0.9
"""The part of a document's time that the frames in it have: what it says itself is used also where one of them does not answer."""

_MOST_AT_ONCE: Final = 8
"""So many frames are asked at a time: all at once would answer all at the end."""

_TURN_S: Final = 0.5
"""After this a frame that is asked leaves its turn to the next one: it may be dead."""

_PER_FRAME_MS: Final = 40
"""What each frame adds to a standstill: the first of many waits until the page is done with making them all."""

_LONGEST_MS: Final = 6_000

_FIRST_SHARE: Final = 0.4
"""The part of the deadline for which nothing need come of a frame that has never answered: its process may be starting."""


class FramePatience:
    """For so many ``frames`` that are asked at the same time. ``last_answer`` says when a frame last answered (``time.monotonic``).
    None is waited for when that is ``standstill_ms`` ago, and a little more for each frame, nor after the ``deadline``."""

    def __init__(self, frames: int, last_answer: Callable[[], float], standstill_ms: float, deadline: Deadline) -> None:
        self._last_answer = last_answer
        self._standstill_s = min(standstill_ms + frames * _PER_FRAME_MS, _LONGEST_MS) / 1000
        self._deadline = deadline
        self._whole_ms = deadline.remaining_ms
        self._first_s = max(self._standstill_s, self._whole_ms * _FIRST_SHARE / 1000)
        self._began = time.monotonic()
        self._turns = asyncio.Semaphore(_MOST_AT_ONCE)

    async def result(self, work: Coroutine[Any, Any, T], depth: int = 0, *, first: bool = False) -> T | None:
        """What comes of ``work`` on a frame; None when it is waited for no longer, which is the sooner the deeper the frame lies.
        ``first``: the frame has never answered. Raises what ``work`` raises."""
        task = asyncio.ensure_future(work)
        try:
            while not task.done() and (left_s := self._left_s(depth, self._first_s if first else self._standstill_s)) > 0:
                await asyncio.wait({task}, timeout=left_s)
            return task.result() if task.done() else None
        finally:
            task.cancel()
            task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())

    def _left_s(self, depth: int, standstill_s: float) -> float:
        share = _SHARE**depth
        standing_s = max(self._began, self._last_answer()) + standstill_s * share - time.monotonic()
        return min(standing_s, (self._deadline.remaining_ms - self._whole_ms * (1 - share)) / 1000)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Around a question to a frame: waits until few enough are asked."""
        await self._turns.acquire()
        loop = asyncio.get_running_loop()
        passed_on = loop.call_later(_TURN_S, self._turns.release)
        try:
            yield
        finally:
            if passed_on.when() > loop.time():
                passed_on.cancel()
                self._turns.release()
