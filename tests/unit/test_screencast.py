"""What a screencast makes of frames that overtake one another, given the frames alone; pictures of pages are tested in tests/viewer."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from playwright.async_api import Page

from refbrowser.browser.imaging import screencast as module
from refbrowser.browser.imaging.screencast import Picture, Screencast

pytestmark = pytest.mark.asyncio


def now_ms() -> float:
    """Unix milliseconds."""
    return time.time() * 1000


def frame_of(at_ms: float) -> dict[str, Any]:
    """A frame that was taken at this time."""
    return {"data": b"%d" % at_ms, "viewportWidth": 10, "viewportHeight": 10, "timestamp": at_ms}


async def shown(*times: float) -> list[float]:
    """The times of the pictures delivered when frames of those times (milliseconds) arrive in that order."""
    pictures: list[Picture] = []
    page = Silent()
    screencast = Screencast(cast("Page", page), pictures.append)
    await screencast.start(10, 10, 50)
    for at in times:
        await page.picture(frame_of(at))
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
    async with asyncio.timeout(30):
        await page.often.wait()
    await page.picture(frame_of(now_ms()))
    page.again.clear()
    with pytest.raises(TimeoutError):
        # Long enough to begin ten times.
        await asyncio.wait_for(page.again.wait(), 0.05)
    await screencast.stop()


async def test_a_late_frame_of_the_capture_before_is_not_taken_for_the_page_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_S", 0.05)
    page = Silent()
    screencast = Screencast(cast("Page", page), lambda _: None)
    taken = now_ms()
    await screencast.start(10, 10, 50)
    await screencast.stop()
    await screencast.start(10, 10, 50)
    page.again.clear()
    await page.picture(frame_of(taken - 1))
    assert not screencast.current
    await asyncio.wait_for(page.again.wait(), 10)
    await page.picture(frame_of(now_ms()))
    assert screencast.current
    await screencast.stop()
    assert not screencast.current


async def test_an_answer_to_the_capture_before_does_not_stop_the_asking_for_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_S", 0.05)
    page = Silent()
    screencast = Screencast(cast("Page", page), lambda _: None)
    await screencast.start(10, 10, 50)
    screencast.demand.clear()
    late = asyncio.ensure_future(page.picture(frame_of(now_ms())))
    await asyncio.sleep(0)  # it is taken, and its answer waits
    await screencast.start(20, 20, 50)
    page.again.clear()
    screencast.demand.set()
    await late
    await asyncio.wait_for(page.again.wait(), 10)
    await screencast.stop()
