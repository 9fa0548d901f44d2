"""Capturing a tab: every frame's engine walks its own document, at the same time; the parts are put together here."""

import asyncio
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import Counts
from refbrowser.browser.engine.frame_patience import FramePatience
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.wire import Begun, CaptureHeader, Effects, FrameState, Refusal, UnchangedPage
from refbrowser.browser.snapshot.beneath import PressPoint, blocked_in, divided, marked_around, state_around, tested
from refbrowser.browser.tab.seen_page import Reading
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.capture import Capture, Version
from refbrowser.content.marks import plain
from refbrowser.errors import TargetError

FRAMES_STANDSTILL_MS: Final = 2_000
"""Frames that have not answered when none did for so long are left out, and the capture says so: one dead frame must not take the
page with it."""

ARRIVAL_MS: Final = 2_000
"""How long a page that is being replaced is waited for before what is there of it is read."""

BEGINNING_MS: Final = 500
"""How long the blank document of a tab that a page opened is waited for the navigation that most often follows: a popup is reported
before it begins."""

_MOST_READINGS: Final = 12
"""A closed root that is learned of may hold another; what lies deeper still is learned of by the next call."""

_MOST_FRAMES_SEARCHED: Final = 40

_ERROR_PAGE: Final = "chrome-error:"

_NEW_REF: Final = re.compile("\x01(\\d+)\x02")
_FRAME: Final = re.compile("^(?P<indent>[^\x03]*)\x03(?P<local>\\d+)\x02(?P<label>.*)$")


@dataclass(frozen=True, slots=True)
class Scope:
    """Which part of the page to read: all of it, the subtree of a ref's element, or what a CSS selector matches."""

    mode: str = "full"
    selector: str | None = None
    frame: Frame | None = None
    document: Document | None = None
    local: int | None = None


@dataclass(frozen=True, slots=True)
class _Part:
    """A document's part of a capture, with its marks. ``points`` are where its controls are pressed, and those in its frames, if
    something may lie over its own frame. ``failed``: it is Chromium's own in place of one that could not be loaded."""

    document: Document
    header: CaptureHeader
    lines: list[str]
    focused: int | None
    refs: int
    hidden: int
    versions: dict[str, Version]
    points: list[PressPoint]
    failed: bool = False

    @property
    def width(self) -> int:
        """Of the document's viewport."""
        return self.header["scroll"]["viewport_width"]


async def capture_arrived(tab: Tab, refs: RefTable, deadline: Deadline, scope: Scope | None = None) -> Capture:
    """As :func:`capture_thoroughly`, of a document that has been parsed: one that is about to replace an empty one, as when a page
    reloads itself or a popup has just opened, is waited for, for :data:`ARRIVAL_MS` at most."""
    patience = deadline.sooner(ARRIVAL_MS)
    await _parsed(tab, patience)
    captured = await capture_thoroughly(tab, refs, deadline, scope)
    if not captured.lines and tab.opener is not None and tab.url == "about:blank":
        beginning = patience.sooner(BEGINNING_MS)
        while tab.activity.navigation is None and not tab.closed and not beginning.passed:
            await tab.activity.change(beginning.remaining_ms)
    navigation = tab.activity.navigation
    if not captured.lines and navigation is not None and navigation.in_flight:
        while navigation.in_flight and not tab.closed and not patience.passed:
            await tab.activity.change(patience.remaining_ms)
        await _parsed(tab, patience)
        captured = await capture_thoroughly(tab, refs, deadline, scope)
    return captured


async def _parsed(tab: Tab, patience: Deadline) -> None:
    while (navigation := tab.activity.navigation) is not None and navigation.arriving and not patience.passed and not tab.closed:
        await tab.activity.change(patience.remaining_ms)


