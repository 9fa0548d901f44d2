"""A tab that a batch keeps for its calls, so that the calls of others come before the sequence or after it."""

from typing import Self

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.tab_lock import TabLock
from refbrowser.errors import StateError
from refbrowser.service.calls.session_source import SessionSource


class TabReservation:
    """A context manager for the calls of one queue. A person's takeover does not wait for it."""

    def __init__(self, source: SessionSource) -> None:
        self._source = source
        self._lock: TabLock | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    async def keep(self, browser_id: int | None, deadline: Deadline) -> bool:
        """Reserve the tab, unless it is reserved already; False if there is none yet. Raises ``timeout``."""
        session = self._source.existing()
        try:
            lock = session.tab(browser_id).lock if session is not None else None
        except StateError:
            lock = None
        if lock is not self._lock:
            self.release()
            if lock is not None:
                await lock.reserve(deadline)
                self._lock = lock
        return lock is not None

    def release(self) -> None:
        """Let others have the tab."""
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.unreserve()
