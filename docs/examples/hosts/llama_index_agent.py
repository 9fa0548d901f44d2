"""LlamaIndex: python llama_index_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' llama-index-core llama-index-llms-openai-like llama-index-tools-mcp
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from typing import Any

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ImageBlock, TextBlock
from llama_index.core.tools import BaseTool, FunctionTool, ToolMetadata
from llama_index.llms.openai_like import OpenAILike
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

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


def functions(tools: BrowserTools) -> list[BaseTool]:
    def performing(name: str) -> Any:
        async def perform(**arguments: Any) -> Any:
            answer = await tools.call(name, arguments)
            images = [ImageBlock(image=image["data"], image_mimetype=image["mime"]) for image in answer.images]
            return [TextBlock(text=answer.text), *images] if images else answer.text

        return perform

    return [FunctionTool(async_fn=performing(tool["name"]), metadata=Schema(tool)) for tool in tools.definitions("anthropic")]


async def by_mcp(goal: str) -> str:
    client = BasicMCPClient("refbrowser", ["mcp"], env=dict(os.environ), timeout=120)
    return await answer(await McpToolSpec(client).to_tool_list_async(), goal)


async def in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("llama-index"))
        return await answer(functions(tools), goal, tools.prompt())


if __name__ == "__main__":
    print(asyncio.run({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2])))
