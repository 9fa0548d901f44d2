"""A tab's own CDP session: what the browser process knows of the tab, and scripts run with the console's rules.

No CDP domain is enabled: merely enabling DOM or Accessibility slows a page down two and a half times. Navigation history comes
from the browser process, so it answers while the renderer hangs.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import CDPSession, Error, Page

_STATE_WORLD: Final = "refbrowser_state"
_STATE_SCRIPT: Final = (
    "JSON.stringify([document.title, location.href, document.readyState, Math.round(scrollX), Math.round(scrollY),"
    " document.scrollingElement ? document.scrollingElement.scrollWidth : 0,"
    " document.scrollingElement ? document.scrollingElement.scrollHeight : 0, innerWidth, innerHeight])"
)


@dataclass(frozen=True, slots=True)
class History:
    """The tab's joint session history as the browser process has it."""

    url: str
    title: str
    can_go_back: bool
    can_go_forward: bool


class Inspector:
    """Owns the session. Scripts of ours run in an isolated world of its own, which the page can neither see nor patch."""

    def __init__(self, page: Page, session: CDPSession, target_id: str, browser_context_id: str) -> None:
        self._page = page
        self._session = session
        self._world: int | None = None
        self.target_id = target_id
        self.browser_context_id = browser_context_id

    @classmethod
    async def attach(cls, page: Page) -> "Inspector":
        session = await page.context.new_cdp_session(page)
        target = (await session.send("Target.getTargetInfo"))["targetInfo"]
        return cls(page, session, target["targetId"], target.get("browserContextId", ""))

    def document_changed(self) -> None:
        """The isolated world went with its document."""
        self._world = None

    async def send(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """One CDP command. Raises Playwright's Error as it comes."""
        answer: dict[str, Any] = await self._session.send(method, parameters or {})
        return answer

    def on(self, event: str, listener: Callable[[dict[str, Any]], None]) -> None:
        """Hears a CDP event of a domain that is on."""
        self._session.on(event, listener)

    async def history(self) -> History:
        answer = await self.send("Page.getNavigationHistory")
        entries, index = answer["entries"], answer["currentIndex"]
        # A tab's first entry is the blank page that it was born with; going back to that is no history to a person.
        first = 1 if entries and entries[0]["url"] == "about:blank" and len(entries) > 1 else 0
        return History(entries[index]["url"], entries[index]["title"], index > first, index < len(entries) - 1)

    async def read(self) -> list[Any]:
        """Title, url, readyState, scroll x and y, scrollable width and height, viewport width and height of the top document."""
        for _ in range(3):
            if self._world is None:
                # A page target and its main frame share one id.
                created = await self.send("Page.createIsolatedWorld", {"frameId": self.target_id, "worldName": _STATE_WORLD})
                self._world = created["executionContextId"]
            try:
                answer = await self.send("Runtime.evaluate", {"expression": _STATE_SCRIPT, "contextId": self._world})
            except Error:
                # The document, and the world with it, went between the two commands.
                self._world = None
                continue
            values: list[Any] = json.loads(answer["result"]["value"])
            return values
        raise Error("the top document kept changing")
