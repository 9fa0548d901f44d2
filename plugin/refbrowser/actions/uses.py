"""What actions use their arguments for, as a policy needs to know it: declared at each argument, and read from a call.

An argument that can hold text and has no :class:`Use` counts as the worst: its texts are sent, and may name a file, a secret, an
address or an operation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from refbrowser.browser.input.keys import chord, key_name

Kind = Literal[
    "local", "ref", "selector", "x", "frame", "site", "text", "choice", "keys", "address", "script", "command", "parameters",
    "file", "reply", "secret", "login", "operation", "submit", "tool",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Use:
    """The use of one argument.

    ``when`` limits it to calls in which another argument has that value. Line breaks of a text press Enter with ``enter``, or where
    the argument of that name is true. ``everywhere``: what it holds goes to whatever is loaded afterwards. ``sent``: a page or a
    server gets it. ``in_tab``: the address is loaded in a tab. ``pair`` is the argument with the other coordinate. ``operation`` is
    what rules call a true value. ``written`` returns the text of a value that is none.
    """

    kind: Kind
    when: tuple[str, object] | None = None
    enter: bool | str = False
    everywhere: bool = False
    sent: bool = False
    in_tab: bool = False
    pair: str = ""
    operation: str = ""
    written: Callable[[Any], str] | None = None


LOCAL: Final = Use("local")
"""Compared, selects what is read, names a new file's format, or is shown to a person: no page and no server gets it."""

REF: Final = Use("ref")
SELECTOR: Final = Use("selector")
"""The element that gets the input, or that is read."""

FRAME: Final = Use("frame")
SITE: Final = Use("site")
SENT: Final = Use("text", sent=True)
"""Text that a page or a server gets."""

CHOICE: Final = Use("choice", sent=True)
"""Names one of the options that a control offers."""

KEYS: Final = Use("keys", sent=True)
TOOL: Final = Use("tool", sent=True)
"""Names a tool of the page's own, which the call uses."""

LOADED: Final = Use("address", sent=True, in_tab=True)
FETCHED: Final = Use("address", sent=True)
SCRIPT: Final = Use("script", sent=True)
COMMAND: Final = Use("command")
PARAMETERS: Final = Use("parameters", sent=True)
FILE: Final = Use("file")
"""A file that is written, or read for the agent alone."""

SENT_FILE: Final = Use("file", sent=True)
REPLY: Final = Use("reply")
"""A reply in place of a server's, with ``headers`` and ``body``."""

SECRET: Final = Use("secret")
LOGIN: Final = Use("login")
"""What signs in at the address that is loaded."""

OPERATION: Final = Use("operation")
SUBMIT: Final = Use("submit")
"""A true value submits the form, as Enter does."""


def point(y: str) -> Use:
    """The horizontal coordinate of a point that gets the input; ``y`` is the argument with the other."""
    return Use("x", pair=y)


def typed(enter: bool | str = True) -> Use:
    """Text that is entered by keys, so that line breaks press Enter: always, or where the argument called ``enter`` is true."""
    return replace(SENT, enter=enter)


def called(operation: str) -> Use:
    """An argument whose true value is an operation of that name."""
    return Use("operation", operation=operation)


@dataclass(slots=True)
class Target:
    """An element or a point that a call names."""

    ref: Any = None
    selector: str | None = None
    point: tuple[float, float] | None = None


@dataclass(slots=True)
class CallUses:
    """The arguments of one call by their use."""

    targets: list[Target] = field(default_factory=list)
    framed: bool = False
    site: str | None = None
    texts: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    breaks_lines: bool = False
    address: str | None = None
    script: str | None = None
    command: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    sends_files: bool = False
    everywhere: bool = False
    reply: Any = None
    secrets: list[str] = field(default_factory=list)
    signs_in: bool = False
    operations: list[str] = field(default_factory=list)
    undeclared: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Declared:
    """An argument of a model: its name, its use, and the arguments of the objects that it holds."""

    name: str
    use: Use | None
    parts: "tuple[Declared, ...]" = ()


@cache
def declared(model: type[BaseModel]) -> tuple[Declared, ...]:
    """Return the arguments of ``model`` that have a use or can hold text."""
    found = []
    for name, argument in model.model_fields.items():
        use = _outermost(argument.metadata) or _use_within(argument.annotation)
        inner = _model_within(argument.annotation)
        if use is not None or inner is not None or _holds_text(argument.annotation):
            found.append(Declared(name, use, declared(inner) if inner is not None else ()))
    return tuple(found)


def loads_in_tab(model: type[BaseModel]) -> bool:
    """Return whether the action with these arguments loads an address in a tab: a blank page where none is given."""
    return any(argument.use is not None and argument.use.in_tab for argument in declared(model))


