"""The tools as model interfaces take them, and the loop that drives them."""

import asyncio
import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from langchain_core.tools import ToolException

from refbrowser import Chat
from refbrowser.actions.catalog import ACTIONS
from refbrowser.adapters.cli import main
from refbrowser.surface.llm_tools import INTERFACES, Interface, tools_for
from refbrowser.tools import BrowserTools
from tests.support.calls import do
from tests.support.scripted_model import ScriptedModel, browses, calls, says
from tests.support.server import Site

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "agent_loop.py"


def schemas(interface: Interface) -> dict[str, Any]:
    """Each tool's schema by name, out of the interface's own shape."""
    tools = tools_for(interface)
    if interface == "anthropic":
        return {tool["name"]: tool["input_schema"] for tool in tools}
    if interface == "gemini":
        return {tool["name"]: tool["parametersJsonSchema"] for tool in tools[0]["functionDeclarations"]}
    assert all(tool["type"] == "function" for tool in tools)
    if interface == "responses":
        return {tool["name"]: tool["parameters"] for tool in tools}
    return {tool["function"]["name"]: tool["function"]["parameters"] for tool in tools}


@pytest.mark.parametrize("interface", INTERFACES)
def test_each_interface_gets_both_tools_with_every_action(interface: Interface, capsys: pytest.CaptureFixture[str]) -> None:
    found = schemas(interface)
    assert list(found) == ["browser", "vision_load"]
    assert found["browser"]["properties"]["action"]["enum"] == [action.name for action in ACTIONS]
    assert main(["schema", "--for", interface]) == 0
    assert json.loads(capsys.readouterr().out) == tools_for(interface)


@pytest.mark.parametrize("interface", INTERFACES)
def test_no_schema_has_what_the_interfaces_refuse(interface: Interface) -> None:
    def lists(schema: Any) -> list[dict[str, Any]]:
        if isinstance(schema, dict):
            own = [schema] if schema.get("type") == "array" else []
            return own + [found for part in schema.values() for found in lists(part)]
        return [found for part in schema for found in lists(part)] if isinstance(schema, list) else []

    for schema in schemas(interface).values():
        assert schema["type"] == "object"
        assert not {"oneOf", "anyOf", "allOf", "$defs"} & set(schema)
        assert all("items" in found for found in lists(schema)), "an array must say of what"


async def test_a_tool_call_is_performed_and_read_as_text(chat: Chat, site: Site) -> None:
    tools = BrowserTools(chat)
    url = site.page("<title>Shop</title><button>Buy</button>")
    assert (await tools.call("browser", json.dumps({"action": "open", "url": url}))).text.endswith(f"Tab 1*: Shop · {url}")
    assert "[button 1] Buy" in (await tools.call("browser", {"action": "content"})).text
    shot = (await do(chat, "screenshot"))["path"]
    seen = await tools.call("vision_load", {"paths": [shot]})
    assert seen.text == f"{shot}: 1280x720, scale 1"
    assert [image["mime"] for image in seen.images] == ["image/jpeg"]


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("browser", "{", "error invalid_arguments: The arguments are not JSON"),
        ("browser", "[]", "error invalid_arguments: The arguments of a tool must be a JSON object"),
        ("browse", {}, "error invalid_arguments: There is no tool 'browse'"),
        ("vision_load", {}, "error invalid_arguments: vision_load takes a list"),
        ("vision_load", "7", "error invalid_arguments: vision_load takes a list"),
        ("vision_load", {"paths": ["/etc/passwd"]}, "error file_denied"),
    ],
)
async def test_what_a_model_gets_wrong_is_said_to_it(chat: Chat, name: str, arguments: Any, says: str) -> None:
    answer = await BrowserTools(chat).call(name, arguments)
    assert answer.text.startswith(says)
    assert answer.envelope["ok"] is False


async def test_a_preset_is_what_the_model_gets_and_all_that_it_can_call(chat: Chat) -> None:
    core = BrowserTools(chat, "core")
    browser, _ = core.definitions("anthropic")
    assert len(browser["input_schema"]["properties"]["action"]["enum"]) == 12
    assert "evaluate" not in core.prompt()
    refused = await core.call("browser", {"action": "evaluate", "script": "1"})
    assert refused.text.startswith("error policy_denied: evaluate is not among the actions that this host allows")
    each = BrowserTools(chat, "each", ("tabs",))
    names = [tool["name"] for tool in each.definitions("anthropic")]
    assert names[0] == "browser_open"
    assert "No tab is open" in (await each.call("browser_list", {})).text
    missing = await each.call("browser", {"action": "list"})
    assert missing.text.startswith(f"error invalid_arguments: There is no tool 'browser'; the tools are {', '.join(names)}.")
    assert [tool.name for tool in each.langchain()] == names


async def test_langchain_tools_are_ready_to_use(chat: Chat, site: Site) -> None:
    browser, vision_load = BrowserTools(chat).langchain()
    url = site.page("<title>Chained</title>")
    assert f"Tab 1*: Chained · {url}" in await browser.ainvoke({"action": "open", "url": url})
    assert browser.args_schema == schemas("langchain")["browser"]
    shot = (await do(chat, "screenshot"))["path"]
    text, image = await vision_load.ainvoke({"paths": [shot]})
    assert text["text"].startswith(shot)
    assert image["mime_type"] == "image/jpeg"
    with pytest.raises((NotImplementedError, ToolException)):
        browser.invoke({"action": "list"})


@pytest.mark.long("adapters/test_tools.py::test_a_tool_call_is_performed_and_read_as_text")
async def test_the_example_is_a_complete_agent(site: Site, tmp_path: Path, marker: str) -> None:
    url = site.page("<title>Shop</title><p>Oak desk tray: $39.00</p>")
    seen: list[str] = []

    def look(messages: list[dict[str, Any]]) -> dict[str, Any]:
        seen.append(messages[-1]["content"])
        return browses(action="screenshot")

    def load(messages: list[dict[str, Any]]) -> dict[str, Any]:
        path = next(line for line in messages[-1]["content"].splitlines() if line.startswith("path: ")).removeprefix("path: ")
        return calls(("vision_load", {"paths": [path]}))

    model = ScriptedModel(site, browses(action="open", url=url), browses(action="content"), look, load, says("It costs $39.00."))
    environment = {
        **os.environ,
        "REFBROWSER_HOME": str(tmp_path),
        "OPENAI_BASE_URL": model.url,
        "OPENAI_API_KEY": "k",
        "OPENAI_MODEL": "scripted",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(EXAMPLE), "What does the tray cost?", env=environment, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    assert printed.decode() == "It costs $39.00.\n"
    assert "Oak desk tray: $39.00" in seen[0]
    (picture,) = model.requests[-1]["messages"][-1]["content"]
    assert picture["image_url"]["url"].startswith("data:image/jpeg;base64,")
    assert model.authorizations[0] == "Bearer k"


def test_the_example_is_short() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60
    assert "run" in runpy.run_path(str(EXAMPLE))
