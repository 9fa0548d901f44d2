"""After the browser ended, or the chat was idle, the next call restores the tabs with cookies and storage, and reports what was lost."""

import asyncio
import functools
import operator
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.session import history
from refbrowser.browser.session.checkpoint import Memory
from refbrowser.surface.render import render
from tests.conftest import ChatUnder
from tests.support import processes
from tests.support.calls import do, evaluated, failure, opened, refused
from tests.support.server import Site, refused_url
from tests.support.waiting import until

NOWHERE = history.HistoryEntries(("about:blank",), 0)
REMEMBER = "document.cookie = 'who=ada'; localStorage.setItem('cart', '3'); document.cookie + localStorage.cart"


async def remembered(chat: Chat) -> None:
    """Until the chat's checkpoint has the storage that the page was given."""
    session = chat.existing()
    assert session is not None
    await until(lambda: session.restorer.memory.origins and session.restorer.memory.cookies)


def kill(marker: str, known: set[int]) -> None:
    (pid,) = set(processes.browsers(marker)) - known
    os.kill(pid, signal.SIGKILL)


async def crashes(chat: Chat, marker: str, known: set[int]) -> None:
    """The browser is killed while a call of the chat waits."""
    waiting = asyncio.ensure_future(chat.call({"action": "wait", "text": "never"}))
    await do(chat, "state")
    kill(marker, known)
    assert failure(await waiting, "browser_crashed")["remedy"] == {"action": "list"}


async def test_tabs_cookies_and_storage_are_there_again_after_a_crash(tmp_path: Path, marker: str, site: Site) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path, checkpoint_ms=50)) as browser:
        chat = browser.chat("c")
        first, second = site.page("<title>First</title><button>Go</button>"), site.page("<title>Second</title>")
        number = (await opened(chat, first))["Go"]
        await evaluated(chat, REMEMBER)
        await do(chat, "open", url=second)
        await do(chat, "set_active", browser_id=1)
        await remembered(chat)
        await crashes(chat, marker, known)

        listing = await do(chat, "list")
        assert [(tab["url"], tab["active"]) for tab in listing["browsers"]] == [(first, True), (second, False)]
        assert (listing["restored"]["because"], listing["restored"]["browser_ids"]) == ("the browser ended", [1, 2])
        assert render({"ok": True, "result": listing}).startswith("(Restored, because the browser ended: tabs 1, 2. Lost: refs, ")
        assert await evaluated(chat, "[document.title, document.cookie, localStorage.cart]") == ["First", "who=ada", "3"]
        await refused(chat, "ref_stale", "click", ref=number)


@pytest.mark.long("browser/test_coming_back.py::test_tabs_cookies_and_storage_are_there_again_after_a_crash")
async def test_every_chat_comes_back_in_one_browser_and_numbers_go_on_after_a_crash(
    tmp_path: Path, marker: str, site: Site
) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path, checkpoint_ms=50)) as browser:
        chat, other = browser.chat("c"), browser.chat("d")
        first, second = site.page("<title>First</title><button>Go</button>"), site.page("<title>Second</title>")
        number = (await opened(chat, first))["Go"]
        await evaluated(chat, REMEMBER)
        await do(chat, "open", url=second)
        await do(chat, "open")
        await do(chat, "close", browser_id=3)
        await do(chat, "set_active", browser_id=1)
        await do(other, "open", url=second)
        await remembered(chat)
        await crashes(chat, marker, known)

        listing = await do(chat, "list")
        assert [(tab["browser_id"], tab["url"], tab["active"]) for tab in listing["browsers"]] == [
            (1, first, True),
            (2, second, False),
        ]
        assert (listing["restored"]["because"], listing["restored"]["browser_ids"]) == ("the browser ended", [1, 2])
        assert {"refs", "IndexedDB"} <= set(listing["restored"]["lost"])
        assert render({"ok": True, "result": listing}).startswith("(Restored, because the browser ended: tabs 1, 2. Lost: refs, ")
        state = await do(chat, "state", browser_id=2)
        assert "restored" not in state
        assert await evaluated(chat, "[document.title, document.cookie, localStorage.cart]") == ["First", "who=ada", "3"]
        await refused(chat, "ref_stale", "click", ref=number)
        assert (await do(chat, "open"))["browser_id"] == 4
        text = await do(other, "content")
        assert text.startswith("(Restored, because the browser ended: tabs 1.")
        assert len(set(processes.browsers(marker)) - known) == 1


