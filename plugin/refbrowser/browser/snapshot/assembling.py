"""The parts of a page: the engine of each document walks its own, at the same time; they are put together here."""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.frame_patience import FramePatience
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.wire import Begun, Effects
from refbrowser.browser.engine.wire_reading import CaptureHeader, FrameState, Refusal
from refbrowser.browser.snapshot.beneath import PressPoint, blocked_in, divided, tested
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.capture import Version
from refbrowser.content.unanswered import UNANSWERED
from refbrowser.errors import TargetError
from refbrowser.redact import redacted

FRAMES_STANDSTILL_MS: Final = 2_000
"""Frames that have not answered when none did for so long are left out, and the capture says so: one dead frame must not take the
page with it."""

_MOST_SEARCHES: Final = 6
"""How often a frame is looked for again whose document has not said yet where it is."""

_ERROR_PAGE: Final = "chrome-error:"

_NEW_REF: Final = re.compile("\x01(\\d+)\x02")
_FRAME: Final = re.compile("^(?P<indent>[^\x03]*)\x03(?P<local>\\d+)\x02(?P<label>.*)$")


@dataclass(frozen=True, slots=True)
class Scope:
    """Which part of the page to read: all of it, the subtree of a ref's element, or what a CSS selector matches. With ``box``, each
    line of the document comes with its place in the content of the element that has this local id."""

    mode: str = "full"
    selector: str | None = None
    frame: Frame | None = None
    document: Document | None = None
    local: int | None = None
    box: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A document's part of a capture, with its marks. ``points`` are where its controls are pressed, and those in its frames, if
    something may lie over its own frame. ``moments``: when documents were read into which elements have come since listeners
    were listed. ``failed``: it is Chromium's own in place of one that could not be loaded."""

    document: Document
    header: CaptureHeader
    lines: list[str]
    focused: int | None
    refs: int
    hidden: int
    versions: dict[str, Version]
    points: list[PressPoint]
    moments: list[str]
    failed: bool = False

    @property
    def width(self) -> int:
        """Of the document's viewport."""
        return self.header["scroll"]["viewport_width"]


def version_of(reply: Begun | Effects | CaptureHeader) -> Version:
    """How often the document that replied has changed."""
    return Version(reply["version"], reply["entered"], reply["beats"])


async def asked(
    tab: Tab, frame: Frame, deadline: Deadline, scope: Scope, outer: FrameState | None = None
) -> tuple[Document, CaptureHeader, str]:
    """What the document in ``frame`` says of itself: the document, the header, and the text, without the frames in it. ``outer`` is
    how the frame stands in the documents around it. Raises ``selector_no_match``, ``selector_invalid`` and ``ref_stale``."""
    mode, doc, root, selector, box = scope.mode, scope.document, scope.local, scope.selector, scope.box
    document, header, body = await tab.engine.capture(
        frame, deadline, mode=mode, doc=doc, root=root, outer=outer, selector=selector, box=box
    )
    if "error" in header:
        raise _unreadable(header, scope)
    return document, header, body


async def assembled(
    tab: Tab, refs: RefTable, document: Document, header: CaptureHeader, body: str, deadline: Deadline, mode: str
) -> Part:
    """A document's part with its numbers given out and the parts of the frames in it in their places."""
    return await _Assembling(tab, refs, deadline, "full" if mode == "main" else mode).whole(document, header, body)


