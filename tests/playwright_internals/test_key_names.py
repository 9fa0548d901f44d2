"""The names of keys that are taken are those that Playwright's keyboard knows."""

import re

from playwright.async_api import Error

from refbrowser import Chat
from refbrowser.browser.playwright_internals.key_names import KEY_NAMES
from refbrowser.browser.playwright_internals.package import driver_package
from tests.support.calls import opened
from tests.support.server import Site


async def test_playwright_has_each_of_the_keys_and_no_other_code(chat: Chat, site: Site) -> None:
    bundle = (driver_package() / "lib" / "coreBundle.js").read_text(encoding="utf-8")
    assert set(re.findall(r'"(\w+)": \{ "keyCode"', bundle)) <= KEY_NAMES
    await opened(chat, site.page("<p>Keys"))
    session = chat.existing()
    assert session is not None
    keyboard = session.tab(None).page.keyboard
    unknown = []
    for name in KEY_NAMES:
        try:
            # Going up, no key does anything.
            await keyboard.up(name)
        except Error:
            unknown.append(name)
    assert unknown == []
