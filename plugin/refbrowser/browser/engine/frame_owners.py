"""Which element each frame of a tab is in. No document knows that alone: the frame and its parent are asked."""

import asyncio
from contextlib import suppress
from typing import Final

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.frame_patience import FramePatience
from refbrowser.browser.engine.frame_table import FrameTable
from refbrowser.browser.engine.page_engine import PageEngine
from refbrowser.browser.engine.ref_table import Document

CHILD_MS: Final = 1_000
"""How long a document, or all of its frames while none of them answers, may take to say which of its elements they are in."""

CHILDREN_MS: Final = 15_000
"""How long the frames of a document may take for that in all."""


class FrameOwners:
    """The elements that the frames of one tab are in. What is found is kept in the table of frames."""

    def __init__(self, frames: FrameTable, engine: PageEngine) -> None:
        self._frames = frames
        self._engine = engine
        self._finding = asyncio.Lock()

    async def owner(self, frame: Frame) -> tuple[Document, int] | None:
        """Return the document that ``frame`` is in, and its element's local id there; None for the top frame, or if unknown."""
        parent = frame.parent_frame
        if parent is None:
            return None
        async with self._finding:
            if (found := self._frames.owner(frame)) is not None:
                return found
            document = self._frames.document(parent)
            if document is None:
                with suppress(Error):
                    document, _ = await self._engine.news(parent, Deadline(CHILD_MS))
            if document is not None:
                await self._find_children(parent, document)
            return self._frames.owner(frame)

    async def child(self, document: Document, local: int) -> Frame | None:
        """Return the frame inside the document's frame element ``local``; None while it has none."""
        if (found := self._frames.child(document, local)) is not None:
            return found
        async with self._finding:
            if (found := self._frames.child(document, local)) is not None:
                return found
            frame = self._frames.frame(document)
            if frame is None:
                return None
            await self._find_children(frame, document)
            return self._frames.child(document, local)

    async def _find_children(self, frame: Frame, document: Document) -> None:
        """Learn which frame is inside which element: the parent knows its elements' places among its frames, a frame its own.

        Playwright's own way, a handle of the element, would run a script in the page's world, where the page can see it.
        """
        limit = Deadline(CHILDREN_MS)
        with suppress(Error):
            # Another document may have come to the frame, and is the one that has them.
            document, inside = await self._engine.frames(frame, limit.sooner(CHILD_MS))
            by_place = {place: local for local, place in inside["frames"]}

            async def locate(child: Frame) -> None:
                with suppress(Error):
                    async with patience.turn():
                        _, reply = await self._engine.place(child, limit)
                    local = reply["owner"] if reply["owner"] is not None else by_place.get(reply["place"])
                    if local is not None:
                        self._frames.note_child(document, local, child)

            unplaced = self._frames.unplaced(frame, document)
            patience = FramePatience(len(unplaced), self._frames.last_answer, CHILD_MS, limit)
            await asyncio.gather(*(patience.result(locate(child)) for child in unplaced))