class _Assembling:
    """Puts the parts of a page's documents together; ``mode`` is that of the frames."""

    def __init__(self, tab: Tab, refs: RefTable, deadline: Deadline, mode: str) -> None:
        self._tab = tab
        self._refs = refs
        self._deadline = deadline
        self._scope = Scope(mode)
        self._begun: FramePatience | None = None

    @property
    def _patience(self) -> FramePatience:
        """Begins with the first frame."""
        if self._begun is None:
            frames = self._tab.frames
            self._begun = FramePatience(len(self._tab.page.frames), frames.last_answer, FRAMES_STANDSTILL_MS, self._deadline)
        return self._begun

    async def whole(self, document: Document, header: CaptureHeader, body: str, depth: int = 0) -> Part:
        refs = self._refs
        if header["fresh"] is not None:
            offset = self._tab.engine.number(document, header["fresh"])
            body = _NEW_REF.sub(lambda match: str(int(match[1]) + offset), body)
        self._tab.internals.found(document, header["customs"])
        lines = body.split("\n") if body else []
        total_refs, hidden = header["counts"]["refs"], header["counts"]["hidden"]
        versions = {document.token: version_of(header)}
        focused = _number(refs, document, header["focused"])
        points = [PressPoint(refs.number(document, local), kind, (x, y)) for local, kind, x, y in header.get("points", ())]
        moments = [header["ended"]] if header["unlisted"] else []
        if inner := header["frames"]:
            sourced, states = set(header["sourced"]), {state["id"]: state for state in header["obstructed"]}
            parts = await asyncio.gather(
                *(self._child(document, local, depth + 1, states.get(local), awaited=local in sourced) for local in inner)
            )
            parts, free = await self._tested(document, inner, parts)
            if "points" in header:
                points += free
            numbers = {local: refs.number(document, local) for local in inner}
            lines = _stitched(lines, dict(zip(inner, parts, strict=True)), numbers, dict(header.get("pdfs", ())))
            total_refs += sum(part.refs for part in parts if part)
            hidden += sum(part.hidden for part in parts if part)
            moments += [moment for part in parts if part for moment in part.moments]
            for local, part in zip(inner, parts, strict=True):
                if part is not None:
                    versions |= part.versions
                    if local == header["focused"] and part.focused is not None:
                        focused = part.focused
        return Part(document, header, lines, focused, total_refs, hidden, versions, points, moments)

    async def _tested(
        self, document: Document, inner: Sequence[int], parts: Sequence[Part | None]
    ) -> tuple[list[Part | None], list[PressPoint]]:
        """The parts of the frames ``inner``, with the controls marked that something of ``document`` lies over; and where the
        others are pressed in the document, as far as that is in sight."""
        marked, points = list(parts), list[PressPoint]()
        under = [(place, local, part) for place, (local, part) in enumerate(zip(inner, parts, strict=True)) if part and part.points]
        if not under:
            return marked, points
        asked = [(local, part.width, part.points) for _, local, part in under]
        answer = await tested(self._tab, document, asked, self._deadline.sooner(FRAMES_STANDSTILL_MS))
        if answer is None:
            return marked, points
        for (place, _, part), found in zip(under, answer["points"], strict=True):
            covered, free = divided(part.points, found)
            marked[place] = replace(part, lines=blocked_in(part.lines, covered))
            points += free
        return marked, points

    async def _child(self, parent: Document, local: int, depth: int, outer: FrameState | None, *, awaited: bool) -> Part | None:
        """The part of a frame; None where it does not answer. ``outer`` is how the frame stands in the documents around it, where
        it is not free."""
        frames, read = self._tab.frames, self._read(parent, local, depth, outer, awaited=awaited)
        first = frames.is_new(parent, local)
        try:
            part = await self._patience.result(read, depth, first=first)
        except Error:
            return None
        if part is None and first:
            frames.give_up(parent, local)
        return part

    async def _read(self, parent: Document, local: int, depth: int, outer: FrameState | None, *, awaited: bool) -> Part | None:
        frames = self._tab.frames
        frame = await self._tab.frame_owners.child(parent, local)
        for _ in range(_MOST_SEARCHES):
            if frame is not None or not frames.is_new(parent, local) or not frames.has_unplaced(parent):
                break
            frame = await self._tab.frame_owners.child(parent, local)
        if frame is None:
            return None
        present = frames.document(frame)
        parsed = present is not None and present.parsed
        if awaited and not parsed:
            await frames.parsed(frame)
        answered = await self._asked(frame, outer)
        if awaited and parsed and answered[0] is not present:
            # Another document has come since, and may not have been parsed yet.
            await frames.parsed(frame)
            answered = await self._asked(frame, outer)
        answered[0].parsed |= awaited
        self._tab.listeners.suspected_inner |= answered[1]["unseen"]
        return replace(await self.whole(*answered, depth), failed=frame.url.startswith(_ERROR_PAGE))

    async def _asked(self, frame: Frame, outer: FrameState | None) -> tuple[Document, CaptureHeader, str]:
        async with self._patience.turn():
            return await asked(self._tab, frame, self._deadline, self._scope, outer)


def _stitched(
    lines: list[str], parts: dict[int, Part | None], numbers: dict[int, int | None], pdfs: Mapping[int, str]
) -> list[str]:
    result: list[str] = []
    for line in lines:
        match = _FRAME.match(line) if "\x03" in line else None
        if match is None:
            result.append(line)
            continue
        local, indent = int(match["local"]), match["indent"]
        part = parts.get(local)
        head = f"{indent}[frame {numbers[local]}]{match['label'].rstrip()}"
        if local in pdfs and (part is None or not part.lines):
            result.append(f"{head} (PDF, its text: {json.dumps({'action': 'read', 'url': redacted(pdfs[local])})})")
        elif part is None:
            result.append(head + UNANSWERED)
        else:
            result.append(f"{head} (failed to load)" if part.failed else head)
            result.extend(f"{indent}  {inner}" for inner in part.lines)
    return result


def _number(refs: RefTable, document: Document, local: int | None) -> int | None:
    return None if local is None else refs.number(document, local)


def _unreadable(refusal: Refusal, scope: Scope) -> TargetError:
    problem = refusal["error"]
    if problem == "selector_no_match":
        return TargetError(f"The selector {scope.selector!r} matches no element on the page.", code="selector_no_match")
    if problem == "selector_invalid":
        return TargetError(
            f"The selector {scope.selector!r} is not valid CSS: {refusal.get('message', '')}.", code="selector_invalid"
        )
    reason = "the page was navigated" if problem == "stale_document" else "the element was removed"
    return TargetError(f"The element to read is gone: {reason}.", code="ref_stale", details={"reason": reason})
