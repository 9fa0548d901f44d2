"""MCP over standard input and output whose input, or output, ends at any moment: what was asked for is answered, and nothing stays."""

import asyncio
import json
import os
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any, Final

import pytest

from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.mcp import pending
from refbrowser.adapters.mcp.pending import CLOSED, Pending
from tests.adapters.test_mcp_shared import chats
from tests.support import processes
from tests.support.local_server import environment
from tests.support.mcp_lines import WHO, lines

PAGE: Final = "data:text/html,<title>Shop</title><button>Buy</button>"
RULES: Final = 'default = "allow"\n[[rule]]\nname = "scripts"\nverdict = "ask"\nscripts = true\n'


def message(number: int | str | None, method: str, **params: Any) -> str:
    own = {} if number is None else {"id": number}
    return json.dumps({"jsonrpc": "2.0", **own, "method": method, "params": params})


def call(number: int | str, **arguments: Any) -> str:
    return message(number, "tools/call", name="browser", arguments=arguments)


HELLO, READY = message(1, "initialize", **WHO), message(None, "notifications/initialized")
OPEN = call(2, action="open", url=PAGE)
WAIT = {"action": "wait", "text": "never comes", "timeout_ms": 600_000}
MOMENTS: Final[dict[str, tuple[list[str], list[int | str | None]]]] = {
    "after a call that takes longer": ([HELLO, READY, OPEN, call("3", action="wait", time_ms=1500)], [1, 2, "3"]),
    "before initialize": ([], []),
    "in no message": (["", "no JSON", "[]"], [None, None]),
    "after initialize": ([HELLO], [1]),
    "after its notification": ([HELLO, READY], [1]),
    "after a list of tools": ([HELLO, READY, message(2, "tools/list")], [1, 2]),
    "after a call": ([HELLO, READY, OPEN], [1, 2]),
    "after a call too early": ([HELLO, OPEN], [1, 2]),
    "after several calls": ([HELLO, READY, OPEN, call(3, action="content"), call(4, action="clikc")], [1, 2, 3, 4]),
    "after a call and its cancellation": (
        [HELLO, READY, call(2, **WAIT), message(None, "notifications/cancelled", requestId=2)],
        [1],
    ),
    "in a call": ([HELLO, READY, message(2, "ping"), OPEN[:80].replace('"id": 2', '"id": 3')], [1, 2, 3]),
}


@pytest.mark.rows(1)
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("way", ["shared", "private"])
def test_what_was_asked_for_is_answered_before_the_end(server: LocalServer, tmp_path: Path, moment: str, way: str) -> None:
    said, awaited = MOMENTS[moment]
    own = uuid.uuid4().hex
    home = environment(server) if way == "shared" else {**os.environ, "REFBROWSER_HOME": str(tmp_path)}
    before = chats(server)
    words = [sys.executable, "-m", "refbrowser", "mcp", *(["--shared"] if way == "shared" else [])]
    done = subprocess.run(
        words,
        input="\n".join([*said, ""]) if moment != "in a call" else "\n".join(said),
        env={**home, processes.MARKER: own},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    answers = [answer for line in done.stdout.splitlines() if "method" not in (answer := json.loads(line))]
    assert sorted((answer["id"] for answer in answers), key=repr) == sorted(awaited, key=repr), answers
    assert "The input was closed" not in done.stdout
    assert processes.remaining(own, 15) == {}
    assert chats(server) == before
    assert not [*tmp_path.rglob("lock"), *tmp_path.rglob("*.sock"), *tmp_path.rglob("SingletonLock")]


def run(*words: str, reads: str = "", home: Path) -> subprocess.Popen[str]:
    """``refbrowser mcp`` by a shell that redirects its streams as ``reads`` says."""
    given: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    program = [sys.executable, "-m", "refbrowser", "mcp", *words]
    environment = {**os.environ, "REFBROWSER_HOME": str(home), processes.MARKER: home.name}
    return subprocess.Popen(["sh", "-c", f'exec "$@" {reads}', "sh", *program], env=environment, **given)


@pytest.mark.rows(1)
@pytest.mark.parametrize("ends", ["reads no more", "closed input", "closed output", "full"])
def test_a_stream_that_is_closed_or_full_is_an_end_too(tmp_path: Path, ends: str) -> None:
    redirected = {"closed input": "<&-", "closed output": ">&-"}.get(ends, "")
    home = tmp_path / uuid.uuid4().hex
    with run(reads=redirected, home=home) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        if ends == "reads no more":
            program.stdin.write("\n".join([HELLO, READY, OPEN, call(3, **WAIT), ""]))
            program.stdin.flush()
            assert [json.loads(program.stdout.readline())["id"] for _ in range(2)] == [1, 2]
            program.stdout.close()  # the input stays open
        elif ends == "closed output":
            program.stdin.write("\n".join([HELLO, READY, OPEN, ""]))
            program.stdin.close()
        elif ends == "full":
            lists = [message(number, "tools/list") for number in range(2, 40)]
            program.stdin.write("\n".join([HELLO, READY, *lists, ""]))
            program.stdin.close()
        assert program.wait(45) == 0
        assert program.stderr.read() == ""
    assert processes.remaining(home.name, 15) == {}


@pytest.mark.long("adapters/test_mcp_ends.py::test_what_is_late_is_answered_as_cancelled")
async def test_the_client_that_has_left_is_asked_nothing(tmp_path: Path, marker: str) -> None:
    (tmp_path / "policy.toml").write_text(RULES)
    async with lines(str(tmp_path / "home"), REFBROWSER_POLICY=str(tmp_path / "policy.toml")) as client:
        await client.called(action="open", url="data:text/plain,Order")
        client.send(call(7, action="evaluate", script="1 + 1").encode())
        client.send(call(8, **WAIT).encode())
        client.close_input()
        answers = [await client.received(), await client.received()]
        assert "error approval_unavailable" in answers[0]["result"]["content"][0]["text"]
        assert (answers[1]["id"], answers[1]["error"]["code"]) == (8, CLOSED)


async def test_what_is_late_is_answered_as_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending, "END_S", 0.05)
    ends = Pending()
    for line in (HELLO, READY, OPEN, call("2", **WAIT), call(5, **WAIT)):
        ends.received(line.encode())
    question = message(9, "elicitation/create")
    assert ends.sends(question)
    ends.sent(json.dumps({"id": 1, "result": {}}))
    ends.sent(json.dumps({"id": 2, "result": {}}))
    refused = [json.loads(line) async for line in ends.refusals()]
    assert [(one["id"], one["error"]["code"]) for one in refused] == [(9, CLOSED)]
    assert [json.loads(late)["id"] for late in ends.late()] == ["2", 5]
    assert not ends.sends(question)
    assert not ends.sends(message(None, "notifications/progress"))
    ends.abandon()
    assert ends.late() == []


async def test_a_client_of_the_python_sdk_is_sent_nothing_after_its_end() -> None:
    """It reads no more, and its release 1 fails on what comes."""
    ends = Pending()
    ends.received(message(0, "initialize", **{**WHO, "clientInfo": {"name": "mcp", "version": "0.1.0"}}).encode())
    async with asyncio.timeout(5):
        assert [line async for line in ends.refusals()] == []
    assert ends.late() == []
