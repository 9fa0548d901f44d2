"""The control bar: a person stops, pauses, resumes and steps through the agent's calls."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from refbrowser import Browser, Chat
from refbrowser.viewer import RunningViewer
from tests.support.calls import do, failure, ok
from tests.support.server import Site
from tests.support.waiting import until
from tests.viewer.conftest import OpenWindow
from tests.viewer.eyes import watching

MARK = {"action": "evaluate", "script": "document.title = 'run'"}


@pytest.mark.rows(1)
@pytest.mark.parametrize("width", [1280, 390])
async def test_a_person_pauses_steps_resumes_and_stops(chat: Chat, site: Site, window: OpenWindow, width: int) -> None:
    await do(chat, "open", url=site.page("<title>here</title>"))
    eye = await window(chat.id, width=width)
    bar = eye.page.get_by_role("group", name="The agent’s calls")
    await expect(bar).to_contain_text("No call under way")
    await expect(bar.get_by_role("button", name="Step")).to_be_disabled()
    # By keyboard alone.
    await bar.get_by_role("button", name="Pause").focus()
    await eye.page.keyboard.press("Enter")
    await expect(bar).to_contain_text("Paused")
    await bar.get_by_role("textbox").fill("a mistake")
    chat.control.execute("resume")
    await bar.get_by_role("button", name="Pause").click()
    said = eye.page.locator(".notice.waits")
    await expect(said).to_contain_text("a mistake")
    await expect(said).to_contain_text("not read yet")
    await said.get_by_role("button", name="Take back").click()
    await expect(said).to_have_count(0)
    assert chat.control.state.note is None
    call = asyncio.ensure_future(chat.call(MARK))
    await expect(bar).to_contain_text("1 call waits")
    # A person takes the tab over while the next call is held.
    await eye.take_over()
    await eye.button("Hand back").click()
    await bar.get_by_role("button", name="Step").click()
    ok(await call)
    await bar.get_by_role("button", name="Resume").click()
    await expect(bar).to_contain_text("No call under way")
    call = asyncio.ensure_future(chat.call({"action": "wait", "script": "window.go"}))
    await until(lambda: chat.hub.running(chat.id))
    await bar.get_by_role("textbox").fill("not this shop")
    await bar.get_by_role("button", name="Stop").click()
    assert failure(await call, "stopped_by_person")["details"]["note"] == "not this shop"
    await expect(bar).to_contain_text("Stopped")
    await expect(said).to_contain_text(re.compile("has read your note with its call [0-9]+: wait"))
    await expect(said.get_by_role("button")).to_have_count(0)
    await expect(bar.get_by_role("textbox")).to_have_value("")
    await bar.get_by_role("button", name="Resume").click()
    await expect(bar).to_contain_text("No call under way")
    ok(await chat.call(MARK))


async def test_who_may_only_look_on_controls_nothing_and_a_viewer_of_one_chat_no_other(
    chat: Chat, other_chat: Chat, site: Site, viewer: RunningViewer, browser: Browser
) -> None:
    await do(chat, "open", url=site.page("<title>here</title>"))
    for token in (viewer.access.issue(read_only=True), viewer.access.issue(chat=other_chat.id)):
        async with watching(viewer.url, chat.id, token=token) as looker:
            for one in ({"chat": chat.id}, {}):
                await looker.send(type="control", command="stop", **one)
                assert (await looker.message("problem"))["code"] == "policy_denied"
    assert chat.control.running


@pytest.mark.long("viewer/test_control.py::test_a_person_pauses_steps_resumes_and_stops")
async def test_all_chats_are_paused_and_resumed(chat: Chat, other_chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page("<title>here</title>"))
    eye = await window(chat.id)
    await eye.button("Pause all").click()
    await eye.button("Resume all").wait_for()
    assert (chat.control.state.state, other_chat.control.state.state) == ("paused", "paused")
    await eye.button("Resume all").click()
    await eye.button("Pause all").wait_for()
    assert other_chat.control.running
