"""The flow file as a pydantic model, from which its JSON Schema is made. :mod:`refbrowser.flows.checking` checks what a schema
cannot say."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

FORMAT: Final = 1
"""The version of the file format. A later format has a higher number, and its reader reads the earlier ones."""

MOST_STEPS: Final = 500
MOST_PAGES: Final = 1_000
MOST_CALLS: Final = 10_000
DEFAULT_CALLS: Final = 500
DEFAULT_SECONDS: Final = 600

Name = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,58}$")]
"""Also a file's name, so it holds no path, and with ``flow_`` before it a tool's, of which interfaces take 64 characters."""

Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")]
"""What ``${…}`` names: an input, or an output that a step before has read."""

InputType = Literal["string", "number", "integer", "boolean"]
OutputType = Literal["string", "number", "integer", "boolean", "table", "list", "file", "json"]

ONE_VALUE: Final = frozenset({"string", "number", "integer", "boolean", "file"})
"""Types of outputs that are one value, and so can stand in a text."""

Text = Annotated[str, Field(max_length=10_000)]
Line = Annotated[str, Field(max_length=500)]
Label = Annotated[str, Field(min_length=1, max_length=500)]


class Part(BaseModel):
    """An object of the file."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Input(Part):
    """A value that a run is given. A ``secret`` input is the name of a secret of the setting ``secrets``, never its value."""

    type: InputType = "string"
    description: Line = ""
    default: str | int | float | bool | None = None
    secret: bool = False
    allowed: Annotated[list[str | int | float | bool] | None, Field(min_length=1, max_length=200)] = None


class Output(Part):
    """A value that a run returns. Later steps may name one that is of a type in :data:`ONE_VALUE`."""

    type: OutputType = "string"
    description: Line = ""


class Hints(Part):
    """What decides among elements that are alike, and says that a reworded one is the same. A person need not write any."""

    near: Line | None = None
    role: Line | None = None
    id: Line | None = None
    field: Line | None = None
    test_id: Line | None = None
    placeholder: Line | None = None
    path: Line | None = None
    place: Annotated[int, Field(ge=0, le=100_000)] | None = None
    alike: Annotated[int, Field(ge=0, le=100_000)] | None = None
    same: Annotated[int, Field(ge=0, le=100_000)] | None = None


class Target(Part):
    """An element by what it means: kind and name, as pages are read, and where it stands. What is left out is not compared."""

    kind: (
        Annotated[str, Field(min_length=1, max_length=100, description="as in [button 6]: button, link, input text, …")] | None
    ) = None
    name: Line = ""
    item: Annotated[str, Field(max_length=500, description="the card, row or entry that it belongs to")] | None = None
    row: Line | None = None
    heading: Line | None = None
    form: Line | None = None
    frame: Annotated[str, Field(max_length=2_000, description="the address of its frame")] | None = None
    href: Annotated[str, Field(max_length=2_000)] | None = None
    hints: Hints | None = None
    selector: Annotated[str, Field(max_length=2_000, description="alone, in place of a meaning")] | None = None


class DialogExpected(Part):
    """A dialog that a step opens."""

    type: Literal["alert", "confirm", "prompt", "beforeunload"] | None = None
    message: Line | None = None


class Expect(Part):
    """What must hold after a step. ``page`` is the path of the tab's address, with its query."""

    page: Annotated[str, Field(max_length=2_000)] | None = None
    status: Annotated[int, Field(ge=100, le=599)] | None = None
    text: Annotated[str, Field(min_length=1, max_length=10_000)] | None = None
    text_gone: Annotated[str, Field(min_length=1, max_length=10_000)] | None = None
    value: str | None = None
    checked: bool | None = None
    dialog: bool | DialogExpected | None = None
    download: Annotated[bool | str, Field(description="true, or the name of the file, with * for any characters")] | None = None
    opens: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$", description="calls the tab that opens so")] | None = None
    effect: Annotated[Literal["any"], Field(description="the step may have no effect")] | None = None
    within_ms: Annotated[int, Field(ge=0, le=600_000)] | None = None


