"""Changes a setting of a context in all its pages, also while one of them does not respond.

Playwright changes one page after the other and waits for each: one that a dialog holds, or that hangs, would keep the setting
from the pages behind it. A page notes the setting before its command is sent, so that the same call made again passes it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from playwright.async_api import BrowserContext, Error

from refbrowser.tasks import Tasks

_AT_ONCE_S: Final = 0.1
"""How long it takes where every page responds."""

_PATIENCE_S: Final = 0.3
"""How long the pages that respond may take then."""


class EveryPage:
    """Knows whether every page has confirmed the changes."""

    def __init__(self) -> None:
        self._tasks = Tasks()
        self._pending: set[asyncio.Task[Error | None]] = set()

    @property
    def confirmed(self) -> bool:
        """False while a page goes on as before; it follows when it responds."""
        self._pending = {change for change in self._pending if not change.done()}
        return not self._pending

    async def change(self, context: BrowserContext, call: Callable[[], Awaitable[object]]) -> None:
        """Returns when ``call`` has changed the pages that respond; bounded. Raises Playwright's Error."""
        changes = [self._tasks.spawn(_ended(call))]
        await asyncio.wait(changes, timeout=_AT_ONCE_S)
        if not changes[0].done():
            # Each gets past one page more than the one before, so that one of them reaches the last page.
            changes += [self._tasks.spawn(_ended(call)) for _ in context.pages]
            self._pending |= set(changes)
            await asyncio.wait(changes, timeout=_PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
        for change in changes:
            if change.done() and (failure := change.result()) is not None:
                raise failure


async def _ended(call: Callable[[], Awaitable[object]]) -> Error | None:
    try:
        await call()
    except Error as failure:
        return failure
    return None
