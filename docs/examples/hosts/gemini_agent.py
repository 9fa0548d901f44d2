"""Google's client: python gemini_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' google-genai
"""

import asyncio
import base64
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from google import genai
from google.genai import types
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from refbrowser import Browser, BrowserTools

Perform = Callable[[str, dict[str, Any]], Awaitable[tuple[str, list[tuple[str, str]]]]]
"""A text, and images as (mime, base64)."""


async def loop(declarations: list[dict[str, Any]], perform: Perform, system: str, goal: str) -> str:
    client = genai.Client()
    config = types.GenerateContentConfig(
        system_instruction=system,
        tools=[types.Tool(function_declarations=[types.FunctionDeclaration.model_validate(one) for one in declarations])],
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
    )
    contents = [types.Content(role="user", parts=[types.Part(text=goal)])]
    for _ in range(50):
        name = os.environ.get("GEMINI_MODEL", "gemini-2.5-pro")
        asked = await client.aio.models.generate_content(model=name, contents=contents, config=config)  # type: ignore[arg-type]
        said = asked.candidates[0].content  # type: ignore[index]
        contents.append(said)  # type: ignore[arg-type]
        parts: list[types.Part] = []
        for call in asked.function_calls or []:
            text, images = await perform(str(call.name), dict(call.args or {}))
            response = types.FunctionResponse(id=call.id, name=call.name, response={"output": text})
            parts.append(types.Part(function_response=response))
            parts += [types.Part.from_bytes(data=base64.b64decode(data), mime_type=mime) for mime, data in images]
        if not parts:
            return str(asked.text)
        contents.append(types.Content(role="user", parts=parts))
    return "Not done after 50 steps."


async def by_mcp(goal: str) -> str:
    server = StdioServerParameters(command="refbrowser", args=["mcp"], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        welcome = (await session.initialize()).model_dump(by_alias=True)
        listed = (await session.list_tools()).model_dump(by_alias=True)["tools"]

        async def perform(name: str, arguments: dict[str, Any]) -> tuple[str, list[tuple[str, str]]]:
            content = (await session.call_tool(name, arguments)).model_dump(by_alias=True)["content"]
            images = [(part["mimeType"], part["data"]) for part in content if part["type"] == "image"]
            return "\n".join(part["text"] for part in content if part["type"] == "text"), images

        declarations = [
            {"name": one["name"], "description": one["description"], "parametersJsonSchema": one["inputSchema"]} for one in listed
        ]
        return await loop(declarations, perform, welcome["instructions"], goal)


async def in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("gemini"))

        async def perform(name: str, arguments: dict[str, Any]) -> tuple[str, list[tuple[str, str]]]:
            answer = await tools.call(name, arguments)
            return answer.text, [(image["mime"], image["data"]) for image in answer.images]

        (declared,) = tools.definitions("gemini")
        return await loop(declared["functionDeclarations"], perform, tools.prompt(), goal)


if __name__ == "__main__":
    print(asyncio.run({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2])))
