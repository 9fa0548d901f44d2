"""What a screencast makes of frames that overtake one another, given the frames alone; pictures of pages are tested in tests/viewer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from playwright.async_api import Page

from refbrowser.browser.imaging import screencast as module
from refbrowser.browser.imaging.screencast import Picture, Screencast

pytestmark = pytest.mark.asyncio


async def shown(*times: float) -> list[float]:
    """The times of the pictures delivered when frames of those times (milliseconds) arrive in that order."""
    pictures: list[Picture] = []
    page = Silent()
    screencast = Screencast(cast("Page", page), pictures.append)
    await screencast.start(10, 10, 50)
    for at in times:
        await page.picture({"data": b"%d" % at, "viewportWidth": 10, "viewportHeight": 10, "timestamp": at})
    await screencast.stop()
    return [picture.at_ms for picture in pictures]


async def test_a_frame_that_was_overtaken_by_a_newer_one_is_not_shown() -> None:
    assert await shown(1_000, 1_033, 1_016, 1_050) == [1_000, 1_033, 1_050]


async def test_a_clock_that_is_set_back_does_not_stop_the_pictures() -> None:
    assert await shown(3_600_000, 1_000, 1_016) == [3_600_000, 1_000, 1_016]


OFTEN = 10


class Silent:
    """In the place of a page whose screencasts give no picture; counts them."""

    def __init__(self) -> None:
        self.screencast = self
        self.begun = 0
        self.often, self.again = asyncio.Event(), asyncio.Event()

    async def start(self, on_frame: Callable[[dict[str, Any]], Awaitable[None]], **_: object) -> None:
        self.picture = on_frame
        self.begun += 1
        self.again.set()
        if self.begun >= OFTEN:
            self.often.set()

    async def stop(self) -> None:
        """Nothing ends."""


async def test_a_capture_begins_again_until_there_is_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_S", 0.001)
    monkeypatch.setattr(module, "LONGEST_FIRST_S", 0.004)
    page = Silent()
    screencast = Screencast(cast("Page", page), lambda _: None)
    await screencast.start(10, 10, 50)
    async with asyncio.timeout(10):
        await page.often.wait()
    await page.picture({"data": b"", "viewportWidth": 10, "viewportHeight": 10, "timestamp": 1})
    page.again.clear()
    with pytest.raises(TimeoutError):
        # Long enough to begin ten times.
        await asyncio.wait_for(page.again.wait(), 0.05)
    await screencast.stop()
