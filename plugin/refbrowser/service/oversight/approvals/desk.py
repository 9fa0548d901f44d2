"""The desk: every approval that calls of one browser wait for. It is shown in all ways at once, and the first answer counts."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from refbrowser.errors import PolicyError, ServerError
from refbrowser.service.oversight.approvals.approval import Answer, Approval, Way

log = logging.getLogger("refbrowser")

ABSENCE_S: Final = 20.0
"""How long those who watch may all be gone, for a reload, before an approval that only they could answer is given up."""


CALLING_OFF_S: Final = 1.0
"""How long a way of asking may take to end after another answer came; the call does not wait longer for a program's handler."""


class Approvals:
    """Lives on the browser's loop. ``on_approval`` is the program's own way of asking, if it has one."""

    def __init__(self, on_approval: Way | None = None) -> None:
        self._on_approval = on_approval
        self._pending: dict[str, tuple[Approval, asyncio.Future[Answer]]] = {}
        self._listeners: list[Callable[[], None]] = []
        self._attending: Counter[str | None] = Counter()
        self._changed = asyncio.Event()

    @property
    def pending(self) -> list[Approval]:
        """What waits for an answer, oldest first."""
        return [approval for approval, _ in self._pending.values()]

    def find(self, approval_id: str) -> Approval:
        """Raises ``not_found``."""
        if (entry := self._pending.get(approval_id)) is None:
            raise not_pending(approval_id)
        return entry[0]

    def answer(self, approval_id: str, answer: Answer) -> None:
        """Answer a pending approval; the first answer counts. Raises ``not_found`` for an answered or unknown one."""
        self.find(approval_id)
        _, future = self._pending.pop(approval_id)
        if not future.done():
            future.set_result(answer)
        self._notify()

    @contextmanager
    def attended(self, chat: str | None = None, *, linger_s: float = 0) -> Iterator[None]:
        """During the block, and ``linger_s`` after it, somebody looks at the desk who can answer: for that chat, or for all."""
        self._attending[chat] += 1
        try:
            yield
        finally:
            asyncio.get_running_loop().call_later(linger_s, self._leave, chat)

    def _leave(self, chat: str | None) -> None:
        self._attending[chat] -= 1
        self._changed.set()

    def _is_attended(self, chat: str) -> bool:
        return self._attending[None] > 0 or self._attending[chat] > 0

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Calls ``listener``, which must neither raise nor block, when what is pending changes; the answer ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def can_ask(self, chat: str, ways: Sequence[Way]) -> bool:
        """Whether there is anybody to ask: the program, the caller's person, or somebody who watches."""
        return bool(ways) or self._on_approval is not None or self._is_attended(chat)

    async def ask(self, approval: Approval, ways: Sequence[Way]) -> Answer:
        """The first answer. Raises ``approval_unavailable`` when nobody can be asked, or all who could have gone, and
        ``approval_expired`` at ``expires``."""
        if not self.can_ask(approval.chat, ways):
            raise _unavailable(approval)
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._pending[approval.id] = approval, answered
        self._notify()
        all_ways = [*ways, *([self._on_approval] if self._on_approval is not None else [])]
        asking = {asyncio.ensure_future(_asked(way, approval)) for way in all_ways}
        try:
            return await self._first(approval, answered, asking)
        finally:
            # Before the other ways are called off, which takes time: an answer that comes now would not count.
            if self._pending.pop(approval.id, None) is not None:
                self._notify()
            await _called_off(asking)

    async def _first(
        self, approval: Approval, answered: "asyncio.Future[Answer]", asking: "set[asyncio.Task[Answer | None]]"
    ) -> Answer:
        waiting = set(asking)
        attended, absent_since = self._is_attended(approval.chat), time.monotonic()
        while True:
            left_s = approval.expires / 1000 - time.time()
            if left_s <= 0:
                raise _expired(approval)
            if (present := self._is_attended(approval.chat)) or waiting:
                attended, absent_since = attended or present, time.monotonic()
            else:
                left_s = min(left_s, absent_since + (ABSENCE_S if attended else 0) - time.monotonic())
                if left_s <= 0:
                    raise _unavailable(approval)
            self._changed.clear()
            change = asyncio.ensure_future(self._changed.wait())
            everything: set[asyncio.Future[Any]] = {answered, change, *waiting}
            try:
                await asyncio.wait(everything, timeout=left_s, return_when=asyncio.FIRST_COMPLETED)
            finally:
                change.cancel()
            if answered.done():
                return answered.result()
            for task in [task for task in waiting if task.done()]:
                waiting.discard(task)
                if (answer := task.result()) is not None:
                    return answer

    def _notify(self) -> None:
        for listener in tuple(self._listeners):
            listener()


async def _asked(way: Way, approval: Approval) -> Answer | None:
    """The answer of one way. One that fails answers nothing: the call is allowed by an answer alone."""
    try:
        answer: object = await way(approval)
    except Exception:
        log.exception("An approval handler failed")
        return None
    if answer is None or isinstance(answer, Answer):
        return answer
    log.error("An approval handler returned %s in place of an Answer; the call is not allowed by that", type(answer).__name__)
    return None


async def _called_off(asking: "set[asyncio.Task[Answer | None]]") -> None:
    for task in asking:
        task.cancel()
    if not asking:
        return
    _, late = await asyncio.wait(asking, timeout=CALLING_OFF_S)
    if late:
        log.error("An approval handler did not end when it was cancelled; the call goes on without it")
    for task in asking:
        # A failure that came with the cancellation no longer matters, and gives no warning.
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())


def not_pending(approval_id: str) -> ServerError:
    """The card has been answered, has disappeared, or is none of those that the one who answers may see."""
    return ServerError("No pending approval has that id.", code="not_found", details={"id": approval_id[:100]})


def _unavailable(approval: Approval) -> PolicyError:
    return PolicyError(
        f"The policy requires a person's approval of {approval.action} ({approval.reason}), and nobody can be asked.",
        code="approval_unavailable",
        details={"rule": approval.rule},
    )


def _expired(approval: Approval) -> PolicyError:
    return PolicyError(
        f"Nobody answered the approval of {approval.action} in time ({approval.reason}).",
        code="approval_expired",
        details={"rule": approval.rule},
    )
