"""How a host asks the people at the fronts: each front shows the question to its own, and the first answer counts."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

from refbrowser.browser.tab.handoff import Question, Reply
from refbrowser.service.oversight.approvals.approval import Answer, Approval


class FrontAsking:
    """``publish`` sends to every front and returns how many there are."""

    def __init__(self) -> None:
        self.publish: Callable[[str, Any], int] = lambda _, __: 0
        self._waiting: dict[str, tuple[asyncio.Future[Any], int]] = {}

    async def approve(self, approval: Approval) -> Answer | None:
        """The first answer of a front's people; None when no front has anybody to ask."""
        answer: Answer | None = await self._asked("approval", approval.id, approval)
        return answer

    async def question(self, front: str, call_id: str, question: Question) -> Reply | None:
        """The reply of the person at the caller's end, which the front of the call asks."""
        reply: Reply | None = await self._asked("question", secrets.token_hex(8), (front, call_id, question), fronts=1)
        return reply

    def answered(self, question_id: str, answer: Any) -> None:
        """A front's answer; None: it has nobody to ask."""
        if (entry := self._waiting.get(question_id)) is None:
            return
        future, unanswered = entry
        self._waiting[question_id] = future, unanswered - 1
        if not future.done() and (answer is not None or unanswered <= 1):
            future.set_result(answer)

    async def _asked(self, kind: str, question_id: str, value: Any, fronts: int | None = None) -> Any:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        reached = self.publish(kind, (question_id, value))
        if not reached:
            return None
        self._waiting[question_id] = future, fronts or reached
        try:
            return await future
        finally:
            del self._waiting[question_id]
            self.publish(f"{kind}_over", question_id)
