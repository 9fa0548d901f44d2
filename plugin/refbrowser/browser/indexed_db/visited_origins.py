"""The origins whose documents a chat has shown, also in frames: those that may have stored something."""

from collections.abc import Mapping
from typing import Any, Final

from playwright.async_api import BrowserContext, Frame, Page

from refbrowser.browser.network.http_auth import origin_of

MOST: Final = 1_000


class VisitedOrigins:
    """Listens to one context after the other. The oldest are forgotten beyond :data:`MOST`."""

    def __init__(self) -> None:
        self._origins: dict[str, None] = {}

    @property
    def latest_first(self) -> list[str]:
        """Each as Chromium writes it."""
        return list(reversed(self._origins))

    def watch(self, context: BrowserContext) -> None:
        """Adds what the pages of ``context`` come to show, in place of what an earlier context showed."""
        context.on("page", self._page_came)
        for page in context.pages:
            self._page_came(page)

    def add(self, state: Mapping[str, Any]) -> None:
        """Adds the origins of a storage state."""
        for origin in state.get("origins", []):
            self._note(origin["origin"])

    def _page_came(self, page: Page) -> None:
        page.on("framenavigated", self._navigated)
        for frame in page.frames:
            self._navigated(frame)

    def _navigated(self, frame: Frame) -> None:
        self._note(frame.url)

    def _note(self, url: str) -> None:
        if (origin := origin_of(url)) is None:
            return
        self._origins.pop(origin, None)
        self._origins[origin] = None
        if len(self._origins) > MOST:
            del self._origins[next(iter(self._origins))]
