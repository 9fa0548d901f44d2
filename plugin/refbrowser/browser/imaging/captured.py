"""Chromium's own pictures of a tab, also while another document takes the page's place, and of one that does not draw yet."""

import asyncio
import base64
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from playwright.async_api import Error

from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.tab.tab import Tab

T = TypeVar("T")

_DROPPED_S: Final = 0.3
"""How long after another document came a picture may take that was asked for before it."""

PAUSES_S: Final = (0.05, 0.2, 0.5, 1.0)
"""Before each further attempt at a picture that Chromium could not make; the call's deadline ends them too."""


async def captured(tab: Tab, parameters: dict[str, Any]) -> bytes:
    """The encoded picture; ``parameters`` are those of ``Page.captureScreenshot``. Raises Playwright's errors as they come; the
    caller has a deadline."""
    return base64.b64decode(await retried(tab, Wording.NOTHING_DRAWN, lambda: _captured(tab, parameters)))


async def retried(tab: Tab, reason: Wording, ask: Callable[[], Awaitable[T]]) -> T:
    """The answer of ``ask``, which is asked again where it fails for that ``reason``, unless the page has crashed or closed."""
    pauses = iter(PAUSES_S)
    while True:
        try:
            return await ask()
        except Error as failure:
            pause_s = next(pauses, None)
            if pause_s is None or tab.crashed or tab.closed or not says(failure, reason):
                raise
        await asyncio.sleep(pause_s)  # no event says that the page draws, or that it has crashed


async def _captured(tab: Tab, parameters: dict[str, Any]) -> str:
    """The picture, in base64. Chromium drops the question with the process of the page that it was put to: the document that came
    is asked again."""
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
