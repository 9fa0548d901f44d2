"""Reads of the system's keyring, each in a thread of its own.

Its backends are other makers' programs, which may wait for a person, or for ever. Such a thread takes no worker from others, and
does not keep the program from ending.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, wait
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")

PATIENCE_S: Final = 60.0
"""How long a read may take: it may ask a person to unlock the keyring."""

_under_way: "dict[Hashable, KeyringRead[Any]]" = {}
"""A backend that hangs is asked once, however many calls wait for it."""

_changing = threading.Lock()
"""Held while that is looked up or changed: profiles are read in several threads."""


class KeyringRead(Generic[T]):
    """One read under way, and the time for it, which begins with the read: who asks later waits for what is left of it."""

    def __init__(self, entry: Hashable, work: Callable[[], T]) -> None:
        self._entry = entry
        self._work = work
        self._began = time.monotonic()
        self._future: Future[T] = Future()
        # Nobody who stops waiting cancels it for the others.
        self._future.set_running_or_notify_cancel()

    async def awaited(self) -> T:
        """The result of ``work``, or what it raised. Raises :class:`KeyringHangs`."""
        future = asyncio.wrap_future(self._future)
        await asyncio.wait({future}, timeout=self._left_s)
        if not future.done():
            raise KeyringHangs
        return future.result()

    def result(self) -> T:
        """As :meth:`awaited`, for a program without an event loop."""
        wait([self._future], timeout=self._left_s)
        if not self._future.done():
            raise KeyringHangs
        return self._future.result()

    @property
    def _left_s(self) -> float:
        return max(0.0, self._began + PATIENCE_S - time.monotonic())

    def run(self) -> None:
        """Do the work; in the thread."""
        try:
            value = self._work()
        except BaseException as failure:
            self._forget()
            self._future.set_exception(failure)
        else:
            self._forget()
            self._future.set_result(value)

    def _forget(self) -> None:
        with _changing:
            del _under_way[self._entry]


class KeyringHangs(Exception):
    """The keyring has not answered in :data:`PATIENCE_S`."""

    def __str__(self) -> str:
        return f"waited {PATIENCE_S:g} s"


def keyring_read(entry: Hashable, work: Callable[[], T]) -> KeyringRead[T]:
    """The read of ``entry`` that is under way, else one that ``work`` does."""
    with _changing:
        read = _under_way.get(entry)
        if read is None:
            read = _under_way[entry] = KeyringRead(entry, work)
            threading.Thread(target=read.run, name="keyring", daemon=True).start()
        return read
