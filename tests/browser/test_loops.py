"""Where calls may come from, who shares what, and what cancelling and closing leave behind."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from refbrowser import Browser, Chat, RefbrowserError, Settings
from tests.support import processes
from tests.support.calls import do, evaluated, failure, navigated, ok, opened, read, refused
from tests.support.server import Site


def in_another_loop(chat: Chat, *requests: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers, asked for from a loop that this thread makes for them."""

    async def ask() -> list[dict[str, Any]]:
        return [await chat.call(request) for request in requests]

    return asyncio.run(ask())


async def test_calls_may_come_from_the_loop_of_another_thread(shared_chat: Chat, site: Site) -> None:
    chat, url = shared_chat, site.page("<button onclick='document.title = 1'>Go</button>")
    calls = {"action": "navigate", "url": url}, {"action": "content"}, {"action": "click", "selector": "button"}
    answers = await asyncio.to_thread(in_another_loop, chat, *calls)
    assert ok(answers[2])["state"]["title"] == "1"
    assert (await do(chat, "state"))["title"] == "1"
    failure((await asyncio.to_thread(in_another_loop, chat, {"action": "clik"}))[0], "unknown_action")


@pytest.mark.long("browser/test_loops.py::test_calls_may_come_from_the_loop_of_another_thread")
async def test_two_threads_and_this_loop_may_call_at_once(chat: Chat, site: Site) -> None:
    url = site.page("<p>Here")
    calls = [asyncio.to_thread(in_another_loop, chat, {"action": "open", "url": url}, {"action": "state"}) for _ in range(2)]
    answers = await asyncio.gather(*calls, do(chat, "open", url=url))
    assert all(answer["ok"] for thread in answers[:2] for answer in thread)
    assert [tab["browser_id"] for tab in (await do(chat, "list"))["browsers"]] == [1, 2, 3]


@pytest.mark.long("browser/test_loops.py::test_a_cancelled_call_leaves_the_tab_usable_at_once")
async def test_cancelling_in_another_loop_reaches_the_browser(shared_chat: Chat, site: Site) -> None:
    chat = shared_chat
    await do(chat, "navigate", url=site.page("<title>Before</title>"))
    asked = threading.Event()

    async def ask_and_give_up() -> None:
        call = asyncio.ensure_future(chat.call({"action": "navigate", "url": site.url("/hang")}))
        await asyncio.to_thread(asked.wait)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    thread = asyncio.ensure_future(asyncio.to_thread(asyncio.run, ask_and_give_up()))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    asked.set()
    await thread
    assert (await do(chat, "state"))["title"] == "Before"
    assert await evaluated(chat, "document.title", timeout_ms=3000) == "Before"


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "request_",
    [{"action": "navigate", "url": "HANG"}, {"action": "wait", "text": "never"}, {"action": "evaluate", "script": "fetch('/hang'); await new Promise(() => {})"},
     {"action": "evaluate", "script": "await fetch('/hang')"}, {"action": "click", "selector": "button"},
     {"action": "evaluate", "script": "element => fetch('/hang')", "ref": "REF"}],
    ids=str,
)  # fmt: skip
async def test_a_cancelled_call_leaves_the_tab_usable_at_once(shared_chat: Chat, site: Site, request_: dict[str, Any]) -> None:
    chat, page = shared_chat, site.page("<title>Here</title><button onclick=\"fetch('/hang')\">Go</button>")
    words = {"HANG": site.url("/hang"), "REF": (await navigated(chat, page))["Go"]}
    call = asyncio.ensure_future(chat.call({key: words.get(value, value) for key, value in request_.items()}))
    if request_["action"] == "wait":
        await do(chat, "state")  # by its answer the call before it is under way
    else:
        await asyncio.to_thread(site.wait_for_request, "/hang")
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await evaluated(chat, "document.title", timeout_ms=2000) == "Here"
    assert (await do(chat, "click", x=700, y=500, timeout_ms=2000))["action"]["performed"] == "click"


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "request_",
    [
        {"action": "drag", "x": 100, "y": 100, "to_x": 300, "to_y": 300},
        {"action": "click", "x": 100, "y": 100, "modifiers": ["Shift"]},
        {"action": "key_chord", "keys": ["Shift", "a"]},
        {"action": "type", "selector": "[contenteditable]", "text": "x"},
        {"action": "select_option", "selector": "select", "value": "b"},
    ],
    ids=lambda request_: str(request_["action"]),
)
async def test_a_call_that_is_cancelled_half_way_leaves_no_key_or_button_down(
    shared_chat: Chat, site: Site, request_: dict[str, Any]
) -> None:
    """The page blocks while the key or button is down, so that the call is cancelled between the press and the release."""
    chat = shared_chat
    await navigated(
        chat,
        site.page("""<script>
            let blocked = false; window.last = null;
            const block = () => { if (blocked) return; blocked = true;
                const request = new XMLHttpRequest(); request.open('GET', '/hang', false); request.send(); };
            for (const type of ['mousedown', 'keydown']) addEventListener(type, event => { if (event.key !== 'Shift') block(); });
            const down = new Set();
            addEventListener('keydown', event => down.add(event.key));
            addEventListener('keyup', event => down.delete(event.key));
            addEventListener('mousemove', event => { window.last = [event.buttons, event.shiftKey, [...down]]; });
        </script><div style="position: absolute; top: 600px"><p contenteditable>text</p><select><option>a<option>b</select></div>"""),
    )
    call = asyncio.ensure_future(chat.call(request_))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    call.cancel()
    site.release()
    with pytest.raises(asyncio.CancelledError):
        await call
    await do(chat, "hover", x=500, y=400, observe="none")
    assert await evaluated(chat, "last") == [0, False, []]


