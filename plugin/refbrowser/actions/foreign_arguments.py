"""Rewrite the argument shapes of other tools, action by action. An ambiguous call stays as it is, and validation reports it."""

import json
import re
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from typing import Any, Final

from refbrowser.actions.devices import COORDINATE as _COORDINATE
from refbrowser.actions.devices import emulated, sized
from refbrowser.actions.element_names import PLACE, by_key, is_ref, placed
from refbrowser.browser.input.keys import chord as keys_of
from refbrowser.content.budget import CHARACTERS_PER_TOKEN
from refbrowser.errors import CallError, Remedy

Call = dict[str, Any]

_TAB: Final = re.compile(r"\[?(?:tab[_ -]?)?(\d{1,10})\]?", re.IGNORECASE)
_TIME: Final = re.compile(r"\s*(\d{1,12}(?:\.\d{1,12})?)\s*(ms|milliseconds?|s|secs?|seconds?)\s*", re.IGNORECASE)
_FEWEST_TOKENS: Final = 50

MOST_SECONDS: Final = 60
"""Seconds that a wait can be meant to take; more are milliseconds under the name of seconds."""


def tokens(call: Call, taken: Container[str]) -> Call:
    """Rewrite a limit of characters to one of tokens, and a ``timeout`` that says its unit or can only be milliseconds."""
    timeout: Any = call.get("timeout")
    in_ms = _is_number(timeout) and timeout > MOST_SECONDS * 10
    if "timeout_ms" not in call and (in_ms or (isinstance(timeout, str) and _TIME.fullmatch(timeout))):
        call["timeout_ms"] = _milliseconds(call.pop("timeout"), 1)
    if "max_chars" in call and "max_tokens" in taken and "max_tokens" not in call:
        call["max_tokens"] = _tokens(call.pop("max_chars"))
    return call


def tab_number(call: Call) -> Call:
    """Rewrite a tab's number that is written ``tab_2``."""
    if isinstance(tab := call.get("browser_id"), str) and (match := _TAB.fullmatch(tab.strip())):
        call["browser_id"] = int(match[1])
    return call


def at_point(call: Call, taken: Container[str]) -> Call:
    """Rewrite ``coordinate`` or ``coordinates`` to a point. Raises :class:`CallError` for one that is malformed."""
    for name in ("coordinate", "coordinates", "position", "point", "coords", "xy", "location"):
        if name in call and name not in taken and "x" in taken and not {"x", "y"} & call.keys():
            call |= _point(name, call.pop(name))
    return call


_IN_SECONDS: Final = tuple((name, 1000) for name in ("time", "duration", "seconds", "delay", "time_seconds", "duration_seconds"))
_IN_MS: Final = tuple((name, 1) for name in ("ms", "milliseconds", "duration_ms", "wait_ms", "delay_ms"))


def seconds(call: Call) -> Call:
    """Rewrite a ``wait`` with a time in seconds (``time``, ``duration``, ``seconds``) or with its unit (``"2 s"``)."""
    for name, factor in (*_IN_SECONDS, *_IN_MS):
        if name in call and "time_ms" not in call:
            written = call.pop(name)
            try:
                time_ms = _milliseconds(written, factor)
            except (TypeError, ValueError, OverflowError):
                raise CallError(f"{name} must be a number of {'seconds' if factor == 1000 else 'milliseconds'}.") from None
            if factor == 1000 and time_ms > MOST_SECONDS * 1000:
                raise CallError(
                    f"{name} is a number of seconds, and {written} are more than a call waits; time_ms is in milliseconds.",
                    remedy=Remedy("wait", {"time_ms": round(time_ms / 1000)}),
                )
            call["time_ms"] = time_ms
    return call


def conditions(call: Call) -> Call:
    """Rewrite a condition that is named by ``condition`` or ``type`` with its ``value``, and a load state under another name."""
    for name in ("condition", "type", "for"):
        kind = call.get(name)
        if isinstance(kind, str) and kind in _CONDITIONS and "value" in call and kind not in call:
            call[kind] = call.pop("value")
            del call[name]
        elif kind in _LOAD_STATES and "load_state" not in call:
            call["load_state"] = call.pop(name)
    for state in ("visible", "hidden", "enabled"):
        if {"ref", "selector"} & call.keys() and call.get(state) in (True, "true") and "state" not in call:
            del call[state]
            call["state"] = state
    if call.get("state") in _LOAD_STATES and not {"ref", "selector", "load_state"} & call.keys():
        call["load_state"] = call.pop("state")
    if "selector" not in call and "ref" not in call:
        call.pop("state", None)
    if isinstance(call.get("time_ms"), str) and _TIME.fullmatch(call["time_ms"]):
        call["time_ms"] = _milliseconds(call["time_ms"], 1)
    return returning(call)


