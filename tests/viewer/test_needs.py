"""A person finds the chats that need somebody, whichever is in view, and nothing else asks for them."""

import asyncio
import re
from collections.abc import Iterator

from playwright.async_api import expect

from refbrowser import Browser, Chat
from tests.support.calls import do, refused
from tests.support.server import Site
from tests.viewer.conftest import OpenWindow


async def test_a_person_answers_the_three_of_eight_chats_that_ask(
    chat: Chat, browser: Browser, chat_numbers: Iterator[int], site: Site, window: OpenWindow
) -> None:
    others = [browser.chat(f"a-long-name-of-a-session-{next(chat_numbers)}") for _ in range(7)]
    try:
        await do(chat, "open", url=site.page("<title>here</title>"))
        for number, other in enumerate(others):
            page = f"<title>Shop number-{number}</title><button onclick='setTimeout(() => confirm(`sure?`))'>Ask</button>"
            await do(other, "open", url=site.page(page))
        eye = await window(chat.id)
        asked = asyncio.ensure_future(others[2].call({"action": "handoff", "reason": "the code from the telephone"}))
        await do(others[4], "click", selector="button")
        for _ in range(3):
            await refused(others[6], "ref_unknown", "click", ref=9999)
        needs = eye.page.get_by_role("region", name="Needs you")
        await expect(needs.locator(".notice")).to_have_count(3)
        await expect(eye.page).to_have_title(re.compile(r"^\(3\) "))
        await expect(eye.page.locator("link[rel=icon]")).to_have_attribute("href", "icon-asks.svg")
        await expect(needs).to_contain_text("the code from the telephone")
        await expect(needs).to_contain_text("click failed 3 times in a row")
        # Each is answered where it stands.
        await needs.locator(".notice.person").get_by_role("button", name="Go there").click()
        await eye.button("Done").click()
        assert (await asked)["result"]["ended_by"] == "person"
        await needs.locator(".notice.dialog").get_by_role("button", name="Go there").click()
        await eye.button("OK").click()
        await do(others[6], "content")
        await expect(needs.locator(".notice")).to_have_count(0)
        await expect(eye.page.locator("link[rel=icon]")).to_have_attribute("href", "icon.svg")
        await eye.page.get_by_label("Find a chat").fill("shop number-5")
        listed = eye.page.get_by_role("navigation").locator("button.chat")
        await expect(listed).to_have_count(1)
        await expect(listed).to_contain_text(others[5].id[-6:])
    finally:
        for other in others:
            await other.close()
