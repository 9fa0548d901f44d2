"""smolagents: python smolagents_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' 'smolagents[openai,mcp]' 'mcp<2' websockets
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from typing import Any

from mcp import StdioServerParameters
from smolagents import MCPClient, OpenAIModel, Tool, ToolCallingAgent

from refbrowser import Browser, BrowserTools


def answer(tools: Sequence[Tool], goal: str, instructions: str | None = None) -> str:
    model = OpenAIModel(os.environ.get("OPENAI_MODEL", "gpt-5"), api_base=os.environ.get("OPENAI_BASE_URL"))
    return str(ToolCallingAgent(list(tools), model, instructions=instructions, max_steps=50).run(goal))


class BrowserTool(Tool):  # type: ignore[misc]
    """A tool of a chat. smolagents is synchronous: the browser runs on the loop of another thread."""

    skip_forward_signature_validation = True
    output_type = "string"

    def __init__(self, tools: BrowserTools, loop: asyncio.AbstractEventLoop, definition: dict[str, Any]) -> None:
        schema = definition["input_schema"]
        self.name, self.description = definition["name"], definition["description"]
        self.inputs = {
            name: {"type": "any", "description": "", "nullable": name not in schema["required"], **part}
            for name, part in schema["properties"].items()
        }
        self._perform = lambda arguments: asyncio.run_coroutine_threadsafe(tools.call(self.name, arguments), loop).result()
        super().__init__()

    def forward(self, **arguments: Any) -> str:
        return str(self._perform({name: value for name, value in arguments.items() if value is not None}).text)


def by_mcp(goal: str) -> str:
    server = StdioServerParameters(command="refbrowser", args=["mcp"], env=dict(os.environ))
    with MCPClient(server, structured_output=False) as tools:
        # smolagents takes every argument of an MCP tool for a required one, and one of several types for a string.
        for tool in tools:
            for name, argument in tool.inputs.items():
                argument["nullable"] = name != ("paths" if tool.name == "vision_load" else "action")
                if "anyOf" in argument:
                    argument["type"] = "any"
        return answer(tools, goal)


async def _in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("smolagents"))
        loop = asyncio.get_running_loop()
        made = [BrowserTool(tools, loop, definition) for definition in tools.definitions("anthropic")]
        return await asyncio.to_thread(answer, made, goal, tools.prompt())


def in_process(goal: str) -> str:
    return asyncio.run(_in_process(goal))


if __name__ == "__main__":
    print({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2]))
