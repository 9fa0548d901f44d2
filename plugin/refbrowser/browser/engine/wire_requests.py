"""The requests of the in-page engine, and its operations: a request and a reply each."""

from typing import Any, Final, Literal, NamedTuple, NotRequired, TypedDict

from refbrowser.browser.engine import wire, wire_reading, wire_replies
from refbrowser.browser.engine.wire_reading import FrameState, Refusal
from refbrowser.content.capture import Version

InputEnd = Literal["input", "keyup", "frame", "messages"]
TabWay = Literal["forwards", "backwards"]
"""What a question may wait for in the page: the last event of an input, or the next frame."""


class PlainRequest(TypedDict):
    """A request without arguments."""

    op: str


class ElementIds(TypedDict):
    """What a request calls an element: the token of its document, and its local id there."""

    doc: str
    id: int


class ElementRequest(ElementIds):
    """A request about an element without other arguments."""

    op: str


class BeginRequest(TypedDict):
    """Start an action."""

    op: Literal["begin"]
    behind: InputEnd | None


class AfterRequest(TypedDict):
    """Report the effects of the action since the last question, and the state of the element ``id``. A document that differs from
    its version ``baseline`` is captured too; ``typed``: entries alone are no difference."""

    op: Literal["after"]
    doc: str | None
    id: int | None
    baseline: Version | None
    typed: bool
    behind: InputEnd | None


class NewsRequest(TypedDict):
    """Report how often the document has changed; with ``behind``, when that is not ``version`` any more."""

    op: Literal["news"]
    behind: Literal["news"] | None
    version: int | None


class KnownReading(TypedDict):
    """What the engine knows a reading by."""

    doc: str
    version: int


class CaptureRequest(TypedDict):
    """Read the document or a part of it. With ``known``, the reading is remembered, and not made if the document is as that
    reading of the same mode found it; None for the first."""

    op: Literal["capture"]
    mode: str
    doc: NotRequired[str | None]
    root: NotRequired[int | None]
    outer: NotRequired[FrameState | None]
    selector: NotRequired[str | None]
    box: NotRequired[int | None]
    known: NotRequired[KnownReading | None]


class PolicyQuestion(TypedDict):
    """What a policy asks of the element: ``bound``: its verdict is bound to what a person saw. ``chooses`` are keys, or characters,
    that may choose an option with it, ``typed`` a text that may."""

    bound: bool
    chooses: list[str]
    typed: str


class ProbePreparation(TypedDict):
    """What a probe does besides asking. ``begins``: it starts an action; ``ends``: it ends the aim before and reports on it;
    ``aim``: the element is pressed or hovered over next; ``enters``: a text field, or a select that can choose one of ``choices``,
    gets the focus; ``keys``: the element gets keys next."""

    begins: bool
    ends: bool
    aim: Literal["press", "hover"] | None
    enters: bool
    choices: list[str | int] | None
    keys: bool


class ProbeRequest(TypedDict):
    """Report what a press or an entry has to know of the element. ``offset`` is where to press it, from its top-left; ``at`` where
    in the viewport instead; ``force``: whatever lies there. ``offer`` and ``meaning`` are asked too."""

    op: Literal["probe"]
    doc: str
    id: int
    offset: tuple[float, float] | None
    at: tuple[float, float] | None
    force: bool
    offer: bool
    meaning: bool
    policy: PolicyQuestion | None
    prepare: NotRequired[ProbePreparation]


class OutwardRequest(TypedDict):
    """Report where the document in the frame element ``id`` stands, and the point ``x``, ``y`` of its viewport, which has that
    ``width``. With ``aim``, the next press or hover is meant for the frame."""

    op: Literal["outward"]
    id: int
    x: float
    y: float
    width: float
    aim: NotRequired[Literal["press", "hover"] | None]


class BeneathRequest(TypedDict):
    """Report which points in frames something of the document lies over: of each frame the local id of its element, the width of
    its document's viewport, and points of that."""

    op: Literal["beneath"]
    doc: str
    frames: list[tuple[int, int, list[tuple[float, float]]]]


