"""The product, and the floor that everyone stands on: raw Playwright, which returns text and nothing to act by."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import Page, async_playwright

from benchmarks.contestants.raw_playwright import TEXT
from benchmarks.contestants.refbrowser_chat import RefbrowserChat, refbrowser_chat
from benchmarks.peers.peer import VIEWPORT, Ground, Kinds, counted, first

OWN: Final = "refbrowser"
FLOOR: Final = "raw Playwright"

BRACKETED_REF: Final = re.compile(r"\[(?:[a-z-]+ )*?((?:input )?[a-z-]+) \d+\]")
"""A ref in the way of ``[checked checkbox 9]``; the group is the kind."""


class Refbrowser:
    """Reads the page with ``content``, with room for all of it."""

    name = OWN

    def __init__(self, chat: RefbrowserChat) -> None:
        self._chat = chat
        self._lost = False

    async def begin(self, url: str) -> None:
        """Meets the next page in a chat that has read nothing else; but for ``url``, since the others have warm pages too."""
        await self._chat.begin_anew()
        await self._chat.call(action="open", url=url)
        await self.content()

    async def navigate(self, url: str) -> None:
        # After a failure the next page gets a tab of its own, so that it is not that failure which is measured again.
        await self._chat.call(action="open" if self._lost else "navigate", url=url)
        self._lost = False

    async def content(self) -> str:
        self._lost = True
        content = str(await self._chat.call(action="content", max_tokens=1_000_000))
        self._lost = False
        return content

    @staticmethod
    def refs(content: str) -> Kinds:
        return bracketed(content)

    @staticmethod
    def button(content: str, label: str) -> int:
        return int(first(rf"\[button (\d+)\] {label}\b", content))

    async def press(self, button: int) -> None:
        await self._chat.call(action="click", ref=button)


class RawPlaywright:
    """Reads the page as ``document.body.innerText``, by ``evaluate``."""

    name = FLOOR

    def __init__(self, page: Page) -> None:
        self._page = page

    async def navigate(self, url: str) -> None:
        # Until it has loaded, as by default: a page that is only parsed may lack its style sheets, and so be laid out after its text
        # has been taken.
        await self._page.goto(url, timeout=60_000)

    async def content(self) -> str:
        return str(await self._page.evaluate(TEXT))

    @staticmethod
    def refs(content: str) -> Kinds:
        return counted(())

    @staticmethod
    def button(content: str, label: str) -> str:
        return label

    async def press(self, button: str) -> None:
        await self._page.get_by_role("button", name=button, exact=True).click()


def bracketed(content: str) -> Kinds:
    """The kinds of all refs in the way of ``[button 7]``."""
    return counted(kind.partition(" ")[0] for kind in BRACKETED_REF.findall(content))


@asynccontextmanager
async def refbrowser(ground: Ground) -> AsyncIterator[Refbrowser]:
    """One chat with one tab."""
    async with refbrowser_chat(ground.executable, ground.folder / "refbrowser") as chat:
        await chat.call(action="open", url="about:blank")
        yield Refbrowser(chat)


@asynccontextmanager
async def raw_playwright(ground: Ground) -> AsyncIterator[RawPlaywright]:
    """One page of one context."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=ground.executable)
        page = await browser.new_page(viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]})
        yield RawPlaywright(page)
        await browser.close()
