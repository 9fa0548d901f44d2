"""Rewrite the argument names and shapes of other tools. Ambiguous calls stay unchanged, and validation reports the problem."""

import json
import re
from collections.abc import Container
from contextlib import suppress
from functools import cache
from typing import Any, Final, get_args, get_origin

from pydantic import BaseModel

from refbrowser.browser.input.keys import chord as keys_of
from refbrowser.content.budget import CHARACTERS_PER_TOKEN
from refbrowser.errors import CallError
from refbrowser.page_text import is_deeper

Call = dict[str, Any]

_RENAMED: Final = {
    "js_code": "script",
    "fulfill": "fulfil",
    "js": "script",
    "file_path": "path",
    "out_path": "path",
    "filePath": "path",
    "filename": "path",
    "fullPage": "full_page",
    "promptText": "text",
    "prompt_text": "text",
    "dialog_action": "operation",
    "textGone": "text_gone",
    "tabId": "browser_id",
    "tab_id": "browser_id",
    "startSelector": "selector",
    "endSelector": "target_selector",
    "startRef": "ref",
    "endRef": "target_ref",
    "distance": "amount",
}
_DROPPED: Final = frozenset({"max_chars", "nav_text_chars", "settle_ms", "click_center"})
"""Limits and pauses without effect here: answers are cut by tokens and can be continued, and actions settle without pauses."""

_COORDINATE: Final = re.compile(r"\s*\(?\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*\)?\s*")
_TAB: Final = re.compile(r"(?:tab[_ -]?)?(\d{1,10})", re.IGNORECASE)
_FEWEST_TOKENS: Final = 50


def arguments(taken: Container[str], call: Call) -> Call:
    """Return ``call`` with the names that the action takes (``taken``). Raises :class:`CallError` for a malformed coordinate."""
    translated: Call = {}
    for key, value in call.items():
        own = key if key in taken else _RENAMED.get(key, key)
        if own not in taken or (own != key and own in call):
            own = key  # unknown, or given twice: validation rejects both
        if own == "max_chars" and "max_tokens" in taken and "max_tokens" not in call:
            own, value = "max_tokens", _tokens(value)
        elif own not in taken and own in _DROPPED:
            continue
        if own == "browser_id" and isinstance(value, str) and (match := _TAB.fullmatch(value.strip())):
            value = int(match[1])
        translated[own] = value
    if "coordinate" in translated and "coordinate" not in taken:
        translated |= _point(translated.pop("coordinate"))
    return translated


def seconds(call: Call) -> Call:
    """Rewrite a ``wait`` with ``time``, ``duration`` or ``seconds`` (seconds), ``ms``, ``event`` (load state) or ``timeout``."""
    for name, factor in (("time", 1000), ("duration", 1000), ("seconds", 1000), ("ms", 1)):
        if name in call and "time_ms" not in call:
            try:
                call["time_ms"] = round(float(call.pop(name)) * factor)
            except (TypeError, ValueError, OverflowError):
                raise CallError(f"{name} must be a number of {'seconds' if factor == 1000 else 'milliseconds'}.") from None
    for name, own in (("event", "load_state"), ("timeout", "timeout_ms")):
        if name in call and own not in call:
            call[own] = call.pop(name)
    if "selector" not in call and "ref" not in call:
        call.pop("state", None)
    return call


def chord(call: Call) -> Call:
    """Rewrite a ``key_chord`` whose keys are one string: ``Control+a``."""
    if "key" in call and "keys" not in call:
        call["keys"] = call.pop("key")
    if isinstance(written := call.get("keys"), str):
        call["keys"] = [key for key in keys_of(written.strip() or written) if key]
    return call


def one_key(call: Call) -> Call:
    """Rewrite a ``keyboard`` call with ``keys``: a string, or a list of keys to hold together."""
    keys = call.get("keys")
    if "key" not in call and keys:
        if isinstance(keys, str):
            call["key"] = call.pop("keys")
        elif isinstance(keys, list) and all(isinstance(key, str) for key in keys):
            call["key"] = "+".join(call.pop("keys"))
    return call


def typed_value(call: Call) -> Call:
    """Rewrite ``value`` to ``text``."""
    if "value" in call and "text" not in call:
        call["text"] = call.pop("value")
    return call


def labelled(call: Call) -> Call:
    """Rewrite an option's ``label`` or ``option`` to ``value``."""
    for name in ("label", "option"):
        if name in call and not {"value", "values"} & call.keys():
            call["value"] = call.pop(name)
    return call


def pressed_text(call: Call) -> Call:
    """Rewrite the ``text`` of what is pressed to a selector."""
    if not {"ref", "selector", "x", "y"} & call.keys() and isinstance(text := call.get("text"), str) and text.strip():
        call["selector"] = f"text={call.pop('text').strip()}"
    return call


def down(call: Call) -> Call:
    """Rewrite a ``scroll`` by an ``amount`` alone: it goes down."""
    return call if {"direction", "to"} & call.keys() or "amount" not in call else {**call, "direction": "down"}


