"""Has the interception of requests begin and end in all pages of a context, also while one of them does not respond.

Playwright turns it on in one page after the other, and waits for each: a page that a dialog holds, or that hangs, would keep the
pages behind it without.
"""

import asyncio
import re
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

from playwright.async_api import BrowserContext, Error, Page, Route

from refbrowser.browser.network.every_page import AT_ONCE_S, PATIENCE_S, PendingChanges, raise_failures

_NONE: Final = re.compile(r"(?!)")
"""Matches no address."""


class Interception(PendingChanges):
    """For routes, which a page that is asked separately compares with what it intercepts."""

    async def change(self, context: BrowserContext, work: Coroutine[Any, Any, object]) -> None:
        """Runs ``work``, which adds a route to ``context`` or removes one; returns when it holds in all pages that respond.
        Bounded: ``work`` goes on after that. Raises Playwright's Error."""
        change = self.begin(work)
        await asyncio.wait([change], timeout=AT_ONCE_S)
        if not change.done():
            self.await_later([change])
            following = [self.tasks.spawn(_follow(page)) for page in context.pages]
            await asyncio.wait([change, *following], timeout=PATIENCE_S)
        raise_failures([change])


async def _follow(page: Page) -> None:
    """A route of the page alone has Playwright compare what the page intercepts with what it should."""
    # A page that has gone requests nothing.
    with suppress(Error):
        await page.route(_NONE, _pass)
        await page.unroute(_NONE, _pass)


async def _pass(route: Route) -> None:
    await route.fallback()
