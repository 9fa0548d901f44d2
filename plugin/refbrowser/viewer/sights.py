"""What a person saw when they began a gesture: the tab and the document in the picture whose number the gesture carries."""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from refbrowser.browser.imaging.first_paint import first_paint
from refbrowser.browser.monitor.page_activity import Activity
from refbrowser.browser.monitor.top_navigation import Navigation
from refbrowser.browser.tab.tab import Tab

KEPT: Final = 256
"""Pictures of a connection that gestures may be begun on: ten seconds of a page that moves."""

PATIENCE_S: Final = 1.0
"""How long a gesture waits for the document of a navigation that has begun."""

PAINT_PATIENCE_S: Final = 3.0
"""How long a gesture waits to learn since when pictures show the document."""


class PresentDocument:
    """Since when pictures of a tab show its present document: after a navigation they show the one before for a while."""

    def __init__(self, tab: Tab, drawn: Callable[[float], None]) -> None:
        """``drawn`` is called with the time (Unix milliseconds) from which on pictures show a document that came while a person
        had the tab."""
        self._tab = tab
        self._on_drawn = drawn
        self._document: tuple[Activity, int] | None = None
        self._since_ms = math.inf
        self._is_assumed = False
        self._asking: asyncio.Task[None] | None = None
        self._given_up: Navigation | None = None

    async def is_shown_at(self, at_ms: float) -> bool:
        """Return whether a picture of that time (Unix milliseconds) shows the document that the tab has now."""
        await self._arrived()
        if self._is_assumed and at_ms < self._since_ms:
            # An earlier picture may show it, too: the word of its arrival may have come after that.
            self._since_ms = math.inf
        self.look(None)
        if self._since_ms == math.inf and self._asking is not None:
            await asyncio.wait({self._asking}, timeout=PAINT_PATIENCE_S)
        return at_ms >= self._since_ms and self._document == self._present()

    def look(self, at_ms: float | None) -> None:
        """Notice a new document. With a picture, taken ``at_ms`` (Unix milliseconds), the document is taken to be in pictures from
        that one on, unless a person has the tab. Else it is asked when it was drawn: its picture may have come before the word of
        its arrival, and no other may follow."""
        present = self._present()
        if present != self._document:
            asks = self._document is not None and self._tab.lock.hold is not None
            self._is_assumed = not asks and at_ms is not None
            self._document, self._since_ms = present, math.inf if asks or at_ms is None else at_ms
        if present is not None and self._since_ms == math.inf and (self._asking is None or self._asking.done()):
            self._asking = asyncio.ensure_future(self._ask(present))

    async def _arrived(self) -> None:
        """Wait, once and for a bounded time, for the document of a navigation that has begun: what is sent now might reach
        that one."""
        activity = self._tab.activity if self._tab.attached else None
        if activity is None or (navigation := activity.navigation) is None or navigation is self._given_up:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while navigation.in_flight and not self._tab.closed:
                    await activity.next_change()
                return
        self._given_up = navigation

    async def end(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait({self._asking})

    def _present(self) -> tuple[Activity, int] | None:
        return (self._tab.activity, self._tab.activity.commits) if self._tab.attached and not self._tab.closed else None

    async def _ask(self, document: tuple[Activity, int]) -> None:
        # Without an answer it is asked again with the next picture or gesture.
        since_ms = await first_paint(self._tab)
        if since_ms is not None and document == self._document == self._present():
            self._since_ms, self._is_assumed = since_ms, False
            self._on_drawn(since_ms)


@dataclass(frozen=True, slots=True)
class Sight:
    """One picture that was sent: its tab, and when it was taken (Unix milliseconds)."""

    document: PresentDocument
    tab: Tab
    at_ms: float

    async def is_present(self) -> bool:
        """Return whether the tab still has the document in the picture."""
        return await self.document.is_shown_at(self.at_ms)


class Sights:
    """The last pictures of one connection, by number."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Sight] = OrderedDict()

    def add(self, number: int, sight: Sight) -> None:
        self._kept[number] = sight
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def find(self, number: int) -> Sight | None:
        return self._kept.get(number)
