"""A chat as tools for a model: definitions for a request, one function that executes a tool call, and LangChain objects.

tools = BrowserTools(browser.chat("c1"))
request["tools"] = tools.definitions("openai")
answer = await tools.call("browser", {"action": "open", "url": "https://example.com"})
"""

import json
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from refbrowser.errors import CallError, RefbrowserError
from refbrowser.extras import require
from refbrowser.flows.store import folder_of
from refbrowser.offer import VISION, Offer, Shape
from refbrowser.service.chats.chat import Chat
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
    """The tools of one chat.

    Each flow of the setting ``flows`` is a tool too, unless ``groups`` are given.

    ``shape`` is ``flat`` (one ``browser`` tool for all actions), ``each`` (one tool per action) or ``core`` (one small ``browser``
    tool with twelve actions). ``groups`` limits the actions to these groups.

    Raises ``invalid_arguments`` for a group that does not exist.
    """

    def __init__(self, chat: Chat, shape: Shape = "flat", groups: Collection[str] = ()) -> None:
        self.chat = chat
        self._offer = Offer(shape, groups, folder_of(chat.settings).folder)

    def definitions(self, interface: Interface = "openai", *, strict: bool = False) -> list[dict[str, Any]]:
        """Return the list that a request to the model carries as ``tools``, in the format of ``interface``.

        With ``strict`` the definitions conform to OpenAI's strict mode.
        """
        return tools_for(interface, self._offer.tools(), strict=strict)

    def prompt(self) -> str:
        """Return the text that teaches a model these tools."""
        return self._offer.prompt()

    async def call(self, name: str, arguments: dict[str, Any] | str) -> ToolAnswer:
        """Execute one tool call of a model. ``arguments`` is a dict or the JSON text that the model wrote.

        Failures, including an unknown name and malformed JSON, are returned as the answer, so that the model can correct its call.
        Raises nothing but ``asyncio.CancelledError``.
        """
        try:
            given = json.loads(arguments) if isinstance(arguments, str) else arguments
        except ValueError as malformed:
            return _failed(CallError(f"The arguments are not JSON: {malformed}."))
        if name == VISION:
            envelope = await self.chat.vision_load(given.get("paths") if isinstance(given, dict) else None)
            if not envelope["ok"]:
                return ToolAnswer(failure(envelope), envelope)
            images = tuple(envelope["result"])
            return ToolAnswer("\n".join(map(caption, images)), envelope, images)
        if not isinstance(given, dict):
            return _failed(CallError(f"The arguments of a tool must be a JSON object, not {type(given).__name__}."))
        try:
            request = self._offer.call_of(name, given)
        except RefbrowserError as refused:
            return _failed(refused)
        if request is None:
            names = [tool["name"] for tool in self._offer.tools()]
            return _failed(CallError(f"There is no tool {name!r}; the tools are {', '.join(names)}."))
        envelope = await self.chat.call(request)
        return ToolAnswer(render(envelope), envelope)

    def langchain(self) -> "list[BaseTool]":
        """Return asynchronous LangChain tools. Raises ``extra_missing`` without ``langchain-core``."""
        require("langchain", "BrowserTools.langchain")
        from langchain_core.tools import StructuredTool

        def performing(name: str) -> Callable[..., Awaitable[Any]]:
            async def perform(**arguments: object) -> Any:
                answer = await self.call(name, arguments)
                images = [{"type": "image", "base64": image["data"], "mime_type": image["mime"]} for image in answer.images]
                return [{"type": "text", "text": answer.text}, *images] if images else answer.text

            return perform

        return [
            StructuredTool(
                name=tool["name"],
                description=tool["description"],
                args_schema=tool["input_schema"],
                coroutine=performing(tool["name"]),
            )
            for tool in self._offer.tools()
        ]


def _failed(error: RefbrowserError) -> ToolAnswer:
    envelope = error.as_dict()
    return ToolAnswer(failure(envelope), envelope)
