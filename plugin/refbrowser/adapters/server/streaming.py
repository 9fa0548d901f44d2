"""What happens in the chats as server-sent events: calls with their receipts, approvals, dialogs."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from refbrowser.adapters.server.calls import Calls
from refbrowser.adapters.server.tokens import Grant
from refbrowser.events import CallBegan, CallEnded, Event

MOST_WAITING: Final = 1_000
"""Events that a client may be behind; then it is told that some are lost."""

BEAT_S: Final = 15.0
"""Interval of a comment that keeps the connection of a quiet stream open."""

Message = tuple[str, dict[str, Any]]


class EventRoutes:
    """``GET /v1/events`` for all chats, and ``GET /v1/chats/{chat}/events`` for one."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def routes(self) -> list[Route]:
        return [
            Route("/v1/events", self.stream, methods=["GET"]),
            Route("/v1/chats/{chat:path}/events", self.stream, methods=["GET"]),
        ]

    async def stream(self, request: Request) -> Response:
        """The events from now on."""
        grant: Grant = request.state.grant
        chat = request.path_params.get("chat")
        if chat is not None:
            grant.check(chat)
        elif not grant.full:
            raise grant.denied("allows the events of one chat at a time: /v1/chats/{chat}/events")
        feed = _Feed(self._calls, chat, approvals=grant.full)
        return StreamingResponse(feed.text(), media_type="text/event-stream", headers={"cache-control": "no-store"})


class _Feed:
    """The events for one client; ``approvals``: it may see the cards."""

    def __init__(self, calls: Calls, chat: str | None, *, approvals: bool) -> None:
        self._calls, self._chat, self._approvals = calls, chat, approvals
        self._waiting: asyncio.Queue[Message] = asyncio.Queue()
        self._lost = 0
        self._cards: frozenset[str] = frozenset()
        self._dialogs: dict[str, list[Any]] = {}

    async def text(self) -> AsyncIterator[str]:
        """The stream, which ends when the server stops."""
        browser = self._calls.browser
        self._put("ready", {} if self._chat is None else {"chat": self._chat})
        unsubscribe = browser.hub.subscribe(self._heard)
        unlisten = browser.approvals.listen(self._list_cards) if self._approvals else None
        stopping = asyncio.ensure_future(self._calls.drained.wait())
        try:
            with self._calls.connection():
                self._list_cards()
                while not stopping.done():
                    getting = asyncio.ensure_future(self._waiting.get())
                    await asyncio.wait({getting, stopping}, timeout=BEAT_S, return_when=asyncio.FIRST_COMPLETED)
                    if not getting.done():
                        getting.cancel()
                        yield ": \n\n"
                        continue
                    name, data = getting.result()
                    if self._lost:
                        data, self._lost = {**data, "lost": self._lost}, 0
                    yield f"event: {name}\ndata: {json.dumps(data)}\n\n"
        finally:
            stopping.cancel()
            unsubscribe()
            if unlisten is not None:
                unlisten()

    def _heard(self, event: Event) -> None:
        if self._chat is not None and event.chat_id != self._chat:
            return
        if isinstance(event, CallBegan):
            self._put(
                "call",
                {
                    "chat": event.chat_id, "call_id": event.call_id, "action": event.action, "browser_id": event.browser_id,
                    "arguments": dict(event.arguments), "at_ms": event.at_ms,
                },
            )  # fmt: skip
        elif isinstance(event, CallEnded):
            self._put(
                "receipt",
                {
                    "chat": event.chat_id, "call_id": event.call_id, "action": event.action, "browser_id": event.browser_id,
                    "ok": event.ok, "code": event.code, "outcome": event.outcome, "duration_ms": event.duration_ms,
                },
            )  # fmt: skip
        self._list_dialogs(event.chat_id)

    def _list_dialogs(self, name: str) -> None:
        """Report the open dialogs of a chat when they are others than before."""
        chat = next((chat for chat in self._calls.browser.chats if chat.id == name), None)
        session = chat.existing() if chat is not None else None
        masker = self._calls.browser.hub.masker
        tabs = session.tabs if session is not None else ()
        pending = [{"browser_id": tab.browser_id, **dialog.as_dict()} for tab in tabs for dialog in tab.dialogs.pending]
        if pending != self._dialogs.get(name, []):
            self._dialogs[name] = pending
            self._put("dialogs", masker.masked({"chat": name, "dialogs": pending}))

    def _list_cards(self) -> None:
        """Report what waits for a person when that is other than before."""
        pending = [card for card in self._calls.browser.approvals.pending if self._chat is None or card.chat == self._chat]
        numbers = frozenset(card.id for card in pending)
        if self._approvals and numbers != self._cards:
            self._cards = numbers
            self._put("approvals", {"approvals": [card.as_dict() for card in pending]})

    def _put(self, name: str, data: dict[str, Any]) -> None:
        if self._waiting.qsize() >= MOST_WAITING:
            self._lost += 1
        else:
            self._waiting.put_nowait((name, data))
