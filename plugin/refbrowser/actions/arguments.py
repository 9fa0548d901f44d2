"""Arguments that actions share, each with one meaning and one error text."""

from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, WithJsonSchema, model_validator

from refbrowser.actions.uses import LOCAL, REF, SELECTOR, called, point
from refbrowser.browser.input.keys import MODIFIERS
from refbrowser.errors import CallError
from refbrowser.policy.vocabulary import OVERWRITE
from refbrowser.refs import Ref, parse


def _ref(value: object) -> Ref:
    try:
        return parse(value)
    except CallError as malformed:
        raise ValueError(malformed.message) from None


def _number(value: object) -> Any:
    if isinstance(value, bool):
        raise ValueError("it must be a number, not true or false")
    return value


def _whole(value: object) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


Choice = Annotated[StrictInt | str, BeforeValidator(_whole)]
"""An option: a number is its index, a string its value or label."""


def _text(value: object) -> Any:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


Text = Annotated[str, BeforeValidator(_text)]
"""Text written or read on a page. A number is accepted: 42 for ``"42"``. URLs, paths and selectors do not accept one."""


def _seen_text(value: str) -> str:
    if not value.strip():
        raise ValueError("it is white space, which every page has")
    return value


SeenText = Annotated[Text, Field(min_length=1, json_schema_extra={"pattern": r"\S"}), AfterValidator(_seen_text)]
"""Text that a page is searched for."""

RefArgument = Annotated[
    Ref,
    REF,
    BeforeValidator(_ref),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string", "minLength": 1}], "description": '6 or "[button 6]"'}),
]
NUMBER: Final = BeforeValidator(_number)
"""Rejects true and false where a number is expected; Python treats them as 1 and 0."""

OverwriteArgument = Annotated[bool, called(OVERWRITE)]

TabId = Annotated[int, Field(ge=1, le=2**31), NUMBER]
Coordinate = Annotated[float, Field(ge=-1e6, le=1e6), NUMBER]
Milliseconds = Annotated[int, Field(ge=1, le=3_600_000), NUMBER]
WaitUntilArgument = Literal["commit", "domcontentloaded", "load", "networkidle"]
Selector = Annotated[str, LOCAL, Field(min_length=1, max_length=2000)]


def _modifiers(value: object) -> Any:
    names = value.split("+") if isinstance(value, str) else value
    if not isinstance(names, list):
        return names
    return [MODIFIERS.get(name.strip().lower(), name) if isinstance(name, str) else name for name in names]


ModifiersArgument = Annotated[
    list[Literal["Alt", "Control", "ControlOrMeta", "Meta", "Shift"]], Field(max_length=5), BeforeValidator(_modifiers)
]
"""A list (``["Control"]``) or a string (``"Control"``, ``"Control+Shift"``)."""


class Arguments(BaseModel):
    """Arguments of every action."""

    # Validators are built on first use: building all of them takes longer than loading a first page.
    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    timeout_ms: Annotated[Milliseconds | None, Field(description="deadline of this call")] = None

    @property
    def takes_ms(self) -> int:
        """The time that the call asks for, in milliseconds. The default deadline begins after it."""
        return 0


class TabArguments(Arguments):
    """Arguments of an action on one tab: ``browser_id``, or by default the active tab."""

    browser_id: Annotated[TabId | None, Field(description="tab; default the active one")] = None


Observe = Annotated[Literal["changes", "content", "none"], Field(description="what the answer includes of the page")]


class ActingArguments(TabArguments):
    """Arguments of an action that sends input to a page and returns a receipt."""

    observe: Observe = "changes"


class PartArguments(BaseModel):
    """An object in an argument. A null in it is a part left out, as it is in the call itself."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: object) -> Any:
        return {key: value for key, value in given.items() if value is not None} if isinstance(given, dict) else given


class ArrivingArguments(BaseModel):
    """Arguments of an action that shows a page without sending it input.

    With ``content`` the answer includes the page, with ``changes`` what is new since the chat last saw it.
    """

    observe: Observe = "none"


TimesArgument = Annotated[int, Field(ge=1, le=50), NUMBER]
"""How often input is repeated, with one receipt for all of it."""


class OverlayArguments(BaseModel):
    """Arguments of an action on an element that an overlay may cover for a while."""

    wait_for_hidden: Annotated[Selector | None, Field(description="act once this is hidden")] = None
    wait_for_hidden_ms: Milliseconds | None = None


class ElementArguments(BaseModel):
    """A target: exactly one of ``ref`` and ``selector``."""

    ref: RefArgument | None = None
    selector: Annotated[Selector | None, SELECTOR, Field(description="CSS, text= or role=")] = None

    @model_validator(mode="after")
    def _one_element(self) -> Self:
        given = [name for name in ("ref", "selector") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(_one_of("ref, selector", given))
        return self


class TargetArguments(BaseModel):
    """A target: exactly one of ``ref``, ``selector``, and ``x`` with ``y``. Offsets count from the element's top-left corner."""

    ref: RefArgument | None = None
    selector: Annotated[Selector | None, SELECTOR, Field(description="CSS, text= or role=")] = None
    x: Annotated[Coordinate | None, point("y"), Field(description="viewport CSS px")] = None
    y: Coordinate | None = None
    offset_x: Annotated[Coordinate | None, Field(description="from the element's top-left")] = None
    offset_y: Coordinate | None = None

    @model_validator(mode="after")
    def _one_target(self) -> Self:
        if (self.x is None) != (self.y is None):
            raise ValueError("x and y go together")
        if (self.offset_x is None) != (self.offset_y is None):
            raise ValueError("offset_x and offset_y go together")
        given = [name for name in ("ref", "selector") if getattr(self, name) is not None]
        if self.x is not None:
            given.append("x+y")
            if self.offset_x is not None:
                raise ValueError("offset_x and offset_y go with ref or selector, not with x and y")
        if len(given) != 1:
            raise ValueError(_one_of("ref, selector, x+y", given))
        return self

    @property
    def point(self) -> tuple[float, float] | None:
        return None if self.x is None or self.y is None else (self.x, self.y)

    @property
    def offset(self) -> tuple[float, float] | None:
        return None if self.offset_x is None or self.offset_y is None else (self.offset_x, self.offset_y)


def _one_of(names: str, given: list[str]) -> str:
    return f"exactly one of {names} is needed, and {' and '.join(given) or 'none'} {'were' if len(given) > 1 else 'was'} given"
