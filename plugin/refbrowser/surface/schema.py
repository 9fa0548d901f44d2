"""The catalog as JSON Schema: one schema per action, and one flat tool for all actions."""

import json
from collections.abc import Collection, Iterable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action
from refbrowser.surface.essentials import essentials

_BOUNDS: Final = frozenset(
    {"default", "pattern", "maxLength", "minLength", "maximum", "minimum", "maxItems", "minItems"}
)  # fmt: skip
"""Left out of the flat tool, whose tokens are paid every turn: the check enforces them, and its errors name them."""

_MOST_DEPTH: Final = 20
"""Levels of nested schemas. A recursive model cannot be expressed without references."""


def action_schema(action: Action) -> dict[str, Any]:
    """Return the schema of one action's arguments, with bounds, defaults and descriptions.

    It has no ``$ref``, ``const`` or lists of types, which APIs with partial support of JSON Schema reject or ignore.
    """
    return deepcopy(_schema_of(action.arguments))


@cache
def _schema_of(arguments: type[BaseModel]) -> dict[str, Any]:
    """Pydantic takes 60 ms for those of all actions, and each session of MCP and each delegation asks for them."""
    schema = arguments.model_json_schema()
    return _plain(schema, schema.get("$defs", {}))


def browser_tool(actions: Iterable[Action] = ACTIONS, arguments: Collection[str] | None = None) -> dict[str, Any]:
    """Return the flat tool as ``{name, description, input_schema}``, with each argument of all ``actions`` once.

    With ``arguments`` the schema lists only these; calls may use the others too.
    """
    actions = tuple(actions)
    uses: dict[str, dict[str, dict[str, Any]]] = {}
    for action in actions:
        for name, argument in action_schema(action)["properties"].items():
            if arguments is None or name in arguments:
                uses.setdefault(name, {})[action.name] = _without_bounds(argument)
    properties = {"action": {"type": "string", "enum": [action.name for action in actions]}}
    properties |= {name: shared(use) for name, use in uses.items()}
    _tell_once(properties)
    return {
        "name": "browser",
        "description": essentials([action.name for action in actions]),
        "input_schema": {
            "type": "object",
            "properties": properties,
            "required": ["action"],
            "additionalProperties": False,
        },
    }


def vision_tool() -> dict[str, Any]:
    """Return the ``vision_load`` tool as ``{name, description, input_schema}``."""
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
    """Return the schema as compact JSON."""
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


def _plain(schema: dict[str, Any], definitions: dict[str, Any], depth: int = 0) -> dict[str, Any]:
    """Return ``schema`` with references resolved, and without titles and pydantic's ``null`` for optional arguments."""
    if depth > _MOST_DEPTH:
        raise ValueError("an argument model contains itself")
    if (name := schema.get("$ref")) is not None:
        # Keywords next to a reference describe this use of it; the docstring of the model is for who reads the code.
        model = {key: value for key, value in definitions[name.removeprefix("#/$defs/")].items() if key != "description"}
        schema = {**model, **{key: value for key, value in schema.items() if key != "$ref"}}
    choices = [choice for choice in schema.get("anyOf", []) if choice != {"type": "null"}]
    plain = {key: value for key, value in schema.items() if key not in ("title", "$defs", "anyOf")}
    if plain.get("default", ...) is None:
        del plain["default"]
    if len(choices) == 1:
        return _plain({**choices[0], **plain}, definitions, depth + 1)
    if choices:
        plain["anyOf"] = [_plain(choice, definitions, depth + 1) for choice in choices]
    if "properties" in plain:
        if depth == 0:
            plain.pop("description", None)  # the docstring of the model
        plain["properties"] = {name: _plain(part, definitions, depth + 1) for name, part in plain["properties"].items()}
    if isinstance(items := plain.get("items"), dict):
        plain["items"] = _plain(items, definitions, depth + 1)
    if (only := plain.pop("const", None)) is not None and isinstance(only, str):
        plain["enum"] = [only]
    if named := plain.pop("patternProperties", None):
        # The check enforces the pattern of names, and its error states it.
        plain["additionalProperties"] = next(iter(named.values()))
        plain.pop("maxProperties", None)
    if isinstance(others := plain.get("additionalProperties"), dict):
        plain["additionalProperties"] = _plain(others, definitions, depth + 1)
    return plain


def _tell_once(properties: dict[str, dict[str, Any]]) -> None:
    """Leave out, of the parts of arguments, the texts of arguments of the same name."""
    for schema in properties.values():
        for name, part in schema.get("items", schema).get("properties", {}).items():
            if name in properties and part.get("description", "") in properties[name].get("description", ""):
                part.pop("description", None)


def _without_bounds(schema: dict[str, Any]) -> dict[str, Any]:
    lean = {key: value for key, value in schema.items() if key not in _BOUNDS}
    if "properties" in lean:
        lean["properties"] = {name: _without_bounds(part) for name, part in lean["properties"].items()}
    if "items" in lean:
        lean["items"] = _without_bounds(lean["items"])
    if isinstance(others := lean.get("additionalProperties"), dict):
        lean["additionalProperties"] = _without_bounds(others)
    if "anyOf" in lean:
        lean["anyOf"] = [_without_bounds(choice) for choice in lean["anyOf"]]
    return lean


def shared(uses: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Return one schema for an argument of several actions, given as ``{action: schema}``: it allows what any of them allows, and
    its description states the meaning for each."""
    shapes = [{key: value for key, value in use.items() if key != "description"} for use in uses.values()]
    joined = _either(shapes)
    differ = "enum" in joined and any(shape["enum"] != joined["enum"] for shape in shapes)
    texts: dict[str, str] = {}
    for name, use in uses.items():
        text = use.get("description", "")
        if differ:
            text = ", ".join(use["enum"]) + (f" ({text})" if text else "")
        if text:
            texts[name] = text
    return {**joined, **({"description": text} if (text := _text(texts, len(uses))) else {})}


def _either(shapes: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a schema that allows what any of ``shapes`` allows."""
    distinct = [shape for index, shape in enumerate(shapes) if shape not in shapes[:index]]
    if len(distinct) == 1:
        return distinct[0]
    types = [shape.get("type") for shape in distinct]
    if types == ["string"] * len(distinct):
        if all("enum" in shape for shape in distinct):
            return {"type": "string", "enum": list(dict.fromkeys(value for shape in distinct for value in shape["enum"]))}
        return {"type": "string"}
    choices = [choice for shape in distinct for choice in shape.get("anyOf", [shape])]
    return {"anyOf": [choice for index, choice in enumerate(choices) if choice not in choices[:index]]}


def _text(texts: Mapping[str, str], uses: int) -> str:
    """Return the description: first the text that most actions share, if every action has one, then the others by action."""
    if not texts:
        return ""
    by_text: dict[str, list[str]] = {}
    for name, text in texts.items():
        by_text.setdefault(text, []).append(name)
    common = max(by_text, key=lambda text: len(by_text[text]))
    if len(texts) < uses or 2 * len(by_text[common]) <= uses:
        common = ""
    named = [f"{'/'.join(names)}: {text}" for text, names in by_text.items() if text != common]
    return "; ".join([common, *named] if common else named)
