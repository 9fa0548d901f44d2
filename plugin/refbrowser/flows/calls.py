"""From a step to the call that it makes: the catalog's action with the flow's inputs and the numbers of its elements."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, Final

from pydantic import ValidationError

from refbrowser.actions.catalog import BY_NAME
from refbrowser.flows.model import Flow, Step, Target
from refbrowser.flows.values import Value, filled, filled_address

_REFUSED: Final = {
    "flow": "a flow runs no other flow",
    "multi": "write each of its calls as a step",
    "close_all": "the tabs are the chat's",
    "help": "it does nothing on a site",
    "secrets": "it does nothing on a site",
}
"""Actions that no step has, and why."""

_NOT_WRITTEN: Final = {
    "ref": "write a target", "selector": "write a target", "target_ref": "write a goal", "target_selector": "write a goal",
    "browser_id": "write a tab", "cursor": "it is of one chat", "dialog_id": "it is of one chat",
    "frame_id": "it is of one chat", "observe": "a flow needs receipts", "selectors": "write a target",
}  # fmt: skip
"""Arguments that mean something in one chat alone, and what a step has instead."""

LOADING: Final = ("open", "navigate", "read")
"""Actions whose ``url`` is loaded, and may begin with a slash: it is one of the flow's site."""

_STAND_IN: Final = 1


def refused_action(name: str) -> str | None:
    """Return why no step may have the action; None where it may."""
    if name in _REFUSED:
        return f"{name} is no step of a flow: {_REFUSED[name]}"
    if name in BY_NAME:
        return None
    near = get_close_matches(name, BY_NAME, n=1)
    return f"there is no action {name[:60]!r}" + (f"; did you mean {near[0]}?" if near else "")


def takes_element(name: str) -> bool:
    """Whether the action has an element that a target names."""
    return bool({"ref", "selector"} & BY_NAME[name].arguments.model_fields.keys())


def wrong_arguments(flow: Flow, step: Step) -> Iterator[tuple[Sequence[str | int], str]]:
    """Yield what the catalog says against the step's arguments, each with its place in the step."""
    model = BY_NAME[step.action].arguments
    for name in step.arguments:
        if name in _NOT_WRITTEN:
            yield ("with", name), f"{name} cannot stand in a flow: {_NOT_WRITTEN[name]}"
            return
    if step.target is not None and not takes_element(step.action):
        yield ("target",), f"{step.action} takes no element"
        return
    if step.goal is not None and "target_ref" not in model.model_fields:
        yield ("goal",), f"{step.action} has no goal"
        return
    if (wrong := next(_wrong_fields(step), None)) is not None:
        yield wrong
        return
    try:
        types = {name: each.type for name, each in flow.outputs.items()} | {name: each.type for name, each in flow.inputs.items()}
        samples: dict[str, Value] = {name: _SAMPLES[each] for name, each in types.items() if each in _SAMPLES}
        call = call_of(step, samples, {}, site=flow.site)
    except (KeyError, TypeError, ValueError):
        return  # an input that does not exist, which is reported where it stands
    call.pop("action")
    try:
        model.model_validate(call)
    except ValidationError as invalid:
        for problem in invalid.errors(include_url=False, include_context=False)[:3]:
            message = problem["msg"].removeprefix("Value error, ")
            place = problem["loc"]
            name = str(place[0]) if place else ""
            if problem["type"] == "extra_forbidden":
                near = get_close_matches(name, model.model_fields, n=1)
                message = f"{step.action} has no argument {name}" + (f"; did you mean {near[0]}?" if near else "")
            elif problem["type"] == "missing":
                message = f"{step.action} needs {name}"
            elif step.target is None and takes_element(step.action) and "ref" in message:
                message = f"{step.action} needs a target"
            yield ("with", *place), message


def _wrong_fields(step: Step) -> Iterator[tuple[Sequence[str | int], str]]:
    for index, field in enumerate(_list(step.arguments.get("fields"))):
        place = ("with", "fields", index)
        if not isinstance(field, dict) or not isinstance(field.get("target"), dict):
            yield place, "a field has a target, and a value or a secret"
        elif wrong := {"ref", "selector"} & field.keys():
            yield (*place, next(iter(wrong))), "write a target"
        else:
            try:
                Target.model_validate(field["target"])
            except ValidationError as invalid:
                problem = invalid.errors(include_url=False, include_context=False)[0]
                yield (*place, "target", *problem["loc"]), problem["msg"]


_SAMPLES: Final[Mapping[str, Value]] = {"string": "text", "number": 1, "integer": 1, "boolean": True, "file": "path"}


def targets_of(step: Step) -> Iterator[tuple[tuple[str | int, ...], Target]]:
    """Yield the elements of a step by their places in it, under which :func:`call_of` is given their numbers."""
    if step.target is not None:
        yield ("target",), step.target
    if step.goal is not None:
        yield ("goal",), step.goal
    for index, field in enumerate(_list(step.arguments.get("fields"))):
        if isinstance(field, dict) and isinstance(field.get("target"), dict):
            with suppress(ValidationError):
                yield ("with", "fields", index, "target"), Target.model_validate(field["target"])


def call_of(
    step: Step, inputs: Mapping[str, Value], refs: Mapping[tuple[str | int, ...], int], *, site: str, base: str | None = None
) -> dict[str, Any]:
    """Return the call of a step. Elements without a number in ``refs`` have a stand-in, unless they are a selector."""
    given = {name: filled(value, inputs) for name, value in step.arguments.items() if name not in ("url", "fields")}
    if isinstance(url := step.arguments.get("url"), str):
        given["url"] = _address(url, inputs, site, base) if step.action in LOADING else filled(url, inputs)
    elif url is not None:
        given["url"] = url
    if "fields" in step.arguments:
        given["fields"] = [
            {
                **_element(Target.model_validate(field["target"]), refs.get(("with", "fields", index, "target")), ""),
                **{name: filled(value, inputs) for name, value in field.items() if name != "target"},
            }
            for index, field in enumerate(_list(step.arguments["fields"]))
        ]
    for target, name, prefix in ((step.target, "target", ""), (step.goal, "goal", "target_")):
        if target is not None:
            given |= _element(target, refs.get((name,)), prefix)
    return {"action": step.action, **given}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _element(target: Target, ref: int | None, prefix: str) -> dict[str, Any]:
    if target.selector is not None:
        return {f"{prefix}selector": target.selector}
    return {f"{prefix}ref": ref if ref is not None else _STAND_IN}


def _address(url: str, inputs: Mapping[str, Value], site: str, base: str | None) -> str:
    address = filled_address(url, inputs)
    if address.startswith("/") and not address.startswith("//"):
        return (base or site) + address
    if base is not None and (address == site or address.startswith(f"{site}/")):
        return base + address[len(site) :]
    return address
