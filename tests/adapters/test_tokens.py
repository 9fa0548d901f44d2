"""Further tokens of the server: for one chat, for some groups of actions, for reading alone."""

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.server.tokens import Tokens, read_tokens
from refbrowser.errors import ServerError
from tests.adapters.conftest import FEW, OWN, READER, TOKENS_FILE
from tests.support.local_server import asked, token_of
from tests.support.mcp_client import ERAS, at, text_of
from tests.support.server import Site

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")


def call(server: LocalServer, token: str, chat: str, **request: Any) -> tuple[int, dict[str, Any]]:
    status, _, body = asked(server, "POST", f"/v1/chats/{chat}/call", json.dumps(request).encode(), Authorization=f"Bearer {token}")
    return status, json.loads(body)


@pytest.mark.long("adapters/test_tokens.py::test_what_each_token_may_do_over_mcp")
def test_what_each_token_may_do(server: LocalServer, site: Site) -> None:
    page = site.page("<button>Buy</button>")
    reader, own, few = READER, OWN, FEW
    # Reading alone.
    assert call(server, reader, "a", action="open", url=page)[1]["ok"]
    assert call(server, reader, "a", action="content")[1]["ok"]
    for refused in ({"action": "click", "ref": 1}, {"action": "evaluate", "script": "1"}):
        assert call(server, reader, "a", **refused)[1]["code"] == "policy_denied", refused
    assert call(server, reader, "a", action="clk", ref=1)[1]["code"] == "unknown_action"
    envelope = call(server, reader, "a", action="multi", calls=[{"action": "content"}, {"action": "click", "ref": 1}])[1]
    assert [one.get("code") for one in envelope["result"]] == [None, "policy_denied"]
    # One chat.
    assert call(server, own, "own%2Fone", action="open", url=page)[1]["ok"]
    assert call(server, own, "own%2Fone", action="click", ref=1)[0] == 200
    for chat in ("a", "own", "own/one/call", "own%2Fone%2F"):
        status, envelope = call(server, own, chat, action="list")
        assert (status, envelope["code"]) == (403, "token_denied"), chat
    _, _, body = asked(server, "GET", "/v1/chats", Authorization=f"Bearer {own}")
    assert [chat["id"] for chat in json.loads(body)["result"]["chats"]] == ["own/one"]
    assert asked(server, "GET", "/v1/chats/a", Authorization=f"Bearer {own}")[0] == 403
    # Some groups, under any name and in a batch.
    assert call(server, few, "c", action="open", url=page)[1]["ok"]
    calls: list[dict[str, Any]] = [
        {"action": "click", "ref": 1},
        {"action": "evaluate", "script": "1"},
        {"action": "execute_js", "js_code": "1"},
        {"action": "multi", "calls": [{"action": "content"}, {"action": "Click", "ref": 1}]},
        {"action": "interact", "actions": [{"action": "click", "ref": 1}]},
    ]
    for denied in calls:
        status, envelope = call(server, few, "c", **denied)
        assert (status, envelope["code"]) == (403, "token_denied"), denied
        assert envelope["details"]["token"] == "few"


@pytest.mark.parametrize("token", [READER, OWN, FEW])
def test_a_token_with_limits_is_for_calls_alone(server: LocalServer, token: str) -> None:
    requests = [
        ("GET", "/metrics"), ("GET", "/v1/approvals"), ("POST", "/v1/approvals"), ("POST", "/v1/control"), ("POST", "/v1/viewer"),
        ("DELETE", "/v1/chats/own%2Fone"), ("GET", "/mcp/../metrics"),
        ("POST", "/v1/chats/own%2Fone/call?profile=work"), ("POST", "/v1/chats/own%2Fone/connect"), ("POST", "/v1/delegate"), ("GET", "//metrics"), ("GET", "/v1/chats/../control"),
    ]  # fmt: skip
    for method, path in requests:
        status, headers, _ = asked(server, method, path, b'{"action": "list"}', Authorization=f"Bearer {token}")
        assert (status, headers.get("refbrowser-code")) in ((403, "token_denied"), (404, "chat_unknown")), (method, path)
    assert asked(server, "GET", "/metrics")[0] == 200
    assert asked(server, "GET", "/v1/chats", Authorization=f"Bearer {token[:-1]}")[0] == 401


def test_nobody_reads_the_settings_of_a_server_by_guessing_them(server: LocalServer) -> None:
    given = json.dumps({"REFBROWSER_NETWORK": "offline", "REFBROWSER_UPSTREAM": "http://ann:pass@127.0.0.1:9"})
    for token, network in ((token_of(server), "open"), (READER, "•••")):
        request = {"Authorization": f"Bearer {token}", "Refbrowser-Settings": given}
        status, _, body = asked(server, "POST", "/v1/chats/a/call", b'{"action": "list"}', **request)
        assert status == 409
        settings = json.loads(body)["details"]["settings"]
        assert settings["REFBROWSER_NETWORK"]["running"] == network
        assert settings["REFBROWSER_UPSTREAM"]["running"] == "•••"
        assert b"pass@" not in body
    headers: dict[str, Any] = {"Refbrowser-Settings": given}
    assert asked(server, "GET", "/v1/chats", **headers)[0] == 200


def test_a_token_for_one_chat_learns_of_no_other(server: LocalServer) -> None:
    assert call(server, FEW, "another", action="list")[1]["ok"]
    asked(server, "DELETE", "/v1/chats/own%2Fone")
    status, _, body = asked(server, "GET", "/v1/chats/own%2Fone", Authorization=f"Bearer {OWN}")
    assert (status, json.loads(body)["code"]) == (404, "chat_unknown")
    assert "another" not in body.decode()
    assert "another" in asked(server, "GET", "/v1/chats/own%2Fone", Authorization=f"Bearer {FEW}")[2].decode()


