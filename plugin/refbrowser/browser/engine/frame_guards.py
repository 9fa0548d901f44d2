"""The press guard in frames that have a process of their own: the tab's CDP session puts it into the documents of the page's."""

import asyncio
from collections import deque
from typing import Any, Final
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Error, Frame

from refbrowser.browser.engine import script
from refbrowser.browser.engine.ref_table import Document
from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.tasks import Tasks

_MOMENTS_KEPT: Final = 8
_LONGEST_MOMENT: Final = 96
"""Characters of a moment's name; a page that marks moments of its own may call them anything."""


class FrameGuards:
    """Owns one CDP session for each frame that is the root of a process and was pressed in; the session ends with its target."""

    def __init__(self) -> None:
        self._tasks = Tasks()
        self._sessions: WeakKeyDictionary[Frame, CDPSession] = WeakKeyDictionary()
        self._covered: WeakKeyDictionary[Frame, Document] = WeakKeyDictionary()
        self._moments: deque[str] = deque(maxlen=_MOMENTS_KEPT)

    def marked(self, moment: str) -> bool:
        """Whether a document in such a frame marked the moment."""
        return moment in self._moments

    def cover(self, frame: Frame, document: Document | None) -> "asyncio.Task[None] | None":
        """What puts the guard into the documents that come to ``frame`` behind ``document``; None when that is done.

        It raises nothing, and goes on when who waits for it is cancelled.
        """
        if document is None or self._covered.get(frame) is document:
            return None
        return self._tasks.spawn(self._cover(frame, document))

    async def _cover(self, frame: Frame, document: Document) -> None:
        try:
            if (existing := self._sessions.get(frame)) is not None and await _lives(existing):
                self._covered[frame] = document
                return
            session = await frame.page.context.new_cdp_session(frame)
        except Error:
            # "This frame does not have a separate CDP session": the one of its parent, or of the page, covers it. Or it is gone.
            self._covered[frame] = document
            return
        self._sessions[frame] = session
        session.on("Performance.metrics", listener(self._note))
        try:
            enabled = (session.send(f"{domain}.enable") for domain in ("Page", "Performance"))
            await asyncio.gather(*enabled, session.send(script.ON_NEW_DOCUMENT, script.press_guarded()))
        except Error:
            # Its process went, and the guard is put into the next one.
            del self._sessions[frame]
            return
        self._covered[frame] = document

    def _note(self, event: dict[str, Any]) -> None:
        if len(event["title"]) <= _LONGEST_MOMENT:
            self._moments.append(event["title"])


async def _lives(session: CDPSession) -> bool:
    """Whether the session's target is there: it stays as long as the frame's documents are out of its parent's process."""
    try:
        await session.send("Page.enable")
    except Error:
        return False
    return True
