"""What the in-page engine reports of elements and of actions, as types that mypy checks the readers by.

``inpage/wire.d.ts``, by which TypeScript checks what the engine sends, is generated from them and from the modules beside this one:
:mod:`wire_reading`, :mod:`wire_replies` and :mod:`wire_requests`, which has the operations. Lengths are CSS pixels of the
viewport of the element's own frame.
"""

from typing import Any, Literal, NotRequired, TypedDict, final

from refbrowser.content.capture import PageScroll

Fresh = tuple[int, int] | None
"""The first local id without a number, and how many there are."""


class Cover(TypedDict):
    """What lies over an element: the control nearest to what was hit, by its local id and, if it has one, its number.

    ``look`` is where it is and how opaque. ``leaving``: an animation takes it out of the way. ``faded``: nothing of it is painted.
    ``disabled``: the control is. ``through``: it does not lie over the element, which lets presses through.
    """

    id: int
    number: int | None
    kind: str
    name: str
    description: str
    look: str
    leaving: NotRequired[bool]
    faded: NotRequired[bool]
    disabled: NotRequired[bool]
    through: NotRequired[bool]


class PressReport(TypedDict):
    """What became of a press or a hover since the element was aimed at.

    ``missed`` would have been pressed instead; ``unjudged`` is what the element had become when a part of the press was kept from
    the page, because a policy had not judged that. ``begun``: the page got the beginning of a press, which is never sent again
    then; ``presses`` is how many it got. ``reacted``: its document has changed since. ``laid``: what the button was released on
    was there for the press only. ``stopped``: the browser sent the element a click, and a script of the page kept it from it.
    """

    missed: NotRequired[str]
    later: NotRequired[str]
    released: NotRequired[str]
    renamed: NotRequired[list[str] | None]
    unjudged: NotRequired[str]
    begun: NotRequired[bool]
    presses: NotRequired[int]
    reacted: NotRequired[bool]
    laid: NotRequired[bool]
    arrived: NotRequired[bool]
    received: NotRequired[bool]
    clicked: NotRequired[bool]
    stopped: NotRequired[bool]
    hovered: NotRequired[bool]


class KeyReport(TypedDict):
    """What became of keys since an element was aimed at: whether it ``received`` some; what would have received others, which were
    ``kept`` from the page; and what the page passed the rest on to. ``changed``: keys were kept because the element was not what
    a policy had judged any more. ``beside``: text was put beside what the field held, not in place of it."""

    received: bool
    kept: str
    passed_on: str
    changed: bool
    beside: bool


class Begun(TypedDict):
    """How often a document has changed when an action begins, and how many of these changes were entries, or beats of elements that
    change by themselves all the time; ``restated`` are local ids of fields whose content changed."""

    doc: str
    version: int
    entered: int
    beats: int
    restated: list[int]
    scroll: PageScroll


@final
class DeadProbe(TypedDict):
    """The element of a probe is gone, or its document is."""

    doc: str
    status: Literal["stale_document", "unknown", "removed"]
    reason: str
    before: NotRequired[Begun | None]
    press: NotRequired[PressReport | None]


class ElementFacts(TypedDict):
    """What a press or an entry has to know of an element. ``value`` is never a secret's; ``point`` is where to press it.
    ``custom``: a script of the page defines it; ``drawn``: one draws what is typed into it. ``scale`` is the least and the greatest
    value of a native slider, and its step, 0 for any; ``dial`` is the least, the greatest and the present value of a slider that a
    script draws."""

    kind: str
    name: str
    tag: str
    custom: NotRequired[bool]
    input_type: NotRequired[str]
    scale: NotRequired[list[float]]
    dial: NotRequired[list[float]]
    visible: bool
    enabled: bool
    editable: bool | None
    checked: bool | Literal["mixed"] | None
    value: str | None
    secret: NotRequired[bool]
    filled: NotRequired[bool]
    drawn: NotRequired[bool]
    stable: bool
    in_viewport: bool
    box: list[float]
    point: list[float]
    point_hits: bool
    covered_by: Cover | None
    viewport_width: int
    visual: NotRequired[list[float]]


