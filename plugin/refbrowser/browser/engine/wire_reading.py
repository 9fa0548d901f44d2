"""The engine's replies about documents: readings, frames, what lies at a point, what is drawn."""

from typing import Any, Literal, NotRequired, TypedDict, final

from refbrowser.browser.engine.wire import Cover, Fresh, PressReport
from refbrowser.content.capture import CaptureCounts, PageScroll


class FrameState(TypedDict):
    """How the frame element with that local id stands in its document: ``disabled`` with what is around it, ``blocked``: no press
    reaches any of it, ``beneath``: something may lie over parts of it."""

    id: int
    disabled: bool
    blocked: bool
    beneath: bool


@final
class CaptureHeader(TypedDict):
    """The line before a capture's text.

    ``frames`` are local ids of frame elements, ``sourced`` those with a document to come, ``obstructed`` those that are not free.
    ``points``, where something may lie over the document's own frame: local id, kind and place of controls that can be pressed.
    ``begun`` and ``ended`` name moments of which Chromium reports its counts, where the reading is remembered, and ``ended`` where
    it is ``unlisted``: elements have come since listeners were last listed. ``unseen``: there may be listeners or shadow roots
    that scripts cannot find, and ``hosts``, elements that may have a closed one. ``collected``: garbage was collected since the
    last reading. ``customs``: how many custom elements may say of themselves what no attribute has. ``pdfs``: the frames whose
    attributes name a PDF, with its address. ``renewed``: only the blocks were read whose texts have changed, by their ``data``,
    which holds if Chromium has computed no style since the known reading, or by other ``nodes``, after a comparison of all that
    styles follow from.
    """

    doc: str
    url: str
    title: str
    fresh: Fresh
    frames: list[int]
    sourced: list[int]
    obstructed: list[FrameState]
    unseen: bool
    hosts: bool
    collected: bool
    scroll: PageScroll
    counts: CaptureCounts
    customs: int
    version: int
    entered: int
    beats: int
    focused: int | None
    begun: str
    ended: str
    unlisted: bool
    points: NotRequired[list[tuple[int, str, float, float]]]
    pdfs: NotRequired[list[tuple[int, str]]]
    renewed: NotRequired[Literal["data", "nodes"]]


class UnchangedPage(TypedDict):
    """The answer to ``capture`` when the page is as the reading that the request names found it."""

    doc: str
    unchanged: Literal[True]
    unseen: bool
    collected: bool
    ended: str


@final
class Refusal(TypedDict):
    """The document cannot answer: it is another one, the element is gone, or the selector does not work."""

    doc: str
    error: Literal["stale_document", "removed", "selector_invalid", "selector_no_match"]
    message: NotRequired[str]


class Identified(TypedDict):
    """The answer to ``identify``: the local id of the element that the selector before it found."""

    doc: str
    id: int
    fresh: Fresh


class BeneathReply(TypedDict):
    """The answer to ``beneath``: of each frame that was asked about, for each of its points, where that is in the document, and 1
    if something lies over it; None for one that is not in sight. ``width`` is that of the document's viewport."""

    doc: str
    width: int
    points: list[list[tuple[float, float, int] | None]]


class FrameIds(TypedDict):
    """The reply to ``frames``: the local ids of the frame elements, each with its place among the document's frames."""

    doc: str
    frames: list[tuple[int, int]]


class FrameOwner(TypedDict):
    """The reply to ``place``: the frame's ``place`` among those of its parent, -1 if that is not known, and the local id of its
    element there where the parent is of the same origin."""

    doc: str
    owner: int | None
    place: int


class FramePlacement(TypedDict):
    """Where a frame's document begins in the document around it (``origin``), and at which ``scale``; whether a point of it is in
    the viewport (``shown``), is hit there, and does not move; the ``width`` of the viewport around."""

    origin: tuple[float, float]
    scale: float
    shown: bool
    hits: bool
    stable: bool
    width: int
    covered_by: Cover | None
    visual: NotRequired[list[float]]


class Outward(TypedDict):
    """The reply to ``outward``. ``placement`` is None where the frame, or what it is in, is turned; ``switched_off`` is what
    disables it, ``behind`` the modal dialog over it, ``press`` what became of the press that was meant for it."""

    doc: str
    placement: FramePlacement | None
    press: PressReport | None
    switched_off: str | None
    behind: Cover | None
    fresh: Fresh


class Surroundings(TypedDict):
    """The reply to ``surroundings``: how a frame element stands in its document, as far as that holds for all of it. ``item``: what
    names it there."""

    doc: str
    disabled: bool
    blocked: bool
    item: str