async def capture_thoroughly(tab: Tab, refs: RefTable, deadline: Deadline, scope: Scope | None = None) -> Capture:
    """As :func:`capture`, and also what no script can see: what listens for a press, and what is in closed shadow roots."""
    deadline.stage = "the page to be read"
    whole = scope is None or scope == Scope()
    last = tab.seen.reading
    if whole and last is not None and not last.is_before(tab.seen.last):
        again = await _read_again(tab, refs, last, deadline)
        if again is not None:
            return again
    await tab.listeners.attach(deadline)
    with tab.internals.holding():
        for _ in range(_MOST_READINGS):
            await tab.listeners.report_listeners(deadline)
            listed = tab.listeners.listed if tab.listeners.complete else None
            if whole:
                captured = await _read_whole(tab, refs, listed, deadline)
            else:
                captured = await _read_part(tab, refs, deadline, scope or Scope())
            # Frames without news were read correctly: only frames with news need another reading.
            unseen = await tab.listeners.report_inner(deadline)
            if not (await tab.internals.report(deadline) or unseen or (whole and await _report_again(tab, listed, deadline))):
                break
    return captured


async def _read_part(tab: Tab, refs: RefTable, deadline: Deadline, scope: Scope) -> Capture:
    """As :func:`capture`. What a selector matches in no more than a frame is read in the first frame that has it."""
    try:
        return await capture(tab, refs, deadline, scope)
    except TargetError as failure:
        if failure.code != "selector_no_match" or scope.frame is not None:
            raise
        for frame in tab.page.frames[1 : 1 + _MOST_FRAMES_SEARCHED]:
            with suppress(TargetError, Error):
                return await capture(tab, refs, deadline.sooner(FRAMES_STANDSTILL_MS), replace(scope, frame=frame))
        raise


async def _report_again(tab: Tab, listed: Counts | None, deadline: Deadline) -> bool:
    """Reports the listeners once more where a garbage collection is the only reason to doubt them; True if one was new."""
    reading = tab.seen.reading
    if reading is None or reading.listed is not None or listed is None or listed.called_s != reading.ended.called_s:
        return False
    news = await tab.listeners.report_listeners(deadline)
    if tab.listeners.complete:
        reading.listed = tab.listeners.listed
    return news


async def _read_again(tab: Tab, refs: RefTable, last: Reading, deadline: Deadline) -> Capture | None:
    """The page as it is; what was read of it last, where that can be shown to be the same. None if it has to be read anew.

    What a reading shows follows from the nodes, from styles and layout, from who listens, and from what the engine compares itself
    (values, the focus, how far what is scrolled). The engine observes each change of a node; Chromium counts how often styles were
    computed and boxes laid out. So the last reading still holds if nothing was counted from its end until now. It counts the
    listeners too, and how long scripts ran: if neither has changed, and no garbage was collected, which may have taken others,
    there is no new listener; else they are listed again. None of this covers frames: a page with one is always read anew.
    """
    # News of custom elements is among the changes that the engine counts.
    await tab.internals.report(deadline)
    request = {"op": "capture", "mode": "full", "known": last.known}
    document, reply, body = await tab.frames.ask(tab.page.main_frame, request, deadline)
    header = cast("CaptureHeader | UnchangedPage", reply)
    tab.listeners.suspected = header["unseen"]
    now = tab.cdp.counted(header["ended"])
    if "unchanged" in header:
        if not last.holds(now):
            return None
        if not header["collected"] and last.has_all_listeners(now):
            return last.capture
        captured = last.capture
    else:
        captured = await _kept(tab, refs, document, header, body, None, deadline)
    news = await tab.listeners.report_listeners(deadline)
    if await tab.listeners.report_inner(deadline) or news:
        return None
    if tab.seen.reading is not None:
        tab.seen.reading.listed = tab.listeners.listed if tab.listeners.complete else None
    return captured


async def _read_whole(tab: Tab, refs: RefTable, listed: Counts | None, deadline: Deadline) -> Capture:
    """The page read anew. Its listeners were reported after ``listed`` had been counted."""
    request = {"op": "capture", "mode": "full", "known": None}
    document, reply, body = await tab.frames.ask(tab.page.main_frame, request, deadline)
    header = cast("CaptureHeader", reply)
    tab.listeners.suspected = header["unseen"]
    return await _kept(tab, refs, document, header, body, listed, deadline)


async def _kept(
    tab: Tab, refs: RefTable, document: Document, header: CaptureHeader, body: str, listed: Counts | None, deadline: Deadline
) -> Capture:
    """A reading of the whole page, which the tab keeps if nothing but frames and its own rendering could belie it.

    No script of the page runs during the walk: a listener reported before its beginning is still there at its end, whatever was
    collected in between.
    """
    captured = _as_capture(tab, refs, await _assembled(tab, refs, document, header, body, deadline, "full"), "full")
    begun, ended = tab.cdp.counted(header["begun"]), tab.cdp.counted(header["ended"])
    tab.seen.reading = None
    if begun is not None and ended is not None and begun.rendering == ended.rendering and not header["frames"]:
        complete = listed is not None and listed.listening == begun.listening and not header["collected"]
        tab.seen.reading = Reading(captured, ended, ended if complete else None)
    return captured


