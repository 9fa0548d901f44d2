"""Playwright's driver process, started once per :class:`refbrowser.Browser` with our selector engine registered."""

from playwright.async_api import Playwright, async_playwright

from refbrowser.browser import engine


async def start_driver() -> Playwright:
    """A running driver that knows the in-page engine. The caller stops it."""
    playwright = await async_playwright().start()
    try:
        await playwright.selectors.register(engine.NAME, script=engine.source(), content_script=True)
    except BaseException:
        await playwright.stop()
        raise
    return playwright
