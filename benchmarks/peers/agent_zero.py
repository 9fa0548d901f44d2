"""Agent Zero's way, reconstructed: Playwright, and a script in the page that walks it element by element."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import Page, async_playwright

from benchmarks.peers.baselines import bracketed
from benchmarks.peers.peer import VIEWPORT, Ground, Kinds

NAME: Final = "Agent Zero (reconstruction)"


class AgentZero:
    """Without the plugin's fixed waits: ``goto``, then the walk."""

    name = NAME

    def __init__(self, page: Page, walk: str) -> None:
        self._page = page
        self._walk = walk

    async def navigate(self, url: str) -> None:
        await self._page.goto(url, wait_until="domcontentloaded", timeout=60_000)

    async def content(self) -> str:
        return str(await self._page.evaluate(self._walk))

    @staticmethod
    def refs(content: str) -> Kinds:
        return bracketed(content)


@asynccontextmanager
async def agent_zero(ground: Ground) -> AsyncIterator[AgentZero]:
    """One page of one context, in the page's own world, as the plugin does."""
    walk = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=ground.executable)
        page = await browser.new_page(viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]})
        yield AgentZero(page, walk)
        await browser.close()
