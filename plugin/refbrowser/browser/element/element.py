"""One element as a call acts on it: where it is, its number, and what the engine says of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal, NamedTuple

from playwright.async_api import Error, Frame, Locator

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine import script
from refbrowser.browser.engine.element_id import ElementId
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.wire import DeadProbe, FramedPoint, PlacedProbe, Probe
from refbrowser.browser.tab.tab import Tab, tab_closed
from refbrowser.errors import Remedy, TargetError
from refbrowser.page_text import truncated
from refbrowser.refs import Ref

Aim = Literal["press", "hover"]


class Preparation(NamedTuple):
    """What a question about an element prepares in the same request, for the input that follows.

    ``aim``: the element is pressed or hovered over next; ``keys``: it gets keys next. ``enter``: a text field, or a select that can
    choose what is wanted, gets the focus; not in a frame. ``begins`` starts an action, whose effects count from here.
    """

    aim: Aim | None = None
    enter: bool = False
    keys: bool = False
    begins: bool = False


NOTHING: Final = Preparation()
PRESS: Final = Preparation(aim="press")
HOVER: Final = Preparation(aim="hover")


class Look(NamedTuple):
    """What is asked of an element, and what the same request prepares.

    ``offset`` is where to press it, in CSS pixels from its top-left (its centre); ``at`` is where in its frame instead; ``force``:
    whatever lies there. ``offer``: the options of a select, of which these are wanted. ``chooses`` are keys, or characters, that
    may choose an option with it, ``typed`` a text that may: a policy judges what they do.
    """

    offset: tuple[float, float] | None = None
    offer: Sequence[str | int] | None = None
    force: bool = False
    at: tuple[float, float] | None = None
    chooses: Sequence[str] = ()
    typed: str = ""
    prepare: Preparation = NOTHING

    def as_first(self) -> "Look":
        """Return the look that also starts an action."""
        return self._replace(prepare=self.prepare._replace(begins=True))


PLAIN_LOOK: Final = Look()

_TEXT_KINDS: Final = frozenset({"textarea", "editable", "combobox", "spinbutton", "searchbox", "textbox"})


@dataclass(frozen=True, slots=True)
class Element:
    """One live element of a call: where it is (frame, document, local id), its chat-wide number, and the engine's probe of it."""

    act: Act
    frame: Frame
    document: Document
    local: int
    number: int | None
    probe: PlacedProbe

    @property
    def tab(self) -> Tab:
        return self.act.tab

    @property
    def refs(self) -> RefTable:
        return self.act.refs

    @property
    def deadline(self) -> Deadline:
        return self.act.deadline

    def within(self, most_ms: float) -> "Element":
        """Return the same element with ``most_ms`` from now at most for what is done with it."""
        return replace(self, act=self.act.within(most_ms))

    def as_part(self) -> "Element":
        """Return the same element for input to its parts, as the options of a list are."""
        return replace(self, act=self.act.on_part())

    @property
    def locator(self) -> Locator:
        """A real Playwright locator of this very element: it never resolves to another one, and fails once its frame shows
        another document."""
        return self.located(self.local)

    def located(self, local: int) -> Locator:
        """The same of the element with that local id in this one's document."""
        return self.frame.locator(f"{script.NAME}={local}@{self.document.token}")

    @property
    def kind(self) -> str:
        return str(self.probe["kind"])

    @property
    def takes_text(self) -> bool:
        return self.probe["editable"] is True and (self.kind.startswith("input ") or self.kind in _TEXT_KINDS)

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

    @property
    def around(self) -> frozenset[int]:
        """The numbers of the frames that it is in, as far as they are known."""
        numbers = (self.refs.number(document, local) for document, local in self.tab.frames.known_around(self.frame))
        return frozenset(number for number in numbers if number is not None)

    async def probed(self, look: Look = PLAIN_LOOK) -> "Element":
        """The same element, asked again; what was healed in this call stays healed in its answer."""
        again = await probe(self.act, self.frame, self.document, self.local, self.number, None, look)
        if self.healed:
            again.probe["status"] = "healed"
        return again


async def place_in_page(act: Act, frame: Frame, probe: FramedPoint, *, aim: Aim | None = None) -> None:
    """Adds to a ``probe`` of an element in ``frame`` what the documents around the frame know.

    ``top_frame_offset`` and ``frame_scale`` lead to CSS pixels of the page's viewport, and the element is enabled, in the viewport,
    hit and still only if all its frames are. The offset is None where a frame is turned, or cannot be found. ``aim``: the next
    press is meant for the element.
    """
    tab, refs = act.tab, act.refs
    (x, y), width = probe["point"], probe["viewport_width"]
    left, top, scale, visual, located = 0.0, 0.0, 1.0, probe.get("visual"), True
    probe["top_frame_offset"], probe["frame_scale"] = None, 1.0
    while frame is not tab.page.main_frame:
        owner = await tab.frame_owners.owner(frame)
        parent = frame.parent_frame
        if owner is None or parent is None:
            return
        try:
            document, answer = await tab.engine.outward(parent, owner[1], (x, y), width, act.deadline, aim=aim)
        except Error:
            return
        if aim is not None:
            act.traces.aimed.add(parent)
        if (outer := answer["press"]) and (missed := outer.get("missed")) and (press := probe["press"]):
            # The frame moved from under the press, which its parent kept from what had come there.
            press["missed"] = missed
        if answer["switched_off"]:
            probe["enabled"], probe["switched_off"] = False, answer["switched_off"]
        if dialog := answer["behind"]:
            probe["behind"] = {**dialog, "number": refs.number(document, dialog["id"])}
        frame, place = parent, answer["placement"]
        located = located and place is not None
        if place is None or not located:
            # What lies between is not to be hit-tested; each document on the way takes aim all the same.
            continue
        (at_left, at_top), by = place["origin"], place["scale"]
        left, top, scale = at_left + left * by, at_top + top * by, scale * by
        x, y, width, visual = at_left + x * by, at_top + y * by, place["width"], place.get("visual")
        probe["in_viewport"] = probe["in_viewport"] and place["shown"]
        probe["stable"] = probe["stable"] and place["stable"]
        if probe["point_hits"] and not place["hits"]:
            probe["point_hits"] = False
            if cover := place["covered_by"]:
                probe["covered_by"] = {**cover, "number": refs.number(document, cover["id"])}
    if not located:
        return
    visual_left, visual_top, probe["zoom"] = visual or (0, 0, 1)
    probe["top_frame_offset"], probe["frame_scale"] = [left - visual_left, top - visual_top], scale


