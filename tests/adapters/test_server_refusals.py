"""What the local server refuses: each with its envelope, its status, and nothing done."""

import asyncio
import contextlib
import json
import os
import socket
from http.client import HTTPResponse

import pytest
from starlette.types import Message

from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.server.guard import MOST_BYTES, Guard
from refbrowser.adapters.server.tokens import Tokens
from tests.support.local_server import asked, envelope_of, here, token_of

LIST = b'{"action": "list"}'


def refused(answer: tuple[int, dict[str, str], bytes], status: int, code: str) -> dict[str, object]:
    assert answer[0] == status, answer
    envelope = envelope_of(answer[2])
    assert envelope["code"] == code
    assert answer[1]["refbrowser-code"] == code
    assert envelope["error"]
    assert set(envelope) == {"ok", "error", "code", "retryable", "remedy", "details"}
    return envelope


@pytest.mark.parametrize(
    "body", [b"", b"{", b'{"action": list}', b"\xff\xfe", b"[" * 200_000], ids=["none", "open", "word", "bytes", "deep"]
)
def test_a_body_that_is_no_json(server: LocalServer, body: bytes) -> None:
    envelope = refused(asked(server, "POST", "/v1/chats/a/call", body), 400, "malformed_request")
    assert str(envelope["error"]).startswith("The body is not JSON: ")


@pytest.mark.parametrize("body", [b"[]", b'"open"', b"null", b"7"])
def test_json_that_is_no_call_is_a_call_that_failed(server: LocalServer, body: bytes) -> None:
    status, _, answer = asked(server, "POST", "/v1/chats/a/call", body)
    assert status == 200
    assert envelope_of(answer)["code"] == "invalid_arguments"


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_a_chat_that_nobody_made(server: LocalServer, method: str) -> None:
    envelope = refused(asked(server, method, "/v1/chats/nobody"), 404, "chat_unknown")
    assert "nobody" in str(envelope["error"])


def test_the_name_of_a_chat_is_not_obeyed_by_a_terminal(server: LocalServer) -> None:
    asked(server, "POST", "/v1/chats/evil%1b%5d0;mine%07%c2%9b2J/call", LIST)
    try:
        for words in (("chats",), ("pause",), ("resume",)):
            lines = here(server.home, *words).stdout.splitlines()
            assert any(line.startswith("evil") for line in lines), words
            assert all(line.isprintable() for line in lines), words
    finally:
        asked(server, "DELETE", "/v1/chats/evil%1b%5d0;mine%07%c2%9b2J")


@pytest.mark.parametrize("command", ["stop", "pause", "resume", "step"])
def test_a_command_for_a_chat_that_nobody_made(server: LocalServer, command: str) -> None:
    body = json.dumps({"command": command, "chat": "nobody"}).encode()
    refused(asked(server, "POST", "/v1/control", body), 404, "chat_unknown")
    for listing in (asked(server, "GET", "/v1/chats"), asked(server, "GET", "/v1/control")):
        assert b"nobody" not in listing[2]


def test_a_stop_that_has_outlived_its_chat_is_listed_until_it_is_undone(server: LocalServer) -> None:
    def commanded(command: str, **chat: str) -> tuple[int, list[dict[str, object]]]:
        status, _, answer = asked(server, "POST", "/v1/control", json.dumps({"command": command, **chat}).encode())
        return status, envelope_of(answer).get("result", {}).get("chats", [])

    def listed() -> dict[str, str]:
        chats = envelope_of(asked(server, "GET", "/v1/control")[2])["result"]["chats"]
        return {chat["chat"]: chat["state"] for chat in chats}

    for resume in ({"chat": "left"}, {}):
        asked(server, "POST", "/v1/chats/left/call", LIST)
        assert commanded("stop", chat="left")[0] == 200
        asked(server, "DELETE", "/v1/chats/left")
        assert listed()["left"] == "stopped"
        status, states = commanded("resume", **resume)
        assert (status, {chat["chat"]: chat["state"] for chat in states}["left"]) == (200, "running")
        assert "left" not in listed()
        assert commanded("step", chat="left")[0] == 404


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_a_chat_with_a_name_that_is_too_long(server: LocalServer, accept: str) -> None:
    refused(asked(server, "POST", f"/v1/chats/{'a' * 201}/call", LIST, Accept=accept), 400, "invalid_arguments")


