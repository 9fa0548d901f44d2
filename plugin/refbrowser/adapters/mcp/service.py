"""What an MCP server over a browser answers, without the SDK: its tools, resources and prompts as the protocol writes them."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

from refbrowser import Browser, Chat
from refbrowser.adapters.mcp import approving, asking, resources, roots
from refbrowser.adapters.mcp.access import FULL, Access
from refbrowser.adapters.mcp.answers import called, pictured
from refbrowser.adapters.mcp.offer import Offer
from refbrowser.adapters.mcp.parking import Parking
from refbrowser.adapters.mcp.requests import Client, RefusedRequest
from refbrowser.adapters.mcp.tools import tools
from refbrowser.browser.tab.handoff import Ask
from refbrowser.delegation.tool import NAME as DELEGATE
from refbrowser.delegation.tool import Delegations
from refbrowser.errors import RefbrowserError
from refbrowser.flows.store import folder_of
from refbrowser.offer import VISION
from refbrowser.service.oversight.approvals.approval import Way
from refbrowser.service.oversight.caller import Caller
from refbrowser.surface.flow_tools import version_of

MOST_SESSIONS: Final = 1_000
"""Sessions of which it is known what flows they have listed."""

PROGRESS_S: Final = 1.0
"""Interval at which a client that asked for progress is notified that its call is still being performed."""

PROMPT: Final = "browser_guide"
"""The prompt's name: not that of the tool, which hosts that make functions of both could not tell apart."""

Perform = Callable[[str, Any, Caller], Awaitable[dict[str, Any]]]
Load = Callable[[str, Any], Awaitable[dict[str, Any]]]


class Service:
    """The handlers of MCP requests. ``perform`` and ``vision_load`` take a chat's name and the call; ``chat_of`` names a request's
    chat; ``local``: clients run on this machine, so their folders are readable; ``watched_at``: the command that shows a chat to a
    person, if any; ``access``: what clients may do. Raises ``token_denied`` if that is nothing."""

    def __init__(
        self,
        browser: Browser,
        offer: Offer,
        *,
        perform: Perform,
        vision_load: Load,
        chat_of: Callable[[Client], str],
        local: bool,
        watched_at: Callable[[str], str] | None = None,
        access: Access = FULL,
    ) -> None:
        self._browser = browser
        self._offer = replace(offer, flows=folder_of(browser.settings).folder)
        self._access = access
        self._offered = offered = access.offer(self._offer)
        self._listed: dict[str | None, object] = {}
        self.prompt = offered.prompt()
        self._perform, self._vision_load = perform, vision_load
        self._chat_of = chat_of
        self._has_folders = local and access.full
        self._watched_at = watched_at
        self._parking = Parking()
        self._delegations = Delegations(browser, offered.groups)
        self._delegates = access.full and self._delegations.configured

    async def tools(self, client: Client) -> list[dict[str, Any]]:
        """The tools, those of the flows that there are now among them."""
        if (session := _session_of(client)) is not None:
            while len(self._listed) >= MOST_SESSIONS:
                del self._listed[next(iter(self._listed))]
            self._listed[session] = await asyncio.to_thread(version_of, self._offered.flows)
        return await asyncio.to_thread(tools, self._offered, delegates=self._delegates)

    async def call_tool(self, client: Client, name: str, arguments: dict[str, Any] | None) -> dict[str, Any]:
        """A ``CallToolResult``; before it, a client that has listed tools is notified where flows have changed since.

        Raises ``RefusedRequest`` where there is no such tool or chat, and ``InputRequired``.
        """
        answer = await self._called(client, name, arguments)
        session = _session_of(client)
        if session in self._listed and (version := version_of(self._offered.flows)) != self._listed[session]:
            self._listed[session] = version
            await client.tools_changed()
        return answer

    async def _called(self, client: Client, name: str, arguments: dict[str, Any] | None) -> dict[str, Any]:
        chat = self._chat(client)
        if name == VISION:
            envelope = await _reporting(client, self._vision_load(chat.id, (arguments or {}).get("paths")))
            return pictured(envelope, self._offer, client.name)
        if name == DELEGATE and self._delegates:
            return called(await _reporting(client, self._delegations.call(arguments)), self._offer)
        try:
            call = self._offer.call_of(name, arguments)
            self._access.check(chat.id, call)
        except RefbrowserError as failure:
            return called(failure.as_dict(), self._offer)
        if call is None:
            raise RefusedRequest(f"There is no tool {name!r}.")
        if self._has_folders and roots.needed(call):
            chat.allow_uploads_from(await roots.asked(client))
        ask: Ask | None = None
        if asking.needed(call):
            ask = asking.person(client, call, chat, self._watched_at(chat.id) if self._watched_at else None)
        if client.asks_by_answering and client.has_forms and self._access.full:

            def begin(way: Way) -> Awaitable[dict[str, Any]]:
                return self._perform(chat.id, call, self._access.caller(ask, (way,)))

            return called(await self._parking.outcome(client, chat.id, call, begin, _reporting), self._offer)
        caller = self._access.caller(ask, approving.ways(client))
        return called(await _reporting(client, self._perform(chat.id, call, caller)), self._offer)

    async def resources(self, client: Client) -> list[dict[str, Any]]:
        """The guide, and the files of the client's chat, unless its calls are limited to groups. Raises ``RefusedRequest``."""
        if self._access.groups:
            return [resources.GUIDE]
        return [resources.GUIDE, *await asyncio.to_thread(resources.listed, self._chat(client).folder)]

    async def resource(self, client: Client, uri: str) -> dict[str, Any]:
        """The contents of one resource. Raises ``RefusedRequest``."""
        if uri == resources.GUIDE["uri"]:
            return {"uri": uri, "mimeType": resources.GUIDE["mimeType"], "text": self.prompt}
        if self._access.groups:
            raise RefusedRequest(f"The token {self._access.name!r} is for actions of some groups, not for files.")
        try:
            return await asyncio.to_thread(resources.read, self._chat(client).folder, uri)
        except RefbrowserError as failure:
            raise RefusedRequest(failure.message, failure.as_dict()) from None

    def prompts(self) -> list[dict[str, Any]]:
        """The one prompt, which has no arguments."""
        return [{"name": PROMPT, "description": "How to use the browser tool."}]

    def messages(self, name: str) -> list[dict[str, Any]]:
        """The messages of a prompt. Raises ``RefusedRequest``."""
        if name not in (PROMPT, "browser"):
            raise RefusedRequest(f"There is no prompt {name!r}.")
        return [{"role": "user", "content": {"type": "text", "text": self.prompt}}]

    def _chat(self, client: Client) -> Chat:
        try:
            return self._browser.chat(self._chat_of(client))
        except RefbrowserError as failure:
            raise RefusedRequest(failure.message, failure.as_dict()) from None


def _session_of(client: Client) -> str | None:
    """What names the client's session; None where the protocol has none."""
    return client.http.headers.get("mcp-session-id") if client.http is not None else "stdio"


async def _reporting(client: Client, work: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    """The result of ``work``, with a progress notification each second; cancelling the request cancels the work in the browser."""
    began = time.monotonic()
    working = asyncio.ensure_future(work)
    try:
        while True:
            await asyncio.wait({working}, timeout=PROGRESS_S)
            if working.done():
                return working.result()
            await client.progress(time.monotonic() - began)
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
