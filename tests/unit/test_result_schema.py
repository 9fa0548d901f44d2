"""Results of delegations against schemas: the same verdict as that of the package ``jsonschema``, for the keywords that are known."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from refbrowser.delegation.schema import problems

VALUES: list[Any] = [
    None,
    True,
    0,
    1,
    1.0,
    2.5,
    -1,
    "",
    "a",
    "abc",
    [],
    [1],
    ["a", 1],
    {},
    {"a": 1},
    {"a": "x", "b": [1]},
    {"c": None},
]
SCHEMAS: list[Any] = [
    {}, {"type": "integer"}, {"type": "number"}, {"type": ["string", "null"]}, {"type": "boolean"}, {"type": "object"},
    {"enum": ["a", 0, None]}, {"const": "abc"}, {"minimum": 1}, {"exclusiveMaximum": 1}, {"minLength": 1, "maxLength": 2},
    {"type": "array", "items": {"type": "integer"}}, {"minItems": 1, "maxItems": 1}, {"required": ["a"]},
    {"properties": {"a": {"type": "integer"}}, "additionalProperties": False},
    {"properties": {"b": True}, "additionalProperties": {"type": "integer"}}, {"anyOf": [{"type": "string"}, {"minimum": 1}]},
    {"allOf": [{"type": "object"}, {"required": ["b"]}]}, {"$ref": "#/$defs/x", "$defs": {"x": {"type": "string"}}},
    {"properties": {"a": False}}, {"$ref": "#/$defs/n", "$defs": {"n": {"properties": {"a": {"$ref": "#/$defs/n"}, "b": {"maxItems": 0}}}}},
]  # fmt: skip


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_a_value_is_judged_as_the_standard_has_it(schema: Any) -> None:
    validator = Draft202012Validator(schema)
    assert [value for value in VALUES if not problems(schema, value)] == [value for value in VALUES if validator.is_valid(value)]


def test_a_schema_that_goes_in_a_circle_ends() -> None:
    assert problems({"$ref": "#/$defs/x", "$defs": {"x": {"$ref": "#/$defs/x"}}}, 1) == []
    assert problems({"$ref": "https://elsewhere.example/"}, 1) == []
