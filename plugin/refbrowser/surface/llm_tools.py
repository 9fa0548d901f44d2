"""The tools ``browser`` and ``vision_load`` in the formats of model APIs."""

from collections.abc import Callable
from typing import Any, Final, Literal, get_args

from refbrowser.surface.schema import browser_tool, vision_tool

Interface = Literal["openai", "anthropic", "gemini", "langchain"]
INTERFACES: Final[tuple[Interface, ...]] = get_args(Interface)


def tools_for(interface: Interface) -> list[dict[str, Any]]:
    """Return the value of a request's ``tools``, or for LangChain the argument of ``bind_tools``."""
    tools = [browser_tool(), vision_tool()]
    if interface == "gemini":
        return [{"functionDeclarations": [_gemini(tool) for tool in tools]}]
    shape: Callable[[dict[str, Any]], dict[str, Any]] = dict if interface == "anthropic" else _openai
    return [shape(tool) for tool in tools]


def _openai(tool: dict[str, Any]) -> dict[str, Any]:
    function = {"name": tool["name"], "description": tool["description"], "parameters": tool["input_schema"]}
    return {"type": "function", "function": function}


def _gemini(tool: dict[str, Any]) -> dict[str, Any]:
    # ``parameters`` accepts only a subset of OpenAPI, without ``additionalProperties`` and lists of types.
    return {"name": tool["name"], "description": tool["description"], "parametersJsonSchema": tool["input_schema"]}
