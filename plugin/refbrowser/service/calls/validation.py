"""Validate a call: find its action and check its arguments, with errors that state how to correct the call."""

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from refbrowser.actions.aliases import ALIASES, plain_name, rewritten
from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.actions.spec import Action
from refbrowser.errors import CallError, Remedy
from refbrowser.page_text import DEEPEST, is_deeper

MOST_PROBLEMS = 3

LONGEST_REPEATED = 500
"""Arguments of more characters are not repeated in a remedy."""


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
    return action, check(action, call)


def find_action(name: Any, arguments: Mapping[str, Any] | None = None) -> Action:
    """Return the action called ``name``. Raises :class:`CallError` (``unknown_action``), whose remedy is the nearest one with the
    same ``arguments``, if it takes them."""
    if name is None and isinstance(operation := (arguments or {}).get("operation"), str):
        name = operation
    if name is None:
        raise CallError(
            'The call has no action; name one: {"action": "…"}.',
            code="unknown_action",
            remedy=Remedy("help"),
            details={"allowed": _names()},
        )
    if not isinstance(name, str):
        raise CallError(f"`action` must be a string, not {_shown(name)}.", code="unknown_action", details={"allowed": _names()})
    plain = plain_name(name)
    if plain in BY_NAME:
        return BY_NAME[plain]
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


def _instead(name: str, arguments: Mapping[str, Any]) -> Remedy | None:
    try:
        check(BY_NAME[name], dict(arguments))
    except CallError:
        return None
    return Remedy(name, arguments) if len(str(arguments)) <= LONGEST_REPEATED else None


def check(action: Action, arguments: dict[str, Any]) -> BaseModel:
    """Return the arguments as the action's model. A null counts as absent, as does an empty text, list or 0 where none is valid.

    Raises :class:`CallError` (``invalid_arguments``).
    """
    given = {key: value for key, value in arguments.items() if value is not None}
    if "" in given.values() or [] in given.values():
        without = _never_empty(action.arguments)
        declared = action.arguments.model_fields
        given = {key: value for key, value in given.items() if value not in ("", []) or (key in declared and key not in without)}
    if 0 in given.values():
        # A caller that fills in every argument means none by it.
        given = {key: value for key, value in given.items() if value != 0 or key not in _never_zero(action.arguments)}
    try:
        return action.arguments.model_validate(given)
    except ValidationError as invalid:
        raise _explained(action, invalid) from None


def _explained(action: Action, invalid: ValidationError) -> CallError:
    problems = invalid.errors(include_url=False, include_context=False)
    sentences = [_sentence(action, problem) for problem in problems[:MOST_PROBLEMS]]
    if len(problems) > MOST_PROBLEMS:
        sentences.append(f"{len(problems) - MOST_PROBLEMS} more problems")
    details: dict[str, Any] = {"action": action.name, "allowed": _arguments(action)}
    unknown = [str(problem["loc"][-1]) for problem in problems if problem["type"] == "extra_forbidden"]
    if unknown:
        details["unknown"] = unknown[:20]
    text = "; ".join(sentences)
    return CallError(f"{action.name}: {text}" + ("" if text.endswith("?") else "."), details=details)


def _sentence(action: Action, problem: ErrorDetails) -> str:
    place = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        allowed = _allowed_at(action, problem["loc"])
        near = nearest(str(problem["loc"][-1]), allowed, most=2)
        hint = f"did you mean {' or '.join(near)}?" if near else f"it takes {', '.join(allowed)}"
        return f"there is no argument {_shown(place)}; {hint}"
    if problem["type"] == "missing":
        return f"the argument {place} is missing"
    if problem["type"] == "literal_error":
        return f"{place} is {_shown(problem['input'])}; it must be one of {', '.join(_choices(action, str(problem['loc'][0])))}"
    message = problem["msg"].removeprefix("Value error, ")
    message = message.removesuffix(".")
    return f"{place} is {_shown(problem['input'])}: {message[:1].lower()}{message[1:]}" if place else message


@cache
def _never_empty(model: type[BaseModel]) -> frozenset[str]:
    """Return the optional arguments for which an empty string or list is not a valid value, unlike ``text`` of ``type``."""
    schema = model.model_json_schema()
    optional = schema["properties"].keys() - schema.get("required", [])
    return frozenset(name for name in optional if not _takes_empty(schema["properties"][name]))


@cache
def _never_zero(model: type[BaseModel]) -> frozenset[str]:
    """Return the optional arguments whose least value is above 0, but for the tab, which is not to be another than was meant."""
    schema = model.model_json_schema()
    optional = schema["properties"].keys() - schema.get("required", [])
    return frozenset(name for name in optional if name != "browser_id" and _least(schema["properties"][name]) > 0)


def _least(schema: dict[str, Any]) -> float:
    return max((_least(part) for part in schema["anyOf"]), default=0) if "anyOf" in schema else float(schema.get("minimum", 0))


def _takes_empty(schema: dict[str, Any]) -> bool:
    if "anyOf" in schema:
        return any(map(_takes_empty, schema["anyOf"]))
    if schema.get("type") == "string":
        return "enum" not in schema and "const" not in schema and not schema.get("minLength")
    return schema.get("type") == "array" and not schema.get("minItems")


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
