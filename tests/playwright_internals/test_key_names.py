"""The names of keys that are taken are those that Playwright's keyboard knows."""

import asyncio
import re

from refbrowser import Chat
from refbrowser.browser.playwright_internals.key_names import KEY_NAMES
from refbrowser.browser.playwright_internals.package import driver_package
from tests.support.calls import do
from tests.support.server import Site
from tests.support.tabs import tab_of


async def test_playwright_has_each_of_the_keys_and_no_other_code(shared_chat: Chat, site: Site) -> None:
    bundle = (driver_package() / "lib" / "coreBundle.js").read_text(encoding="utf-8")
    assert set(re.findall(r'"(\w+)": \{ "keyCode"', bundle)) <= KEY_NAMES
    await do(shared_chat, "navigate", url=site.page("<p>Keys"))
    keyboard = tab_of(shared_chat).page.keyboard
    # Going up, no key does anything.
    answers = await asyncio.gather(*map(keyboard.up, KEY_NAMES), return_exceptions=True)
    assert [name for name, answer in zip(KEY_NAMES, answers, strict=True) if answer is not None] == []
