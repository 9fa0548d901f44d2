"""The worlds of a tab's documents: for each frame that shares the page's process, the page's own and Playwright's isolated one."""

import asyncio
from collections.abc import Callable
from typing import Any

from playwright.async_api import CDPSession, Error

from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.browser.playwright_internals.utility_world import is_utility_world


class Worlds:
    """Follows the execution contexts of a session whose Runtime domain is enabled.

    ``top_frame`` is the id of the page's main frame, set as soon as it is known; ``on_created`` is called when the isolated world
    of its document is there.
    """

    def __init__(self, session: CDPSession, on_created: Callable[[], None]) -> None:
        self._top_frame = ""
        self._isolated: dict[str, int] = {}
        self._main: dict[str, int] = {}
        self._came = on_created
        self._closed = False
        self._changed = asyncio.Event()
        session.on("close", self._session_closed)
        session.on("Runtime.executionContextCreated", listener(self._created))
        session.on("Runtime.executionContextDestroyed", listener(self._destroyed))
        session.on("Runtime.executionContextsCleared", listener(self._cleared))

    @property
    def top_frame(self) -> str:
        return self._top_frame

    @top_frame.setter
    def top_frame(self, frame_id: str) -> None:
        self._top_frame = frame_id
        self._changed.set()

    @property
    def top(self) -> int | None:
        """The isolated world of the top document."""
        return self._isolated.get(self._top_frame)

    @property
    def isolated(self) -> list[int]:
        """The isolated worlds of all documents."""
        return list(self._isolated.values())

    @property
    def inner(self) -> list[int]:
        """Those of the other frames."""
        return [world for frame, world in self._isolated.items() if frame != self._top_frame]

    def main_of(self, world: int) -> int | None:
        """The page's own execution context in the document of that isolated world."""
        return next((self._main.get(frame) for frame, isolated in self._isolated.items() if isolated == world), None)

    async def top_comes(self) -> int:
        """The isolated world of the top document; waits for it while a document is on its way."""
        while (world := self.top) is None:
            if self._closed:
                raise Error("Target page, context or browser has been closed")
            self._changed.clear()
            await self._changed.wait()
        return world

    def forget(self, world: int) -> None:
        """Forget the world of the top document, which a question found gone."""
        if self.top == world:
            del self._isolated[self._top_frame]

    def _created(self, event: dict[str, Any]) -> None:
        context = event["context"]
        about = context.get("auxData", {})
        frame = about.get("frameId", "")
        if about.get("isDefault"):
            self._main[frame] = context["id"]
        elif is_utility_world(context["name"]):
            self._isolated[frame] = context["id"]
            if frame == self._top_frame:
                self._changed.set()
                self._came()

    def _destroyed(self, event: dict[str, Any]) -> None:
        for contexts in (self._isolated, self._main):
            for frame in [frame for frame, context in contexts.items() if context == event["executionContextId"]]:
                del contexts[frame]

    def _cleared(self, _: dict[str, Any]) -> None:
        self._isolated.clear()
        self._main.clear()

    def _session_closed(self, _: CDPSession) -> None:
        self._closed = True
        self._cleared({})
        self._changed.set()
