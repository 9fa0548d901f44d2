"""LangChain and LangGraph: python langgraph_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp,langchain]' langchain langchain-openai langchain-mcp-adapters
"""

import asyncio
import os
import sys

from langchain.agents import create_agent
from langchain_core.tools import BaseTool
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools
from langchain_openai import ChatOpenAI

from refbrowser import Browser, BrowserTools


async def answer(tools: list[BaseTool], goal: str, system: str | None = None) -> str:
    model = ChatOpenAI(model=os.environ.get("OPENAI_MODEL", "gpt-5"))
    agent = create_agent(model, tools, system_prompt=system)
    result = await agent.ainvoke({"messages": [("user", goal)]}, {"recursion_limit": 100})
    return str(result["messages"][-1].content)


async def by_mcp(goal: str) -> str:
    # With the environment, so that settings in REFBROWSER_… variables reach the server.
    server = {"transport": "stdio", "command": "refbrowser", "args": ["mcp"], "env": dict(os.environ)}
    client = MultiServerMCPClient({"browser": server})
    # One session for the whole run: client.get_tools() starts a server, and with it a browser, for each call.
    async with client.session("browser") as session:
        return await answer(await load_mcp_tools(session), goal)


async def in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("langgraph"))
        return await answer(tools.langchain(), goal, tools.prompt())


if __name__ == "__main__":
    print(asyncio.run({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2])))
