"""MCP over standard input and output, with clients that do not keep to the protocol."""

import asyncio
import json
import signal
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser.adapters.client import LocalServer
from tests.support import processes
from tests.support.local_server import asked
from tests.support.mcp_lines import WHO, Lines, lines

RULES = 'default = "allow"\n[[rule]]\nname = "scripts"\nverdict = "ask"\nscripts = true\n'
HANDOFF = {"action": "handoff", "reason": "Confirm the order", "timeout_ms": 60_000}
SCRIPT = {"action": "evaluate", "script": "document.title = 'run'"}
HALF = rb'{"jsonrpc":"2.0","id":7000,"method":"tools/call","params":{"name":"browser","arguments":{"action":"\ud83d\ud83d\ude00\\ud83d"}}}'
"""A call with half of a surrogate pair, a whole pair, and text that only looks like a half."""
REPAIRED = "There is no action '\ufffd\U0001f600\\\\ud83d'"
NO_RESULTS: list[dict[str, Any]] = [
    {"action": "banana", "content": {"answer": "once"}},
    {"action": None},
    {},
    {"action": "accept", "content": {"answer": "once", "said": {"a": 1}}},
    {"action": "accept", "content": {"answer": "once", "other": [1, 2]}},
    {"action": "accept", "content": "text"},
    {"action": "accept", "content": {"answer": "once", "said": 5}},
]


@pytest.fixture(scope="module")
def family() -> str:
    """The marker of the server's processes."""
    return uuid.uuid4().hex


@pytest.fixture(scope="module")
async def client(tmp_path_factory: pytest.TempPathFactory, family: str) -> AsyncIterator[Lines]:
    """A client of a server whose policy asks before scripts. In the end it leaves, and the server ends without an error."""
    folder = tmp_path_factory.mktemp("lines")
    (folder / "policy.toml").write_text(RULES)
    own: dict[str, Any] = {"REFBROWSER_POLICY": str(folder / "policy.toml"), processes.MARKER: family}
    async with lines(str(folder / "home"), **own) as connected:
        yield connected


async def test_an_answer_that_is_not_to_the_form_is_none(client: Lines) -> None:
    asked_before = len(client.questions)
    await client.called(action="open", url="data:text/plain,Order")
    for result in NO_RESULTS:
        client.answer = {"result": result}
        assert "error approval_unavailable" in (refused := await client.called(**SCRIPT)), (result, refused)
    for result in NO_RESULTS[-1:]:
        client.answer = {"result": result}
        # Half a second is left for the answer, which comes in milliseconds.
        assert "timeout" in (ended := await client.called(**{**HANDOFF, "timeout_ms": 1000})), (result, ended)
    assert len(client.questions) - asked_before == len(NO_RESULTS) + 1
    client.answer = {"result": {"action": "accept", "content": {"answer": "no such choice"}}}
    assert "error approval_denied" in await client.called(**SCRIPT)
    client.answer = {"result": {"action": "accept", "content": {"answer": "once", "said": None}}}
    assert "person" in await client.called(**HANDOFF)
    assert "run" in await client.called(**SCRIPT)


async def test_every_line_that_expects_an_answer_gets_one(client: Lines) -> None:
    for raw, request_id, code in [
        (rb'{"jsonrpc":"2.0","id":5000,"method":"tools/call",', 5000, -32700),
        (b"no JSON", None, -32700),
        (b"\xff\xfe", None, -32700),
        (rb'{"jsonrpc":"2.0","id":"deep","method":"x","params":{"a":' + b"[" * 99_999 + b"]" * 99_999 + b"}}", "deep", -32700),
        (rb'{"jsonrpc":"2.0","id":6000}', 6000, -32600),
        (rb'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, -32600),
        (rb"[]", None, -32600),
    ]:
        client.send(raw)
        refused = await client.received()
        assert (refused["id"], refused["error"]["code"]) == (request_id, code), raw
    client.send(HALF)
    answer = await client.received()
    assert answer["id"] == 7000
    assert REPAIRED in answer["result"]["content"][0]["text"]
    client.send(b"")
    client.send(rb'{"jsonrpc":"2.0","id":9000,"result":null}')  # an answer to nothing is not answered
    assert (await client.request("ping"))["result"] == {}


@pytest.mark.long("adapters/test_mcp_asking.py::test_a_question_that_nobody_answers_is_withdrawn_when_the_call_is_cancelled")
async def test_a_question_that_gets_no_response_ends_unanswered(tmp_path: Path, marker: str) -> None:
    async with lines(str(tmp_path)) as client:
        await client.called(action="open", url="data:text/plain,Order")
        client.answer = {"result": None}
        assert "timeout" in await client.called(**{**HANDOFF, "timeout_ms": 1000})
        assert len(client.questions) == 1


async def test_a_client_that_leaves_in_the_middle_of_a_call_leaves_nothing_behind(client: Lines, family: str) -> None:
    """The last test of ``client``."""
    await client.called(action="open")
    wait = {"name": "browser", "arguments": {"action": "wait", "text": "never comes", "timeout_ms": 600_000}}
    client.send({"jsonrpc": "2.0", "id": 9999, "method": "tools/call", "params": wait})
    await client.request("ping")
    living = processes.families(family)
    assert len(living) > 3
    client.leave()
    assert await asyncio.to_thread(processes.outliving, living, 15) == set()


@pytest.mark.long("adapters/test_mcp_lines.py::test_a_client_that_leaves_in_the_middle_of_a_call_leaves_nothing_behind")
async def test_an_interrupt_ends_it_though_its_client_stays(tmp_path: Path, marker: str) -> None:
    async with lines(str(tmp_path), ends_with=130) as client:
        await client.called(action="open")
        wait = {"name": "browser", "arguments": {"action": "wait", "text": "never comes", "timeout_ms": 60_000}}
        client.send({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": wait})
        await client.request("ping")
        client.send_signal(signal.SIGINT)


def test_half_a_surrogate_pair_is_read_over_http_too(server: LocalServer) -> None:
    accepts = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
    hello = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": WHO}).encode()
    _, headers, _ = asked(server, "POST", "/mcp?chat=halves", hello, **accepts)
    own = {**accepts, "mcp-session-id": headers["mcp-session-id"], "mcp-protocol-version": "2025-06-18"}
    status, _, body = asked(server, "POST", "/mcp?chat=halves", HALF, **own)
    assert status == 200
    event = next(line for line in body.decode().splitlines() if line.startswith("data: {"))
    assert REPAIRED in json.loads(event.removeprefix("data: "))["result"]["content"][0]["text"]
    status, _, body = asked(server, "POST", "/mcp?chat=halves", b'{"jsonrpc":', **own)
    assert (status, json.loads(body)["error"]["code"]) == (400, -32700)
