"""What a chat had open, so that it can come back after its browser ended: tabs with their histories, cookies, storage."""

import asyncio
import json
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import BrowserContext, Error, StorageState

from refbrowser.browser.session.history import HistoryEntries
from refbrowser.browser.session.last_state import DocumentSeen, LastState, TabSeen
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.stored_databases import keep_earlier

PATIENCE_MS: Final = 500
"""How long one page may take to report its storage; after that its last report stands."""

AT_REST_MS: Final = 10_000
"""The same before an idle chat's tabs are closed: no call waits for it, and what is not reported is lost."""

WHOLE_MS: Final = 3_000
"""How long to begin with another origin when everything that is stored is read."""

WHOLE_PATIENCE_MS: Final = 6_000
"""How long everything that is stored may take to be read."""

STORAGE_MOST: Final = 10_000_000
"""Characters of one origin's local and session storage; Chromium allows each half of that."""

_WORLD: Final = "refbrowser_storage"
_STORAGE: Final = (
    """(() => { try { return JSON.stringify([origin, {...localStorage}, {...sessionStorage}]) } catch { return null } })()"""
)


def _address(tab: Tab) -> str:
    """Where to come back to: where the tab shows Chromium's error page, the last page that it had, else what it was to load."""
    if not tab.attached or tab.load_failure is None:
        return tab.url
    failed = tab.activity.failed_load
    return tab.activity.last_page or (failed.url if failed is not None else tab.url)


@dataclass(slots=True)
class Memory:
    """The cookies, each origin's local storage, and each tab's history and session storage, as they were when last looked at."""

    cookies: list[Any] = field(default_factory=list)
    origins: dict[str, dict[str, str]] = field(default_factory=dict)
    session_storage: dict[int, dict[str, dict[str, str]]] = field(default_factory=dict)
    histories: dict[int, HistoryEntries] = field(default_factory=dict)
    whole: StorageState | None = None
    """With the origins of frames, for a chat with a profile and one that falls asleep; None for others."""
    documents: dict[int, tuple[tuple[DocumentSeen, ...], tuple[str, ...]]] = field(default_factory=dict)
    """By tab, its documents and what no other visit has: as a chat falls asleep, and in no other moment."""
    databases: bool = True
    """Whether ``whole`` has IndexedDB too."""

    async def refresh(
        self,
        context: BrowserContext,
        tabs: Iterable[Tab],
        whole: Awaitable[StorageState] | None = None,
        patience_ms: int = PATIENCE_MS,
    ) -> None:
        """Read the state of the tabs that respond within ``patience_ms``. Scripts run in an isolated world, which pages cannot
        detect. ``whole`` reads the full storage state of a chat with a profile."""
        tabs = list(tabs)
        for gone in {*self.histories, *self.session_storage} - {tab.browser_id for tab in tabs}:
            self.histories.pop(gone, None)
            self.session_storage.pop(gone, None)
        within_s = patience_ms / 1000
        looks = [
            self.refresh_cookies(context, within_s),
            *(look(tab, within_s) for tab in tabs for look in (self._storage, self._history)),
        ]
        await asyncio.gather(*looks, *([self._everything(whole)] if whole is not None else []))

    def restore(self, last: LastState) -> None:
        """What is known of a chat that has just come out of its profile, until it is looked at."""
        self.whole, self.cookies = last.storage, list(last.storage.get("cookies", []))
        for tab in last.tabs:
            self.session_storage[tab.browser_id] = {origin: dict(items) for origin, items in tab.session_storage.items()}
            self.histories[tab.browser_id] = tab.history

    def forget_databases(self) -> None:
        """Keep no more than is looked at after calls: without a profile, what the databases were gets older from here on."""
        for origin in self.whole["origins"] if self.whole is not None else ():
            items = {item["name"]: item["value"] for item in origin.get("localStorage", [])}
            self.origins.setdefault(origin["origin"], items)
        self.whole = None

    def forget(self) -> None:
        self.cookies, self.origins, self.session_storage, self.histories, self.whole = [], {}, {}, {}, None

    def seen(self, tab: Tab) -> TabSeen:
        """The tab as it was last known: its address is reported as it changes, the rest was asked for. A failed load does not
        change where it was."""
        url = _address(tab)
        history = self.histories.get(tab.browser_id, HistoryEntries((), -1)).at(url)
        documents, missing = self.documents.get(tab.browser_id, ((), ()))
        storage = self.session_storage.get(tab.browser_id, {})
        return TabSeen(tab.browser_id, tab.opener, url, history, storage, documents, tab.emulated.lasting, missing)

    @property
    def state(self) -> StorageState:
        """In the shape in which a new context takes it."""
        origins: dict[str, Any] = {each["origin"]: each for each in self.whole["origins"]} if self.whole is not None else {}
        for origin, items in self.origins.items():
            stored = [{"name": name, "value": value} for name, value in items.items()]
            if stored or origin in origins:
                origins[origin] = {**origins.get(origin, {"origin": origin}), "localStorage": stored}
        return {"cookies": self.cookies, "origins": list(origins.values())}

    async def _everything(self, reading: Awaitable[StorageState]) -> None:
        try:
            async with asyncio.timeout(WHOLE_PATIENCE_MS / 1000):
                whole = await reading
            keep_earlier(whole, self.whole)
            self.whole = whole
        except (Error, TimeoutError):
            # A page that hangs keeps it from being read: what was read last, and what the pages report one by one, stands.
            return

    async def refresh_cookies(self, context: BrowserContext, within_s: float = PATIENCE_MS / 1000) -> None:
        """Read the cookies, for which no page is asked."""
        try:
            async with asyncio.timeout(within_s):
                self.cookies = list(await context.cookies())
        except (Error, TimeoutError):
            return

    async def _storage(self, tab: Tab, within_s: float) -> None:
        if not tab.attached or tab.closed or tab.crashed or tab.dialogs.pending or not tab.url.startswith(("http://", "https://")):
            return
        cdp = tab.cdp
        try:
            async with asyncio.timeout(within_s):
                frame = {"frameId": cdp.target_id, "worldName": _WORLD}
                world = (await cdp.send("Page.createIsolatedWorld", frame))["executionContextId"]
                answer = await cdp.send("Runtime.evaluate", {"expression": _STORAGE, "contextId": world})
        except (Error, TimeoutError):
            return
        stored = answer["result"].get("value")
        if isinstance(stored, str) and len(stored) <= STORAGE_MOST:
            origin, local, session = json.loads(stored)
            self.origins[origin] = local
            self.session_storage.setdefault(tab.browser_id, {})[origin] = session

    async def _history(self, tab: Tab, within_s: float) -> None:
        # The browser process knows the history; a page that hangs or is held does not keep it from reporting.
        if not tab.attached or tab.closed:
            return
        try:
            async with asyncio.timeout(within_s):
                self.histories[tab.browser_id] = HistoryEntries.of(await tab.cdp.send("Page.getNavigationHistory"))
        except (Error, TimeoutError):
            return
