"""When a tab is not captured although people watch it: while a call runs, and now and then while one call follows another.

Measured: while Chromium captures a page, whatever changes the page also costs a rendered picture of it, answered or not, and that
makes an agent's click half as slow again. Most calls are over before a person could see them happen, so the capture stops while
they run and shows what they did a moment later. A call that takes longer is seen from then on, and calls that follow one another
without a pause are seen now and then.

A page that moves by itself is captured all the time, and the next call would begin on a machine that is busy with that. So while an
agent is at work such a page is looked at in glances. A page that stands still costs nothing and is shown at once when it changes.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

LONG_CALL_S: Final = 0.3
"""From here on a call takes long enough to be watched."""

AFTER_S: Final = 0.03
"""The next call of a batch begins within this time, if there is one."""

HEAD_START_S: Final = 0.001
"""The call's own first question goes out before the word that the capture should stop: both take the same way."""

DARK_S: Final = 0.8
"""The longest time without a picture while calls follow one another."""

AT_WORK_CALLS: Final = 3
AT_WORK_S: Final = 6.0
"""So many calls in so long a time are an agent at work."""

REST_S: Final = 0.3
LONGEST_REST_S: Final = 0.5
REST_SHARE: Final = 4.0
"""From one glance to the next: so many times as long as the glance took, which is long on a busy machine; and long enough that the
next call of an agent at work mostly begins before the next glance, which it would have to end."""


class CapturePause:
    """Follows the calls on one tab; ``changed`` is called when :attr:`on` changes."""

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
        now = asyncio.get_running_loop().time()
        self._began.append(now)
        if self._dark_since is None:
            self._dark_since = now
        if now - self._dark_since < DARK_S:
            self._set(on=True)
            self._lift_in(LONG_CALL_S)
        else:
            self._set(on=False)

    def call_ended(self) -> None:
        self._calls = max(0, self._calls - 1)
        if not self._calls and self.on:
            self._lift_in(AFTER_S)

    def seen(self, *, moved: bool) -> None:
        """A picture was taken; ``moved``: it differs from the one before it."""
        self._dark_since = None
        if moved and not self.on and not self._calls and self._at_work:
            took = asyncio.get_running_loop().time() - self._looking_since
            # What came later was no glance: the page stood still, and changed.
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
