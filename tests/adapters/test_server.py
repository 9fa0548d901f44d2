"""The local server's interface, asked over plain HTTP."""

import json
import socket
import threading
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from refbrowser import __version__
from refbrowser.actions.catalog import ACTIONS
from refbrowser.adapters.client import LocalServer
from tests.support.local_server import asked, connected, envelope_of, metric, token_of, until
from tests.support.server import Site


def call(server: LocalServer, chat: str, request: dict[str, Any], **headers: str) -> tuple[int, dict[str, str], bytes]:
    return asked(server, "POST", f"/v1/chats/{chat}/call", json.dumps(request).encode(), **headers)


def test_a_call_answers_with_its_envelope(server: LocalServer, site: Site) -> None:
    url = site.page("<title>Served</title><button>Buy</button>")
    status, headers, body = call(server, "one", {"action": "open", "url": url})
    assert status == 200
    assert headers["content-type"] == "application/json"
    assert envelope_of(body)["result"]["state"]["title"] == "Served"
    _, _, body = call(server, "one", {"action": "content"})
    assert "[button 1] Buy" in envelope_of(body)["result"]


def test_a_call_that_fails_answers_200_with_the_failure_and_its_code_in_a_header(server: LocalServer) -> None:
    status, headers, body = call(server, "failing", {"action": "click", "ref": 1})
    assert status == 200
    assert headers["refbrowser-code"] == "no_tab"
    assert envelope_of(body)["code"] == "no_tab"


def test_text_is_what_a_model_reads(server: LocalServer, site: Site) -> None:
    url = site.page("<title>Read me</title>")
    _, headers, body = call(server, "text", {"action": "open", "url": url}, Accept="text/plain")
    assert headers["content-type"].startswith("text/plain")
    assert body.decode() == f"browser_id: 1\nTab 1*: Read me · {url}"
    _, headers, body = call(server, "text", {"action": "click", "ref": 5}, Accept="text/plain")
    assert headers["refbrowser-code"] == "ref_unknown"
    assert body.startswith(b"error ref_unknown: ")


def test_a_page_may_hold_what_utf_8_cannot_say(server: LocalServer) -> None:
    call(server, "surrogates", {"action": "open"})
    script = {"action": "evaluate", "script": "'\\ud83d'"}
    _, _, body = call(server, "surrogates", script)
    assert envelope_of(body)["result"]["result"] == "\ufffd"
    status, _, _ = call(server, "surrogates", script, Accept="text/plain")
    assert status == 200


def test_events_report_progress_and_then_the_envelope(server: LocalServer, site: Site) -> None:
    released = threading.Event()
    url = site.route("/slow", lambda _request: (released.wait(30), "<title>Late</title>")[1])
    connection = connected(server)
    headers = {"Authorization": f"Bearer {token_of(server)}", "Accept": "text/event-stream"}
    connection.request("POST", "/v1/chats/events/call", json.dumps({"action": "open", "url": url}), headers)
    response = connection.getresponse()
    assert response.getheader("content-type", "").startswith("text/event-stream")
    first = [response.readline().decode().strip() for _ in range(3)]
    assert first[0] == "event: progress"
    assert json.loads(first[1].removeprefix("data: "))["elapsed_ms"] >= 900
    released.set()
    events = response.read().decode().strip().split("\n\n")
    connection.close()
    name, data = events[-1].split("\n")
    assert name == "event: result"
    assert json.loads(data.removeprefix("data: "))["result"]["state"]["title"] == "Late"


def test_chats_are_listed_shown_and_closed(server: LocalServer) -> None:
    call(server, "listed", {"action": "open"})
    _, _, body = asked(server, "GET", "/v1/chats")
    (found,) = [chat for chat in envelope_of(body)["result"]["chats"] if chat["id"] == "listed"]
    assert found["tabs"] == 1
    _, _, body = asked(server, "GET", "/v1/chats/listed")
    assert [tab["browser_id"] for tab in envelope_of(body)["result"]["browsers"]] == [1]
    status, _, _ = asked(server, "DELETE", "/v1/chats/listed")
    assert status == 200
    _, _, body = asked(server, "GET", "/v1/chats")
    assert "listed" not in [chat["id"] for chat in envelope_of(body)["result"]["chats"]]


@pytest.mark.rows(2)
@pytest.mark.parametrize("name", ["ünï?#%2F", "with space", "a/b", "call", "..", "x/call"])
def test_a_chat_may_have_any_name(server: LocalServer, name: str) -> None:
    assert server.call(name, {"action": "open"})["result"]["state"]["context_id"] == name
    status, _, body = asked(server, "DELETE", f"/v1/chats/{quote(name, safe='')}")
    assert (status, envelope_of(body)["result"]["closed"]["id"]) == (200, name)


