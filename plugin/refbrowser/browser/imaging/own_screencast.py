"""A screencast on the tab's own CDP session.

Playwright's has one listener per page, and a viewer may be it, which pauses while calls run: just what a recording is to show.
Chromium gives each session its own frames, and starts and stops them also while a dialog holds the page.
"""

import base64
from collections.abc import Callable, Coroutine
from typing import Any, Final

from playwright.async_api import Error, ScreencastFrame, ScreencastSize

from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.tasks import Tasks

IN_FLIGHT: Final = 2
"""Unanswered frames at which Chromium stops making more."""

PATIENCE_MS: Final = 1_000
"""How long a page that is crashing may take to answer."""

OnFrame = Callable[[ScreencastFrame], Coroutine[Any, Any, None]]


class OwnScreencast:
    """Starts and stops as Playwright's ``page.screencast`` does."""

    def __init__(self, cdp: TabCdpSession) -> None:
        self._cdp = cdp
        self._on_frame: OnFrame | None = None
        self._tasks = Tasks()

    async def start(self, *, on_frame: OnFrame, size: ScreencastSize, quality: int) -> None:
        """Call ``on_frame`` with each frame; what it returns is awaited before the frame is answered. Raises Playwright's Error."""
        self._on_frame = on_frame
        self._cdp.on("Page.screencastFrame", self._came)
        bounds = {"maxWidth": size["width"], "maxHeight": size["height"], "maxFramesInFlight": IN_FLIGHT}
        wanted = {"format": "jpeg", "quality": quality, **bounds}
        await self._cdp.send("Page.startScreencast", wanted, timeout_ms=PATIENCE_MS)

    async def stop(self) -> None:
        """End it. Raises Playwright's Error where it ended with its page."""
        self._on_frame = None
        self._cdp.off("Page.screencastFrame", self._came)
        await self._tasks.cancel_all()
        await self._cdp.send("Page.stopScreencast", timeout_ms=PATIENCE_MS)

    def _came(self, event: dict[str, Any]) -> None:
        if self._on_frame is None:
            return
        metadata = event["metadata"]
        frame: ScreencastFrame = {
            "data": base64.b64decode(event["data"]),
            "timestamp": metadata.get("timestamp", 0.0) * 1000,
            "viewportWidth": metadata["deviceWidth"],
            "viewportHeight": metadata["deviceHeight"],
        }
        self._tasks.spawn(self._answered(event["sessionId"], self._on_frame(frame)))

    async def _answered(self, frame: int, handled: Coroutine[Any, Any, None]) -> None:
        await handled
        try:
            await self._cdp.send("Page.screencastFrameAck", {"sessionId": frame}, timeout_ms=PATIENCE_MS)
        except Error:
            # It ended with its page, or was stopped.
            return
