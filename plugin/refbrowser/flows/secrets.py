"""What keeps values of secrets out of a flow's file: they are given by name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from refbrowser.flows.document import Mistake
from refbrowser.flows.model import Flow, Hints, Step, Target
from refbrowser.flows.values import named_in
from refbrowser.redact import is_secret, is_secret_name, redacted

_ENTERED: Final = ("text", "value", "values")
_BY_NAME: Final = "give the name of a secret (secret), or an input with secret: true"
_TOKEN: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|(?:sk|rk|pk)[-_][\w-]{20,}|xox[a-z]-[\w-]{10,}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{35}|npm_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{30,}|SG\.[\w-]{16,}\.[\w-]{16,}"
    r"|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*)|-----BEGIN [A-Z ]*PRIVATE KEY|(?i:bearer|basic) +[A-Za-z0-9+/._~-]{20,}"
)
"""What services' tokens and keys look like."""


def is_secret_field(target: Target) -> bool:
    """Whether what is entered into the field is a secret, as its kind or one of its names says."""
    if target.selector is not None:
        return is_secret_name(target.selector)
    hints = target.hints
    names = [target.name, *((hints.field, hints.id, hints.placeholder) if hints is not None else ())]
    return "password" in (target.kind or "") or any(is_secret_name(name) for name in names if name)


def token_mistakes(text: str) -> Iterator[Mistake]:
    """Yield where a file's text, comments too, has what looks like a token or a key."""
    for match in _TOKEN.finditer(text):
        before = text[: match.start()]
        line, column = before.count("\n") + 1, match.start() - (before.rfind("\n") + 1) + 1
        yield Mistake(line, column, f"this looks like a secret: {_BY_NAME}")


def secret_mistakes(flow: Flow, path: Sequence[str | int], step: Step) -> Iterator[tuple[Sequence[str | int], str]]:
    """Yield the places at which the step holds, or would enter, a secret's value."""
    yield from _entered(flow, (*path, "with"), step.arguments, step.target)
    fields = step.arguments.get("fields")
    for index, field in enumerate(fields if isinstance(fields, list) else ()):
        if isinstance(field, dict) and isinstance(field.get("target"), dict):
            hints = field["target"].get("hints")
            named = Hints.model_construct(**hints) if isinstance(hints, dict) else None
            target = Target.model_construct(**{**field["target"], "hints": named})
            yield from _entered(flow, (*path, "with", "fields", index), field, target)
    for name, value in step.arguments.items():
        if name not in _ENTERED:
            for place, part in _texts(value, (name,)):
                if redacted(part) != part or (len(place) > 1 and is_secret_name(str(place[-1])) and not list(named_in(part))):
                    yield (*path, "with", *place), f"{place[-1]} holds what looks like a secret: {_BY_NAME}"


def _texts(value: Any, place: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping | list):
        for name, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            # Of a field, the value is looked at with its target.
            if name not in (*_ENTERED, "target", "secret"):
                yield from _texts(part, (*place, name))


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
