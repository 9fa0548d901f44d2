"""Every schema that a host loads: valid JSON Schema, in the part of it that the model interfaces take, and true to what is checked."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator
from langchain_core.tools import StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.actions.spec import Action
from refbrowser.adapters.mcp.offer import Offer, Shape
from refbrowser.adapters.mcp.tools import tools
from refbrowser.adapters.server.openapi import openapi
from refbrowser.delegation.run import definitions
from refbrowser.errors import CallError
from refbrowser.service.calls.validation import read_call
from refbrowser.service.oversight.permissions import actions_of
from refbrowser.surface.llm_tools import INTERFACES, tools_for
from refbrowser.surface.schema import action_schema, browser_tool, shared, vision_tool
from tests.docs.documents import documents
from tests.support.call_examples import EXAMPLES, nodes

GROUPS: Final = sorted({action.group for action in ACTIONS})
SHAPES: Final[tuple[Shape, ...]] = ("flat", "each", "core")


BAD: Final[list[dict[str, Any]]] = [
    {},
    {"ref": 6},
    {"action": "clikc", "ref": 6},
    {"action": "click", "ref": 6, "unknown": 1},
    {"action": "click", "ref": [6]},
    {"action": "click", "ref": {"number": 6}},
    {"action": "click", "ref": 6, "modifiers": ["Hyper"]},
    {"action": "click", "ref": 6, "button": "top"},
    {"action": "click", "x": "left", "y": 0},
    {"action": "fill_form", "fields": [{"ref": 6, "value": {"a": 1}}]},
    {"action": "fill_form", "fields": [{"ref": 6, "value": "a", "more": 1}]},
    {"action": "fill_form", "fields": "none"},
    {"action": "emulate", "geolocation": {"latitude": 1}},
    {"action": "emulate", "geolocation": {"latitude": "north", "longitude": 1}},
    {"action": "emulate", "geolocation": [1, 2]},
    {"action": "multi", "calls": ["list"]},
    {"action": "cdp", "method": "Page.enable", "params": [1]},
    {"action": "content", "mode": "everything"},
    {"action": "key_chord", "keys": [["a"]]},
]

every_action = pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action.name))


def loaded() -> Iterator[tuple[str, Any]]:
    """Every schema that a host can be given, and by what way."""
    for interface in INTERFACES:
        for tool in tools_for(interface):
            declared = tool.get("functionDeclarations", [tool.get("function", tool)])
            for one in declared:
                (schema,) = (one[name] for name in ("parameters", "parametersJsonSchema", "input_schema") if name in one)
                yield f"{interface} {one['name']}", schema
    for shape in SHAPES:
        for groups in ((), *((group,) for group in GROUPS if shape != "core")):
            for listed in tools(Offer(shape, groups)):
                yield f"mcp {shape} {groups} {listed['name']}", listed["inputSchema"]
    for action in ACTIONS:
        yield f"schema --each {action.name}", action_schema(action)
    for tool in definitions(actions_of(())):
        yield f"delegate {tool['name']}", tool["input_schema"]


@cache
def flat_schema() -> Draft202012Validator:
    return Draft202012Validator(browser_tool()["input_schema"])


def test_every_schema_is_valid_and_keeps_to_what_the_interfaces_take() -> None:
    seen, known = 0, set()
    for where, schema in loaded():
        seen += 1
        if (text := json.dumps(schema)) in known:
            continue
        known.add(text)
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object", where
        assert schema["additionalProperties"] is False, where
        assert not {"oneOf", "anyOf", "allOf", "not", "enum"} & set(schema), where
        assert set(schema.get("required", [])) <= set(schema["properties"]), where
        for node in nodes(schema):
            # Gemini: no references, no const, one type each, enums of text; OpenAI and Anthropic refuse an array of nothing.
            assert node.keys() <= {
                "type", "description", "enum", "items", "properties", "required", "anyOf", "additionalProperties", "default",
                "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern",
            }, (where, node)  # fmt: skip
            assert isinstance(node.get("type", "object"), str), (where, node)
            assert ("anyOf" in node) != ("type" in node), (where, node)
            assert node.get("type") != "array" or node["items"], (where, node)
            assert all(isinstance(value, str) for value in node.get("enum", [])), (where, node)
            assert "enum" not in node or node["type"] == "string", (where, node)
    assert seen > 2 * len(ACTIONS)


def test_the_openapi_document_holds_the_same_schemas() -> None:
    schemas = openapi()["components"]["schemas"]
    assert "$defs" not in json.dumps(schemas)
    for action in ACTIONS:
        schema = schemas[f"call.{action.name}"]
        Draft202012Validator.check_schema(schema)
        for example in EXAMPLES[action.name]:
            Draft202012Validator(schema).validate({"action": action.name, **example})


def test_names_and_sizes_are_within_the_interfaces_limits() -> None:
    for interface in INTERFACES:
        for tool in tools_for(interface):
            for one in tool.get("functionDeclarations", [tool.get("function", tool)]):
                assert re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}", one["name"])
                assert 0 < len(one["description"]) <= 1024
                for name in one.get("parameters", {}).get("properties", {}):
                    assert re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", name)


def test_every_action_has_examples() -> None:
    assert EXAMPLES.keys() == BY_NAME.keys(), "tests/support/call_examples.py has a row for each action"


@every_action
def test_examples_are_valid_for_schema_and_check(action: Action) -> None:
    own = Draft202012Validator(action_schema(action))
    for example in EXAMPLES[action.name]:
        call = {"action": action.name, **example}
        flat_schema().validate(call)
        own.validate(example)
        read_call(call)


@pytest.mark.parametrize("page", documents(), ids=lambda page: page.name)
def test_documented_calls_are_valid_for_the_schema(page: Any) -> None:
    for call in page.calls():
        if call.get("action") in BY_NAME:
            flat_schema().validate(call)


@pytest.mark.parametrize("call", BAD, ids=str)
def test_bad_calls_are_invalid_for_schema_and_check(call: dict[str, Any]) -> None:
    assert not flat_schema().is_valid(call)
    with pytest.raises(CallError):
        read_call(call)


PROBES: Final[list[Any]] = [
    True, False, 0, 1, 2, -1, 60, 200, 0.5, -1.5, 1e9, "", "a", "6", "[button 6]", "Page.enable", "true", "left", "Control",
    [], ["a"], ["Control"], [1], [True], [{}], [{"ref": 1, "value": "a"}], {}, {"a": 1}, {"latitude": 1, "longitude": 2},
]  # fmt: skip


@pytest.mark.rows(28)
@every_action
def test_what_the_schema_of_an_argument_allows_is_what_the_check_takes(action: Action) -> None:
    schema = action_schema(action)
    for name, argument in schema["properties"].items():
        field = action.arguments.model_fields[name]
        fields: dict[str, Any] = {name: (field.annotation, field)}
        model = create_model("One", __config__=ConfigDict(arbitrary_types_allowed=True), **fields)
        validator = Draft202012Validator(argument)
        values = [*PROBES, *argument.get("enum", []), *argument.get("items", {}).get("enum", [])]
        for value in values:
            says, takes = validator.is_valid(value), _takes(model, {name: value})
            if says:
                assert takes or _is_no_ref(name, value) or _is_no_key(name, value), (
                    name,
                    value,
                    "is allowed by the schema and refused by the check",
                )
            if takes and not _lenient(argument, value):
                assert says, (name, value, "is taken by the check and not allowed by the schema")


def _takes(model: type[BaseModel], arguments: dict[str, Any]) -> bool:
    try:
        model.model_validate(arguments)
    except ValidationError:
        return False
    return True


def _is_no_ref(name: str, value: Any) -> bool:
    """A text or number that a schema without a pattern cannot distinguish from a ref."""
    return name in ("ref", "target_ref") or (name in ("fields", "ignore") and isinstance(value, list))


def _is_no_key(name: str, value: Any) -> bool:
    """A text that a schema without all names of keys cannot distinguish from one."""
    return name in ("key", "keys") and isinstance(value, str | list)


def _lenient(argument: dict[str, Any], value: Any) -> bool:
    """What is taken though a model that keeps to the schema does not send it: see the table in test_validation.py."""
    kind = argument.get("type")
    return (
        (kind == "string" and isinstance(value, int | float))
        or (kind == "boolean" and (value in (0, 1) or value in ("true", "a")))
        or (kind in ("integer", "number") and isinstance(value, str))
        or (kind == "integer" and isinstance(value, float) and value.is_integer())
        or (kind == "array" and (isinstance(value, str) or value == [1]))
    )


def test_a_shared_argument_says_what_it_is_for_each_action_that_takes_it() -> None:
    tool = browser_tool()["input_schema"]["properties"]
    properties = {action.name: action_schema(action)["properties"] for action in ACTIONS}
    for name, argument in tool.items():
        said = argument.get("description", "")
        users = [action for action, arguments in properties.items() if name in arguments]
        for action in users:
            own = properties[action][name].get("description", "")
            assert own in said, (name, action)
        first, *_ = said.split("; ")
        if said and not re.match(r"[a-z_/]+: ", first):
            assert all(properties[action][name].get("description") for action in users), name
        for named in re.findall(r"(?:^|; )([a-z_/]+): ", said):
            assert set(named.split("/")) <= set(users), (name, named)
            assert len(named.split("/")) <= 4, (name, named)


@pytest.mark.parametrize(
    ("uses", "joined"),
    [
        ({"a": {"type": "string"}, "b": {"type": "string", "description": "glob"}}, {"type": "string", "description": "b: glob"}),
        (
            {name: {"type": "string", "description": "one"} for name in "abc"} | {"d": {"type": "string", "description": "two"}},
            {"type": "string", "description": "one; d: two"},
        ),
        (
            {"a": {"type": "string", "enum": ["x"]}, "b": {"type": "string", "enum": ["y", "z"], "description": "how"}},
            {"type": "string", "enum": ["x", "y", "z"], "description": "a: x; b: y, z (how)"},
        ),
        ({"a": {"type": "string", "enum": ["x"]}, "b": {"type": "string"}}, {"type": "string"}),
        ({"a": {"type": "integer"}, "b": {"type": "string"}}, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        (
            {"a": {"anyOf": [{"type": "integer"}, {"type": "string"}]}, "b": {"type": "string"}},
            {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        ),
    ],
)
def test_uses_of_an_argument_are_joined(uses: dict[str, dict[str, Any]], joined: dict[str, Any]) -> None:
    assert shared(uses) == joined


def test_langchain_converts_the_tools_as_they_are() -> None:
    for tool in (browser_tool(), vision_tool()):
        converted = convert_to_openai_tool({**tool, "parameters": tool["input_schema"]})
        assert converted["function"]["parameters"]["properties"] == tool["input_schema"]["properties"]

        async def nothing(**_: Any) -> str:
            return ""

        made = StructuredTool(
            name=tool["name"], description=tool["description"], args_schema=tool["input_schema"], coroutine=nothing
        )
        assert made.args == tool["input_schema"]["properties"]
        assert convert_to_openai_tool(made)["function"]["parameters"]["properties"] == tool["input_schema"]["properties"]
