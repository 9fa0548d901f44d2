"""The browser that tests share without refbrowser, with the engine registered in Playwright's isolated world."""

from collections.abc import AsyncIterator
from typing import Final

import pytest
from playwright.async_api import Browser, Error, Page, Playwright

from refbrowser.browser.engine import script


@pytest.fixture(scope="session")
async def browser(playwright: Playwright, people: Browser) -> Browser:
    await playwright.selectors.register(script.NAME, script=script.source(), content_script=True)
    return people


@pytest.fixture(scope="session")
async def tab(browser: Browser) -> Page:
    """The tab that all tests share, 1280 by 720 CSS pixels."""
    page = await browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(5_000)
    return page


@pytest.fixture
async def page(tab: Page) -> Page:
    """The shared tab with a new document, and so with a new engine."""
    await tab.goto("about:blank")
    await tab.mouse.move(0, 0)
    return tab


DEEP: Final = 3_000


@pytest.fixture
async def deep_page(browser: Browser) -> AsyncIterator[Page]:
    """A tab of its own, for elements inside each other, :data:`DEEP` of them; skipped where this Chromium cannot lay them out."""
    page = await browser.new_page()
    try:
        await page.set_content("<p>probe")
        await page.evaluate(
            f"let at = document.body; for (let i = 0; i < {DEEP}; i++) at = at.appendChild(document.createElement('span'));"
            " at.textContent = 'deep'; document.body.offsetWidth"
        )
        # The frame that is painted next crashes the renderer of some.
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    except Error:
        await page.close()
        pytest.skip(
            f"the renderer of Chromium {browser.version} crashes with {DEEP} elements inside each other, also without the engine"
        )
    yield page
    await page.close()
