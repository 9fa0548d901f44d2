"""What Chromium has counted of a tab at the moments that the engine marks in its pages.

The engine marks a moment by ``console.timeStamp``, and Chromium reports its counts with it. A page may mark moments of its own,
and a report of 3 KB comes of each: thousands of them hold up all chats. So reports are turned off for a page that marks too many.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

_COUNTED: Final = ("RecalcStyleCount", "LayoutCount", "ScriptDuration", "JSEventListeners")
_KEPT: Final = 8
_LONGEST: Final = 96
"""Characters of a moment's name; a page that marks moments of its own may call them anything."""

MOST: Final = 200
"""Moments within :data:`WITHIN_S` that nobody asked about: a call marks some five."""

WITHIN_S: Final = 1.0

OFF_S: Final = 2.0
"""How long reports are off for the first time in a document; each later time is twice as long as the one before."""


class Counts(NamedTuple):
    """What Chromium has counted of a tab until a moment: how often its styles were computed and its boxes laid out, for how many
    seconds its scripts were called, and how many listeners there are in its process, but for the engine's own on targets of input.

    ``console.timeStamp`` has them reported at once, as ``Performance.metrics``, in the middle of a script too. Nothing is counted
    while reports are off; ``interval`` is how often they have been turned on.
    """

    styles: int
    layouts: int
    called_s: float
    listeners: int
    interval: int = 0

    @property
    def rendering(self) -> tuple[int, int, int]:
        """If two of them are equal, nothing was restyled or moved in between, but for what was still to be done at the second."""
        return self.styles, self.layouts, self.interval

    @property
    def listening(self) -> tuple[float, int, int]:
        """If two of them are equal, and no garbage was collected in between, there is no new listener."""
        return self.called_s, self.listeners, self.interval


class Moments:
    """Of one CDP session. ``report`` turns its reports on or off."""

    def __init__(self, report: Callable[[bool], None]) -> None:
        self._report = report
        self._counts: dict[str, Counts] = {}
        self._unread: set[str] = set()
        self._since = 0.0
        self._ignored = 0
        self._interval = 0
        self._off_s = OFF_S
        self._on_again: asyncio.TimerHandle | None = None

    def counted(self, moment: str) -> Counts | None:
        """Return what had been counted at that moment; None where it was not reported."""
        self._unread.discard(moment)
        return self._counts.get(moment)

    def add(self, event: dict[str, Any]) -> None:
        """Take in a report, the parameters of ``Performance.metrics``."""
        title = event["title"]
        if len(title) > _LONGEST:
            self._ignore()
            return
        counted = {metric["name"]: metric["value"] for metric in event["metrics"]}
        if all(name in counted for name in _COUNTED):
            styles, layouts, called_s, listeners = (counted[name] for name in _COUNTED)
            own = title.rpartition(".")[2]
            listeners -= int(own) if own.isdecimal() else 0
            self._counts[title] = Counts(styles, layouts, called_s, listeners, self._interval)
            self._unread.add(title)
            while len(self._counts) > _KEPT:
                oldest = next(iter(self._counts))
                del self._counts[oldest]
                if oldest in self._unread:
                    self._unread.discard(oldest)
                    self._ignore()

    def forget(self) -> None:
        """Another document takes the page's place; its moments are reported."""
        self._counts.clear()
        self._unread.clear()
        self._ignored, self._off_s = 0, OFF_S
        self._turn_on()

    def stop(self) -> None:
        """The session has ended."""
        if self._on_again is not None:
            self._on_again.cancel()

    def _ignore(self) -> None:
        """Count a report that nobody asked about."""
        moment = time.monotonic()
        if moment - self._since > WITHIN_S:
            self._since, self._ignored = moment, 0
        self._ignored += 1
        if self._ignored >= MOST and self._on_again is None:
            self._report(False)
            self._counts.clear()
            self._on_again = asyncio.get_running_loop().call_later(self._off_s, self._turn_on)
            self._off_s *= 2

    def _turn_on(self) -> None:
        if self._on_again is not None:
            self._on_again.cancel()
            self._on_again, self._ignored = None, 0
            self._interval += 1
            self._report(True)
