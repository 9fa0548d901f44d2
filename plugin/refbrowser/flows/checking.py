"""What is wrong with a flow's file: each mistake with its line and column."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, Final
from urllib.parse import urlsplit

from pydantic import ValidationError

from refbrowser.flows.calls import refused_action, targets_of, wrong_arguments
from refbrowser.flows.document import Document, Mistake, one_or_raise, read_document
from refbrowser.flows.model import FORMAT, ONE_VALUE, FirstOf, Flow, Repeat, Step, Target, steps_of
from refbrowser.flows.secrets import secret_mistakes, token_mistakes
from refbrowser.flows.values import WITHOUT_INPUTS, named_in, of_type

_WAYS: Final = ("text", "after", "table", "items", "value", "download")
_OF_TEXT: Final = frozenset({"content", "read", "source", "find"})
MAIN: Final = "main"
"""The tab in which a flow begins."""

_MOST: Final = 50
_CHARACTERS_SHOWN: Final = 80


def checked(text: str) -> tuple[Flow | None, list[Mistake]]:
    """Return the flow, or None, and what is wrong with it in the order of the file."""
    document = read_document(text)
    if document.mistakes:
        return None, document.mistakes
    if not isinstance(document.value, dict):
        return None, [Mistake(1, 1, "a flow is a mapping that begins with flow: 1")]
    if (later := _later_format(document)) is not None:
        return None, [later]
    try:
        flow = Flow.model_validate(document.value)
    except ValidationError as invalid:
        return None, sorted(set(_of_schema(document, invalid)), key=lambda each: (each.line, each.column))[:_MOST]
    mistakes = [document.mistake(path, message) for path, message in _of_meaning(flow)] + list(token_mistakes(text))
    return (None if mistakes else flow), sorted(mistakes, key=lambda each: (each.line, each.column))[:_MOST]


def read_flow(text: str, where: str) -> Flow:
    """Return the flow of a text. Raises ``flow_invalid`` with every mistake; ``where`` names the file."""
    flow, mistakes = checked(text)
    one_or_raise(mistakes, where)
    assert flow is not None
    return flow


def _later_format(document: Document) -> Mistake | None:
    written = document.value.get("flow")
    if isinstance(written, int) and not isinstance(written, bool) and written > FORMAT:
        return document.mistake(("flow",), f"the file has format {written}; this refbrowser reads formats up to {FORMAT}")
    return None


def _of_schema(document: Document, invalid: ValidationError) -> Iterator[Mistake]:
    for problem in invalid.errors(include_url=False, include_context=False):
        path = _path(document, problem["loc"])
        at_key = problem["type"] == "extra_forbidden"
        yield document.mistake(path, _said(path, problem["type"], problem["msg"], problem["input"]), at_key=at_key)


def _path(document: Document, loc: Sequence[str | int]) -> tuple[str | int, ...]:
    """Return a place of pydantic's, which names variants too, as a place of the file."""
    path: tuple[str | int, ...] = ()
    for index, part in enumerate(loc):
        if (*path, part) in document.places or index == len(loc) - 1:
            path = (*path, part)
    return path if path in document.places or not path or path[-1] not in _VARIANTS else path[:-1]


_VARIANTS: Final = ("step", "first_of", "repeat", "bool", "str", "int", "float", "DialogExpected")


def _said(path: Sequence[str | int], kind: str, message: str, given: object) -> str:
    key = str(path[-1]) if path else "the file"
    if kind == "extra_forbidden":
        return _OWN.get(key, f"there is no key {_shown(key)} here")
    if kind == "missing":
        return f"{key} is missing"
    if kind == "string_pattern_mismatch":
        return f"{key} is {_shown(given)}; it must be letters, figures and _, beginning with a letter"
    plain = message.removeprefix("Input should be ").removeprefix("Value error, ")
    return f"{key} is {_shown(given)}; it must be {plain}" if plain != message else f"{key}: {message}"


_OWN: Final = {
    "policy": "a flow has the policy of the chat that runs it, and cannot bring one",
    "ref": "a number of one chat means nothing in another: write a target",
    "password": "a flow holds no password: declare an input with secret: true, and give the name of a secret",
}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _CHARACTERS_SHOWN else text[: _CHARACTERS_SHOWN - 1] + "…"


def _of_meaning(flow: Flow) -> Iterator[tuple[Sequence[str | int], str]]:
    yield from _site(flow)
    for name, declared in flow.inputs.items():
        for value in [declared.default, *(declared.allowed or [])]:
            if value is not None and not _fits(declared.type, value):
                yield ("inputs", name, "default" if value == declared.default else "allowed"), f"{value!r} is no {declared.type}"
        if declared.secret and declared.type != "string":
            yield ("inputs", name, "type"), "an input that is a secret's name is a string"
    tabs, ids, read = {MAIN}, set[str](), set[str]()
    for path, step in steps_of(flow.steps):
        yield from _of_step(flow, path, step, tabs, read)
        yield from secret_mistakes(flow, path, step)
        if step.id is not None and step.id in ids:
            yield (*path, "id"), f"two steps are called {step.id}"
        ids |= {step.id} if step.id is not None else set()
        tabs |= {step.expect.opens} if step.expect is not None and step.expect.opens is not None else set()
        read |= set(step.read)
    for index, each in enumerate(flow.steps):
        yield from _of_group(flow, ("steps", index), each, read)
    for name in flow.outputs:
        if name not in read:
            yield ("outputs", name), f"no step reads {name}"


