"""What keeps values of secrets out of a flow's file: they are given by name."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from refbrowser.flows.model import Flow, Step, Target
from refbrowser.flows.values import named_in
from refbrowser.redact import is_secret, is_secret_name, redacted

_ENTERED: Final = ("text", "value", "values")
_BY_NAME: Final = "give the name of a secret (secret), or an input with secret: true"


def is_secret_field(target: Target) -> bool:
    """Whether what is entered into the field is a secret, as its kind or one of its names says."""
    hints = target.hints
    names = [target.name, *((hints.field, hints.id, hints.placeholder) if hints is not None else ())]
    return "password" in (target.kind or "") or any(is_secret_name(name) for name in names if name)


def secret_mistakes(flow: Flow, path: Sequence[str | int], step: Step) -> Iterator[tuple[Sequence[str | int], str]]:
    """Yield the places at which the step holds, or would enter, a secret's value."""
    yield from _entered(flow, (*path, "with"), step.arguments, step.target)
    fields = step.arguments.get("fields")
    for index, field in enumerate(fields if isinstance(fields, list) else ()):
        if isinstance(field, dict) and isinstance(field.get("target"), dict):
            target = Target.model_construct(**{**field["target"], "hints": None})
            yield from _entered(flow, (*path, "with", "fields", index), field, target)
    for name, value in step.arguments.items():
        if isinstance(value, str) and name not in _ENTERED and redacted(value) != value:
            yield (*path, "with", name), f"{name} holds what looks like a secret: {_BY_NAME}"


def _entered(
    flow: Flow, path: Sequence[str | int], arguments: dict[str, Any], target: Target | None
) -> Iterator[tuple[Sequence[str | int], str]]:
    secret = arguments.get("secret")
    for name in named_in(secret) if isinstance(secret, str) else ():
        if name in flow.inputs and not flow.inputs[name].secret:
            yield (*path, "secret"), f"the input {name} is no secret's name: declare it with secret: true"
        elif name in flow.outputs and name not in flow.inputs:
            yield (*path, "secret"), f"the output {name} is no secret's name: declare an input with secret: true"
    for entered in _ENTERED:
        value = arguments.get(entered)
        if not isinstance(value, str):
            continue
        names = list(named_in(value))
        given = [flow.inputs[name] for name in names if name in flow.inputs]
        if any(each.secret for each in given):
            yield (*path, entered), f"the secret's name would be typed: write secret: {value}"
        elif target is not None and is_secret_field(target) and (not names or any(each.default for each in given)):
            yield (*path, entered), f"the value of a secret field cannot stand in a flow: {_BY_NAME}"
        elif not names and is_secret("", value):
            yield (*path, entered), f"this looks like a secret: {_BY_NAME}"