SESSION = "sessionStorage.step = '%s'; sessionStorage.step"


async def come_this_way(chat: Chat, site: Site) -> list[str]:
    """Four pages on two sites, each with a step in its session storage; then two steps back. Answers their addresses."""
    pages = [site.page(f"<title>{name}</title>") for name in ("One", "Two", "Three", "Four")]
    pages[2] = pages[2].replace("127.0.0.1", "localhost")
    await do(chat, "open", url=pages[0])
    for page in pages[1:]:
        await do(chat, "navigate", url=page)
        await evaluated(chat, SESSION % page[-1])
        await session_noted(chat, page.rpartition("/page/")[0], page[-1])
    await do(chat, "back")
    await do(chat, "back")
    return pages


async def session_noted(chat: Chat, origin: str, step: str) -> None:
    """Until the checkpoint has the tab's session storage at that origin."""
    session = chat.existing()
    assert session is not None
    await until(lambda: session.restorer.memory.session_storage.get(1, {}).get(origin) == {"step": step})


async def noted(chat: Chat, pages: list[str], present: int) -> None:
    """Until the checkpoint has the tab's history, and which of these pages is the present one."""
    session = chat.existing()
    assert session is not None
    await until(lambda: session.restorer.memory.histories.get(1) == history.HistoryEntries(("about:blank", *pages), present + 1))


@pytest.mark.long("browser/test_coming_back.py::test_tabs_cookies_and_storage_are_there_again_after_a_crash")
async def test_history_and_session_storage_are_there_again_and_no_page_on_the_way_is_asked_for(
    tmp_path: Path, marker: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PATIENCE_S", 40.0)  # a busy machine is not what is tested here
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path, checkpoint_ms=50)) as browser:
        chat = browser.chat("c")
        pages = await come_this_way(chat, site)
        await noted(chat, pages, 1)
        asked = len(site.requests)
        kill(marker, known)
        state = await restored_state(chat)
        assert not {"history", "session storage"} & set(state["restored"]["lost"])
        assert (state["url"], state["can_go_back"], state["can_go_forward"]) == (pages[1], True, True)
        assert await evaluated(chat, "[document.title, sessionStorage.step]") == ["Two", "4"]
        assert [request.path for request in site.requests[asked:]] == [urlsplit(pages[1]).path]
        for direction, title, step in (("forward", "Three", "3"), ("forward", "Four", "4"), ("back", "Three", "3")):
            await do(chat, direction)
            assert await evaluated(chat, "[document.title, sessionStorage.step]") == [title, step]
        for title in ("Two", "One"):
            assert (await do(chat, "back"))["title"] == title
        await refused(chat, "no_history", "back")


@pytest.fixture
def unreachable() -> Iterator[str]:
    with refused_url() as url:
        yield url


