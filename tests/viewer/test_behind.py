"""The lists behind the counts: the tab's console and requests, as text, with secrets masked."""

import pytest
from playwright.async_api import expect

from refbrowser import Chat
from refbrowser.viewer import RunningViewer
from tests.support.calls import do
from tests.support.server import Site
from tests.viewer.conftest import OpenWindow
from tests.viewer.eyes import watching


@pytest.mark.long("viewer/test_behind.py::test_lists_are_bounded_and_open_to_who_only_looks_on_but_not_across_chats")
async def test_console_and_requests_open_from_the_counts(chat: Chat, site: Site, window: OpenWindow) -> None:
    script = """<script>console.log('<img src=x onerror=alert(1)>'); console.error('It broke'); fetch('/status/500?api_key=Zq7secret')</script>"""
    await do(chat, "open", url=site.page(script))
    eye = await window(chat.id)
    behind = eye.page.get_by_role("button", name="Console and network")
    await expect(behind).to_contain_text("console error")
    await behind.click()
    lists = eye.page.get_by_role("region", name="Console and network")
    await expect(lists.locator("li").filter(has_text="It broke")).to_have_class("bad")
    await expect(lists).to_contain_text("<img src=x onerror=alert(1)>")
    await lists.get_by_role("checkbox", name="Errors only").check()
    await expect(lists).not_to_contain_text("onerror")
    await lists.get_by_role("button", name="Network").click()
    await expect(lists.locator("li")).to_have_count(1)
    await expect(lists).to_contain_text("/status/500?api_key=•••")
    await lists.get_by_role("checkbox", name="Errors only").uncheck()
    await expect(lists).to_contain_text("document")
    await do(chat, "evaluate", script="fetch('/status/404').then(() => 1)")
    await expect(lists).to_contain_text("404")
    await eye.page.keyboard.press("Escape")
    await expect(lists).to_be_hidden()
    await expect(behind).to_be_focused()


async def test_lists_are_bounded_and_open_to_who_only_looks_on_but_not_across_chats(
    chat: Chat, other_chat: Chat, site: Site, viewer: RunningViewer
) -> None:
    many = "for (let n = 0; n < 300; n++) console.log('line ' + n); console.log('x'.repeat(5000))"
    await do(chat, "open", url=site.page(f"<script>{many}</script>"))
    await do(other_chat, "open", url=site.page("<p>Other</p>"))
    token = viewer.access.issue(chat=chat.id, read_only=True)
    async with watching(viewer.url, chat.id, token=token) as eye:
        await eye.send(type="inspect", subject="console", chat=chat.id, browser_id=1)
        inspected = await eye.message("inspected")
        texts = [line["text"] for line in inspected["lines"]]
        assert (len(texts), texts[0], inspected["left_out"]) == (200, "line 101", 101)
        assert len(texts[-1]) == 1000
        await eye.send(type="inspect", subject="network", chat=other_chat.id, browser_id=1)
        assert (await eye.message("problem"))["code"] == "policy_denied"
