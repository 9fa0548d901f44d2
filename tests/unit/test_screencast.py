"""What a screencast makes of frames that overtake one another, given the frames alone; pictures of pages are tested in tests/viewer."""

from typing import cast

import pytest
from playwright.async_api import Page

from refbrowser.browser.screencast import Picture, Screencast

pytestmark = pytest.mark.asyncio


async def shown(*times: float) -> list[float]:
    """The times of the pictures delivered when frames of those times (milliseconds) arrive in that order."""
    pictures: list[Picture] = []
    screencast = Screencast(cast("Page", None), pictures.append)
    for at in times:
        await screencast._frame({"data": b"%d" % at, "viewportWidth": 10, "viewportHeight": 10, "timestamp": at})
    return [picture.at_ms for picture in pictures]


async def test_a_frame_that_was_overtaken_by_a_newer_one_is_not_shown() -> None:
    assert await shown(1_000, 1_033, 1_016, 1_050) == [1_000, 1_033, 1_050]


async def test_a_clock_that_is_set_back_does_not_stop_the_pictures() -> None:
    assert await shown(3_600_000, 1_000, 1_016) == [3_600_000, 1_000, 1_016]
