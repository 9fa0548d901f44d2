"""How much of a page's console comes in: a page can write more lines than this process can take, and all chats wait behind them.

For each line the driver sends its text and an object for each argument, which takes this process a third of a millisecond. And it
keeps 100 000 such objects for a browser, also those of documents that are gone: half a gigabyte of Python, which the garbage
collector goes through for a second at a time.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from playwright.async_api import ConsoleMessage, Error, JSHandle, Page

from refbrowser.browser.playwright_internals.console_messages import send_console
from refbrowser.tasks import Tasks

MOST: Final = 500
"""Lines within :data:`WITHIN_S`; a page that writes more is not listened to for :data:`AWAY_S`."""

WITHIN_S: Final = 1.0
AWAY_S: Final = 1.0

MADE_UP_FOR: Final = 150
"""The newest lines of that time are asked for after it, less than the log keeps, so that it also keeps what says so."""

_ASKING_MS: Final = 5_000

_KEPT: Final = 200
"""Arguments that are not released yet: pages that write little cost nothing more."""

_AT_ONCE: Final = 50


class ConsoleFlow:
    """Of one page, for as long as it lasts. ``missed`` gets the newest lines of a time in which it was not listened to."""

    def __init__(self, page: Page, missed: Callable[[list[ConsoleMessage]], None]) -> None:
        self._page = page
        self._missed = missed
        self._since = 0.0
        self._lines = 0
        self._away = False
        self._newest: deque[float] = deque(maxlen=MOST)
        """When the lines that came were written, in milliseconds."""
        self._arguments: deque[JSHandle] = deque()
        self._releasing = False
        self._tasks = Tasks()
        page.on("close", lambda _: self._tasks.cancel_others())

    def add(self, message: ConsoleMessage) -> float | None:
        """Add a line. With the one that exceeds what is taken in, the listening ends for :data:`AWAY_S`: then the seconds in
        which these lines came are returned, None otherwise."""
        self._keep(message)
        moment = time.monotonic()
        if moment - self._since > WITHIN_S:
            self._since, self._lines = moment, 0
        self._lines += 1
        if self._lines < MOST or self._away:
            return None
        self._away = True
        send_console(self._page, wanted=False)
        self._tasks.spawn(self._listen_again())
        return moment - self._since

    async def _listen_again(self) -> None:
        await asyncio.sleep(AWAY_S)  # the time for which the page is not listened to
        written = self._newest[-1]
        self._away, self._lines = False, 0
        send_console(self._page, wanted=True)
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(_ASKING_MS / 1000):
                kept = await self._page.console_messages()
            # Some may have come during the question.
            missed = [message for message in kept if message.timestamp > written and message.timestamp not in self._newest][
                -MADE_UP_FOR:
            ]
            for message in missed:
                self._keep(message)
            if missed:
                self._missed(missed)

    def _keep(self, message: ConsoleMessage) -> None:
        self._newest.append(message.timestamp)
        self._arguments.extend(message.args)
        if len(self._arguments) >= _KEPT + _AT_ONCE and not self._releasing:
            self._releasing = True
            self._tasks.spawn(self._release())

    async def _release(self) -> None:
        """Gives up all arguments but the newest."""
        try:
            while len(self._arguments) > _KEPT:
                some = [self._arguments.popleft() for _ in range(min(_AT_ONCE, len(self._arguments) - _KEPT))]
                # What a document took along when it went is not there any more.
                await asyncio.gather(*(argument.dispose() for argument in some), return_exceptions=True)
        finally:
            self._releasing = False
