"""Capture the pictures of one tab once for all its watchers, and only while it has watchers."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

from refbrowser.browser.imaging.screencast import Picture, Screencast
from refbrowser.browser.tab.tab import Tab
from refbrowser.viewer.capture_pause import CapturePause
from refbrowser.viewer.sights import PresentDocument, Sight

SCALES: Final = (1.0, 0.75, 0.5, 0.35)
"""Scales of the capture. Steps, because every change of size restarts the capture."""

QUALITIES: Final = ((0.0, 75), (200.0, 55), (500.0, 35))
"""JPEG quality by the time from sending a picture to its painting in the fastest viewer, in milliseconds."""

RECOVERY: Final = 0.6
"""The quality rises again when the time falls below this share of the limit. The gap prevents oscillation."""

STALLED_S: Final = 1.0
"""The capture stops when no viewer has painted for this time, because unused frames cost nearly as much as others."""

CONFIRM_S: Final = 0.3
"""Delay between the end of a call and the confirmation that the last picture shows its effect. By then a new page is drawn."""


class Watcher(Protocol):
    """A viewer of the tab: the size of its canvas in device pixels, and how fast it paints."""

    width: int
    height: int

    @property
    def has_room(self) -> bool: ...

    @property
    def paint_ms(self) -> float: ...

    def offer(self, picture: Picture, sight: Sight) -> None: ...

    def still(self, at_ms: float) -> None:
        """Confirm that the tab still showed the last offered picture at ``at_ms`` (Unix milliseconds), after its last call."""
        ...


class Broadcast:
    """The watchers of one tab. Its screencast runs while there are any, and restarts after a crash of the page."""

    def __init__(self, tab: Tab, on_picture: Callable[[], None], on_step: Callable[[tuple[str, int], Picture], None]) -> None:
        """``on_picture`` is called at each picture, ``on_step`` with the one that shows what a call of the journal did."""
        self.tab = tab
        self._on_picture = on_picture
        self._on_step = on_step
        self._step: tuple[str, int] | None = None
        self._watchers: list[Watcher] = []
        self._screencast: Screencast | None = None
        self._last: Picture | None = None
        self._quality = QUALITIES[0][1]
        self._task: asyncio.Task[None] | None = None
        self._dirty = False
        self._stalled = False
        self._patience: asyncio.TimerHandle | None = None
        self._confirming: asyncio.TimerHandle | None = None
        # Unix milliseconds: when the last call ended, if none runs; when the newest picture was taken, offered or not.
        self._call_ended_ms: float | None = None
        self._taken_ms = 0.0
        self.pause = CapturePause(self.changed)
        self._document = PresentDocument(tab, self._show_anew)

    @property
    def watched(self) -> bool:
        return bool(self._watchers)

    @property
    def idle(self) -> bool:
        """Whether nobody watches, and no capture is ending: Chromium ends the last one of a page, whoever began it."""
        return not self._watchers and (self._task is None or self._task.done())

    @property
    def capturing(self) -> bool:
        """Whether Chromium captures the tab now."""
        return self._screencast is not None and self._screencast.running

    def join(self, watcher: Watcher) -> None:
        """Offer ``watcher`` the last picture now, and every new one."""
        self._watchers.append(watcher)
        if self._last is not None:
            watcher.offer(self._last, self._sight(self._last))
        self._meter()
        self.changed()

    def leave(self, watcher: Watcher) -> None:
        if watcher in self._watchers:
            self._watchers.remove(watcher)
            self._meter()
            self.changed()

    def changed(self) -> None:
        """Adapt the capture after a change of the watchers, their sizes, or the tab's page."""
        self._dirty = True
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._align())

    def kept_up(self) -> None:
        """Adapt to a watcher that has painted: it may accept frames again, and its speed may have changed."""
        self._meter()
        if self._watchers and self._wanted_quality() != self._quality:
            self.changed()

    def call_began(self) -> None:
        """Note that a call on the tab started: pictures from now on no longer show the effect of the call before."""
        self._stop_confirming()
        self._call_ended_ms = self._step = None
        self.pause.call_began()

    def call_ended(self, step: tuple[str, int] | None) -> None:
        """Note that a call on the tab ended, which the journal has as ``step``, if a picture is to be kept of it."""
        self._step = step
        self.pause.call_ended()
        self._call_ended_ms = time.time() * 1000
        self._confirm_soon()

    def _confirm_soon(self) -> None:
        self._stop_confirming()
        self._confirming = asyncio.get_running_loop().call_later(CONFIRM_S, self._confirm)

    def _confirm(self) -> None:
        # While the capture is paused the picture may be outdated; its first picture afterwards schedules this again.
        if self._screencast is None or self._call_ended_ms is None or not self._screencast.current:
            return
        if self._taken_ms < self._call_ended_ms:
            # Chromium may drop the picture of a change that it has no room for. The one that is asked for schedules this again.
            self._screencast.refresh()
            return
        for watcher in self._watchers:
            watcher.still(time.time() * 1000)
        # What a person who has the tab is entering is no part of the call before.
        if self._step is not None and self._last is not None and self.tab.lock.hold is None:
            self._on_step(self._step, self._last)
            self._step = None

    def _stop_confirming(self) -> None:
        if self._confirming is not None:
            self._confirming.cancel()

    async def end(self) -> None:
        """Stop the capture."""
        self._watchers.clear()
        self._stop_confirming()
        self.pause.end()
        self._meter()
        self.changed()
        await self._document.end()
        if self._task is not None:
            await self._task

    async def _align(self) -> None:
        while self._dirty:
            self._dirty = False
            running = self._screencast
            page = self.tab.page if self.tab.attached and not self.tab.closed and not self.tab.crashed else None
            if running is not None and (not self._watchers or running.page is not page):
                self._screencast = self._last = None
                await running.stop()
            if page is None or not self._watchers:
                continue
            if self._screencast is None:
                self._screencast = Screencast(page, self._deliver)
            self._quality = self._wanted_quality()
            if self.pause.on or self._stalled:
                await self._screencast.stop()
            else:
                await self._screencast.start(*self._wanted_size(), self._quality)

    def _deliver(self, picture: Picture) -> None:
        self._taken_ms = picture.at_ms
        # A restarted capture begins with a picture of the present page, often the same as the last one.
        moved = self._last is None or picture.jpeg != self._last.jpeg
        if self._call_ended_ms is not None:
            # On a busy machine a picture can arrive long after it was taken, even after the confirmation.
            self._confirm_soon()
        # A person who has taken the tab over sees every change.
        self.pause.seen(moved=moved and self.tab.lock.hold is None)
        if not moved:
            return
        self._last = picture
        self._document.look(picture.at_ms)
        for watcher in self._watchers:
            watcher.offer(picture, self._sight(picture))
        self._meter()
        self._on_picture()

    def _sight(self, picture: Picture) -> Sight:
        return Sight(self._document, self.tab, picture.at_ms)

    def _show_anew(self, since_ms: float) -> None:
        """Have a picture of the new document sent, also where it looks like the one before."""
        if self._screencast is not None and (self._last is None or self._last.at_ms < since_ms):
            self._last = None
            self._screencast.refresh()

    def _meter(self) -> None:
        """Acknowledge frames while a watcher accepts more; stop the capture when none does for long."""
        if self._screencast is None:
            return
        if not self._watchers or any(watcher.has_room for watcher in self._watchers):
            self._screencast.demand.set()
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None
            self._set_stalled(stalled=False)
        else:
            self._screencast.demand.clear()
            if self._patience is None and not self._stalled:
                self._patience = asyncio.get_running_loop().call_later(STALLED_S, self._give_up)

    def _give_up(self) -> None:
        self._patience = None
        self._set_stalled(stalled=True)

    def _set_stalled(self, *, stalled: bool) -> None:
        if stalled is not self._stalled:
            self._stalled = stalled
            self.changed()

    def _wanted_size(self) -> tuple[int, int]:
        """Return the smallest scaled size that covers the largest canvas, at most the size of the page."""
        size = self.tab.page.viewport_size or {"width": 1280, "height": 720}
        needed = max(min(watcher.width / size["width"], watcher.height / size["height"]) for watcher in self._watchers)
        scale = min((step for step in SCALES if step >= needed * 0.98), default=1.0)
        return round(size["width"] * scale), round(size["height"] * scale)

    def _wanted_quality(self) -> int:
        slowness = min(watcher.paint_ms for watcher in self._watchers)
        wanted = [quality for limit, quality in QUALITIES if slowness >= limit][-1]
        if wanted <= self._quality:
            return wanted
        eager = [quality for limit, quality in QUALITIES if slowness >= limit * RECOVERY][-1]
        return max(self._quality, eager)
