"""Reading all that a box shows while it is scrolled from its beginning to its end.

A virtual list draws only what is in sight, an endless one loads more at its end.
"""

import asyncio
from dataclasses import dataclass, replace
from typing import Final, TypedDict, Unpack

from playwright.async_api import Error, Frame
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.wire_reading import Traversal, Traversed
from refbrowser.browser.engine.wire_replies import ElementGone
from refbrowser.browser.snapshot.assembling import Scope
from refbrowser.browser.snapshot.capture import capture_thoroughly
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.capture import Capture
from refbrowser.content.collected import Collected
from refbrowser.errors import TargetError, TimeoutExceeded

MOST_SCREENS: Final = 200
MOST_LINES: Final = 5_000
MOST_CHARACTERS: Final = 400_000

STEP: Final = 0.8
"""The share of the box by which one step scrolls: something stays in sight, so that what comes can be joined to it."""

KEPT_SHARE: Final = 0.4
MOST_KEPT_MS: Final = 3_000
"""How much of the deadline is kept for scrolling back and the last reading."""

ANSWER_MS: Final = 150
"""How much of that is kept for the answer, where the page does not scroll back in time."""

FRAME_MS: Final = 400
"""How long a step is waited for to be drawn."""

DRAW_MS: Final = 250
"""How much longer a list may take to draw what came into sight, where the end of what the box shows is empty."""

END_MS: Final = 1_000
"""How long a list is waited for at its end to grow, while no request is under way."""

REQUEST_MS: Final = 6_000
"""How long the requests are waited for that a step led to."""

_RECHECK_MS: Final = 20
_TIME_OVER: Final = "the time was over, and a longer timeout_ms reads on"
_MOST_STUCK: Final = 2
_MOST_FRAMES: Final = 10
_FRAME_TAGS: Final = frozenset({"iframe", "frame"})

_LARGE: Final = 0.25
"""The share of the page from which on a frame may be what the page is about."""

_NEAR: Final = 2
"""CSS pixels: scroll positions are rounded."""


def _scrolls(box: Traversal) -> bool:
    """Return whether a box has more than it shows."""
    return box["size"] > box["page"] + _NEAR


def _at_end(box: Traversal) -> bool:
    return box["at"] + box["page"] >= box["size"] - _NEAR


class Move(TypedDict, total=False):
    """Where to scroll a box: so far from where its content begins, or to its own coordinates."""

    to: float
    left: float
    top: float


class Box:
    """A box of the document in ``frame`` that is scrolled."""

    def __init__(self, tab: Tab, frame: Frame, document: Document, stage: Traversal) -> None:
        self.frame = frame
        self.first = self.now = stage
        self._tab = tab
        self._document = document

    async def ask(self, deadline: Deadline, **move: Unpack[Move]) -> Traversal:
        engine, document = self._tab.engine, self._document
        _, answer = await engine.traverse(self.frame, deadline, doc=document, box=self.first["id"], **move)
        self.now = _stage(answer)
        return self.now

    async def moved(self, deadline: Deadline, *, requests_ms: float = REQUEST_MS, **move: Unpack[Move]) -> Traversal:
        """Scroll the box. Wait until the page has drawn that, and for ``requests_ms`` for the requests that it led to."""
        activity = self._tab.activity
        mark = activity.mark()
        stage = await self.ask(deadline, **move)
        drawn, requests = deadline.sooner(FRAME_MS), deadline.sooner(requests_ms)
        while (not stage["drawn"] and not drawn.passed) or (activity.requests_since(mark) and not requests.passed):
            await activity.change(_RECHECK_MS)
            stage = await self.ask(deadline)
        return stage

    async def changed(self, within_ms: float, deadline: Deadline, *, in_size: bool) -> bool:
        """Wait until the document changes, or, with ``in_size``, until the size of the content does."""
        activity, before, mark = self._tab.activity, self.now, self._tab.activity.mark()
        limit, requests = deadline.sooner(within_ms), deadline.sooner(REQUEST_MS)
        while not limit.passed or (activity.requests_since(mark) and not requests.passed):
            stage = await self.ask(deadline)
            if stage["size"] != before["size"] or (not in_size and stage["version"] != before["version"]):
                return True
            await activity.change(_RECHECK_MS)
        return False