def takes_address(model: type[BaseModel]) -> bool:
    """Return whether the argument ``url`` is an address to load or fetch, and not one to compare."""
    return any(
        argument.name == "url" and argument.use is not None and argument.use.kind == "address" for argument in declared(model)
    )


def uses_of(arguments: BaseModel) -> CallUses:
    """Return the arguments of a call by their use."""
    uses = CallUses()
    _read(_read_from(type(arguments)), vars(arguments), uses)
    return uses


@cache
def _read_from(model: type[BaseModel]) -> tuple[Declared, ...]:
    """Return what of a model is read: what is local says nothing."""
    return tuple(argument for argument in declared(model) if argument.use is None or argument.use.kind != "local" or argument.parts)


def _read(arguments: tuple[Declared, ...], given: Mapping[str, Any], uses: CallUses) -> None:
    for argument in arguments:
        value = given.get(argument.name)
        if value is None or value is False:
            continue
        use = argument.use
        if use is None:
            # Objects are read below, by what their own arguments declare.
            uses.undeclared += [text for part in _objects(value) if not isinstance(part, BaseModel) for text in _strings(part)]
        elif use.when is None or given.get(use.when[0]) == use.when[1]:
            _READERS[use.kind](use, value, given, uses)
        elif use.kind == "file":
            _file(FILE, value, given, uses)
        for part in _objects(value) if argument.parts else ():
            if isinstance(part, BaseModel):
                _read(_read_from(type(part)), vars(part), uses)


def _text(use: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    texts = [use.written(value)] if use.written is not None else [text for text in _strings(value) if text]
    uses.texts += texts
    if use.enter and (use.enter is True or given.get(use.enter)):
        uses.breaks_lines |= any(mark in text for text in texts for mark in "\r\n")


def _keys(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.keys += chord(value) if isinstance(value, str) else map(key_name, value)


def _tool(use: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.tools.append(value)
    uses.texts.append(value)


def _parameters(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.parameters = value
    # The names are the protocol's, and so is the type of an event; what they hold may be anything.
    uses.texts += [text for name, part in value.items() if name != "type" for text in _strings(part) if text]


def _file(use: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.files += [value] if isinstance(value, str) else value
    uses.sends_files |= use.sent
    uses.everywhere |= use.everywhere


def _address(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.address = value
    uses.texts.append(value)


def _secret(use: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.secrets.append(value)
    uses.texts += [value] if use.sent else ()


def _operation(use: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.operations.append(use.operation or str(value))


def _command(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.command = value
    uses.operations.append(value)


def _local(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    """Nothing that a policy asks for."""


def _ref(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    # A list of refs names what is read.
    uses.targets += [] if isinstance(value, list) else [Target(ref=value)]


def _selector(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.targets.append(Target(selector=value))


def _point(use: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.targets.append(Target(point=(value, given[use.pair])))


def _frame(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.framed = True


def _site(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.site = value


def _script(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.script = value


def _login(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.signs_in = True


def _submit(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.breaks_lines = True


def _reply(_: Use, value: Any, given: Mapping[str, Any], uses: CallUses) -> None:
    uses.reply = value


_READERS: Final[Mapping[Kind, Callable[[Use, Any, Mapping[str, Any], CallUses], None]]] = {
    "local": _local, "ref": _ref, "selector": _selector, "x": _point, "frame": _frame, "site": _site, "text": _text,
    "choice": _text, "keys": _keys, "address": _address, "script": _script, "command": _command, "parameters": _parameters,
    "file": _file, "reply": _reply, "secret": _secret, "login": _login,
    "operation": _operation, "submit": _submit, "tool": _tool,
}  # fmt: skip


def _strings(value: object) -> Iterator[str]:
    """Yield all texts in a value, names of members too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield str(name)
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)
    elif isinstance(value, BaseModel):
        yield from _strings(vars(value))


def _objects(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _outermost(notes: Sequence[Any]) -> Use | None:
    return next((note for note in reversed(notes) if isinstance(note, Use)), None)


def _use_within(annotation: Any) -> Use | None:
    """Return the use that a type declares, such as that of a ref."""
    if get_origin(annotation) is Annotated:
        inner, *notes = get_args(annotation)
        return _outermost(notes) or _use_within(inner)
    return next((use for part in get_args(annotation) if (use := _use_within(part)) is not None), None)


def _model_within(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for part in get_args(annotation) if (model := _model_within(part)) is not None), None)


def _holds_text(annotation: Any) -> bool:
    """Whether a value of the type can hold a text that the caller chooses."""
    origin = get_origin(annotation)
    if origin is Literal or annotation in (bool, int, float, NoneType, None):
        return False
    if origin is Annotated:
        return _holds_text(get_args(annotation)[0])
    if origin in (Union, UnionType, list, tuple):
        return any(map(_holds_text, get_args(annotation)))
    return True
