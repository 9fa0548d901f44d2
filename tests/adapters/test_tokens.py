"""Further tokens of the server: for one chat, for some groups of actions, for reading alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from refbrowser import __version__
from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.server.tokens import Tokens, read_tokens
from refbrowser.errors import ServerError
from tests.support.local_server import asked, shell, stopped
from tests.support.server import Site

FILE = """
[[token]]
name = "reader"
token = "reader-reader-reader"
read_only = true
[[token]]
name = "one chat"
token = "onechat-onechat-onechat"
chat = "own/one"
[[token]]
name = "few"
token = "few-few-few-few-few"
groups = ["tabs", "reading"]
"""


@pytest.fixture(scope="module")
def limited(marker: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    tokens = tmp_path_factory.mktemp("tokens") / "tokens.toml"
    tokens.write_text(FILE)
    tokens.chmod(0o600)
    server = LocalServer(str(tmp_path_factory.mktemp("limited")), version=__version__)
    started = shell(server, "serve", "--detach", "--tokens", str(tokens))
    assert started.returncode == 0, started
    yield server
    stopped(server)


def call(server: LocalServer, token: str, chat: str, **request: Any) -> tuple[int, dict[str, Any]]:
    status, _, body = asked(server, "POST", f"/v1/chats/{chat}/call", json.dumps(request).encode(), Authorization=f"Bearer {token}")
    return status, json.loads(body)


def test_what_each_token_may_do(limited: LocalServer, site: Site) -> None:
    page = site.page("<button>Buy</button>")
    reader, own, few = "reader-reader-reader", "onechat-onechat-onechat", "few-few-few-few-few"
    # Reading alone.
    assert call(limited, reader, "a", action="open", url=page)[1]["ok"]
    assert call(limited, reader, "a", action="content")[1]["ok"]
    for refused in ({"action": "click", "ref": 1}, {"action": "evaluate", "script": "1"}, {"action": "clk", "ref": 1}):
        assert call(limited, reader, "a", **refused)[1]["code"] in ("policy_denied", "unknown_action"), refused
    envelope = call(limited, reader, "a", action="multi", calls=[{"action": "content"}, {"action": "click", "ref": 1}])[1]
    assert [one.get("code") for one in envelope["result"]] == [None, "policy_denied"]
    # One chat.
    assert call(limited, own, "own%2Fone", action="open", url=page)[1]["ok"]
    assert call(limited, own, "own%2Fone", action="click", ref=1)[0] == 200
    for chat in ("a", "own", "own/one/call", "own%2Fone%2F"):
        status, envelope = call(limited, own, chat, action="list")
        assert (status, envelope["code"]) == (403, "token_denied"), chat
    _, _, body = asked(limited, "GET", "/v1/chats", Authorization=f"Bearer {own}")
    assert [chat["id"] for chat in json.loads(body)["result"]["chats"]] == ["own/one"]
    assert asked(limited, "GET", "/v1/chats/a", Authorization=f"Bearer {own}")[0] == 403
    # Some groups, under any name and in a batch.
    assert call(limited, few, "c", action="open", url=page)[1]["ok"]
    calls: list[dict[str, Any]] = [
        {"action": "click", "ref": 1},
        {"action": "evaluate", "script": "1"},
        {"action": "execute_js", "js_code": "1"},
        {"action": "multi", "calls": [{"action": "content"}, {"action": "Click", "ref": 1}]},
        {"action": "interact", "actions": [{"action": "click", "ref": 1}]},
    ]
    for denied in calls:
        status, envelope = call(limited, few, "c", **denied)
        assert (status, envelope["code"]) == (403, "token_denied"), denied
        assert envelope["details"]["token"] == "few"


@pytest.mark.parametrize("token", ["reader-reader-reader", "onechat-onechat-onechat", "few-few-few-few-few"])
def test_a_token_with_limits_is_for_calls_alone(limited: LocalServer, token: str) -> None:
    requests = [
        ("GET", "/metrics"), ("GET", "/v1/approvals"), ("POST", "/v1/approvals"), ("POST", "/v1/control"), ("POST", "/v1/viewer"),
        ("POST", "/mcp"), ("POST", "/mcp?chat=own/one"), ("DELETE", "/v1/chats/own%2Fone"),
        ("POST", "/v1/chats/own%2Fone/call?profile=work"), ("GET", "//metrics"), ("GET", "/v1/chats/../control"),
    ]  # fmt: skip
    for method, path in requests:
        status, headers, _ = asked(limited, method, path, b'{"action": "list"}', Authorization=f"Bearer {token}")
        assert (status, headers.get("refbrowser-code")) in ((403, "token_denied"), (404, "chat_unknown")), (method, path)
    assert asked(limited, "GET", "/metrics")[0] == 200
    assert asked(limited, "GET", "/v1/chats", Authorization=f"Bearer {token[:-1]}")[0] == 401


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[token]\n", "line 1"),
        ("x = 1\n", "nothing else"),
        ('[[token]]\nname = "a"\ntoken = "short"\n', "16 characters"),
        ('[[token]]\nname = "http"\ntoken = "0123456789abcdef"\n', "other than python"),
        ('[[token]]\nname = "a"\ntoken = "0123456789abcdef"\nreadonly = true\n', "It takes"),
        ('[[token]]\nname = "a"\ntoken = "0123456789abcdef"\nread_only = "yes"\n', "true or false"),
        ('[[token]]\nname = "a"\ntoken = "0123456789abcdef"\ngroups = []\n', "not empty"),
        ('[[token]]\nname = "a"\ntoken = "0123456789abcdef"\ngroups = ["pointers"]\n', "pointers"),
        ('[[token]]\nname = "a"\ntoken = "0123456789abcdef"\n' * 2, "that of another"),
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
    file.write_text(FILE)
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
