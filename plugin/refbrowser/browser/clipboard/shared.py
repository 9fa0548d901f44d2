"""Chromium's one clipboard, which all its pages share: lent to one chat for one input, and empty outside of that.

A separate page in a separate context writes the chat's content to it and reads what a copy left. In a browser with windows that
clipboard is the machine's; its text, HTML and picture are restored afterwards.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import Browser, Error, Page, Route

from refbrowser.browser.clipboard.clip import MOST_CHARACTERS, Clip
from refbrowser.browser.deadline import Deadline

_ADDRESS: Final = "https://refbrowser-clipboard.invalid/"
"""A name that resolves nowhere (RFC 2606), answered by us: pages of https alone have a clipboard."""

_TAKE: Final = """async (most) => {
  const taken = {};
  try {
    for (const item of await navigator.clipboard.read()) for (const type of ['text/plain', 'text/html']) {
      if (item.types.includes(type)) taken[type] = (await (await item.getType(type)).text()).slice(0, most);
    }
  } catch {
    // A page wrote to it in between.
    return [(await navigator.clipboard.readText()).slice(0, most), null];
  }
  return [taken['text/plain'] ?? '', taken['text/html'] ?? null];
}"""
_PUT: Final = """([text, html]) => navigator.clipboard.write([new ClipboardItem({
  'text/plain': new Blob([text], { type: 'text/plain' }),
  ...(html === null ? {} : { 'text/html': new Blob([html], { type: 'text/html' }) }),
})])"""

_KEEP: Final = """async () => {
  globalThis.kept = {};
  try {
    for (const item of await navigator.clipboard.read()) {
      for (const type of item.types.filter((each) => ClipboardItem.supports(each))) kept[type] = await item.getType(type);
    }
  } catch {
    kept['text/plain'] = new Blob([await navigator.clipboard.readText()], { type: 'text/plain' });
  }
  if (Object.keys(kept).length === 0) kept['text/plain'] = new Blob([], { type: 'text/plain' });
}"""
"""Keeps what the machine's clipboard holds in the separate page, of whatever size: a picture, too."""

_RESTORE: Final = "() => navigator.clipboard.write([new ClipboardItem(kept)])"

_EMPTY_S: Final = 2.0
"""How long emptying the clipboard may take after an input, whatever the deadline of its call."""


class SharedClipboard:
    """Lends Chromium's clipboard to one chat at a time."""

    def __init__(self, browser: Browser, *, of_machine: bool) -> None:
        self._browser = browser
        self._of_machine = of_machine
        self._lock = asyncio.Lock()
        self._page: Page | None = None

    @asynccontextmanager
    async def lent(self, clip: Clip, deadline: Deadline) -> AsyncIterator[list[Clip]]:
        """Put ``clip`` in the clipboard for the block; what the clipboard holds at its end is the list's only entry. Afterwards it
        is empty, or holds the machine's content again."""
        after: list[Clip] = []
        async with deadline.waiting_for("the clipboard"):
            await self._lock.acquire()
        try:
            async with deadline.waiting_for("the clipboard"):
                page = await self._helper()
                if self._of_machine:
                    await page.evaluate(_KEEP)
            try:
                async with deadline.waiting_for("the clipboard"):
                    await self._put(page, clip)
                yield after
                async with deadline.waiting_for("the clipboard"):
                    after.append(await self._take(page))
            finally:
                await self._give_back(page)
        finally:
            self._lock.release()

    async def _give_back(self, page: Page) -> None:
        try:
            async with asyncio.timeout(_EMPTY_S):
                await (page.evaluate(_RESTORE) if self._of_machine else self._put(page, Clip()))
        except (Error, TimeoutError):
            # The browser ends, or the page hangs: the next one that is lent the clipboard gets another page.
            self._page = None

    async def _helper(self) -> Page:
        if self._page is None or self._page.is_closed():
            context = await self._browser.new_context()
            await context.grant_permissions(["clipboard-read", "clipboard-write"], origin=_ADDRESS.rstrip("/"))
            page = await context.new_page()
            await page.route(f"{_ADDRESS}**", _blank)
            await page.goto(_ADDRESS)
            self._page = page
        return self._page

    async def _take(self, page: Page) -> Clip:
        text, html = await page.evaluate(_TAKE, MOST_CHARACTERS)
        return Clip(text, html)

    async def _put(self, page: Page, clip: Clip) -> None:
        await page.evaluate(_PUT, [clip.text, clip.html])


async def _blank(route: Route, *_: object) -> None:
    try:
        await route.fulfill(content_type="text/html", body="<!doctype html>")
    except Error:
        # The browser ends.
        return
