"""Values that a JSON Schema of ours allows, at its bounds too; of the keywords that our schemas use."""

from typing import Any

from hypothesis import strategies as st

LONGEST = 300
"""Characters of a text and entries of a list, where the schema allows more or says nothing."""


def values_of(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Raises ``KeyError`` for a schema of no known type."""
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return st.one_of([values_of(one) for one in schema[keyword]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return _KINDS[schema.get("type", "any")](schema)


def _object(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    required = set(schema.get("required", ()))
    properties = {name: values_of(each) for name, each in schema.get("properties", {}).items()}
    if not properties:
        each = schema.get("additionalProperties")
        return st.dictionaries(st.text(max_size=10), values_of(each) if isinstance(each, dict) else _any({}), max_size=4)
    return st.fixed_dictionaries(
        {name: each for name, each in properties.items() if name in required},
        optional={name: each for name, each in properties.items() if name not in required},
    )


def _array(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    least = schema.get("minItems", 0)
    most = max(least, min(schema.get("maxItems", LONGEST), 5))
    return st.lists(values_of(schema.get("items", {})), min_size=least, max_size=most)


def _string(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    least = schema.get("minLength", 0)
    return st.text(min_size=least, max_size=max(least, min(schema.get("maxLength", LONGEST), LONGEST)))


def _whole(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    return st.integers(schema.get("minimum"), schema.get("maximum"))


def _number(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    return st.floats(schema.get("minimum"), schema.get("maximum"), allow_nan=False, allow_infinity=False)


def _any(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    return st.none() | st.booleans() | st.integers() | st.text(max_size=20)


_KINDS = {
    "object": _object,
    "array": _array,
    "string": _string,
    "integer": _whole,
    "number": _number,
    "boolean": lambda schema: st.booleans(),
    "null": lambda schema: st.none(),
    "any": _any,
}
