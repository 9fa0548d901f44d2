"""Each chat's own clipboard, also for keys. Chromium has one for all its pages: a chat uses it for the press of a key.

A separate page in a separate context writes the chat's content to it and reads what a copy left. In a browser with windows that
clipboard is the machine's; its text is restored afterwards.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from playwright.async_api import Browser, Error, Page, Route

from refbrowser.browser.deadline import Deadline

_ADDRESS: Final = "https://refbrowser-clipboard.invalid/"
"""A name that resolves nowhere (RFC 2606), answered by us: pages of https alone have a clipboard."""

_TAKE: Final = """async (most) => {
  const taken = {};
  for (const item of await navigator.clipboard.read()) for (const type of ['text/plain', 'text/html']) {
    if (item.types.includes(type)) taken[type] = (await (await item.getType(type)).text()).slice(0, most);
  }
  return [taken['text/plain'] ?? '', taken['text/html'] ?? null];
}"""
_PUT: Final = """([text, html]) => navigator.clipboard.write([new ClipboardItem({
  'text/plain': new Blob([text], { type: 'text/plain' }),
  ...(html === null ? {} : { 'text/html': new Blob([html], { type: 'text/html' }) }),
})])"""

MOST_CHARACTERS: Final = 1_000_000

_COMMAND: Final = frozenset({"Control", "Meta", "ControlOrMeta"})
_LETTERS: Final = frozenset("cxv")


@dataclass(frozen=True, slots=True)
class Clip:
    """What was copied."""

    text: str = ""
    html: str | None = None


def is_clipboard_chord(keys: Sequence[str]) -> bool:
    """Whether the keys copy, cut or paste: Control or Command with C, X or V, or the older ones with Insert and Delete."""
    modifiers, last = set(keys[:-1]), keys[-1]
    if modifiers & _COMMAND and (last.lower() in _LETTERS or last == "Insert"):
        return True
    return "Shift" in modifiers and last in ("Insert", "Delete")


def pastes(keys: Sequence[str]) -> bool:
    """Whether one of the keys pastes with another, in whatever order they are given: for what may not happen unjudged."""
    return (not _COMMAND.isdisjoint(keys) and not {"v", "V"}.isdisjoint(keys)) or {"Shift", "Insert"} <= set(keys)


class SharedClipboard:
    """Chromium's clipboard, lent to one chat at a time."""

    def __init__(self, browser: Browser, *, of_machine: bool) -> None:
        self._browser = browser
        self._of_machine = of_machine
        self._lock = asyncio.Lock()
        self._page: Page | None = None

    @asynccontextmanager
    async def lent(self, clip: Clip, deadline: Deadline) -> AsyncIterator[list[Clip]]:
        """Holds ``clip`` in the block; what it holds at its end is the list's only entry afterwards."""
        after: list[Clip] = []
        async with deadline.waiting_for("the clipboard"):
            await self._lock.acquire()
        try:
            async with deadline.waiting_for("the clipboard"):
                page = await self._helper()
                before = await self._take(page) if self._of_machine else None
                await self._put(page, clip)
            try:
                yield after
                async with deadline.waiting_for("the clipboard"):
                    after.append(await self._take(page))
            finally:
                if before is not None:
                    await self._put(page, before)
        finally:
            self._lock.release()

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
