"""From what an agent names — a ref, a selector, a point — to the one element or place that it means, or a typed refusal."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, cast

from playwright.async_api import Error, Frame, Locator

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine import script
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.wire import Cover, DeadProbe, Probe
from refbrowser.browser.playwright_internals.wording import Wording, first_line, says
from refbrowser.browser.tab.gate import GATE
from refbrowser.browser.tab.tab import Tab, tab_closed
from refbrowser.errors import ActionabilityError, CallError, Remedy, TargetError
from refbrowser.journal.recording import meaning_wanted, note_target
from refbrowser.page_text import truncated
from refbrowser.redact import redacted
from refbrowser.refs import Ref

RECHECK_MS: Final = 100
"""How often a selector that matches nothing yet is tried again while nothing happens on the page's network."""

_MOST_TEXTS: Final = 5

_TEXT_MS: Final = 1_000

Aim = Literal["press", "named", "hover"]
"""What for; ``named`` is a press that is kept from the page if the element is called something else by then."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a question about an element also does or asks.

    ``offset`` is where to press it, in CSS pixels from its top-left (its centre). ``aim``: it is pressed or hovered over next.
    ``enter``: a text field that can be typed into gets the focus, with all of its text selected. With ``offer``, the options of a
    select are in the answer, and it gets the focus where it can choose one of those. ``begins``: it is the first look of an action,
    whose effects count from here. ``keys``: it gets keys next. ``force``: it is pressed whatever lies there;
    ``at`` is where, in CSS pixels of its frame, in place of a point of its own.
    """

    offset: tuple[float, float] | None = None
    aim: Aim | None = None
    enter: bool = False
    offer: Sequence[str | int] | None = None
    begins: bool = False
    keys: bool = False
    force: bool = False
    at: tuple[float, float] | None = None


PLAIN_LOOK: Final = Look()


class PlacedProbe(Probe, total=False):
    """The engine's answer, and where its frame lies: ``top_frame_offset`` and ``frame_scale`` lead to CSS pixels of the page's
    viewport; the offset is None where that is not known. ``zoom`` is how far a person has zoomed the page."""

    top_frame_offset: list[float] | None
    frame_scale: float
    zoom: float


@dataclass(frozen=True, slots=True)
class Element:
    """One live element: where it is (frame, document, local id), its chat-wide number, and the engine's probe of it."""

    tab: Tab
    refs: RefTable
    frame: Frame
    document: Document
    local: int
    number: int | None
    probe: PlacedProbe

    @property
    def locator(self) -> Locator:
        """A real Playwright locator of this very element: it never resolves to another one, and fails once its frame shows
        another document."""
        return self.frame.locator(f"{script.NAME}={self.local}@{self.document.token}")

    @property
    def kind(self) -> str:
        return str(self.probe["kind"])

    @property
    def label(self) -> str:
        """``[button 6] Save``."""
        name = str(self.probe.get("name") or "")
        number = f" {self.number}" if self.number is not None else ""
        return f"[{self.kind}{number}]" + (f" {truncated(name, 120)}" if name else "")

    @property
    def page_box(self) -> tuple[float, float, float, float] | None:
        """x, y, width and height in CSS pixels of a picture of the viewport; None in a frame whose place there is not known."""
        x, y, width, height = self.probe["box"]
        scale = self.probe.get("frame_scale", 1)
        place = self.in_page((x, y))
        return None if place is None else (*self.shown_at(*place), *self.shown_at(width * scale, height * scale))

    def in_page(self, point: Sequence[float] | None) -> tuple[float, float] | None:
        """A point of the element's frame in the CSS pixels that input takes; None in a frame whose place is not known."""
        offset, scale = self.probe.get("top_frame_offset"), self.probe.get("frame_scale", 1)
        return None if offset is None or point is None else (point[0] * scale + offset[0], point[1] * scale + offset[1])

    def shown_at(self, x: float, y: float) -> tuple[float, float]:
        """Where a picture of the viewport shows the point that takes input as ``x``, ``y``: a page that is zoomed takes its input
        in CSS pixels as they were before."""
        zoom = float(self.probe.get("zoom", 1))
        return x * zoom, y * zoom

    @property
    def healed(self) -> bool:
        return bool(self.probe["status"] == "healed")

    async def probed(self, deadline: Deadline, look: Look = PLAIN_LOOK) -> "Element":
        """The same element, asked again; what was healed in this call stays healed in its answer."""
        again = await _probe(self.tab, self.refs, self.frame, self.document, self.local, self.number, None, deadline, look)
        if self.healed:
            again.probe["status"] = "healed"
        return again


