"""The name of a download's file, as Chromium's events have it."""

import asyncio
from typing import Any

from refbrowser import Chat
from refbrowser.browser.playwright_internals.download_guid import download_guid
from tests.support.calls import do
from tests.support.server import Site
from tests.support.tabs import tab_of


async def test_the_identifier_is_that_of_chromiums_events(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<a download=a.txt href='data:text/plain,a'>A</a>"))
    tab = tab_of(shared_chat)
    begun: asyncio.Queue[Any] = asyncio.Queue()
    tab.cdp.on("Page.downloadWillBegin", begun.put_nowait)
    async with tab.page.expect_download() as download:
        await tab.page.click("a")
    assert download_guid(await download.value) == (await begun.get())["guid"]
