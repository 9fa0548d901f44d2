"""A chat's files over HTTP, the stream of events, and the description of both."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from refbrowser.actions.catalog import ACTIONS
from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.server.openapi import openapi
from tests.support.local_server import asked, envelope_of, token_of
from tests.support.server import Site


def test_a_file_is_sent_used_and_received(server: LocalServer, site: Site) -> None:
    sent = asked(server, "PUT", "/v1/chats/files/files/holiday/photo.txt", b"a cat" * 1_000_000)
    assert sent[0] == 201, sent
    file = envelope_of(sent[2])["result"]
    assert (file["name"], file["size"], file["mime"]) == ("uploads/holiday/photo.txt", 5_000_000, "text/plain")
    server.call("files", {"action": "open", "url": site.page("<input type=file>")})
    receipt = server.call("files", {"action": "upload_file", "selector": "input", "path": file["path"]})
    assert receipt["result"]["action"]["files"] == ["photo.txt"], receipt
    server.call("files", {"action": "screenshot", "path": "shot.png"})
    listed = envelope_of(asked(server, "GET", "/v1/chats/files/files")[2])["result"]["files"]
    assert {"shot.png", "uploads/holiday/photo.txt"} <= {one["name"] for one in listed}
    (href,) = [one["href"] for one in listed if one["name"] == "shot.png"]
    status, headers, body = asked(server, "GET", href)
    assert (status, headers["content-type"], body[:4]) == (200, "image/png", b"\x89PNG")
    assert headers["content-disposition"].startswith("attachment")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/v1/chats/files/files/none.txt", 400, "file_not_found"),
        ("GET", "/v1/chats/files/files/..%2F..%2Fserver%2Ftoken", 400, "file_denied"),
        ("PUT", "/v1/chats/files/files/..%2Fescape.txt", 400, "file_denied"),
        ("GET", "/v1/chats/files/files/%2Fetc%2Fpasswd", 400, "file_denied"),
    ],
)
def test_no_other_file_is_reached(server: LocalServer, method: str, path: str, status: int, code: str) -> None:
    answer = asked(server, method, path, b"x" if method == "PUT" else None)
    assert (answer[0], envelope_of(answer[2])["code"]) == (status, code)


async def events(lines: AsyncIterator[str]) -> AsyncIterator[tuple[str, Any]]:
    name = ""
    async for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


async def test_events_tell_of_calls_receipts_and_dialogs(server: LocalServer, site: Site) -> None:
    url = site.page("<button onclick=\"alert('sure?')\">Go</button>")
    await asyncio.to_thread(server.call, "told", {"action": "open", "url": url})
    headers = {"Authorization": f"Bearer {token_of(server)}"}
    seen: list[tuple[str, Any]] = []
    async with (
        httpx.AsyncClient(base_url=server.ensure()["url"], headers=headers, timeout=30, trust_env=False) as http,
        http.stream("GET", "/v1/chats/told/events") as stream,
    ):
        assert stream.headers["content-type"].startswith("text/event-stream")
        feed = events(stream.aiter_lines())
        assert (await anext(feed))[0] == "ready"
        await asyncio.to_thread(server.call, "another", {"action": "list"})
        await asyncio.to_thread(server.call, "told", {"action": "click", "selector": "button"})
        async for event in feed:
            seen.append(event)
            if event[0] == "receipt":
                break
    names = [name for name, _ in seen]
    assert names[0] == "call"
    assert {"call", "dialogs", "receipt"} == set(names)
    assert {data["chat"] for _, data in seen} == {"told"}
    (dialogs,) = [data["dialogs"] for name, data in seen if name == "dialogs"]
    assert dialogs[0]["message"] == "sure?"
    assert seen[-1][1]["ok"] is True
    await asyncio.to_thread(server.call, "told", {"action": "dialog", "operation": "accept"})


def test_the_description_is_whole_and_names_every_operation() -> None:
    document = openapi()
    methods = ("get", "post", "put", "delete")
    operations = [one for path in document["paths"].values() for method, one in path.items() if method in methods]
    names = [operation["operationId"] for operation in operations]
    assert len(names) == len(set(names))
    found = json.dumps(document)
    for named in set(re.findall(r'"#/components/schemas/([^"]+)"', found)):
        assert named in document["components"]["schemas"], named
    for path, operations in document["paths"].items():
        given = [*operations.get("parameters", []), *(one for m in methods for one in operations.get(m, {}).get("parameters", []))]
        assert set(re.findall(r"{(\w+)}", path)) == {one["name"] for one in given if one["in"] == "path"}, path
    assert {f"result.{action.name}" for action in ACTIONS} <= document["components"]["schemas"].keys()
