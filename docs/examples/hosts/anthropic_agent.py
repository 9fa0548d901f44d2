"""Anthropic's client: python anthropic_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' anthropic
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from anthropic import AsyncAnthropic
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from refbrowser import Browser, BrowserTools

Perform = Callable[[str, dict[str, Any]], Awaitable[tuple[list[dict[str, Any]], bool]]]
"""Blocks of content, and whether the call failed."""


def image(mime: str, data: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": mime, "data": data}}


async def loop(tools: list[Any], perform: Perform, system: str, goal: str) -> str:
    model = AsyncAnthropic()
    messages: list[Any] = [{"role": "user", "content": goal}]
    name = os.environ.get("ANTHROPIC_MODEL", "claude-sonnet-4-5")
    for _ in range(50):
        answer = await model.messages.create(model=name, max_tokens=4096, system=system, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": answer.model_dump(exclude_none=True)["content"]})
        results = []
        for block in answer.content:
            if block.type == "tool_use":
                content, failed = await perform(block.name, block.input)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": failed})
        if not results:
            return "".join(block.text for block in answer.content if block.type == "text")
        messages.append({"role": "user", "content": results})
    return "Not done after 50 steps."


async def by_mcp(goal: str) -> str:
    server = StdioServerParameters(command="refbrowser", args=["mcp"], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        welcome = (await session.initialize()).model_dump(by_alias=True)
        listed = (await session.list_tools()).model_dump(by_alias=True)["tools"]
        tools = [{"name": one["name"], "description": one["description"], "input_schema": one["inputSchema"]} for one in listed]

        async def perform(name: str, arguments: dict[str, Any]) -> tuple[list[dict[str, Any]], bool]:
            result = (await session.call_tool(name, arguments)).model_dump(by_alias=True)
            content = [
                image(part["mimeType"], part["data"]) if part["type"] == "image" else {"type": "text", "text": part["text"]}
                for part in result["content"]
            ]
            return content, result["isError"]

        return await loop(tools, perform, welcome["instructions"], goal)


async def in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("anthropic"))

        async def perform(name: str, arguments: dict[str, Any]) -> tuple[list[dict[str, Any]], bool]:
            answer = await tools.call(name, arguments)
            images = [image(one["mime"], one["data"]) for one in answer.images]
            return [{"type": "text", "text": answer.text}, *images], not answer.envelope["ok"]

        return await loop(tools.definitions("anthropic"), perform, tools.prompt(), goal)


if __name__ == "__main__":
    print(asyncio.run({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2])))
