"""A page that crashes: its tab says so, its refs are gone, and loading it again brings it back under the same number."""

import asyncio
import time
from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, opened, read, refused
from tests.support.server import Site
from tests.support.tabs import crash


async def test_a_crashed_page_says_so_and_a_reload_brings_it_back(chat: Chat, site: Site) -> None:
    url = site.page("<title>Here</title><button onclick='document.title = 1'>Go</button>")
    number = (await opened(chat, url))["Go"]
    await do(chat, "open")
    await do(chat, "set_active", browser_id=1)
    await crash(chat)
    state = await do(chat, "state")
    assert (state["crashed"], state["url"], state["scroll"]) == (True, url, None)
    assert [tab["crashed"] for tab in (await do(chat, "list"))["browsers"]] == [True, False]
    for action in ("content", "click"):
        answer = await refused(chat, "tab_crashed", action, **({"ref": number} if action == "click" else {}))
        assert answer["remedy"]["action"] == "reload"
    assert (await do(chat, "reload"))["crashed"] is False
    assert (await read(chat))["Go"] > number
    await refused(chat, "ref_stale", "click", ref=number)
    assert (await do(chat, "click", selector="button"))["state"]["title"] == "1"
    await crash(chat)
    assert [tab["browser_id"] for tab in (await do(chat, "close"))["browsers"]] == [2]


async def test_a_page_that_crashes_during_a_call_fails_the_call(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    waiting = asyncio.ensure_future(chat.call({"action": "wait", "text": "never", "timeout_ms": 8000}))
    await do(chat, "state")
    await crash(chat)
    assert (await waiting)["code"] == "tab_crashed"
    await do(chat, "navigate", url=site.page("<title>After</title>"))


@pytest.mark.long("browser/test_crashes.py::test_a_page_that_crashes_during_a_call_fails_the_call")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "call", [{"action": "evaluate", "script": "new Promise(() => {})"}, {"action": "click", "selector": "button"}], ids=str
)
async def test_a_call_whose_page_crashes_while_it_waits_for_that_page_says_so(chat: Chat, site: Site, call: dict[str, Any]) -> None:
    await do(chat, "open", url=site.page("<button onclick='for (;;);'>Go</button>"))
    began = time.monotonic()
    waiting = asyncio.ensure_future(chat.call({**call, "timeout_ms": 20_000}))
    await asyncio.wait({waiting}, timeout=0.5)  # the page is held by then
    await crash(chat)
    answer = await waiting
    assert (answer["code"], answer["remedy"]["action"]) == ("tab_crashed", "reload")
    assert time.monotonic() - began < 5
    await do(chat, "reload")
