"""Limits: chats at once, calls per minute, downloads; and the policy's rules about downloads."""

import asyncio
import threading
from collections.abc import AsyncIterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Answer, Browser, Chat, Settings
from refbrowser.errors import StateError
from refbrowser.service.chats.limits import CallRate
from refbrowser.service.oversight.caller import Caller
from tests.support.calls import do, failure, opened, refused
from tests.support.exchange import Response
from tests.support.oversight import Person
from tests.support.server import Site


@pytest.fixture(scope="module")
async def limited(marker: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    settings = Settings(
        home=tmp_path_factory.mktemp("limited"), max_chats=2, calls_per_minute=30, max_downloads=2, max_download_bytes=50,
        total_downloads=3,
    )  # fmt: skip
    async with Browser(settings) as browser:
        yield browser


async def test_chats_at_once_and_the_error_names_those_that_could_end(limited: Browser) -> None:
    one, two, three = (limited.chat(name) for name in ("one", "two", "three"))
    await do(one, "open")
    await do(one, "list")
    await do(two, "open")
    waiting = asyncio.ensure_future(two.call({"action": "wait", "script": "window.go"}))
    await asyncio.wait({waiting}, timeout=0.2)
    details = (await refused(three, "chat_limit", "open"))["details"]
    assert details["limit"] == 2
    assert [idle["chat"] for idle in details["idle"]] == ["one"], "a chat at work is not idle"
    assert details["idle"][0]["idle_ms"] >= 0
    await do(three, "list")
    for caller, named in ((Caller("http"), True), (Caller("limited", chat="three"), False)):
        envelope = await three.call({"action": "open"}, caller=caller)
        assert (envelope["code"], "idle" in envelope["details"]) == ("chat_limit", named)
        batch = await three.call({"action": "multi", "calls": [{"action": "open"}]}, caller=caller)
        assert "chat_limit" in str(batch)
        assert ("'one'" in str(batch)) is named, "also in a batch"
    waiting.cancel()
    await do(one, "close_all")
    assert "close_all leaves it its place" in (await refused(three, "chat_limit", "open"))["remedy"]["hint"]
    await one.close()
    answers = await asyncio.gather(three.call({"action": "open"}), limited.chat("four").call({"action": "open"}))
    assert sorted(answer.get("code", "ok") for answer in answers) == ["chat_limit", "ok"], "one place, two that want it"
    for chat in limited.chats:
        await chat.close()


async def test_calls_within_a_minute(limited: Browser) -> None:
    chat = limited.chat("hurried")
    for _ in range(28):
        await do(chat, "list")
    first, second, third = await do(chat, "multi", calls=[{"action": "list"}] * 3)
    assert first["ok"]
    assert second["ok"]
    details = failure(third, "rate_limit")["details"]
    assert details["limit"] == 30
    assert 0 < details["retry_after_ms"] <= 60_001
    assert (await refused(chat, "rate_limit", "list"))["retryable"]
    await do(limited.chat("other"), "list")


def test_the_minute_slides() -> None:
    now = 0.0
    rate = CallRate(2, "The chat", lambda: now)
    rate.admit()
    now = 30
    rate.admit()
    with pytest.raises(StateError, match="30 s"):
        rate.admit()
    now = 60
    rate.admit()
    with pytest.raises(StateError) as full:
        rate.admit()
    assert full.value.details["retry_after_ms"] == 30_001


def test_refused_calls_of_one_chat_take_nothing_from_others() -> None:
    total = CallRate(5, "All chats together")
    hurried, other = CallRate(2, "The hurried chat"), CallRate(9, "The other chat")
    for _ in range(2):
        hurried.admit(total)
    for _ in range(10):
        with pytest.raises(StateError, match="The hurried chat"):
            hurried.admit(total)
    for _ in range(3):
        other.admit(total)
    for _ in range(10):
        with pytest.raises(StateError, match="All chats together"):
            other.admit(total)
    own = CallRate(1, "The chat")
    with pytest.raises(StateError, match="All chats together"):
        own.admit(total)
    own.admit()


@pytest.mark.long("browser/test_limits.py::test_downloads_are_counted_for_a_chat_and_for_all")
async def test_a_download_that_fails_leaves_no_file(shared_chat: Chat, site: Site) -> None:
    headers = {"Content-Type": "application/zip", "Content-Disposition": "attachment; filename=part.zip", "Content-Length": "5000"}
    site.route("/part.zip", lambda _: Response(iter([b"x" * 100]), headers=headers))
    await do(shared_chat, "navigate", url=site.page("<a href=/part.zip>Get</a>"))
    await do(shared_chat, "click", selector="a", observe="none")
    await shared_chat.call({"action": "wait", "download": True})
    record = (await do(shared_chat, "downloads"))["downloads"][-1]
    assert record["state"] == "failed"
    assert "path" not in record
    assert not list(shared_chat.folder.glob("downloads/*"))


async def downloaded(chat: Chat, ref: int) -> dict[str, Any]:
    await do(chat, "click", ref=ref, observe="none")
    await chat.call({"action": "wait", "download": True})
    return dict((await do(chat, "downloads"))["downloads"][-1])


def links(*names: str, size: int = 10) -> str:
    return "".join(f"<a download={name} href='data:application/octet-stream,{'x' * size}'>{name}</a> " for name in names)


async def test_downloads_are_counted_for_a_chat_and_for_all(limited: Browser, site: Site) -> None:
    chat = limited.chat("loader")
    refs = await opened(chat, site.page(links("a.txt", "b.txt", "c.txt")))
    states = [await downloaded(chat, ref) for ref in refs.values()]
    assert [state["state"] for state in states] == ["complete", "complete", "failed"]
    assert states[2]["error"].startswith("download_limit: the chat 'loader'")
    assert not list(chat.folder.glob("downloads/c*"))
    other = limited.chat("large")
    refs = await opened(other, site.page(links("large.txt", size=60) + links("last.txt")))
    large = await downloaded(other, refs["large.txt"])
    assert (large["state"], large["error"][:14]) == ("failed", "download_limit")
    assert not list(other.folder.glob("downloads/*"))
    last = await downloaded(other, refs["last.txt"])
    assert last["error"].startswith("download_limit: all chats reached the limit of 3")
    for one in (chat, other):
        await one.close()


class Endless(BaseHTTPRequestHandler):
    """Sends a file of 2 GB until its reader gives up, from when all have been asked for."""

    asked: threading.Barrier
    ended: threading.Semaphore

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Disposition", "attachment; filename=endless.bin")
        self.end_headers()
        try:
            self.wfile.write(b"x" * 1_000_000)
            self.asked.wait(20)
            for _ in range(2_000):
                self.wfile.write(b"x" * 1_000_000)
        except OSError:
            self.ended.release()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.mark.long("browser/test_limits.py::test_downloads_are_counted_for_a_chat_and_for_all")
@pytest.mark.parametrize("at_once", [1, 3])
async def test_a_download_beyond_the_limit_is_cancelled_before_it_has_arrived(
    marker: str, site: Site, tmp_path: Path, at_once: int
) -> None:
    Endless.asked, Endless.ended = threading.Barrier(at_once), threading.Semaphore(0)
    with ThreadingHTTPServer(("127.0.0.1", 0), Endless) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            async with Browser(Settings(home=tmp_path, max_download_bytes=3_000_000)) as browser:
                chat = browser.chat("endless")
                anchors = "".join(f"<a href='http://127.0.0.1:{server.server_port}/{n}'>Get {n}</a> " for n in range(at_once))
                for ref in (await opened(chat, site.page(anchors))).values():
                    await do(chat, "click", ref=ref, observe="none")
                for number in range(at_once):
                    await chat.call({"action": "wait", "download": True})
                    record = (await do(chat, "downloads"))["downloads"][number]
                    assert (record["state"], record["error"][:14]) == ("failed", "download_limit")
                    assert await asyncio.to_thread(Endless.ended.acquire, timeout=20), "the server was read to the end"
                assert not list(chat.folder.glob("downloads/*"))
        finally:
            server.shutdown()


RULES = """default = "allow"
[[rule]]
name = "programs"
verdict = "deny"
downloads = ["*.exe", "*.msi"]
reason = "programs are not installed by agents"
[[rule]]
name = "archives"
verdict = "ask"
downloads = "*.zip"
"""


async def test_rules_about_downloads(overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(RULES)
    refs = await opened(overseen, site.page(links("setup.EXE", "a.txt", "a.zip", "b.zip")))
    program = await downloaded(overseen, refs["setup.EXE"])
    assert program["state"] == "failed"
    assert program["error"] == "policy_denied: programs are not installed by agents (rule programs)"
    assert "path" not in program
    assert (await downloaded(overseen, refs["a.txt"]))["state"] == "complete"
    assert (await downloaded(overseen, refs["a.zip"]))["state"] == "complete"
    (card,) = person.cards
    assert (card.action, card.arguments, card.rule) == ("download", {"name": "a.zip"}, "archives")
    person.answers = lambda _: Answer("deny", "no archives")
    assert "no archives" in (await downloaded(overseen, refs["b.zip"]))["error"]
    assert sorted(path.name for path in overseen.folder.glob("downloads/*")) == ["a.txt", "a.zip"]
