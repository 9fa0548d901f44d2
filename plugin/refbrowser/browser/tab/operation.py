"""What a call does to a page, which a dialog may suspend."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.monitor.dialogs import Dialogs
from refbrowser.results import DialogView

CLEANING_MS: Final = 400
"""How long an operation that is cancelled may take to clean up before the call answers without it."""

CLEANED_MS: Final = 140
"""How long after its deadline it may take at most: the call answers within 250 ms."""

HELD_MS: Final = 360_000
"""How long an operation may go on while its dialog is thought about, which the watchdog ends sooner, and unawaited after that."""

RESUMED_MS: Final = 2_000
"""An operation that goes on after its dialog has at least so long, for what it had yet to do and its receipt."""

ANSWER_MS: Final = 500
"""Kept back from the deadline of the call that answered the dialog, and half of it at most, to report what became of the
operation."""

GRACE_MS: Final = 110
"""An operation that watches the deadline itself gets this much longer to say what it was that did not come."""


CRASHED_S: Final = 0.3
"""How long an operation may take to say itself that its page crashed; commands that the page has not answered by then never end."""


class Operation:
    """One call's work, in a task of its own: a dialog may hold it longer than the call that began it is waited for.

    ``left_ms`` is what it had of its ``deadline`` when a dialog opened, and has again once that is answered. ``ended`` is resolved
    when the operation ends, or is ``lost`` with its page. ``performed`` is the name of the action, once a dialog holds it, and
    ``dialog_id`` that dialog's, which may be another tab's.
    """

    def __init__(self, begin: Callable[[], Awaitable[Any]], deadline: Deadline) -> None:
        self.deadline = deadline
        self.left_ms = deadline.remaining_ms
        self.ended: asyncio.Future[Any] | None = None
        self.lost = False
        self.dialog_id: str | None = None
        self.performed: str | None = None
        self.task = asyncio.ensure_future(self._run(begin))

    async def _run(self, begin: Callable[[], Awaitable[Any]]) -> Any:
        try:
            return await begin()
        finally:
            # Resolved from within, the end arrives one step of the loop sooner than through the task.
            if self.ended is not None and not self.ended.done():
                self.ended.set_result(None)


class Operations:
    """Owned by a tab: runs one operation at a time, and keeps the one that a dialog holds as ``suspended``."""

    def __init__(self, dialogs: Dialogs, usable: Callable[[], None], notice: Callable[[], None]) -> None:
        """``usable`` raises the error that says why the tab is not; ``notice`` wakes what waits for a change of the page."""
        self.suspended: Operation | None = None
        self._running: Operation | None = None
        self._dialogs = dialogs
        self._usable = usable
        self._notice = notice

    async def perform(self, begin: Callable[[], Awaitable[Any]], deadline: Deadline) -> Any:
        """The result of what ``begin`` begins, or the ``DialogView`` that now holds it.

        The operation is cancelled, and its cleaning up awaited, when the deadline passes or the caller is cancelled.
        """
        return await self._await(Operation(begin, deadline))

    async def resume(self, deadline: Deadline) -> Any:
        """After the dialog was answered: what the suspended operation comes to, or the next dialog that it opens."""
        suspended, self.suspended = self.suspended, None
        if suspended is None:
            return None
        if self._dialogs.pending:
            self.suspended = suspended
            return self._dialogs.pending[-1]
        for_it_ms = deadline.remaining_ms - min(ANSWER_MS, deadline.remaining_ms / 2)
        suspended.deadline.restart(min(for_it_ms, max(suspended.left_ms, RESUMED_MS)))
        # What began to wait while the dialog was open counted on the time that there was for that.
        self._notice()
        return await self._await(suspended)

    @property
    def running(self) -> bool:
        """Whether an operation is under way that no dialog holds."""
        return self._running is not None

    def hold(self, view: DialogView) -> None:
        """Suspend the operation under way: the dialog of another tab blocks this page, too."""
        if (operation := self._running) is not None and (opened := operation.ended) is not None and not opened.done():
            opened.set_result(view)

    def crash(self) -> None:
        """The page crashed: what does not end soon is not waited for."""
        if (operation := self._running) is not None:
            asyncio.get_running_loop().call_later(CRASHED_S, _lose, operation)

    async def cancel(self) -> None:
        """Cancels the suspended operation, if there is one."""
        suspended, self.suspended = self.suspended, None
        if suspended is not None:
            await _cancelled(suspended.task)

    async def _await(self, operation: Operation) -> Any:
        task, deadline = operation.task, operation.deadline
        operation.ended = opened = self._dialogs.next_opened()
        self._running = operation
        try:
            # What the operation itself fails with may be a TimeoutError too, so its result is taken outside.
            while not task.done() and not opened.done():
                await asyncio.wait({opened}, timeout=deadline.remaining_until_ms(GRACE_MS) / 1000)
                # While a person thinks about an approval the deadline stands still, and is later than it was.
                if deadline.passed:
                    break
            if task.done():
                return task.result()
            if opened.done() and not operation.lost:
                self.suspended = operation
                operation.dialog_id = opened.result().dialog_id
                operation.left_ms = deadline.remaining_ms
                deadline.restart(HELD_MS)
                return opened.result()
            await _cancelled(task, min(CLEANING_MS, deadline.remaining_until_ms(CLEANED_MS)))
            if task.done() and not task.cancelled() and (error := task.exception()):
                raise error from None
            if operation.lost:
                self._usable()
            raise deadline.exceeded(deadline.stage)
        except asyncio.CancelledError:
            await _cancelled(task)
            raise
        finally:
            self._running = None
            self._dialogs.stop_waiting(opened)


def _lose(operation: Operation) -> None:
    if not operation.task.done() and operation.ended is not None and not operation.ended.done():
        operation.lost = True
        operation.ended.set_result(None)


async def _cancelled(task: "asyncio.Task[Any]", patience_ms: float = CLEANING_MS) -> None:
    """Cancels the task and waits a bounded time for it to clean up; where the browser is slow to answer, that goes on behind."""
    task.cancel()
    await asyncio.wait({task}, timeout=patience_ms / 1000)
    # Its failure may no longer matter, and gives no warning.
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
