"""A first page with raw Playwright: ``cold_playwright.py EXECUTABLE URL`` prints the page's text and a line ``ready``, and waits for
its input to end.
"""

import asyncio
import sys

from playwright.async_api import async_playwright


async def main(executable: str, url: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        page = await browser.new_page()
        await page.goto(url, wait_until="domcontentloaded")
        print(await page.evaluate("document.body.innerText"), "ready", sep="\n", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        await browser.close()


asyncio.run(main(*sys.argv[1:]))
