"""How a tab comes to its page: what the first request of one that a page opened came to, and when the page is there."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.monitor.other_programs import is_for_program
from refbrowser.browser.monitor.top_navigation import Navigation
from refbrowser.errors import NavigationError, Remedy
from refbrowser.page_text import one_line, truncated
from refbrowser.policy.outcomes import explained
from refbrowser.redact import redacted

UNASKED_MS: Final = 2_000
"""How long the first request of a tab that a page opened may take to be sent."""

BLANK_MS: Final = 500
"""How long the page of a tab whose first request brought no document is waited for."""

_NO_DOCUMENT: Final = frozenset({"", "about:blank", "chrome-error://chromewebdata/"})


@dataclass(slots=True)
class FirstRequest:
    """The address, the HTTP status once there is an answer, and Chromium's error once it is over without a document."""

    url: str
    status: int | None = None
    failure: str | None = None

    @property
    def for_program(self) -> bool:
        """Whether its address is one that another program opens, not the browser."""
        return is_for_program(self.url)

    @property
    def became_download(self) -> bool:
        return self.failure == "ERR_ABORTED" and self.status is not None and self.status not in (204, 205)

    @property
    def reason(self) -> str | None:
        """Return why there is no document; None while one may still come."""
        if self.failure is None:
            return None
        if self.status in (204, 205):
            return f"responded without content (HTTP {self.status})"
        if self.became_download:
            return "gave a file to download"
        return f"could not be loaded: {explained(self.failure)}"


class Arrival:
    """Owned by a tab, which Chromium announced with ``url``."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._page_came = asyncio.Event()
        self._known = asyncio.Event()
        self.request: FirstRequest | None = None
        """Of a tab that a page opened, once it is sent."""
        self.restoring = False
        """Whether the page loads that the tab had before its browser ended."""
        self.turned_away = False
        """Whether the tab is closed again for lack of room."""

    @property
    def is_known(self) -> bool:
        """Whether the page is there, or what was asked for it has failed."""
        return self._known.is_set()

    @property
    def has_page(self) -> bool:
        return self._page_came.is_set()

    @property
    def has_failed(self) -> bool:
        """Whether the first request is over, and has brought no document."""
        return self.request is not None and self.request.failure is not None

    @property
    def url(self) -> str:
        """The tab's address as long as its page is not there."""
        return self.request.url if self.request is not None and self._url in _NO_DOCUMENT else self._url

    def end(self) -> None:
        """Wake what waits for the page: it is there, or the tab is closed."""
        self._page_came.set()
        self._known.set()

    def request_failed(self, net_error: str) -> None:
        """The first request is over, and has brought no document."""
        assert self.request is not None
        self.request.failure = net_error
        self._known.set()

    async def page(self) -> None:
        """Wait until the page is there, or the tab is closed."""
        await self._page_came.wait()

    async def settled(self) -> None:
        """Wait until the page is there, its first request has failed, or the tab is closed."""
        await self._known.wait()

    def without_document(self, url: str, since: Navigation | None) -> FirstRequest | None:
        """Return the first request if it brought no document; None once the page shows another ``url``, or navigated ``since``."""
        first = self.request
        if first is None or first.failure is None or url not in _NO_DOCUMENT or (since is not None and since.url != first.url):
            return None
        return first

    async def wait(self, browser_id: int, deadline: Deadline) -> None:
        """Wait for the page. Raise ``navigation_failed`` where none will come, and ``timeout`` at the deadline."""
        async with deadline.waiting_for(f"the first response of the new tab {browser_id} ({redacted(self.url)})"):
            with suppress(TimeoutError):
                async with asyncio.timeout(UNASKED_MS / 1000):
                    await self._known.wait()
            if self.request is not None:
                await self._known.wait()
                with suppress(TimeoutError):
                    # The page that a popup begins with stays where its address brings none, and is reported a moment later.
                    async with asyncio.timeout(BLANK_MS / 1000):
                        await self._page_came.wait()
        if not self.has_page:
            why = "nothing was requested for it: Chromium does not let pages open its address"
            if self.request is not None:
                why = f"{one_line(redacted(self.request.url), 200)} {self.request.reason}"
            raise NavigationError(
                f"Tab {browser_id} has no page: {why}.",
                remedy=Remedy("close", {"browser_id": browser_id}),
                details={"url": truncated(redacted(self.url), 500)},
            )
