"""The inbox of one viewer: the approvals that calls of its chats wait for, and its person's answers."""

import base64
from collections.abc import Callable
from typing import Any

from refbrowser.errors import RefbrowserError
from refbrowser.service.oversight.approvals.approval import Answer
from refbrowser.service.oversight.approvals.desk import Approvals, not_pending
from refbrowser.viewer.access import Grant
from refbrowser.viewer.messages import Decide
from refbrowser.viewer.problems import problem

Say = Callable[[dict[str, Any]], None]


class Inbox:
    """Lives as long as its viewer's connection. One that may only look on sees the cards and cannot answer them."""

    def __init__(self, desk: Approvals, grant: Grant, say: Say) -> None:
        self._desk, self._grant, self._say = desk, grant, say
        self._unlisten = desk.listen(self.show)

    def show(self) -> None:
        """Sends what waits now, each picture as base64; at the start nothing, when nothing waits."""
        cards = []
        for approval in self._desk.pending:
            if self._grant.covers(approval.chat):
                picture = base64.b64encode(approval.picture).decode() if approval.picture is not None else None
                cards.append({**approval.as_dict(), "picture": picture})
        self._say({"type": "approvals", "approvals": cards})

    def decide(self, message: Decide) -> None:
        """Answers; the first answer counts, and one that comes too late says so, as does one to a card of another chat."""
        try:
            if not self._grant.covers(self._desk.find(message.id).chat):
                raise not_pending(message.id)
            self._desk.answer(message.id, Answer(message.answer, message.said, by="viewer"))
        except RefbrowserError as late:
            self._say(problem(late))

    def close(self) -> None:
        self._unlisten()
