"""Distinguishes a page that hangs from one that did not become what a call waited for."""

import asyncio
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import BrowserFailure, Remedy

PATIENCE_MS: Final = 700
"""A page that is idle answers within a few milliseconds, on a machine that is not busy with others."""


async def hangs(tab: Tab) -> bool:
    """Whether the page's own process does not answer. One that waits for its next document does not either, and does not hang."""
    navigation = tab.activity.navigation if tab.attached else None
    if not tab.attached or tab.closed or tab.crashed or tab.dialogs.pending or (navigation is not None and navigation.in_flight):
        return False
    try:
        async with asyncio.timeout(PATIENCE_MS / 1000):
            await tab.cdp.send("Runtime.evaluate", {"expression": "1"})
    except TimeoutError:
        return True
    except Error:
        return False
    return False


def tab_hung(tab: Tab) -> BrowserFailure:
    return BrowserFailure(
        f"The page of tab {tab.browser_id} does not respond: a script keeps it busy.",
        code="tab_hung",
        remedy=Remedy("close", {"browser_id": tab.browser_id}, hint="then open its url again, or retry later"),
        details={"browser_id": tab.browser_id, "url": tab.url[:500]},
    )
