"""Playwright as a careful person writes it by hand: locators, one context, no waiting beyond what each call does by itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import BrowserContext, Locator, Page, async_playwright

NAME: Final = "playwright"


class RawPlaywright:
    """Reads a page as ``inner_text`` of its body: the text alone, nothing to act by."""

    name = NAME

    def __init__(self, context: BrowserContext) -> None:
        self._context = context

    async def open(self, url: str) -> Page:
        page = await self._context.new_page()
        await page.goto(url, wait_until="domcontentloaded")
        return page

    async def close(self, tab: Page) -> None:
        await tab.close()

    async def content(self, tab: Page) -> str:
        return await tab.inner_text("body")

    async def evaluate(self, tab: Page, script: str) -> object:
        value: object = await tab.evaluate(script)
        return value

    async def find(self, tab: Page, label: str, element_id: str) -> Locator:
        return tab.locator(f"#{element_id}")

    async def click(self, tab: Page, target: Locator) -> None:
        await target.click()

    async def type(self, tab: Page, target: Locator, text: str) -> None:
        await target.fill(text)

    async def follow(self, tab: Page, target: Locator) -> None:
        async with tab.expect_navigation(wait_until="domcontentloaded"):
            await target.click()

    async def select(self, tab: Page, target: Locator, label: str) -> None:
        await target.select_option(label=label)

    async def check(self, tab: Page, target: Locator, checked: bool) -> None:
        await target.set_checked(checked)

    async def screenshot(self, tab: Page, path: Path) -> None:
        await tab.screenshot(path=path, type="jpeg", quality=80)


class AriaPlaywright(RawPlaywright):
    """Reads a page as Playwright's own snapshot for models, whose elements have refs."""

    name = "playwright aria"

    async def content(self, tab: Page) -> str:
        return await tab.locator("body").aria_snapshot(mode="ai")


@asynccontextmanager
async def raw_playwright(executable: Path) -> AsyncIterator[tuple[RawPlaywright, AriaPlaywright]]:
    """Two ways of reading with one browser; they act alike."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        context = await browser.new_context()
        yield RawPlaywright(context), AriaPlaywright(context)
        await browser.close()
