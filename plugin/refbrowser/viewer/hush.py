"""When a tab is not captured although people watch it: for the first moments of a call.

Measured: while Chromium captures a page, whatever changes the page also costs a rendered picture of it, answered or not, and that
makes an agent's click half as slow again. Most calls are over before a person could see them happen, so the capture stops while
they run and shows what they did a moment later. A call that takes longer is seen from then on, and calls that follow one another
without a pause are seen now and then.
"""

import asyncio
from collections.abc import Callable
from typing import Final

LONG_CALL_S: Final = 0.15
"""From here on a call takes long enough to be watched."""

AFTER_S: Final = 0.03
"""The next call of a batch begins within this time, if there is one."""

DARK_S: Final = 0.5
"""The longest time without a picture while calls follow one another."""


class Hush:
    """Follows the calls on one tab; ``changed`` is told when the answer of :attr:`on` is another."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._calls = 0
        self._dark_since: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.on = False

    def call_began(self) -> None:
        self._calls += 1
        now = asyncio.get_running_loop().time()
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

    def seen(self) -> None:
        """A picture was taken."""
        self._dark_since = None

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _lift_in(self, seconds: float) -> None:
        self.end()
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self._set(on=False))

    def _set(self, *, on: bool) -> None:
        self.end()
        if on is not self.on:
            self.on = on
            self._changed()