async def capture(
    tab: Tab, refs: RefTable, deadline: Deadline, scope: Scope | None = None, *, given: tuple[Document, str] | None = None
) -> Capture:
    """What the page says now, all frames and shadow roots included, with every new control numbered. ``given`` is what the top
    document has already said of itself.

    Raises ``selector_no_match`` or ``selector_invalid`` for a selector, ``ref_stale`` for a subtree whose root is gone.
    """
    scope = scope or Scope()
    frame = scope.frame or tab.page.main_frame
    deadline.stage = "the page to be read"
    part = await _capture_frame(tab, refs, frame, deadline, scope, given)
    if await tab.internals.report(deadline):
        part = await _capture_frame(tab, refs, frame, deadline, scope)
    return _as_capture(tab, refs, part, scope.mode if scope.selector is None and scope.local is None else "part")


def _as_capture(tab: Tab, refs: RefTable, part: _Part, mode: str) -> Capture:
    header, marked = part.header, tuple(part.lines)
    return Capture(
        epoch=part.document.token,
        versions=part.versions,
        mode=mode,
        url=tab.url,
        title=header["title"],
        lines=plain(marked),
        scroll=header["scroll"],
        counts={**header["counts"], "refs": part.refs, "hidden": part.hidden},
        focused=part.focused,
        marked=marked,
    )


def version_of(reply: Begun | Effects | CaptureHeader) -> Version:
    """How often the document that replied has changed."""
    return Version(reply["version"], reply["entered"])


async def _capture_frame(
    tab: Tab, refs: RefTable, frame: Frame, deadline: Deadline, scope: Scope, given: tuple[Document, str] | None = None
) -> _Part:
    if given is not None:
        head, _, body = given[1].partition("\n")
        return await _assembled(tab, refs, given[0], json.loads(head), body, deadline, scope.mode)
    if frame is not tab.page.main_frame:
        return await _capture_inner(tab, refs, frame, deadline, scope)
    document, header, body = await _asked(tab, frame, deadline, scope)
    tab.listeners.suspected = header["unseen"]
    return await _assembled(tab, refs, document, header, body, deadline, scope.mode)


async def _capture_inner(tab: Tab, refs: RefTable, frame: Frame, deadline: Deadline, scope: Scope) -> _Part:
    """The part of a document in a frame, in the state in which the documents around it have it."""
    limit = deadline.sooner(FRAMES_STANDSTILL_MS)
    outer = await state_around(tab.frames, frame, limit)
    part = await _assembled(tab, refs, *await _asked(tab, frame, deadline, scope, outer), deadline, scope.mode)
    return replace(part, lines=await marked_around(tab.frames, frame, part.lines, part.points, part.width, limit))


async def _asked(
    tab: Tab, frame: Frame, deadline: Deadline, scope: Scope, outer: FrameState | None = None
) -> tuple[Document, CaptureHeader, str]:
    request: dict[str, Any] = {"op": "capture", "mode": scope.mode}
    if outer is not None:
        request["outer"] = outer
    if scope.document is not None:
        request |= {"doc": scope.document.token, "root": scope.local}
    if scope.selector is not None:
        request["selector"] = scope.selector
    document, header, body = await tab.frames.ask(frame, request, deadline)
    if "error" in header:
        raise _unreadable(cast("Refusal", header), scope)
    return document, cast("CaptureHeader", header), body


async def _assembled(
    tab: Tab, refs: RefTable, document: Document, header: CaptureHeader, body: str, deadline: Deadline, mode: str
) -> _Part:
    """A document's part with its numbers given out and the parts of the frames in it in their places."""
    return await _Assembling(tab, refs, deadline, "full" if mode == "main" else mode).whole(document, header, body)


