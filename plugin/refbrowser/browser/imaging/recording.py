"""A video of one tab, written while the tab goes on."""

import asyncio
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import Error, Page

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.imaging.around import small_picture
from refbrowser.browser.imaging.images import Box, paint_over
from refbrowser.browser.imaging.own_screencast import OwnScreencast
from refbrowser.browser.imaging.screencast import Picture, Screencast
from refbrowser.browser.imaging.secret_places import EVERYWHERE, SecretPlaces, places_throughout
from refbrowser.browser.imaging.webm import MIME, WebmFile, key_frame
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import BrowserFailure, FileError, RefbrowserError, Remedy
from refbrowser.masking import Masker
from refbrowser.tasks import Tasks

if TYPE_CHECKING:
    from PIL import Image

INTERVAL_S: Final = 0.1
"""The shortest time from frame to frame: encoding one takes about 40 ms of a processor."""

_LAST_SHOWN_MS: Final = 100
"""How long the last frame is shown, at least."""

LAST_PICTURE_MS: Final = 5_000
"""How long the picture of the end may take; without it the video ends with the last frame that came, which ``stop`` says."""

LONGEST_S: Final = 600.0
MOST_BYTES: Final = 100_000_000
LARGEST: Final = 1280
"""Pixels of the longer side."""

QUALITY: Final = 60
SECRETS_MS: Final = 500
"""How long the page may take to say where it shows a secret; without its answer the whole frame is painted over."""


