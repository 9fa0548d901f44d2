"""Values of inputs, and the texts of a flow in which ``${name}`` stands for one of them or for an output."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote

from refbrowser.errors import CallError
from refbrowser.flows.model import Flow, Input, InputType

_NAMED: Final = re.compile(r"\$(\$(?=\{)|\{([^{}]*)\})")
"""``${name}``; ``$${`` is the text ``${``."""

LONGEST: Final = 100_000

WITHOUT_INPUTS: Final = frozenset({"selector", "selectors", "script", "regex", "method", "params", "headers", "path_pattern"})
"""Arguments that are read as a language, in which an input's text could say something else: no ``${…}`` may stand there."""

Value = str | int | float | bool


def named_in(text: str) -> Iterator[str]:
    """Yield the names that stand in a text."""
    yield from (match[2] for match in _NAMED.finditer(text) if match[2] is not None)


def names_in(value: Any) -> Iterator[str]:
    """Yield the names that stand in the texts of ``value``."""
    if isinstance(value, str):
        yield from named_in(value)
    elif isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from names_in(part)


def filled(value: Any, inputs: Mapping[str, Value], write: Callable[[Value], str] | None = None) -> Any:
    """Return ``value`` with its inputs. A text that is one ``${name}`` alone becomes the input's value as it is; what an input
    holds is never read for ``${…}`` again. Raises ``KeyError`` for a name without a value."""
    if isinstance(value, str):
        if write is None and (alone := _NAMED.fullmatch(value)) is not None and alone[2] is not None:
            return inputs[alone[2]]
        return _NAMED.sub(lambda match: "$" if match[2] is None else (write or text_of)(inputs[match[2]]), value)
    if isinstance(value, Mapping):
        return {name: filled(part, inputs, write) for name, part in value.items()}
    return [filled(part, inputs, write) for part in value] if isinstance(value, list) else value


def filled_address(url: str, inputs: Mapping[str, Value]) -> str:
    """Return an address with its inputs, each as one part of a path or query; an input alone is a whole address."""
    if (alone := _NAMED.fullmatch(url)) is not None and alone[2] is not None:
        return text_of(inputs[alone[2]])
    return str(filled(url, inputs, lambda value: quote(text_of(value), safe="")))


def escaped(text: str) -> str:
    """Return ``text`` as a flow writes it: with ``$${`` for ``${``."""
    return text.replace("${", "$${")


def text_of(value: Value) -> str:
    """Return a value as it is typed."""
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def inputs_of(flow: Flow, given: Mapping[str, Any]) -> dict[str, Value]:
    """Return the value of each input of a run. Raises ``invalid_arguments`` for a name that the flow does not have, a value of
    another type, and an input without a value."""
    if unknown := sorted(set(given) - set(flow.inputs)):
        names = ", ".join(flow.inputs) or "none"
        raise CallError(f"{flow.name} has no input {unknown[0][:80]!r}; its inputs: {names}.", details={"inputs": [*flow.inputs]})
    values: dict[str, Value] = {}
    for name, declared in flow.inputs.items():
        value = given.get(name, declared.default)
        if value is None:
            raise CallError(
                f"The input {name} of {flow.name} has no value and no default.", details={"missing": name, "inputs": [*flow.inputs]}
            )
        values[name] = _checked(flow.name, name, declared, value)
    return values


def _checked(flow: str, name: str, declared: Input, value: Any) -> Value:
    try:
        typed = of_type(declared.type, value)
    except ValueError:
        shown = "" if declared.secret else f", not {value if isinstance(value, int | float | bool) else str(value)[:80]!r}"
        raise CallError(f"The input {name} of {flow} is {_A[declared.type]}{shown}.", details={"input": name}) from None
    if declared.allowed is not None and typed not in declared.allowed:
        choices = ", ".join(map(text_of, declared.allowed))
        raise CallError(f"The input {name} of {flow} must be one of {choices[:300]}.", details={"input": name})
    return typed


_A: Final = {"string": "a text", "number": "a number", "integer": "a whole number", "boolean": "true or false"}


def of_type(wanted: InputType, value: Any) -> Value:
    """Return ``value`` as that type, also of a text, which is all that a table or a command line has. Raises ``ValueError``."""
    if wanted == "string" and isinstance(value, str | int | float) and not isinstance(value, bool):
        text = str(value)
        if len(text) > LONGEST:
            raise ValueError(text[:80])
        return text
    if wanted == "boolean":
        if isinstance(value, bool):
            return value
        if str(value).strip().lower() in ("true", "false"):
            return str(value).strip().lower() == "true"
    elif wanted in ("number", "integer") and not isinstance(value, bool) and isinstance(value, str | int | float):
        number = float(value)
        if number != number or number in (float("inf"), float("-inf")):
            raise ValueError(value)
        if wanted == "number":
            return number if isinstance(value, float) or "." in str(value) or "e" in str(value).lower() else int(value)
        if number.is_integer():
            return int(value) if isinstance(value, int) or str(value).strip().lstrip("+-").isdigit() else int(number)
    raise ValueError(value)


def input_schema(flow: Flow) -> dict[str, Any]:
    """Return the JSON Schema of a flow's inputs."""
    properties = {}
    for name, declared in flow.inputs.items():
        about = declared.description or ("the name of a secret" if declared.secret else "")
        properties[name] = {
            "type": declared.type,
            **({"description": about} if about else {}),
            **({"enum": declared.allowed} if declared.allowed else {}),
            **({"default": declared.default} if declared.default is not None else {}),
        }
    required = [name for name, declared in flow.inputs.items() if declared.default is None]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
