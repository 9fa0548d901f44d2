"""AutoGen: python autogen_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' autogen-agentchat 'autogen-ext[openai,mcp]' 'mcp<2'
"""

import asyncio
import os
import sys
from collections.abc import Mapping
from typing import Any

from autogen_agentchat.agents import AssistantAgent
from autogen_core import CancellationToken, Image
from autogen_core.models import ModelInfo
from autogen_core.tools import (
    ImageResultContent,
    StaticWorkbench,
    TextResultContent,
    ToolResult,
    ToolSchema,
    Workbench,
)
from autogen_ext.models.openai import OpenAIChatCompletionClient
from autogen_ext.tools.mcp import McpWorkbench, StdioServerParams

from refbrowser import Browser, BrowserTools


async def answer(workbench: Workbench, goal: str, system: str = "You browse the web.") -> str:
    info = ModelInfo(vision=True, function_calling=True, json_output=False, family="unknown", structured_output=False)
    model = OpenAIChatCompletionClient(model=os.environ.get("OPENAI_MODEL", "gpt-5"), model_info=info)
    agent = AssistantAgent(
        "browser", model, workbench=workbench, system_message=system, max_tool_iterations=50, reflect_on_tool_use=False
    )
    result = await agent.run(task=goal)
    await model.close()
    return str(result.messages[-1].to_text())  # type: ignore[union-attr]


class BrowserWorkbench(StaticWorkbench):
    """The tools of a chat."""

    def __init__(self, tools: BrowserTools) -> None:
        super().__init__([])
        self._browser = tools

    async def list_tools(self) -> list[ToolSchema]:
        return [
            ToolSchema(name=tool["name"], description=tool["description"], parameters=tool["input_schema"])
            for tool in self._browser.definitions("anthropic")
        ]

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
        call_id: str | None = None,
    ) -> ToolResult:
        answer = await self._browser.call(name, dict(arguments or {}))
        images = [ImageResultContent(content=Image.from_base64(image["data"])) for image in answer.images]
        return ToolResult(name=name, result=[TextResultContent(content=answer.text), *images], is_error=not answer.envelope["ok"])


async def by_mcp(goal: str) -> str:
    server = StdioServerParams(command="refbrowser", args=["mcp"], env=dict(os.environ), read_timeout_seconds=120)
    async with McpWorkbench(server) as workbench:
        return await answer(workbench, goal)


async def in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("autogen"))
        return await answer(BrowserWorkbench(tools), goal, tools.prompt())


if __name__ == "__main__":
    print(asyncio.run({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2])))