class RevealRequest(TypedDict):
    """Scroll the element, or its point at ``offset``, into view; with ``inner``, in the boxes around it alone."""

    op: Literal["reveal"]
    doc: NotRequired[str]
    id: int
    offset: NotRequired[tuple[float, float] | None]
    inner: NotRequired[bool]


class ScrollRequest(TypedDict):
    """Scroll the box around the element ``id``, or the page, by CSS pixels or to its end."""

    op: Literal["scroll"]
    doc: NotRequired[str | None]
    id: NotRequired[int | None]
    dx: NotRequired[int]
    dy: NotRequired[int]
    to: NotRequired[Literal["top", "bottom"] | None]


class TraverseRequest(TypedDict):
    """Choose the box that the element ``id`` is, holds or is in, or that of the page; or scroll the chosen ``box``: to so far from
    where its content begins, or to its own coordinates ``left`` and ``top``."""

    op: Literal["traverse"]
    doc: str | None
    id: int | None
    box: int | None
    to: float | None
    left: float | None
    top: float | None


class SelectionRequest(TypedDict):
    """Report what a copy would take. With ``lend``, pastes of another text are kept from the page."""

    op: Literal["selection"]
    lend: str | None


class PastedFile(TypedDict):
    """A file on the clipboard."""

    name: str
    type: str
    base64: str


class PasteRequest(TypedDict):
    """Fire ``paste`` at the focus, with texts by their types, and files."""

    op: Literal["paste"]
    data: dict[str, str]
    files: list[PastedFile]


class CopyRequest(TypedDict):
    """Fire ``copy`` at the focus, or ``cut``."""

    op: Literal["copy"]
    cut: bool


class OptionsRequest(TypedDict):
    """Report what the element offers. ``known`` are local ids of popups that were open before it was pressed."""

    op: Literal["options"]
    doc: NotRequired[str]
    id: int
    known: NotRequired[list[int] | None]


class AimKeysRequest(TypedDict):
    """Keep the next keys, or ``all``, from anything but the element; id 0 is the document, as long as nothing has the focus."""

    op: Literal["aim_keys"]
    doc: str | None
    id: int
    all: bool


CaretRequest = TypedDict("CaretRequest", {"op": Literal["caret"], "doc": str, "id": int, "from": Literal["start", "end"] | None})
"""Watch the shortcut that moves the caret of an editor that a script draws (``from`` None), and place the caret after that."""


class EnterSecretRequest(TypedDict):
    """Enter ``value`` into the field, where the document is of one of the ``origins``."""

    op: Literal["enter_secret"]
    doc: str
    id: int
    origins: list[str]
    value: str


class PickRequest(TypedDict):
    """Report the control at a point, in CSS pixels of a picture of the frame; with ``exact``, the innermost element."""

    op: Literal["pick"]
    x: float
    y: float
    exact: bool


class FocusedRequest(TypedDict):
    """Report what has the focus; with ``exact``, as the debugger sees it. With ``tab``, what the Tab key gives it to where nothing
    has."""

    op: Literal["focused"]
    exact: bool
    tab: TabWay | None


class DrawnRequest(TypedDict):
    """Report what is drawn at points of a picture of the viewport."""

    op: Literal["drawn"]
    points: list[tuple[float, float]]


class SeekRequest(TypedDict):
    """Report the elements that may have that meaning."""

    op: Literal["seek"]
    meaning: dict[str, Any]


class SelectTextRequest(TypedDict):
    """Find words in the element ``id``, or in the whole document where that is None. Select them if all of them are in the elements
    ``within``; None finds them alone."""

    op: Literal["select_text"]
    doc: str | None
    id: int | None
    text: str
    occurrence: int
    within: list[int] | None


FieldToRestore = tuple[int, str | bool | list[str], bool]
"""The local id of a field, what it held, and whether it had the focus."""


