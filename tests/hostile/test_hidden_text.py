"""Text that nobody can see does not reach ``content``, whatever hides it, and text that is seen does. What Chromium paints is the judge."""

import io
import os
import shutil
from collections.abc import AsyncIterator

import pytest
from PIL import Image, ImageChops
from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, async_playwright

from refbrowser import Chat
from tests.support import hidden_text
from tests.support.calls import do
from tests.support.server import Site
from tests.support.waiting import until

WORD = "Mangrove"
OTHER = "WWWWWWWW"
FAINT = 15
"""Of 255: a difference that no eye notices."""


@pytest.fixture(scope="module")
async def chromium() -> AsyncIterator[Chromium]:
    async with async_playwright() as driver:
        names = ("chromium-headless-shell", "chromium", "google-chrome")
        executable = os.environ.get("REFBROWSER_EXECUTABLE_PATH") or next(filter(None, map(shutil.which, names)), None)
        started = await driver.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield started
        await started.close()


@pytest.fixture
async def plain_page(chromium: Chromium) -> AsyncIterator[Page]:
    page = await chromium.new_page(viewport={"width": 1280, "height": 720})
    yield page
    await page.close()


async def painted(page: Page, site: Site, html: str) -> bool:
    """Whether a picture of the whole page changes with the word."""
    shots = []
    for word in (WORD, OTHER):
        await page.goto(site.page(hidden_text.document(html, word)))
        shots.append(Image.open(io.BytesIO(await page.screenshot(full_page=True, animations="allow"))).convert("RGB"))
    if shots[0].size != shots[1].size:
        return True
    bands = ImageChops.difference(*shots).split()
    return any(any(band.histogram()[FAINT + 1 :]) for band in bands)


async def content(chat: Chat, site: Site, html: str) -> str:
    await do(chat, "open", url=site.page(hidden_text.document(html, WORD)))
    said = await do(chat, "content")
    assert isinstance(said, str)
    assert "seen at the end" in said
    return said


@pytest.mark.parametrize("name", hidden_text.HIDDEN)
async def test_hidden_text_is_left_out(chat: Chat, plain_page: Page, common_site: Site, name: str) -> None:
    html = hidden_text.HIDDEN[name]
    if name not in hidden_text.BY_RULE:
        assert not await painted(plain_page, common_site, html), "the variant hides nothing"
    assert WORD not in await content(chat, common_site, html)


@pytest.mark.parametrize("name", hidden_text.SHOWN)
async def test_visible_text_is_kept(chat: Chat, plain_page: Page, common_site: Site, name: str) -> None:
    html = hidden_text.SHOWN[name]
    if name not in hidden_text.UNSEEN_BY_PICTURE:
        assert await painted(plain_page, common_site, html), "the variant shows nothing"
    # What an animation shows is there with its first pictures.
    await until(lambda: content(chat, common_site, html), lambda said: WORD in said, patience_s=5)
