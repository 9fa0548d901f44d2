"""A tab's frames and the documents in them, and the one way to ask a document's engine something."""

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from weakref import WeakSet

from playwright.async_api import Error, Frame
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine import script
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.engine.frame_guards import FrameGuards
from refbrowser.browser.engine.frame_patience import FramePatience
from refbrowser.browser.engine.ref_table import Document
from refbrowser.errors import InternalError

FRAME_LOAD_MS: Final = 1_000
"""How long a page is read at most before a frame in it has its document."""


CHILD_MS: Final = 1_000
"""How long a document, or all of its frames while none of them answers, may take to say which of its elements they are in."""

CHILDREN_MS: Final = 15_000
"""How long the frames of a document may take for that in all."""


def _is_of_a_document(url: str) -> bool:
    return url not in ("", "about:blank")


class FrameTable:
    """The present document of each frame of one tab, by the token that its engine reports with every reply."""

    def __init__(self, browser_id: int) -> None:
        self._browser_id = browser_id
        self._documents: dict[Frame, Document] = {}
        self._frames: dict[Document, Frame] = {}
        self._children: dict[tuple[Document, int], Frame] = {}
        self._finding = asyncio.Lock()
        self._last_answer = 0.0
        self._late: WeakSet[Frame] = WeakSet()
        self._given_up: set[tuple[Document, int]] = set()
        self._guards = FrameGuards()
        self._top: Frame | None = None
        self._cdp: TabCdpSession | None = None

    def attach(self, top: Frame, cdp: TabCdpSession) -> None:
        """The tab's page has come: questions to its ``top`` document take the short way of its CDP session."""
        self._top, self._cdp = top, cdp

    def document(self, frame: Frame) -> Document | None:
        """The document that ``frame`` showed when it was last asked."""
        return self._documents.get(frame)

    def frame(self, document: Document) -> Frame | None:
        """The frame that shows ``document``, or None when it has gone from there."""
        return self._frames.get(document)

    def forget(self, frame: Frame, reason: str) -> None:
        """The frame's document is gone: its refs answer ``reason`` from now on."""
        document = self._documents.pop(frame, None)
        if document is not None:
            document.gone = reason
            self._frames.pop(document, None)
            for key in [key for key in self._children if key[0] is document]:
                del self._children[key]
            self._given_up = {key for key in self._given_up if key[0] is not document}

    def forget_all(self, reason: str) -> None:
        for frame in list(self._documents):
            self.forget(frame, reason)

    async def ask(
        self, frame: Frame, request: Mapping[str, object], deadline: Deadline, *, within: str | None = None
    ) -> tuple[Document, Any, str]:
        """The engine's reply in ``frame``: the document that answered, the reply, and the text behind it (empty but for captures).
        ``within`` is a selector whose one match the request is about. The top document answers one with
        ``behind``, the event that ends an input (input or keyup), when that has come.

        Raises Playwright's errors as they come (a detached frame, a closed page, the deadline).
        """
        document = self._documents.get(frame)
        unsent = document.unsent[:] if document else []
        message = {**request, "numbers": unsent} if unsent else request
        reply = await self._reply(frame, json.dumps(message), deadline, within, behind=bool(request.get("behind")))
        if frame is not self._top:
            self._last_answer = time.monotonic()
        head, _, body = reply.partition("\n")
        answer: dict[str, Any] = json.loads(head)
        if answer.get("error") == "engine_failed":
            raise InternalError(f"The in-page engine failed: {answer.get('message')}", details={"stack": answer.get("stack")})
        if document is None or document.token != answer["doc"]:
            self.forget(frame, "the page was navigated" if frame is self._top else "its frame was navigated")
            document = Document(answer["doc"], self._browser_id)
            self._documents[frame] = document
            self._frames[document] = frame
        elif unsent:
            document.unsent = document.unsent[len(unsent) :]
        return document, answer, body

    def last_answer(self) -> float:
        """When a frame other than the top one last answered (``time.monotonic``)."""
        return self._last_answer

    async def guard(self, frame: Frame, deadline: Deadline) -> None:
        """Has the press guard run in the documents that come to ``frame`` and to those around it; once for each document.

        Raises ``timeout`` at the deadline.
        """
        covering: list[asyncio.Task[None]] = []
        inside: Frame | None = frame
        while inside is not None and inside is not self._top:
            if (task := self._guards.cover(inside, self._documents.get(inside))) is not None:
                covering.append(task)
            inside = inside.parent_frame
        if covering:
            async with deadline.waiting_for("the frame to be guarded against presses on its next document"):
                await asyncio.wait(covering)

    def marked(self, moment: str) -> bool:
        """Whether a document marked the moment, in whatever process."""
        return self._guards.marked(moment) or (self._cdp is not None and self._cdp.counted(moment) is not None)

    async def parsed(self, frame: Frame) -> None:
        """Waits until the frame's document has come and is parsed; only once for a frame whose document does not come."""
        if frame in self._late:
            return
        try:
            await frame.wait_for_url(_is_of_a_document, wait_until="domcontentloaded", timeout=FRAME_LOAD_MS)
        except PlaywrightTimeout:
            self._late.add(frame)

    async def _reply(self, frame: Frame, request: str, deadline: Deadline, within: str | None, *, behind: bool) -> str:
        if frame is self._top and within is None and self._cdp is not None:
            return await self._cdp.ask(request, deadline, behind=behind)
        # The engine's name and "=" are the selector's syntax; JSON keeps every quote in it balanced, so ">>" inside is just text.
        selector = f"{script.NAME}={request}"
        if within is not None:
            selector = f"{within} >> {selector}"
        return await frame.text_content(selector, strict=within is not None, timeout=deadline.remaining_ms) or ""

    def is_new(self, document: Document, local: int) -> bool:
        """Whether the frame in the document's frame element ``local`` has never answered, and was never given up."""
        return (document, local) not in self._given_up and self.known_child(document, local) is None

    def give_up(self, document: Document, local: int) -> None:
        """The frame was waited for in vain: from now on it is waited for no longer than others."""
        self._given_up.add((document, local))

    def has_unplaced(self, document: Document) -> bool:
        """Whether the document has frames of which it is not known which elements they are in."""
        frame = self._frames.get(document)
        placed = {child for (parent, _), child in self._children.items() if parent is document}
        return frame is not None and any(child not in placed for child in frame.child_frames)

    def known_child(self, document: Document, local: int) -> Document | None:
        """The document in the frame of ``document``'s frame element ``local``; None where that has not been asked yet."""
        frame = self._children.get((document, local))
        return self._documents.get(frame) if frame is not None else None

    def known_around(self, frame: Frame) -> list[tuple[Document, int]]:
        """The frame elements that ``frame`` is known to be in, innermost first: each by its document and its local id there."""
        around, inside = list[tuple[Document, int]](), frame
        while (outer := inside.parent_frame) is not None:
            around += [key for key, child in self._children.items() if child is inside]
            inside = outer
        return around

    async def owner(self, frame: Frame) -> tuple[Document, int] | None:
        """The document that ``frame`` is in, and the local id of its element there; None for the top frame, or if unknown."""
        parent = frame.parent_frame
        if parent is None:
            return None
        async with self._finding:
            for attempt in range(2):
                document = self._documents.get(parent)
                for (parent_document, local), child in self._children.items():
                    if child is frame and parent_document is document:
                        return parent_document, local
                if attempt == 0:
                    if document is None:
                        with suppress(Error):
                            document, _, _ = await self.ask(parent, {"op": "news"}, Deadline(CHILD_MS))
                    if document is not None:
                        await self._find_children(parent, document)
        return None

    async def child(self, document: Document, local: int) -> Frame | None:
        """The frame inside the document's frame element ``local``; None while it has none."""
        key = (document, local)
        if (cached := self._children.get(key)) is not None and not cached.is_detached():
            return cached
        async with self._finding:
            cached = self._children.get(key)
            if cached is not None and not cached.is_detached():
                return cached
            frame = self._frames.get(document)
            if frame is None:
                return None
            await self._find_children(frame, document)
            found = self._children.get(key)
            return found if found is not None and not found.is_detached() else None

    async def _find_children(self, frame: Frame, document: Document) -> None:
        """Learns which frame is inside which element: the parent knows its elements' places among its frames, a frame its own.

        Playwright's own way, a handle of the element, would run a script in the page's world, where the page can see it.
        """
        limit = Deadline(CHILDREN_MS)
        with suppress(Error):
            # Another document may have come to the frame, and is the one that has them.
            document, answer, _ = await self.ask(frame, {"op": "frames", "doc": document.token}, limit.sooner(CHILD_MS))
            by_place = {int(place): int(local) for local, place in answer.get("frames") or []}

            async def locate(child: Frame) -> None:
                with suppress(Error):
                    async with patience.turn():
                        _, reply, _ = await self.ask(child, {"op": "place"}, limit)
                    local = reply["owner"] if reply["owner"] is not None else by_place.get(reply["place"])
                    if local is not None:
                        self._children[document, local] = child

            placed = {child for (parent, _), child in self._children.items() if parent is document}
            unplaced = [child for child in frame.child_frames if child not in placed]
            patience = FramePatience(len(unplaced), self.last_answer, CHILD_MS, limit)
            await asyncio.gather(*(patience.result(locate(child)) for child in unplaced))