@pytest.mark.long("browser/test_coming_back.py::test_tabs_cookies_and_storage_are_there_again_after_a_crash")
async def test_a_tab_whose_load_failed_comes_back_where_it_was(
    tmp_path: Path, marker: str, site: Site, unreachable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By an address, a link, a step back; where it was nowhere, at the address that failed."""
    monkeypatch.setattr(history, "PATIENCE_S", 40.0)  # a busy machine is not what is tested here
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path, checkpoint_ms=50)) as browser:
        chat = browser.chat("c")
        one, two = site.page("<title>One</title>"), site.page(f"<title>Two</title><a href={unreachable}>Away</a>")
        for _ in range(3):
            await do(chat, "open", url=one)
            await do(chat, "navigate", url=two)
        session = chat.existing()
        assert session is not None
        pages = ("about:blank", one, two)
        await until(
            lambda: [session.restorer.memory.histories.get(tab) for tab in (1, 2, 3)] == [history.HistoryEntries(pages, 2)] * 3
        )
        await refused(chat, "navigation_failed", "navigate", browser_id=1, url=unreachable)
        await do(chat, "click", browser_id=2, selector="a")
        await do(chat, "route", operation="add", browser_id=3, url=one, abort=True)
        await chat.call({"action": "back", "browser_id": 3})
        await do(chat, "open")
        await refused(chat, "navigation_failed", "navigate", url=unreachable)
        await evaluated(chat, "1")
        # The checkpoint after the failures, too, has the addresses that failed in its histories.
        await until(lambda: unreachable in getattr(session.restorer.memory.histories.get(1), "urls", ()))
        kill(marker, known)
        await until(lambda: browser.running is None)
        listing = await do(chat, "list")
        assert [tab["url"] for tab in listing["browsers"]][:3] == [two, two, two]
        assert unreachable in (await refused(chat, "navigation_failed", "click", browser_id=4, selector="a"))["error"]
        for tab in (1, 2, 3):
            # While it is restored, its state may be that of its last page alone.
            state = await until(functools.partial(do, chat, "state", browser_id=tab), operator.itemgetter("can_go_back"))
            assert state["url"] == two


@pytest.mark.long("browser/test_coming_back.py::test_tabs_cookies_and_storage_are_there_again_after_a_crash")
async def test_a_history_that_cannot_be_restored_is_reported_as_lost(
    tmp_path: Path, marker: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PATIENCE_S", 0.0)
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path, checkpoint_ms=50)) as browser:
        chat = browser.chat("c")
        pages = await come_this_way(chat, site)
        kill(marker, known)
        state = await restored_state(chat)
        assert {"history", "session storage"} <= set(state["restored"]["lost"])
        assert (state["url"], state["can_go_back"], state["can_go_forward"]) == (pages[1], False, False)
        assert await evaluated(chat, "document.title") == "Two"


async def restored_state(chat: Chat) -> dict[str, Any]:
    """The first state that says that the tab was restored."""

    def restored(answer: dict[str, Any]) -> bool:
        assert answer.get("code") in (None, "browser_crashed")
        return "restored" in answer.get("result", {})

    answer = await until(lambda: chat.call({"action": "state", "timeout_ms": 50_000}), restored, patience_s=60)
    await do(chat, "wait", load_state="load")
    return {**answer["result"], **await do(chat, "state")}


@pytest.mark.long("browser/test_launch_failures.py::test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another")
async def test_a_batch_in_the_middle_of_which_the_browser_dies_answers_every_call(tmp_path: Path, marker: str, site: Site) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        for _ in range(3):
            await do(chat, "open", url=site.page("<title>Here</title>"))
        calls = [{"action": "wait", "browser_id": tab, "text": "never"} for tab in (1, 2, 3)]
        batch = asyncio.ensure_future(chat.call({"action": "multi", "calls": calls}))
        await do(chat, "state")
        kill(marker, known)
        answers = (await batch)["result"]
        assert [answer["code"] for answer in answers] == ["browser_crashed"] * 3
        answers = await do(
            chat, "multi", calls=[{"action": "evaluate", "browser_id": tab, "script": "document.title"} for tab in (1, 2, 3)]
        )
        assert [answer["result"]["result"] for answer in answers] == ["Here"] * 3
        assert [("restored" in answer["result"]) for answer in answers].count(True) == 1


@pytest.mark.long("browser/test_launch_failures.py::test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another")
async def test_a_driver_that_is_killed_is_replaced_like_a_browser(tmp_path: Path, marker: str, site: Site) -> None:
    known = set(processes.marked(marker, "run-driver"))
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=site.page("<title>Here</title>"))
        waiting = asyncio.ensure_future(chat.call({"action": "wait", "text": "never", "timeout_ms": 8000}))
        await do(chat, "state")
        (driver,) = set(processes.marked(marker, "run-driver")) - known
        os.kill(driver, signal.SIGKILL)
        failure(await waiting, "browser_crashed")
        assert await evaluated(chat, "document.title") == "Here"


@pytest.mark.long("browser/test_coming_back.py::test_a_call_that_lasts_puts_the_noting_off_only_once")
async def test_storage_is_saved_between_calls_and_not_during_them(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted_beside: list[bool] = []
    refresh = Memory.refresh

    async def counted(self: Memory, *arguments: Any) -> None:
        noted_beside.append(not waiting.done())
        await refresh(self, *arguments)

    monkeypatch.setattr(Memory, "refresh", counted)
    async with Browser(Settings(home=tmp_path, checkpoint_ms=1_500)) as browser:
        chat = browser.chat("c")
        waiting = asyncio.ensure_future(asyncio.sleep(0))
        await do(chat, "open", url=site.page("<p>Here"))
        # At work when that comes due, and over before it may be put off no longer.
        waiting = asyncio.ensure_future(do(chat, "wait", time_ms=1_900))
        await waiting
        await until(lambda: noted_beside)
    assert not any(noted_beside)


async def test_a_call_that_lasts_puts_the_noting_off_only_once(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under(checkpoint_ms=50)
    await do(chat, "open", url=site.page(f"<script>{REMEMBER}</script>"))
    waiting = asyncio.ensure_future(do(chat, "wait", time_ms=20_000))
    await remembered(chat)
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


@pytest.mark.long("browser/test_coming_back.py::test_tabs_cookies_and_storage_are_there_again_after_a_crash")
async def test_a_chat_comes_back_though_no_call_waits_as_long_as_that_takes(tmp_path: Path, marker: str, site: Site) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path, checkpoint_ms=50)) as browser:
        chat, pages = browser.chat("c"), [site.page(f"<title>{n}</title>") for n in range(6)]
        for page in pages:
            await do(chat, "open", url=page)
        kill(marker, known)
        codes = []

        async def comes_back() -> bool:
            answer = await chat.call({"action": "list", "timeout_ms": 10})
            codes.append("ok" if answer["ok"] else answer["code"])
            return bool(answer["ok"])

        await until(comes_back)
        assert set(codes[:-1]) == {"timeout"}
        assert [tab["url"] for tab in (await do(chat, "list"))["browsers"]] == pages
        session = chat.existing()
        assert session is not None
        assert session.context.browser is not None
        assert len(session.context.browser.contexts) == 1


@pytest.mark.long("browser/test_launch_failures.py::test_a_program_that_never_answers_holds_a_call_no_longer_than_its_deadline")
async def test_a_call_whose_chat_comes_back_slowly_ends_at_its_deadline(tmp_path: Path, marker: str, site: Site) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path, checkpoint_ms=50)) as browser:
        chat = browser.chat("c")
        for _ in range(8):
            await do(chat, "open", url=site.page("<p>Here"))
        kill(marker, known)
        await until(lambda: browser.running is None)
        # From here on the launch is over.
        await do(browser.chat("other"), "open")
        began = time.monotonic()
        await refused(chat, "timeout", "list", timeout_ms=50)
        assert time.monotonic() - began < 0.3, "the call waited for its attempt to be taken back"
        await chat.close()
        assert await do(chat, "list") == {"browsers": [], "last_interacted_browser_id": None}


@pytest.mark.long("browser/test_launch_failures.py::test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another")
async def test_nothing_comes_back_where_the_settings_say_so(tmp_path: Path, marker: str, site: Site) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path, restore_tabs=False)) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=site.page("<p>Here"))
        kill(marker, known)
        await until(lambda: do(chat, "list"), lambda listing: not listing["browsers"])
        await refused(chat, "no_tab", "content")


async def test_an_idle_chat_gives_its_tabs_back_until_its_next_call(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under(idle_ms=300)
    url = site.page("<title>Here</title>")
    await do(chat, "open", url=url)
    await evaluated(chat, REMEMBER)
    session = chat.existing()
    assert session is not None
    await until(lambda: session.ended)
    result = await do(chat, "evaluate", script="[document.title, document.cookie, localStorage.cart]")
    assert result["result"] == ["Here", "who=ada", "3"]
    assert result["restored"]["because"] == "the chat was idle"
    assert (result["state"]["browser_id"], result["state"]["active"]) == (1, True)


@pytest.mark.long("browser/test_coming_back.py::test_an_idle_chat_gives_its_tabs_back_until_its_next_call")
async def test_what_a_page_that_is_at_work_has_stored_is_waited_for_before_its_tab_is_given_back(
    tmp_path: Path, site: Site
) -> None:
    async with Browser(Settings(home=tmp_path, idle_ms=300, checkpoint_ms=60_000)) as browser:
        chat = browser.chat("c")
        work = f"setTimeout(() => {{ {REMEMBER}; for (const end = Date.now() + 1500; Date.now() < end;); }}, 200)"
        await do(chat, "open", url=site.page(f"<title>Here</title><script>{work}</script>"))
        session = chat.existing()
        assert session is not None
        await until(lambda: session.ended)
        assert await evaluated(chat, "[document.cookie, localStorage.cart]") == ["who=ada", "3"]


async def test_a_chat_with_a_call_or_a_dialog_is_not_idle(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under(idle_ms=100)
    await do(chat, "open", url=site.page("<button onclick='document.title = confirm(1)'>Go</button>"))
    await do(chat, "wait", time_ms=250)
    await do(chat, "click", selector="button", timeout_ms=20_000)
    session = chat.existing()
    await asyncio.to_thread(site.wait_for_request, "/page/1")
    done = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_later(0.25, done.set_result, None)
    await done
    assert chat.existing() is session
    assert "restored" not in await do(chat, "dialog", operation="accept")


async def test_what_was_wiped_does_not_come_back(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under(idle_ms=300, checkpoint_ms=50)
    url = site.page("<title>Here</title>")
    await do(chat, "open", url=url)
    await evaluated(chat, REMEMBER)
    await remembered(chat)
    await do(chat, "close_all", wipe=True)
    # Of the first site nothing is noted from here on: what is known of it is what was not forgotten.
    await do(chat, "open", url=url.replace("127.0.0.1", "localhost"))
    session = chat.existing()
    assert session is not None
    await until(lambda: session.ended)
    assert (await do(chat, "navigate", url=url))["restored"]["because"] == "the chat was idle"
    assert await evaluated(chat, "[document.cookie, localStorage.length]") == ["", 0]


@pytest.mark.long("browser/test_coming_back.py::test_what_was_wiped_does_not_come_back")
@pytest.mark.parametrize("wipe", [True, False])
async def test_what_was_wiped_does_not_come_back_after_a_crash(tmp_path: Path, marker: str, site: Site, wipe: bool) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path, checkpoint_ms=50)) as browser:
        chat = browser.chat("c")
        url = site.page("<title>Here</title>")
        await do(chat, "open", url=url)
        await evaluated(chat, REMEMBER)
        await remembered(chat)
        await do(chat, "close_all", wipe=wipe)
        await do(chat, "open", url=url)
        kill(marker, known)

        def came(answer: dict[str, Any]) -> bool:
            assert answer.get("code") in (None, "browser_crashed")
            return "code" not in answer

        answer = await until(lambda: chat.call({"action": "evaluate", "script": "document.cookie"}), came)
        assert answer["result"]["result"] == ("" if wipe else "who=ada")


@pytest.mark.rows(1)
@pytest.mark.parametrize("with_history", [True, False])
async def test_a_tab_that_is_still_restored_says_so_with_its_address(
    tmp_path: Path, marker: str, site: Site, *, with_history: bool
) -> None:
    """Also where it has no history that could be made again, and so begins as a blank page."""
    known = set(processes.browsers(marker))
    slow = site.url("/hang")
    async with Browser(Settings(home=tmp_path, checkpoint_ms=50)) as browser:
        chat = browser.chat("c")
        opening = asyncio.ensure_future(do(chat, "open", url=slow))
        await asyncio.to_thread(site.wait_for_request, "/hang")
        site.release()
        await opening
        session = chat.existing()
        assert session is not None
        await until(lambda: session.restorer.memory.histories)
        kill(marker, known)
        await until(lambda: browser.running is None)
        if not with_history:
            assert session.last_state is not None
            session.last_state = replace(
                session.last_state, tabs=tuple(replace(tab, history=NOWHERE) for tab in session.last_state.tabs)
            )
        answer = await chat.call({"action": "list"})
        (tab,) = answer["result"]["browsers"]
        assert (tab["url"], tab["loading"], tab["restoring"]) == (slow, True, True)
        assert "restoring" in render(answer)
        await asyncio.to_thread(site.wait_for_request, "/hang", 2)
        site.release()
        final = await until(lambda: do(chat, "list"), lambda listing: "restoring" not in listing["browsers"][0])
        assert final["browsers"][0]["url"] == slow
