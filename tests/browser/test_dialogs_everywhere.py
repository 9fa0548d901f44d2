"""Dialogs wherever they come from: other tabs, other processes, batches, floods; and what can still be asked while one is open."""

import asyncio
import time
from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, opened, refused
from tests.support.server import Site
from tests.support.waiting import until

ASKING = "<title>Asking</title><button onclick=\"document.title = confirm('Sure?')\">Go</button>"


async def pending(chat: Chat, browser_id: int) -> dict[str, Any]:
    """The dialog that is open on the tab, once there is one."""
    state = await until(lambda: do(chat, "state", browser_id=browser_id), lambda state: state["dialogs"])
    dialog: dict[str, Any] = state["dialogs"][0]
    return dialog


async def test_the_last_20_closed_dialogs_are_reported_with_who_closed_them(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<button onclick='for (let n = 1; n <= 22; n++) alert(n)'>Go</button>"))
    await do(common_chat, "click", selector="button", timeout_ms=20_000)
    for _ in range(22):
        await do(common_chat, "dialog", operation="accept")
    recent = (await do(common_chat, "state"))["recent_dialogs"]
    assert [dialog["message"] for dialog in recent] == [str(n) for n in range(3, 23)]
    assert {dialog["closed_by"] for dialog in recent} == {"agent"}
    assert all(dialog["closed_at_ms"] >= dialog["opened_at_ms"] for dialog in recent)


async def test_a_dialog_that_another_client_answered_is_reported_as_such(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(ASKING))
    session = common_chat.existing()
    assert session is not None
    await session.tab(1).cdp.send("Page.enable")
    await do(common_chat, "click", ref=refs["Go"], timeout_ms=20_000)
    await session.tab(1).cdp.send("Page.handleJavaScriptDialog", {"accept": False})
    result = await do(common_chat, "dialog", operation="accept")
    assert (result["dialog"]["closed_by"], result["dialog"]["accepted"]) == ("remote", None)
    assert (result["state"]["title"], result["state"]["dialogs"]) == ("false", [])


async def test_the_next_dialog_is_answered_ahead_and_only_that(common_chat: Chat, site: Site) -> None:
    refs = await navigated(
        common_chat, site.page("<button onclick=\"document.title = [prompt('One?'), confirm('Two?')]\">Go</button>")
    )
    assert (await do(common_chat, "dialog", operation="accept", text="Ada", arm=True))["armed"] == "accept"
    receipt = (await do(common_chat, "click", ref=refs["Go"], timeout_ms=20_000))["action"]
    assert (receipt["suspended"], receipt["dialog"]["message"]) == (True, "Two?")
    result = await do(common_chat, "dialog", operation="dismiss")
    assert result["state"]["title"] == "Ada,false"
    recent = (await do(common_chat, "state"))["recent_dialogs"]
    assert [(dialog["message"], dialog["closed_by"], dialog["accepted"]) for dialog in recent[-2:]] == [
        ("One?", "agent", True), ("Two?", "agent", False)
    ]  # fmt: skip
    await refused(common_chat, "invalid_arguments", "dialog", operation="accept", arm=True, dialog_id="t1d1")


@pytest.mark.long("browser/test_dialogs.py::test_other_tabs_go_on_while_one_is_held")
async def test_a_dialog_of_a_tab_in_the_background_holds_that_tab_alone(chat: Chat, site: Site) -> None:
    await do(
        chat,
        "open",
        url=site.page(
            "<title>Back</title><script>addEventListener('message', () => { document.title = confirm('Behind?') })</script>"
        ),
    )
    await do(chat, "open", url=site.page("<title>Front</title>"))
    await do(chat, "evaluate", browser_id=1, script="setTimeout(() => postMessage(1, '*'), 0)")
    assert (await pending(chat, 1))["message"] == "Behind?"
    assert await evaluated(chat, "document.title") == "Front"
    await refused(chat, "dialog_open", "content", browser_id=1)
    await do(chat, "dialog", browser_id=1, operation="accept")
    assert (await do(chat, "state", browser_id=1))["title"] == "true"
    assert (await do(chat, "list"))["last_interacted_browser_id"] == 2


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_in_a_frame_of_another_site_holds_the_tab_too")
async def test_a_frame_with_a_process_of_its_own_asks_like_any_other(isolated_chat: Chat, site: Site) -> None:
    site.page("<button onclick='this.textContent = [confirm(1), confirm(2)]'>Inner</button>", "/inner")
    numbers = await opened(isolated_chat, site.page(f"<iframe src='{site.other('/inner')}'></iframe>"))
    assert (await do(isolated_chat, "click", ref=numbers["Inner"], timeout_ms=20_000))["action"]["dialog"]["message"] == "1"
    assert (await do(isolated_chat, "dialog", operation="accept"))["next_dialog"]["message"] == "2"
    await do(isolated_chat, "dialog", operation="dismiss")
    assert "true,false" in await do(isolated_chat, "content")


@pytest.mark.long("browser/test_dialogs.py::test_other_tabs_go_on_while_one_is_held")
async def test_a_batch_goes_on_in_other_tabs_and_answers_in_its_own(chat: Chat, site: Site) -> None:
    await opened(chat, site.page(ASKING))
    await do(chat, "open", url=site.page("<title>Other</title>"))
    answers = await do(
        chat,
        "multi",
        calls=[
            {"action": "click", "browser_id": 1, "ref": 1, "timeout_ms": 6000},
            {"action": "content", "browser_id": 1},
            {"action": "evaluate", "browser_id": 2, "script": "document.title"},
            {"action": "dialog", "browser_id": 1, "operation": "accept"},
        ],
    )
    assert answers[0]["result"]["action"]["suspended"] is True
    assert answers[1]["code"] == "dialog_open"
    assert answers[2]["result"]["result"] == "Other"
    assert answers[3]["result"]["state"]["title"] == "true"


async def test_what_needs_no_page_can_be_asked_while_a_dialog_is_open(chat: Chat, site: Site) -> None:
    await opened(chat, site.page(ASKING))
    await do(chat, "click", ref=1, timeout_ms=20_000)
    began = time.monotonic()
    for action in ("state", "list", "console", "network", "frames", "downloads", "set_active"):
        await do(chat, action)
    assert time.monotonic() - began < 4
    assert (await do(chat, "network"))["requests"][0]["type"] == "document"
    assert (await do(chat, "frames"))["frames"][0]["url"].startswith(site.url("/page"))
    await do(chat, "dialog", operation="accept")


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_refuses_other_calls_at_once_and_control_actions_answer")
async def test_a_page_that_asks_without_end_can_be_closed(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<script>setTimeout(() => { while (true) alert('again') }, 0)</script>"))
    await pending(chat, 1)
    for _ in range(5):
        await do(chat, "dialog", operation="accept")
    began = time.monotonic()
    assert (await do(chat, "close"))["browsers"] == []
    assert time.monotonic() - began < 2


async def test_closing_does_not_ask_the_page_that_wants_to_be_asked(common_chat: Chat, site: Site) -> None:
    refs = await opened(
        common_chat,
        site.page("<button>Touch</button><script>addEventListener('beforeunload', event => event.preventDefault())</script>"),
    )
    await do(common_chat, "click", ref=refs["Touch"])
    assert [tab["browser_id"] for tab in (await do(common_chat, "close"))["browsers"]] == [1]


@pytest.mark.long("browser/test_dialogs.py::test_leaving_a_page_that_asks_to_stay_suspends_the_navigation")
async def test_a_reload_is_asked_about_too(chat: Chat, site: Site) -> None:
    page = "<button>Touch</button><script>addEventListener('beforeunload', event => event.preventDefault())</script>"
    await opened(chat, site.page(page))
    await do(chat, "click", ref=1)
    assert (await do(chat, "reload", timeout_ms=20_000))["action"]["dialog"]["type"] == "beforeunload"
    assert (await do(chat, "dialog", operation="dismiss"))["stayed"] is True
    await do(chat, "reload", timeout_ms=20_000)
    await do(chat, "dialog", operation="accept")
    assert (await do(chat, "state"))["dialogs"] == []


async def held(chat: Chat, site: Site, tabs: int) -> None:
    """Opens ``tabs`` tabs, the first of which a dialog holds."""
    for number in range(1, tabs + 1):
        await do(chat, "open", url=site.page(f"<title>{number}</title>"))
    await do(chat, "evaluate", browser_id=1, script="setTimeout(() => alert('Held'))")
    await pending(chat, 1)


@pytest.mark.long("browser/test_route.py::test_a_route_blocks_answers_and_adds_headers_in_all_tabs")
async def test_offline_holds_in_every_tab_that_no_dialog_holds(chat: Chat, site: Site) -> None:
    await held(chat, site, 3)
    went = await do(chat, "emulate", browser_id=2, offline=True, timeout_ms=20_000)
    assert (went["seen"]["online"], went["unconfirmed"]) == (False, "tabs with a dialog (1): offline when it goes on")
    assert await evaluated(chat, "navigator.onLine", browser_id=3) is False
    await do(chat, "dialog", browser_id=1, operation="accept")
    await until(lambda: evaluated(chat, "navigator.onLine", browser_id=1), lambda online: online is False)
    back = await do(chat, "emulate", browser_id=2, offline=False)
    assert (back["seen"]["online"], "unconfirmed" in back) == (True, False)
    assert await evaluated(chat, "navigator.onLine", browser_id=1) is True


@pytest.mark.long("browser/test_route.py::test_a_route_blocks_answers_and_adds_headers_in_all_tabs")
async def test_a_route_and_http_authentication_begin_together_while_a_dialog_holds_another_tab(chat: Chat, site: Site) -> None:
    await held(chat, site, 3)
    login = {"username": "ada", "password": "lovelace"}
    loading = asyncio.create_task(do(chat, "navigate", browser_id=2, url=site.url("/hang"), http_auth=login, timeout_ms=9_000))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    await do(chat, "route", browser_id=3, operation="add", url="*/none", abort=True, timeout_ms=20_000)
    entered = await do(chat, "navigate", browser_id=3, url=site.url("/auth"), http_auth=login, timeout_ms=20_000)
    assert entered["http_status"] == 200
    site.release()
    await loading


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_refuses_other_calls_at_once_and_control_actions_answer")
async def test_a_page_that_shares_the_process_of_a_dialog_names_it(chat: Chat, site: Site) -> None:
    site.page("<title>Opened</title>", "/opened")
    await opened(chat, site.page("<title>Opener</title><button onclick=\"window.open('/opened')\">Open</button>"))
    await do(chat, "click", ref=1)
    await do(chat, "evaluate", browser_id=2, script="setTimeout(() => confirm('Sure?'))")
    await pending(chat, 2)
    refusal = await refused(chat, "dialog_open", "content", browser_id=1)
    assert (refusal["remedy"]["action"], refusal["remedy"]["browser_id"]) == ("dialog", 2)
    first = (await do(chat, "list", include_content=True))["browsers"][0]
    assert (first["content"], first["content_error"]) == (None, refusal["error"])
    recording = await refused(chat, "dialog_open", "record", browser_id=1, operation="start")
    assert (recording["error"], recording["remedy"]) == (refusal["error"], refusal["remedy"])
    await refused(chat, "not_recording", "record", browser_id=1, operation="stop")


@pytest.mark.long("browser/test_record.py::test_a_player_shows_the_page_as_it_was_at_the_beginning_and_at_the_end")
async def test_a_recording_whose_page_the_dialog_of_another_tab_blocks_ends_without_its_end(chat: Chat, site: Site) -> None:
    site.page("<title>Opened</title>", "/opened")
    await opened(chat, site.page("<button onclick=\"window.open('/opened')\">Open</button>"))
    await do(chat, "record", operation="start")
    await do(chat, "click", ref=1)
    await do(chat, "evaluate", browser_id=2, script="setTimeout(() => confirm('Sure?'))")
    await pending(chat, 2)
    ended = await do(chat, "record", browser_id=1, operation="stop")
    assert ended["end_missing"] == "its page is not drawn while the dialog of tab 2 is open"
    await do(chat, "dialog", browser_id=2, operation="dismiss")
    await do(chat, "content", browser_id=1)


async def test_a_dialog_on_another_tab_of_the_process_is_answered_at_once(common_chat: Chat, site: Site) -> None:
    """Whatever the tab that opens it is doing: the call returns with the dialog, and its outcome comes with the answer."""
    popup = site.page("<title>Popup</title><button onclick=\"opener.alert('up')\">Up</button>")
    page = f"""<title>Opener</title><button id=both onclick="w = window.open('{popup}', 'w'); document.title = w.prompt('both')">Both</button>
        <button id=later onclick="document.title = w.confirm('one') + ',' + w.confirm('two')">Later</button>
        <input id=key onkeydown="w.alert('key')"><select onchange="w.alert('select')"><option>a<option>b</select>"""
    first = (await do(common_chat, "state"))["browser_id"]
    await do(common_chat, "navigate", url=site.page(page))
    patient = {"browser_id": first, "timeout_ms": 60_000}

    async def answered(action: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
        """The dialog's message, and the answer to it."""
        held = await do(common_chat, action, **{**patient, **arguments})
        assert held["action"]["suspended"] is True
        way = held["action"]["answer_with"]
        assert way["browser_id"] != held["state"]["browser_id"]
        given = await do(common_chat, "dialog", browser_id=way["browser_id"], operation="accept")
        return held["action"]["dialog"]["message"], given

    async with asyncio.timeout(50):
        message, given = await answered("click", selector="#both")
        assert (message, given["outcome"]["action"]["performed"], given["outcome"]["state"]["title"]) == ("both", "click", "")
        second = given["outcome"]["action"]["opened_browser_ids"][0]
        message, given = await answered("click", selector="#later")
        assert (message, given["next_dialog"]["message"], given["answer_with"]["browser_id"]) == ("one", "two", second)
        assert (await do(common_chat, "dialog", browser_id=second, operation="dismiss"))["outcome"]["state"][
            "title"
        ] == "true,false"
        for action, arguments, expected in (
            ("type", {"selector": "#key", "text": "a", "slowly": True}, "key"),
            ("select_option", {"selector": "select", "value": "b"}, "select"),
            ("evaluate", {"script": "w.confirm('script')"}, "script"),
            ("wait", {"script": "w.confirm('wait')"}, "wait"),
            ("click", {"browser_id": second, "selector": "button"}, "up"),
        ):
            message, given = await answered(action, **arguments)
            while "next_dialog" in given:
                given = await do(common_chat, "dialog", browser_id=given["answer_with"]["browser_id"], operation="accept")
            assert (message, "outcome" in given) == (expected, True)
    await do(common_chat, "close", browser_id=second)