@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("GET", "/v2/chats"), ("PATCH", "/v1/chats/a"), ("PUT", "/v1/chats")])
def test_an_address_that_does_not_exist(server: LocalServer, method: str, path: str) -> None:
    status, _, body = asked(server, method, path)
    assert status in (404, 405)
    assert envelope_of(body)["code"] == "not_found"


def test_a_body_that_is_too_large_by_its_own_account(server: LocalServer) -> None:
    refused(raw(server, b"Content-Length: 9999999999\r\n"), 413, "body_too_large")


def test_a_body_that_turns_out_too_large(server: LocalServer) -> None:
    part = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    chunks = part * (MOST_BYTES // 0x10000 + 2)
    refused(raw(server, b"Transfer-Encoding: chunked\r\n", chunks), 413, "body_too_large")
    assert asked(server, "GET", "/health")[0] == 200


@pytest.mark.parametrize(
    ("path", "authorization", "status"),
    [("/v1/chats/a/call", None, 413), ("/v1/chats/a/call", "Bearer wrong", 401), ("/viewer/files?chat=a", "Bearer wrong", 401)],
)
def test_a_client_that_sends_everything_before_it_reads_gets_its_answer(
    server: LocalServer, path: str, authorization: str | None, status: int
) -> None:
    headers = {} if authorization is None else {"Authorization": authorization}
    assert asked(server, "POST", path, b" " * 20_000_000, Origin=server.ensure()["url"], **headers)[0] == status


@pytest.mark.parametrize("authorization", ["", "Bearer ", "Bearer wrong", "Basic {token}", "Bearer {token}x"])
@pytest.mark.parametrize("path", ["/v1/chats", "/metrics", "/openapi.json", "/mcp", "/health/../v1/chats", "/healthy"])
def test_without_the_token_nothing_is_shown(server: LocalServer, path: str, authorization: str) -> None:
    given = authorization.format(token=token_of(server))
    answer = asked(server, "GET", path, Authorization=given)
    envelope = refused(answer, 401, "unauthorized")
    assert answer[1]["www-authenticate"] == "Bearer"
    assert os.path.join(server.folder, "token") in str(envelope["error"])
    assert isinstance(envelope["remedy"], dict)
    assert envelope["remedy"]["command"].startswith(
        "refbrowser stop" if given.startswith("Bearer ") and given != "Bearer " else "curl"
    )


def test_a_server_for_others_names_no_file_of_its_machine() -> None:
    guard = Guard(lambda *_: None, tokens=Tokens("secret"), hosts=["browser.internal"])  # type: ignore[arg-type]
    answered: list[Message] = []

    async def send(message: Message) -> None:
        answered.append(message)

    scope = {"type": "http", "path": "/v1/chats", "headers": [(b"host", b"browser.internal")]}
    asyncio.run(guard(scope, _nothing_received, send))
    envelope = json.loads(answered[1]["body"])
    assert (envelope["code"], envelope["details"], envelope["remedy"]) == ("unauthorized", {}, None)


async def _nothing_received() -> Message:
    raise AssertionError("a refused request is not read")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.",
        "0.0.0.0",
        "[::1",
        "localhost/.evil.example",
        "user@localhost",
        "localhost:80:80",
        "",
    ],
)
def test_a_name_that_is_not_the_servers(server: LocalServer, host: str) -> None:
    """A page whose name was made to lead here (DNS rebinding) sends its own name."""
    head = f"Host: {host}\r\nContent-Length: {len(LIST)}\r\n".encode()
    refused(raw(server, head, LIST, host=False), 403, "origin_denied")


