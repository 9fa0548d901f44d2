"""A typed client of the page: each operation of the in-page engine is a method, with typed arguments and a typed reply.

Nothing else builds a request. The methods raise Playwright's errors as they come (a detached frame, a closed page, the deadline).
"""

from collections.abc import Mapping
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from playwright.async_api import Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.frame_table import FrameTable
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.wire import (
    Begun,
    CaptureHeader,
    DeadProbe,
    Effects,
    FrameState,
    Identified,
    News,
    PlacedProbe,
    Refusal,
    UnchangedPage,
    Witnessed,
)
from refbrowser.content.capture import Version

T = TypeVar("T")

InputEnd = Literal["input", "keyup", "frame"]
"""What a question may wait for in the page: the last event of an input, or the next frame."""


class Reply(NamedTuple, Generic[T]):
    """The document that replied, and its answer."""

    document: Document
    answer: T


class TextReply(NamedTuple, Generic[T]):
    """A reply with the text of a capture behind the answer; empty if there is none."""

    document: Document
    answer: T
    text: str


class InDocument(Protocol):
    """An element by its local id in one document."""

    @property
    def frame(self) -> Frame: ...

    @property
    def document(self) -> Document: ...

    @property
    def local(self) -> int: ...


class ElementId(NamedTuple):
    """An element that has not been probed yet."""

    frame: Frame
    document: Document
    local: int


class PageEngine:
    """The engines in the documents of one tab. New elements in a reply get their numbers in ``refs`` before it is returned."""

    def __init__(self, frames: FrameTable, refs: RefTable) -> None:
        self._frames = frames
        self._refs = refs

    async def begin(self, frame: Frame, deadline: Deadline, *, behind: InputEnd | None = None) -> Reply[Begun]:
        """Start an action: count its effects from now on."""
        return await self._ask(frame, _given({"op": "begin"}, behind=behind), deadline)

    async def after(
        self,
        frame: Frame,
        deadline: Deadline,
        *,
        doc: Document | None = None,
        target: int | None = None,
        baseline: Version | None = None,
        typed: bool = False,
        behind: InputEnd | None = None,
    ) -> TextReply[Effects | Refusal]:
        """Report the effects since the last question, and the state of the element ``target``, where ``doc`` is still the document.

        A page that differs from ``baseline`` is captured in the same reply; ``typed``: entries alone are no difference.
        """
        request = {"op": "after", "doc": doc.token if doc else None}
        since = {} if baseline is None else {"baseline": baseline, "typed": typed}
        return await self._ask_with_text(frame, _given(request | since, id=target, behind=behind), deadline)

    async def news(self, frame: Frame, deadline: Deadline, *, version: int | None = None) -> Reply[News]:
        """Report how often the document has changed; with ``version``, when it has changed since that, but for beats."""
        request: dict[str, object] = {"op": "news"}
        if version is not None:
            request |= {"behind": "news", "version": version}
        return await self._ask(frame, request, deadline)

    async def witness(self, frame: Frame, deadline: Deadline) -> Reply[Witnessed]:
        """End the document's aims, and report what became of the press and the keys."""
        return await self._ask(frame, {"op": "witness"}, deadline)

    async def probe(self, element: InDocument, deadline: Deadline, look: Mapping[str, object]) -> Reply[PlacedProbe | DeadProbe]:
        """Report what a press or an entry has to know of the element."""
        return await self._ask(element.frame, {"op": "probe", **_named(element), **look}, deadline)

    async def identify(self, frame: Frame, within: str, deadline: Deadline) -> Reply[Identified]:
        """Report the local id of the one element that the selector ``within`` matches in ``frame``."""
        return await self._ask(frame, {"op": "identify"}, deadline, within=within)

    async def capture(
        self,
        frame: Frame,
        deadline: Deadline,
        *,
        mode: str = "full",
        doc: Document | None = None,
        root: int | None = None,
        outer: FrameState | None = None,
        selector: str | None = None,
        box: int | None = None,
    ) -> TextReply[CaptureHeader | Refusal]:
        """Read the document, or the part of it in the element ``root`` of ``doc``, or in what ``selector`` matches.

        ``outer``: how the frame stands in the documents around it. With ``box``, each line has its place in the content of that
        element. The new elements in the text have no numbers yet: :meth:`number`.
        """
        token = None if doc is None else doc.token
        request = _given({"op": "capture", "mode": mode}, doc=token, root=root, outer=outer, selector=selector, box=box)
        return await self._ask_with_text(frame, request, deadline)

    async def capture_unless_known(
        self, frame: Frame, known: Mapping[str, object] | None, deadline: Deadline
    ) -> TextReply[CaptureHeader | UnchangedPage]:
        """Read the whole document, unless it is as the reading ``known`` found it; remember the reading."""
        return await self._ask_with_text(frame, {"op": "capture", "mode": "full", "known": known}, deadline)

    def number(self, document: Document, fresh: tuple[int, int] | None) -> int:
        """Number the new elements in a reply: the first local id, and how many. Return by how much number and local id differ."""
        return self._refs.extend(document, *fresh) - fresh[0] if fresh else 0

    async def _ask(
        self, frame: Frame, request: Mapping[str, object], deadline: Deadline, *, within: str | None = None
    ) -> Reply[Any]:
        document, answer, _ = await self._frames.ask(frame, request, deadline, within=within)
        self.number(document, answer.get("fresh"))
        return Reply(document, answer)

    async def _ask_with_text(self, frame: Frame, request: Mapping[str, object], deadline: Deadline) -> TextReply[Any]:
        return TextReply(*await self._frames.ask(frame, request, deadline))


def _given(request: dict[str, object], **arguments: object) -> dict[str, object]:
    """Add the arguments that are not None."""
    return request | {name: value for name, value in arguments.items() if value is not None}


def _named(element: InDocument) -> dict[str, object]:
    return {"doc": element.document.token, "id": element.local}
