"""``network``: requests in a list, one in full, WebSockets with their messages, and all of it as a HAR file; secrets masked."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from refbrowser import Chat
from tests.conftest import ChatUnder
from tests.support.calls import do, evaluated, refused
from tests.support.server import Response, Site, refused_url
from tests.support.waiting import until


async def one(chat: Chat, part: str) -> dict[str, Any]:
    """The newest request whose url has ``part``, in full, once it has ended."""
    listing = await until(
        lambda: do(chat, "network", text=part), lambda listing: listing["requests"] and "pending" not in listing["requests"][-1]
    )
    answer: dict[str, Any] = await do(chat, "network", id=listing["requests"][-1]["id"])
    return answer


@pytest.fixture
async def echo() -> AsyncIterator[str]:
    """The address of a WebSocket server that sends back what it gets."""

    async def answer(connection: ServerConnection) -> None:
        async for message in connection:
            await connection.send(message)

    async with serve(answer, "127.0.0.1", 0) as server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/feed"


async def test_requests_are_listed_with_what_came_of_them(chat: Chat, site: Site) -> None:
    site.route("/ok.json", '{"a": 1}')
    with refused_url("/refused") as nowhere:
        await do(chat, "open", url=site.page("<p>Here", "/start"))
        await evaluated(
            chat,
            f"await (await fetch('/ok.json')).text(); await (await fetch('/status/404')).text(); await fetch('{nowhere}').catch(() => 0)",
        )
        await one(chat, "/refused")
        answer = await do(chat, "network")
    by_path = {line["url"].rpartition("/")[2]: line for line in answer["requests"]}
    assert [line["id"] for line in answer["requests"]] == sorted(line["id"] for line in answer["requests"])
    assert (by_path["start"]["type"], by_path["start"]["method"], by_path["start"]["status"]) == ("document", "GET", 200)
    assert (by_path["ok.json"]["type"], by_path["ok.json"]["size"]) == ("fetch", 8)
    assert by_path["ok.json"]["duration_ms"] >= 0
    assert by_path["404"]["status"] == 404
    assert (by_path["refused"]["status"], by_path["refused"]["failure"]) == (None, "net::ERR_CONNECTION_REFUSED")
    failed = (await do(chat, "network", failed=True))["requests"]
    assert {line["url"].rpartition("/")[2] for line in failed} == {"404", "refused"}
    assert {line["type"] for line in (await do(chat, "network", kinds=["document"]))["requests"]} == {"document"}
    answer = await do(chat, "network", limit=1)
    assert (len(answer["requests"]), answer["left_out"]) == (1, answer["total"] - 1)


@pytest.mark.long("browser/test_network.py::test_requests_are_listed_with_what_came_of_them")
async def test_a_size_that_chromium_does_not_know_is_not_shown(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<img src=/none.png><img src=/status/500>", "/pictures"))
    found = await until(lambda: do(chat, "network"), lambda found: len([one for one in found["requests"] if one["status"]]) == 3)
    assert all(line.get("size", 0) >= 0 for line in found["requests"]), found["requests"]
    failed = [await do(chat, "network", id=line["id"]) for line in found["requests"] if line["status"] >= 400]
    assert all(size >= 0 for entry in failed for size in entry["size"].values())


async def test_a_request_under_way_is_pending(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<script>fetch('/hang')</script>"))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    line = (await do(shared_chat, "network", text="*/hang"))["requests"][0]
    assert (line["pending"], line["status"]) == (True, None)
    assert "response_headers" not in await do(shared_chat, "network", id=line["id"])


async def test_one_request_has_headers_and_bodies_and_no_secrets(shared_chat: Chat, site: Site) -> None:
    headers = {
        "Set-Cookie": "sid=topsecret; Path=/",
        "X-Api-Key": "topsecret",
        "X-Plain": "shown",
        "Content-Type": "application/json",
    }
    site.route("/login", '{"name": "Ada", "access_token": "topsecret"}', headers)
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    await evaluated(
        shared_chat,
        "document.cookie = 'mine=topsecret'; await fetch('/login?q=1&token=topsecret', {method: 'POST',"
        " headers: {Authorization: 'Bearer topsecret', 'Content-Type': 'application/json'},"
        " body: JSON.stringify({user: 'ada', password: 'topsecret', nested: {'api-key': 'topsecret'}})})",
    )
    answer = await one(shared_chat, "/login")
    assert "topsecret" not in json.dumps([answer, await do(shared_chat, "network")])
    assert (answer["method"], answer["status"], answer["status_text"]) == ("POST", 200, "OK")
    assert answer["response_headers"]["x-plain"] == "shown"
    assert set(answer["request_headers"]) >= {"authorization", "user-agent"}
    assert json.loads(answer["request_body"])["user"] == "ada"
    assert json.loads(answer["response_body"])["name"] == "Ada"
    assert answer["size"]["body"] == 44
    assert answer["timing_ms"]["responseEnd"] >= answer["timing_ms"]["requestStart"]


@pytest.mark.long("browser/test_network.py::test_one_request_has_headers_and_bodies_and_no_secrets")
async def test_a_form_with_a_password_is_masked(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    await evaluated(
        shared_chat,
        "const form = new FormData(); form.append('user', 'ada'); form.append('password', 'topsecret');"
        " await fetch('/echo?multipart', {method: 'POST', body: form});"
        " await fetch('/echo?urlencoded', {method: 'POST', body: new URLSearchParams({user: 'ada', password: 'topsecret'})})",
    )
    for kind in ("multipart", "urlencoded"):
        body = (await one(shared_chat, f"echo?{kind}"))["request_body"]
        assert "ada" in body
        assert "topsecret" not in body


async def test_a_body_that_is_no_text_is_saved_where_asked(shared_chat: Chat, site: Site) -> None:
    site.route("/blob.bin", b"\x00\xff" * 50)
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    await evaluated(shared_chat, "await (await fetch('/blob.bin')).arrayBuffer()")
    answer = await one(shared_chat, "/blob.bin")
    assert "not text" in answer["response_body"]
    saved = await do(shared_chat, "network", id=answer["id"], path="blob.bin")
    assert Path(saved["path"]).read_bytes() == b"\x00\xff" * 50
    assert saved["size"] == 100
    await refused(shared_chat, "file_denied", "network", id=answer["id"], path="/etc/blob.bin")


async def test_a_long_body_says_what_was_left_out(shared_chat: Chat, site: Site) -> None:
    site.route("/long.txt", "x" * 25_000)
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    await evaluated(shared_chat, "await (await fetch('/long.txt')).text()")
    assert (await one(shared_chat, "/long.txt"))["response_body"].endswith("… (21000 more characters); path writes it to a file")


async def test_a_number_that_is_not_kept_is_refused(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    answer = await refused(chat, "invalid_arguments", "network", id=99)
    assert answer["details"]["kept"] == [1, 1]


@pytest.mark.long("browser/test_console.py::test_only_the_newest_are_kept_and_the_answer_counts_the_rest")
async def test_only_the_newest_requests_are_kept(chat: Chat, site: Site) -> None:
    site.route("/n", "")
    await do(chat, "open", url=site.page("<p>Here"))
    await evaluated(
        chat, "for (let n = 0; n < 11; n++) await Promise.all(Array.from({length: 50}, () => fetch('/n')))", timeout_ms=60_000
    )
    answer = await until(lambda: do(chat, "network", limit=500), lambda answer: answer.get("forgotten") == 51)
    assert (len(answer["requests"]), answer["requests"][0]["id"]) == (500, 52)


async def test_a_websocket_has_its_messages(shared_chat: Chat, site: Site, echo: str) -> None:
    chat = shared_chat
    await do(chat, "navigate", url=site.page("<p>Here"))
    await evaluated(
        chat,
        f"const socket = new WebSocket('{echo}?token=topsecret'); await new Promise(done => socket.onopen = done);"
        " for (const text of ['hello', '{\"password\": \"topsecret\"}'])"
        " { socket.send(text); await new Promise(done => socket.onmessage = done) }"
        " socket.send(new Uint8Array([1, 2, 3])); await new Promise(done => socket.onmessage = done)",
    )
    listing = await until(lambda: do(chat, "network", kinds=["websocket"]), lambda listing: listing["requests"][0]["received"] == 3)
    (line,) = listing["requests"]
    assert (line["sent"], line["open"]) == (3, True)
    answer = await do(chat, "network", id=line["id"])
    assert [(frame["direction"], frame["text"]) for frame in answer["messages"]][:2] == [("sent", "hello"), ("received", "hello")]
    assert answer["messages"][-1] | {"time_ms": 0} == {"direction": "received", "text": "(binary)", "size": 3, "time_ms": 0}
    assert "topsecret" not in json.dumps(answer)


async def test_the_log_is_exported_as_a_har_file(chat: Chat, site: Site, echo: str) -> None:
    site.route("/ok.json", '{"a": 1, "secret": "topsecret"}', {"Set-Cookie": "sid=topsecret"})
    await do(chat, "open", url=site.page(f"<script>const socket = new WebSocket('{echo}')</script>", "/start"))
    await evaluated(chat, "await (await fetch('/ok.json?a=1&b', {method: 'POST', body: 'x'})).text()")
    await one(chat, "/ok.json")
    saved = await do(chat, "network", path="requests.har")
    text = Path(saved["path"]).read_text()
    assert "topsecret" not in text
    log = json.loads(text)["log"]
    assert (log["version"], log["creator"]["name"], len(log["entries"])) == ("1.2", "refbrowser", saved["entries"])
    by_path = {entry["request"]["url"].partition("?")[0].rpartition("/")[2]: entry for entry in log["entries"]}
    entry = by_path["ok.json"]
    assert (entry["request"]["method"], entry["request"]["postData"]["text"]) == ("POST", "x")
    assert entry["request"]["queryString"] == [{"name": "a", "value": "1"}, {"name": "b", "value": ""}]
    assert (entry["response"]["status"], entry["response"]["content"]["size"]) == (200, 31)
    assert entry["time"] >= 0
    assert all(value >= -1 for value in entry["timings"].values())
    assert by_path["feed"]["_resourceType"] == "websocket"


async def test_secrets_are_shown_where_the_settings_say_so(chat_under: ChatUnder, site: Site) -> None:
    site.route("/with", lambda _: Response(b"ok", headers={"Set-Cookie": "sid=plain", "Content-Type": "text/plain"}))
    chat = chat_under(mask_secrets=False)
    await do(chat, "open", url=site.page("<p>Here"))
    await evaluated(chat, "await (await fetch('/with')).text()")
    assert (await one(chat, "/with"))["response_headers"]["set-cookie"] == "sid=plain"
