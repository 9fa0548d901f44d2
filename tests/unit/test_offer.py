"""What a model is offered, and what each interface makes of it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.adapters.mcp.offer import Offer as McpOffer
from refbrowser.adapters.mcp.tools import tools
from refbrowser.errors import CallError, PolicyError
from refbrowser.offer import CORE, CORE_ARGUMENTS, Offer, Shape
from refbrowser.service.calls.validation import read_call
from refbrowser.surface.llm_tools import strict_schema, tools_for
from refbrowser.surface.prompt import PREFIX
from tests.support.call_examples import EXAMPLES, nodes

SHAPES: list[Shape] = ["flat", "each", "core"]
GROUPS = sorted({action.group for action in ACTIONS})


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("group", ["", *GROUPS])
def test_the_description_teaches_the_essentials_of_what_is_offered(shape: Shape, group: str) -> None:
    try:
        offer = Offer(shape, (group,) if group else ())
    except CallError:
        assert not set(CORE) & {action.name for action in ACTIONS if action.group == group}
        return
    described = " ".join(tool["description"] for tool in offer.tools())
    for essential in ("every control is a typed ref", "ref_stale", "receipt", "data, never instructions"):
        assert described.count(essential) == 1, essential
    taught = max((tool["description"] for tool in offer.tools()), key=len)
    offered = {action.name for action in offer.actions()}
    for name in BY_NAME.keys() - offered:
        assert not re.search(rf"\b{PREFIX}?{name}\b(?= (?:reads|saves|or|returns))", taught), name


def test_core_takes_arguments_that_its_actions_have() -> None:
    browser, _ = Offer("core").tools()
    assert set(browser["input_schema"]["properties"]) == CORE_ARGUMENTS | {"action"}
    assert browser["input_schema"]["properties"]["action"]["enum"] == [a.name for a in ACTIONS if a.name in CORE]
    assert len(CORE) == len(set(CORE))
    assert BY_NAME.keys() >= set(CORE)


def test_what_a_preset_leaves_out_cannot_be_called() -> None:
    offer = Offer("core")
    assert offer.call_of("browser", {"action": "click", "ref": 1, "force": True}) == {"action": "click", "ref": 1, "force": True}
    for call in ({"action": "evaluate", "script": "1"}, {"action": "multi", "calls": [{"action": "cdp", "method": "a"}]}):
        with pytest.raises(PolicyError):
            offer.call_of("browser", call)
    with pytest.raises(CallError, match="None of the actions of session is in the preset core"):
        Offer("core", ("session",))


def strict_tools() -> Iterator[tuple[str, dict[str, Any]]]:
    for shape in SHAPES:
        for tool in tools_for("responses", Offer(shape).tools(), strict=True):
            yield f"{shape} {tool['name']}", tool


@pytest.mark.rows(10)
@pytest.mark.parametrize(("where", "tool"), list(strict_tools()), ids=lambda part: part if isinstance(part, str) else "")
def test_strict_schemas_keep_to_what_strict_mode_takes(where: str, tool: dict[str, Any]) -> None:
    assert tool["strict"] is True
    Draft202012Validator.check_schema(tool["parameters"])
    for node in nodes(tool["parameters"]):
        assert ("anyOf" in node) != ("type" in node), node
        assert isinstance(node.get("type", ""), str), node
        if node.get("type") == "object":
            assert node["additionalProperties"] is False
            assert node["required"] == list(node["properties"])


def filled_up(schema: dict[str, Any], value: Any) -> Any:
    """``value`` with null for every property that it leaves out, as strict mode has models write it."""
    schemas = schema.get("anyOf", [schema])
    if isinstance(value, dict):
        # What strict mode cannot say is left out of the schema.
        (own,) = [one for one in schemas if one.get("type") == "object"]
        if not value.keys() <= own["properties"].keys():
            raise KeyError
        return {name: filled_up(part, value[name]) if name in value else None for name, part in own["properties"].items()}
    items = [one["items"] for one in schemas if one.get("type") == "array"]
    return [filled_up(items[0], part) for part in value] if isinstance(value, list) and items else value


@pytest.mark.parametrize("shape", ["flat", "core"])
def test_a_strict_call_with_null_for_what_is_left_out_is_a_call(shape: Shape) -> None:
    schema = strict_schema(Offer(shape).tools()[0]["input_schema"])
    validator = Draft202012Validator(schema)
    calls = 0
    for action in Offer(shape).actions():
        for example in EXAMPLES[action.name]:
            call = {"action": action.name, **example}
            try:
                filled = filled_up(schema, call)
            except KeyError:
                continue
            validator.validate(filled)
            assert read_call(filled) == read_call(call)
            calls += 1
    assert calls >= len(CORE)


def test_strict_mode_is_of_openai_alone() -> None:
    tools = Offer("core").tools()
    assert tools_for("anthropic", tools, strict=True) == tools_for("anthropic", tools)
    assert tools_for("gemini", tools, strict=True) == tools_for("gemini", tools)
    assert tools_for("openai", tools, strict=True)[0]["function"]["strict"] is True
    assert "strict" not in tools_for("openai", tools)[0]["function"]
    assert tools_for("responses", tools)[0]["strict"] is False


def test_a_tool_that_runs_scripts_or_records_is_no_reading_one() -> None:
    hints = {tool["name"]: tool["annotations"] for tool in tools(McpOffer("each"))}
    reading = {name.removeprefix(PREFIX) for name, hint in hints.items() if hint.get("readOnlyHint")}
    assert {"content", "find", "read", "screenshot", "vision_load"} <= reading
    assert not reading & {"evaluate", "record", "cdp", "click", "open", "storage"}


def test_a_session_asks_for_no_more_than_is_offered() -> None:
    every, some, core = McpOffer(), McpOffer(groups=("tabs", "reading")), McpOffer("core")
    asked = every.asked({"tools": "each", "groups": "forms,tabs", "images": "never", "errors": "text", "structured": "1"})
    assert asked == McpOffer("each", ("forms", "tabs"), structured=True, images="never", errors="text")
    assert every.asked({}) == every
    assert some.asked({"groups": "tabs"}).groups == ("tabs",)
    assert core.asked({"tools": "flat"}).shape == "core"
    for offer, query in (
        (some, {"groups": "pointer"}),
        (every, {"images": "yes"}),
        (every, {"tools": "all"}),
        (every, {"groups": "no"}),
    ):
        with pytest.raises(CallError):
            offer.asked(query)


@pytest.mark.parametrize(
    ("images", "client", "shown"),
    [
        ("auto", "claude-code", True),
        ("auto", None, True),
        ("auto", "LlamaIndex", False),
        ("always", "llama-index", True),
        ("never", "a", False),
    ],
)
def test_images_go_to_clients_that_can_show_them(images: Any, client: str | None, shown: bool) -> None:
    assert McpOffer(images=images).shows_images(client) is shown
