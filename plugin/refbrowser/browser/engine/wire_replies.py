"""The engine's replies about single elements and the focus, but for a probe's, which is in :mod:`wire`."""

from typing import Literal, NotRequired, TypedDict, final

from refbrowser.browser.engine.wire import Cover, Fresh, KeyReport, Offer, TargetState
from refbrowser.content.capture import PageScroll


@final
class ElementGone(TypedDict):
    """The element that a request is about is gone, or its document is."""

    doc: str
    status: Literal["stale_document", "unknown", "removed"]
    reason: str


class ElementStates(TypedDict):
    """The states of an element."""

    disabled: bool
    readonly: bool
    required: bool
    invalid: bool
    focused: bool
    expanded: bool | None
    checked: bool | Literal["mixed"] | None
    pressed: str | None
    selected: str | None
    visible: bool
    in_viewport: bool


class SelectOption(TypedDict):
    """An option of a native select."""

    label: str
    value: str
    selected: bool
    disabled: bool


class FormAttributes(TypedDict):
    """The attributes of the form that an element is in."""

    id: str | None
    name: str | None
    action: str | None
    method: str | None


@final
class Detail(TypedDict):
    """The reply to ``detail``: everything about one element."""

    doc: str
    status: Literal["live", "healed"]
    kind: str
    role: str | None
    name: str
    description: str
    tag: str
    value: str | None
    secret: NotRequired[bool]
    states: ElementStates
    href: NotRequired[str]
    src: NotRequired[str]
    box: list[float]
    options: NotRequired[list[SelectOption]]
    form: NotRequired[FormAttributes]
    attributes: dict[str, str]
    text: str
    blocked_by: NotRequired[Cover]
    why_blocked: NotRequired[str | None]


class Revealed(TypedDict):
    """The reply to ``reveal``: where the box around the element, or the page, was scrolled to before and after. ``held`` is a box
    that was scrolled although a person cannot scroll it, ``drawn_by`` the image that an area is in."""

    doc: str
    scroll_before: PageScroll | None
    scroll_after: PageScroll | None
    held: str | None
    drawn_by: int | None


@final
class Scrolled(TypedDict):
    """The reply to ``scroll``: where the box, or the page, was scrolled to before and after."""

    doc: str
    before: PageScroll
    after: PageScroll


class ClipboardSelection(TypedDict):
    """The reply to ``selection``: whether the focus is in the document; the text that is selected there, never a secret field's."""

    doc: str
    focused: bool
    text: str
    secret: bool
    origin: str


@final
class WordsFound(TypedDict):
    """The reply to ``select_text``: how often the words are there, and which elements hold them. ``field``: a text field does.

    ``refused``: it is a secret field, a field of which no part can be selected, or text that the page keeps from being selected.
    ``offset`` is where the selected words begin, from the top-left of the first element. ``already``: they had been selected.
    ``hosts``: there may be closed shadow roots that the debugger has not reported yet.
    """

    doc: str
    matches: int
    refused: Literal["secret", "whole", "unselectable"] | None
    field: bool
    holders: list[int]
    selected: bool
    already: bool
    offset: tuple[float, float] | None
    hosts: bool
    fresh: Fresh


class LentReport(TypedDict):
    """What became of a clipboard that was lent to a document: a paste of another text was ``kept`` from it; an insertion into a
    field is still ``awaited``; it ``copied``, and which ``text``, if its listeners let that be seen."""

    kept: bool
    awaited: bool
    copied: bool
    text: str | None


class Lent(TypedDict):
    """The reply to ``lent``."""

    doc: str
    report: LentReport | None


class Pasted(TypedDict):
    """The reply to ``paste``: whether the page took it; None where the focus is in another frame."""

    doc: str
    handled: bool | None


class Copied(TypedDict):
    """The reply to ``copy``: what was copied, and whether the page has made that; None where the focus is in another frame."""

    doc: str
    handled: bool | None
    text: str


class Activated(TypedDict):
    """The reply to ``activated``: whether a press or a key has reached the document in the last seconds."""

    doc: str
    active: bool


@final
class Options(TypedDict):
    """The reply to ``options``."""

    doc: str
    offer: Offer
    fresh: Fresh


class Entered(TypedDict):
    """The reply to ``enter``: whether the field has the focus, with all of its text selected."""

    doc: str
    entered: bool


class FieldContent(TypedDict):
    """The reply to ``held``: what the field holds, a secret's text too: it is compared with what was typed, and goes no further."""

    doc: str
    target: TargetState | None
    keys: KeyReport | None


class KeysAimed(TypedDict):
    """The reply to ``aim_keys``: whether the element is still there, and whether a key that is pressed now goes to it."""

    doc: str
    aimed: bool
    focused: bool


class CaretPlaced(TypedDict):
    """The reply to ``caret``: whether the text that comes now goes where the caret is meant to be."""

    doc: str
    settled: bool


class SecretEntered(TypedDict):
    """The reply to ``enter_secret``: the document's ``origin``, and, when the secret was typed, whether the field then held it."""

    doc: str
    origin: str
    status: Literal["typed", "origin", "opaque", "insecure", "gone", "not_editable", "refused"]
    kept: NotRequired[bool]


class Escaped(TypedDict):
    """The reply to ``escape``: what the Escape key has ended."""

    doc: str
    left: list[str]