class Recording:
    """From :meth:`start` to :meth:`end`, which also comes with the end of the tab, its page's crash, :data:`LONGEST_S` or
    :data:`MOST_BYTES`. ``secrets`` returns the values that no frame may show.

    One task writes the file, in threads, one frame after the other; a newer frame replaces the one that waits. What is drawn while
    a person has the tab is left out: what they type is not for the agent.
    """

    def __init__(self, tab: Tab, refs: RefTable, path: Path, masker: Masker) -> None:
        self.path = path
        self.ended_because: str | None = None
        self.left_out = 0
        """How many pictures came while a person had the tab."""
        self._tab = tab
        self._refs = refs
        self._masker = masker
        self._secrets = SecretPlaces(tab, refs, masker)
        self._loop = asyncio.get_running_loop()
        self._began = 0.0
        self._duration_ms = 0
        self._file: WebmFile | None = None
        self._size = (0, 0)
        self._last = b""
        self._last_ms = 0
        self._places: list[Sequence[Box]] = []
        self._waiting: tuple[bytes, int] | None = None
        self._wake = asyncio.Event()
        self._closing = False
        self._failure: OSError | None = None
        self._tasks = Tasks()
        self._page: Page | None = None
        self._screencast: Screencast | None = None
        self._writer: asyncio.Task[None] | None = None
        self._limit: asyncio.TimerHandle | None = None
        self._change = asyncio.Lock()
        self._end: asyncio.Task[None] | None = None
        self._abandoned = False

    @property
    def running(self) -> bool:
        return self._end is None

    async def start(self, deadline: Deadline) -> None:
        """Returns when the first frame is written. Raises ``file_unwritable``, ``timeout``, and ``tab_hung`` where the page gives
        no picture. Where it raises, :meth:`abandon` is still to be called."""
        async with self._change:
            async with deadline.waiting_for("the first picture of the recording"):
                first = await small_picture(self._tab, self._refs, self._masker)
            if first is None:
                raise BrowserFailure(
                    f"Tab {self._tab.browser_id} delivers no picture, so the recording did not start.",
                    code="tab_hung",
                    remedy=Remedy("reload", {"browser_id": self._tab.browser_id}),
                )
            self._size = _size_for(first)
            self._began = self._loop.time()
            try:
                self._file = await asyncio.to_thread(WebmFile, self.path, *self._size)
                await self._put(first, 0)
            except OSError as failure:
                raise self._unwritable(failure) from None
            self._writer = self._tasks.spawn(self._write())
            self._limit = self._loop.call_later(LONGEST_S, self._end_soon, f"{LONGEST_S:g} s is the limit")
            self._page = self._tab.page
            self._page.on("crash", self._crashed)
            self._screencast = Screencast(self._page, self._deliver, source=OwnScreencast(self._tab.cdp), interval_s=INTERVAL_S)
            await self._screencast.start(*self._size, QUALITY + 20)

    async def stop(self, not_drawn: str | None = None) -> dict[str, Any]:
        """End it, with a picture of the page as it is now; ``not_drawn`` is why there can be none.

        Returns ``{path, mime, duration_ms, width, height, size}``, ``ended_because`` where it had ended before, and ``end_missing``
        where there is no last picture, and ``left_out`` where a person had the tab while it changed. Raises ``file_unwritable``,
        with ``ended_because`` too; then there is no file.
        """
        missing = await self._last_picture(not_drawn) if self.running else {}
        await self._ended(None)
        if self._failure is not None:
            raise self._unwritable(self._failure)
        assert self._file is not None
        because = {"ended_because": self.ended_because} if self.ended_because is not None else {}
        left_out = {"left_out": "what the page showed while a person had the tab"} if self.left_out else {}
        width, height = self._size
        return {**self.progress(), "width": width, "height": height, "size": self._file.size, **because, **missing, **left_out}

    async def _last_picture(self, not_drawn: str | None) -> dict[str, str]:
        if not_drawn is not None:
            return {"end_missing": not_drawn}
        if self._tab.lock.hold is not None:
            return {"end_missing": "a person has the tab"}
        last = await small_picture(self._tab, self._refs, self._masker, LAST_PICTURE_MS)
        if last is None:
            return {"end_missing": f"the page gave no picture within {LAST_PICTURE_MS / 1000:g} s"}
        self._waiting = (last, self._now_ms())
        return {}

    def progress(self) -> dict[str, Any]:
        """``{path, mime, duration_ms}`` so far."""
        return {"path": str(self.path), "mime": MIME, "duration_ms": self._now_ms() if self.running else self._duration_ms}

    async def end(self, because: str) -> None:
        """End it for a reason that is not the agent's."""
        await self._ended(because)

    async def abandon(self) -> None:
        """End it, and leave no file."""
        self._abandoned = True
        await self._ended("it was abandoned")

    # One frame after the other

    def _deliver(self, picture: Picture) -> None:
        if self._tab.lock.hold is not None:
            self.left_out += 1
        elif self._end is None and self._screencast is not None:
            self._screencast.demand.clear()
            self._waiting = (picture.jpeg, self._now_ms())
            self._wake.set()

    async def _write(self) -> None:
        while not self._closing or self._waiting is not None:
            await self._wake.wait()
            self._wake.clear()
            frame, self._waiting = self._waiting, None
            if frame is not None and self._failure is None:
                try:
                    await self._put(*frame)
                except OSError as failure:
                    self._failure = failure
                    self._end_soon("its file cannot be written")
            if self._screencast is not None:
                self._screencast.demand.set()

    async def _put(self, jpeg: bytes, at_ms: int) -> None:
        assert self._file is not None
        hidden = await self._hidden() if self._masker.values else []
        await asyncio.to_thread(self._encode, jpeg, hidden, max(at_ms, self._last_ms))
        if self._file.size > MOST_BYTES:
            self._end_soon(f"{MOST_BYTES // 1_000_000} MB is the limit")

    def _encode(self, jpeg: bytes, hidden: Sequence[Box], at_ms: int) -> None:
        from PIL import Image

        assert self._file is not None
        with Image.open(io.BytesIO(jpeg)) as image:
            image.draft("RGB", self._size)
            painted = image.convert("RGB")
        if hidden:
            paint_over(painted, hidden)
        frame = key_frame(_fitted(painted, self._size), QUALITY)
        if frame != self._last:
            self._file.add(frame, at_ms)
            self._last, self._last_ms = frame, at_ms

    async def _hidden(self) -> Sequence[Box]:
        """Where secrets were while the frame was drawn: that was after the question before the last one, since it was then that the
        frame before it was handled."""
        current: Sequence[Box] = [EVERYWHERE]
        patience = Deadline(SECRETS_MS)
        try:
            async with patience.waiting_for("the places of secrets"):
                current = await self._secrets.current(patience)
        except (RefbrowserError, Error):
            # A page that cannot be asked may show one anywhere.
            current = [EVERYWHERE]
        self._places = [*self._places[-2:], current]
        return places_throughout(*self._places)

    # The end

    def _now_ms(self) -> int:
        return round((self._loop.time() - self._began) * 1000)

    def _crashed(self, _: Page) -> None:
        self._end_soon("the page crashed")

    def _end_soon(self, because: str) -> None:
        self._tasks.spawn(self._ended(because))

    async def _ended(self, because: str | None) -> None:
        if self._end is None:
            self._duration_ms = self._now_ms()
            self.ended_because = because
            self._end = self._tasks.spawn(self._finish())
        await asyncio.shield(self._end)

    async def _finish(self) -> None:
        async with self._change:
            if self._limit is not None:
                self._limit.cancel()
            if self._page is not None:
                self._page.remove_listener("crash", self._crashed)
            if self._screencast is not None:
                await self._screencast.stop()
            self._closing = True
            self._wake.set()
            if self._writer is not None:
                await self._writer
            if self._file is None:
                return
            try:
                if self._failure is None and not self._abandoned:
                    await asyncio.to_thread(self._close)
            except OSError as failure:
                self._failure = failure
            if self._failure is not None or self._abandoned:
                try:
                    await asyncio.to_thread(self._file.discard)
                except OSError as failure:
                    self._failure = self._failure or failure

    def _close(self) -> None:
        assert self._file is not None
        # The picture that the end was taken with has come in the same millisecond.
        self._duration_ms = max(self._duration_ms, self._last_ms + _LAST_SHOWN_MS)
        # A player takes the last frame's time for the end.
        self._file.add(self._last, self._duration_ms)
        self._file.finish(self._duration_ms)

    def _unwritable(self, failure: OSError) -> FileError:
        because = {"ended_because": self.ended_because} if self.ended_because is not None else {}
        return FileError(
            f"{self.path} cannot be written: {failure.strerror or failure}.",
            code="file_unwritable",
            details={"path": str(self.path), **because},
        )


def _size_for(jpeg: bytes) -> tuple[int, int]:
    """The video's size: the picture's, at most :data:`LARGEST`, in even numbers, as players expect."""
    from PIL import Image

    with Image.open(io.BytesIO(jpeg)) as image:
        width, height = image.size
    scale = min(1.0, LARGEST / max(width, height))
    return max(2, int(width * scale) & ~1), max(2, int(height * scale) & ~1)


def _fitted(image: "Image.Image", size: tuple[int, int]) -> "Image.Image":
    """``image`` in the video's size; where the viewport has got other proportions since, with borders."""
    from PIL import Image, ImageOps

    if image.size == size:
        return image
    return ImageOps.pad(image, size, Image.Resampling.BILINEAR, "#808080")