def _site(flow: Flow) -> Iterator[tuple[Sequence[str | int], str]]:
    for path, site in [
        (("site",), flow.site),
        *((("limits", "sites", index), each) for index, each in enumerate(flow.limits.sites)),
    ]:
        if not is_origin(site):
            yield path, f"{site[:_CHARACTERS_SHOWN]!r} is no origin such as https://shop.example"


def is_origin(text: str) -> bool:
    """Whether ``text`` is scheme, host and perhaps a port of HTTP, and nothing else."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    plain = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc and "\\" not in text
    return plain and text == f"{parts.scheme}://{parts.netloc}" and not any(character.isspace() for character in text)


def _fits(wanted: Any, value: Any) -> bool:
    try:
        return type(of_type(wanted, value)) is type(value) or (wanted == "number" and isinstance(value, int | float))
    except ValueError:
        return False


def _of_group(
    flow: Flow, path: Sequence[str | int], each: Step | FirstOf | Repeat, read: Set[str]
) -> Iterator[tuple[Sequence[str | int], str]]:
    if isinstance(each, FirstOf):
        for index, step in enumerate(each.first_of):
            if step.target is None:
                yield (*path, "first_of", index), "each of first_of has a target, which decides"
    elif isinstance(each, Repeat):
        yield from _of_target(flow, (*path, "repeat", "next"), each.repeat.next, read)
        for inner, step in steps_of(each.repeat.steps, (*path, "repeat", "steps")):
            if step.once:
                yield (*inner, "once"), "what is repeated cannot be once"
        for index, nested in enumerate(each.repeat.steps):
            if isinstance(nested, Repeat):
                yield (*path, "repeat", "steps", index), "a repeat holds no other repeat"
            else:
                yield from _of_group(flow, (*path, "repeat", "steps", index), nested, read)


def _of_step(
    flow: Flow, path: Sequence[str | int], step: Step, tabs: Set[str], read: Set[str]
) -> Iterator[tuple[Sequence[str | int], str]]:
    if (why := refused_action(step.action)) is not None:
        yield (*path, "action"), why
        return
    for at, target in targets_of(step):
        yield from _of_target(flow, (*path, *at), target, read)
    for place, text in _texts(step.arguments, ()):
        yield from (((*path, "with", *place), message) for message in _of_text(flow, place, text, read))
    if step.expect is not None:
        for name, value in step.expect.model_dump(exclude_none=True).items():
            for inner, text in _texts({name: value}, ()):
                yield from (((*path, "expect", *inner), message) for message in _of_text(flow, inner, text, read))
    if step.tab is not None and step.tab not in tabs:
        yield (*path, "tab"), f"no step before it opens a tab called {step.tab}"
    for where, message in wrong_arguments(flow, step):
        yield (*path, *where), message
    if step.optional and step.target is None:
        yield (*path, "optional"), "what is optional has a target, which decides"
    yield from _of_readings(flow, path, step)


def _of_readings(flow: Flow, path: Sequence[str | int], step: Step) -> Iterator[tuple[Sequence[str | int], str]]:
    for name, reading in step.read.items():
        given = [way for way in _WAYS if getattr(reading, way) is not None]
        if len(given) != 1:
            yield (*path, "read", name), f"exactly one of {', '.join(_WAYS)} says how {name} is read"
        elif given[0] in _WAYS[:4] and step.action not in _OF_TEXT:
            yield (*path, "read", name), f"{step.action} returns no text: {given[0]} goes with {', '.join(sorted(_OF_TEXT))}"
        if name not in flow.outputs:
            yield (*path, "read", name), f"outputs has no {name}"


def _of_target(flow: Flow, path: Sequence[str | int], target: Target, read: Set[str]) -> Iterator[tuple[Sequence[str | int], str]]:
    if (target.kind is None) == (target.selector is None):
        yield path, "a target has a kind, and what else is known of it, or a selector alone"
    elif target.kind is not None and not target.name and target.hints is None:
        yield path, "a target without a name has hints, such as field or test_id"
    for place, text in _texts(target.model_dump(exclude_none=True), ()):
        yield from (((*path, *place), message) for message in _of_text(flow, place, text, read))


def _of_text(flow: Flow, place: Sequence[str | int], text: str, read: Set[str]) -> Iterator[str]:
    for name in named_in(text):
        if name not in flow.inputs and name not in flow.outputs:
            yield f"${{{name[:_CHARACTERS_SHOWN]}}}: there is no such input ($${{ writes ${{)"
        elif name not in flow.inputs and name not in read:
            yield f"${{{name}}}: no step before this one reads {name}"
        elif name not in flow.inputs and flow.outputs[name].type not in ONE_VALUE:
            yield f"${{{name}}}: {name} is a {flow.outputs[name].type}, which cannot stand in a text"
        elif WITHOUT_INPUTS & set(map(str, place)):
            yield f"${{{name}}} would be read as part of a program here: inputs stand in texts, values, addresses and targets alone"


def _texts(value: Any, place: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from _texts(part, (*place, str(name)))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _texts(part, (*place, index))
