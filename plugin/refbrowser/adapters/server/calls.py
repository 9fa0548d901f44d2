"""Calls on their way through the server: performed, counted, and ended with the client that made them."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from starlette.requests import Request

from refbrowser import Browser, Chat
from refbrowser.adapters.server.ending import server_lost
from refbrowser.adapters.server.metrics import Metrics
from refbrowser.adapters.server.tokens import Grant
from refbrowser.errors import Remedy, ServerError
from refbrowser.page_text import truncated
from refbrowser.service.chats.chat_browser import sleeping_names
from refbrowser.service.oversight.caller import Caller

PROGRESS_S: Final = 1.0
"""Interval at which a waiting client is notified that its call is still being performed."""

CLIENT: Final = Caller("http")
"""A client of the HTTP interface, which cannot be asked anything."""

T = TypeVar("T")

log = logging.getLogger("refbrowser")


class Calls:
    """Every call of every client, whichever way it came."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.metrics = Metrics(browser)
        self.in_flight = 0
        self.connected = 0
        """Clients that stay connected between their calls."""
        self.last_activity = time.monotonic()
        self.drained = asyncio.Event()
        """The server is stopping, and no call is in flight any more."""
        self._working: set[asyncio.Future[dict[str, Any]]] = set()
        self._draining = False
        self._ended = False

    def drain(self) -> None:
        """The server is stopping: it waits for the calls in flight, and for nothing that waits for further ones."""
        self._draining = True
        self._note_drained()

    def _note_drained(self) -> None:
        if self._draining and not self.in_flight:
            self.drained.set()

    def end(self) -> None:
        """Cancels the calls in flight, which answer ``server_lost``, and begins no more."""
        self._ended = True
        for working in self._working:
            working.cancel()

    def existing(self, name: str, grant: Grant) -> Chat:
        """The chat of that name, which may sleep since an earlier server. Raises ``chat_unknown``, with the chats that ``grant``
        covers."""
        for chat in self.browser.chats:
            if chat.id == name:
                return chat
        if name in sleeping_names(self.browser.settings.home):
            return self.browser.chat(name)
        raise self.unknown(name, grant)

    def unknown(self, name: str, grant: Grant) -> ServerError:
        """The error of a request for a chat that nobody made."""
        return ServerError(
            f"There is no chat {truncated(name, 200)!r}.",
            code="chat_unknown",
            remedy=Remedy(command="refbrowser chats", hint="a chat is made by its first call"),
            details={"chats": [chat.id for chat in self.browser.chats if grant.covers(chat.id)]},
        )

    async def perform(self, chat: str, request: object, caller: Caller = CLIENT) -> dict[str, Any]:
        """The envelope of one call; cancelling it cancels the work in the browser."""
        return await self._counted(chat, request, lambda: self.browser.chat(chat).call(request, caller=caller))

    async def vision_load(self, chat: str, paths: object) -> dict[str, Any]:
        """The envelope of the chat's images."""
        with self._present():
            return await self._unless_ended(lambda: self.browser.chat(chat).vision_load(paths))

    async def _counted(self, chat: str, request: object, work: Callable[[], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
        began, code = time.monotonic(), "cancelled"
        with self._present():
            try:
                envelope = await self._unless_ended(work)
                code = "ok" if envelope["ok"] else envelope["code"]
                return envelope
            finally:
                seconds = time.monotonic() - began
                self.metrics.performed(request, code, seconds)
                action = request.get("action") if isinstance(request, dict) else None
                log.info("%.40r in %.100r: %s, %d ms", action, chat, code, seconds * 1000)

    async def _unless_ended(self, work: Callable[[], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
        if self._ended:
            return _stopping()
        working = asyncio.ensure_future(work())
        self._working.add(working)
        try:
            envelope = await working
            if envelope.get("code") == "browser_closed":
                # Programs that own their browser enter it again; clients of a server call the next one.
                return _stopping()
            return envelope
        except asyncio.CancelledError:
            if not self._ended or _is_cancelled():
                raise
            return server_lost().as_dict()
        finally:
            self._working.discard(working)

    @contextmanager
    def connection(self) -> Iterator[None]:
        """A client is connected, for which the server stays."""
        self.connected += 1
        try:
            yield
        finally:
            self.connected -= 1
            self.last_activity = time.monotonic()

    @contextmanager
    def _present(self) -> Iterator[None]:
        self.in_flight += 1
        self.metrics.in_flight.inc()
        try:
            yield
        finally:
            self.in_flight -= 1
            self.metrics.in_flight.dec()
            self.last_activity = time.monotonic()
            self._note_drained()


def _stopping() -> dict[str, Any]:
    refusal = ServerError(
        "The server is stopping; the call was not started.",
        code="server_unreachable",
        remedy=Remedy(hint="repeat the call: it starts the next server"),
    )
    return refusal.as_dict()


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def unless_gone(work: Awaitable[T], request: Request) -> T | None:
    """The result of ``work``; None when the client closed its connection first, after ``work`` was cancelled and has ended."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(request: Request) -> None:
    """Returns when the client has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        continue


async def progress(work: Awaitable[dict[str, Any]]) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """``("progress", {elapsed_ms})`` once a second, then ``("result", envelope)``. Closing it early cancels ``work``."""
    began = time.monotonic()
    working = asyncio.ensure_future(work)
    try:
        while not working.done():
            await asyncio.wait({working}, timeout=PROGRESS_S)
            if not working.done():
                yield "progress", {"elapsed_ms": round((time.monotonic() - began) * 1000)}
        yield "result", working.result()
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
