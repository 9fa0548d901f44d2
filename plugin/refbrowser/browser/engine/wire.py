"""The messages of the in-page engine, as types that mypy checks their readers by.

``inpage/wire.d.ts``, by which TypeScript checks what the engine sends, is generated from them. Lengths are CSS pixels of the
viewport of the element's own frame.
"""

from typing import Any, Literal, NotRequired, TypedDict


class Cover(TypedDict):
    """What lies over an element: the control nearest to what was hit, by its local id and, if it has one, its number."""

    id: int
    number: int | None
    kind: str
    name: str
    description: str
    leaving: NotRequired[bool]


class PressReport(TypedDict):
    """What became of a press or a hover since the element was aimed at; ``missed`` is what would have been pressed instead."""

    missed: NotRequired[str]
    later: NotRequired[str]
    released: NotRequired[str]
    renamed: NotRequired[list[str] | None]
    arrived: NotRequired[bool]
    received: NotRequired[bool]
    clicked: NotRequired[bool]
    hovered: NotRequired[bool]


class Begun(TypedDict):
    """How often a document has changed when an action begins: ``restated`` are local ids of fields that hold something else."""

    doc: str
    version: int
    entered: int
    restated: list[int]
    scroll: dict[str, int]


class DeadProbe(TypedDict):
    """The element of a probe is gone, or its document is."""

    doc: str
    status: Literal["stale_document", "unknown", "removed"]
    reason: str
    before: NotRequired[Begun | None]
    press: NotRequired[PressReport | None]


class ElementFacts(TypedDict):
    """What a press or an entry has to know of an element. ``value`` is never a secret's; ``point`` is where to press it."""

    kind: str
    name: str
    tag: str
    input_type: NotRequired[str]
    visible: bool
    enabled: bool
    editable: bool | None
    checked: bool | Literal["mixed"] | None
    value: str | None
    secret: NotRequired[bool]
    filled: NotRequired[bool]
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
    its form leads, and what the fields of its form hold."""

    url: str
    leads_to: str | None
    fields: list[str]


class Probe(ElementFacts):
    """The answer to ``probe`` for a live element.

    ``offer``: the options of a native select or datalist; ``entered``: it has the focus and its text is selected; ``fresh``: the
    first local id without a number, and how many there are.
    """

    doc: str
    status: Literal["live", "healed"]
    aimed: bool
    press: PressReport | None
    before: Begun | None
    fresh: list[int] | None
    offer: NotRequired[dict[str, Any] | None]
    entered: NotRequired[bool]
    form: NotRequired[FormFacts]


MESSAGES = (Cover, PressReport, Begun, DeadProbe, ElementFacts, FormFacts, Probe)