_CONDITIONS: Final = frozenset(("text", "text_gone", "selector", "ref", "url", "load_state", "response", "script", "time_ms"))
_LOAD_STATES: Final = ("domcontentloaded", "load", "networkidle")


def chord(call: Call) -> Call:
    """Rewrite a ``key_chord`` whose keys are written together: ``Control+a``."""
    if "key" in call and "keys" not in call:
        call["keys"] = call.pop("key")
    written = call.get("keys")
    if isinstance(written, str) and written.lstrip().startswith("["):
        with suppress(ValueError, RecursionError):
            call["keys"] = json.loads(written)
    elif isinstance(written, str):
        call["keys"] = [key for key in keys_of(written.strip() or written) if key]
    elif isinstance(written, list) and len(written) == 1 and isinstance(written[0], str):
        call["keys"] = keys_of(written[0])
    return call


def one_key(call: Call) -> Call:
    """Rewrite a ``keyboard`` call with several keys, to be held together."""
    name = "key" if "key" in call else "keys"
    keys = call.get(name)
    if isinstance(keys, list) and keys and all(isinstance(key, str) for key in keys):
        keys = "+".join(keys)
    if isinstance(keys, str) and keys:
        call.pop(name)
        call["key"] = keys
    return call


def chosen(call: Call) -> Call:
    """Rewrite options: a list under ``value``, an object with the option's label, an ``index`` beside the element."""
    value = call.get("value")
    if isinstance(value, list) and not call.get("values"):
        call["values"] = call.pop("value")
    elif isinstance(value, dict) and len(value) == 1 and value.keys() <= {"label", "value", "index", "text"}:
        (call["value"],) = value.values()
    if "index" in call and PLACE.named_in(call) and not {"value", "values"} & call.keys():
        call["value"] = call.pop("index")
    return call


def checked(call: Call) -> Call:
    """Rewrite the words for a state."""
    state = call.get("checked")
    if isinstance(state, str) and (word := state.strip().lower()) in _STATES:
        call["checked"] = _STATES[word]
    return call


_STATES: Final = {"checked": True, "on": True, "selected": True, "unchecked": False, "off": False, "unselected": False}


_WHOLE: Final = re.compile(r"-?\d{1,6}")


def scrolled(call: Call) -> Call:
    """Rewrite a ``scroll`` by an ``amount`` alone (it goes down), by signed distances, and to an end by ``direction``."""
    call = {{"dx": "delta_x", "dy": "delta_y"}.get(name, name): value for name, value in call.items()}
    if is_ref(call.get("to")) and not {"ref", "selector"} & call.keys():
        call["ref"] = call.pop("to")
    if call.get("direction") in ("top", "bottom") and "to" not in call:
        call["to"] = call.pop("direction")
    for name, back, on in (("delta_y", "up", "down"), ("delta_x", "left", "right")):
        other = "delta_x" if name == "delta_y" else "delta_y"
        distance = call.get(name)
        if _is_number(distance) and distance and not call.get(other) and not {"direction", "to", "amount"} & call.keys():
            del call[name]
            call |= {"direction": on if distance > 0 else back, "amount": abs(distance)}
    amount = call.get("amount")
    if isinstance(amount, str) and _WHOLE.fullmatch(amount.strip()):
        amount = call["amount"] = int(amount)
    if {"direction", "to"} & call.keys() or not amount:
        return call
    up = _is_number(amount) and amount < 0
    return {**call, "direction": "up" if up else "down", "amount": -amount if up else amount}


def wheeled(call: Call) -> Call:
    """Rewrite a ``wheel`` with ``direction`` and ``amount`` to distances."""
    amount = call.get("amount")
    if {"delta_x", "delta_y"} & call.keys() or amount is None or not _is_number(amount):
        return call
    sign, axis = _WAYS.get(str(call.get("direction", "down")).lower(), (0, ""))
    if not sign:
        return call
    return {**_without(call, "direction", "amount"), axis: sign * amount}


_WAYS: Final = {"down": (1, "delta_y"), "up": (-1, "delta_y"), "right": (1, "delta_x"), "left": (-1, "delta_x")}


