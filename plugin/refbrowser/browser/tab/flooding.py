"""Whether a page sends more than the browser can process, by how long its renderer had to be paused."""

import time
from typing import Final

LASTS_S: Final = 10.0
"""How long after the last pause a page counts as flooding."""

LEAST_S: Final = 1.0
"""Pauses of less than this in all are not reported: a page that loads can be hard at work for a moment."""

SPAN_S: Final = 3.0
"""Pauses within a shorter time are not reported: a burst of requests is no flood."""

LEAST_PAUSES: Final = 5
"""Fewer pauses are not reported: on a busy machine each may take seconds, and a page that loads may be paused once or twice."""


class Flooding:
    """Owned by a tab; counts the pauses of its present document: ``paused_s`` is their sum."""

    def __init__(self) -> None:
        self.paused_s = 0.0
        self._pauses = 0
        self._began_at = 0.0
        self._paused_at = 0.0
        self._reported_s = 0.0

    def paused_for(self, seconds: float) -> None:
        """The renderer was paused, because it sent more than the browser could process."""
        moment = time.monotonic()
        if moment - self._paused_at > LASTS_S:
            self._began_at, self._pauses = moment, 0
        self.paused_s += seconds
        self._pauses += 1
        self._paused_at = moment

    def forget(self) -> None:
        """Another document takes the page's place."""
        self.paused_s = self._paused_at = self._reported_s = 0.0

    def take_report(self) -> str | None:
        """Return :attr:`report` where the page has been paused since this was last asked."""
        report = self.report if self.paused_s > self._reported_s else None
        self._reported_s = self.paused_s
        return report

    @property
    def report(self) -> str | None:
        """What an answer says of a page that floods, or did until a few seconds ago."""
        brief = self.paused_s < LEAST_S or self._paused_at - self._began_at < SPAN_S or self._pauses < LEAST_PAUSES
        if brief or time.monotonic() - self._paused_at > LASTS_S:
            return None
        return (
            "The page floods the browser with messages, requests or frames. So that other tabs can go on it is slowed down: "
            f"its process has been paused for {self.paused_s:.1f} s in all."
        )
