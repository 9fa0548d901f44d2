"""OpenAI's Agents SDK: python openai_agents_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' openai-agents

OPENAI_API names the interface: responses (the SDK's own choice) or chat_completions.
"""

import asyncio
import os
import sys
from typing import Any

from agents import Agent, FunctionTool, Runner, ToolOutputImage, ToolOutputText, set_default_openai_api, set_tracing_disabled
from agents.mcp import MCPServerStdio
from agents.tool_context import ToolContext

from refbrowser import Browser, BrowserTools

MODEL = os.environ.get("OPENAI_MODEL", "gpt-5")


def functions(tools: BrowserTools) -> list[FunctionTool]:
    async def perform(context: ToolContext[Any], arguments: str) -> Any:
        answer = await tools.call(context.tool_name, arguments)
        images = [ToolOutputImage(image_url=f"data:{image['mime']};base64,{image['data']}") for image in answer.images]
        return [ToolOutputText(text=answer.text), *images] if images else answer.text

    return [
        FunctionTool(tool["name"], tool["description"], tool["parameters"], perform, strict_json_schema=False)
        for tool in tools.definitions("responses")
    ]


async def by_mcp(goal: str) -> str:
    # A call may take as long as its own deadline: the SDK's five seconds are too short for a page.
    command = {"command": "refbrowser", "args": ["mcp"], "env": dict(os.environ)}
    async with MCPServerStdio(command, client_session_timeout_seconds=120) as server:  # type: ignore[arg-type]
        agent = Agent("browser", model=MODEL, mcp_servers=[server])
        return str((await Runner.run(agent, goal, max_turns=50)).final_output)


async def in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("openai-agents"))
        agent = Agent("browser", model=MODEL, instructions=tools.prompt(), tools=functions(tools))
        return str((await Runner.run(agent, goal, max_turns=50)).final_output)


if __name__ == "__main__":
    set_tracing_disabled(True)
    set_default_openai_api("chat_completions" if os.environ.get("OPENAI_API") == "chat_completions" else "responses")
    print(asyncio.run({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2])))
