"""Changes a setting of a context in all its pages, also while one of them does not respond.

Playwright changes one page after the other and waits for each: one that a dialog holds, or that hangs, would keep the setting
from the pages behind it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from playwright.async_api import BrowserContext, Error

from refbrowser.tasks import Tasks

AT_ONCE_S: Final = 0.1
"""How long it takes where every page responds; until then no page is asked separately."""

PATIENCE_S: Final = 0.3
"""How long the pages that respond may take then."""


class PendingChanges:
    """Knows whether every page has confirmed the changes."""

    def __init__(self) -> None:
        self.tasks = Tasks()
        self._pending: set[asyncio.Task[Error | None]] = set()

    @property
    def confirmed(self) -> bool:
        """False while a page goes on as before; it follows when it responds."""
        self._pending = {change for change in self._pending if not change.done()}
        return not self._pending

    def begin(self, work: Awaitable[object]) -> "asyncio.Task[Error | None]":
        """Begin a change; the task returns Playwright's Error in place of raising it."""
        return self.tasks.spawn(_ended(work))

    def await_later(self, changes: Iterable["asyncio.Task[Error | None]"]) -> None:
        """Count ``changes`` as unconfirmed until they end."""
        self._pending |= set(changes)


class EveryPage(PendingChanges):
    """For a setting that a page notes before its command is sent, so that the same call made again gets past a page that does not
    respond."""

    async def change(self, context: BrowserContext, call: Callable[[], Awaitable[object]]) -> None:
        """Returns when ``call`` has changed the pages that respond; bounded. Raises Playwright's Error."""
        changes = [self.begin(call())]
        await asyncio.wait(changes, timeout=AT_ONCE_S)
        if not changes[0].done():
            # Each gets past one page more than the one before, so that one of them reaches the last page.
            changes += [self.begin(call()) for _ in context.pages]
            self.await_later(changes)
            await asyncio.wait(changes, timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
        raise_failures(changes)


def raise_failures(changes: Iterable["asyncio.Task[Error | None]"]) -> None:
    """Raise the Error of a change that has failed."""
    for change in changes:
        if change.done() and (failure := change.result()) is not None:
            raise failure


async def _ended(work: Awaitable[object]) -> Error | None:
    try:
        await work
    except Error as failure:
        return failure
    return None
