"""LlamaIndex: python llama_index_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' llama-index-core llama-index-llms-openai-like
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ImageBlock, TextBlock
from llama_index.core.tools import BaseTool, FunctionTool, ToolMetadata
from llama_index.llms.openai_like import OpenAILike
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from refbrowser import Browser, BrowserTools


async def answer(tools: Sequence[BaseTool], goal: str, system: str | None = None) -> str:
    base = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
    name, key = os.environ.get("OPENAI_MODEL", "gpt-5"), os.environ["OPENAI_API_KEY"]
    model = OpenAILike(model=name, api_base=base, api_key=key, is_chat_model=True, is_function_calling_model=True)
    agent = FunctionAgent(tools=list(tools), llm=model, system_prompt=system)
    return str(await agent.run(goal, max_iterations=50))


class Schema(ToolMetadata):
    """LlamaIndex makes schemas of models; this one is given."""

    def __init__(self, definition: dict[str, Any]) -> None:
        super().__init__(definition["description"], definition["name"])
        self._schema = definition["input_schema"]

    def get_parameters_dict(self) -> dict[str, Any]:
        return dict(self._schema)


Blocks = list[TextBlock | ImageBlock]
Perform = Callable[[str, dict[str, Any]], Awaitable[Blocks]]


def functions(definitions: list[dict[str, Any]], perform: Perform) -> list[BaseTool]:
    def performing(name: str) -> Callable[..., Awaitable[Any]]:
        async def call(**arguments: Any) -> Any:
            blocks = await perform(name, arguments)
            return blocks if len(blocks) > 1 else blocks[0].text  # type: ignore[union-attr]

        return call

    return [FunctionTool(async_fn=performing(one["name"]), metadata=Schema(one)) for one in definitions]


async def by_mcp(goal: str) -> str:
    # Not LlamaIndex's McpToolSpec: it starts a server, and with it a browser, for each call, and shows the model a printed object.
    server = StdioServerParameters(command="refbrowser", args=["mcp"], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        listed = (await session.list_tools()).model_dump(by_alias=True)["tools"]

        async def perform(name: str, arguments: dict[str, Any]) -> Blocks:
            content = (await session.call_tool(name, arguments)).model_dump(by_alias=True)["content"]
            return [
                ImageBlock(image=part["data"], image_mimetype=part["mimeType"])
                if part["type"] == "image"
                else TextBlock(text=part["text"])
                for part in content
            ]

        definitions = [{**one, "input_schema": one["inputSchema"]} for one in listed]
        return await answer(functions(definitions, perform), goal)


async def in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("llama-index"))

        async def perform(name: str, arguments: dict[str, Any]) -> Blocks:
            answer = await tools.call(name, arguments)
            images = [ImageBlock(image=image["data"], image_mimetype=image["mime"]) for image in answer.images]
            return [TextBlock(text=answer.text), *images]

        return await answer(functions(tools.definitions("anthropic"), perform), goal, tools.prompt())


if __name__ == "__main__":
    print(asyncio.run({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2])))
