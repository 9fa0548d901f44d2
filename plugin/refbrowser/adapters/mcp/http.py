"""MCP over streamable HTTP, for the local server to carry. Which chat a request means, and when such a chat ends."""

import asyncio
import contextlib
import re
import shlex
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from refbrowser import Browser
from refbrowser.adapters.mcp.access import FULL, Access
from refbrowser.adapters.mcp.messages import repaired
from refbrowser.adapters.mcp.offer import Offer
from refbrowser.adapters.mcp.requests import Client
from refbrowser.adapters.mcp.sdk import installed
from refbrowser.adapters.mcp.service import Load, Perform, Service
from refbrowser.errors import RefbrowserError

IDLE_S: Final = 30 * 60
"""A chat that an MCP session was given, and not named by it, is closed when nothing was asked of it for so long."""

_UNNAMED: Final = re.compile(r"[^A-Za-z0-9_-]+")


class HttpMcp:
    """An ASGI application for the clients of one ``access``, which its sessions belong to. A request's chat is the one that
    the access is limited to, else the one that its address names (``?chat=``), else its MCP session's own, else, in protocol
    versions without sessions, the one of its client's name. Raises ``token_denied``."""

    def __init__(
        self,
        browser: Browser,
        offer: Offer,
        *,
        perform: Perform,
        vision_load: Load,
        local: bool,
        access: Access = FULL,
        idle_s: float = IDLE_S,
    ) -> None:
        self._browser = browser
        self._access = access
        self._idle_s = idle_s
        self._used: dict[str, float] = {}
        self._busy: Counter[str] = Counter()
        service = Service(
            browser,
            offer,
            perform=lambda chat, call, caller: self._noted(chat, perform(chat, call, caller)),
            vision_load=lambda chat, paths: self._noted(chat, vision_load(chat, paths)),
            chat_of=self._chat_of,
            local=local,
            watched_at=lambda chat: f"refbrowser view --chat {shlex.quote(chat)}",
            access=access,
        )
        sdk = installed()
        self._manager = sdk.session_manager(sdk.server(service), idle_s)

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """To be entered while requests are served."""
        sweeping = asyncio.ensure_future(self._sweep())
        try:
            async with self._manager.run():
                yield
        finally:
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        for named in request.query_params.getlist("chat"):
            self._access.check(named, None)
        if scope["method"] == "POST":
            receive = _repaired(await request.body(), receive)
        await self._manager.handle_request(scope, receive, send)
        session = request.headers.get("mcp-session-id")
        if scope["method"] == "DELETE" and session is not None:
            await self._close(self._own_chat(session))

    def _chat_of(self, client: Client) -> str:
        request = client.http
        assert request is not None
        if self._access.chat is not None:
            return self._access.chat
        if named := request.query_params.get("chat"):
            return named
        session = request.headers.get("mcp-session-id")
        name = self._own_chat(session or client.name or "client")
        self._used[name] = time.monotonic()
        return name

    async def _noted(self, chat: str, work: Awaitable[dict[str, Any]]) -> dict[str, Any]:
        """The result of ``work``, during which its chat counts as used."""
        self._busy[chat] += 1
        try:
            return await work
        finally:
            self._busy[chat] -= 1
            if chat in self._used:
                self._used[chat] = time.monotonic()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._idle_s / 30)  # the pace at which idle sessions are looked for
            for name, used in list(self._used.items()):
                if not self._busy[name] and time.monotonic() - used > self._idle_s:
                    await self._close(name)

    async def _close(self, name: str) -> None:
        if self._used.pop(name, None) is not None:
            del self._busy[name]
            with contextlib.suppress(RefbrowserError):  # the browser is closing, and every chat with it
                await self._browser.chat(name).close()

    def _own_chat(self, name: str) -> str:
        words = name if self._access.full else f"{self._access.name}-{name}"
        return f"mcp-{_UNNAMED.sub('-', words)[:60]}"


def _repaired(body: bytes, receive: Receive) -> Receive:
    """What the SDK receives: the whole body at once, without halves of surrogate pairs, which its reader refuses."""
    whole: list[Message] = [{"type": "http.request", "body": repaired(body.decode(errors="replace")).encode(), "more_body": False}]

    async def received() -> Message:
        return whole.pop() if whole else await receive()

    return received
