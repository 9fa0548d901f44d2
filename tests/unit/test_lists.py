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


def test_downloads_without_checksums() -> None:
    entry = {"download_id": 1, "url": "https://x.test/a", "name": "a.txt", "state": "complete", "path": "/d/a.txt", "size": 5, "mime": "text/plain", "sha256": "0f"}  # fmt: skip
    assert lines("downloads", [entry]) == ["downloads:", "- a.txt: complete, 5 bytes, text/plain, /d/a.txt"]
    failed = {"name": "b.txt", "state": "failed", "error": "canceled"}
    assert (
        render({"ok": True, "result": {"held": "download", "download": failed}})
        == "held: download\ndownload: b.txt: failed, canceled"
    )


def test_what_was_found_stands_under_its_headings() -> None:
    def match(text: str, under: str) -> dict[str, object]:
        return {"line": 1, "text": text, "under": under}

    matches = [match('a "b"\nc', ""), match("d", "One > Two"), match("e", "One > Two"), match("f", "")]
    answer = {"matches": matches, "count": 9, "left_out": 5}
    assert render({"ok": True, "result": answer}).splitlines() == [
        "9 lines match, 4 shown; a higher limit shows more",
        '- a "b" c', "One > Two:", "- d", "- e", "(under no heading):", "- f",
    ]  # fmt: skip
    nothing = {"matches": [], "count": 0, "left_out": 0}
    assert render({"ok": True, "result": nothing}) == "no line matches"
    one = {"matches": [match("a", "")], "count": 1, "left_out": 0, "read_as": "a+"}
    assert render({"ok": True, "result": one}).splitlines() == ["1 line matches 'a+'", "- a"]
