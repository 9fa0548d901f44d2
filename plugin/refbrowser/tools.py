"""A chat as tools for a model: their definitions, one function that performs a tool call, and ready objects for LangChain.

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
from refbrowser.offer import VISION, Offer, Shape
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
    """What to give back to the model: ``text``, and of ``vision_load`` also ``images``, each ``{path, mime, data (base64), width,
    height, scale}``. ``envelope`` is the whole answer, for programs."""

    text: str
    envelope: dict[str, Any]
    images: tuple[dict[str, Any], ...] = ()


class BrowserTools:
    """The tools of one chat. ``shape``: one ``browser`` tool for all actions (``flat``), one for each (``each``), or one small
    ``browser`` tool with twelve actions (``core``). ``groups``: only the actions of these groups.

    Raises ``invalid_arguments`` for a group that does not exist.
    """

    def __init__(self, chat: Chat, shape: Shape = "flat", groups: Collection[str] = ()) -> None:
        self.chat = chat
        self._offer = Offer(shape, groups)

    def definitions(self, interface: Interface = "openai", *, strict: bool = False) -> list[dict[str, Any]]:
        """What a request to the model carries as ``tools``. ``strict``: for OpenAI's strict mode."""
        return tools_for(interface, self._offer.tools(), strict=strict)

    def prompt(self) -> str:
        """The text that teaches a model these tools."""
        return self._offer.prompt()

    async def call(self, name: str, arguments: dict[str, Any] | str) -> ToolAnswer:
        """Performs one tool call of a model. ``arguments`` may be the JSON text that it wrote. What goes wrong, a wrong name or
        broken JSON too, is said in the answer, for the model to mend."""
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
            return _failed(CallError(f"The arguments of a tool are a JSON object, not {type(given).__name__}."))
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
        """LangChain tools, asynchronous. Raises ``extra_missing`` without ``langchain-core``."""
        require("langchain", "BrowserTools.langchain")
        from langchain_core.tools import StructuredTool

        def performing(name: str) -> Callable[..., Awaitable[Any]]:
            async def perform(**arguments: Any) -> Any:
                answer = await self.call(name, arguments)
                images = [{"type": "image", "base64": one["data"], "mime_type": one["mime"]} for one in answer.images]
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