@pytest.mark.long("browser/test_loops.py::test_a_cancelled_call_leaves_the_tab_usable_at_once")
async def test_a_call_that_waits_for_its_tab_can_be_cancelled(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    first = asyncio.ensure_future(chat.call({"action": "navigate", "url": site.url("/hang")}))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    second = asyncio.ensure_future(chat.call({"action": "content"}))
    third = asyncio.ensure_future(chat.call({"action": "content"}))
    await do(chat, "state")
    second.cancel()
    site.release()
    assert ok(await first)["title"] == "Released"
    assert "# Released" in ok(await third)
    with pytest.raises(asyncio.CancelledError):
        await second


async def test_a_call_that_waits_for_its_tab_has_a_deadline_of_its_own(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    first = asyncio.ensure_future(shared_chat.call({"action": "navigate", "url": site.url("/hang")}))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    answer = await refused(shared_chat, "timeout", "content", timeout_ms=300)
    assert "earlier calls on tab 1" in answer["error"]
    assert answer["retryable"] is True
    site.release()
    ok(await first)


async def test_calls_on_one_tab_run_in_the_order_of_asking(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    calls = [
        do(
            shared_chat,
            "evaluate",
            script=f"(window.order ??= []).push({index}); await new Promise(done => setTimeout(done, {20 - index}))",
        )
        for index in range(8)
    ]
    await asyncio.gather(*calls)
    assert await evaluated(shared_chat, "order") == list(range(8))


async def test_first_calls_at_once_share_the_launch_of_a_browser_that_has_nothing_in_common_with_another(
    tmp_path: Path, marker: str, shared_chat: Chat, site: Site
) -> None:
    chat, url = shared_chat, site.page("<p>Here")
    await do(chat, "navigate", url=url)
    await evaluated(chat, "document.cookie = 'who=first'")
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path)) as second:
        twin = second.chat(chat.id)
        assert await do(twin, "list") == {"browsers": [], "last_interacted_browser_id": None}
        chats = [twin, second.chat(chat.id), second.chat("b")]
        opened_tabs = await asyncio.gather(*(do(one, "open", url=url) for one in chats))
        assert sorted(tab["browser_id"] for tab in opened_tabs) == [1, 1, 2]
        assert len(set(processes.browsers(marker)) - known) == 1
        assert await evaluated(twin, "document.cookie") == ""
    failure(await twin.call({"action": "list"}), "browser_closed")
    assert await evaluated(chat, "document.cookie") == "who=first"
    await evaluated(chat, "document.cookie = 'who=; max-age=0'")


@pytest.mark.long(
    "browser/test_loops.py::test_first_calls_at_once_share_the_launch_of_a_browser_that_has_nothing_in_common_with_another"
)
async def test_a_call_after_the_end_says_that_the_browser_is_closed(tmp_path: Path) -> None:
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        await do(chat, "open")
    for action in ("open", "list", "state", "click"):
        failure(await chat.call({"action": action, **({"ref": 1} if action == "click" else {})}), "browser_closed")
    with pytest.raises(RefbrowserError):
        await chat.close()


@pytest.mark.long("browser/test_loops.py::test_closing_a_browser_that_is_being_started_leaves_nothing")
async def test_closing_the_browser_ends_the_calls_that_are_under_way(tmp_path: Path, site: Site) -> None:
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=site.page("<p>Here"))
        call = asyncio.ensure_future(chat.call({"action": "navigate", "url": site.url("/hang")}))
        await asyncio.to_thread(site.wait_for_request, "/hang")
    async with asyncio.timeout(20):
        assert (await call)["code"] in ("tab_closed", "browser_closed")