class RememberRequest(TypedDict):
    """Report what another visit of the page needs. With ``ids``, all elements and fields get local ids, in no ``fresh``."""

    op: Literal["remember"]
    ids: bool


class RestoreRequest(TypedDict):
    """Give the document, if it is ``doc``, its scroll position, those of boxes by their paths, and what fields held."""

    op: Literal["restore"]
    doc: str
    scroll: tuple[float, float]
    boxes: list[tuple[str, float, float]]
    fields: list[FieldToRestore]


class DrawnBoxesRequest(TypedDict):
    """Report where the texts of that answer lie that have these indexes."""

    op: Literal["drawn_boxes"]
    answer: int
    indexes: list[int]


class Operation(NamedTuple):
    """The types of a request and of its reply."""

    request: Any
    reply: Any


OPERATIONS: Final = {
    "activated": Operation(PlainRequest, wire_replies.Activated),
    "after": Operation(AfterRequest, wire.Effects | Refusal),
    "aim_keys": Operation(AimKeysRequest, wire_replies.KeysAimed),
    "begin": Operation(BeginRequest, wire.Begun),
    "beneath": Operation(BeneathRequest, wire_reading.BeneathReply),
    "capture": Operation(CaptureRequest, wire_reading.CaptureHeader | wire_reading.UnchangedPage | Refusal),
    "caret": Operation(CaretRequest, wire_replies.CaretPlaced),
    "copy": Operation(CopyRequest, wire_replies.Copied),
    "detail": Operation(ElementRequest, wire_replies.Detail | wire_replies.ElementGone),
    "drawn": Operation(DrawnRequest, wire_reading.Drawn),
    "drawn_boxes": Operation(DrawnBoxesRequest, wire_reading.DrawnBoxes),
    "drawn_texts": Operation(PlainRequest, wire_reading.DrawnTexts | wire_reading.TooManyTexts),
    "enter": Operation(ElementRequest, wire_replies.Entered),
    "enter_secret": Operation(EnterSecretRequest, wire_replies.SecretEntered),
    "escape": Operation(PlainRequest, wire_replies.Escaped),
    "focused": Operation(FocusedRequest, wire_reading.Focused),
    "frames": Operation(PlainRequest, wire_reading.FrameIds),
    "held": Operation(ElementRequest, wire_replies.FieldContent),
    "identify": Operation(PlainRequest, wire_reading.Identified),
    "lent": Operation(PlainRequest, wire_replies.Lent),
    "news": Operation(NewsRequest, wire.News),
    "options": Operation(OptionsRequest, wire_replies.Options | wire_replies.ElementGone),
    "outward": Operation(OutwardRequest, wire_reading.Outward),
    "paste": Operation(PasteRequest, wire_replies.Pasted),
    "pick": Operation(PickRequest, wire_reading.Picked),
    "place": Operation(PlainRequest, wire_reading.FrameOwner),
    "probe": Operation(ProbeRequest, wire.Probe | wire.DeadProbe),
    "remember": Operation(RememberRequest, wire_reading.Remembered),
    "restore": Operation(RestoreRequest, wire_reading.Restored),
    "reveal": Operation(RevealRequest, wire_replies.Revealed),
    "scroll": Operation(ScrollRequest, wire_replies.Scrolled | wire_replies.ElementGone),
    "secrets": Operation(PlainRequest, wire_reading.SecretValues),
    "seek": Operation(SeekRequest, wire_reading.Found),
    "select_text": Operation(SelectTextRequest, wire_replies.WordsFound | wire_replies.ElementGone),
    "selection": Operation(SelectionRequest, wire_replies.ClipboardSelection),
    "surroundings": Operation(ElementRequest, wire_reading.Surroundings),
    "traverse": Operation(TraverseRequest, wire_reading.Traversed | wire_replies.ElementGone),
    "witness": Operation(PlainRequest, wire.Witnessed),
}
"""The operations of the in-page engine, by their names on the wire."""
