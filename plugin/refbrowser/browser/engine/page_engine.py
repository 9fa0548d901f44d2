"""A typed client of the page: each operation of the in-page engine is a method, with typed arguments and a typed reply.

Nothing else builds a request. The methods raise Playwright's errors as they come (a detached frame, a closed page, the deadline).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from playwright.async_api import Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine import wire_reading as reading
from refbrowser.browser.engine import wire_replies as replies
from refbrowser.browser.engine import wire_requests as requests
from refbrowser.browser.engine.cannot_judge import cannot_judge
from refbrowser.browser.engine.debugger_facts import ListenerDiscovery
from refbrowser.browser.engine.document_memory import DocumentMemory
from refbrowser.browser.engine.element_id import InDocument
from refbrowser.browser.engine.frame_table import FrameTable
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.reply import Reply, TextReply
from refbrowser.browser.engine.wire import Begun, DeadProbe, Effects, Fresh, News, PlacedProbe, Witnessed
from refbrowser.browser.engine.wire_requests import TabWay
from refbrowser.content.capture import Version

MOST_ROOTS: Final = 8
"""How many closed shadow roots within each other are gone through."""


class PageEngine(DocumentMemory):
    """The engines in the documents of one tab. New elements in a reply get their numbers in ``refs`` before it is returned."""

    def __init__(self, frames: FrameTable, refs: RefTable) -> None:
        self._frames = frames
        self._refs = refs
        self._listeners: ListenerDiscovery | None = None

    def attach(self, listeners: ListenerDiscovery) -> None:
        """The tab's page has arrived: ``listeners`` reports its closed shadow roots to the engines."""
        self._listeners = listeners

    # An action, and what it did.

    async def begin(self, frame: Frame, deadline: Deadline, *, behind: requests.InputEnd | None = None) -> Reply[Begun]:
        """Start an action: count its effects from now on."""
        request: requests.BeginRequest = {"op": "begin", "behind": behind}
        return await self._ask(frame, request, deadline)

    async def after(
        self,
        frame: Frame,
        deadline: Deadline,
        *,
        doc: Document | None = None,
        target: int | None = None,
        baseline: Version | None = None,
        typed: bool = False,
        behind: requests.InputEnd | None = None,
    ) -> TextReply[Effects | reading.Refusal]:
        """Report the effects since the last question, and the state of the element ``target``, where ``doc`` is still the document.

        A page that differs from ``baseline`` is captured in the same reply; ``typed``: entries alone are no difference.
        """
        request: requests.AfterRequest = {
            "op": "after",
            "doc": doc.token if doc else None,
            "id": target,
            "baseline": baseline,
            "typed": typed,
            "behind": behind,
        }
        return await self._ask_with_text(frame, request, deadline)

    async def news(self, frame: Frame, deadline: Deadline, *, version: int | None = None) -> Reply[News]:
        """Report how often the document has changed; with ``version``, when it has changed since that, but for beats."""
        request: requests.NewsRequest = {"op": "news", "behind": None if version is None else "news", "version": version}
        return await self._ask(frame, request, deadline)

    async def witness(self, frame: Frame, deadline: Deadline) -> Reply[Witnessed]:
        """End the document's aims, and report what became of the press and the keys."""
        return await self._ask(frame, {"op": "witness"}, deadline)

    # One element.

    async def probe(
        self,
        element: InDocument,
        deadline: Deadline,
        *,
        offset: tuple[float, float] | None,
        at: tuple[float, float] | None,
        force: bool,
        offer: bool,
        meaning: bool,
        policy: requests.PolicyQuestion | None,
        prepare: requests.ProbePreparation,
    ) -> Reply[PlacedProbe | DeadProbe]:
        """Report what a press or an entry has to know of the element; ``prepare`` is done in the same request."""
        request: requests.ProbeRequest = {
            "op": "probe",
            **_ids(element),
            "offset": offset,
            "at": at,
            "force": force,
            "offer": offer,
            "meaning": meaning,
            "policy": policy,
            "prepare": prepare,
        }
        return await self._ask(element.frame, request, deadline)

    async def detail(self, element: InDocument, deadline: Deadline) -> Reply[replies.Detail | replies.ElementGone]:
        """Report everything about the element."""
        return await self._ask_about("detail", element, deadline)

    async def options(
        self, element: InDocument, known: Sequence[int] | None, deadline: Deadline
    ) -> Reply[replies.Options | replies.ElementGone]:
        """Report what the element offers. ``known`` are the popups that were open before it was pressed."""
        request: requests.OptionsRequest = {"op": "options", **_ids(element), "known": None if known is None else list(known)}
        return await self._ask(element.frame, request, deadline)

    async def reveal(
        self, element: InDocument, deadline: Deadline, *, offset: tuple[float, float] | None = None, inner: bool = False
    ) -> Reply[replies.Revealed]:
        """Scroll the element, or its point at ``offset``, into view; with ``inner``, in the boxes around it alone."""
        request: requests.RevealRequest = {"op": "reveal", **_ids(element), "offset": offset, "inner": inner}
        return await self._ask(element.frame, request, deadline)

    async def enter(self, element: InDocument, deadline: Deadline) -> Reply[replies.Entered]:
        """Give the text field the focus, with all of its text selected."""
        return await self._ask_about("enter", element, deadline)

    async def held(self, element: InDocument, deadline: Deadline) -> Reply[replies.FieldContent]:
        """Report what the field holds, a secret's text too; end the aim of the keys, and report on it."""
        return await self._ask_about("held", element, deadline)

    async def caret(
        self, element: InDocument, start: Literal["start", "end"] | None, deadline: Deadline
    ) -> Reply[replies.CaretPlaced]:
        """Watch the shortcut that moves the caret of an editor that a script draws (``start`` None); place the caret after it."""
        request: requests.CaretRequest = {"op": "caret", **_ids(element), "from": start}
        return await self._ask(element.frame, request, deadline)

    async def enter_secret(
        self, element: InDocument, value: str, origins: Sequence[str], deadline: Deadline
    ) -> Reply[replies.SecretEntered]:
        """Enter ``value`` into the field, where the document is of one of the ``origins``."""
        request: requests.EnterSecretRequest = {"op": "enter_secret", **_ids(element), "origins": list(origins), "value": value}
        return await self._ask(element.frame, request, deadline)

    # Keys and the clipboard.

    async def aim_keys(
        self, frame: Frame, element: InDocument | None, deadline: Deadline, *, all_of_them: bool
    ) -> Reply[replies.KeysAimed]:
        """Keep the next keys, or all, from anything but the element; without one, from whatever takes the focus."""
        doc, local = (None, 0) if element is None else (element.document.token, element.local)
        request: requests.AimKeysRequest = {"op": "aim_keys", "doc": doc, "id": local, "all": all_of_them}
        return await self._ask(frame, request, deadline)

    async def escape(self, frame: Frame, deadline: Deadline) -> Reply[replies.Escaped]:
        """End what the Escape key ends before the page hears of it."""
        return await self._ask(frame, {"op": "escape"}, deadline)

    async def selection(self, frame: Frame, lend: str | None, deadline: Deadline) -> Reply[replies.ClipboardSelection]:
        """Report what a copy would take. With ``lend``, keep pastes of another text from the page until :meth:`lent`."""
        request: requests.SelectionRequest = {"op": "selection", "lend": lend}
        return await self._ask(frame, request, deadline)

    async def select_text(
        self,
        frame: Frame,
        text: str,
        occurrence: int,
        deadline: Deadline,
        *,
        doc: Document | None = None,
        element: int | None = None,
        within: Sequence[int] | None = None,
    ) -> Reply[replies.WordsFound | replies.ElementGone]:
        """Find words in ``element``, or in the whole document, which is ``doc`` where that is given; with ``within``, select them
        if these elements hold all of them."""
        request: requests.SelectTextRequest = {
            "op": "select_text",
            "doc": None if doc is None else doc.token,
            "id": element,
            "text": text,
            "occurrence": occurrence,
            "within": None if within is None else list(within),
        }
        for _ in range(MOST_ROOTS):
            reply = await self._ask(frame, request, deadline)
            if not reply.answer.get("hosts") or self._listeners is None:
                break
            await self._listeners.report_closed_roots(deadline)
        return reply

    async def lent(self, frame: Frame, deadline: Deadline) -> Reply[replies.Lent]:
        """End the lending of the clipboard; report what became of it."""
        return await self._ask(frame, {"op": "lent"}, deadline)

    async def activated(self, frame: Frame, deadline: Deadline) -> Reply[replies.Activated]:
        """Report what the browser asks before it gives a page the clipboard."""
        return await self._ask(frame, {"op": "activated"}, deadline)

    async def paste(
        self, frame: Frame, data: Mapping[str, str], files: Sequence[requests.PastedFile], deadline: Deadline
    ) -> Reply[replies.Pasted]:
        """Fire ``paste`` at the focus."""
        request: requests.PasteRequest = {"op": "paste", "data": dict(data), "files": list(files)}
        return await self._ask(frame, request, deadline)

    async def copy(self, frame: Frame, deadline: Deadline, *, cut: bool) -> Reply[replies.Copied]:
        """Fire ``copy`` at the focus, or ``cut``."""
        request: requests.CopyRequest = {"op": "copy", "cut": cut}
        return await self._ask(frame, request, deadline)

    # What is where.

    async def identify(self, frame: Frame, within: str, deadline: Deadline) -> Reply[reading.Identified]:
        """Report the local id of the one element that the selector ``within`` matches in ``frame``."""
        return await self._ask(frame, {"op": "identify"}, deadline, within=within)

    async def pick(self, frame: Frame, x: float, y: float, deadline: Deadline, *, exact: bool) -> Reply[reading.Picked]:
        """Report the control at a point, or, with ``exact``, the innermost element, in closed shadow roots too."""
        request: requests.PickRequest = {"op": "pick", "x": x, "y": y, "exact": exact}
        return await self._ask_exactly(frame, request, deadline)

    async def focused(self, frame: Frame, deadline: Deadline, *, exact: bool, tab: TabWay | None = None) -> Reply[reading.Focused]:
        """Report what has the focus: with ``exact``, in closed shadow roots too; with ``tab``, what Tab gives it to."""
        request: requests.FocusedRequest = {"op": "focused", "exact": exact, "tab": tab}
        return await self._ask_exactly(frame, request, deadline)

    async def drawn(self, frame: Frame, points: Sequence[tuple[float, float]], deadline: Deadline) -> Reply[reading.Drawn]:
        """Report what is drawn at points of a picture of the viewport."""
        request: requests.DrawnRequest = {"op": "drawn", "points": list(points)}
        return await self._ask(frame, request, deadline)

    async def seek(self, frame: Frame, meaning: dict[str, Any], deadline: Deadline) -> Reply[reading.Found]:
        """Report the elements that may have that meaning."""
        request: requests.SeekRequest = {"op": "seek", "meaning": meaning}
        return await self._ask(frame, request, deadline)

    # The document.

    async def capture(
        self,
        frame: Frame,
        deadline: Deadline,
        *,
        mode: str = "full",
        doc: Document | None = None,
        root: int | None = None,
        outer: reading.FrameState | None = None,
        selector: str | None = None,
        box: int | None = None,
    ) -> TextReply[reading.CaptureHeader | reading.Refusal]:
        """Read the document, or the part of it in the element ``root`` of ``doc``, or in what ``selector`` matches.

        ``outer``: how the frame stands in the documents around it. With ``box``, each line has its place in the content of that
        element. The new elements in the text have no numbers yet: :meth:`number`.
        """
        request: requests.CaptureRequest = {
            "op": "capture",
            "mode": mode,
            "doc": None if doc is None else doc.token,
            "root": root,
            "outer": outer,
            "selector": selector,
            "box": box,
        }
        return await self._ask_with_text(frame, request, deadline)

    async def capture_unless_known(
        self, frame: Frame, mode: str, known: requests.KnownReading | None, deadline: Deadline
    ) -> TextReply[reading.CaptureHeader | reading.UnchangedPage]:
        """Read the document in ``mode``, unless it is as the reading ``known`` of that mode found it; remember the reading."""
        request: requests.CaptureRequest = {"op": "capture", "mode": mode, "known": known}
        return await self._ask_with_text(frame, request, deadline)

    async def scroll(
        self,
        frame: Frame,
        element: InDocument | None,
        deadline: Deadline,
        *,
        dx: int,
        dy: int,
        to: Literal["top", "bottom"] | None,
    ) -> Reply[replies.Scrolled | replies.ElementGone]:
        """Scroll the box around the element, or the page, by CSS pixels or to its end."""
        doc, local = (None, None) if element is None else (element.document.token, element.local)
        request: requests.ScrollRequest = {"op": "scroll", "doc": doc, "id": local, "dx": dx, "dy": dy, "to": to}
        return await self._ask(frame, request, deadline)

    async def traverse(
        self,
        frame: Frame,
        deadline: Deadline,
        *,
        doc: Document | None = None,
        element: int | None = None,
        box: int | None = None,
        to: float | None = None,
        left: float | None = None,
        top: float | None = None,
    ) -> Reply[reading.Traversed | replies.ElementGone]:
        """Choose the box that ``element`` is, holds or is in, or that of the page; or scroll the chosen ``box``."""
        token = None if doc is None else doc.token
        request: requests.TraverseRequest = {
            "op": "traverse",
            "doc": token,
            "id": element,
            "box": box,
            "to": to,
            "left": left,
            "top": top,
        }
        return await self._ask(frame, request, deadline)

    async def secrets(self, frame: Frame, deadline: Deadline) -> Reply[reading.SecretValues]:
        """Report what the secret fields hold."""
        return await self._ask(frame, {"op": "secrets"}, deadline)

    async def drawn_texts(self, frame: Frame, deadline: Deadline) -> Reply[reading.DrawnTexts | reading.TooManyTexts]:
        """Report all texts that the document draws."""
        return await self._ask(frame, {"op": "drawn_texts"}, deadline)

    async def drawn_boxes(self, frame: Frame, answer: int, indexes: Sequence[int], deadline: Deadline) -> Reply[reading.DrawnBoxes]:
        """Report where the texts of an ``answer`` to :meth:`drawn_texts` lie that have these indexes."""
        request: requests.DrawnBoxesRequest = {"op": "drawn_boxes", "answer": answer, "indexes": list(indexes)}
        return await self._ask(frame, request, deadline)

    # Documents in frames.

    async def frames(self, frame: Frame, deadline: Deadline) -> Reply[reading.FrameIds]:
        """Report the frame elements of the document."""
        return await self._ask(frame, {"op": "frames"}, deadline)

    async def place(self, frame: Frame, deadline: Deadline) -> Reply[reading.FrameOwner]:
        """Report the frame's place among those of its parent."""
        return await self._ask(frame, {"op": "place"}, deadline)

    async def outward(
        self,
        frame: Frame,
        local: int,
        point: tuple[float, float],
        width: float,
        deadline: Deadline,
        *,
        aim: Literal["press", "hover"] | None,
    ) -> Reply[reading.Outward]:
        """Lead a point of the document in the frame element ``local`` outward. End the aim at that frame, and take the next one."""
        x, y = point
        request: requests.OutwardRequest = {"op": "outward", "id": local, "x": x, "y": y, "width": width, "aim": aim}
        return await self._ask(frame, request, deadline)

    async def surroundings(self, owner: InDocument, deadline: Deadline) -> Reply[reading.Surroundings]:
        """Report how the frame element stands in its document."""
        return await self._ask_about("surroundings", owner, deadline)

    async def beneath(
        self, frame: Frame, document: Document, frames: Sequence[tuple[int, int, list[tuple[float, float]]]], deadline: Deadline
    ) -> Reply[reading.BeneathReply]:
        """Report which points in frames of ``document`` something of it lies over."""
        request: requests.BeneathRequest = {"op": "beneath", "doc": document.token, "frames": list(frames)}
        return await self._ask(frame, request, deadline)

    def number(self, document: Document, fresh: Fresh) -> int:
        """Number the new elements in a reply. Return by how much their numbers are greater than their local ids."""
        return self._refs.extend(document, *fresh) - fresh[0] if fresh else 0

    async def _ask_about(self, op: str, element: InDocument, deadline: Deadline) -> Reply[Any]:
        request: requests.ElementRequest = {"op": op, **_ids(element)}
        return await self._ask(element.frame, request, deadline)

    async def _ask(
        self, frame: Frame, request: Mapping[str, object], deadline: Deadline, *, within: str | None = None
    ) -> Reply[Any]:
        document, answer, _ = await self._frames.ask(frame, request, deadline, within=within)
        self.number(document, answer.get("fresh"))
        return Reply(document, answer)

    async def _ask_exactly(self, frame: Frame, request: Mapping[str, object], deadline: Deadline) -> Reply[Any]:
        """Ask again while the debugger reports closed shadow roots that the document suspects. Raise ``policy_denied`` at last."""
        for _ in range(MOST_ROOTS):
            reply = await self._ask(frame, request, deadline)
            if not reply.answer.get("hosts") or not (self._listeners and await self._listeners.report_closed_roots(deadline)):
                return reply
        raise cannot_judge("What lies so many shadow roots deep")

    async def _ask_with_text(self, frame: Frame, request: Mapping[str, object], deadline: Deadline) -> TextReply[Any]:
        return TextReply(*await self._frames.ask(frame, request, deadline))


def _ids(element: InDocument) -> requests.ElementIds:
    return {"doc": element.document.token, "id": element.local}
