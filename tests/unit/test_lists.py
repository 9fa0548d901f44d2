"""Lists as an agent reads them: a line for each entry, and never a line that a page broke in two."""

from refbrowser.surface.lists import lines
from refbrowser.surface.render import render


def test_console_messages() -> None:
    entries = [
        {"level": "error", "text": "x is\nnot defined", "uncaught": True, "location": "https://x.test/a.js:3:7", "time_ms": 1},
        {"level": "info", "text": "ready", "time_ms": 2},
    ]
    assert lines("messages", entries) == [
        "messages:", "- uncaught error: x is not defined (https://x.test/a.js:3:7)", "- info: ready"
    ]  # fmt: skip


def test_requests_and_sockets() -> None:
    entries = [
        {"id": 1, "method": "GET", "url": "https://x.test/", "status": 200, "type": "document", "duration_ms": 12.0, "size": 63},
        {"id": 2, "method": "POST", "url": "https://x.test/a", "status": None, "type": "fetch", "failure": "net::ERR_FAILED"},
        {"id": 3, "method": "GET", "url": "https://x.test/b", "status": None, "type": "fetch", "pending": True},
        {"id": 4, "method": "GET", "url": "wss://x.test/", "type": "websocket", "sent": 1, "received": 2, "open": True},
    ]
    assert lines("requests", entries) == [
        "requests:",
        "- 1 document GET https://x.test/: 200, 12 ms, 63 bytes",
        "- 2 fetch POST https://x.test/a: net::ERR_FAILED",
        "- 3 fetch GET https://x.test/b: pending",
        "- 4 websocket GET wss://x.test/: 1 sent, 2 received, open",
    ]


def test_the_messages_of_a_socket() -> None:
    entries = [{"direction": "sent", "text": "hello", "size": 5, "time_ms": 1}]
    assert lines("messages", entries) == ["messages:", "- sent: hello"]


def test_frames_show_how_deep_they_are() -> None:
    entries = [
        {"frame_id": "A", "url": "https://x.test/", "depth": 0, "own_process": True},
        {"frame_id": "B", "url": "https://y.test/", "depth": 1, "own_process": True, "name": "ad"},
        {"url": "https://z.test/", "depth": 2},
    ]
    assert lines("frames", entries) == [
        "frames:", "- A https://x.test/", "-   B 'ad' https://y.test/, own process", "-     frame https://z.test/"
    ]  # fmt: skip


def test_what_is_no_such_list_is_left_as_it_is() -> None:
    assert lines("requests", "none") is None
    assert lines("messages", [{"other": 1}]) is None
    assert lines("downloads", [{"level": "error", "text": "x"}]) is None
    assert render({"ok": True, "result": {"messages": [], "total": 0}}) == "messages: none\ntotal: 0"
