"""One MCP server over a browser: its tools, resources and prompt. Transports differ in how a request names its chat."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from refbrowser import Browser, Chat, __version__
from refbrowser.adapters.mcp import asking, resources, roots
from refbrowser.adapters.mcp.answers import called, pictured
from refbrowser.adapters.mcp.offer import Offer
from refbrowser.adapters.mcp.tools import VISION, tools
from refbrowser.browser.tab.handoff import Ask
from refbrowser.errors import RefbrowserError
from refbrowser.surface.prompt import prompt

PROGRESS_S: Final = 1.0
"""How often a client that asked for it hears that its call is still being performed."""

Context = ServerRequestContext[Any]
Perform = Callable[[str, Any, Ask | None], Awaitable[dict[str, Any]]]
Load = Callable[[str, Any], Awaitable[dict[str, Any]]]


class Service:
    """The handlers. ``perform`` and ``vision_load`` take a chat's name and what is called; ``chat_of`` names a request's chat;
    ``local`` says that clients are on this machine, so that their folders are ours; ``watched_at`` is the command that shows a chat
    to a person, where there is one."""

    def __init__(
        self,
        browser: Browser,
        offer: Offer,
        *,
        perform: Perform,
        vision_load: Load,
        chat_of: Callable[[Context], str],
        local: bool,
        watched_at: Callable[[str], str] | None = None,
    ) -> None:
        self._browser = browser
        self._offer = offer
        self._tools = tools(offer)
        self._prompt = prompt(offer.actions(), offer.shape)
        self._perform, self._vision_load = perform, vision_load
        self._chat_of = chat_of
        self._local = local
        self._watched_at = watched_at

    def server(self) -> Server[Any]:
        """The SDK's server with these handlers."""
        return Server(
            "refbrowser",
            version=__version__,
            instructions=self._prompt,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
        )

    async def _list_tools(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=self._tools)

    async def _call_tool(
        self, ctx: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        chat = self._chat(ctx)
        if params.name == VISION:
            return pictured(await _reporting(ctx, self._vision_load(chat.id, (params.arguments or {}).get("paths"))))
        try:
            call = self._offer.call_of(params.name, params.arguments)
        except RefbrowserError as failure:
            return called(failure.as_dict(), structured=self._offer.structured)
        if call is None:
            raise MCPError(code=types.INVALID_PARAMS, message=f"There is no tool {params.name!r}.")
        if self._local and roots.needed(call):
            folders = await roots.asked(ctx, params)
            if isinstance(folders, types.InputRequiredResult):
                return folders
            chat.allow_uploads_from(folders)
        ask: Ask | None = None
        if asking.needed(call):
            whom = asking.person(ctx, params, call, chat, self._watched_at(chat.id) if self._watched_at else None)
            if isinstance(whom, types.InputRequiredResult):
                return whom
            ask = whom
        return called(await _reporting(ctx, self._perform(chat.id, call, ask)), structured=self._offer.structured)

    async def _list_resources(self, ctx: Context, _: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=await asyncio.to_thread(resources.listed, self._chat(ctx).folder))

    async def _read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        try:
            contents = await asyncio.to_thread(resources.read, self._chat(ctx).folder, str(params.uri))
        except RefbrowserError as failure:
            raise MCPError(code=types.INVALID_PARAMS, message=failure.message, data=failure.as_dict()) from None
        return types.ReadResourceResult(contents=[contents])

    async def _list_prompts(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[types.Prompt(name="browser", description="How to use the browser tool.")])

    async def _get_prompt(self, _: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != "browser":
            raise MCPError(code=types.INVALID_PARAMS, message=f"There is no prompt {params.name!r}.")
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=types.TextContent(text=self._prompt))])

    def _chat(self, ctx: Context) -> Chat:
        try:
            return self._browser.chat(self._chat_of(ctx))
        except RefbrowserError as failure:
            raise MCPError(code=types.INVALID_PARAMS, message=failure.message, data=failure.as_dict()) from None


async def _reporting(ctx: Context, work: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    """The result of ``work``, with a progress notification each second; cancelling the request cancels the work in the browser."""
    began = time.monotonic()
    working = asyncio.ensure_future(work)
    try:
        while True:
            await asyncio.wait({working}, timeout=PROGRESS_S)
            if working.done():
                return working.result()
            elapsed = time.monotonic() - began
            await ctx.session.report_progress(elapsed, message=f"{elapsed:.0f} s")
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
