"""Whether a value is what a JSON Schema asks for, in the keywords that describe results.

Understood are ``type``, ``enum``, ``const``, ``properties``, ``required``, ``additionalProperties``, ``items``, the limits of
numbers, texts and lists, ``anyOf``, ``allOf`` and ``$ref`` to a definition of the same schema. Other keywords are not checked.
"""

import operator
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

MOST_PROBLEMS: Final = 5
_DEEPEST: Final = 50

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,), "array": (list,), "string": (str,), "boolean": (bool,), "null": (type(None),),
    "integer": (int,), "number": (int, float),
}  # fmt: skip

_LIMITS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "minimum": operator.ge, "maximum": operator.le, "exclusiveMinimum": operator.gt, "exclusiveMaximum": operator.lt,
}  # fmt: skip
_SIZES: Final = (("minLength", "maxLength", str), ("minItems", "maxItems", list))


def problems(schema: Mapping[str, Any], value: Any) -> list[str]:
    """Return what is wrong with ``value``, each with its place; empty where it is what the schema asks for."""
    return list(islice(_problems(schema, value, "result", schema, 0), MOST_PROBLEMS))


def _problems(schema: Any, value: Any, place: str, root: Mapping[str, Any], depth: int) -> Iterator[str]:
    if depth > _DEEPEST or schema is True or not isinstance(schema, Mapping):
        if schema is False:
            yield f"{place} must not be there"
        return
    if isinstance(reference := schema.get("$ref"), str):
        yield from _problems(_defined(root, reference), value, place, root, depth + 1)
    named = schema.get("type")
    types = [named] if isinstance(named, str) else named or []
    if types and not any(_is(value, name) for name in types):
        yield f"{place} must be {' or '.join(types)}, not {type(value).__name__}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place} must be one of {', '.join(map(repr, schema['enum']))}"
    if "const" in schema and value != schema["const"]:
        yield f"{place} must be {schema['const']!r}"
    yield from _limits(schema, value, place)
    for part in schema.get("allOf", ()):
        yield from _problems(part, value, place, root, depth + 1)
    if (choices := schema.get("anyOf")) and not any(
        next(_problems(part, value, place, root, depth + 1), None) is None for part in choices
    ):
        yield f"{place} is none of what it may be"
    if isinstance(value, dict):
        yield from _members(schema, value, place, root, depth)
    elif isinstance(value, list) and "items" in schema:
        for index, entry in enumerate(value):
            yield from _problems(schema["items"], entry, f"{place}[{index}]", root, depth + 1)


def _members(schema: Mapping[str, Any], value: Mapping[str, Any], place: str, root: Mapping[str, Any], depth: int) -> Iterator[str]:
    declared = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{place}.{name} is missing"
    for name, member in value.items():
        if name in declared:
            yield from _problems(declared[name], member, f"{place}.{name}", root, depth + 1)
        elif schema.get("additionalProperties", True) is False:
            yield f"{place}.{name} is not asked for"
        else:
            yield from _problems(schema.get("additionalProperties", True), member, f"{place}.{name}", root, depth + 1)


def _limits(schema: Mapping[str, Any], value: Any, place: str) -> Iterator[str]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        for name, holds in _LIMITS.items():
            if name in schema and not holds(value, schema[name]):
                yield f"{place} is {value}, beyond its {name} of {schema[name]}"
    for least, most, kind in _SIZES:
        if isinstance(value, kind) and not schema.get(least, 0) <= len(value) <= schema.get(most, len(value)):
            yield f"{place} has {len(value)} {'characters' if kind is str else 'entries'}, which is too few or too many"


def _is(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES.get(name, (object,)))


def _defined(root: Mapping[str, Any], reference: str) -> Any:
    found: Any = root
    for part in reference.removeprefix("#/").split("/") if reference.startswith("#/") else ():
        found = found.get(part, True) if isinstance(found, Mapping) else True
    return found if found is not root else True