@pytest.mark.parametrize("path", ["/health", "/v1/chats", "/viewer/"])
@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_web_page_may_not_load_it_as_a_picture(server: LocalServer, site: str, path: str) -> None:
    refused(asked(server, "GET", path, Sec_Fetch_Site=site, Sec_Fetch_Mode="no-cors", Sec_Fetch_Dest="image"), 403, "origin_denied")
    assert asked(server, "GET", path, Sec_Fetch_Site="none", Sec_Fetch_Mode="navigate")[0] == 200


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://127.0.0.1.evil.example",
        "file://",
        "http://localhost:1",
        "http://localhost",
        "ftp://localhost:{port}",
        "http://x@localhost:{port}",
    ],
)
def test_a_web_page_may_not_call(server: LocalServer, origin: str) -> None:
    given = origin.format(port=server.ensure()["port"])
    refused(asked(server, "POST", "/v1/chats/a/call", LIST, Origin=given), 403, "origin_denied")


def test_the_servers_own_pages_may(server: LocalServer) -> None:
    record = server.ensure()
    assert asked(server, "POST", "/v1/chats/a/call", LIST, Origin=f"http://localhost:{record['port']}")[0] == 200


def test_a_client_of_another_version(server: LocalServer) -> None:
    envelope = refused(asked(server, "POST", "/v1/chats/a/call", LIST, Refbrowser_Version="0.0.1"), 409, "version_mismatch")
    assert envelope["details"] == {"client": "0.0.1", "server": server.version}
    assert envelope["remedy"] == {"command": "refbrowser stop", "hint": "the next call starts a server of the client's version"}
    assert LocalServer(server.home, version="0.0.1").call("a", {"action": "list"})["code"] == "version_mismatch"


def test_a_client_that_was_given_other_settings(server: LocalServer) -> None:
    server.ensure()
    given = {"REFBROWSER_POLICY": "read_only", "REFBROWSER_NETWORK": "offline", "REFBROWSER_TIMEOUT_MS": "15000"}
    strict = LocalServer(server.home, version=server.version, environment=given)
    envelope = strict.call("a", {"action": "list"})
    assert envelope["code"] == "settings_differ"
    assert envelope["details"]["settings"]["REFBROWSER_NETWORK"] == {"given": "offline", "running": "open"}
    assert set(envelope["details"]["settings"]) == {"REFBROWSER_POLICY", "REFBROWSER_NETWORK"}
    assert envelope["remedy"]["command"] == "refbrowser stop"
    same = LocalServer(
        server.home, version=server.version, environment={"REFBROWSER_TIMEOUT_MS": "15000", "REFBROWSER_HEADLESS": "yes"}
    )
    assert same.call("a", {"action": "list"})["ok"] is True
    for wrong, says in (
        ({"REFBROWSER_POLICI": "read_only"}, "REFBROWSER_POLICY is"),
        ({"REFBROWSER_NETWORK": "closed"}, "must be one of"),
    ):
        slip = LocalServer(server.home, version=server.version, environment=wrong).call("a", {"action": "list"})
        assert (slip["code"], says in slip["error"]) == ("settings_differ", True), slip
    refused(asked(server, "POST", "/v1/chats/a/call", LIST, Refbrowser_Settings="[1"), 400, "malformed_request")
    for path in ("/v1/chats/a/call", "/v1/chats/a/vision_load", "/v1/chats/a/connect", "/v1/delegate", "/mcp", "/mcp/stream"):
        roots = json.dumps({"REFBROWSER_FILE_ROOTS": "/nowhere"})
        refused(asked(server, "POST", path, LIST, Refbrowser_Settings=roots), 409, "settings_differ")


def raw(server: LocalServer, head: bytes, body: bytes = b"", *, host: bool = True) -> tuple[int, dict[str, str], bytes]:
    """The answer to a request that no well-behaved client sends."""
    record = server.ensure()
    own = f"Host: {record['host']}:{record['port']}\r\n".encode() if host else b""
    message = (
        b"POST /v1/chats/a/call HTTP/1.1\r\n" + own + f"Authorization: Bearer {token_of(server)}\r\n".encode() + head + b"\r\n"
    )
    with socket.create_connection((record["host"], record["port"]), timeout=30) as connection:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # refused before it was sent to its end
            connection.sendall(message + body)
        response = HTTPResponse(connection, method="POST")
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return response.status, headers, response.read()
