"""Pages that flood are slowed down, and say so; the storms themselves are in `test_storms.py`."""

import asyncio
import sys
import time
from pathlib import Path

import pytest

from refbrowser import Browser, Chat, Settings
from tests.support.calls import do
from tests.support.server import Site
from tests.support.storms import storming
from tests.support.tabs import tab_of

LONGEST_MS = 1_000
SAID_WITHIN_S = 20.0


async def test_calls_of_other_chats_are_answered_during_a_flood(chat: Chat, other_chat: Chat, site: Site) -> None:
    measured = await storming("workers", chat, other_chat, site, 2.0)
    assert max(measured.list_ms) <= LONGEST_MS, measured.summary
    assert (measured.failed, measured.counted) == ([], measured.reported)
    until = time.monotonic() + SAID_WITHIN_S
    while "flooding" not in (answer := await do(chat, "console", limit=1)) and time.monotonic() < until:
        await do(other_chat, "content")
    assert "its process has been paused for" in answer["flooding"]
    assert "flooding" not in await do(other_chat, "console")


@pytest.mark.parametrize(
    "part",
    ["<script src='/part.js?{}'></script>", "<img src='/part.gif?{}'>", "<script>fetch('/part.json?{}')</script>"],
    ids=["scripts", "images", "fetches"],
)
async def test_a_page_that_loads_hundreds_of_parts_does_not_flood(part: str, chat: Chat, site: Site) -> None:
    for path in ("/part.js", "/part.gif", "/part.json"):
        site.route(path, b"")
    url = site.page("<body>" + "".join(part.format(number) for number in range(400)))
    await do(chat, "open", url=url, wait_until="load", timeout_ms=60_000)
    await do(chat, "wait", load_state="networkidle", timeout_ms=60_000)
    assert "flooding" not in await do(chat, "console", limit=1)


async def test_no_page_is_paused_because_the_machine_is_busy(chat: Chat, other_chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<title>Still</title><button>Go</button>"))
    at_work = "<title>At work</title><p id=p></p><script>setInterval(() => { for (let n = 0; n < 2e6; n++); p.textContent = n++ }, 100)</script>"
    await do(other_chat, "open", url=site.page(at_work.replace("<script>", "<script>let n = 0;")))
    burning = [await asyncio.create_subprocess_exec(sys.executable, "-c", "while True: pass") for _ in range(10)]
    try:
        until = time.monotonic() + 15
        while time.monotonic() < until:
            for one in (chat, other_chat):
                assert "flooding" not in await do(one, "console")
                await do(one, "content")
    finally:
        for process in burning:
            process.kill()
        await asyncio.gather(*(process.wait() for process in burning))
    for one in (chat, other_chat):
        assert tab_of(one).flooding.paused_s < 0.5


@pytest.mark.parametrize(
    ("change", "seen"), [("history.pushState(0, '', '?' + n)", "location.search"), ("location.hash = n", "location.hash")]
)
async def test_a_page_changes_its_address_as_often_as_chromium_allows(chat: Chat, site: Site, change: str, seen: str) -> None:
    assert await _changes(chat, site, change, seen) == 200


async def test_that_limit_can_be_switched_off(tmp_path: Path, site: Site) -> None:
    async with Browser(Settings(home=tmp_path, browser_args=("--disable-ipc-flooding-protection",))) as browser:
        assert await _changes(browser.chat("c"), site, "location.hash = n", "location.hash") == 300


async def _changes(chat: Chat, site: Site, change: str, seen: str) -> int:
    """How many of 300 changes of the address come about."""
    await do(chat, "open", url=site.page("<p>Page"))
    script = f"for (let n = 1; n <= 300; n++) {change}; return Number({seen}.slice(1))"
    result: int = (await do(chat, "evaluate", script=f"(() => {{ {script} }})()"))["result"]
    return result
