"""The line of earlier steps: any of them is looked at while the agent goes on, with the page before and after, and its receipt."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import httpx
import pytest
from playwright.async_api import expect

from refbrowser import Browser, Chat, Settings
from refbrowser.events import Event, StepPictured
from refbrowser.viewer import serve
from tests.support.calls import do, opened
from tests.support.server import Site
from tests.support.tabs import tab_of
from tests.support.waiting import until
from tests.viewer.conftest import OpenWindow, Window
from tests.viewer.test_page import serious

RED = "<title>Red</title><body style='margin:0;background:rgb(200,30,30)'><button onclick=\"document.body.style.background='rgb(30,160,60)';this.nextSibling.textContent='green'\">Go green</button><p>text</p>"


@pytest.mark.long("viewer/test_watching.py::test_an_earlier_step_can_be_looked_at")
async def test_earlier_steps_are_looked_at_by_keyboard_while_the_agent_goes_on(
    browser: Browser, chat: Chat, site: Site, window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "settings", replace(browser.settings, visual_diff="acting"))
    refs = await opened(chat, site.page(RED))
    eye = await window(chat.id)
    await eye.shows(200, 30, 30)
    await do(chat, "detail", ref=refs["Go green"])
    pictures = eye.page.locator(".film button")
    await expect(pictures).to_have_count(1)
    await do(chat, "click", ref=refs["Go green"])
    await eye.shows(30, 160, 60)
    await expect(pictures).to_have_count(2)
    step = eye.page.get_by_role("slider", name="Step")
    await expect(step).to_have_attribute("aria-valuetext", "Live, after 4 steps")
    await step.focus()
    await eye.page.keyboard.press("ArrowLeft")
    await expect(step).to_have_attribute("aria-valuetext", f"4 of 4: click [button {refs['Go green']}] Go green")
    await expect(eye.page.get_by_role("region", name="Receipt of this step")).to_contain_text("% of the picture")
    region = await eye.page.locator(".region").first.bounding_box()
    canvas = await eye.canvas.bounding_box()
    assert region is not None
    assert canvas is not None
    assert region["width"] > canvas["width"] * 0.9, "the whole page has changed"
    await eye.button("Before").click()
    await eye.shows(200, 30, 30)
    # The agent goes on; what is looked at stays.
    await do(chat, "navigate", url=site.page("<body style='background:rgb(10,10,200)'>"))
    await expect(step).to_have_attribute("aria-valuetext", f"4 of 5: click [button {refs['Go green']}] Go green")
    await expect(pictures).to_have_count(3)
    await eye.shows(200, 30, 30)
    assert await serious(eye) == []
    await step.focus()
    await eye.page.keyboard.press("Escape")
    await expect(step).to_have_attribute("aria-valuetext", "Live, after 5 steps")
    await eye.shows(10, 10, 200)
    await expect(eye.page.locator(".region")).to_have_count(0)


async def test_pictures_are_kept_of_the_chats_that_were_in_view_last(eye: Window) -> None:
    kept = """import('./modules/state.js').then(({ State }) => {
        const state = new State();
        for (let chat = 0; chat < 8; chat++) {
            state.select(`c${chat}`);
            state.calls.set(`c${chat}`, [{ picture: new Blob() }]);
        }
        state.select('c3');
        state.select('new');
        return [...state.calls].filter(([, calls]) => calls[0].picture).map(([chat]) => chat);
    })"""
    assert await eye.page.evaluate(kept) == ["c3", "c5", "c6", "c7"]


@pytest.mark.long("viewer/test_watching.py::test_an_earlier_step_can_be_looked_at")
async def test_a_step_without_a_picture_says_so(chat: Chat, site: Site, window: OpenWindow) -> None:
    await opened(chat, site.page(RED))
    eye = await window(chat.id)
    await eye.shows(200, 30, 30)
    await eye.page.get_by_role("slider", name="Step").fill("0")
    await expect(eye.page.get_by_role("heading", name="No picture of this step")).to_be_visible()
    await eye.button("Back to live").click()
    await eye.shows(200, 30, 30)


async def test_steps_are_those_of_the_journal_also_after_a_reload_and_in_another_server(
    browser: Browser, chat: Chat, site: Site, window: OpenWindow
) -> None:
    refs = await opened(chat, site.page(RED))
    eye = await window(chat.id)
    await eye.shows(200, 30, 30)
    async with pictured(browser, 1):
        await do(chat, "click", ref=refs["Go green"])
    await chat.call({"action": "click", "selector": "#nothing", "timeout_ms": 300})
    async with pictured(browser, 1):
        await do(chat, "navigate", url=site.page("<body style='background:rgb(10,10,200)'>"))
    await eye.shows(10, 10, 200)
    await eye.page.reload()
    step = eye.page.get_by_role("slider", name="Step")
    await expect(step).to_have_attribute("max", re.compile("[4-9]"))
    marks = [await mark.get_attribute("class") for mark in await eye.page.locator(".marks span").all()]
    assert marks[-2:] == ["error", "navigation"]
    clicked = int(await step.get_attribute("max") or 0) - 3
    await step.fill(str(clicked))
    await expect(step).to_have_attribute("aria-valuetext", re.compile("Go green"))
    # The picture is the journal's: this page has seen none of it.
    await eye.shows(30, 160, 60)
    address = eye.page.get_by_label("Address", exact=True)
    await expect(address).to_have_value(re.compile("/page/"))
    assert await address.input_value() != tab_of(chat).url
    await expect(eye.page.locator(".film button").filter(has_text="click")).to_have_count(1)
    # Another server of the same home has them as well, for those whose token allows that chat.
    other = Browser(Settings(home=browser.settings.home))
    running = await serve(other)
    try:
        async with httpx.AsyncClient(base_url=running.url.partition("#")[0]) as client:
            mine = {"Authorization": f"Bearer {running.access.issue(chat=chat.id, read_only=True)}"}
            steps = (await client.get("steps", params={"chat": chat.id}, headers=mine)).json()["steps"]
            last = steps[-1]
            assert (last["action"], last["marks"], last["pictured"]) == ("navigate", ["navigation"], True)
            picture = f"steps/{last['step'][0]}/{last['step'][1]}.jpg"
            assert (await client.get(picture, params={"chat": chat.id}, headers=mine)).content[:2] == b"\xff\xd8"
            for path, of, headers, status in (
                (picture, "another", mine, 403),
                ("steps", "another", mine, 403),
                ("steps", chat.id, {}, 401),
                (f"steps/{last['step'][0]}/999.jpg", chat.id, mine, 404),
                ("steps/..%2F..%2Fx/1.jpg", chat.id, mine, 404),
            ):
                assert (await client.get(path, params={"chat": of}, headers=headers)).status_code == status
            own = {"Authorization": f"Bearer {running.access.issue()}"}
            assert (await client.get(picture, params={"chat": "another"}, headers=own)).status_code == 404
    finally:
        await running.close()


@asynccontextmanager
async def pictured(browser: Browser, count: int) -> AsyncIterator[None]:
    """Around calls of which the journal takes so many pictures."""
    events: list[Event] = []
    unsubscribe = browser.hub.subscribe(events.append)
    try:
        yield
        await until(lambda: sum(isinstance(event, StepPictured) for event in events) >= count)
    finally:
        unsubscribe()