def _stage(answer: Traversed | ElementGone) -> Traversal:
    if "reason" in answer:
        reason = "the page was navigated" if answer["status"] == "stale_document" else "the element was removed"
        raise TargetError(f"What is to be read to its end is gone: {reason}.", code="ref_stale", details={"reason": reason})
    return answer["box"]


@dataclass(frozen=True, slots=True)
class Collection:
    """What was read, and ``about``: how far that goes, and what is not as it was."""

    capture: Capture
    about: tuple[str, ...]


async def collect(tab: Tab, refs: RefTable, scope: Scope, element: Element | None, deadline: Deadline) -> Collection:
    """Read what the box shows that ``element`` is, holds or is in, or that scrolls the page, from its beginning to its end. Scroll
    it back. Limits end this early, and are reported. Only what the page still has at the end keeps its refs."""
    # What closed shadow roots hold is known from a reading on.
    await capture_thoroughly(tab, refs, deadline)
    box = await _box(tab, element, deadline)
    if box.now["around"]:
        scope = replace(scope, local=box.first["id"])
    elif scope.frame is not box.frame and box.frame is not tab.page.main_frame:
        scope = Scope(scope.mode, frame=box.frame)
    going = deadline.sooner(deadline.remaining_ms - min(MOST_KEPT_MS, deadline.remaining_ms * KEPT_SHARE))
    traversal = _Traversal(tab, refs, box, replace(scope, box=box.first["id"]), going)
    reached = await traversal.run()
    present: Capture | None
    try:
        present, notes = await _ended(traversal, box, deadline.sooner(deadline.remaining_ms - ANSWER_MS))
    except (TimeoutExceeded, PlaywrightTimeout, TargetError) as failure:
        if (present := traversal.last) is None:
            raise
        traversal.collected.forget_refs()
        why = "what was read is gone" if isinstance(failure, TargetError) else "the page did not scroll back in time"
        notes = [f"{why}, so no line has a ref: read it again to act on it"]
    lines, lost = traversal.collected.shown()
    if lost and present is not traversal.last:
        notes.insert(0, f"{lost} lines have no refs, as the page has dropped them: scroll to one and read again to act on it")
    collected = replace(present, mode="collected", lines=tuple(lines), marked=(), groups=())
    return Collection(collected, (reached, *notes))


async def _ended(traversal: "_Traversal", box: Box, deadline: Deadline) -> tuple[Capture, list[str]]:
    """Scroll back, and read what the page has now. Return that, and what is not as it was."""
    tab, refs = traversal.tab, traversal.refs
    back = await box.moved(deadline, requests_ms=0, left=box.first["left"], top=box.first["top"])
    present = await capture_thoroughly(tab, refs, deadline, traversal.scope)
    traversal.collected.add(present.marked)
    # What came on the way is no effect of the next action.
    tab.seen.mark(await capture_thoroughly(tab, refs, deadline), changes_shown=False)
    return present, _notes(box.first, back)


def _notes(first: Traversal, back: Traversal) -> list[str]:
    notes = []
    if abs(back["left"] - first["left"]) > _NEAR or abs(back["top"] - first["top"]) > _NEAR:
        end, was = (f"{stage['left']:.0f}, {stage['top']:.0f} px" for stage in (back, first))
        notes.append(f"the page does not scroll back: it is at {end} and was at {was}")
    return notes