class FormFacts(TypedDict):
    """What a policy asks of an element: the address of its document (the origin, where that has none of its own), where its link or
    its form ``leads``, and first, what the fields of its form hold, the ``controls`` that a press on it activates, as
    ``kind: name``, what is ``shown`` on them in place of their names, why not all of that can be read (``unread``), the button that
    Enter presses (``submit``), as ``kind: name``, with what is shown on it, and where that leads.

    ``identity`` distinguishes the element from one that took its place and looks the same. ``shape`` is another number whenever
    what would be sent, or how, is made otherwise; ``values`` are pairs of a field's identity and a number that is another one
    whenever it holds something else, 0 for what an action has entered."""

    url: str
    leads_to: str | None
    leads: list[str]
    fields: list[str]
    controls: list[str]
    shown: list[str]
    unread: list[str]
    submit: str | None
    submit_shown: list[str]
    submit_unread: list[str]
    submit_leads_to: str | None
    identity: int
    shape: int
    values: list[int]


class OfferedOption(TypedDict):
    """One option: ``id`` is missing where it has no box of its own, ``index`` its place among all; ``read`` is what a person reads
    on it besides its label."""

    id: NotRequired[int]
    index: int
    label: str
    read: NotRequired[list[str]]
    value: str
    selected: bool
    disabled: bool
    hidden: NotRequired[bool]
    role: NotRequired[str | None]
    placed: NotRequired[bool]
    in_viewport: NotRequired[bool]


class FilterField(TypedDict):
    """The text field that filters the options; ``itself``: it is the control."""

    id: int
    value: str
    filled: bool
    itself: bool


class OptionScroller(TypedDict):
    """The box that scrolls the options, in CSS pixels."""

    id: int
    top: float
    height: float
    page: float


class Offer(TypedDict):
    """The options of a control. ``role`` is native, datalist, or that of the popup; None while none is open. ``promises``: the
    control says that it opens one; ``single``: it takes one option and no more; ``pointed``: the option that Enter would take is
    marked in another way than by being selected; ``popups``: all that are open."""

    role: str | None
    multiple: bool
    options: list[OfferedOption]
    shown: str
    single: NotRequired[bool]
    text: NotRequired[str]
    pointed: NotRequired[bool]
    inline: NotRequired[bool]
    expanded: NotRequired[bool | None]
    promises: NotRequired[bool]
    boxed: NotRequired[bool]
    open: NotRequired[bool]
    popups: NotRequired[list[int]]
    field: NotRequired[FilterField | None]
    scroller: NotRequired[OptionScroller | None]


class Probe(ElementFacts):
    """The answer to ``probe`` for a live element.

    ``kinds``: those that its ref has been printed with; ``offer``: the options of a native select or datalist; ``entered``: it has
    the focus and its text is selected; ``meaning``: by what it can be recognized by on another visit, if that was asked for;
    ``fresh``: the first local id without a number, and how many there are. ``at`` is when it was
    answered, in milliseconds of the Unix epoch.
    """

    doc: str
    status: Literal["live", "healed"]
    kinds: list[str]
    aimed: bool
    at: float
    press: PressReport | None
    before: Begun | None
    fresh: Fresh
    offer: NotRequired[Offer | None]
    entered: NotRequired[bool]
    form: NotRequired[FormFacts]
    meaning: NotRequired[dict[str, Any]]


class PlacedProbe(Probe, total=False):
    """The engine's answer, and where its frame lies: ``top_frame_offset`` and ``frame_scale`` lead to CSS pixels of the page's
    viewport; the offset is None where that is not known. ``zoom`` is how far a person has zoomed the page. What holds for
    all that is in the frame: ``switched_off`` is what disables it (inert, aria-disabled), ``behind`` the modal dialog of a document
    around it that keeps the focus."""

    top_frame_offset: list[float] | None
    frame_scale: float
    zoom: float
    switched_off: str
    behind: Cover


