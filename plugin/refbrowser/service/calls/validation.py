"""Validate a call: find its action and check its arguments, with errors that state how to correct the call."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from refbrowser.actions import other_values
from refbrowser.actions.aliases import ALIASES, plain_name, rewritten
from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.actions.left_out import without_blanks, without_plain
from refbrowser.actions.spec import Action
from refbrowser.errors import CallError, Remedy
from refbrowser.page_text import DEEPEST, is_deeper
from refbrowser.service.calls.right_calls import LONGEST_REPEATED, right_call, tool_of_host

MOST_PROBLEMS = 3


def read_call(request: Any) -> tuple[Action, BaseModel]:
    """Return the action and its validated arguments.

    Raises :class:`CallError`: ``unknown_action`` with the nearest names, or ``invalid_arguments`` with the problem, the allowed
    values and the nearest argument names.
    """
    if not isinstance(request, dict):
        raise CallError(f'A call must be a JSON object such as {{"action": "list"}}, not {_shown(request)}.')
    if is_deeper(request):
        raise CallError(f"The call is nested too deeply: at most {DEEPEST} lists and objects may lie in one another.")
    wrong_keys = [key for key in request if not isinstance(key, str)]
    if wrong_keys:
        raise CallError(f"Argument names must be strings, not {_shown(wrong_keys[0])}.")
    call = rewritten(request)
    action = find_action(call.pop("action", None), call)
    return action, check(action, call, request.get("action"))


def find_action(name: Any, arguments: Mapping[str, Any] | None = None) -> Action:
    """Return the action called ``name``. Raises :class:`CallError` (``unknown_action``), whose remedy is the nearest one with the
    same ``arguments``, if it takes them."""
    if name is None and isinstance(operation := (arguments or {}).get("operation"), str):
        name = operation
    if name is None:
        raise _without_action(arguments or {})
    if not isinstance(name, str):
        raise CallError(f"`action` must be a string, not {_shown(name)}.", code="unknown_action", details={"allowed": _names()})
    plain = plain_name(name)
    if plain in BY_NAME:
        return BY_NAME[plain]
    if (other := tool_of_host(plain)) is not None:
        raise CallError(other, code="unknown_action", remedy=Remedy("screenshot"), details={"allowed": _names()})
    near = nearest(plain, _names(), {foreign: alias.action for foreign, alias in ALIASES.items()})
    instead = _instead(near[0], arguments or {}) if near else Remedy("help")
    explained = "" if instead is not None else f' {{"action": "help", "topic": "{near[0]}"}} explains it.'
    raise CallError(
        f"There is no action {_shown(name)}"
        + (f"; did you mean {' or '.join(near)}?{explained}" if near else f". The actions are {', '.join(_names())}."),
        code="unknown_action",
        remedy=instead,
        details={"nearest": near, "allowed": _names()},
    )


def _without_action(arguments: Mapping[str, Any]) -> CallError:
    meant = {"url": ("open", "navigate"), "calls": ("multi",)}
    names = next((names for argument, names in meant.items() if argument in arguments), ())
    asked = f"{' or '.join(names)}, for example" if names else 'name one: {"action": "…"}'
    return CallError(
        f"The call has no action; {asked}.",
        code="unknown_action",
        remedy=(_instead(names[0], arguments) if names else None) or Remedy("help"),
        details={"allowed": _names()},
    )


def _instead(name: str, arguments: Mapping[str, Any]) -> Remedy | None:
    try:
        check(BY_NAME[name], dict(arguments))
    except CallError:
        return None
    return Remedy(name, arguments) if len(str(arguments)) <= LONGEST_REPEATED else None


def check(action: Action, arguments: dict[str, Any], called: object = None) -> BaseModel:
    """Return the arguments as the action's model. A null counts as absent, as does an empty text, list or 0 where none is valid.
    ``called`` is the caller's name for the action.

    Raises :class:`CallError` (``invalid_arguments``).
    """
    given = {key: value for key, value in arguments.items() if value is not None}
    values = given.values()
    if 0 in values or "" in values or [] in values or {} in values:
        given = without_blanks(action, given)
    try:
        return action.arguments.model_validate(given)
    except ValidationError as invalid:
        if (other := _other_reading(action, given, invalid)) != given:
            with suppress(ValidationError):
                return action.arguments.model_validate(other)
        raise _explained(action, given, invalid, called) from None


def _other_reading(action: Action, given: dict[str, Any], invalid: ValidationError) -> dict[str, Any]:
    """Return ``given`` without what asks for nothing, and with values that are written in other words as the action's own."""
    other = other_values.singular(without_plain(action.arguments, given), list(action.arguments.model_fields))
    for problem in invalid.errors(include_url=False, include_context=False, include_input=False):
        name = str(problem["loc"][0]) if problem["loc"] else ""
        value = other.get(name)
        if name not in other or (len(problem["loc"]) > 1 and isinstance(value, list)):
            continue
        value = other_values.value(name, value, problem["type"])
        if problem["type"] == "literal_error" and isinstance(value, str | bool | int):
            value = other_values.choice(name, str(value), _choices(action, name)) or value
        other[name] = value
    return other


def _explained(action: Action, given: Mapping[str, Any], invalid: ValidationError, called: object) -> CallError:
    problems = invalid.errors(include_url=False, include_context=False)
    details: dict[str, Any] = {"action": action.name, "allowed": _arguments(action)}
    unknown = [str(problem["loc"][-1]) for problem in problems if problem["type"] == "extra_forbidden"]
    if unknown:
        details["unknown"] = unknown[:20]
    text = "; ".join(_sentences(action, problems))
    alias = plain_name(called) if isinstance(called, str) else action.name
    name = f"{alias} (here {action.name})" if alias in ALIASES else action.name
    return CallError(
        f"{name}: {text}" + ("" if text.endswith("?") else "."), remedy=right_call(action.name, given), details=details
    )