class Reading(Part):
    """How an output is read from a step's answer: exactly one of ``text``, ``after``, ``table``, ``items``, ``value`` and
    ``download``. ``under`` limits it to the part below that heading."""

    text: Literal[True] | None = None
    after: Annotated[str, Field(min_length=1, max_length=500, description="the label before the value, on its line")] | None = None
    table: Annotated[list[Label], Field(max_length=50, description="columns; [] for all of the only table")] | None = None
    items: Annotated[Literal[True], Field(description="the entries of a list")] | None = None
    value: Annotated[Literal[True], Field(description="what the call returns")] | None = None
    download: Annotated[Literal[True], Field(description="the path of the downloaded file")] | None = None
    under: Label | None = None


class Step(Part):
    """One call. ``with`` has the action's arguments, without its element, which is the ``target`` (of a drag, ``goal`` is its end).

    ``optional``: it is left out where its target is not there. ``once``: its effect must not come about twice, so a table run never
    repeats it.
    """

    action: Annotated[str, Field(max_length=100)]
    id: Identifier | None = None
    target: Target | None = None
    goal: Target | None = None
    arguments: Annotated[dict[str, Any], Field(alias="with")] = {}
    expect: Expect | None = None
    read: Annotated[dict[Identifier, Reading], Field(max_length=50)] = {}
    tab: Identifier | None = None
    optional: bool = False
    once: bool = False
    wait_ms: Annotated[int, Field(ge=0, le=600_000, description="how long its target may take to appear")] | None = None


class FirstOf(Part):
    """Several steps of which the first is made whose target is there."""

    first_of: Annotated[list[Step], Field(min_length=2, max_length=20)]
    optional: bool = False
    wait_ms: Annotated[int, Field(ge=0, le=600_000)] | None = None


class Repetition(Part):
    """``steps`` on each page, while there is a ``next`` to press; at most ``most`` pages."""

    steps: Annotated[list["AnyStep"], Field(min_length=1, max_length=100)]
    next: Target
    most: Annotated[int, Field(ge=1, le=MOST_PAGES)]
    tab: Identifier | None = None


class Repeat(Part):
    repeat: Repetition


def _kind_of(step: object) -> str:
    if isinstance(step, FirstOf | Repeat):
        return "first_of" if isinstance(step, FirstOf) else "repeat"
    return next((name for name in ("first_of", "repeat") if isinstance(step, dict) and name in step), "step")


AnyStep = Annotated[
    Annotated[Step, Tag("step")] | Annotated[FirstOf, Tag("first_of")] | Annotated[Repeat, Tag("repeat")], Discriminator(_kind_of)
]


class FlowLimits(Part):
    """What a run may take. ``sites``: origins, besides ``site``, on whose pages steps may act."""

    calls: Annotated[int, Field(ge=1, le=MOST_CALLS)] = DEFAULT_CALLS
    seconds: Annotated[int, Field(ge=1, le=86_400)] = DEFAULT_SECONDS
    sites: Annotated[list[Line], Field(max_length=50)] = []


class Flow(Part):
    """A flow. ``flow`` is the version of this format, ``revision`` counts the flow's own versions."""

    model_config = ConfigDict(title="A flow of refbrowser")

    flow: Literal[1]
    name: Name
    revision: Annotated[int, Field(ge=1, le=100_000)] = 1
    description: Text = ""
    site: Annotated[str, Field(max_length=300, description="the origin that addresses begin with, such as https://shop.example")]
    inputs: Annotated[dict[Identifier, Input], Field(max_length=100)] = {}
    outputs: Annotated[dict[Identifier, Output], Field(max_length=100)] = {}
    limits: FlowLimits = FlowLimits()
    steps: Annotated[list[AnyStep], Field(min_length=1, max_length=MOST_STEPS)]


def file_schema() -> dict[str, Any]:
    """Return the JSON Schema of a flow file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Flow.model_json_schema(by_alias=True)}


def steps_of(steps: list[AnyStep], place: tuple[str | int, ...] = ("steps",)) -> Iterator[tuple[tuple[str | int, ...], Step]]:
    """Yield each call of the steps with its place in the file, those within others too."""
    for index, step in enumerate(steps):
        here = (*place, index)
        if isinstance(step, Step):
            yield here, step
        elif isinstance(step, FirstOf):
            yield from steps_of(list(step.first_of), (*here, "first_of"))
        else:
            yield from steps_of(step.repeat.steps, (*here, "repeat", "steps"))
