"""Approvals over HTTP, on the command line and over MCP."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from refbrowser.adapters.client import LocalServer
from tests.adapters.conftest import OWN
from tests.support.local_server import asked, environment, here, shell
from tests.support.mcp_client import at, text_of
from tests.support.server import Site
from tests.support.waiting import until

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")

CALL = {"action": "evaluate", "script": "document.title = 'run'"}


def asking(site: Site, html: str) -> str:
    """A page where the policy of ``server`` asks before scripts."""
    return site.page(html).replace("127.0.0.1", "localhost")


async def said(client: Client, **call: Any) -> str:
    return text_of(await client.call_tool("browser", call))


@pytest.mark.long("adapters/test_tokens.py::test_what_each_token_may_do_over_mcp")
async def test_a_token_with_limits_answers_no_approval_of_its_own_and_adds_no_folders(
    server: LocalServer, tmp_path: Path, site: Site
) -> None:
    (tmp_path / "key.txt").write_text("secret")
    url = asking(site, "<input type=file>")
    asked_for: list[str] = []

    async def person(_: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        asked_for.append(params.message)
        return types.ElicitResult(action="accept", content={"answer": "once"})

    async def roots(_: Any) -> types.ListRootsResult:
        asked_for.append("roots")
        return types.ListRootsResult(roots=[types.Root(uri=tmp_path.as_uri())])  # type: ignore[arg-type]

    async with at(server, token=OWN, mode="legacy", elicitation_callback=person, list_roots_callback=roots) as client:
        opened = await said(client, action="open", url=url)
        assert opened.startswith("browser_id: "), opened
        denied = await said(client, action="upload_file", selector="input", path=str(tmp_path / "key.txt"))
        assert denied.startswith("error file_denied"), denied
        assert (await said(client, **CALL)).startswith("error approval_unavailable")
    assert asked_for == []


@pytest.mark.long("adapters/test_mcp_lines.py::test_an_answer_that_is_not_to_the_form_is_none")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("action", "content", "code"),
    [
        ("accept", {"answer": "once"}, None),
        ("accept", {"answer": "deny", "said": "later"}, "approval_denied"),
        ("decline", None, "approval_denied"),
        ("accept", {"answer": "always"}, "approval_denied"),
        ("cancel", None, "approval_unavailable"),
    ],
)
async def test_the_person_at_an_mcp_client_is_asked(
    server: LocalServer, site: Site, action: Any, content: Any, code: str | None
) -> None:
    questions: list[str] = []

    async def person(_: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        questions.append(str(params.message))
        return types.ElicitResult(action=action, content=content)

    async with at(server, f"?chat=mcp-{action}-{code}", mode="legacy", elicitation_callback=person) as client:
        await client.call_tool("browser", {"action": "open", "url": asking(site, "<title>here</title>")})
        answer = await client.call_tool("browser", CALL)
        assert "rule scripts" in questions[0]
        assert bool(answer.is_error) is (code is not None), text_of(answer)
        if code is not None:
            assert code in text_of(answer)


async def test_a_person_controls_calls_over_http_and_on_the_command_line(server: LocalServer, site: Site) -> None:
    server.call("held", {"action": "open", "url": asking(site, "<title>here</title>")})
    assert here(server.home, "pause", "--chat", "held").stdout.startswith("held  paused")
    call = asyncio.create_task(asyncio.to_thread(server.call, "held", {"action": "content"}))
    await until(lambda: _control(server), lambda chats: chats["held"]["waiting"] == 1)
    assert "held  paused" in here(server.home, "step").stdout
    assert (await call)["ok"]
    assert here(server.home, "stop", "--calls", "--note", "enough").returncode == 0
    refused = here(server.home, "--chat", "held", "content")
    assert server.call("held", {"action": "content"})["details"]["note"] == "enough"
    assert refused.returncode != 0
    resumed = here(server.home, "resume", "--json")
    assert {chat["state"] for chat in json.loads(resumed.stdout)["result"]["chats"]} == {"running"}
    assert server.call("held", {"action": "content"})["ok"]
    bodies: list[Any] = [
        {"command": "halt"},
        {"command": "stop", "x": 1},
        {},
        [],
        {"command": "stop", "note": 5},
        {"command": "stop", "chat": ""},
    ]
    for wrong in bodies:
        status, _, body = await asyncio.to_thread(asked, server, "POST", "/v1/control", json.dumps(wrong).encode())
        assert (status, json.loads(body)["code"]) == (400, "invalid_arguments"), wrong


async def _control(server: LocalServer) -> dict[str, Any]:
    _, _, body = await asyncio.to_thread(asked, server, "GET", "/v1/control")
    return {chat["chat"]: chat for chat in json.loads(body)["result"]["chats"]}


@pytest.mark.long("adapters/test_mcp_asking.py::test_a_client_that_cannot_ask_leaves_it_to_the_viewer")
async def test_a_client_that_waits_is_somebody_to_ask(server: LocalServer, site: Site) -> None:
    server.call("http", {"action": "open", "url": asking(site, "<title>here</title>")})
    assert server.call("http", CALL)["code"] == "approval_unavailable"
    waiting = asyncio.create_task(asyncio.to_thread(asked, server, "GET", "/v1/approvals?wait_ms=20000"))
    for _ in range(100):
        call = asyncio.create_task(asyncio.to_thread(server.call, "http", CALL))
        done, _ = await asyncio.wait({call, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if waiting in done:
            break
    _, _, body = waiting.result()
    (card,) = json.loads(body)["result"]["approvals"]
    assert (card["action"], card["rule"], card["picture"]) == ("evaluate", "scripts", True)
    status, headers, picture = await asyncio.to_thread(asked, server, "GET", f"/v1/approvals/{card['id']}/picture")
    assert (status, headers["content-type"], picture[:2]) == (200, "image/jpeg", b"\xff\xd8")
    bodies: list[Any] = [
        {"id": card["id"], "answer": "yes"},
        {"id": 5, "answer": "once"},
        {"answer": "once"},
        {"id": card["id"], "answer": "once", "x": 1},
        {"id": card["id"], "answer": "deny", "said": {"by": "me"}},
        [],
    ]
    for wrong in bodies:
        status, _, body = await asyncio.to_thread(asked, server, "POST", "/v1/approvals", json.dumps(wrong).encode())
        assert (status, json.loads(body)["code"]) == (400, "invalid_arguments"), wrong
    # The command line answers it.
    shown = await asyncio.to_thread(shell, server, "approvals", card["id"], "--answer", "deny", "--said", "no scripts")
    assert shown.returncode == 0, shown
    envelope = await call
    assert (envelope["code"], envelope["details"]["said"]) == ("approval_denied", "no scripts")
    late = await asyncio.to_thread(shell, server, "approvals", card["id"], "--answer", "once")
    assert late.returncode == 13


async def test_a_person_at_a_terminal_is_asked_for_each(server: LocalServer, site: Site) -> None:
    """The last of these: for some seconds after it, the server takes the terminal for somebody to ask."""
    server.call("terminal", {"action": "open", "url": asking(site, "<title>here</title>")})
    terminal = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "refbrowser",
        "approvals",
        "--watch",
        env=environment(server),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert terminal.stdin is not None
    assert terminal.stdout is not None
    ended = asyncio.create_task(terminal.wait())
    try:
        envelope: dict[str, Any] = {"code": "approval_unavailable"}
        terminal.stdin.write(b"y\n")
        while envelope.get("code") == "approval_unavailable":
            # Until it watches; every call takes time from its start.
            assert not (await asyncio.wait({ended}, timeout=0.3))[0]
            envelope = await asyncio.to_thread(server.call, "terminal", CALL)
        assert envelope["ok"], envelope
        shown = await terminal.stdout.readuntil(b"why: ")
        assert b"evaluate on localhost" in shown
    finally:
        terminal.stdin.close()
        terminal.kill()
        await ended
