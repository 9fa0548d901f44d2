"""Tools in the formats of model APIs."""

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, get_args

from refbrowser.surface.schema import browser_tool, vision_tool

Interface = Literal["openai", "responses", "anthropic", "gemini", "langchain"]
INTERFACES: Final[tuple[Interface, ...]] = get_args(Interface)


def tools_for(interface: Interface, tools: Iterable[dict[str, Any]] | None = None, *, strict: bool = False) -> list[dict[str, Any]]:
    """Return the value of a request's ``tools``, or for LangChain the argument of ``bind_tools``.

    ``tools`` are ``{name, description, input_schema}``, by default the two tools of the flat preset. With ``strict`` they conform
    to OpenAI's strict mode, which both of its APIs support.
    """
    tools = [browser_tool(), vision_tool()] if tools is None else list(tools)
    if interface == "gemini":
        return [{"functionDeclarations": [_gemini(tool) for tool in tools]}]
    shapes: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"anthropic": dict, "responses": _function}
    shape = shapes.get(interface, _openai)
    if not strict or interface == "anthropic":
        return [shape(tool) for tool in tools]
    made = [shape({**tool, "input_schema": strict_schema(tool["input_schema"])}) for tool in tools]
    for tool in made:
        tool.get("function", tool)["strict"] = True
    return made


def strict_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """``schema`` as OpenAI's strict mode wants it: every argument is required, and null where it may be left out. Arguments whose
    values are objects of any keys cannot be written in it and are left out."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [strict_schema(choice) for choice in schema["anyOf"] if not _is_open(choice)]}
    if schema.get("type") == "array":
        return {**schema, "items": strict_schema(schema["items"])}
    if schema.get("type") != "object":
        return schema
    required = set(schema.get("required", []))
    properties = {
        name: strict_schema(part) if name in required else _or_null(strict_schema(part))
        for name, part in schema["properties"].items()
        if not _is_open(part)
    }
    return {**schema, "properties": properties, "required": list(properties), "additionalProperties": False}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    described = {"description": schema["description"]} if "description" in schema else {}
    bare = {key: value for key, value in schema.items() if key != "description"}
    choices = bare.get("anyOf", [bare])
    return {"anyOf": [*choices, {"type": "null"}], **described}


def _is_open(schema: dict[str, Any]) -> bool:
    """Whether the schema takes what strict mode cannot say: any value at all, or an object (or a list of them) of any keys."""
    if "anyOf" in schema:
        return all(_is_open(choice) for choice in schema["anyOf"])
    if schema.get("type") == "array":
        return _is_open(schema.get("items", {}))
    return not schema.keys() & {"type", "enum"} or (schema.get("type") == "object" and not schema.get("properties"))


def _openai(tool: dict[str, Any]) -> dict[str, Any]:
    function = {"name": tool["name"], "description": tool["description"], "parameters": tool["input_schema"]}
    return {"type": "function", "function": function}


def _function(tool: dict[str, Any]) -> dict[str, Any]:
    return {"type": "function", "strict": False, **_openai(tool)["function"]}


def _gemini(tool: dict[str, Any]) -> dict[str, Any]:
    # ``parameters`` accepts only a subset of OpenAPI, without ``additionalProperties`` and lists of types.
    return {"name": tool["name"], "description": tool["description"], "parametersJsonSchema": tool["input_schema"]}
