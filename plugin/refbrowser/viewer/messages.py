"""Messages from the page as models. ``webui_viewer/protocol.js`` is the other side."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from refbrowser.viewer.inspecting import Subject

ANY_VERSION = "refbrowser.viewer."
SUBPROTOCOL = f"{ANY_VERSION}2"
OUTDATED = 4001
"""WebSocket close code for a page with another version of the protocol."""

TOKEN_PREFIX = "token."

Coordinate = Annotated[float, Field(ge=-100_000, le=100_000)]
Name = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=1_000_000)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Watch(Message):
    """Watch a chat: the tab ``browser_id``, or the active tab and every change of it.

    ``width`` and ``height`` are the canvas in device pixels; ``hidden`` says that the page is not visible now.
    """

    type: Literal["watch"]
    chat: Name | None = None
    browser_id: int | None = None
    width: Annotated[int, Field(ge=1, le=16_384)]
    height: Annotated[int, Field(ge=1, le=16_384)]
    hidden: bool = False


class ShowWall(Message):
    """Show small pictures of these chats, at most one in a while each; of none, to end that."""

    type: Literal["wall"]
    chats: Annotated[list[Name], Field(max_length=60)]


class Painted(Message):
    """The picture with this number is painted; the viewer accepts the next."""

    type: Literal["painted"]
    sequence: int


class OnTab(Message):
    """A message about one tab of one chat. ``picture`` is the number of the picture that the person saw when they began: where the
    tab is another one by now or, for what is done to the page, shows another document, the message is refused."""

    chat: Name
    browser_id: int
    picture: int | None = None


class OnPage(OnTab):
    """A gesture on what the picture shows. ``number`` counts those that carry text: they are confirmed, or refused, by it."""

    number: Annotated[int, Field(ge=1)] | None = None


class Inspect(OnTab):
    """List the tab's console messages or requests."""

    type: Literal["inspect"]
    subject: Subject


class Take(OnTab):
    type: Literal["take"]


class HandBack(OnTab):
    type: Literal["hand_back"]


class HandoffDone(OnTab):
    """The person has done what the agent asked for, at ``since_ms`` as the overview has it."""

    type: Literal["handoff_done"]
    since_ms: int | None = None


class AnswerDialog(OnTab):
    type: Literal["dialog"]
    dialog_id: Name
    accept: bool
    text: Text | None = None


class Go(OnTab):
    type: Literal["go"]
    to: Literal["url", "back", "forward", "reload", "new_tab", "close"]
    url: Annotated[str, Field(max_length=100_000)] | None = None


class Resize(OnTab):
    """Show the tab's page in a window of this size, in CSS pixels."""

    type: Literal["resize"]
    width: Annotated[int, Field(ge=100, le=10_000)]
    height: Annotated[int, Field(ge=100, le=10_000)]


class Pick(OnPage):
    """Identify the element at a point."""

    type: Literal["pick"]
    x: Coordinate
    y: Coordinate


class Annotate(OnPage):
    """A comment for the agent on a region of the page (CSS pixels of the viewport), or on the element ``ref`` in it."""

    type: Literal["annotate"]
    x: Coordinate
    y: Coordinate
    width: Annotated[float, Field(gt=0, le=100_000)]
    height: Annotated[float, Field(gt=0, le=100_000)]
    ref: int | None = None
    comment: Annotated[str, Field(max_length=2_000)] = ""


class TakeBack(OnTab):
    """Take back a remark that the agent has not been given yet."""

    type: Literal["take_back"]
    id: Name


class Decide(Message):
    """The person's answer to an approval that a call of the chat waits for."""

    type: Literal["decide"]
    chat: Name
    id: Name
    answer: Literal["once", "always_here", "always", "deny"]
    said: Annotated[str, Field(max_length=2_000)] | None = None


class Control(Message):
    """The person stops, pauses, resumes or steps through the calls of a chat, or of all, or takes back the note to one.

    ``since_ms`` is when the state began that the person saw: what another one has stopped since is not resumed.
    """

    type: Literal["control"]
    command: Literal["stop", "pause", "resume", "step", "retract_note"]
    chat: Name | None = None
    since_ms: int | None = None
    note: Annotated[str, Field(max_length=2_000)] | None = None


class Pointer(OnPage):
    type: Literal["pointer"]
    kind: Literal["move", "down", "up"]
    x: Coordinate
    y: Coordinate
    button: Literal["left", "middle", "right"] = "left"
    clicks: Annotated[int, Field(ge=0, le=3)] = 1


class Wheel(OnPage):
    type: Literal["wheel"]
    x: Coordinate
    y: Coordinate
    delta_x: Coordinate
    delta_y: Coordinate


class Key(OnPage):
    type: Literal["key"]
    kind: Literal["down", "up"]
    key: Annotated[str, Field(max_length=40)]
    code: Annotated[str, Field(max_length=40)]
    key_code: Annotated[int, Field(ge=0, le=1000)] = 0
    composed: bool = False


class Compose(OnPage):
    type: Literal["compose"]
    text: Annotated[str, Field(max_length=10_000)]
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]


class Insert(OnPage):
    type: Literal["insert"]
    text: Text


class Paste(OnPage):
    """Paste text, HTML, or uploaded files (``paths`` as the upload returned them)."""

    type: Literal["paste"]
    text: Text = ""
    html: Text = ""
    paths: Annotated[list[str], Field(max_length=20)] = []


class Copy(OnPage):
    type: Literal["copy"]
    cut: bool = False


class TouchPoint(Message):
    x: Coordinate
    y: Coordinate
    id: Annotated[int, Field(ge=0, le=100)]


class Touch(OnPage):
    type: Literal["touch"]
    kind: Literal["touchStart", "touchMove", "touchEnd", "touchCancel"]
    points: Annotated[list[TouchPoint], Field(max_length=10)]


class Choose(OnPage):
    """The person's choice in the list or picker that the viewer shows in place of Chromium's."""

    type: Literal["choose"]
    ref: int
    index: int | None = None
    value: Annotated[str, Field(max_length=1_000)] | None = None


class Drop(OnPage):
    """Drop uploaded files (``paths`` as the upload returned them) at a point, or give them to the open file chooser."""

    type: Literal["drop"]
    x: Coordinate | None = None
    y: Coordinate | None = None
    paths: Annotated[list[str], Field(min_length=1, max_length=20)]


class CancelFiles(OnPage):
    """Cancel the open file chooser."""

    type: Literal["cancel_files"]


Input = Pointer | Wheel | Key | Compose | Insert | Paste | Copy | Touch | Choose | Drop | CancelFiles
Command = Take | HandBack | HandoffDone | AnswerDialog | Go | Resize | Pick | Annotate | TakeBack
Looking = Watch | ShowWall | Painted | Inspect
"""Messages that read-only viewers may send too."""

FromPage = Annotated[Looking | Command | Input | Decide | Control, Field(discriminator="type")]

_READER: TypeAdapter[Any] = TypeAdapter(FromPage)


def read_message(text: str) -> Looking | Command | Input | Decide | Control:
    """Return the message. Raises pydantic's ValidationError."""
    message: Looking | Command | Input | Decide | Control = _READER.validate_json(text)
    return message