class _Traversal:
    """One way through a box, and what it ``collected``."""

    def __init__(self, tab: Tab, refs: RefTable, box: Box, scope: Scope, deadline: Deadline) -> None:
        self.scope = scope
        self.collected = Collected()
        self.tab, self.refs = tab, refs
        self.last: Capture | None = None
        """The last reading."""
        self._box, self._deadline = box, deadline
        self._screens = 1
        self._stuck = 0
        self._version = -1
        """Of the document as it was last read."""

    async def run(self) -> str:
        """Go to the end of the box. Return how far that was."""
        try:
            if self._box.now["at"] > 0:
                await self._box.moved(self._deadline, to=0)
                await self._box.changed(DRAW_MS, self._deadline, in_size=False)
            while True:
                await self._read()
                if not self._reaches() and await self._box.changed(DRAW_MS, self._deadline, in_size=False):
                    await self._read()
                if (end := await self._step()) is not None:
                    return end
        except (TimeoutExceeded, PlaywrightTimeout):
            if not self._deadline.passed:
                raise
            return self._so_far(_TIME_OVER)
        except TargetError as gone:
            if self.last is None:
                raise
            return self._so_far(str(gone.details.get("reason", gone.message)))

    async def _read(self) -> int:
        self._version = self._box.now["version"]
        self.last = captured = await capture_thoroughly(self.tab, self.refs, self._deadline, self.scope)
        return await asyncio.to_thread(self.collected.add, captured.marked)

    async def _step(self) -> str | None:
        """Scroll on until there is something else to read. Return why there is not."""
        box = self._box
        while True:
            if limit := self._limit():
                return self._so_far(limit)
            before = box.now
            if _at_end(before) and not await box.changed(END_MS, self._deadline, in_size=True):
                if box.now["version"] != self._version and await self._read():
                    continue
                return f"read to its end in {self._screens} screens" if self._screens > 1 else "it has nothing to scroll"
            stage = await box.moved(self._deadline, to=before["at"] + before["page"] * STEP)
            self._screens += 1
            if stage["at"] <= before["at"] and not _at_end(stage):
                self._stuck += 1
                if self._stuck == _MOST_STUCK:
                    return self._so_far("the page scrolls itself back")
            elif stage["version"] != self._version or not self._reaches():
                return None

    def _limit(self) -> str:
        if self._screens >= MOST_SCREENS:
            return f"{MOST_SCREENS} screens were read"
        if len(self.collected.lines) >= MOST_LINES:
            return f"{MOST_LINES} lines were read"
        if self.collected.characters >= MOST_CHARACTERS:
            return f"{MOST_CHARACTERS} characters were read"
        return _TIME_OVER if self._deadline.passed else ""

    def _so_far(self, why: str) -> str:
        stage = self._box.now
        where = f"at {stage['at']:.0f} of {stage['size'] - stage['page']:.0f} px"
        return f"not read to its end: {why}; {where} after {self._screens} screens"

    def _reaches(self) -> bool:
        """Whether anything stands in the last quarter of what the box shows."""
        stage = self._box.now
        first = (stage["top"] if stage["upright"] else stage["left"]) + (0 if stage["backwards"] else stage["page"] * 3 / 4)
        places = (line.top if stage["upright"] else line.left for line in self.collected.lines)
        return any(first <= place <= first + stage["page"] / 4 for place in places)


async def _box(tab: Tab, element: Element | None, deadline: Deadline) -> Box:
    if element is not None:
        child = await tab.frame_owners.child(element.document, element.local) if element.probe["tag"] in _FRAME_TAGS else None
        return await _asked(tab, element.frame, element, deadline) if child is None else await _asked(tab, child, None, deadline)
    top = await _asked(tab, tab.page.main_frame, None, deadline)
    boxes = [top]
    most = top.now["size"] - top.now["page"]
    # A page that scrolls by less than a screen may be about what is in one of its frames.
    for frame in tab.page.frames[1 : 1 + _MOST_FRAMES] if most < top.now["page"] else ():
        try:
            boxes.append(await _asked(tab, frame, None, deadline.sooner(FRAME_MS)))
        except Error:
            continue
    inner = max(boxes[1:], key=lambda box: box.now["area"], default=top)
    box, page = inner.now, top.now
    enough = _scrolls(box) and box["size"] - box["page"] >= 2 * most and box["area"] >= page["area"] * _LARGE
    return inner if enough or not _scrolls(top.now) else top


async def _asked(tab: Tab, frame: Frame, element: Element | None, deadline: Deadline) -> Box:
    doc, local = (None, None) if element is None else (element.document, element.local)
    document, answer = await tab.engine.traverse(frame, deadline, doc=doc, element=local)
    return Box(tab, frame, document, _stage(answer))
