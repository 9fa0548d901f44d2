"""CrewAI: python crewai_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' crewai 'crewai-tools[mcp]'
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from crewai import LLM, Agent, Crew, Task
from crewai.tools import BaseTool
from crewai_tools import MCPServerAdapter
from mcp import StdioServerParameters
from pydantic import BaseModel, ConfigDict, create_model

from refbrowser import Browser, BrowserTools


def crew(tools: Sequence[BaseTool], goal: str, backstory: str = "You browse the web.") -> Crew:
    llm = LLM(model=os.environ.get("OPENAI_MODEL", "gpt-5"), provider="openai")
    agent = Agent(role="Shopper", goal=goal, backstory=backstory, tools=list(tools), llm=llm, max_iter=50)
    return Crew(agents=[agent], tasks=[Task(description=goal, expected_output="One sentence.", agent=agent)])


class BrowserTool(BaseTool):
    """A tool of a chat. ``loop`` is the one that the browser runs on: CrewAI calls tools from threads of its own."""

    browser_tools: Any
    loop: Any

    def _run(self, **arguments: Any) -> str:
        given = {name: value for name, value in arguments.items() if value is not None}
        answer = asyncio.run_coroutine_threadsafe(self.browser_tools.call(self.name, given), self.loop).result()
        return str(answer.text)


def arguments(name: str, schema: dict[str, Any]) -> type[BaseModel]:
    """CrewAI makes schemas of models: a model with this one."""

    def as_given(made_of_fields: dict[str, Any]) -> None:
        made_of_fields.clear()
        made_of_fields.update(deepcopy(schema))

    fields: dict[str, Any] = {name: (Any, ... if name in schema["required"] else None) for name in schema["properties"]}
    return create_model(name, __config__=ConfigDict(json_schema_extra=as_given), **fields)


def functions(tools: BrowserTools, loop: asyncio.AbstractEventLoop) -> list[BaseTool]:
    return [
        BrowserTool(
            name=tool["name"],
            description=tool["description"],
            args_schema=arguments(tool["name"], tool["input_schema"]),
            browser_tools=tools,
            loop=loop,
        )
        for tool in tools.definitions("anthropic")
    ]


def by_mcp(goal: str) -> str:
    server = StdioServerParameters(command="refbrowser", args=["mcp"], env=dict(os.environ))
    with MCPServerAdapter(server, connect_timeout=60) as tools:
        return str(crew(tools, goal).kickoff())


async def _in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("crewai"))
        made = crew(functions(tools, asyncio.get_running_loop()), goal, tools.prompt())
        return str(await asyncio.to_thread(made.kickoff))


def in_process(goal: str) -> str:
    return asyncio.run(_in_process(goal))


if __name__ == "__main__":
    print({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2]))
