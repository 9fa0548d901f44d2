"""Unwrap calls that stand in another object: a whole tool call, the action's name as a key, arguments in an object of their own."""

import json
import re
from collections.abc import Callable, Container
from contextlib import suppress
from typing import Any, Final

from refbrowser.page_text import is_deeper

Call = dict[str, Any]

_NAMING: Final = ("tool", "tool_name", "name", "command", "method", "op", "action_name", "action_type", "type", "function")
"""Keys of the action's name in other formats, where their value is the name of an action or of this tool."""

_ARGUMENTS: Final = ("params", "parameters", "arguments", "args", "input", "kwargs", "tool_args", "tool_input")
_WRAPPING: Final = ("function", "tool_call", "tool_use", "function_call", "call", "request")
_OF_FORMAT: Final = frozenset({"id", "type", "call_id", "tool_call_id", "index"})
"""What formats of tool calls carry besides name and arguments."""

_COMMON: Final = frozenset({"observe", "timeout_ms", "browser_id"})
_TOOL: Final = re.compile(r"(?:\w+__|\w+[.:/])?(?:ref)?browser(?:_(?:use|tool|action))?", re.IGNORECASE)
"""Names of this tool itself, also as MCP hosts write them."""

_MAIN: Final = {
    **dict.fromkeys(("open", "navigate", "read"), "url"),
    **dict.fromkeys(("keyboard", "key_chord"), "keys"),
    **dict.fromkeys(("wait",), "time"),
    **dict.fromkeys(("find", "expect"), "text"),
    **dict.fromkeys(("set_active", "close"), "browser_id"),
    "evaluate": "script",
    "multi": "calls",
    "fill_form": "fields",
    "help": "topic",
    "dialog": "operation",
    "handoff": "reason",
    "scroll": "direction",
}
"""The argument that a bare value is; of other actions it names the element."""

_NOT_BARE: Final = frozenset(
    {"type", "type_submit", "storage", "route", "flow", "record", "set_viewport", "emulate", "mouse", "drag"}
)
"""Actions to which one bare value says too little."""

MeansAction = Callable[[str], str | None]
"""Returns the action that a name means, or None."""


def unwrapped(call: Call, means: MeansAction, depth: int = 0) -> Call:
    """Return the call in ``call`` that has no action's name as a text; ``call`` itself where there is not exactly one reading."""
    if depth > 3 or not all(isinstance(key, str) for key in call):
        return call
    for read in (_capitalized, _as_object, _named, _wrapped, _keyed):
        if (found := read(call, means, depth)) is not None:
            return found
    return call


def opened(call: Call, taken: Container[str]) -> Call:
    """Return ``call`` with the arguments that stand in an object of their own under a name that the action does not take."""
    for name in _ARGUMENTS:
        if name in taken or not isinstance(inner := _object(call.get(name)), dict) or not inner:
            continue
        rest = {key: value for key, value in call.items() if key != name}
        if (merged := _merged(inner, rest)) is not None:
            return merged
    return call


def of_tool(name: str, arguments: Call, means: MeansAction) -> Call:
    """Return the call of a tool that has the name of an action. Where that answers dialogs, its ``action`` is the answer."""
    if means(name) == "dialog":
        arguments = opened(arguments, ())
        if isinstance(answer := arguments.get("action"), str) and means(answer) is None:
            arguments = {"dialog_action": answer, **{key: value for key, value in arguments.items() if key != "action"}}
    return {"action": name, **arguments}


def _capitalized(call: Call, means: MeansAction, depth: int) -> Call | None:
    """``{"Action": "click"}``"""
    written = [key for key in call if key != "action" and key.strip().lower() == "action"]
    if "action" in call or len(written) != 1:
        return None
    renamed = {("action" if key == written[0] else key): value for key, value in call.items()}
    return renamed if isinstance(renamed["action"], str) else unwrapped(renamed, means, depth + 1)


def _as_object(call: Call, means: MeansAction, depth: int) -> Call | None:
    """``{"action": {"click": {"ref": 6}}}``"""
    if not isinstance(inner := _object(call.get("action")), dict):
        return None
    found = inner if isinstance(inner.get("action"), str) else unwrapped(inner, means, depth + 1)
    if not isinstance(found.get("action"), str):
        return None
    return _merged(found, {key: value for key, value in call.items() if key != "action"})


def _named(call: Call, means: MeansAction, depth: int) -> Call | None:
    """``{"tool": "click", "ref": 6}`` and ``{"name": "browser", "arguments": {"action": "click"}}``"""
    if "action" in call:
        return None
    for name in _NAMING:
        if not isinstance(value := call.get(name), str):
            continue
        rest = {key: part for key, part in call.items() if key != name}
        if means(value) is not None:
            return of_tool(value, rest, means)
        if not _TOOL.fullmatch(value.strip()):
            continue
        inner = opened({key: part for key, part in rest.items() if key not in _OF_FORMAT}, ())
        found = inner if isinstance(inner.get("action"), str) else unwrapped(inner, means, depth + 1)
        if isinstance(found.get("action"), str):
            return found
    return None


def _wrapped(call: Call, means: MeansAction, depth: int) -> Call | None:
    """``{"type": "function", "function": {"name": "click", "arguments": "{…}"}}``"""
    objects = [name for name in _WRAPPING if isinstance(_object(call.get(name)), dict)]
    if "action" in call or len(objects) != 1 or not call.keys() - {objects[0]} <= _OF_FORMAT:
        return None
    inner = _object(call[objects[0]])
    found = inner if isinstance(inner.get("action"), str) else unwrapped(inner, means, depth + 1)
    return found if isinstance(found.get("action"), str) else None


def _keyed(call: Call, means: MeansAction, _: int) -> Call | None:
    """``{"click": {"ref": 6}}`` and ``{"click": 6}``"""
    keys = [key for key in call if key not in _COMMON]
    if len(keys) != 1 or "action" in call or (action := means(keys[0])) is None:
        return None
    name, value = keys[0], _object(call[keys[0]])
    rest = {key: part for key, part in call.items() if key != name}
    if value is None or value == {} or value is True:
        return {"action": name, **rest}
    if isinstance(value, dict):
        merged = _merged(value, rest)
        found = None if merged is None else of_tool(name, merged, means)
        return None if found is None or found["action"] != name else found
    if action in _NOT_BARE or isinstance(value, bool):
        return None
    return {"action": name, **rest, _MAIN.get(action, "target"): value}


def _merged(inner: Call, rest: Call) -> Call | None:
    """Return both; None where they contradict each other."""
    if any(not isinstance(key, str) for key in inner) or any(rest.get(key, value) != value for key, value in inner.items()):
        return None
    return {**rest, **inner}


def _object(value: object) -> Any:
    """Return the value, read where it is the JSON text of an object."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            written = json.loads(value)
            return value if is_deeper(written) else written
    return value