async def said(client: Client, **call: Any) -> str:
    return text_of(await client.call_tool("browser", call))


@pytest.mark.rows(1)
@pytest.mark.parametrize("era", ERAS)
async def test_what_each_token_may_do_over_mcp(server: LocalServer, era: str, site: Site) -> None:
    page = site.page("<title>Shop</title><button>Buy</button>")
    async with at(server, f"?chat=m-{era}", token=READER, mode=era) as reader:
        assert "Shop" in await said(reader, action="open", url=page, observe="content")
        for call in ({"action": "click", "ref": 1}, {"action": "evaluate", "script": "1"}):
            assert (await said(reader, **call)).startswith("error policy_denied"), call
        batch = await said(reader, action="multi", calls=[{"action": "content"}, {"action": "click", "ref": 1}])
        assert "Buy" in batch
        assert "policy_denied" in batch
    async with at(server, token=OWN, mode=era) as own:  # without a name: the token's own chat
        assert "Shop" in await said(own, action="open", url=page)
        assert "chat 'own/one'" not in await said(own, action="list")
    assert "own/one" in chats(server)
    async with at(server, f"?chat=g-{era}", token=FEW, mode=era) as few:
        assert "Buy" in await said(few, action="open", url=page, observe="content")
        calls: list[dict[str, Any]] = [
            {"action": "click", "ref": 1},
            {"action": "execute_js", "js_code": "1"},
            {"action": "multi", "calls": [{"action": "content"}, {"action": "Click", "ref": 1}]},
            {"action": "handoff", "reason": "Come here"},
        ]
        for denied in calls:
            assert (await said(few, **denied)).startswith("error token_denied: The token 'few' allows only the groups"), denied
        (tool, _) = (await few.list_tools()).tools
        assert "click" not in tool.input_schema["properties"]["action"]["enum"]
        assert few.instructions is not None
        assert "handoff" not in few.instructions
        assert [one.name for one in (await few.list_resources()).resources] == ["guide"]


@pytest.mark.parametrize("query", ["?chat=a", "?chat=own", "?chat=own/one&chat=a", "?chat=a&chat=own/one"])
def test_a_token_for_one_chat_names_no_other_over_mcp(server: LocalServer, query: str) -> None:
    status, headers, body = asked(server, "POST", f"/mcp{query}", b"{}", Authorization=f"Bearer {OWN}")
    assert (status, headers["refbrowser-code"]) == (403, "token_denied")
    assert "only the chat 'own/one'" in json.loads(body)["error"]


async def test_the_sessions_of_a_token_are_its_own(server: LocalServer, site: Site) -> None:
    """A session's events hold the questions to its person, and its chat holds what was opened in it."""
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": start}
    accept = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    tokens = {"full": token_of(server), "reader": READER, "own": OWN}
    sessions = {}
    for name, token in tokens.items():
        status, headers, _ = asked(server, "POST", "/mcp", json.dumps(message).encode(), Authorization=f"Bearer {token}", **accept)
        assert status == 200, name
        sessions[name] = headers["mcp-session-id"]
    listing = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}).encode()
    for name, session in sessions.items():
        for other, token in tokens.items():
            for method in ("POST", "DELETE") if name != other else ("POST",):
                status, _, _ = asked(
                    server, method, "/mcp", listing, Authorization=f"Bearer {token}", Mcp_Session_Id=session, **accept
                )
                assert status == (200 if name == other else 404), (method, name, other)


def chats(server: LocalServer) -> list[str]:
    return [chat["id"] for chat in json.loads(asked(server, "GET", "/v1/chats")[2])["result"]["chats"]]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[token]\n", "line 1"),
        ("x = 1\n", "nothing else"),
        ('[[token]]\nname = "a"\ntoken = "short"\n', "16 characters"),
        ('[[token]]\nname = "http"\ntoken = "0123456789abcdef"\n', "other than python"),
        ('[[token]]\nname = "a"\ntoken = "0123456789abcdef"\nreadonly = true\n', "It must be a table with the keys"),
        ('[[token]]\nname = "a"\ntoken = "0123456789abcdef"\nread_only = "yes"\n', "true or false"),
        ('[[token]]\nname = "a"\ntoken = "0123456789abcdef"\ngroups = []\n', "not empty"),
        ('[[token]]\nname = "a"\ntoken = "0123456789abcdef"\ngroups = ["pointers"]\n', "pointers"),
        ('[[token]]\nname = "a"\ntoken = "0123456789abcdef"\n' * 2, "another token has the same name"),
    ],
)
def test_a_file_that_is_not_understood_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "tokens.toml"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(ServerError, match=problem):
        read_tokens(file)


def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tokens.toml"
    file.write_text(TOKENS_FILE)
    file.chmod(0o644)
    with pytest.raises(ServerError, match="chmod 600"):
        read_tokens(file)
    with pytest.raises(ServerError):
        read_tokens(tmp_path / "missing")
    file.chmod(0o600)
    tokens = Tokens("full-full-full-full", read_tokens(file))
    assert tokens.find(b"full-full-full-full").full  # type: ignore[union-attr]
    assert tokens.find(b"few-few-few-few-few").name == "few"  # type: ignore[union-attr]
    assert tokens.find(b"") is None