def returning(call: Call) -> Call:
    """Rewrite a script that returns at its end, as the body of a function does, and a function with its arguments."""
    script = call.get("script")
    if not isinstance(script, str):
        return call
    given = call.get("args", [call["arg"]] if "arg" in call else None)
    if isinstance(given, list) and "ref" not in call and _FUNCTION.search(script):
        call = _without(call, "args", "arg")
        return {**call, "script": f"({script})({', '.join(json.dumps(value) for value in given)})"}
    if _RETURNS.search(script) and not _FUNCTION.search(script):
        call["script"] = f"(async () => {{ {script}\n}})()"
    return call


_RETURNS: Final = re.compile(r"(?:\A\s*|[;\n{}][ \t]*)return\b")
_FUNCTION: Final = re.compile(
    r"=>|\bfunction\b|\bclass\b|\basync\b|^[ \t]*(?!if\b|for\b|while\b|switch\b)[\w ]{1,80}\([^)\n]{0,200}\)[ \t]*\{", re.MULTILINE
)
"""What may have returns of its own."""


def fields(call: Call) -> Call:
    """Rewrite form fields: an object of names or refs with values, pairs, and fields that name element or value otherwise."""
    if isinstance(given := call.get("fields"), list):
        call["fields"] = [_field(entry) for several in given for entry in _entries(several)]
    return call


_FIELD_KEYS: Final = frozenset(("ref", "selector", "value", "secret"))
_OF_FIELD: Final = _FIELD_KEYS | {"text", "checked", "label", "name", "placeholder", "type", "element", "content", *PLACE.names}


def answered(call: Call) -> Call:
    """Rewrite ``handle_dialog``, which may precede the dialog."""
    call = accepting(call)
    return call if {"arm", "dialog_id"} & call.keys() else {**call, "arm_unless_open": True}


def accepting(call: Call) -> Call:
    """Rewrite ``accept`` or ``dismiss`` (true or false) to the operation."""
    for name, operations in (("accept", ("accept", "dismiss")), ("dismiss", ("dismiss", "accept"))):
        accept = {"true": True, "false": False}.get(str(call.get(name)).lower())
        if "operation" not in call and accept is not None:
            del call[name]
            call["operation"] = operations[0] if accept else operations[1]
    if "operation" not in call and "dialog_action" in call:
        call["operation"] = call.pop("dialog_action")
    return call


def sequence(call: Call) -> Call:
    """Rewrite ``interact``, a sequence on one tab, to a batch; a ``url`` is loaded first."""
    steps = call.pop("actions", None)
    if not isinstance(steps, list):
        raise CallError("interact needs actions, a list of calls.")
    shared = {name: call.pop(name) for name in ("browser_id", "timeout_ms") if name in call}
    # A pause is as long as it says, whatever the time that the other steps have.
    paused = {name: value for name, value in shared.items() if name != "timeout_ms"}
    calls = [
        {**(paused if step.get("action") == "sleep" else shared), **step} if isinstance(step, dict) else step for step in steps
    ]
    if (url := call.pop("url", None)) is not None:
        calls.insert(0, {"action": "navigate", **shared, "url": url})
    return {"calls": calls, "stop_on_error": False, **call, "sequence": True}


def in_page(call: Call) -> Call:
    """Refuse ``run_code`` of Playwright's ``page`` with what to call instead; other code is a script of the page."""
    if any(isinstance(value, str) and _PLAYWRIGHT.search(value) for value in call.values()):
        raise CallError(
            "run_code has no Playwright page: scripts run in the page itself, with its document and window. "
            "Use actions for what page would do (multi for several in one call).",
            remedy=Remedy("help", {"topic": "actions"}),
        )
    return call


_PLAYWRIGHT: Final = re.compile(r"\A\s*+(?:async\b)?+\s*+(?:function\b[\s\w]*+)?+\(?\s*+\{?+\s*+page\s*+[,)}=]|\bawait\s++page\.")
"""A function of ``page``, or statements that use one."""


def at_address(name: str, call: Call) -> Call:
    """Rewrite an operation with a ``url``, which is loaded first, to a batch with the operation's own result."""
    step = {"action": name, **call}
    first = {"action": "navigate", "url": step.pop("url")}
    first |= {key: step[key] for key in ("browser_id", "tab_id", "timeout_ms") if key in step}
    if "wait_until" in step:
        first["wait_until"] = step.pop("wait_until")
    return {"action": "multi", "calls": [first, step], "sequence": "last"}


