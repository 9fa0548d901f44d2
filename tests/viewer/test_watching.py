"""Watching: the picture is the page's, follows the agent, costs nothing without viewers, and everything next to it is true."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from refbrowser import Browser, Chat
from refbrowser.viewer import RunningViewer, broadcast, serve
from refbrowser.viewer.broadcast import Broadcast
from tests.support.calls import do, evaluated, navigated, opened
from tests.support.server import Site, refused_url
from tests.support.tabs import tab_of
from tests.support.waiting import until
from tests.viewer.conftest import OpenWindow, Window, choose
from tests.viewer.eyes import PATIENCE_S, Eye, watching

RED = "<title>Red</title><body style='margin:0;background:rgb(200,30,30)'><button onclick=\"document.body.style.background='rgb(30,160,60)'\">Go green</button>"


MOVING = (
    "<body><script>let n = 0; setInterval(() => document.body.style.background = `rgb(${n = (n + 9) % 255},0,90)`, 16)</script>"
)


@pytest.fixture
def one_quality(monkeypatch: pytest.MonkeyPatch) -> None:
    """A viewer that is slow to paint is sent other pictures of the same page; on a busy machine every viewer is."""
    monkeypatch.setattr(broadcast, "QUALITIES", broadcast.QUALITIES[:1])


async def painted(chat: Chat) -> None:
    """Waits until the page has been drawn; when it has loaded it may still be blank."""
    await evaluated(chat, "await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


async def test_the_picture_on_the_canvas_is_the_page(shared_chat: Chat, site: Site, eye: Window) -> None:
    refs = await navigated(shared_chat, site.page(RED))
    await eye.shows(200, 30, 30)
    await do(shared_chat, "click", ref=refs["Go green"])
    await eye.shows(30, 160, 60)


async def test_the_view_follows_the_active_tab_until_a_tab_is_pinned(chat: Chat, site: Site, eye: Window) -> None:
    await do(chat, "open", url=site.page(RED))
    await choose(eye.page, chat.id)
    await eye.shows(200, 30, 30)
    await do(chat, "open", url=site.page("<title>Blue</title><body style='background:rgb(20,40,180)'>"))
    await eye.shows(20, 40, 180)
    await eye.page.get_by_role("tab", name="Red").click()
    await eye.shows(200, 30, 30)
    await do(chat, "open", url=site.page("<title>Black</title><body style='background:rgb(0,0,0)'>"))
    await expect(eye.page.get_by_role("tab", name="Black")).to_be_visible()
    await expect(eye.page.get_by_role("tab", name="Red")).to_have_attribute("aria-selected", "true")
    await eye.shows(200, 30, 30)
    await eye.button("Follow the agent").click()
    await eye.shows(0, 0, 0)


@pytest.mark.long("viewer/test_watching.py::test_the_picture_on_the_canvas_is_the_page")
async def test_a_picture_that_is_decoded_late_is_not_painted_over_a_newer_one(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page(RED))
    eye = await window(chat.id)
    await eye.shows(200, 30, 30)
    await eye.page.evaluate(
        """() => { const decode = createImageBitmap; let count = 0
            window.late = new Promise(end => { window.createImageBitmap = async jpeg => {
                const image = await decode(jpeg)
                if (++count > 1) return image
                setTimeout(end, 1500)
                return new Promise(give => setTimeout(give, 1000, image))
            } })
            window.taken = () => count }"""
    )
    session = chat.existing()
    assert session is not None
    for colour in ("rgb(20,40,180)", "rgb(0,120,0)"):
        await session.tab(None).page.evaluate(f"document.body.style.background = '{colour}'")
        await eye.page.wait_for_function("() => taken() > 0")
    await eye.shows(0, 120, 0)
    await eye.page.evaluate("late")
    eye.page.set_default_timeout(500)
    await eye.shows(0, 120, 0)


async def test_the_agents_page_is_neither_resized_nor_given_the_focus(shared_chat: Chat, site: Site, eye: Window) -> None:
    script = "window.log = []; for (const type of ['resize', 'focus', 'blur', 'visibilitychange']) addEventListener(type, () => log.push(type), true)"
    await do(shared_chat, "navigate", url=site.page(RED + f"<script>{script}</script>"))
    await eye.page.set_viewport_size({"width": 700, "height": 500})
    await eye.shows(200, 30, 30)
    await eye.page.set_viewport_size({"width": 1100, "height": 700})
    await eye.shows(200, 30, 30)
    assert await evaluated(shared_chat, "[log, innerWidth, innerHeight]") == [[], 1280, 720]


@pytest.mark.long("viewer/test_watching.py::test_calls_that_change_nothing_send_no_picture")
@pytest.mark.usefixtures("one_quality")
async def test_a_still_page_gives_one_picture_and_the_last_change_of_many_is_never_lost(
    chat: Chat, site: Site, viewer: RunningViewer
) -> None:
    await do(chat, "open", url=site.page("<body style='background:rgb(255,0,0)'>"))
    await painted(chat)
    async with watching(viewer.url, chat.id) as eye:
        assert (await eye.picture()).pixel() == (254, 0, 0)
        burst = """last => new Promise(done => { let count = 0; (function next() {
            document.body.style.background = count < 30 ? `rgb(0,0,${count * 5})` : last;
            count++ < 30 ? requestAnimationFrame(next) : done(1) })() })"""
        session = chat.existing()
        assert session is not None
        for last in ((0, 255, 0), (255, 255, 0), (255, 0, 255), (0, 255, 255)):
            # Not by a call: while a call runs the capture pauses, and begins anew.
            await session.tab(None).page.evaluate(burst, f"rgb{last}")
            async with asyncio.timeout(PATIENCE_S):
                while any(abs(seen - wanted) > 12 for seen, wanted in zip((await eye.picture()).pixel(), last, strict=True)):
                    pass
        # Asked for once more after the last burst: then never again.
        await eye.quiet(most=2)


@pytest.mark.long("viewer/test_watching.py::test_nothing_is_captured_for_viewers_that_take_nothing")
@pytest.mark.usefixtures("one_quality")
async def test_nothing_is_sent_while_the_viewer_is_hidden(chat: Chat, site: Site, viewer: RunningViewer) -> None:
    refs = await opened(chat, site.page(RED))
    await painted(chat)
    async with watching(viewer.url, chat.id) as eye:
        await eye.picture()
        await eye.watch(chat.id, hidden=True)
        await eye.round_trip(chat.id)
        await do(chat, "click", ref=refs["Go green"])
        await eye.quiet()
        await eye.watch(chat.id)
        red, green, _ = (await eye.picture()).pixel()
        assert green > red


@pytest.mark.long("viewer/test_watching.py::test_nothing_is_captured_for_viewers_that_take_nothing")
async def test_a_viewer_that_takes_nothing_is_sent_two_pictures_and_slows_nobody(
    chat: Chat, site: Site, viewer: RunningViewer
) -> None:
    await do(chat, "open", url=site.page(MOVING))
    async with watching(viewer.url, chat.id, paints=False) as stalled, watching(viewer.url, chat.id) as quick:
        for _ in range(25):
            await quick.picture()
        assert [await stalled.picture(), await stalled.picture()]
        assert stalled.waiting_pictures() == 0


async def rests_between(eye: Eye, capture: Broadcast, pictures: int) -> bool:
    """Whether the capture was seen to rest while so many pictures came."""
    seen = []
    for _ in range(eye.waiting_pictures() + pictures):
        await eye.picture()
        seen.append(capture.pause.on)
    return any(seen)


@pytest.mark.long("viewer/test_watching.py::test_calls_that_change_nothing_send_no_picture")
async def test_a_moving_page_is_seen_in_glances_while_the_agent_is_at_work_and_whole_by_a_person_who_has_it(
    chat: Chat, site: Site, viewer: RunningViewer
) -> None:
    await do(chat, "open", url=site.page(MOVING))
    session = chat.existing()
    assert session is not None
    async with watching(viewer.url, chat.id) as eye:
        await eye.picture()
        capture = viewer.shared.broadcast(session.tab(1))
        assert not await rests_between(eye, capture, 15)
        for _ in range(3):
            await do(chat, "evaluate", script="1")
        # A call pauses the capture too; what comes after that are glances.
        for _ in range(2):
            await until(lambda: not capture.pause.on)
            await until(lambda: capture.pause.on)
        await eye.send(type="take", chat=chat.id, browser_id=1)
        async with asyncio.timeout(PATIENCE_S):
            while (hold := session.tab(1).lock.hold) is None or not hold.granted:
                await eye.round_trip(chat.id)
        await until(lambda: not capture.pause.on)
        assert not await rests_between(eye, capture, 15)


@pytest.mark.usefixtures("one_quality")
async def test_calls_that_change_nothing_send_no_picture(chat: Chat, site: Site, viewer: RunningViewer) -> None:
    await do(chat, "open", url=site.page(RED))
    await painted(chat)
    async with watching(viewer.url, chat.id) as eye:
        await eye.picture()
        await eye.quiet(most=1)
        for _ in range(2):
            await do(chat, "evaluate", script="1")
            await eye.quiet()


async def test_nothing_is_captured_for_viewers_that_take_nothing(chat: Chat, site: Site, viewer: RunningViewer) -> None:
    await do(chat, "open", url=site.page(MOVING))
    session = chat.existing()
    assert session is not None
    async with watching(viewer.url, chat.id, paints=False) as stalled:
        await stalled.picture()
        capture = viewer.shared.broadcast(session.tab(1))
        await until(lambda: not capture.capturing)
        await stalled.send(type="painted", sequence=2)
        await until(lambda: capture.capturing)
        async with watching(viewer.url, chat.id) as quick:
            for _ in range(5):
                await quick.picture()


@pytest.mark.long("viewer/test_watching.py::test_the_picture_on_the_canvas_is_the_page")
async def test_two_windows_show_the_same(chat: Chat, site: Site, window: OpenWindow) -> None:
    refs = await opened(chat, site.page(RED))
    one, other = await window(chat.id), await window(chat.id, width=900)
    await one.shows(200, 30, 30)
    await other.shows(200, 30, 30)
    await do(chat, "click", ref=refs["Go green"])
    await one.shows(30, 160, 60)
    await other.shows(30, 160, 60)


async def test_calls_are_listed_with_what_they_did(shared_chat: Chat, site: Site, eye: Window) -> None:
    refs = await navigated(shared_chat, site.page(RED))
    await do(shared_chat, "click", ref=refs["Go green"])
    await shared_chat.call({"action": "click", "ref": 9999})
    calls = eye.page.locator(".calls > li")
    await expect(calls.nth(0)).to_contain_text("ref_unknown")
    await expect(calls.nth(1)).to_contain_text(f"[button {refs['Go green']}] Go green")
    await expect(calls.nth(1)).to_contain_text(re.compile(r"\d m?s"))
    await expect(calls).to_have_count(len(shared_chat.hub.calls(shared_chat.id)))
    await calls.nth(1).get_by_role("button").click()
    await expect(calls.nth(1)).to_contain_text("performed")


async def test_the_element_that_is_acted_on_is_marked_with_the_actions_name(shared_chat: Chat, site: Site, eye: Window) -> None:
    button = "<button disabled style='position:absolute;left:320px;top:180px;width:320px;height:180px'>Later</button>"
    refs = await navigated(shared_chat, site.page(button))
    await eye.canvas.wait_for()
    trying = asyncio.ensure_future(shared_chat.call({"action": "click", "ref": refs["Later"]}))
    frame = eye.page.locator(".aim")
    await expect(frame).to_contain_text(f"click [button {refs['Later']}] Later")
    box, canvas = await frame.bounding_box(), await eye.canvas.bounding_box()
    assert box is not None
    assert canvas is not None
    assert abs(box["x"] - canvas["x"] - canvas["width"] / 4) < 6
    assert abs(box["width"] - canvas["width"] / 4) < 10
    await tab_of(shared_chat).page.evaluate("document.querySelector('button').disabled = false")
    await trying


@pytest.mark.long("viewer/test_watching.py::test_the_element_that_is_acted_on_is_marked_with_the_actions_name")
async def test_the_mark_of_a_call_that_was_over_at_once_is_seen_all_the_same(chat: Chat, site: Site, window: OpenWindow) -> None:
    refs = await opened(chat, site.page("<button style='margin:100px'>Quick</button>"))
    eye = await window(chat.id)
    await eye.canvas.wait_for()
    watch = """() => { window.strongest = 0; requestAnimationFrame(function look() {
        const mark = document.querySelector('.aim');
        if (mark) strongest = Math.max(strongest, Number(getComputedStyle(mark).opacity));
        requestAnimationFrame(look) }) }"""
    await eye.page.evaluate(watch)
    await do(chat, "click", ref=refs["Quick"])
    await eye.page.wait_for_function("() => window.strongest === 1")
    await expect(eye.page.locator(".aim")).to_have_count(0)


async def test_dialogs_are_shown_and_answered_by_the_person(shared_chat: Chat, site: Site, eye: Window) -> None:
    chat = shared_chat
    refs = await navigated(
        chat, site.page("<button onclick=\"this.textContent = prompt('Your <b>name</b>?', 'Ada')\">Ask</button>")
    )
    held = await do(chat, "click", ref=refs["Ask"])
    assert held["action"]["suspended"]
    notice = eye.page.locator(".notice.dialog")
    await expect(notice).to_contain_text("Your <b>name</b>?")
    await notice.get_by_label("Answer").fill("Grace")
    await notice.get_by_role("button", name="OK").click()
    await expect(notice).to_have_count(0)
    state = (await do(chat, "state")) and await do(chat, "evaluate", script="document.querySelector('button').textContent")
    assert state["result"] == "Grace"
    assert state["by_person"]["dialog"]["closed_by"] == "person"
    assert state["by_person"]["dialog"]["accepted"] is True


async def test_downloads_and_console_errors_are_reported(shared_chat: Chat, site: Site, eye: Window) -> None:
    file = site.route("/report.csv", "a,b", headers={"Content-Disposition": 'attachment; filename="report.csv"'})
    errors = "<script>console.error('no'); console.error('really')</script>"
    refs = await navigated(shared_chat, site.page(f"<a href='{file}'>Report</a>{errors}"))
    await expect(eye.page.locator(".counts")).to_contain_text("2 console errors")
    await do(shared_chat, "click", ref=refs["Report"])
    await expect(eye.page.get_by_label("Downloads")).to_contain_text("report.csv")
    await expect(eye.page.get_by_label("Downloads")).to_contain_text("3 B")


async def test_a_failed_navigation_says_why(shared_chat: Chat, site: Site, eye: Window) -> None:
    await do(shared_chat, "navigate", url=site.page("<title>Fine</title>"))
    with refused_url() as failed:
        await shared_chat.call({"action": "navigate", "url": failed})
    notice = eye.page.locator(".notice.bad")
    await expect(notice).to_contain_text("ERR_CONNECTION_REFUSED")
    await expect(notice).to_contain_text(failed)
    await expect(eye.page.get_by_label("Address")).to_have_value(failed)
    await do(shared_chat, "back")
    await expect(notice).to_have_count(0)
    await expect(eye.page.get_by_label("Address")).to_have_value(tab_of(shared_chat).url)


async def test_an_earlier_step_can_be_looked_at(chat: Chat, site: Site, eye: Window) -> None:
    refs = await opened(chat, site.page(RED))
    await choose(eye.page, chat.id)
    await eye.shows(200, 30, 30)
    await do(chat, "detail", ref=refs["Go green"])
    await expect(eye.page.locator(".film button")).to_have_count(1)
    await do(chat, "click", ref=refs["Go green"])
    await eye.shows(30, 160, 60)
    await eye.page.locator(".film button").first.click()
    await eye.shows(200, 30, 30)
    await eye.button("Back to live").click()
    await eye.shows(30, 160, 60)


async def test_it_connects_again_by_itself_and_has_lost_nothing(
    browser: Browser, chat: Chat, site: Site, window: OpenWindow
) -> None:
    refs = await opened(chat, site.page(RED))
    first = await serve(browser)
    port, access = int(first.url.split(":")[2].split("/")[0]), first.access
    eye = await window(chat.id, url=first.url)
    await eye.shows(200, 30, 30)
    await first.close()
    await expect(eye.page.locator(".notice.bad")).to_contain_text("Connection lost")
    await do(chat, "click", ref=refs["Go green"])
    again = await serve(browser, port=port, access=access)
    try:
        await eye.shows(30, 160, 60)
        await expect(eye.page.locator(".notice.bad")).to_have_count(0)
        await expect(eye.page.locator(".calls > li").first).to_contain_text("Go green")
    finally:
        await again.close()


@pytest.mark.long("browser/test_crashes.py::test_a_crashed_page_says_so_and_a_reload_brings_it_back")
async def test_a_crash_is_marked_and_a_reload_seen(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page(RED))
    eye = await window(chat.id)
    await eye.shows(200, 30, 30)
    await chat.call({"action": "navigate", "url": "chrome://crash"})
    session = chat.existing()
    assert session is not None
    tab = session.tab(None)
    crashing = asyncio.ensure_future(tab.cdp.send("Page.crash"))
    await expect(eye.page.get_by_role("tab", name="crashed")).to_be_visible()
    await expect(eye.page.locator(".notice.bad")).to_contain_text("This page crashed")
    crashing.cancel()
    await do(chat, "navigate", url=site.page("<body style='background:rgb(20,40,180)'>"))
    await eye.shows(20, 40, 180)


async def test_a_chat_without_a_tab_says_so(chat: Chat, eye: Window) -> None:
    await do(chat, "open")
    await do(chat, "close")
    await choose(eye.page, chat.id)
    await expect(eye.page.locator(".empty")).to_contain_text("No tab is open")