class FramedPoint(TypedDict):
    """The part of a probe that depends on the frames around it: what :class:`PlacedProbe` adds, and what that may change."""

    point: list[float]
    viewport_width: int
    visual: NotRequired[list[float]]
    enabled: bool
    in_viewport: bool
    stable: bool
    point_hits: bool
    covered_by: Cover | None
    press: PressReport | None
    top_frame_offset: NotRequired[list[float] | None]
    frame_scale: NotRequired[float]
    zoom: NotRequired[float]
    switched_off: NotRequired[str]
    behind: NotRequired[Cover]


class Signal(TypedDict):
    """One event in the document since the last question; ``id`` is a local id, ``prevented`` whether a submission was prevented.
    ``asked``: ``name`` is what the page asked of the browser, ``state`` what it got."""

    type: Literal["submit", "invalid", "navigate", "media", "drop", "asked"]
    prevented: NotRequired[bool]
    id: NotRequired[int | None]
    name: NotRequired[str]
    message: NotRequired[str]
    state: NotRequired[str]
    url: NotRequired[str]
    same_document: NotRequired[bool]
    navigation_type: NotRequired[str]


ScrolledBox = TypedDict("ScrolledBox", {"id": int | None, "name": str, "from": list[int], "to": list[int]})
"""A box that scrolled since the last question: its local id, what it is called, left and top before and now."""


class RunningAnimation(TypedDict):
    """The longest animation that the action began: the time it has left, and the element that it moves or reveals."""

    left_ms: float
    what: str


class TargetState(TypedDict):
    """The acted-on element after its input; ``connected`` is false, and nothing else is there, when it left the document. ``value``
    is never a secret's, except in the answer to ``held``."""

    connected: bool
    value: NotRequired[str | None]
    secret: NotRequired[bool]
    filled: NotRequired[bool]
    checked: NotRequired[bool | Literal["mixed"] | None]
    pressed: NotRequired[bool | Literal["mixed"] | None]
    chosen: NotRequired[list[int]]
    expanded: NotRequired[bool | None]
    selected: NotRequired[str | None]
    focused: NotRequired[bool]
    validation: NotRequired[str]


@final
class Effects(TypedDict):
    """The answer to ``after``: what happened in the document since the last question. Local ids in ``restated`` and ``focused``;
    ``secrets`` are the labels of restated fields that hide their content.

    Since the action began: ``ticked`` names elements that change by themselves all the time and did so, ``looks`` what looks
    otherwise, ``scheduled`` what scripts have set that may not have run yet. ``awaits_list``: a field that was typed into announces
    suggestions and shows none yet. ``answers_keys``: what has the focus answers keys by itself. ``selected`` is the text that was
    selected, ``caret`` where that of the field with the focus is now, ``box`` how the element's box has changed.
    """

    doc: str
    version: int
    entered: int
    beats: int
    ticked: list[str]
    title_ticks: bool
    looks: list[str]
    scheduled: Literal["", "timer", "frames", "frame"]
    signals: list[Signal]
    target: TargetState | None
    press: PressReport | None
    keys: KeyReport | None
    restated: list[int]
    secrets: list[str]
    boxes: list[ScrolledBox]
    animation: RunningAnimation | None
    focused: int | None
    url: str
    title: str
    ready_state: Literal["loading", "interactive", "complete"]
    scroll: PageScroll
    awaits_list: NotRequired[bool]
    answers_keys: NotRequired[bool]
    selected: NotRequired[str]
    caret: NotRequired[str]
    box: NotRequired[str]


class News(TypedDict):
    """The answer to ``news``: how often the document has changed, and how many of these changes were beats of what changes by
    itself all the time.

    ``drawn``: a frame has been drawn since the first answer about the action. ``blinks``: two readings may differ though nothing
    happened. ``dragging``: something of it is being dragged. ``arrived``: how often elements have come into it; ``scripted``:
    scripts have set something for later.
    """

    doc: str
    version: int
    beats: int
    title: str
    drawn: bool
    blinks: bool
    dragging: bool
    arrived: int
    scripted: bool


class Witnessed(TypedDict):
    """The answer to ``witness``: what became of the press, or the keys, that the document took aim for. ``early`` is what it kept
    that was aimed at the document before it."""

    doc: str
    press: PressReport | None
    keys: KeyReport | None
    early: Literal["press", "release", ""]
