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

from refbrowser.tasks import Tasks

_AT_ONCE_S: Final = 0.1
"""How long it takes where every page responds; until then no page is asked separately."""

_PATIENCE_S: Final = 0.3
"""How long the pages that respond may take then."""

_NONE: Final = re.compile(r"(?!)")
"""Matches no address."""


class Interception:
    """Knows whether every page has confirmed the changes."""

    def __init__(self) -> None:
        self._tasks = Tasks()
        self._pending: set[asyncio.Task[Error | None]] = set()

    @property
    def confirmed(self) -> bool:
        """False while a page handles its requests as before; it follows when it responds."""
        self._pending = {change for change in self._pending if not change.done()}
        return not self._pending

    async def change(self, context: BrowserContext, work: Coroutine[Any, Any, object]) -> None:
        """Runs ``work``, which adds a route to ``context`` or removes one; returns when it holds in all pages that respond.
        Bounded: ``work`` goes on after that. Raises Playwright's Error."""
        change = self._tasks.spawn(_ended(work))
        await asyncio.wait([change], timeout=_AT_ONCE_S)
        if not change.done():
            self._pending.add(change)
            following = [self._tasks.spawn(_follow(page)) for page in context.pages]
            await asyncio.wait([change, *following], timeout=_PATIENCE_S)
        if change.done() and (failure := change.result()) is not None:
            raise failure


async def _ended(work: Coroutine[Any, Any, object]) -> Error | None:
    try:
        await work
    except Error as failure:
        return failure
    return None


async def _follow(page: Page) -> None:
    """A route of the page alone has Playwright compare what the page intercepts with what it should."""
    # A page that has gone requests nothing.
    with suppress(Error):
        await page.route(_NONE, _pass)
        await page.unroute(_NONE, _pass)


async def _pass(route: Route) -> None:
    await route.fallback()
