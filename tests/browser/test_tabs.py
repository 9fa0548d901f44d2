"""Tabs: opening, listing, closing, which one is active, and what their state says."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Chat
from tests.conftest import ChatUnder
from tests.support.calls import do, evaluated, opened, refused
from tests.support.server import Site

STATE = {
    "browser_id", "context_id", "url", "title", "active", "loading", "can_go_back", "can_go_forward", "http_status", "viewport", "scroll",
    "dialogs", "crashed",
}  # fmt: skip


async def active(chat: Chat) -> int | None:
    result: int | None = (await do(chat, "list"))["last_interacted_browser_id"]
    return result


async def listed(chat: Chat) -> list[int]:
    return [tab["browser_id"] for tab in (await do(chat, "list"))["browsers"]]


@pytest.fixture
async def tabs(shared_chat: Chat) -> AsyncIterator[Chat]:
    """The chat that tests share, with the tab 1; the tabs that a test opens are closed after it."""
    yield shared_chat
    for number in (await listed(shared_chat))[1:]:
        await do(shared_chat, "close", browser_id=number)


async def test_a_state_says_where_the_tab_is(tabs: Chat, site: Site) -> None:
    chat, url = tabs, site.page("<title>Here</title><p>Here", status=203)
    state = (await do(chat, "open", url=url))["state"]
    assert set(state) == STATE
    assert state == await do(chat, "state")
    expected = {
        "browser_id": (await listed(chat))[-1],
        "context_id": chat.id,
        "url": url,
        "title": "Here",
        "active": True,
        "http_status": 203,
        "crashed": False,
    }
    assert {key: state[key] for key in expected} == expected
    assert state["viewport"] == {"width": 1280, "height": 720}


async def test_an_empty_tab_has_no_status(tabs: Chat) -> None:
    state = (await do(tabs, "open"))["state"]
    assert (state["url"], state["http_status"], state["loading"], state["can_go_back"]) == ("about:blank", None, False, False)


async def test_a_new_tab_becomes_the_active_one(tabs: Chat, site: Site) -> None:
    first = (await do(tabs, "open", url=site.page("<p>Here")))["browser_id"]
    assert await active(tabs) == first
    assert (await do(tabs, "open", url=site.page("<p>Here")))["browser_id"] == first + 1
    assert await active(tabs) == first + 1
    listing = await do(tabs, "list")
    assert [(tab["browser_id"], tab["active"]) for tab in listing["browsers"]] == [(1, False), (first, False), (first + 1, True)]


WORK: list[list[tuple[str, dict[str, Any]]]] = [
    [("click", {"selector": "button"}), ("type", {"selector": "input", "text": "a"}), ("navigate", {"url": "NEXT"}), ("state", {})],
    [("content", {}), ("evaluate", {"script": "1"}), ("screenshot", {}), ("scroll", {"to": "bottom"}), ("reload", {}),
     ("navigate", {"url": "NEXT"}), ("back", {}), ("wait", {"time_ms": 1})],
]  # fmt: skip


@pytest.mark.rows(1)
@pytest.mark.parametrize("work", WORK, ids=["input", "reading and going back"])
async def test_work_on_another_tab_never_moves_the_active_one(
    tabs: Chat, site: Site, work: list[tuple[str, dict[str, Any]]]
) -> None:
    chat, url = tabs, site.page("<button>Go</button><input>")
    following = site.page("<p>Next")
    await do(chat, "navigate", browser_id=1, url=url)
    second = (await do(chat, "open", url=url))["browser_id"]
    for action, arguments in work:
        await do(chat, action, browser_id=1, **{name: following if value == "NEXT" else value for name, value in arguments.items()})
        assert await active(chat) == second, action


async def test_a_call_without_a_tab_goes_to_the_active_one(tabs: Chat, site: Site) -> None:
    await do(tabs, "navigate", url=site.page("<title>One</title>"))
    second = (await do(tabs, "open", url=site.page("<title>Two</title>")))["browser_id"]
    assert (await do(tabs, "set_active", browser_id=1))["active"] is True
    assert (await do(tabs, "state"))["title"] == "One"
    assert await active(tabs) == 1
    assert (await do(tabs, "state", browser_id=second))["active"] is False


@pytest.mark.long("unit/test_tab_list.py::test_numbers_and_targets_of_closed_tabs_stay_theirs")
async def test_numbers_of_closed_tabs_never_come_back(chat: Chat) -> None:
    for _ in range(2):
        await do(chat, "open")
    await do(chat, "close", browser_id=2)
    assert (await do(chat, "open"))["browser_id"] == 3
    assert await listed(chat) == [1, 3]
    answer = await refused(chat, "tab_closed", "state", browser_id=2)
    assert answer["remedy"]["action"] == "list"
    await do(chat, "close_all")
    assert (await do(chat, "open"))["browser_id"] == 4


@pytest.mark.long("unit/test_tab_list.py::test_the_opener_comes_before_the_tab_that_was_used_last")
async def test_closing_the_active_tab_makes_its_opener_active_else_the_one_used_last(chat: Chat, site: Site) -> None:
    popup = site.page("<p>Popup")
    await opened(chat, site.page(f"<a href='{popup}' target=_blank>Open</a>"))
    await do(chat, "open")
    await do(chat, "set_active", browser_id=1)
    await do(chat, "click", selector="a", observe="none")
    assert await active(chat) == 3
    assert (await do(chat, "close"))["last_interacted_browser_id"] == 1
    await do(chat, "open")
    await do(chat, "set_active", browser_id=2)
    await do(chat, "set_active", browser_id=4)
    await do(chat, "close")
    assert await active(chat) == 2
    await do(chat, "close", browser_id=1)
    assert await active(chat) == 2
    assert (await do(chat, "close"))["last_interacted_browser_id"] is None


@pytest.mark.long("browser/test_effects_without_nodes.py::test_tabs_that_pages_close_are_reported")
async def test_a_tab_that_closes_itself_is_gone_from_the_list(chat: Chat, site: Site) -> None:
    await opened(
        chat,
        site.page(
            "<script>window.child = null</script><button onclick=\"child = window.open('about:blank')\">Open</button><button onclick='child.close()'>Close</button>"
        ),
    )
    await do(chat, "click", selector="text=Open", observe="none")
    assert await listed(chat) == [1, 2]
    await do(chat, "set_active", browser_id=1)
    await do(chat, "click", selector="text=Close", observe="none")
    assert await listed(chat) == [1]
    await refused(chat, "tab_closed", "state", browser_id=2)


async def test_close_answers_what_list_answers_and_close_all_keeps_cookies_unless_it_wipes(chat: Chat, site: Site) -> None:
    url = site.page("<p>Here")

    async def stored() -> Any:
        await do(chat, "open", url=url)
        return await evaluated(chat, "[document.cookie, localStorage.getItem('a')]")

    await stored()
    await evaluated(chat, "document.cookie = 'a=1; max-age=1000'; localStorage.setItem('a', '1')")
    shot = Path((await do(chat, "screenshot"))["path"])
    await do(chat, "open")
    assert await do(chat, "close") == await do(chat, "list")
    assert await do(chat, "close_all") == {"browsers": [], "last_interacted_browser_id": None}
    assert await stored() == ["a=1", "1"]
    assert shot.exists()
    await do(chat, "close_all", wipe=True)
    assert await stored() == ["", None]
    assert not shot.exists()


async def test_more_tabs_than_the_limit_are_refused_also_at_once(chat_under: ChatUnder) -> None:
    chat = chat_under(max_tabs=2)
    answers = await asyncio.gather(*(chat.call({"action": "open"}) for _ in range(4)))
    assert sorted(answer.get("code", "") for answer in answers) == ["", "", "tab_limit", "tab_limit"]
    answer = await refused(chat, "tab_limit", "open")
    assert answer["remedy"]["action"] == "close"
    assert answer["details"]["limit"] == 2
    await do(chat, "close", browser_id=answer["remedy"]["browser_id"])
    await do(chat, "open")


async def test_history_is_there_when_it_is_and_only_then(tabs: Chat, site: Site) -> None:
    chat = tabs

    async def history() -> tuple[bool, bool]:
        state = await do(chat, "state")
        return state["can_go_back"], state["can_go_forward"]

    first, second = site.page("<title>1</title>"), site.page("<title>2</title>")
    await do(chat, "open", url=first)
    assert await history() == (False, False)
    assert "back" in (await refused(chat, "no_history", "back"))["error"]
    await do(chat, "navigate", url=second)
    assert await history() == (True, False)
    assert "forward" in (await refused(chat, "no_history", "forward"))["error"]
    assert (await do(chat, "state"))["url"] == second
    assert (await do(chat, "back"))["title"] == "1"
    assert await history() == (False, True)
    assert (await do(chat, "forward"))["title"] == "2"
    await evaluated(chat, "history.pushState(null, '', '#three')")
    assert await history() == (True, False)
    await do(chat, "back")
    assert await history() == (True, True)


@pytest.mark.long("browser/test_tabs.py::test_history_is_there_when_it_is_and_only_then")
@pytest.mark.parametrize("direction", ["back", "forward"])
async def test_the_end_of_the_history_is_an_error_that_says_so(chat: Chat, site: Site, direction: str) -> None:
    url = site.page("<title>Only</title>")
    await do(chat, "open", url=url)
    answer = await refused(chat, "no_history", direction)
    assert direction in answer["error"]
    assert (await do(chat, "state"))["url"] == url


async def test_loading_is_true_while_a_page_loads(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    loading = asyncio.ensure_future(do(shared_chat, "navigate", url=site.url("/hang")))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    state = await do(shared_chat, "state")
    assert state["loading"] is True
    site.release()
    assert (await loading)["loading"] is False
    assert (await do(shared_chat, "navigate", url=site.url("/hang?after=headers"), wait_until="commit"))["loading"] is True


async def test_a_reload_asks_the_server_again(shared_chat: Chat, site: Site) -> None:
    counter = iter(range(1, 10))
    url = site.route("/count", lambda _: f"<title>{next(counter)}</title>")
    await do(shared_chat, "navigate", url=url)
    assert (await do(shared_chat, "reload"))["title"] == "2"


async def test_a_state_follows_the_scroll_position(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<div style='height: 3000px; width: 2000px'>Tall</div>"))
    assert (await do(shared_chat, "state"))["scroll"]["y"] == 0
    await evaluated(shared_chat, "scrollTo(30, 500)")
    scroll = (await do(shared_chat, "state"))["scroll"]
    assert (scroll["x"], scroll["y"]) == (30, 500)
    assert scroll["height"] > 2900
    assert scroll["width"] >= 2000


async def test_list_reads_every_tab_when_asked(tabs: Chat, site: Site) -> None:
    for number, action in enumerate(("navigate", "open"), 1):
        await do(tabs, action, url=site.page(f"<p>Page {number}"))
    listing = await do(tabs, "list", include_content=True)
    assert ["Page 1" in listing["browsers"][0]["content"], "Page 2" in listing["browsers"][1]["content"]] == [True, True]
    assert "content" not in (await do(tabs, "list"))["browsers"][0]


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_refuses_other_calls_at_once_and_control_actions_answer")
async def test_a_tab_that_cannot_be_read_does_not_spoil_the_list(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Good"))
    await opened(chat, site.page("<button onclick='alert(1)'>Ask</button>"))
    await do(chat, "click", selector="button", observe="none")
    listing = await do(chat, "list", include_content=True)
    assert "Good" in listing["browsers"][0]["content"]
    assert "dialog" in str(listing["browsers"][1])
