"""Calls that wait for a person whom their client asks between two requests (protocol 2026-07-28 and later).

Such a client is answered with the question and repeats its call with the answer. The call itself waits under way: the repetition
is given its outcome, and nothing is carried out twice.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser.adapters.mcp.approving import answer_of, question_of
from refbrowser.adapters.mcp.forms import filled
from refbrowser.adapters.mcp.requests import Client, InputRequired
from refbrowser.errors import PolicyError
from refbrowser.service.oversight.approvals.approval import Answer, Approval

MOST: Final = 100
"""Calls of one server that wait, or whose outcome was not fetched; the oldest is ended for a new one."""

_KEY: Final = "approval"


@dataclass(slots=True)
class _Parked:
    """A call under way: of which chat and which request, and the question that it waits for."""

    chat: str
    call: Any
    work: "asyncio.Future[dict[str, Any]]" = field(init=False)
    asked: "asyncio.Future[Approval]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    answered: "asyncio.Future[Answer | None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    async def way(self, approval: Approval) -> Answer | None:
        """Show the card by the answer to the request that is there, and wait for the repetition."""
        self.answered = asyncio.get_running_loop().create_future()
        if not self.asked.done():
            self.asked.set_result(approval)
        return await self.answered


Work = Callable[[Callable[[Approval], Awaitable[Answer | None]]], Awaitable[dict[str, Any]]]


class Parking:
    """The calls of all clients of one service, by the state that a client sends back with its repetition."""

    def __init__(self) -> None:
        self._parked: dict[str, _Parked] = {}

    async def outcome(
        self,
        client: Client,
        chat: str,
        call: Any,
        begin: Work,
        reporting: Callable[[Client, Awaitable[dict[str, Any]]], Awaitable[dict[str, Any]]],
    ) -> dict[str, Any]:
        """Return the envelope of the call, which ``begin`` starts with the way to ask, unless the client repeats it. Raises
        ``InputRequired`` with the question of a person's approval."""
        if client.state is None:
            parked = _Parked(chat, call)
            parked.work = asyncio.ensure_future(begin(parked.way))
        else:
            found = self._parked.pop(client.state, None)
            if found is None or (found.chat, found.call) != (chat, call):
                return _over(call)
            parked = found
            _give(parked, client)
        return await reporting(client, self._until_asked(parked))

    async def _until_asked(self, parked: _Parked) -> dict[str, Any]:
        either: set[asyncio.Future[Any]] = {parked.work, parked.asked}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            parked.work.cancel()
            await asyncio.gather(parked.work, return_exceptions=True)
            raise
        if parked.work.done():
            return parked.work.result()
        approval, parked.asked = parked.asked.result(), asyncio.get_running_loop().create_future()
        state = secrets.token_hex(16)
        while len(self._parked) >= MOST:
            self._parked.pop(next(iter(self._parked))).work.cancel()
        self._parked[state] = parked
        raise InputRequired({_KEY: question_of(approval)}, state)


def _give(parked: _Parked, client: Client) -> None:
    given = client.answer(_KEY)
    form = filled(given) if given is not None else None
    if not parked.answered.done():
        parked.answered.set_result(answer_of(form))


def _over(call: Any) -> dict[str, Any]:
    action = call.get("action") if isinstance(call, dict) else None
    return PolicyError(
        f"The {str(action)[:40]} that this answers is over, or was another call; nothing was done again.", code="approval_expired"
    ).as_dict()
