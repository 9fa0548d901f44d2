"""What the viewer says that a chat does is what it does, since the server says it; and nothing that a person enters goes elsewhere."""

import asyncio
from typing import Any

from playwright.async_api import expect

from refbrowser import Browser, Chat
from refbrowser.viewer import RunningViewer, serve
from tests.conftest import ChatUnder
from tests.support.calls import do
from tests.support.server import Site
from tests.support.waiting import until
from tests.viewer.conftest import OpenWindow, choose
from tests.viewer.eyes import watching
from tests.viewer.page_events import BOX, FIELD, LOG, logged, value

WAIT = {"action": "wait", "script": "window.go"}


async def test_the_server_says_what_a_chat_does_and_since_when(chat: Chat, site: Site, viewer: RunningViewer) -> None:
    await do(chat, "open", url=site.page("<button onclick='setTimeout(() => confirm(1))'>Ask</button>"))
    async with watching(viewer.url, chat.id) as eye:

        async def told(doing: str, **parts: Any) -> dict[str, Any]:
            message = await eye.message("chat_state", chat=chat.id, doing=doing, **parts)
            assert doing == "crashed" or message["since_ms"] is None or message["since_ms"] > 1_600_000_000_000
            return message

        await told("between_calls")
        call = asyncio.ensure_future(chat.call(WAIT))
        assert (await told("working"))["call"]["action"] == "wait"
        chat.control.execute("pause")
        await told("paused")
        chat.control.execute("stop")
        await told("stopped")
        await call
        chat.control.execute("resume")
        await told("between_calls")
        asked = asyncio.ensure_future(chat.call({"action": "handoff", "reason": "log in"}))
        await told("waits_for_person", waits_for="help")
        await eye.send(type="handoff_done", chat=chat.id, browser_id=1)
        await asked
        await told("between_calls")
        await do(chat, "click", selector="button")
        await told("waits_for_person", waits_for="dialog")
        await do(chat, "dialog", operation="accept")
        await told("between_calls")
        await eye.send(type="take", chat=chat.id, browser_id=1)
        session = chat.existing()
        assert session is not None
        lock = session.tab(1).lock
        await until(lambda: lock.hold is not None and lock.hold.granted)
        call = asyncio.ensure_future(chat.call({"action": "content"}))
        await told("held")
        await eye.send(type="hand_back", chat=chat.id, browser_id=1)
        await call
        await chat.close()
        await told("ended")


async def test_a_server_that_is_gone_is_said_to_be_gone(chat: Chat, browser: Browser, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page("<title>here</title>"))
    own = await serve(browser)
    eye = await window(chat.id, url=own.url)
    bar = eye.page.get_by_role("group", name="The agent’s calls")
    await expect(bar).to_contain_text("No call under way")
    await own.close()
    await expect(bar).to_contain_text("Not connected")
    for name in ("Pause", "Stop"):
        await expect(bar.get_by_role("button", name=name)).to_be_disabled()
    await expect(eye.page.locator(".sheet")).to_have_attribute("data-stale", "")


async def test_a_view_stays_where_it_is(chat: Chat, other_chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page(LOG + FIELD))
    await do(other_chat, "open", url=site.page("<title>other</title>"))
    eye = await window(chat.id)
    await eye.take_over()
    await eye.click(200, 130)
    await eye.page.keyboard.type("one ")
    # The agent goes on in a tab of its own.
    await do(chat, "open", url=site.page("<title>Second</title>"))
    await expect(eye.page.get_by_role("tab", name="Second")).to_be_visible()
    await eye.page.keyboard.type("two")
    session = chat.existing()
    assert session is not None
    await session.tab(1).page.wait_for_function("document.getElementById('field').value === 'one two'")
    bar = eye.page.get_by_role("group", name="The agent’s calls")
    await bar.get_by_role("button", name="Pause").dblclick()
    await expect(bar).to_contain_text("Paused")
    assert chat.control.state.state == "paused"
    chat.control.execute("resume")
    await chat.close()
    await expect(eye.page.get_by_role("heading", name="This chat has ended")).to_be_visible()
    await expect(bar).to_be_hidden()
    await choose(eye.page, other_chat.id)
    await expect(bar).to_be_visible()


async def test_input_comes_whole_and_in_order(chat: Chat, site: Site, window: OpenWindow) -> None:
    moves = (
        "<script>addEventListener('mousemove', (event) => { window.last = [event.clientX, event.clientY, event.buttons] })</script>"
    )
    await do(chat, "open", url=site.page(LOG + BOX + FIELD + moves))
    eye = await window(chat.id)
    await eye.take_over()
    await eye.page.mouse.move(*await eye.point(930, 520))
    await eye.page.mouse.down()
    await eye.page.mouse.move(*await eye.point(400, 300))
    await eye.page.mouse.up()
    await logged(chat, "mouseup")
    session = chat.existing()
    assert session is not None
    x, y, buttons = await session.tab(1).page.evaluate("last")
    assert (abs(x - 400) < 3, abs(y - 300) < 3, buttons) == (True, True, 1)
    await eye.click(200, 130)
    text = "the quick brown fox " * 7
    # A page that is busy takes what was typed meanwhile when it is free again.
    busy = asyncio.ensure_future(
        session.tab(1).page.evaluate("() => { const end = performance.now() + 800; while (performance.now() < end); }")
    )
    await eye.page.keyboard.type(text)
    await busy
    await value(chat, text)


async def test_what_is_typed_after_the_tab_went_back_is_not_lost_without_a_word(
    chat_under: ChatUnder, site: Site, window: OpenWindow
) -> None:
    chat = chat_under(person_idle_ms=300)
    await do(chat, "open", url=site.page(FIELD))
    eye = await window(chat.id)
    await eye.button("Take over").click()
    session = chat.existing()
    assert session is not None
    await until(lambda: session.tab(1).lock.hold is not None)
    await until(lambda: session.tab(1).lock.hold is None)
    await expect(eye.button("Take over")).to_be_visible()
    await eye.page.keyboard.type("lost")
    await expect(eye.page.locator(".toast")).to_contain_text("nothing of this was typed")
    await eye.click(300, 300)
    await expect(eye.page.locator(".toast").filter(has_text="You are watching")).to_be_visible()


async def test_what_is_ours_stands_outside_the_picture(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page("<button onclick='setTimeout(() => confirm(`sure?`))'>Ask</button>"))
    for width in (1280, 390):
        eye = await window(chat.id, width=width)
        await do(chat, "click", selector="button")
        notice = eye.page.locator(".notice.dialog")
        await expect(notice).to_contain_text("The page of 127.0.0.1")
        picture, ours = await eye.canvas.bounding_box(), await notice.bounding_box()
        assert picture is not None
        assert ours is not None
        apart = ours["x"] >= picture["x"] + picture["width"] or ours["y"] >= picture["y"] + picture["height"]
        assert apart, (picture, ours)
        await notice.get_by_role("button", name="OK").click()
        await expect(notice).to_have_count(0)
        await eye.page.close()
