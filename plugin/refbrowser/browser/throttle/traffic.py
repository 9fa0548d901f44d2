"""Whether what queues up is a page that loads: hundreds of scripts take the browser as long as a moment of a flood."""

import time
from typing import Final, NamedTuple

_ALLOWANCE_S: Final = 15.0
"""For how long queues of loading pages are let be, at once."""

_REGAINED: Final = 0.25
"""Seconds of it that come back each second: a page that loads itself without end floods."""

_UNSEEN: Final = 5.0
"""How much more of it a moment takes in which no part of a page came: something may flood that is not reported."""


class Traffic(NamedTuple):
    """Events of pages so far: those of parts that documents load, and all others; whether a document is still to come; and whether
    a call is at work in another tab than the busiest."""

    loading: int
    others: int
    arriving: bool
    awaited: bool = True

    def is_loading_since(self, before: "Traffic") -> bool:
        """Whether what came since is mostly parts of documents, or a document is about to ask for some."""
        loading = self.loading - before.loading
        return loading >= self.others - before.others and (loading > 0 or self.arriving)


class Allowance:
    """How much longer queues of loading pages are let be."""

    def __init__(self) -> None:
        self._left_s = _ALLOWANCE_S
        self._at = time.monotonic()

    def spend(self, seconds: float, *, unseen: bool) -> bool:
        """Takes the ``seconds`` of a moment; False when nothing is left."""
        moment = time.monotonic()
        left_s = min(_ALLOWANCE_S, self._left_s + (moment - self._at) * _REGAINED)
        self._left_s = max(0.0, left_s - seconds * (_UNSEEN if unseen else 1.0))
        self._at = moment
        return self._left_s > 0
