"""A tab's history and session storage, made again in a new tab without loading the pages that it leads through.

A tab's history cannot be written in Chromium, so each address is visited once more, and answered here with an empty document before
any request leaves: nothing is asked of the site, and no script of it runs. Going back loads the real page.
"""

import asyncio
import base64
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Self
from urllib.parse import urlsplit

from playwright.async_api import CDPSession, Error, Page

from refbrowser.tasks import Tasks

MOST_BACK: Final = 10
MOST_FORWARD: Final = 3
"""How many entries of a long history are kept: those nearest to the present one."""

PATIENCE_S: Final = 5.0
"""How long one tab's history may take; after that it has none."""

_WORLD: Final = "refbrowser_storage"
_EMPTY: Final = base64.b64encode(b"<!doctype html><title></title>").decode()
_FILL: Final = "for (const [name, value] of Object.entries(%s)) sessionStorage.setItem(name, value)"


@dataclass(frozen=True, slots=True)
class HistoryEntries:
    """The addresses of a tab's history, and which of them it shows."""

    urls: tuple[str, ...]
    index: int

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Self:
        """Out of the answer to ``Page.getNavigationHistory``."""
        return cls(tuple(entry["url"] for entry in answer["entries"]), answer["currentIndex"])

    def at(self, url: str) -> "HistoryEntries":
        """These entries once their tab is at ``url``: a step along them, or a new page that cuts off what lay ahead."""
        near = (self.index, self.index - 1, self.index + 1)
        for index in near:
            if 0 <= index < len(self.urls) and self.urls[index] == url:
                return HistoryEntries(self.urls, index)
        return HistoryEntries((*self.urls[: self.index + 1], url), self.index + 1)

    def walkable(self) -> "HistoryEntries | None":
        """What of it can be made again: pages of the web, the nearest ones, an address that repeats itself once. None when the
        present page is none of them."""
        if not _of_the_web(self.urls[self.index]):
            return None
        back = _distinct([url for url in self.urls[: self.index + 1] if _of_the_web(url)])[-MOST_BACK - 1 :]
        ahead = _distinct([back[-1], *(url for url in self.urls[self.index + 1 :] if _of_the_web(url))])[1 : MOST_FORWARD + 1]
        return HistoryEntries((*back, *ahead), len(back) - 1)


async def walk(page: Page, history: HistoryEntries, storage: Mapping[str, Mapping[str, str]]) -> bool:
    """Makes ``history``, which must be walkable, the entries of ``page``, which is blank, and fills its session storage, by origin.
    It ends on an empty document at the present address, to be reloaded. False when that did not succeed, and the page is of no use.
    """
    try:
        async with asyncio.timeout(PATIENCE_S):
            session = await page.context.new_cdp_session(page)
            done = await _Walk(session, dict(storage)).through(history)
            await session.detach()
            return done
    except (Error, TimeoutError):
        return False


class _Walk:
    def __init__(self, session: CDPSession, storage: dict[str, Mapping[str, str]]) -> None:
        self._session = session
        self._storage = storage
        self._answers = Tasks()
        self._arrived = asyncio.Event()
        session.on("Fetch.requestPaused", self._paused)
        session.on("Page.loadEventFired", lambda _: self._arrived.set())
        session.on("Page.navigatedWithinDocument", lambda _: self._arrived.set())

    async def through(self, history: HistoryEntries) -> bool:
        await self._session.send("Page.enable")
        # A service worker that the profile still has would answer with the site's own document.
        await self._session.send("Network.enable")
        await self._session.send("Network.setBypassServiceWorker", {"bypass": True})
        await self._session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})
        frame = (await self._session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        for url in history.urls:
            if not await self._goes("Page.navigate", {"url": url}):
                return False
            await self._fill(frame, url)
        answer = await self._session.send("Page.getNavigationHistory")
        made = answer["entries"][-len(history.urls) :]
        if tuple(entry["url"] for entry in made) != history.urls:
            return False
        if history.index + 1 < len(made):
            await self._goes("Page.navigateToHistoryEntry", {"entryId": made[history.index]["id"]})
        await self._session.send("Fetch.disable")
        return True

    async def _goes(self, command: str, parameters: dict[str, Any]) -> bool:
        """Whether the tab has come there. The command answers before that, and so does the commit: until the document has loaded,
        the next command may find no active page."""
        self._arrived.clear()
        if (await self._session.send(command, parameters)).get("errorText"):
            return False
        await self._arrived.wait()
        return True

    async def _fill(self, frame: str, url: str) -> None:
        parts = urlsplit(url)
        items = self._storage.pop(f"{parts.scheme}://{parts.netloc}", None)
        if items:
            world = await self._session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": _WORLD})
            script = {"expression": _FILL % json.dumps(dict(items)), "contextId": world["executionContextId"]}
            await self._session.send("Runtime.evaluate", script)

    def _paused(self, event: dict[str, Any]) -> None:
        self._answers.spawn(self._answered(event["requestId"]))

    async def _answered(self, request: str) -> None:
        headers = [{"name": "Content-Type", "value": "text/html"}, {"name": "Cache-Control", "value": "no-store"}]
        with suppress(Error):
            await self._session.send(
                "Fetch.fulfillRequest",
                {"requestId": request, "responseCode": 200, "responseHeaders": headers, "body": _EMPTY},
            )


def _of_the_web(url: str) -> bool:
    return url.startswith(("http://", "https://"))


def _distinct(urls: list[str]) -> list[str]:
    """Without repetitions of an address right after itself: visiting the present address again adds no entry."""
    return [url for index, url in enumerate(urls) if index == 0 or urls[index - 1] != url]
