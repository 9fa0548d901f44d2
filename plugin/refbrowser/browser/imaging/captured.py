"""Chromium's own pictures of a tab, also while another document takes the page's place."""

import asyncio
from typing import Any, Final

from refbrowser.browser.tab.tab import Tab

_DROPPED_S: Final = 0.3
"""How long after another document came a picture may take that was asked for before it."""


async def captured(tab: Tab, parameters: dict[str, Any]) -> str:
    """The picture, in base64. Chromium drops the question with the process of the page that it was put to: the document that came
    is asked again. Raises Playwright's errors as they come; the caller has a deadline."""
    while True:
        commits = tab.activity.commits
        asked = asyncio.ensure_future(tab.cdp.send("Page.captureScreenshot", parameters))
        try:
            while not asked.done() and tab.activity.commits == commits and not tab.closed:
                change = tab.activity.next_change()
                either: set[asyncio.Future[Any]] = {asked, change}
                try:
                    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    change.cancel()
            await asyncio.wait({asked}, timeout=_DROPPED_S)
            if asked.done():
                return str((await asked)["data"])
        finally:
            asked.cancel()
            asked.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
