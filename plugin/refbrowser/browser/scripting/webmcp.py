"""Tools that a page itself offers to agents (WebMCP): what it registers with ``document.modelContext``, and its annotated forms.

Chromium lists and calls them through its own protocol, so the page sees the same call as from any other agent.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import CDPSession, Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.network.network_log import cut
from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.scripting.frame_tree import frame_tree, nodes_of
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import CallError, Remedy, ScriptError, StateError
from refbrowser.page_text import one_line, truncated

MOST_TOOLS: Final = 50
LONGEST: Final = 1_000
LONGEST_OUTPUT: Final = 20_000


@dataclass(frozen=True, slots=True)
class PageTool:
    """One tool as its page describes it."""

    name: str
    description: str
    input_schema: dict[str, Any]
    annotations: dict[str, Any]
    frame_id: str
    session: CDPSession

    def as_dict(self) -> dict[str, Any]:
        schema = json.dumps(self.input_schema, ensure_ascii=False)
        wire: dict[str, Any] = {
            "name": truncated(self.name, 200),
            "description": cut(self.description, LONGEST),
            "frame_id": self.frame_id,
        }
        wire["input_schema"] = self.input_schema if len(schema) <= LONGEST * 4 else cut(schema, LONGEST * 4)
        return wire | ({"annotations": self.annotations} if self.annotations else {})


@asynccontextmanager
async def page_tools(tab: Tab, deadline: Deadline) -> AsyncIterator[list[PageTool]]:
    """The tools of the page and its frames; they can be called as long as the block lives.

    Raises ``unsupported`` where this Chromium has no WebMCP.
    """
    async with frame_tree(tab, deadline) as root:
        own = await tab.page.context.new_cdp_session(tab.page)
        try:
            sessions = {id(node.session): node.session for node in nodes_of(root) if node.session is not None}
            tools: list[PageTool] = []
            for session in (own, *sessions.values()):
                tools += await _tools_of(session)
            yield tools
        finally:
            with suppress(Error):
                # The page may have gone, and the session with it.
                await own.detach()


async def called(tab: Tab, name: str, arguments: dict[str, Any], deadline: Deadline) -> Any:
    """What the tool answers, JSON-ready. Raises ``invalid_arguments`` (no such tool) and ``script_error`` (the tool failed)."""
    async with page_tools(tab, deadline) as tools:
        tool = next((tool for tool in tools if tool.name == name), None)
        if tool is None:
            raise CallError(
                f"The page offers no tool {truncated(name, 100)!r}.",
                remedy=Remedy("page_tools", {"browser_id": tab.browser_id}),
                details={"tools": [tool.name for tool in tools[:MOST_TOOLS]]},
            )
        answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        tool.session.on("WebMCP.toolResponded", answers.put_nowait)
        call = {"frameId": tool.frame_id, "toolName": name, "input": arguments}
        invocation = (await tool.session.send("WebMCP.invokeTool", call))["invocationId"]
        async with deadline.waiting_for(f"the page's tool {truncated(name, 100)!r} to answer"):
            while (answer := await answers.get())["invocationId"] != invocation:
                continue
    if answer["status"] != "Completed":
        thrown = answer.get("errorText") or (answer.get("exception") or {}).get("description", "").partition("\n")[0]
        raise ScriptError(f"The page's tool {truncated(name, 100)!r} failed: {one_line(thrown, 500) or answer['status']}.")
    output = answer.get("output")
    text = json.dumps(output, ensure_ascii=False)
    return output if len(text) <= LONGEST_OUTPUT else cut(text, LONGEST_OUTPUT)


async def _tools_of(session: CDPSession) -> list[PageTool]:
    tools: list[PageTool] = []

    def added(event: dict[str, Any]) -> None:
        for tool in event["tools"]:
            described = (tool["name"], tool.get("description", ""), tool.get("inputSchema") or {}, tool.get("annotations") or {})
            tools.append(PageTool(*described, tool["frameId"], session))

    session.on("WebMCP.toolsAdded", added)
    try:
        # Every tool that exists is reported before this is answered.
        await session.send("WebMCP.enable")
    except Error as failure:
        if not says(failure, Wording.UNKNOWN_COMMAND):
            raise
        raise StateError(
            "This Chromium has no WebMCP, so pages cannot offer tools.", code="unsupported", remedy=Remedy("content")
        ) from None
    return tools
