"""The picture of a tab as it changes, through Playwright's screencast: paced, bounded, and nothing at all while nothing moves."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

from playwright.async_api import Error, Page, ScreencastFrame, ScreencastSize

INTERVAL_S: Final = 1 / 26
"""The shortest time from frame to frame. Chromium stops at five unanswered frames, so answering at this pace is what slows it."""

RUN_S: Final = 0.5
"""Frames that follow one another within this time are a run. Chromium may drop any frame of a run that it has no room for, also the
last; how many wait is not known here, because a busy machine keeps them on their way."""

TAIL_S: Final = 0.12
"""How long the page must have been still after a run before the picture is asked for once more."""

SWAPPED_MS: Final = 2_000.0
"""Frames are compressed side by side and may overtake one another; one that is older by more than this is from another clock."""

FIRST_S: Final = 0.5
"""A capture that begins while a page is coming up may give no picture until something moves: after this time it begins again, and
after twice as long the next time, until there is one."""

LONGEST_FIRST_S: Final = 8.0
"""It does not begin again more seldom than this: on a machine that stands still for seconds the picture comes after all."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One frame: a JPEG of the viewport, the viewport's size in CSS pixels, and when it was shown (Unix milliseconds)."""

    jpeg: bytes
    width: int
    height: int
    at_ms: float


@dataclass(slots=True)
class _Capture:
    """One capture, from its begin to its end, and ``timer``, after which it begins again.

    A frame of the capture before may still arrive in it, dated before ``began_ms`` (Unix milliseconds): the page as it was. Until
    one of its own has arrived, ``silent``, nobody knows the page as it is.
    """

    began_ms: float
    silent: bool = True
    unanswered: int = 0
    run: bool = False
    newest: Picture | None = None
    newest_came: float = 0.0
    timer: asyncio.TimerHandle | None = None

    def cancel(self) -> None:
        """It does not begin again."""
        if self.timer is not None:
            self.timer.cancel()


class FrameSource(Protocol):
    """Where frames come from: Playwright's ``page.screencast``, or what works like it."""

    async def start(
        self, *, on_frame: Callable[[ScreencastFrame], Coroutine[Any, Any, None]], size: ScreencastSize, quality: int
    ) -> object: ...

    async def stop(self) -> None: ...


class Screencast:
    """One page's screencast, from :meth:`start` to :meth:`stop`. It neither resizes the page nor gives it the focus.

    While :attr:`demand` is not set no frame is answered, so after five frames Chromium stops making any.
    """

    def __init__(
        self,
        page: Page,
        deliver: Callable[[Picture], None],
        *,
        source: FrameSource | None = None,
        interval_s: float = INTERVAL_S,
    ) -> None:
        self.page = page
        self._source = source or page.screencast
        self._interval_s = interval_s
        self.demand = asyncio.Event()
        self.demand.set()
        self._deliver = deliver
        self._settings: tuple[int, int, int] | None = None
        self._change = asyncio.Lock()
        self._next_answer = 0.0
        self._capture = _Capture(0.0)
        # Until a capture begins again that has given no picture.
        self._patience_s = FIRST_S
        self._again: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether frames are made."""
        return self._settings is not None

    @property
    def current(self) -> bool:
        """Whether a picture has arrived that was taken since it began: the page as it is, or was a moment ago."""
        return self.running and not self._capture.silent

    async def start(self, width: int, height: int, quality: int) -> None:
        """Begins, or goes on with another size (at most; the page's proportions stay) and JPEG quality. The first picture follows
        at once. A page that is gone gives none."""
        async with self._change:
            if self._settings == (width, height, quality):
                return
            await self._stop()
            self._settings = (width, height, quality)
            self._patience_s = FIRST_S
            await self._begin()

    async def stop(self) -> None:
        """Ends it; nothing is captured from now on."""
        async with self._change:
            await self._stop()
        # Answers that still wait for demand end now.
        self.demand.set()
        if self._again is not None:
            self._again.cancel()

    def refresh(self) -> None:
        """Has the picture taken once more: it follows soon, also where the page stands still. Does nothing while stopped."""
        self._begin_again(self._capture)

    async def _begin(self) -> None:
        assert self._settings is not None
        width, height, quality = self._settings
        capture = self._capture = _Capture(time.time() * 1000)
        size: ScreencastSize = {"width": width, "height": height}
        try:
            await self._source.start(on_frame=partial(self._frame, capture), size=size, quality=quality)
        except Error:
            # The page went away at this moment; viewers are notified when the tab ends.
            self._settings = None
            return
        if capture.silent:
            self._begin_again_in(self._patience_s, capture)
            self._patience_s = min(2 * self._patience_s, LONGEST_FIRST_S)

    async def _stop(self) -> None:
        self._capture.cancel()
        if self._settings is None:
            return
        self._settings = None
        try:
            await self._source.stop()
        except Error:
            # It ended with its page.
            return

    def _frame(self, capture: _Capture, frame: ScreencastFrame) -> Coroutine[Any, Any, None]:
        capture.unanswered += 1
        picture = Picture(frame["data"], frame["viewportWidth"], frame["viewportHeight"], frame["timestamp"])
        if picture.at_ms >= capture.began_ms:
            capture.silent, self._patience_s = False, FIRST_S
        if not capture.silent:
            capture.cancel()
        self._take(capture, picture)
        return self._answer(capture)

    def _take(self, capture: _Capture, picture: Picture) -> None:
        moment, newest = asyncio.get_running_loop().time(), capture.newest
        if newest is not None:
            if 0 < newest.at_ms - picture.at_ms < SWAPPED_MS:
                return
            capture.run = capture.run or (moment - capture.newest_came < RUN_S and picture.jpeg != newest.jpeg)
        capture.newest, capture.newest_came = picture, moment
        self._deliver(picture)

    async def _answer(self, capture: _Capture) -> None:
        loop = asyncio.get_running_loop()
        self._next_answer = max(loop.time(), self._next_answer + self._interval_s)
        try:
            await asyncio.sleep(self._next_answer - loop.time())  # the pace, not a wait for something
            await self.demand.wait()
        finally:
            capture.unanswered -= 1
        if capture is self._capture and capture.run and not capture.silent:
            capture.cancel()
            if not capture.unanswered:
                self._begin_again_in(TAIL_S, capture)

    def _begin_again_in(self, seconds: float, capture: _Capture) -> None:
        capture.timer = asyncio.get_running_loop().call_later(seconds, self._begin_again, capture)

    def _begin_again(self, capture: _Capture) -> None:
        waiting = self._again is not None and not self._again.done()
        if self._settings is not None and capture is self._capture and not waiting:
            self._again = asyncio.ensure_future(self._restart())

    async def _restart(self) -> None:
        async with self._change:
            settings = self._settings
            if settings is None:
                return
            await self._stop()
            self._settings = settings
            await self._begin()
