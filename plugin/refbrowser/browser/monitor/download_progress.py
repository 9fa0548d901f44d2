"""How much of a download has arrived, by Chromium's own events: one that is too large is cancelled before all of it has, and of one
that fails it is said how far it came."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Download, Error

from refbrowser.browser.playwright_internals.download_guid import download_guid
from refbrowser.tasks import Tasks


@dataclass(slots=True)
class Arriving:
    """A download under way, with its bytes so far, of ``total`` if that is known; ``most`` is the highest count, since Chromium may
    begin anew. ``excess``: the bytes of all those under way if it was cancelled for them. ``reported``: whether any event came."""

    download: Download
    received: int = 0
    most: int = 0
    total: int = 0
    excess: int = 0
    reported: bool = False


class DownloadProgress:
    """The downloads of a chat, which may not have more than some bytes together. ``room``: how many they may still have."""

    def __init__(self, room: Callable[[], int | None]) -> None:
        self._room = room
        self._arriving: dict[str, Arriving] = {}
        self._tasks = Tasks()

    @contextmanager
    def watching(self, arriving: Arriving) -> Iterator[None]:
        """Count its bytes while the context lasts, and cancel it as soon as those under way have more than there is room for."""
        guid = download_guid(arriving.download) or ""
        self._arriving[guid] = arriving
        try:
            yield
        finally:
            self._arriving.pop(guid, None)

    def report(self, event: dict[str, Any]) -> None:
        """Chromium's event ``Page.downloadProgress``."""
        arriving = self._arriving.get(event["guid"])
        if arriving is None:
            return
        arriving.reported = True
        if arriving.excess or event.get("state") != "inProgress":
            return
        arriving.received, arriving.total = int(event.get("receivedBytes", 0)), int(event.get("totalBytes", 0))
        arriving.most = max(arriving.most, arriving.received)
        together = sum(each.received for each in self._arriving.values() if not each.excess)
        room = self._room()
        if room is not None and together > room:
            arriving.excess = together
            self._tasks.spawn(_cancel(arriving.download))

    def stop(self) -> None:
        """Give up what is under way."""
        self._tasks.cancel_others()


async def _cancel(download: Download) -> None:
    with suppress(Error):  # it has ended in the meantime, or its context is closed
        await download.cancel()