async def place_in_page(
    tab: Tab, refs: RefTable, frame: Frame, probe: PlacedProbe, deadline: Deadline, *, aim: str | None = None
) -> None:
    """Adds to a ``probe`` of an element in ``frame`` what the documents around the frame know.

    ``top_frame_offset`` and ``frame_scale`` lead to CSS pixels of the page's viewport, and the element is in the viewport, hit and
    still only if all its frames are. The offset is None where a frame is turned, or cannot be found. ``aim``: the next press is
    meant for the element.
    """
    (x, y), width = probe["point"], probe["viewport_width"]
    left, top, scale, visual, located = 0.0, 0.0, 1.0, probe.get("visual"), True
    probe["top_frame_offset"], probe["frame_scale"] = None, 1.0
    while frame is not tab.page.main_frame:
        owner = await tab.frames.owner(frame)
        parent = frame.parent_frame
        if owner is None or parent is None:
            return
        request = {"op": "outward", "id": owner[1], "x": x, "y": y, "width": width, "aim": aim}
        try:
            document, answer, _ = await tab.frames.ask(parent, request, deadline)
        except Error:
            return
        if fresh := answer.get("fresh"):
            refs.extend(document, *fresh)
        if aim is not None:
            tab.aimed.add(parent)
        if (outer := answer.get("press")) and outer.get("missed") and (press := probe["press"]):
            # The frame moved from under the press, which its parent kept from what had come there.
            press["missed"] = outer["missed"]
        located = located and answer["origin"] is not None
        if not located:
            # What lies between is not to be hit-tested; each document on the way takes aim all the same.
            frame = parent
            continue
        (at_left, at_top), by = answer["origin"], answer["scale"]
        left, top, scale = at_left + left * by, at_top + top * by, scale * by
        x, y, width, frame, visual = at_left + x * by, at_top + y * by, answer["width"], parent, answer.get("visual")
        probe["in_viewport"] = probe["in_viewport"] and answer["shown"]
        probe["stable"] = probe["stable"] and answer["stable"]
        if probe["point_hits"] and not answer["hits"]:
            probe["point_hits"] = False
            if cover := answer["covered_by"]:
                probe["covered_by"] = cast("Cover", {**cover, "number": refs.number(document, cover["id"])})
    if not located:
        return
    visual_left, visual_top, probe["zoom"] = visual or (0, 0, 1)
    probe["top_frame_offset"], probe["frame_scale"] = [left - visual_left, top - visual_top], scale


async def page_box(element: Element) -> tuple[float, float, float, float] | None:
    """x, y, width and height in CSS pixels of the page's viewport, whatever frame the element is in; None when it has no box."""
    if (known := element.page_box) is not None:
        return known
    box = await element.locator.bounding_box()
    return None if box is None else (box["x"], box["y"], box["width"], box["height"])


async def by_ref(tab: Tab, refs: RefTable, ref: Ref, deadline: Deadline, look: Look = PLAIN_LOOK) -> Element:
    """The element numbered ``ref``. A dead ref is refused in milliseconds, with its reason.

    Raises ``ref_unknown`` (never given in this chat), ``ref_stale`` (``details.reason``: removed, page navigated, frame gone, tab
    closed), ``ref_kind`` (the kind that the agent wrote is not the element's).
    """
    document, local = refs.find(ref.number)
    if document.gone is not None:
        raise stale(tab, ref, document.gone)
    if document.browser_id != tab.browser_id:
        raise TargetError(
            f"Ref {ref.number} belongs to tab {document.browser_id}, not to tab {tab.browser_id}.",
            code="ref_stale",
            remedy=Remedy(None, {"browser_id": document.browser_id, "ref": ref.number}, hint="on that tab"),
            details={"ref": ref.number, "reason": "another tab", "browser_id": document.browser_id},
        )
    frame = tab.frames.frame(document)
    if frame is None or frame.is_detached():
        raise stale(tab, ref, "its frame is gone")
    element = await _probe(tab, refs, frame, document, local, ref.number, ref, deadline, look)
    _note(element, ref.number, None)
    return element


