"""What a chat had open, so that it can come back after its browser ended: tabs with their addresses, cookies, local storage."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import BrowserContext, Error, StorageState

from refbrowser.browser.tab import Tab

PATIENCE_MS: Final = 500
"""How long one page may take to tell its storage; what it told before stands."""

STORAGE_MOST: Final = 5_000_000
"""Characters of one origin's storage; Chromium allows no more."""

LOST: Final = ("refs", "what was typed and not sent", "scroll positions", "history", "session storage")
"""What does not come back with a tab that is opened again at its address."""

_WORLD: Final = "refbrowser_storage"
_STORAGE: Final = "(() => { try { return JSON.stringify([origin, {...localStorage}]) } catch { return null } })()"


@dataclass(frozen=True, slots=True)
class TabSeen:
    """One tab as it was last known."""

    browser_id: int
    opener: int | None
    url: str


@dataclass(frozen=True, slots=True)
class Left:
    """What a session that ended leaves to the next of its chat."""

    tabs: tuple[TabSeen, ...]
    active: int | None
    storage: StorageState
    because: str

    def note(self, reopened: list[int]) -> dict[str, Any]:
        """What the first answer afterwards says."""
        return {"because": self.because, "browser_ids": reopened, "lost": list(LOST)}


@dataclass(slots=True)
class Memory:
    """The cookies, and each origin's local storage, as they were when they were last looked at."""

    cookies: list[Any] = field(default_factory=list)
    origins: dict[str, dict[str, str]] = field(default_factory=dict)

    async def refresh(self, context: BrowserContext, tabs: Iterable[Tab]) -> None:
        """Looks again, at what answers. The pages notice nothing: they are asked from a world of our own."""
        await asyncio.gather(self._cookies(context), *(self._storage(tab) for tab in tabs))

    def forget(self) -> None:
        self.cookies, self.origins = [], {}

    @property
    def state(self) -> StorageState:
        """In the shape in which a new context takes it."""
        origins = [
            {"origin": origin, "localStorage": [{"name": name, "value": value} for name, value in items.items()]}
            for origin, items in self.origins.items()
            if items
        ]
        return {"cookies": self.cookies, "origins": origins}  # type: ignore[typeddict-item]

    async def _cookies(self, context: BrowserContext) -> None:
        try:
            async with asyncio.timeout(PATIENCE_MS / 1000):
                self.cookies = list(await context.cookies())
        except (Error, TimeoutError):
            return

    async def _storage(self, tab: Tab) -> None:
        if not tab.attached or tab.closed or tab.crashed or tab.dialogs.pending or not tab.url.startswith(("http://", "https://")):
            return
        inspector = tab.inspector
        try:
            async with asyncio.timeout(PATIENCE_MS / 1000):
                frame = {"frameId": inspector.target_id, "worldName": _WORLD}
                world = (await inspector.send("Page.createIsolatedWorld", frame))["executionContextId"]
                answer = await inspector.send("Runtime.evaluate", {"expression": _STORAGE, "contextId": world})
        except (Error, TimeoutError):
            return
        told = answer["result"].get("value")
        if isinstance(told, str) and len(told) <= STORAGE_MOST:
            origin, items = json.loads(told)
            self.origins[origin] = items