def query(call: Call) -> Call:
    """Rewrite what ``find`` looks for: ``query`` or ``pattern``."""
    for name, own in (("query", "text"), ("pattern", "regex")):
        if name in call and not {"text", "regex"} & call.keys():
            call[own] = call.pop(name)
    return call


def returning(call: Call) -> Call:
    """Rewrite a script that returns at its end, as the body of a function does."""
    script = call.get("script")
    if isinstance(script, str) and _RETURNS.search(script) and not _FUNCTION.search(script):
        call["script"] = f"(async () => {{ {script}\n}})()"
    return call


_RETURNS: Final = re.compile(r"(?:\A\s*|[;\n}][ \t]*)return\b")
_FUNCTION: Final = re.compile(r"=>|\bfunction\b|\bclass\b|\basync\b|^[ \t]*[\w ]{1,80}\([^)\n]{0,200}\)[ \t]*\{", re.MULTILINE)
"""What may have returns of its own."""


def lists(model: type[BaseModel], call: Call) -> Call:
    """Rewrite a list that is written as JSON text, or of which only the one entry is given."""
    for name, objects in _lists_of(model).items():
        value = call.get(name)
        if isinstance(value, str) and value.lstrip().startswith(("[", "{") if objects else "["):
            with suppress(ValueError, RecursionError):
                written = json.loads(value)
                if not is_deeper(written):
                    call[name] = value = written
        if isinstance(value, dict) if objects else (isinstance(value, str | int) and not isinstance(value, bool) and value != ""):
            call[name] = [value]
    return call


@cache
def _lists_of(model: type[BaseModel]) -> dict[str, bool]:
    """Return the arguments that are lists, each with whether its entries are objects; modifiers read text themselves."""
    items = {name: _item_of(field.annotation) for name, field in model.model_fields.items()}
    return {name: _is_object(item) for name, item in items.items() if item is not None and name != "modifiers"}


def _item_of(annotation: Any) -> Any:
    """Return the type of a list's entries; None for what is no list."""
    if get_origin(annotation) is list:
        return get_args(annotation)[0]
    return next((item for inner in get_args(annotation) if (item := _item_of(inner)) is not None), None)


def _is_object(item: Any) -> bool:
    return get_origin(item) is dict or (isinstance(item, type) and issubclass(item, BaseModel))


def fields(call: Call) -> Call:
    """Rewrite form fields with ``text``, ``checked`` or ``label`` instead of ``value``."""
    if isinstance(given := call.get("fields"), list):
        call["fields"] = [_field(entry) if isinstance(entry, dict) else entry for entry in given]
    return call


def answered(call: Call) -> Call:
    """Rewrite ``handle_dialog``, which has ``accept`` (true or false) or ``dialog_action`` and may precede the dialog."""
    accept = {"true": True, "false": False}.get(str(call.get("accept")).lower())
    if "operation" not in call and accept is not None:
        del call["accept"]
        call["operation"] = "accept" if accept else "dismiss"
    if "operation" not in call and "dialog_action" in call:
        call["operation"] = call.pop("dialog_action")
    return call if {"arm", "dialog_id"} & call.keys() else {**call, "arm_unless_open": True}


def sequence(call: Call) -> Call:
    """Rewrite ``interact``, a sequence on one tab, to a batch; a ``url`` is loaded first."""
    steps = call.pop("actions", None)
    if not isinstance(steps, list):
        raise CallError("interact needs actions, a list of calls.")
    shared = {name: call.pop(name) for name in ("browser_id", "timeout_ms") if name in call}
    calls = [{**shared, **step} if isinstance(step, dict) else step for step in steps]
    if (url := call.pop("url", None)) is not None:
        calls.insert(0, {"action": "navigate", **shared, "url": url})
    return {"calls": calls, "stop_on_error": False, **call, "sequence": True}


def at_address(name: str, call: Call) -> Call:
    """Rewrite an operation with a ``url``, which is loaded first, to a batch with the operation's own result."""
    step = {"action": name, **call}
    first = {"action": "navigate", "url": step.pop("url")}
    first |= {key: step[key] for key in ("browser_id", "tab_id", "timeout_ms") if key in step}
    if "wait_until" in step:
        first["wait_until"] = step.pop("wait_until")
    return {"action": "multi", "calls": [first, step], "sequence": "last"}


def _field(field: Call) -> Call:
    named = [name for name in ("text", "checked", "label") if name in field]
    if "value" in field or len(named) != 1:
        return field
    return {**{key: value for key, value in field.items() if key != named[0]}, "value": field[named[0]]}


def _tokens(characters: Any) -> int:
    try:
        return max(_FEWEST_TOKENS, round(float(characters) / CHARACTERS_PER_TOKEN))
    except (TypeError, ValueError, OverflowError):
        raise CallError("max_chars must be a number of characters.") from None


def _point(written: object) -> Call:
    if isinstance(written, list | tuple) and len(written) == 2:
        return {"x": written[0], "y": written[1]}
    match = _COORDINATE.fullmatch(written) if isinstance(written, str) else None
    if match is None:
        raise CallError(f'coordinate is {written!r}; it must be "x,y" or [x, y].')
    return {"x": float(match[1]), "y": float(match[2])}
