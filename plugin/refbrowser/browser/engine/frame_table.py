"""A tab's frames and the documents in them, and the one way to ask a document's engine something."""

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakSet

from playwright.async_api import Frame
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine import script
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.engine.frame_guards import FrameGuards
from refbrowser.browser.engine.ref_table import Document
from refbrowser.errors import InternalError

FRAME_LOAD_MS: Final = 1_000
"""How long a page is read at most before a frame in it has its document."""


def _is_of_a_document(url: str) -> bool:
    return url not in ("", "about:blank")


class FrameTable:
    """The present document of each frame of one tab, by the token that its engine reports with every reply."""

    def __init__(self, browser_id: int) -> None:
        self._browser_id = browser_id
        self._documents: dict[Frame, Document] = {}
        self._frames: dict[Document, Frame] = {}
        self._children: dict[tuple[Document, int], Frame] = {}
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
        document = self._documents.get(frame)
        if document is not None and within is None and self._cdp is not None:
            reply = await self._cdp.ask_inner(document.token, request, deadline)
            if reply is not None:
                return reply
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
        return frame is not None and bool(self.unplaced(frame, document))

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

    def note_child(self, document: Document, local: int, frame: Frame) -> None:
        """Note that ``frame`` is in the document's frame element ``local``."""
        self._children[document, local] = frame

    def child(self, document: Document, local: int) -> Frame | None:
        """Return the frame in the document's frame element ``local``, if that is known and there."""
        frame = self._children.get((document, local))
        return frame if frame is not None and not frame.is_detached() else None

    def owner(self, frame: Frame) -> tuple[Document, int] | None:
        """Return the frame element that ``frame`` is in, if that is known: its present document, and its local id there."""
        parent = frame.parent_frame
        document = self._documents.get(parent) if parent is not None else None
        return next((key for key, child in self._children.items() if child is frame and key[0] is document), None)

    def unplaced(self, frame: Frame, document: Document) -> list[Frame]:
        """Return the frames in ``frame`` of which it is not known which elements of its ``document`` they are in."""
        placed = {child for (parent, _), child in self._children.items() if parent is document}
        return [child for child in frame.child_frames if child not in placed]
