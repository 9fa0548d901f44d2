"""A gesture reaches what was under it when it began, or nothing, and what was typed is not lost without a word."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext

from refbrowser import Browser, Chat
from refbrowser.viewer import RunningViewer
from tests.support.server import Site
from tests.viewer.conftest import PATIENCE_MS
from tests.viewer.races import race

ASKS = 'default = "allow"\n[[rule]]\nname = "scripts"\nverdict = "ask"\nscripts = true\nreason = "scripts are looked at"\n'
TRIPS_S = (0.3, 0.0, 0.6)
SEEDS = 200


async def raced(
    seed: int,
    seconds: float,
    browser: Browser,
    site: Site,
    ruled: Chat,
    viewer: RunningViewer,
    people: BrowserContext,
    names: Iterator[int],
) -> list[str]:
    page = await people.new_page()
    try:
        page.set_default_timeout(PATIENCE_MS)
        async with race(seed, TRIPS_S[seed % 3], browser, site, page, viewer.url, ruled, names) as running:
            await running.run(seconds)
            return await running.wrong()
    finally:
        await page.close()


async def test_a_gesture_reaches_what_was_under_it_or_nothing(
    browser: Browser,
    ruled: Chat,
    rules: Path,
    site: Site,
    viewer: RunningViewer,
    plain_people: BrowserContext,
    chat_numbers: Iterator[int],
) -> None:
    rules.write_text(ASKS)
    assert await raced(0, 2.5, browser, site, ruled, viewer, plain_people, chat_numbers) == []


@pytest.mark.long("viewer/test_races.py::test_a_gesture_reaches_what_was_under_it_or_nothing")
@pytest.mark.parametrize("first", range(0, SEEDS, 4))
async def test_races_of_many_seeds(
    browser: Browser,
    ruled: Chat,
    rules: Path,
    site: Site,
    viewer: RunningViewer,
    plain_people: BrowserContext,
    chat_numbers: Iterator[int],
    first: int,
) -> None:
    rules.write_text(ASKS)
    found = {
        seed: wrong
        for seed in range(first, first + 4)
        if (wrong := await raced(seed, 4, browser, site, ruled, viewer, plain_people, chat_numbers))
    }
    assert found == {}
