"""Google's Agent Development Kit: python google_adk_agent.py mcp|python "What does the oak desk tray cost at https://example.com?"

pip install 'refbrowser[mcp]' 'google-adk[mcp]'
"""

import asyncio
import base64
import os
import sys
from collections.abc import Sequence
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.agents.callback_context import CallbackContext
from google.adk.models import Gemini, LlmRequest
from google.adk.runners import InMemoryRunner
from google.adk.tools.base_tool import BaseTool
from google.adk.tools.mcp_tool import McpToolset, StdioConnectionParams
from google.adk.tools.tool_context import ToolContext
from google.genai import types
from mcp import StdioServerParameters

from refbrowser import Browser, BrowserTools


def show_images(callback_context: CallbackContext, llm_request: LlmRequest) -> None:
    """Moves images out of the results of tools, where a model reads them as text, to where it sees them."""
    for content in llm_request.contents:
        for part in list(content.parts or []):
            response = part.function_response.response if part.function_response else None
            blocks = response.get("content") if response else None
            for block in [block for block in blocks or [] if block["type"] == "image"]:
                blocks.remove(block)
                mime = block.get("mimeType") or block["mime_type"]
                content.parts.append(types.Part.from_bytes(data=base64.b64decode(block["data"]), mime_type=mime))


async def answer(tools: Sequence[Any], goal: str, instruction: str = "") -> str:
    model = Gemini(model=os.environ.get("GEMINI_MODEL", "gemini-2.5-pro"))
    agent = LlmAgent(
        name="browser", model=model, instruction=lambda _: instruction, tools=list(tools), before_model_callback=show_images
    )
    runner = InMemoryRunner(agent)
    session = await runner.session_service.create_session(app_name=runner.app_name, user_id="user")
    said = ""
    message = types.Content(role="user", parts=[types.Part(text=goal)])
    async for event in runner.run_async(user_id="user", session_id=session.id, new_message=message):
        if event.is_final_response() and event.content and event.content.parts:
            said = "".join(part.text or "" for part in event.content.parts)
    await runner.close()
    return said


class BrowserTool(BaseTool):
    """A tool of a chat."""

    def __init__(self, tools: BrowserTools, declaration: dict[str, Any]) -> None:
        super().__init__(name=declaration["name"], description=declaration["description"])
        self._tools = tools
        self._schema = declaration["parametersJsonSchema"]

    def _get_declaration(self) -> types.FunctionDeclaration:
        return types.FunctionDeclaration(name=self.name, description=self.description, parameters_json_schema=self._schema)

    async def run_async(self, *, args: dict[str, Any], tool_context: ToolContext) -> Any:
        answer = await self._tools.call(self.name, args)
        images = [{"type": "image", "data": image["data"], "mimeType": image["mime"]} for image in answer.images]
        return {"content": [{"type": "text", "text": answer.text}, *images]}


async def by_mcp(goal: str) -> str:
    # By default ADK gets paths in place of images, which without `show_images` it would pass on as text.
    server = StdioServerParameters(command="refbrowser", args=["mcp", "--images", "always"], env=dict(os.environ))
    toolset = McpToolset(connection_params=StdioConnectionParams(server_params=server, timeout=120))
    return await answer([toolset], goal)


async def in_process(goal: str) -> str:
    async with Browser() as browser:
        tools = BrowserTools(browser.chat("google-adk"))
        (declared,) = tools.definitions("gemini")
        return await answer([BrowserTool(tools, one) for one in declared["functionDeclarations"]], goal, tools.prompt())


if __name__ == "__main__":
    print(asyncio.run({"mcp": by_mcp, "python": in_process}[sys.argv[1]](sys.argv[2])))
