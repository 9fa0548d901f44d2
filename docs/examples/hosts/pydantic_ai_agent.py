"""Pydantic AI: python pydantic_ai_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' 'pydantic-ai-slim[openai,mcp]'
"""

import asyncio
import base64
import os
import sys
from typing import Any

from pydantic_ai import Agent, BinaryContent, Tool, ToolReturn
from pydantic_ai.mcp import MCPToolset, StdioTransport
from pydantic_ai.models.openai import OpenAIChatModel

from refbrowser import Browser, BrowserTools


def functions(tools: BrowserTools) -> list[Tool[None]]:
    def performing(name: str) -> Any:
        async def perform(**arguments: Any) -> Any:
            answer = await tools.call(name, arguments)
            images = [BinaryContent(base64.b64decode(image["data"]), media_type=image["mime"]) for image in answer.images]
            return ToolReturn(answer.text, content=images) if images else answer.text

        return perform

    return [
        Tool.from_schema(performing(tool["name"]), tool["name"], tool["description"], tool["input_schema"])
        for tool in tools.definitions("anthropic")
    ]


async def by_mcp(goal: str) -> str:
    server = MCPToolset(StdioTransport("refbrowser", ["mcp"], env=dict(os.environ)), include_instructions=True, init_timeout=60)
    agent = Agent(OpenAIChatModel(os.environ.get("OPENAI_MODEL", "gpt-5")), toolsets=[server])
    async with agent:
        return str((await agent.run(goal)).output)


async def in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("pydantic-ai"))
        model = OpenAIChatModel(os.environ.get("OPENAI_MODEL", "gpt-5"))
        agent = Agent(model, instructions=tools.prompt(), tools=functions(tools))
        return str((await agent.run(goal)).output)


if __name__ == "__main__":
    print(asyncio.run({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2])))
