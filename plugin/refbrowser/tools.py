"""A chat as tools for a model: definitions for a request, one function that executes a tool call, and LangChain objects.

tools = BrowserTools(browser.chat("c1"))
request["tools"] = tools.definitions("openai")
answer = await tools.call("browser", {"action": "open", "url": "https://example.com"})
"""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from refbrowser.errors import CallError
from refbrowser.extras import require
from refbrowser.service.manager import Chat
from refbrowser.surface.llm_tools import Interface, tools_for
from refbrowser.surface.prompt import prompt
from refbrowser.surface.render import failure, render
from refbrowser.surface.schema import browser_tool, vision_tool
from refbrowser.surface.vision import caption

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool

__all__ = ["BrowserTools", "ToolAnswer", "browser_tool", "prompt", "render", "vision_tool"]


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The answer to one tool call.

    ``text`` goes to the model. ``images`` of ``vision_load`` go with it: each is ``{path, mime, data, width, height, scale}`` with
    base64 ``data`` and pixels. ``envelope`` is the complete answer, for programs.
    """

    text: str
    envelope: dict[str, Any]
    images: tuple[dict[str, Any], ...] = ()


class BrowserTools:
    """The tools ``browser`` and ``vision_load`` of one chat."""

    def __init__(self, chat: Chat) -> None:
        self.chat = chat

    def definitions(self, interface: Interface = "openai") -> list[dict[str, Any]]:
        """Return the list that a request to the model carries as ``tools``, in the form of ``interface``."""
        return tools_for(interface)

    async def call(self, name: str, arguments: dict[str, Any] | str) -> ToolAnswer:
        """Execute one tool call of a model. ``arguments`` is a dict or the JSON text that the model wrote.

        Failures, including an unknown name and malformed JSON, are returned as the answer, so that the model can correct its call.
        Raises nothing but ``asyncio.CancelledError``.
        """
        try:
            given = json.loads(arguments) if isinstance(arguments, str) else arguments
        except ValueError as malformed:
            return _failed(CallError(f"The arguments are not JSON: {malformed}."))
        if name == "browser":
            envelope = await self.chat.call(given)
            return ToolAnswer(render(envelope), envelope)
        if name == "vision_load":
            envelope = await self.chat.vision_load(given.get("paths") if isinstance(given, dict) else None)
            if not envelope["ok"]:
                return ToolAnswer(failure(envelope), envelope)
            images = tuple(envelope["result"])
            return ToolAnswer("\n".join(map(caption, images)), envelope, images)
        return _failed(CallError(f"There is no tool {name!r}; call browser or vision_load."))

    def langchain(self) -> "list[BaseTool]":
        """Return asynchronous LangChain tools. Raises ``extra_missing`` without ``langchain-core``."""
        require("langchain", "BrowserTools.langchain")
        from langchain_core.tools import StructuredTool

        async def browser(**call: Any) -> str:
            return (await self.call("browser", call)).text

        async def vision_load(**call: Any) -> Any:
            answer = await self.call("vision_load", call)
            images = [{"type": "image", "base64": one["data"], "mime_type": one["mime"]} for one in answer.images]
            return [{"type": "text", "text": answer.text}, *images] if images else answer.text

        return [
            StructuredTool(name=tool["name"], description=tool["description"], args_schema=tool["input_schema"], coroutine=function)
            for tool, function in ((browser_tool(), browser), (vision_tool(), vision_load))
        ]


def _failed(error: CallError) -> ToolAnswer:
    envelope = error.as_dict()
    return ToolAnswer(failure(envelope), envelope)
