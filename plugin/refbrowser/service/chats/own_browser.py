"""A browser that one chat has for itself: the Chromium whose user data folder is its profile, started when it is needed and ended
before the folder is let go; or a running one that the chat is connected to."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from refbrowser.browser.browser_process import BrowserProcess
    from refbrowser.egress.boundary import Boundary
    from refbrowser.settings import Settings


class OwnBrowser:
    """Owned by a profile, whose ``folder`` is set while that is open, or by a chat. One call at a time starts it: callers hold the
    chat's lock."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self._process: BrowserProcess | None = None

    @property
    def running(self) -> "BrowserProcess | None":
        """Its process if it is running."""
        return self._process if self._process is not None and self._process.alive else None

    async def process(self, settings: "Settings", boundary: "Boundary | None") -> "BrowserProcess":
        """The running browser; starts one, or connects to the one that ``settings`` name, if it has ended. Raises
        :class:`~refbrowser.errors.LaunchFailed`."""
        from refbrowser.browser.browser_process import BrowserProcess

        if (running := self.running) is not None:
            return running
        await self.stop()
        self._process = await BrowserProcess.start(settings, self.folder, boundary)
        return self._process

    async def stop(self) -> None:
        """Ends it, with its driver and whatever it leaves behind."""
        process, self._process = self._process, None
        if process is not None:
            await process.stop()
