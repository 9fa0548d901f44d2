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

from refbrowser import __version__
from refbrowser.adapters.client import LocalServer
from tests.adapters.conftest import OWN, TOKENS_FILE
from tests.support.local_server import asked, environment, here, shell, stopped
from tests.support.mcp_client import at, text_of
from tests.support.server import Site
from tests.support.waiting import until

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")

RULES = 'default = "allow"\n[[rule]]\nname = "scripts"\nverdict = "ask"\nscripts = true\n'
CALL = {"action": "evaluate", "script": "document.title = 'run'"}


@pytest.fixture(scope="module")
def asking(marker: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server whose policy asks before scripts."""
    policy = tmp_path_factory.mktemp("policy") / "policy.toml"
    policy.write_text(RULES)
    tokens = policy.with_name("tokens.toml")
    tokens.write_text(TOKENS_FILE)
    tokens.chmod(0o600)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFBROWSER_POLICY", str(policy))
        own = LocalServer(str(tmp_path_factory.mktemp("asking")), version=__version__)
        shell(own, "serve", "--detach", "--structured", "--tokens", str(tokens))
        yield own
        # The terminal that was killed had asked to wait for a card; a stop would let that request finish.
        stopped(own, at_once=True)


async def said(client: Client, **call: Any) -> str:
    return text_of(await client.call_tool("browser", call))


async def test_a_token_with_limits_answers_no_approval_of_its_own_and_adds_no_folders(
    asking: LocalServer, tmp_path: Path, site: Site
) -> None:
    (tmp_path / "key.txt").write_text("secret")
    url = site.page("<input type=file>")
    asked_for: list[str] = []

    async def person(_: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        asked_for.append(params.message)
        return types.ElicitResult(action="accept", content={"answer": "once"})

    async def roots(_: Any) -> types.ListRootsResult:
        asked_for.append("roots")
        return types.ListRootsResult(roots=[types.Root(uri=tmp_path.as_uri())])  # type: ignore[arg-type]

    async with at(asking, token=OWN, mode="legacy", elicitation_callback=person, list_roots_callback=roots) as client:
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
    asking: LocalServer, site: Site, action: Any, content: Any, code: str | None
) -> None:
    questions: list[str] = []

    async def person(_: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        questions.append(str(params.message))
        return types.ElicitResult(action=action, content=content)

    async with at(asking, f"?chat=mcp-{action}-{code}", mode="legacy", elicitation_callback=person) as client:
        await client.call_tool("browser", {"action": "open", "url": site.page("<title>here</title>")})
        answer = await client.call_tool("browser", CALL)
        assert "rule scripts" in questions[0]
        assert bool(answer.is_error) is (code is not None), text_of(answer)
        if code is not None:
            assert code in text_of(answer)


async def test_a_person_controls_calls_over_http_and_on_the_command_line(asking: LocalServer, site: Site) -> None:
    asking.call("held", {"action": "open", "url": site.page("<title>here</title>")})
    assert here(asking.home, "pause", "--chat", "held").stdout.startswith("held  paused")
    call = asyncio.create_task(asyncio.to_thread(asking.call, "held", {"action": "content"}))
    await until(lambda: _control(asking), lambda chats: chats["held"]["waiting"] == 1)
    assert "held  paused" in here(asking.home, "step").stdout
    assert (await call)["ok"]
    assert here(asking.home, "stop", "--calls", "--note", "enough").returncode == 0
    refused = here(asking.home, "--chat", "held", "content")
    assert asking.call("held", {"action": "content"})["details"]["note"] == "enough"
    assert refused.returncode != 0
    resumed = here(asking.home, "resume", "--json")
    assert {chat["state"] for chat in json.loads(resumed.stdout)["result"]["chats"]} == {"running"}
    assert asking.call("held", {"action": "content"})["ok"]
    bodies: list[Any] = [
        {"command": "halt"},
        {"command": "stop", "x": 1},
        {},
        [],
        {"command": "stop", "note": 5},
        {"command": "stop", "chat": ""},
    ]
    for wrong in bodies:
        status, _, body = await asyncio.to_thread(asked, asking, "POST", "/v1/control", json.dumps(wrong).encode())
        assert (status, json.loads(body)["code"]) == (400, "invalid_arguments"), wrong


async def _control(server: LocalServer) -> dict[str, Any]:
    _, _, body = await asyncio.to_thread(asked, server, "GET", "/v1/control")
    return {chat["chat"]: chat for chat in json.loads(body)["result"]["chats"]}


@pytest.mark.long("adapters/test_mcp_asking.py::test_a_client_that_cannot_ask_leaves_it_to_the_viewer")
async def test_a_client_that_waits_is_somebody_to_ask(asking: LocalServer, site: Site) -> None:
    asking.call("http", {"action": "open", "url": site.page("<title>here</title>")})
    assert asking.call("http", CALL)["code"] == "approval_unavailable"
    waiting = asyncio.create_task(asyncio.to_thread(asked, asking, "GET", "/v1/approvals?wait_ms=20000"))
    for _ in range(100):
        call = asyncio.create_task(asyncio.to_thread(asking.call, "http", CALL))
        done, _ = await asyncio.wait({call, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if waiting in done:
            break
    _, _, body = waiting.result()
    (card,) = json.loads(body)["result"]["approvals"]
    assert (card["action"], card["rule"], card["picture"]) == ("evaluate", "scripts", True)
    status, headers, picture = await asyncio.to_thread(asked, asking, "GET", f"/v1/approvals/{card['id']}/picture")
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
        status, _, body = await asyncio.to_thread(asked, asking, "POST", "/v1/approvals", json.dumps(wrong).encode())
        assert (status, json.loads(body)["code"]) == (400, "invalid_arguments"), wrong
    # The command line answers it.
    shown = await asyncio.to_thread(shell, asking, "approvals", card["id"], "--answer", "deny", "--said", "no scripts")
    assert shown.returncode == 0, shown
    envelope = await call
    assert (envelope["code"], envelope["details"]["said"]) == ("approval_denied", "no scripts")
    late = await asyncio.to_thread(shell, asking, "approvals", card["id"], "--answer", "once")
    assert late.returncode == 13


async def test_a_person_at_a_terminal_is_asked_for_each(asking: LocalServer, site: Site) -> None:
    asking.call("terminal", {"action": "open", "url": site.page("<title>here</title>")})
    terminal = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "refbrowser",
        "approvals",
        "--watch",
        env=environment(asking),
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
            envelope = await asyncio.to_thread(asking.call, "terminal", CALL)
        assert envelope["ok"], envelope
        shown = await terminal.stdout.readuntil(b"why: ")
        assert b"evaluate on 127.0.0.1" in shown
    finally:
        terminal.stdin.close()
        terminal.kill()
        await ended
