"""Rewrite the argument names and shapes of other tools. Ambiguous calls stay unchanged, and validation reports the problem."""

import re
from collections.abc import Container
from typing import Any, Final

from refbrowser.browser.input.keys import chord as keys_of
from refbrowser.content.budget import CHARACTERS_PER_TOKEN
from refbrowser.errors import CallError

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
    """Rewrite an option's ``label`` to ``value``."""
    if "label" in call and not {"value", "values"} & call.keys():
        call["value"] = call.pop("label")
    return call


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
    tab = {"browser_id": call.pop("browser_id")} if "browser_id" in call else {}
    calls = [{**tab, **step} if isinstance(step, dict) else step for step in steps]
    if (url := call.pop("url", None)) is not None:
        calls.insert(0, {"action": "navigate", **tab, "url": url})
    return {"calls": calls, "stop_on_error": False, **call, "sequence": True}


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
