"""Twenty-five tabs with raw Playwright: ``tabs_playwright.py EXECUTABLE URL`` prints ``ready`` and waits for its input to end."""

import asyncio
import sys

from playwright.async_api import async_playwright


async def main(executable: str, url: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        context = await browser.new_context()
        for _ in range(25):
            page = await context.new_page()
            await page.goto(url, wait_until="domcontentloaded")
            await page.evaluate("document.body.innerText")
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        await browser.close()


asyncio.run(main(*sys.argv[1:]))