def at_element(name: str, call: Call) -> Call:
    """Rewrite input at the focus that names its element to a batch that focuses it first, with the input's own result."""
    element: Call = {key: call[key] for key in ("ref", "selector") if key in call}
    shared: Call = {key: call[key] for key in ("browser_id", "timeout_ms") if key in call}
    focusing: Call = {"action": "focus", **element, **shared, "observe": "none"}
    return {"action": "multi", "calls": [focusing, {"action": name, **_without(call, *element)}], "sequence": "last"}


SHAPES: Final[Mapping[str, Callable[[Call], Call]]] = {
    "wait": conditions,
    "expect": conditions,
    "keyboard": one_key,
    "key_chord": chord,
    "fill_form": fields,
    "select_option": chosen,
    "set_checked": checked,
    "scroll": scrolled,
    "evaluate": returning,
    "emulate": emulated,
}
"""Rewriting of values, also under native names."""


FOREIGN_SHAPES: Final[Mapping[str, Callable[[Call], Call]]] = {
    "wait": seconds,
    "dialog": accepting,
    "set_viewport": sized,
}
"""Rewriting of names that no table can rename."""


def _entries(entry: object) -> list[Any]:
    """Return the fields that an entry is of: one, or one for each key of an object of names or refs with values."""
    if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str | int):
        entry = {str(entry[0]): entry[1]}
    if not isinstance(entry, dict) or entry.keys() <= _OF_FIELD or entry.keys() & _FIELD_KEYS:
        return [entry]
    by_name = all(isinstance(key, str) and key.strip() and isinstance(value, str | int | float) for key, value in entry.items())
    return [{**by_key(key), "value": value} for key, value in entry.items()] if by_name else [entry]


def _field(entry: object) -> Any:
    if not isinstance(entry, dict) or (entry.keys() <= {"ref", "selector", "value"} and all(entry.values())):
        return entry
    field: Call = {key: value for key, value in entry.items() if value is not None}
    # A caller that fills in every key means none by these.
    field = {
        key: value for key, value in field.items() if value not in ("", 0) or isinstance(value, bool) or key in ("value", "text")
    }
    if field.get("value") == "" and "secret" in field:
        del field["value"]
    field = placed(field, _FIELD_KEYS)
    if "value" not in field and "secret" not in field:
        values = [name for name in _VALUES if name in field]
        if PLACE.named_in(field) and len(values) == 1:
            field["value"] = field.pop(values[0])
    if not PLACE.named_in(field):
        names = [name for name in ("label", "name", "field", "placeholder") if isinstance(field.get(name), str)]
        if len(names) == 1:
            written = field.pop(names[0]).strip()
            field["selector"] = f"{'placeholder' if names[0] == 'placeholder' else 'label'}={written}"
            values = [name for name in _VALUES if name in field]
            if not {"value", "secret"} & field.keys() and len(values) == 1:
                field["value"] = field.pop(values[0])
    described = {"type", "label", "name", "placeholder", "element"} if {"value", "secret"} & field.keys() else {"type"}
    return _without(field, *described) if PLACE.named_in(field) else field


_VALUES: Final = ("text", "checked", "label", "content", "option")


def _milliseconds(written: object, factor: int) -> int:
    if isinstance(written, str) and (match := _TIME.fullmatch(written)):
        return round(float(match[1]) * (1 if match[2].lower().startswith("m") else 1000))
    return round(float(written) * factor)  # type: ignore[arg-type]


def _tokens(characters: Any) -> int:
    try:
        return max(_FEWEST_TOKENS, round(float(characters) / CHARACTERS_PER_TOKEN))
    except (TypeError, ValueError, OverflowError):
        raise CallError("max_chars must be a number of characters.") from None


def _point(name: str, written: object) -> Call:
    if isinstance(written, list | tuple) and len(written) == 2:
        return {"x": written[0], "y": written[1]}
    if isinstance(written, dict) and written.keys() == {"x", "y"}:
        return {**written}
    match = _COORDINATE.fullmatch(written) if isinstance(written, str) else None
    if match is None:
        raise CallError(f'{name} is {written!r}; it must be "x,y" or [x, y].')
    return {"x": float(match[1]), "y": float(match[2])}


def _is_number(value: object) -> Any:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _without(call: Call, *names: str) -> Call:
    return {key: value for key, value in call.items() if key not in names}