@pytest.mark.parametrize("ms", [0, 30, 120, 300])
@pytest.mark.rows(1)
async def test_closing_a_browser_that_is_being_started_leaves_nothing(tmp_path: Path, marker: str, ms: int) -> None:
    before = set(processes.marked(marker))
    async with Browser(Settings(home=tmp_path)) as browser:
        opening = asyncio.ensure_future(browser.chat("c").call({"action": "open"}))
        await asyncio.sleep(ms / 1000)  # how far its start has come
    answer = await opening
    assert answer["ok"] or answer["code"] == "browser_closed"
    assert not await asyncio.to_thread(processes.remaining, marker, 5, but=before)


async def test_chats_share_neither_cookies_nor_storage_nor_tabs(shared_chat: Chat, other_chat: Chat, site: Site) -> None:
    chat, url = shared_chat, site.page("<p>Here")
    await do(chat, "navigate", url=url)
    await evaluated(chat, "document.cookie = 'a=1'; localStorage.setItem('a', '1')")
    await do(other_chat, "open", url=url)
    assert await evaluated(other_chat, "[document.cookie, localStorage.getItem('a')]") == ["", None]
    assert len((await do(other_chat, "list"))["browsers"]) == 1
    assert await evaluated(chat, "[document.cookie, localStorage.getItem('a')]") == ["a=1", "1"]
    await evaluated(chat, "document.cookie = 'a=; max-age=0'")


async def test_a_chat_that_was_closed_begins_afresh(browser: Browser, site: Site) -> None:
    chat = browser.chat("closed and opened")
    url = site.page("<button>Go</button>")
    await opened(chat, url)
    await evaluated(chat, "document.cookie = 'a=1'")
    await chat.close()
    await chat.close()
    assert (await do(chat, "list"))["browsers"] == []
    await do(chat, "open", url=url)
    assert await evaluated(chat, "document.cookie") == ""
    assert await read(chat)
    # Another chat that has its name by now is what it speaks for.
    await chat.close()
    second = browser.chat("closed and opened")
    await do(second, "open", url=site.page("<title>Second</title>"))
    assert [tab["title"] for tab in (await do(chat, "list"))["browsers"]] == ["Second"]
    await second.close()


def starts(chat: Chat) -> bool:
    """Whether its session is on its way."""
    return chat._starting.running


def opens_a_page(chat: Chat) -> bool:
    session = chat.existing()
    return session is not None and session.popups.own_pages > 0


def listening() -> set[int]:
    """The ports on which this process listens."""
    return {one.laddr.port for one in psutil.Process().net_connections("tcp") if one.status == psutil.CONN_LISTEN}


@pytest.mark.long("browser/test_loops.py::test_closing_a_browser_that_is_being_started_leaves_nothing")
@pytest.mark.rows(1)
@pytest.mark.parametrize("moment", [starts, opens_a_page])
async def test_a_chat_that_is_closed_while_it_opens_leaves_nothing_and_its_calls_end(
    browser: Browser, site: Site, moment: Callable[[Chat], bool]
) -> None:
    warm = browser.chat("warm")
    await do(warm, "open")
    session = warm.existing()
    assert session is not None
    chromium = session.context.browser
    assert chromium is not None
    before, ports = set(chromium.contexts), listening()
    chat = browser.chat("closing")
    began = time.monotonic()
    call = asyncio.ensure_future(chat.call({"action": "open", "url": site.page("<p>Here"), "timeout_ms": 60_000}))
    while not moment(chat):
        assert not call.done(), "the moment did not come"
        await asyncio.sleep(0)  # looks in every turn of the event loop: no moment passes unseen
    await chat.close()
    failure(await call, "tab_closed")
    assert time.monotonic() - began < 30, "the call waited for its deadline"
    assert set(chromium.contexts) <= before
    assert listening() <= ports
    assert chat.existing() is None
    await warm.close()


@pytest.mark.parametrize("name", ["", None, 5, "x" * 201])
async def test_a_chat_needs_a_name(browser: Browser, name: Any) -> None:
    with pytest.raises(RefbrowserError, match="name"):
        browser.chat(name)


async def test_a_chats_name_cannot_lead_its_files_elsewhere(browser: Browser) -> None:
    home = browser.settings.home / "chats"
    names = ("../../etc", "..", ".", "a/b", "/etc", "a_b")
    folders = [browser.chat(name).folder.resolve() for name in names]
    for name in names:
        await browser.chat(name).close()
    assert {folder.parent for folder in folders} == {home.resolve()}
    assert len(set(folders)) == len(names)


@pytest.mark.long("browser/test_loops.py::test_a_chat_that_was_closed_begins_afresh")
async def test_a_closed_chat_is_forgotten_and_its_name_begins_anew(browser: Browser, site: Site) -> None:
    first = browser.chat("again")
    assert await opened(first, site.page("<button>One</button>")) == {"One": 1}
    assert browser.chat("again") is first
    await first.close()
    second = browser.chat("again")
    assert second is not first
    assert await opened(second, site.page("<button>One</button>")) == {"One": 1}
    await second.close()