class Traversal(TypedDict):
    """A box that is read to its end: how far it is scrolled from where its content begins (``at``), the ``size`` of that, the
    ``page`` that it shows of it, and its own coordinates. ``upright``: it is read from top to bottom; ``backwards``: its content
    begins at its bottom or right; ``around``: the element that was named is in it; ``drawn``: a frame was since it was moved."""

    id: int
    at: float
    size: float
    page: float
    area: float
    drawn: bool
    version: int
    left: float
    top: float
    upright: bool
    backwards: bool
    around: bool


@final
class Traversed(TypedDict):
    """The reply to ``traverse``."""

    doc: str
    box: Traversal


class FrameContent(TypedDict):
    """Where the document in a frame begins, and at which scale."""

    origin: tuple[float, float]
    scale: float


class Picked(TypedDict):
    """The reply to ``pick``: the local id of what lies at the point, ``at`` in CSS pixels of the viewport; where the document in
    it begins if it is a frame. ``hosts``: what lies there may be in a closed shadow root that the debugger has not reported."""

    doc: str
    id: int | None
    at: tuple[float, float]
    frame: FrameContent | None
    hosts: bool
    fresh: Fresh


class Focused(TypedDict):
    """The reply to ``focused``: the local id of what has the focus, and whether it is a frame; ``hosts`` as in ``pick``."""

    doc: str
    id: int | None
    frame: bool
    hosts: bool
    fresh: Fresh


class DrawnElement(TypedDict):
    """A control at a point of the picture, or the innermost element there."""

    id: int
    kind: str
    name: str


class Drawn(TypedDict):
    """The reply to ``drawn``: the element at each point, None for the bare page; the boxes of videos (``moving``) and of the field
    with the ``caret``; ``scale``: pixels of a picture to one of CSS."""

    doc: str
    elements: list[DrawnElement | None]
    moving: list[list[float]]
    caret: list[float] | None
    scroll: list[float]
    scale: float
    fresh: Fresh


class Found(TypedDict):
    """The reply to ``seek``: the meaning of each element that may be meant, with its ``local`` id; how many ``more`` there are."""

    doc: str
    found: list[dict[str, Any]]
    more: int
    fresh: Fresh


class Remembered(TypedDict):
    """The reply to ``remember``. Of each of the ``elements`` its local id and number (0: none), its key, kind and name; how many
    ``more`` there are. Of each of the ``fields`` its local id, key, value, and whether it has the focus. ``boxes`` by their paths;
    ``secrets`` counts secret fields with a value, ``unkept`` fields without a key of their own; ``missing`` is what no other
    visit has, with how many of that there are; ``stored`` counts the entries of local and session storage. ``unnumbered`` is as
    ``fresh``: the caller numbers them."""

    doc: str
    elements: list[tuple[int, int, str | None, str, str]]
    more: int
    scroll: tuple[float, float]
    boxes: list[tuple[str, float, float]]
    fields: list[tuple[int, str, str | bool | list[str], bool]]
    secrets: int
    unkept: int
    missing: list[tuple[str, int]]
    stored: tuple[int, int]
    unnumbered: Fresh


class Restored(TypedDict):
    """The reply to ``restore``: the local ids of fields, and the paths of boxes, that did not take what they had; whether the
    page is ``scrolled`` as it was."""

    doc: str
    fields: list[int]
    boxes: list[str]
    scrolled: bool


class DrawnTexts(TypedDict):
    """The reply to ``drawn_texts``. ``answer`` is its number; ``secret`` are the indexes of secret fields with a value, ``fields``
    those of the others; ``placed``: strings of style sheets that Chromium lays out; ``closed``: there are closed shadow roots;
    ``unseen``: the debugger may know of more."""

    doc: str
    origin: str
    unseen: bool
    answer: int
    texts: list[str]
    secret: list[int]
    fields: list[int]
    placed: list[str]
    closed: bool


@final
class TooManyTexts(TypedDict):
    """The document draws more texts than ``drawn_texts`` reports."""

    doc: str
    origin: str
    unseen: bool
    too_many: Literal[True]


class DrawnBoxes(TypedDict):
    """The reply to ``drawn_boxes``: the boxes of the texts in CSS pixels of what is shown; ``all``: they may be anywhere, or are
    too many."""

    doc: str
    boxes: list[tuple[float, float, float, float]]
    all: bool
    viewport_width: int


class SecretValues(TypedDict):
    """The reply to ``secrets``: what the secret fields hold."""

    doc: str
    values: list[str]