def _sentences(action: Action, problems: Sequence[ErrorDetails]) -> list[str]:
    """Return the first problems, the types that one value may have in one sentence, and once what may stand in place of names."""
    places: dict[tuple[int | str, ...], list[ErrorDetails]] = {}
    for problem in problems:
        places.setdefault(_place(problem["loc"]), []).append(problem)
    sentences, instead = list[str](), dict[str, None]()
    for place, several in list(places.items())[:MOST_PROBLEMS]:
        if several[0]["type"] != "extra_forbidden":
            sentences.append(_wrong(action, place, several))
            continue
        allowed = _allowed_at(action, place)
        near = nearest(str(place[-1]), allowed, most=2)
        unknown = f"there is no argument {_shown('.'.join(map(str, place)))}"
        sentences.append(f"{unknown}; did you mean {' or '.join(near)}?" if near else unknown)
        instead |= {} if near else {f"it takes {', '.join(allowed)}": None}
    left_out = len(places) - len(sentences)
    return [*sentences, *([f"{left_out} more problems"] if left_out else []), *instead]


def _place(parts: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return the place of a value without pydantic's names for the types that it may have."""
    while len(parts) > 1 and isinstance(parts[-1], str) and _VARIANT.match(parts[-1]):
        parts = parts[:-1]
    return parts


_VARIANT: Final = re.compile(
    r"(?:int|str|float|bool)$|(?:list|dict|literal|constrained|function|nullable|lax-or-strict|chain)[-\[]"
)


def _wrong(action: Action, place: tuple[int | str, ...], problems: Sequence[ErrorDetails]) -> str:
    problem, written = problems[0], ".".join(map(str, place))
    if problem["type"] == "missing":
        return f"the argument {written} is missing"
    if problem["type"] == "literal_error":
        return f"{written} is {_shown(problem['input'])}; it must be one of {', '.join(_choices(action, str(place[0])))}"
    kinds = list(dict.fromkeys(_KINDS[each["type"]] for each in problems if each["type"] in _KINDS))
    if kinds:
        return f"{written} is {_shown(problem['input'])}: it must be {' or '.join(kinds)}"
    message = problem["msg"].removeprefix("Value error, ")
    message = message.removesuffix(".")
    return f"{written} is {_shown(problem['input'])}: {message[:1].lower()}{message[1:]}" if place else message


_KINDS: Final = {
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "a whole number"),
    **dict.fromkeys(("float_type", "float_parsing"), "a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "true or false"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "an object"),
    "string_type": "a text",
    "list_type": "a list",
}
"""What pydantic's problems of type ask for."""


def _arguments(action: Action) -> list[str]:
    """Return the names of the arguments in the action's schema."""
    return list(action.arguments.model_json_schema()["properties"])


def _allowed_at(action: Action, place: tuple[int | str, ...]) -> list[str]:
    """Return the names that may stand where an unknown one does: the action's arguments, or the keys of an object in one."""
    model: type[BaseModel] = action.arguments
    for part in place[:-1]:
        argument = model.model_fields.get(part) if isinstance(part, str) else None
        model = (_object_in(argument.annotation) if argument is not None else None) or model
    return _arguments(action) if model is action.arguments else list(model.model_fields)


def _object_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _object_in(part)) is not None), None)


def _choices(action: Action, name: str) -> list[str]:
    """Return the allowed values of an argument, from its annotation."""

    def values(annotation: Any) -> list[str]:
        if get_origin(annotation) is Literal:
            return [str(value) for value in get_args(annotation)]
        return [value for inner in get_args(annotation) for value in values(inner)]

    field = action.arguments.model_fields.get(name)
    return values(field.annotation) if field is not None else []


def _names() -> list[str]:
    return [action.name for action in ACTIONS]


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"


_ALIKE: Final = 0.7
"""Least similarity of two spellings; ``paste`` and ``state`` (0.6) are different words."""

_LONGEST: Final = 60
"""Characters of a name that are compared; the time grows with the product of both lengths."""

_FEWEST: Final = 3
"""Letters of the shortest word that counts as shared."""


def nearest(name: str, names: Iterable[str], meant_by: Mapping[str, str] | None = None, most: int = 3) -> list[str]:
    """Return up to ``most`` of ``names`` close to ``name``, best first. ``meant_by`` maps aliases to names; aliases are matched but
    not suggested."""
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")[:_LONGEST]
    candidates = {**(meant_by or {}), **{own: own for own in names}}
    scores: dict[str, float] = {}
    for spelling, own in candidates.items():
        if (score := _alike(wanted, spelling.lower())) >= _ALIKE:
            scores[own] = max(score, scores.get(own, 0))
    return sorted(scores, key=lambda own: -scores[own])[:most]


def _alike(wanted: str, candidate: str) -> float:
    by_spelling = SequenceMatcher(None, wanted, candidate).ratio()
    words = {word for word in wanted.split("_") if len(word) >= _FEWEST}
    shared = words & set(candidate.split("_"))
    # The more of its words two names share, the closer they are: click_element is closest to click.
    by_words = 0.0
    if shared:
        by_words = _ALIKE + 0.25 * len(shared) / len({*words, *candidate.split("_")})
    return max(by_spelling, by_words)
