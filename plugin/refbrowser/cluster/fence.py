"""The fence of a host: nothing is sent to a page after its grant has lapsed, and it is on record what each call has sent."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from refbrowser.cluster.ledger import Ledger, Performed
from refbrowser.cluster.timing import moment
from refbrowser.errors import ClusterError

_SLOT: Final[ContextVar[int | None]] = ContextVar("refbrowser_cluster_call", default=None)


class Fence:
    """Stands where messages to the browser are sent (``browser/playwright_internals/outgoing.py``). Times are those of
    :func:`~refbrowser.cluster.timing.moment`."""

    def __init__(self, ledger: Ledger, clock: Callable[[], float] = moment) -> None:
        self._ledger = ledger
        self._clock = clock
        self._unanswered: Counter[int] = Counter()
        # Before its first grant a host has no chats, and starts its browser.
        self._lapses = float("inf")

    @property
    def open(self) -> bool:
        """Whether the host has its chats now."""
        return self._clock() < self._lapses

    def extend(self, until: float) -> None:
        """The host has its chats until then."""
        self._lapses = until
        self._ledger.write_lapse(until)

    def close(self) -> None:
        """The host has lost its chats."""
        self._lapses = 0.0

    @contextmanager
    def call(self, call_id: str, *, reads: bool) -> Iterator[Callable[[], Performed]]:
        """Record what the call in the block sends; the value says whether it has sent input. One that ``reads`` sends none."""
        slot = self._ledger.begin(call_id)
        token = _SLOT.set(None if reads else slot)
        try:
            yield lambda: self._ledger.performed(slot)
        finally:
            _SLOT.reset(token)
            self._ledger.end(slot)

    def note_effect(self) -> None:
        """The present call may have an effect that is no input, as a script has."""
        if (slot := _SLOT.get()) is not None:
            self._ledger.sending(slot)

    # A guard of outgoing messages

    def check(self) -> None:
        """Raise ``host_lost`` where the grant has lapsed."""
        if self._clock() >= self._lapses:
            raise ClusterError("The host lost its lease.")

    def sending(self, *, opening: bool) -> int | None:
        slot = _SLOT.get()
        if slot is None:
            return None
        self._ledger.sending(slot)
        if opening:
            return None
        self._unanswered[slot] += 1
        return slot

    def settled(self, token: int, *, carried_out: bool) -> None:
        self._unanswered[token] -= 1
        if self._unanswered[token] > 0:
            return
        del self._unanswered[token]
        if carried_out:
            self._ledger.sent(token)
