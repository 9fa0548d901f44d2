"""Pause the capture of a watched tab during calls, so that watching does not slow the agent.

Measured: while Chromium captures a page, every change of the page renders a picture, which makes a click half as slow again. Most
calls end before a person could follow them, so the capture pauses while they run and shows the result right after. Long calls, and
calls in quick succession, are shown from time to time.

An animated page is captured continuously, and the next call would start on a busy machine. While the agent works, such a page is
sampled. A still page costs nothing, and its changes are shown at once.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

LONG_CALL_S: Final = 0.3
"""A call that takes longer is captured from then on."""

AFTER_S: Final = 0.03
"""Time within which the next call of a batch starts."""

HEAD_START_S: Final = 0.001
"""Delay of the pause, so that the call's first request precedes it on the shared connection to the driver."""

DARK_S: Final = 0.8
"""The longest time without a picture while calls follow in quick succession."""

AT_WORK_CALLS: Final = 3
AT_WORK_S: Final = 6.0
"""The agent counts as working after this many calls in this time."""

REST_S: Final = 0.3
LONGEST_REST_S: Final = 0.5
REST_SHARE: Final = 4.0
"""The pause between two samples of an animated page is this multiple of the time that a sample takes, within these bounds.

It grows on a busy machine, and is long enough that the next call of a working agent mostly starts before the next sample.
"""


class CapturePause:
    """Tracks the calls on one tab and calls ``changed`` when :attr:`on` changes."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._calls = 0
        self._began: deque[float] = deque(maxlen=AT_WORK_CALLS)
        self._dark_since: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._looking_since = 0.0
        self.on = False

    def call_began(self) -> None:
        self._calls += 1
        moment = asyncio.get_running_loop().time()
        self._began.append(moment)
        if self._dark_since is None:
            self._dark_since = moment
        if moment - self._dark_since < DARK_S:
            self._set(on=True)
            self._lift_in(LONG_CALL_S)
        else:
            self._set(on=False)

    def call_ended(self) -> None:
        self._calls = max(0, self._calls - 1)
        if not self._calls and self.on:
            self._lift_in(AFTER_S)

    def seen(self, *, moved: bool) -> None:
        """Note that a picture was taken; ``moved`` says whether it differs from the one before."""
        self._dark_since = None
        if moved and not self.on and not self._calls and self._at_work:
            took = asyncio.get_running_loop().time() - self._looking_since
            # A longer time was not a sample: the page was still and then changed.
            rest = REST_SHARE * took if took < LONGEST_REST_S else REST_S
            self._set(on=True)
            self._lift_in(min(max(rest, REST_S), LONGEST_REST_S))

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    @property
    def _at_work(self) -> bool:
        full = len(self._began) == AT_WORK_CALLS
        return full and asyncio.get_running_loop().time() - self._began[0] < AT_WORK_S

    def _lift_in(self, seconds: float) -> None:
        self.end()
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self._set(on=False))

    def _set(self, *, on: bool) -> None:
        self.end()
        if on is self.on:
            return
        self.on = on
        if on:
            asyncio.get_running_loop().call_later(HEAD_START_S, self._changed)
        else:
            self._looking_since = asyncio.get_running_loop().time()
            self._changed()
