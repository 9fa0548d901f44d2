"""Reading a call: which action it names and what its arguments are, with errors that tell the next attempt what to write."""

from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.actions.spec import Action
from refbrowser.errors import CallError, Remedy
from refbrowser.service.aliases import plain_name, rewritten

MOST_PROBLEMS = 3


def read_call(request: Any) -> tuple[Action, BaseModel]:
    """The action and its checked arguments.

    Raises ``unknown_action`` (with the nearest names) and ``invalid_arguments`` (with what was wrong, what is allowed, and the
    nearest argument names).
    """
    if not isinstance(request, dict):
        raise CallError(f'A call is a JSON object such as {{"action": "list"}}, not {_shown(request)}.')
    wrong_keys = [key for key in request if not isinstance(key, str)]
    if wrong_keys:
        raise CallError(f"Argument names are text; {_shown(wrong_keys[0])} is not.")
    call = rewritten(request)
    action = find_action(call.pop("action", None))
    return action, check(action, call)


def find_action(name: Any) -> Action:
    """The action called ``name``."""
    if name is None:
        raise CallError('The call names no action: {"action": "…"}.', code="unknown_action", details={"allowed": _names()})
    if not isinstance(name, str):
        raise CallError(f"The action is {_shown(name)}; it is a name.", code="unknown_action", details={"allowed": _names()})
    plain = plain_name(name)
    if plain in BY_NAME:
        return BY_NAME[plain]
    near = get_close_matches(plain, _names(), n=3, cutoff=0.6)
    raise CallError(
        f"There is no action {_shown(name)}" + (f"; did you mean {' or '.join(near)}?" if near else "."),
        code="unknown_action",
        remedy=Remedy(near[0]) if near else None,
        details={"nearest": near, "allowed": _names()},
    )


def check(action: Action, arguments: dict[str, Any]) -> BaseModel:
    """The arguments as the action's model; an explicit null is the same as leaving the argument out."""
    try:
        return action.arguments.model_validate({key: value for key, value in arguments.items() if value is not None})
    except ValidationError as invalid:
        raise _explained(action, invalid) from None


def _explained(action: Action, invalid: ValidationError) -> CallError:
    problems = invalid.errors(include_url=False, include_context=False)
    sentences = [_sentence(action, problem) for problem in problems[:MOST_PROBLEMS]]
    if len(problems) > MOST_PROBLEMS:
        sentences.append(f"{len(problems) - MOST_PROBLEMS} more problems")
    details: dict[str, Any] = {"action": action.name, "allowed": list(action.arguments.model_fields)}
    unknown = [str(problem["loc"][-1]) for problem in problems if problem["type"] == "extra_forbidden"]
    if unknown:
        details["unknown"] = unknown[:20]
    text = "; ".join(sentences)
    return CallError(f"{action.name}: {text}" + ("" if text.endswith("?") else "."), details=details)


def _sentence(action: Action, problem: ErrorDetails) -> str:
    place = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        allowed = list(action.arguments.model_fields)
        near = get_close_matches(place, allowed, n=2, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"it takes {', '.join(allowed)}"
        return f"there is no argument {_shown(place)}; {hint}"
    if problem["type"] == "missing":
        return f"the argument {place} is missing"
    if problem["type"] == "literal_error":
        return f"{place} is {_shown(problem['input'])}; it is one of {', '.join(_choices(action, str(problem['loc'][0])))}"
    message = problem["msg"].removeprefix("Value error, ")
    return f"{place} is {_shown(problem['input'])}: {message[:1].lower()}{message[1:]}" if place else message


def _choices(action: Action, name: str) -> list[str]:
    """The allowed values of an argument, dug out of its annotation."""

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