async def by_selector(tab: Tab, refs: RefTable, selector: str, deadline: Deadline, look: Look = PLAIN_LOOK) -> Element:
    """The one element that a CSS, ``text=`` or ``role=`` selector matches in the page or its frames, waited for. What matches in a
    closed shadow root counts where nothing else does; those that ``content`` has read are known.

    Raises ``selector_invalid``, ``selector_no_match`` (at the deadline: the element might yet have come), ``selector_ambiguous``.
    """
    if f"{script.NAME}=" in selector:
        raise CallError("The selector is the number of an element; pass it as ref. A selector is CSS, text= or role=.")
    deadline.stage = f"an element that matches {selector!r}"
    while True:
        for within in (selector, f"{script.CLOSED_ROOTS} >> {selector}"):
            for frame in tab.page.frames:
                count = await _matches(frame, within)
                if count > 1:
                    raise await _ambiguous(tab, frame, selector, within, count)
                if count == 1:
                    return await _identified(tab, refs, frame, selector, within, deadline, look)
        if tab.closed or tab.crashed:
            tab.usable()
        if deadline.remaining_ms <= RECHECK_MS:
            raise TargetError(
                f"The selector {selector!r} matched no element within {deadline.total_ms:.0f} ms.",
                code="selector_no_match",
                remedy=Remedy("content", {"browser_id": tab.browser_id}),
                details={"selector": selector},
            )
        await tab.activity.change(RECHECK_MS)


async def _matches(frame: Frame, selector: str) -> int:
    try:
        return await frame.locator(selector).count()
    except Error as failure:
        if frame.is_detached():
            return 0
        if says(failure, Wording.SELECTOR_INVALID):
            raise TargetError(
                f"The selector {selector!r} is not valid: {truncated(first_line(failure), 200)}.",
                code="selector_invalid",
                details={"selector": selector},
            ) from None
        raise


async def _identified(
    tab: Tab, refs: RefTable, frame: Frame, selector: str, within: str, deadline: Deadline, look: Look
) -> Element:
    document, answer, _ = await tab.frames.ask(frame, {"op": "identify"}, deadline, within=within)
    local = int(answer["id"])
    if fresh := answer.get("fresh"):
        refs.extend(document, *fresh)
    number = refs.number(document, local)
    element = await _probe(tab, refs, frame, document, local, number, None, deadline, look)
    _note(element, None, selector)
    return element


async def _ambiguous(tab: Tab, frame: Frame, selector: str, within: str, count: int) -> TargetError:
    # One by one: Playwright reads all at once in the page's own world, in which the engine finds nothing.
    found = [frame.locator(within).nth(index) for index in range(min(count, _MOST_TEXTS))]
    texts = await asyncio.gather(*(one.text_content(timeout=_TEXT_MS) for one in found), return_exceptions=True)
    shown = [" ".join(text.split())[:60] for text in texts if isinstance(text, str)]
    return TargetError(
        f"The selector {selector!r} matches {count} elements; it must match one.",
        code="selector_ambiguous",
        remedy=Remedy("content", {"browser_id": tab.browser_id, "selector": selector}, hint="shows them with their refs"),
        details={"selector": selector, "count": count, "texts": shown},
    )


