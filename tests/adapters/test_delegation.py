"""A goal handed to a scripted model: what it may do, when it is stopped, and what is reported afterwards."""

import asyncio
import dataclasses
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from refbrowser import Browser, RefbrowserError
from refbrowser.adapters.client import LocalServer
from refbrowser.delegation import Limits, delegate
from refbrowser.delegation.tool import TOOL, Delegations
from tests.support.calls import failure, ok
from tests.support.local_server import asked
from tests.support.mcp_client import at, text_of
from tests.support.scripted_model import ScriptedModel, Turn, browses, calls, says
from tests.support.server import Site, refused_url
from tests.support.waiting import until

DONE = calls(("finish", {"success": True, "answer": "It costs $39.00."}))


@pytest.fixture
def delegating(browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Delegates a goal to a model that answers with these turns."""

    async def run(*turns: Turn, limits: Limits | None = None, tokens: int | None = 100, **options: Any) -> Any:
        model = ScriptedModel(site, *turns, tokens=tokens)
        settings = dataclasses.replace(browser.settings, model_url=model.url, model_name="scripted")
        monkeypatch.setattr(browser, "settings", settings)
        monkeypatch.setenv("OPENAI_API_KEY", "the key")
        return await delegate(browser, "What does the tray cost?", limits, **options), model

    return run


async def test_a_goal_is_reached_and_every_call_is_in_the_journal(delegating: Any, browser: Browser, site: Site) -> None:
    url = site.page("<title>Shop</title><p>Oak desk tray: $39.00</p>")
    result, model = await delegating(browses(action="open", url=url), browses(action="content"), browses(action="clik"), DONE)
    assert (result["outcome"], result["answer"]) == ("done", "It costs $39.00.")
    assert (result["steps"], result["tokens"]) == (4, 400)
    assert [(entry["step"], entry["call"]["action"], entry["ok"]) for entry in result["journal"]] == [
        (1, "open", True),
        (2, "content", True),
        (3, "clik", False),
    ]
    assert "Oak desk tray: $39.00" in result["journal"][1]["text"]
    assert result["journal"][2]["code"] == "unknown_action"
    assert result["chat"] not in [chat.id for chat in browser.chats], "its chat is closed"
    json.dumps(result)
    first = model.requests[0]
    assert [tool["function"]["name"] for tool in first["tools"]] == ["browser", "vision_load", "finish"]
    assert first["messages"][1] == {"role": "user", "content": "What does the tray cost?"}
    assert "Browser specialist" in first["messages"][0]["content"]
    assert model.authorizations[0] == "Bearer the key"


async def test_words_alone_end_nothing_and_a_finish_without_success_is_a_failure(delegating: Any) -> None:
    """A model that only says that it is done may have done nothing."""
    result, model = await delegating(says("I think it is done."), DONE)
    assert (result["outcome"], result["answer"], result["steps"]) == ("done", "It costs $39.00.", 2)
    assert "That ends nothing" in model.requests[1]["messages"][-1]["content"]
    talk = says("I think it is done.")
    result, _ = await delegating(talk, talk, browses(action="list"), talk, talk, talk)
    assert (result["outcome"], result["answer"]) == ("stopped", "I think it is done.")
    assert (result["reason"], result["steps"]) == ("the model answered without calling finish", 6)
    result, _ = await delegating(calls(("finish", {"success": False, "answer": "It wants a login."})))
    assert (result["outcome"], result["answer"]) == ("failed", "It wants a login.")


PRICE = {
    "type": "object",
    "properties": {"price": {"type": "number", "minimum": 0}, "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}}},
    "required": ["price"],
    "additionalProperties": False,
    "$defs": {"line": {"type": "string", "maxLength": 5}},
}


async def test_a_result_is_what_its_schema_asks_for(delegating: Any) -> None:
    def finish(**result: Any) -> Turn:
        return calls(("finish", {"success": True, "answer": "It costs $39.00.", "result": result}))

    result, model = await delegating(
        DONE, finish(price="39"), finish(price=39, lines=["a", "too long"]), finish(price=39), schema=PRICE
    )
    assert (result["outcome"], result["result"], result["steps"]) == ("done", {"price": 39}, 4)
    assert [entry["text"] for entry in result["journal"]] == [
        "The task is not finished: result is missing.",
        "The task is not finished: result.price must be number, not str.",
        "The task is not finished: result.lines[1] has 8 characters, which is too few or too many.",
    ]
    finishing = model.requests[0]["tools"][-1]["function"]["parameters"]
    Draft202012Validator.check_schema(finishing)
    Draft202012Validator(finishing).validate({"success": True, "answer": "", "result": {"price": 1, "lines": ["a"]}})
    failed = calls(("finish", {"success": False, "answer": "It wants a login."}))
    assert (await delegating(failed, schema=PRICE))[0]["outcome"] == "failed"


async def test_a_caller_sees_each_step_and_can_end_it(delegating: Any) -> None:
    steps: list[dict[str, Any]] = []

    async def on_step(step: dict[str, Any]) -> bool:
        steps.append(step)
        return len(steps) < 2

    listing = browses(action="list")
    result, _ = await delegating(listing, listing, listing, on_step=on_step)
    assert (result["outcome"], result["reason"], result["steps"]) == ("stopped", "the caller ended it", 2)
    assert [(step["step"], step["tokens"], [call["call"]["action"] for call in step["calls"]]) for step in steps] == [
        (1, 100, ["list"]),
        (2, 200, ["list"]),
    ]


async def test_a_finish_that_cannot_be_read_does_not_end_the_task(delegating: Any) -> None:
    result, _ = await delegating(calls(("finish", "{")), calls(("finish", {"answer": "x"})), DONE)
    assert result["outcome"] == "done"
    assert [entry["ok"] for entry in result["journal"]] == [False, False]


@pytest.mark.parametrize(
    "call",
    [
        {"action": "evaluate", "script": "1"},
        {"action": "execute_js", "js_code": "1"},
        {"action": "multi", "calls": [{"action": "list"}, {"action": "browser_evaluate", "script": "1"}]},
        {"action": "interact", "actions": [{"action": "execute_js", "js_code": "1"}]},
    ],
    ids=["itself", "another name", "in a batch", "in another tool's batch"],
)
async def test_an_action_of_another_group_is_refused(delegating: Any, call: dict[str, Any]) -> None:
    result, model = await delegating(browses(**call), DONE, groups=["tabs", "navigation", "reading", "batch"])
    (entry,) = result["journal"]
    assert entry["code"] == "policy_denied"
    assert "evaluate is not among the actions" in entry["text"]
    assert "evaluate" not in model.requests[0]["tools"][0]["function"]["parameters"]["properties"]["action"]["enum"]
    said = model.requests[0]["messages"][0]["content"]
    assert "- content(" in said
    assert "evaluate" not in said
    assert "screenshot" not in said


async def test_steps_tokens_and_time_each_stop_it(delegating: Any) -> None:
    listing = browses(action="list")
    result, _ = await delegating(listing, listing, listing, limits=Limits(steps=2))
    assert (result["outcome"], result["reason"], result["steps"]) == ("stopped", "the limit of 2 steps was reached", 2)
    assert len(result["journal"]) == 2
    result, _ = await delegating(listing, listing, listing, limits=Limits(tokens=150))
    assert (result["outcome"], result["reason"]) == ("stopped", "the limit of 150 tokens was reached")
    result, _ = await delegating(listing, listing, limits=Limits(tokens=150), tokens=None)
    assert result["reason"] == "the limit of 150 tokens was reached", "an endpoint that does not count is estimated"
    wait = browses(action="wait", text="never comes", timeout_ms=600_000)
    result, _ = await delegating(browses(action="open"), wait, limits=Limits(time_ms=1000))
    assert (result["outcome"], result["reason"]) == ("stopped", "the time limit of 1000 ms was reached")
    # On a busy machine the time may be up before the page is open.
    assert result["journal"][-1]["code"] == "cancelled"


async def test_a_failing_endpoint_is_reported_with_what_was_done_before(delegating: Any, browser: Browser) -> None:
    result, _ = await delegating(browses(action="list"))
    assert result["outcome"] == "failed"
    assert result["reason"].startswith("model_failed: The model's endpoint answered 500: ")
    assert "the key" not in json.dumps(result)
    assert len(result["journal"]) == 1


async def test_an_endpoint_that_is_not_there_or_not_set(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RefbrowserError) as unset:
        await delegate(browser, "anything")
    assert unset.value.code == "model_unconfigured"
    with refused_url() as url:
        monkeypatch.setattr(browser, "settings", dataclasses.replace(browser.settings, model_url=url, model_name="x"))
        result = await delegate(browser, "anything")
    assert result["reason"].startswith("model_failed: The model's endpoint cannot be reached (ConnectError")


@pytest.mark.long("adapters/test_delegation.py::test_a_goal_is_reached_and_every_call_is_in_the_journal")
async def test_the_command_prints_the_answer(site: Site, tmp_path: Path, marker: str) -> None:
    model = ScriptedModel(site, browses(action="open", url=site.page("<p>$39.00</p>")), DONE)
    environment = {**os.environ, "REFBROWSER_HOME": str(tmp_path), "REFBROWSER_MODEL_URL": model.url, "REFBROWSER_MODEL_NAME": "m"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "refbrowser", "delegate", "What does it cost?", env=environment, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    assert (process.returncode, printed) == (0, b"It costs $39.00.\n")


@pytest.fixture
def tool(browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The tool of another model, which delegates to one that answers with these turns."""

    def ready(*turns: Turn, **options: Any) -> Delegations:
        settings = dataclasses.replace(browser.settings, model_url=ScriptedModel(site, *turns).url, model_name="scripted")
        monkeypatch.setattr(browser, "settings", settings)
        monkeypatch.setenv("OPENAI_API_KEY", "the key")
        return Delegations(browser, **options)

    return ready


async def test_a_model_delegates_and_gets_a_result_of_its_schema(tool: Any, browser: Browser) -> None:
    finished = calls(("finish", {"success": True, "answer": "It costs $39.00.", "result": {"price": 39}}))
    delegations = tool(says("I think it is done."), DONE, finished)
    given = {"goal": "What does the tray cost?", "schema": PRICE}
    Draft202012Validator.check_schema(TOOL["input_schema"])
    Draft202012Validator(TOOL["input_schema"]).validate(given)
    result = ok(await delegations.call(given))
    assert (result["outcome"], result["result"], result["steps"]) == ("done", {"price": 39}, 3)
    assert "journal" not in result
    assert not any(chat.id.startswith("delegate-") for chat in browser.chats)


async def test_a_model_sees_checkpoints_and_goes_on_or_stops(tool: Any, browser: Browser) -> None:
    listing = browses(action="list")
    delegations = tool(listing, listing, listing, DONE, listing, listing)
    first = ok(await delegations.call({"goal": "Look", "checkpoint": 2}))
    assert (first["outcome"], first["step"], first["tokens"]) == ("working", 2, 200)
    assert [(call["call"]["action"], call["ok"]) for call in first["calls"]] == [("list", True)] * 2
    # What is neither wanted nor there changes nothing at a checkpoint.
    for wrong in (
        {}, {"goal": "", "steps": 2}, {"goal": "x", "id": first["id"]}, {"id": "none"}, {"goal": "x", "steps": 0}, {"goal": "x", "more": 1},
        {"goal": "x", "groups": ["nonsense"]},
    ):  # fmt: skip
        failure(await delegations.call(wrong), "invalid_arguments")
    last = ok(await delegations.call({"id": first["id"]}))
    assert (last["outcome"], last["steps"]) == ("done", 4)
    failure(await delegations.call({"id": first["id"]}), "invalid_arguments")
    again = ok(await delegations.call({"goal": "Look", "checkpoint": 1}))
    stopped = ok(await delegations.call({"id": again["id"], "stop": True}))
    assert (stopped["outcome"], stopped["reason"], stopped["steps"]) == ("stopped", "the caller ended it", 1)
    # A caller that leaves ends what works for it.
    leaving = asyncio.ensure_future(delegations.call({"goal": "Look", "checkpoint": 5}))
    await until(lambda: any(chat.id.startswith("delegate-") for chat in browser.chats))
    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)
    assert not any(chat.id.startswith("delegate-") for chat in browser.chats)