def test_images_are_given_only_when_asked_for(server: LocalServer) -> None:
    call(server, "seeing", {"action": "open"})
    _, _, body = call(server, "seeing", {"action": "screenshot"})
    path = envelope_of(body)["result"]["path"]
    images = server.vision_load("seeing", [path])["result"]
    assert [image["mime"] for image in images] == ["image/jpeg"]
    assert server.vision_load("seeing", ["/etc/passwd"])["code"] == "file_denied"


def test_health_needs_no_token_and_reports_the_version(server: LocalServer) -> None:
    status, _, body = asked(server, "GET", "/health", Authorization="")
    assert status == 200
    assert set(envelope_of(body)) == {"ok", "version", "browser"}
    assert envelope_of(body)["version"] == __version__


def test_metrics_count_calls_by_action_and_outcome(server: LocalServer) -> None:
    sample = 'refbrowser_calls_total{action="wait",code="invalid_arguments"}'
    before = metric(server, sample)
    call(server, "counted", {"action": "wait"})
    assert metric(server, sample) == before + 1
    call(server, "counted", {"action": "made up\n name"})
    assert metric(server, 'refbrowser_calls_total{action="unknown",code="unknown_action"}') >= 1
    assert metric(server, "refbrowser_call_duration_seconds_count") >= 1


def test_the_description_has_every_action_and_no_loose_end(server: LocalServer) -> None:
    _, _, body = asked(server, "GET", "/openapi.json")
    document = json.loads(body)
    schemas = document["components"]["schemas"]
    assert {f"call.{action.name}" for action in ACTIONS} <= set(schemas)

    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
            return own + [found for part in value.values() for found in references(part)]
        return [found for part in value for found in references(part)] if isinstance(value, list) else []

    assert all(reference.removeprefix("#/components/schemas/") in schemas for reference in references(document))


def test_two_clients_in_one_chat_take_turns_and_both_are_answered(server: LocalServer, site: Site) -> None:
    url = site.page("<input aria-label=Name>")
    call(server, "shared", {"action": "open", "url": url})
    call(server, "shared", {"action": "content"})
    answers: list[Any] = []
    clients = [
        threading.Thread(target=lambda text=text: answers.append(server.call("shared", {"action": "type", "ref": 1, "text": text})))
        for text in ("first", "second", "third")
    ]
    for client in clients:
        client.start()
    for client in clients:
        client.join(60)
    # Each typed its whole text, and nobody's keys fell into another's.
    assert sorted(answer["result"]["action"]["value"] for answer in answers) == ["first", "second", "third"]


@pytest.mark.rows(1)
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_a_client_that_vanishes_ends_its_call_and_leaves_the_tab_usable(server: LocalServer, accept: str) -> None:
    chat = f"vanishing-{accept[-4:]}"
    call(server, chat, {"action": "open"})
    before = metric(server, 'refbrowser_calls_total{action="wait",code="cancelled"}')
    connection = connected(server)
    body = json.dumps({"action": "wait", "text": "never comes", "timeout_ms": 600_000})
    connection.request("POST", f"/v1/chats/{chat}/call", body, {"Authorization": f"Bearer {token_of(server)}", "Accept": accept})
    until(lambda: metric(server, "refbrowser_calls_in_flight") >= 1, "the call to begin")
    assert connection.sock is not None
    connection.sock.close()
    until(
        lambda: metric(server, 'refbrowser_calls_total{action="wait",code="cancelled"}') == before + 1, "the call to be cancelled"
    )
    assert server.call(chat, {"action": "evaluate", "script": "1 + 1", "timeout_ms": 20_000})["result"]["result"] == 2


def test_a_client_that_vanishes_in_the_middle_of_its_request_is_no_failure_of_the_server(server: LocalServer) -> None:
    record, log = server.ensure(), Path(server.folder) / "log"
    before = log.stat().st_size
    for path in ("/v1/chats/c/call", "/v1/viewer", "/mcp"):
        with socket.create_connection((record["host"], record["port"])) as connection:
            head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token_of(server)}\r\nContent-Length: 500"
            connection.sendall(f"{head}\r\nContent-Type: application/json\r\nAccept: application/json\r\n\r\n{{".encode())
            connection.shutdown(socket.SHUT_RDWR)
    assert call(server, "after-vanishing", {"action": "list"})[0] == 200
    assert log.read_text(encoding="utf-8")[before:] == ""