async def _probe(
    tab: Tab,
    refs: RefTable,
    frame: Frame,
    document: Document,
    local: int,
    number: int | None,
    ref: Ref | None,
    deadline: Deadline,
    look: Look,
) -> Element:
    request = {"op": "probe", "doc": document.token, "id": local, **asdict(look)}
    if meaning_wanted():
        request |= {"meaning": True}
    if (gate := GATE.get()) is not None:
        # Nothing is entered before the policy has judged it.
        request |= {"form": True, "enter": False, "bound": gate.bound}
    deadline.stage = f"tab {tab.browser_id} to locate the element"
    try:
        answered, answer, _ = await tab.frames.ask(frame, request, deadline)
    except Error:
        if tab.closed:
            raise tab_closed(tab.browser_id) from None
        if frame.is_detached():
            raise stale(tab, ref or Ref(number or 0), "its frame is gone") from None
        raise
    if fresh := answer.get("fresh"):
        refs.extend(answered, *fresh)
    if answer["status"] not in ("live", "healed"):
        gone = cast("DeadProbe", answer)
        reason = "the page was navigated" if gone["status"] == "stale_document" else gone["reason"]
        raise stale(tab, ref or Ref(number or 0), reason)
    probe = cast("PlacedProbe", answer)
    if cover := probe["covered_by"]:
        cover["number"] = refs.number(answered, cover["id"])
    await place_in_page(tab, refs, frame, probe, deadline, aim=look.aim)
    if probe["aimed"] or "entered" in probe or look.keys:
        tab.aimed.add(frame)
    element = Element(tab, refs, frame, answered, local, number, probe)
    if ref is not None and ref.kind is not None and not agrees(ref.kind, element.kind):
        raise TargetError(
            f"Ref {ref.number} is {element.label}, not a {ref.kind}.",
            code="ref_kind",
            remedy=Remedy("detail", {"browser_id": tab.browser_id, "ref": ref.number}),
            details={"ref": ref.number, "expected": ref.kind, "actual": element.kind},
        )
    return element


def _note(element: Element, ref: int | None, selector: str | None) -> None:
    """Where a journal is kept, notes which element the call's ``ref`` or ``selector`` means."""
    meaning = element.probe.get("meaning")
    if meaning is not None and element.frame.parent_frame is not None:
        meaning = {**meaning, "frame": redacted(element.frame.url)}
    note_target(ref, selector, meaning, secret=bool(element.probe.get("secret")))


def agrees(expected: str, actual: str) -> bool:
    """Whether the kind that an agent wrote fits: the kind itself, or its first word alone ("input" for "input text")."""
    return expected == actual or expected == actual.partition(" ")[0]


def stale(tab: Tab, ref: Ref, reason: str) -> TargetError:
    return TargetError(
        f"Ref {ref.number} is stale: {reason}.",
        code="ref_stale",
        remedy=Remedy("content", {"browser_id": tab.browser_id}, hint="gives the current refs"),
        details={"ref": ref.number, "reason": reason},
    )


def cover_label(cover: Mapping[str, Any]) -> str:
    """What lies over an element, as ``[button 6] Save``."""
    number = cover.get("number")
    name = cover.get("name") or cover.get("description") or ""
    return f"[{cover.get('kind', 'element')}{f' {number}' if number else ''}] {name}".strip()


_DISMISSING: Final = frozenset({"button", "link", "clickable"})
"""Kinds of what covers another element that a press may put away."""


def covered(element: Element) -> ActionabilityError:
    """Another element is where the press would go."""
    cover: Mapping[str, Any] = element.probe["covered_by"] or {}
    number = cover.get("number")
    what = cover_label(cover)
    again = {"browser_id": element.tab.browser_id}
    if cover.get("leaving"):
        remedy = Remedy("wait", {**again, "time_ms": 1000}, hint="it is fading out; then try again")
    elif number and cover.get("kind") in _DISMISSING:
        remedy = Remedy("click", {**again, "ref": number}, hint="if that dismisses it; or wait until it disappears")
    else:
        remedy = Remedy("content", {**again, "mode": "viewport"}, hint="find the element that closes it")
    return ActionabilityError(
        f"{element.label} is covered by {what}.",
        code="covered",
        remedy=remedy,
        details={"ref": element.number, "covered_by": {key: value for key, value in cover.items() if key != "id"}},
    )