async def page_box(element: Element) -> tuple[float, float, float, float] | None:
    """x, y, width and height in CSS pixels of the page's viewport, whatever frame the element is in; None when it has no box."""
    if (cached := element.page_box) is not None:
        return cached
    box = await element.locator.bounding_box()
    return None if box is None else (box["x"], box["y"], box["width"], box["height"])


async def probe(
    act: Act,
    frame: Frame,
    document: Document,
    local: int,
    number: int | None,
    ref: Ref | None,
    look: Look,
) -> Element:
    """The element ``local`` of ``document``, as the engine sees it now; ``ref`` is what the agent wrote, if it wrote one.

    Raises ``ref_stale``, and ``ref_kind`` where the kind in ``ref`` is another.
    """
    tab, deadline, gate = act.tab, act.deadline, act.gate
    probing = partial(
        tab.engine.probe,
        ElementId(frame, document, local),
        deadline,
        offset=look.offset,
        at=look.at,
        force=look.force,
        offer=look.offer is not None,
        meaning=act.recording is not None,
        policy=None if gate is None else {"bound": gate.bound, "chooses": list(look.chooses), "typed": look.typed},
        prepare={
            "begins": look.prepare.begins,
            # What lies at a point of an element is asked while a press on that is on its way.
            "ends": look.at is None or look.prepare.aim is not None,
            "aim": look.prepare.aim,
            # What is around a frame may keep the focus from it, and is asked afterwards; and a policy judges before.
            "enters": look.prepare.enter and gate is None and frame is tab.page.main_frame,
            "choices": None if look.offer is None else list(look.offer),
            "keys": look.prepare.keys,
        },
    )
    deadline.stage = f"tab {tab.browser_id} to locate the element"
    try:
        answered, answer = await probing()
        # What it was called when it was read fits too: focus, a tab stop or a type that the page changes make another kind of it.
        kinds = {answer["kind"], *answer["kinds"]} if "kind" in answer else set()
        if (
            "kind" in answer
            and answer.get("custom")
            and await tab.internals.report_one(document, local, deadline, top=frame is tab.page.main_frame)
        ):
            # It says of itself what the engine did not know: all that it answered is asked again.
            first = answer
            answered, answer = await probing()
            _add_reported_once(answer, first)
    except Error:
        if tab.closed:
            raise tab_closed(tab.browser_id) from None
        if frame.is_detached():
            raise stale(tab, ref or Ref(number or 0), "its frame is gone") from None
        raise
    if "kind" not in answer:
        departure = "the page was navigated" if frame is tab.page.main_frame else "its frame was navigated"
        reason = departure if answer["status"] == "stale_document" else answer["reason"]
        raise stale(tab, ref or Ref(number or 0), reason)
    if cover := answer["covered_by"]:
        cover["number"] = act.refs.number(answered, cover["id"])
    await place_in_page(act, frame, answer, aim=look.prepare.aim)
    if answer["aimed"] or "entered" in answer or look.prepare.keys:
        act.traces.aimed.add(frame)
    element = Element(act, frame, answered, local, number, answer)
    kinds.add(element.kind)
    if ref is not None and ref.kind is not None and not any(agrees(ref.kind, kind) for kind in kinds):
        raise TargetError(
            f"Ref {ref.number} is {element.label}, not a {ref.kind}.",
            code="ref_kind",
            remedy=Remedy("detail", {"browser_id": tab.browser_id, "ref": ref.number}),
            details={"ref": ref.number, "expected": ref.kind, "actual": element.kind},
        )
    return element


def _add_reported_once(answer: Probe | DeadProbe, first: Probe) -> None:
    """Add to ``answer`` what the engine has reported in the ``first`` answer to the same question, and reports only once."""
    answer["press"] = first["press"]
    if (earlier := first["before"]) and (before := answer.get("before")):
        before["restated"] = [*earlier["restated"], *before["restated"]]


_CALLED: Final = {"iframe": "frame", "embed": "frame", "object": "frame"}
"""What ``content`` calls an element whose kind is its tag."""


def agrees(expected: str, actual: str) -> bool:
    """Whether the kind that an agent wrote fits: the kind itself, its first word alone ("input" for "input text"), or what
    ``content`` calls it ("frame" for an iframe)."""
    return expected in (actual, actual.partition(" ")[0], _CALLED.get(actual))


def stale(tab: Tab, ref: Ref, reason: str) -> TargetError:
    return TargetError(
        f"Ref {ref.number} is stale: {reason}.",
        code="ref_stale",
        remedy=Remedy("content", {"browser_id": tab.browser_id}, hint="gives the current refs"),
        details={"ref": ref.number, "reason": reason},
    )
