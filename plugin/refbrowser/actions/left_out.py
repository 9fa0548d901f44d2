"""Arguments that a caller filled in because its format wants every one, and that say nothing: they count as left out."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.actions.spec import Action

Call = dict[str, Any]

_ABOUT_TAB: Final = frozenset({"set_active", "close"})
"""Actions on a tab itself: the active one is not to be taken for another that was meant."""

_POINTS: Final = (
    (("x", "y"), ("ref", "selector"), ("offset_x", "offset_y")),
    (("to_x", "to_y"), ("target_ref", "target_selector"), ("target_offset_x", "target_offset_y")),
)
"""The point of a target, what else names the target, and the offsets in an element: a 0 beside another of them says nothing."""

_EITHER: Final = (("value", "values"), ("path", "paths"), ("text", "secret"), ("text", "key"), ("value", "secret"))
"""Arguments of which one is given: an empty one beside the other says nothing."""

_REFS: Final = ("ref", "target_ref")

_PLAIN: Final[Mapping[str, Any]] = {
    "times": 1,
    "click_count": 1,
    "count": 1,
    "occurrence": 1,
    "button": "left",
    "observe": "changes",
}
"""Values by which nothing is asked for, of arguments that an action does not take."""


def without_blanks(action: Action, given: Call) -> Call:
    """Return ``given`` without the empty texts, lists and objects, zeros and false values that say nothing."""
    model = action.arguments
    declared, empty, zero = model.model_fields, _never_empty(model), _never_zero(model)
    kept = {
        key: value
        for key, value in given.items()
        if not _is_blank(value) or (key in declared and key not in (empty if isinstance(value, str | list | dict) else zero))
    }
    if kept.get("browser_id") == 0 and action.name not in _ABOUT_TAB:
        del kept["browser_id"]
    for pair in _EITHER:
        for name, other in (pair, pair[::-1]):
            if kept.get(name) in ("", []) and other in kept and not _is_blank(kept[other]):
                del kept[name]
    for point, elements, offsets in _POINTS:
        if all(kept.get(name) == 0 for name in point) and any(name in kept for name in elements):
            kept = {key: value for key, value in kept.items() if key not in point and (key not in offsets or value != 0)}
        elif any(name in kept for name in point) and all(kept.get(name) == 0 for name in offsets):
            kept = {key: value for key, value in kept.items() if key not in offsets}
    if kept.get("count") == 0 and "selector" not in kept and "ref" not in kept:
        del kept["count"]
    return kept


def without_plain(model: type[BaseModel], given: Call) -> Call:
    """Return ``given`` without arguments that the action does not take and that ask for nothing."""
    return {key: value for key, value in given.items() if key in model.model_fields or _PLAIN.get(key) != value}


def _is_blank(value: object) -> bool:
    return isinstance(value, str | list | dict | int | float) and not value


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
    return frozenset(
        name for name in optional if name in _REFS or (name != "browser_id" and _least(schema["properties"][name]) > 0)
    )


def _least(schema: dict[str, Any]) -> float:
    return max((_least(part) for part in schema["anyOf"]), default=0) if "anyOf" in schema else float(schema.get("minimum", 0))


def _takes_empty(schema: dict[str, Any]) -> bool:
    if "anyOf" in schema:
        return any(map(_takes_empty, schema["anyOf"]))
    if schema.get("type") == "string":
        return "enum" not in schema and "const" not in schema and not schema.get("minLength")
    return schema.get("type") == "array" and not schema.get("minItems")