async def test_a_delegation_has_no_more_groups_than_its_caller(tool: Any) -> None:
    delegations = tool(browses(action="evaluate", script="1"), DONE, within=["tabs", "reading"])
    failure(await delegations.call({"goal": "Look", "groups": ["tabs", "scripting"]}), "invalid_arguments")
    result = ok(await delegations.call({"goal": "Look", "checkpoint": 1}))
    assert result["calls"][0]["code"] == "policy_denied"
    assert ok(await delegations.call({"id": result["id"]}))["outcome"] == "done"


@pytest.mark.long("adapters/test_delegation.py::test_a_model_sees_checkpoints_and_goes_on_or_stops")
async def test_the_server_and_mcp_have_the_tool_where_a_model_is_named(
    own_server: LocalServer, server: LocalServer, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = browses(action="list")
    monkeypatch.setenv("REFBROWSER_MODEL_URL", ScriptedModel(site, listing, DONE, listing, DONE).url)
    monkeypatch.setenv("REFBROWSER_MODEL_NAME", "scripted")
    monkeypatch.setenv("OPENAI_API_KEY", "the key")
    async with at(own_server) as client:
        assert "delegate" in [tool.name for tool in (await client.list_tools()).tools]
        text = text_of(await client.call_tool("delegate", {"goal": "Look", "checkpoint": 1}))
        number = re.search(r"id: (\w+)", text)
        assert number is not None, text
        assert "outcome: done" in text_of(await client.call_tool("delegate", {"id": number[1]}))
    body = json.dumps({"goal": "Look"}).encode()
    status, _, answer = await asyncio.to_thread(asked, own_server, "POST", "/v1/delegate", body)
    assert (status, json.loads(answer)["result"]["outcome"]) == (200, "done")
    monkeypatch.delenv("REFBROWSER_MODEL_URL")
    monkeypatch.delenv("REFBROWSER_MODEL_NAME")
    async with at(server) as client:
        assert "delegate" not in [tool.name for tool in (await client.list_tools()).tools]
    _, _, answer = await asyncio.to_thread(asked, server, "POST", "/v1/delegate", body)
    assert json.loads(answer)["code"] == "model_unconfigured"
