"""Background tasks that one object owns and ends."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

log = logging.getLogger("refbrowser")

_T = TypeVar("_T")


class Tasks:
    """Holds strong references to running tasks, which asyncio does not, and logs each exception.

    Unlike ``asyncio.TaskGroup``, it accepts tasks throughout its owner's life, and a failing task does not cancel the others.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._running)

    def spawn(self, work: Coroutine[Any, Any, _T]) -> "asyncio.Task[_T]":
        """Start ``work`` on the running event loop and return its task."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    async def shielded(self, work: Coroutine[Any, Any, _T]) -> _T:
        """The result of ``work``, which goes on when the caller is cancelled. Raises what it raises, which is then not logged."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        # The result of work whose caller was cancelled is not read.
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        return await asyncio.shield(task)

    def cancel_others(self) -> None:
        """Cancels every task but the one that calls this, and does not wait for them."""
        current = asyncio.current_task()
        for task in self._running:
            if task is not current:
                task.cancel()

    async def wait(self, timeout_s: float | None = None) -> None:
        """Wait at most ``timeout_s`` seconds for the tasks that run now. Raises none of their exceptions."""
        if self._running:
            await asyncio.wait(self._running, timeout=timeout_s)

    async def cancel_all(self, timeout_s: float | None = None) -> None:
        """Cancel every task and wait at most ``timeout_s`` seconds for them to end."""
        for task in self._running:
            task.cancel()
        await self.wait(timeout_s)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._running.discard(task)
        if not task.cancelled() and (failure := task.exception()) is not None:
            log.error("A background task failed: %s", task.get_name(), exc_info=failure)


class SharedTask(Generic[_T]):
    """One piece of work for all who need its result at the same time. It goes on when those who wait for it are cancelled."""

    def __init__(self, stopped: Callable[[], Exception] | None = None) -> None:
        """``stopped`` makes what :meth:`join` raises where :meth:`end` cancelled the work; without it that is CancelledError."""
        self._stopped = stopped
        self._task: asyncio.Task[_T] | None = None

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def begin(self, work: Callable[[], Coroutine[Any, Any, _T]]) -> "asyncio.Task[_T]":
        """The work that is under way, or else ``work``, which begins now."""
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(work())
            # Else asyncio logs a failure for which nobody waits any more.
            self._task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        return self._task

    async def join(self, work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """The result of the work that is under way, or else of ``work``. Raises what it raises."""
        task = self.begin(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled() and self._stopped is not None:
                raise self._stopped() from None
            raise

    async def end(self, timeout_s: float, *, patience_s: float = 0.0) -> None:
        """Gives the work ``patience_s`` seconds to end by itself, then cancels it and waits up to ``timeout_s`` longer."""
        if (task := self._task) is None or task.done():
            return
        if patience_s:
            await asyncio.wait({task}, timeout=patience_s)
        task.cancel()
        await asyncio.wait({task}, timeout=timeout_s)
