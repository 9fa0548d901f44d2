"""The catalog as JSON Schema: one schema per action, and one flat tool that takes them all."""

import json
from collections.abc import Iterable
from typing import Any, Final

from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action

_DROPPED: Final = frozenset({"title", "default", "maxLength", "minLength", "maximum", "minimum", "maxItems", "minItems"})
"""Bounds and defaults are enforced, and named in the error of a wrong call; in a prompt they would be paid for every turn."""

TOOL_DESCRIPTION: Final = (
    "A persistent browser driven by reference. Read a page with content: every control is a typed ref such as [button 6]; "
    "act on it by that number. Answers carry a receipt of what happened."
)


def action_schema(action: Action) -> dict[str, Any]:
    """The arguments of one action, complete with bounds, defaults and descriptions."""
    schema = action.arguments.model_json_schema()
    schema.pop("title", None)
    for name, argument in schema.get("properties", {}).items():
        schema["properties"][name] = _without_null({key: value for key, value in argument.items() if key != "title"})
    return schema


def browser_tool(actions: Iterable[Action] = ACTIONS) -> dict[str, Any]:
    """The flat ``browser`` tool: ``{name, description, input_schema}`` with every argument of every action once."""
    actions = tuple(actions)
    properties: dict[str, Any] = {"action": {"type": "string", "enum": [action.name for action in actions]}}
    meanings: dict[str, dict[str, list[str]]] = {}
    for action in actions:
        for name, argument in action_schema(action).get("properties", {}).items():
            lean = _lean(argument)
            if meaning := lean.pop("description", None):
                meanings.setdefault(name, {}).setdefault(meaning, []).append(action.name)
            known = properties.get(name)
            properties[name] = lean if known is None else _joined(known, lean)
    for name, meaning_of in meanings.items():
        properties[name]["description"] = _meaning(meaning_of)
    return {
        "name": "browser",
        "description": TOOL_DESCRIPTION,
        "input_schema": {
            "type": "object",
            "properties": properties,
            "required": ["action"],
            "additionalProperties": False,
        },
    }


def vision_tool() -> dict[str, Any]:
    """The ``vision_load`` tool."""
    return {
        "name": "vision_load",
        "description": "Look at images: screenshots that the browser tool saved, by path.",
        "input_schema": {
            "type": "object",
            "properties": {"paths": {"type": "array", "items": {"type": "string"}}},
            "required": ["paths"],
            "additionalProperties": False,
        },
    }


def compact(schema: dict[str, Any]) -> str:
    """The schema as it is sent."""
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


def _lean(argument: dict[str, Any]) -> dict[str, Any]:
    lean: dict[str, Any] = {}
    for key, value in argument.items():
        if key in _DROPPED:
            continue
        lean[key] = _lean(value) if isinstance(value, dict) else value
    return lean


def _without_null(argument: dict[str, Any]) -> dict[str, Any]:
    """An optional argument without the "or null" that pydantic writes: leaving it out says the same."""
    choices = [choice for choice in argument.get("anyOf", []) if choice != {"type": "null"}]
    rest = {key: value for key, value in argument.items() if key != "anyOf" and not (key == "default" and value is None)}
    if len(choices) == 1:
        return {**choices[0], **rest}
    return {**rest, "anyOf": choices} if choices else rest


def _joined(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """One argument that two actions take: all the values that either allows."""
    joined = {**second, **first}
    if "enum" in first and "enum" in second:
        joined["enum"] = list(dict.fromkeys([*first["enum"], *second["enum"]]))
    elif first.get("type") != second.get("type"):
        joined.pop("enum", None)
    return joined


def _meaning(meaning_of: dict[str, list[str]]) -> str:
    """What an argument means; where that depends on the action, said for each."""
    if len(meaning_of) == 1:
        return next(iter(meaning_of))
    return "; ".join(f"{'/'.join(names)}: {meaning}" for meaning, names in meaning_of.items())
