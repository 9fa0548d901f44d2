"""Taking over: the agent waits while a person has the tab, and learns what they did and remarked."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from refbrowser import Browser, Chat
from refbrowser.browser.imaging.recording import Recording
from refbrowser.viewer import RunningViewer
from tests.conftest import ChatUnder
from tests.support.calls import do, navigated, ok, refused
from tests.support.server import Site
from tests.support.video import played
from tests.support.waiting import until
from tests.viewer.conftest import OpenWindow, Window
from tests.viewer.eyes import watching
from tests.viewer.page_events import BOX, FIELD, LOG, focused, logged, value


async def test_calls_wait_while_a_person_has_the_tab_and_hear_what_they_changed(shared_chat: Chat, site: Site, eye: Window) -> None:
    chat = shared_chat
    page = "<button id=field style='position:absolute;left:100px;top:100px;width:200px;height:60px' onclick=\"this.textContent='Done by hand'\">Do it</button>"
    found = await navigated(chat, site.page(LOG + page))
    await eye.take_over()
    await eye.click(200, 130)
    waiting = asyncio.ensure_future(chat.call({"action": "hover", "ref": found["Do it"], "timeout_ms": 60_000}))
    await expect(eye.page.locator(".lease")).to_contain_text("the agent waits with a call")
    assert (await do(chat, "list"))["browsers"]
    await eye.button("Hand back").click()
    receipt = (await waiting)["result"]["action"]
    assert receipt["by_person"]["presses"] == 1
    assert receipt["by_person"]["changes"] == f"~ [button {found['Do it']}] Done by hand"
    assert "by_person" not in (await do(chat, "hover", ref=found["Do it"]))["action"]


@pytest.mark.long("viewer/test_takeover.py::test_a_person_who_does_nothing_loses_the_tab")
async def test_a_call_that_waits_too_long_says_who_has_the_tab(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page(BOX))
    eye = await window(chat.id)
    await eye.take_over()
    answer = await refused(chat, "user_in_control", "content", timeout_ms=100)
    assert answer["retryable"] is True
    assert answer["remedy"]["action"] == "handoff"
    for action in ("close", "close_all"):
        await refused(chat, "user_in_control", action)
    await refused(chat, "user_in_control", "record", operation="start")
    other = await do(chat, "open", url=site.page("<p>Other</p>"))
    assert "Other" in await do(chat, "content", browser_id=other["browser_id"])


async def test_a_person_waits_for_the_call_under_way_and_comes_before_the_next(
    shared_chat: Chat, site: Site, viewer: RunningViewer
) -> None:
    chat = shared_chat
    await do(chat, "navigate", url=site.page(BOX))
    async with watching(viewer.url, chat.id, name="somebody-01") as eye:
        running = asyncio.ensure_future(chat.call({"action": "wait", "selector": "#later", "timeout_ms": 60_000}))
        await eye.message("call_began", action="wait")
        after = asyncio.ensure_future(chat.call({"action": "content", "timeout_ms": 60_000}))
        await eye.send(type="take", chat=chat.id, browser_id=1)
        session = chat.existing()
        assert session is not None
        lock = session.tab(1).lock
        hold = await until(lambda: lock.hold)
        assert not hold.granted
        await session.tab(1).page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=later>now</p>')")
        assert (await running)["ok"]
        await until(lambda: hold.granted)
        assert not after.done()
        await eye.send(type="hand_back", chat=chat.id, browser_id=1)
        ok(await after)


async def test_a_person_is_not_recorded(shared_chat: Chat, site: Site, viewer: RunningViewer) -> None:
    chat = shared_chat
    await do(chat, "navigate", url=site.page("<style>body {margin: 0; background: #f00}</style>"))
    session = chat.existing()
    assert session is not None
    tab = session.tab(1)
    async with watching(viewer.url, chat.id, name="somebody-01") as eye:
        await do(chat, "record", operation="start")
        await eye.send(type="take", chat=chat.id, browser_id=1)
        hold = await until(lambda: tab.lock.hold)
        await until(lambda: hold.granted)
        await tab.page.evaluate(
            "setInterval(() => { document.body.style.background = `#${Math.random() < .5 ? '0' : '1'}0f` }, 50)"
        )
        recording = tab.recording
        assert isinstance(recording, Recording)
        await until(lambda: recording.left_out > 5)
        answer = await do(chat, "record", operation="stop")
        await eye.send(type="hand_back", chat=chat.id, browser_id=1)
    assert (answer["left_out"], answer["end_missing"]) == (
        "what the page showed while a person had the tab",
        "a person has the tab",
    )
    assert (await played(chat, site, Path(answer["path"])))["shown"] == ["100", "100"]


@pytest.mark.parametrize("target", ["_self", "_blank"])
async def test_a_form_that_a_person_sent_is_withheld_also_when_it_is_sent_again(
    shared_chat: Chat, site: Site, viewer: RunningViewer, target: str
) -> None:
    chat = shared_chat
    form = f"<form method=post action=/sent target={target}><input type=password name=x1 value=Zq7secret></form>"
    site.page("<p>Sent", "/sent")
    await do(chat, "navigate", url=site.page(form), browser_id=1)
    session = chat.existing()
    assert session is not None
    tab = session.tab(1)
    async with watching(viewer.url, chat.id, name="somebody-01") as eye:
        await eye.send(type="take", chat=chat.id, browser_id=1)
        hold = await until(lambda: tab.lock.hold)
        await until(lambda: hold.granted)
        await tab.page.evaluate("document.forms[0].submit()")
        await asyncio.to_thread(site.wait_for_request, "/sent")
        sent = await until(lambda: [one for one in session.tabs if one.url.endswith("/sent") and one.attached])
        await until(lambda: all(one.lock.hold is not None and one.lock.hold.granted for one in session.tabs))
        for held in session.tabs:
            await eye.send(type="hand_back", chat=chat.id, browser_id=held.browser_id)
        await until(lambda: not any(one.lock.hold for one in session.tabs))
    number = sent[0].browser_id
    await do(chat, "reload", browser_id=number)
    assert [request.body for request in site.requests if request.path == "/sent"] == [b"x1=Zq7secret"] * 2
    listed = (await do(chat, "network", browser_id=number))["requests"]
    posted = [await do(chat, "network", id=one["id"], browser_id=number) for one in listed if one["method"] == "POST"]
    assert {one["request_body"] for one in posted} == {"(withheld: it was sent while a person had the tab)"}
    if number != 1:
        await do(chat, "close", browser_id=number)


async def test_only_one_person_holds_a_tab(shared_chat: Chat, site: Site, eye: Window, viewer: RunningViewer) -> None:
    chat = shared_chat
    await do(chat, "navigate", url=site.page(LOG + BOX))
    await eye.take_over()
    async with watching(viewer.url, chat.id) as other:
        await other.send(type="take", chat=chat.id, browser_id=1)
        assert (await other.message("problem"))["code"] == "user_in_control"
        await other.send(type="pointer", kind="down", chat=chat.id, browser_id=1, x=930, y=520)
        assert (await other.message("problem"))["code"] == "not_in_control"
    await eye.click(930, 520)
    assert len(await logged(chat, "mousedown")) == 1


@pytest.mark.long("viewer/test_takeover.py::test_only_one_person_holds_a_tab")
async def test_a_hold_survives_a_reload_of_the_viewer_and_lets_go_of_what_was_pressed(
    chat: Chat, site: Site, window: OpenWindow
) -> None:
    await do(chat, "open", url=site.page(LOG + BOX))
    eye = await window(chat.id)
    await eye.take_over()
    await eye.page.mouse.move(*await eye.point(930, 520))
    await eye.page.mouse.down()
    await logged(chat, "mousedown")
    await eye.page.reload()
    await eye.button("Hand back").wait_for()
    await eye.button("Hand back").click()
    await logged(chat, "mouseup")
    assert (await do(chat, "evaluate", script="1"))["by_person"]["presses"] == 1


async def test_a_person_who_does_nothing_loses_the_tab(chat_under: ChatUnder, site: Site, viewer: RunningViewer) -> None:
    chat = chat_under(person_idle_ms=300, while_person_acts="refuse")
    await do(chat, "open", url=site.page(BOX))
    async with watching(viewer.url, chat.id) as eye:
        await eye.send(type="take", chat=chat.id, browser_id=1)
        await eye.message("overview")
        session = chat.existing()
        assert session is not None
        lock = session.tab(1).lock
        await until(lambda: lock.hold is not None and lock.hold.granted)
        await refused(chat, "user_in_control", "content")
        await until(lambda: lock.hold is None)
        assert "by_person" in await do(chat, "content")


async def test_handoff_parks_the_call_until_the_person_is_done(shared_chat: Chat, site: Site, eye: Window) -> None:
    chat = shared_chat
    found = await navigated(chat, site.page(LOG + BOX + FIELD.replace("<input", "<input aria-label=Code")))
    await eye.shows(51, 102, 153, 930 / 1280, 520 / 720)
    asked = asyncio.ensure_future(chat.call({"action": "handoff", "reason": "Type the <code> from your telephone."}))
    notice = eye.page.locator(".notice.person")
    await expect(notice).to_contain_text("Type the <code> from your telephone.")
    await notice.get_by_role("button", name="Take over").click()
    await eye.button("Hand back").wait_for()
    await eye.click_until(200, 130, lambda: focused(chat, "field"))
    await eye.page.keyboard.type("493021")
    await value(chat, "493021")
    assert not asked.done()
    await notice.get_by_role("button", name="Done").click()
    result = (await asked)["result"]
    assert result["ended_by"] == "person"
    assert result["watched_by"] == 1
    assert result["by_person"]["keystrokes"] == 6
    assert f"[input text {found['Code']}]" in result["by_person"]["changes"]
    await expect(notice).to_have_count(0)


async def test_handoff_ends_by_itself_when_nobody_comes_or_the_tab_is_closed(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await do(chat, "open", url=site.page(BOX))
    with monkeypatch.context() as slow:
        slow.setattr("refbrowser.actions.handoff.ANSWER_MS", 20_000)
        assert (await do(chat, "handoff", reason="Help", timeout_ms=20_400))["ended_by"] == "timeout"
    asked = asyncio.ensure_future(chat.call({"action": "handoff", "reason": "Help"}))
    session = chat.existing()
    assert session is not None
    tab = session.tab(None)
    while tab.handoff is None:
        await do(chat, "list")
    await do(chat, "close")
    assert (await asked)["code"] == "tab_closed"


async def test_a_remark_reaches_the_agent_with_its_next_answer(shared_chat: Chat, site: Site, eye: Window) -> None:
    chat = shared_chat
    button = "<button style='position:absolute;left:100px;top:100px;width:200px;height:60px'>Buy</button>"
    found = await navigated(chat, site.page(BOX + button))
    await eye.shows(51, 102, 153, 930 / 1280, 520 / 720)
    await eye.button("Point at an element for the agent").click()
    words = eye.page.get_by_label("Remark for the agent")
    await eye.click_until(200, 130, lambda: words.wait_for(timeout=5_000))
    await words.fill("not this one")
    await eye.button("Send to the agent").click()
    waits = eye.page.locator(".notice.waits")
    await expect(waits).to_contain_text("not this one")
    (remark,) = (await do(chat, "hover", ref=found["Buy"]))["action"]["remarks"]
    assert remark["ref"] == found["Buy"]
    assert remark["element"] == f"[button {found['Buy']}] Buy"
    assert remark["comment"] == "not this one"
    (image,) = await do_load(chat, remark["path"])
    assert (image["width"], image["height"]) == (200, 60)
    await eye.button("Mark a region for the agent").click()
    await expect(eye.page.locator(".stage")).to_have_attribute("data-tool", "box")
    await eye.page.mouse.move(*await eye.point(880, 480))
    await eye.page.mouse.down()
    await eye.page.mouse.move(*await eye.point(980, 560))
    await eye.page.mouse.up()
    await eye.button("Send to the agent").click()
    await expect(eye.page.locator(".remark")).to_have_count(0)
    await expect(waits).to_have_count(1)
    text = await until(lambda: do(chat, "content"), lambda text: "remarks:" in text)
    assert '"region": [880, 480, 100, 80]' in text
    await expect(eye.page.locator(".toast").filter(has_text="has been given your remark")).to_have_count(2)
    await expect(waits).to_have_count(0)


async def test_a_remark_that_was_taken_back_does_not_reach_the_agent(shared_chat: Chat, site: Site, eye: Window) -> None:
    found = await navigated(shared_chat, site.page(BOX + "<button style='position:absolute;left:100px;top:100px'>Buy</button>"))
    await eye.canvas.wait_for()
    await eye.button("Mark a region for the agent").click()
    await eye.page.mouse.move(*await eye.point(300, 300))
    await eye.page.mouse.down()
    await eye.page.mouse.move(*await eye.point(400, 400))
    await eye.page.mouse.up()
    await eye.page.get_by_label("Remark for the agent").fill("a mistake")
    await eye.button("Send to the agent").click()
    await eye.button("Take back").click()
    await expect(eye.page.locator(".notice.waits")).to_have_count(0)
    assert "remarks" not in (await do(shared_chat, "hover", ref=found["Buy"]))["action"]


async def test_what_a_person_types_is_in_no_event_no_log_and_no_request(
    browser: Browser, shared_chat: Chat, site: Site, eye: Window, caplog: pytest.LogCaptureFixture
) -> None:
    chat = shared_chat
    caplog.set_level(logging.DEBUG)
    sends = "fetch('/login', {method: 'POST', body: this.value})"
    place = "position:absolute;left:0;top:0;width:300px;height:60px"
    await do(chat, "navigate", url=site.page(f"<input type=password autofocus style='{place}' onchange=\"{sends}\">"))
    await eye.take_over()
    await eye.click(100, 30)
    await eye.page.keyboard.type("Zq7secret")
    await eye.page.keyboard.press("Enter")
    assert (await asyncio.to_thread(site.wait_for_request, "/login")).body == b"Zq7secret"
    await eye.button("Hand back").click()
    await eye.button("Take over").wait_for()
    answer = await do(chat, "evaluate", script="document.querySelector('input').value.length")
    assert answer["result"] == 9
    assert "Zq7" not in str(answer["by_person"])
    await do(chat, "evaluate", script="await fetch('/login', {method: 'POST', body: 'of the agent'})")
    sent = [entry["id"] for entry in (await do(chat, "network"))["requests"] if entry["url"].endswith("/login")]
    bodies = [(await do(chat, "network", id=one))["request_body"] for one in sorted(sent, key=int)]
    assert bodies == ["(withheld: it was sent while a person had the tab)", "of the agent"]
    assert "Zq7" not in repr(browser.hub.calls(chat.id))
    assert not [
        record for record in caplog.records if "Zq7" in record.getMessage() and record.name.startswith(("refbrowser", "uvicorn"))
    ]


async def do_load(chat: Chat, path: str) -> list[dict[str, Any]]:
    answer = await chat.vision_load([path])
    assert answer["ok"], answer
    images: list[dict[str, Any]] = answer["result"]
    return images
