"""The tab of a chat, where a test looks behind the calls or breaks something there."""

import asyncio

from refbrowser import Chat
from refbrowser.browser.tab.tab import Tab


def tab_of(chat: Chat, browser_id: int | None = None) -> Tab:
    """The chat's tab of that number, or the active one."""
    session = chat.existing()
    assert session is not None
    return session.tab(browser_id)


async def crash(chat: Chat) -> None:
    """Returns when the page of the active tab has crashed."""
    tab = tab_of(chat)
    crashed = asyncio.get_running_loop().create_future()
    tab.page.once("crash", lambda _: crashed.set_result(None))
    command = asyncio.ensure_future(tab.cdp.send("Page.crash"))
    await crashed
    command.cancel()
