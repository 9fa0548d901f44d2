"""Background tasks that one object owns and ends."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

log = logging.getLogger("refbrowser")

_T = TypeVar("_T")


class Tasks:
    """Keeps references to running tasks, which asyncio itself does not, and logs the exception of each that fails.

    Not asyncio.TaskGroup: these tasks begin at any time in the life of their owner, and one that fails does not cancel the others.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._running)

    def spawn(self, work: Coroutine[Any, Any, _T]) -> "asyncio.Task[_T]":
        """Starts ``work`` on the running event loop and returns its task."""
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
        """Waits, ``timeout_s`` seconds at most, until the tasks that run now have ended. Raises none of their exceptions."""
        if self._running:
            await asyncio.wait(self._running, timeout=timeout_s)

    async def cancel_all(self, timeout_s: float | None = None) -> None:
        """Cancels every task and waits, ``timeout_s`` seconds at most, until they have ended."""
        for task in self._running:
            task.cancel()
        await self.wait(timeout_s)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._running.discard(task)
        if not task.cancelled() and (failure := task.exception()) is not None:
            log.error("A background task failed: %s", task.get_name(), exc_info=failure)