class _Assembling:
    """Puts the parts of a page's documents together; ``mode`` is that of the frames."""

    def __init__(self, tab: Tab, refs: RefTable, deadline: Deadline, mode: str) -> None:
        self._tab = tab
        self._refs = refs
        self._deadline = deadline
        self._scope = Scope(mode)
        self._patience = FramePatience(len(tab.page.frames), tab.frames.last_answer, FRAMES_STANDSTILL_MS, deadline)

    async def whole(self, document: Document, header: CaptureHeader, body: str, depth: int = 0) -> _Part:
        refs = self._refs
        if header["fresh"] is not None:
            first_local, count = header["fresh"]
            offset = refs.extend(document, first_local, count) - first_local
            body = _NEW_REF.sub(lambda match: str(int(match[1]) + offset), body)
        self._tab.internals.found(document, header["customs"])
        lines = body.split("\n") if body else []
        total_refs, hidden = header["counts"]["refs"], header["counts"]["hidden"]
        versions = {document.token: version_of(header)}
        focused = _number(refs, document, header["focused"])
        points = [PressPoint(refs.number(document, local), kind, (x, y)) for local, kind, x, y in header.get("points", ())]
        if inner := header["frames"]:
            sourced, states = set(header["sourced"]), {state["id"]: state for state in header["obstructed"]}
            parts = await asyncio.gather(
                *(self._child(document, local, depth + 1, states.get(local), awaited=local in sourced) for local in inner)
            )
            parts, free = await self._tested(document, inner, parts)
            if "points" in header:
                points += free
            numbers = {local: refs.number(document, local) for local in inner}
            lines = _stitched(lines, dict(zip(inner, parts, strict=True)), numbers)
            total_refs += sum(part.refs for part in parts if part)
            hidden += sum(part.hidden for part in parts if part)
            for local, part in zip(inner, parts, strict=True):
                if part is not None:
                    versions |= part.versions
                    if local == header["focused"] and part.focused is not None:
                        focused = part.focused
        return _Part(document, header, lines, focused, total_refs, hidden, versions, points)

    async def _tested(
        self, document: Document, inner: Sequence[int], parts: Sequence[_Part | None]
    ) -> tuple[list[_Part | None], list[PressPoint]]:
        """The parts of the frames ``inner``, with the controls marked that something of ``document`` lies over; and where the
        others are pressed in the document, as far as that is in sight."""
        marked, points = list(parts), list[PressPoint]()
        under = [(place, local, part) for place, (local, part) in enumerate(zip(inner, parts, strict=True)) if part and part.points]
        if not under:
            return marked, points
        asked = [(local, part.width, part.points) for _, local, part in under]
        answer = await tested(self._tab.frames, document, asked, self._deadline.sooner(FRAMES_STANDSTILL_MS))
        if answer is None:
            return marked, points
        for (place, _, part), found in zip(under, answer["points"], strict=True):
            covered, free = divided(part.points, found)
            marked[place] = replace(part, lines=blocked_in(part.lines, covered))
            points += free
        return marked, points

    async def _child(self, parent: Document, local: int, depth: int, outer: FrameState | None, *, awaited: bool) -> _Part | None:
        """The part of a frame; None where it does not answer. ``outer`` is how the frame stands in the documents around it, where
        it is not free."""
        try:
            return await self._patience.result(self._read(parent, local, depth, outer, awaited=awaited), depth)
        except Error:
            return None

    async def _read(self, parent: Document, local: int, depth: int, outer: FrameState | None, *, awaited: bool) -> _Part | None:
        frames = self._tab.frames
        frame = await frames.child(parent, local)
        if frame is None:
            return None
        if awaited:
            await frames.parsed(frame)
        async with self._patience.turn():
            answered = await _asked(self._tab, frame, self._deadline, self._scope, outer)
        return replace(await self.whole(*answered, depth), failed=frame.url.startswith(_ERROR_PAGE))


def _stitched(lines: list[str], parts: dict[int, _Part | None], numbers: dict[int, int | None]) -> list[str]:
    result: list[str] = []
    for line in lines:
        match = _FRAME.match(line) if "\x03" in line else None
        if match is None:
            result.append(line)
            continue
        local, indent = int(match["local"]), match["indent"]
        part = parts.get(local)
        head = f"{indent}[frame {numbers[local]}]{match['label'].rstrip()}"
        if part is None:
            result.append(f"{head} (did not answer)")
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
