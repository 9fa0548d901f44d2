"""OpenAI's client, without a framework: python openai_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' openai
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from openai import AsyncOpenAI

from refbrowser import Browser, BrowserTools

Answer = tuple[str, list[str]]
"""A text, and images as data: addresses."""


async def loop(tools: list[Any], perform: Callable[[str, str], Awaitable[Answer]], system: str, goal: str) -> str:
    model = AsyncOpenAI()
    messages: list[Any] = [{"role": "system", "content": system}, {"role": "user", "content": goal}]
    for _ in range(50):
        asked = await model.chat.completions.create(model=os.environ.get("OPENAI_MODEL", "gpt-5"), messages=messages, tools=tools)
        message = asked.choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        if not message.tool_calls:
            return str(message.content)
        images: list[str] = []
        for call in message.tool_calls:
            text, pictures = await perform(call.function.name, call.function.arguments)  # type: ignore[union-attr]
            messages.append({"role": "tool", "tool_call_id": call.id, "content": text})
            images += pictures
        if images:
            shown = [{"type": "image_url", "image_url": {"url": url}} for url in images]
            messages.append({"role": "user", "content": shown})
    return "Not done after 50 steps."


async def by_mcp(goal: str) -> str:
    server = StdioServerParameters(command="refbrowser", args=["mcp"], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        welcome = (await session.initialize()).model_dump(by_alias=True)
        listed = (await session.list_tools()).model_dump(by_alias=True)["tools"]

        async def perform(name: str, arguments: str) -> Answer:
            content = (await session.call_tool(name, json.loads(arguments))).model_dump(by_alias=True)["content"]
            images = [f"data:{part['mimeType']};base64,{part['data']}" for part in content if part["type"] == "image"]
            return "\n".join(part["text"] for part in content if part["type"] == "text"), images

        functions = [
            {"name": tool["name"], "description": tool["description"], "parameters": tool["inputSchema"]} for tool in listed
        ]
        tools = [{"type": "function", "function": function} for function in functions]
        return await loop(tools, perform, welcome["instructions"], goal)


async def in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("openai"))

        async def perform(name: str, arguments: str) -> Answer:
            answer = await tools.call(name, arguments)
            return answer.text, [f"data:{image['mime']};base64,{image['data']}" for image in answer.images]

        return await loop(tools.definitions("openai"), perform, tools.prompt(), goal)


if __name__ == "__main__":
    print(asyncio.run({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2])))
