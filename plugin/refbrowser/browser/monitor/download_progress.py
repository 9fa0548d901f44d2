"""How much of a download has arrived, by Chromium's own events, so that one that is too large is cancelled before all of it has."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Download, Error

from refbrowser.tasks import Tasks


@dataclass(slots=True)
class Arriving:
    """A download under way that may have ``most`` bytes. ``excess``: how many it had when it was cancelled for them, else 0."""

    browser_id: int
    download: Download
    most: int
    excess: int = 0


class DownloadProgress:
    """The downloads of a chat that may not have more than some bytes."""

    def __init__(self) -> None:
        self.arriving: list[Arriving] = []
        self._tasks = Tasks()

    def report(self, browser_id: int, event: dict[str, Any]) -> None:
        """Chromium's event ``Page.downloadProgress``. Its identifier is one that Playwright does not show: of several downloads of
        one tab at a time none is cancelled."""
        own = [one for one in self.arriving if one.browser_id == browser_id]
        received = int(event.get("receivedBytes", 0))
        if len(own) == 1 and not own[0].excess and received > own[0].most and event.get("state") == "inProgress":
            own[0].excess = received
            self._tasks.spawn(_cancel(own[0].download))

    def stop(self) -> None:
        """Give up what is under way."""
        self._tasks.cancel_others()


async def _cancel(download: Download) -> None:
    with suppress(Error):  # it has ended in the meantime, or its context is closed
        await download.cancel()
