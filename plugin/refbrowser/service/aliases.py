"""Other tools' names and shapes of calls, read as ours. No model is shown them; prompts written for those tools work all the same.

One table. A name that is none of ours is rewritten to the action it means; arguments that other tools spell differently are
rewritten for every action. What is already ours passes through untouched.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser.actions.catalog import BY_NAME
from refbrowser.errors import CallError

Call = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Alias:
    """What a foreign name means: our ``action``, arguments that it implies, argument names to change, and any further rewriting."""

    action: str
    implied: Mapping[str, Any] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    rewrite: Callable[[Call], Call] | None = None


def _seconds(call: Call) -> Call:
    """A pause, or a wait, whose time is given in seconds (``duration``, ``seconds``) or milliseconds (``ms``, ``timeout``)."""
    for name, factor in (("duration", 1000), ("seconds", 1000), ("ms", 1)):
        if name in call:
            try:
                call["time_ms"] = round(float(call.pop(name)) * factor)
            except (TypeError, ValueError):
                raise CallError(f"{name} is a number of {'seconds' if factor == 1000 else 'milliseconds'}.") from None
    if "event" in call:
        call["load_state"] = call.pop("event")
    if "timeout" in call:
        call["timeout_ms"] = call.pop("timeout")
    if "selector" not in call and "ref" not in call:
        call.pop("state", None)
    return call


def _steps(call: Call) -> Call:
    """``interact``: a sequence on one tab, as a batch; with a ``url`` it begins by loading that."""
    steps = call.pop("actions", None)
    if not isinstance(steps, list):
        raise CallError("interact takes actions, a list of calls.")
    tab = {"browser_id": call.pop("browser_id")} if "browser_id" in call else {}
    calls = [{**tab, **step} if isinstance(step, dict) else step for step in steps]
    if (url := call.pop("url", None)) is not None:
        calls.insert(0, {"action": "navigate", **tab, "url": url})
    return {"calls": calls, **call}


def _answered(call: Call) -> Call:
    """``handle_dialog``, which names its operation ``accept`` (true or false) or ``dialog_action``."""
    if isinstance(accept := call.pop("accept", None), bool):
        call.setdefault("operation", "accept" if accept else "dismiss")
    return call


ALIASES: Final[dict[str, Alias]] = {
    "launch": Alias("open"),
    "new_tab": Alias("open"),
    "goto": Alias("navigate"),
    "switch_tab": Alias("set_active"),
    "setactive": Alias("set_active"),
    "activate": Alias("set_active"),
    "close_tab": Alias("close"),
    "list_tabs": Alias("list"),
    "extract_text": Alias("content"),
    "get_console_logs": Alias("console"),
    "console_logs": Alias("console"),
    "network_requests": Alias("network"),
    "view_source": Alias("source"),
    "wait_for": Alias("wait", rewrite=_seconds),
    "wait_for_selector": Alias("wait", rewrite=_seconds),
    "sleep": Alias("wait", rewrite=_seconds),
    "dblclick": Alias("double_click"),
    "scroll_down": Alias("scroll", {"direction": "down"}),
    "scroll_up": Alias("scroll", {"direction": "up"}),
    "press_key": Alias("keyboard"),
    "type_text": Alias("type"),
    "fill": Alias("type"),
    "typesubmit": Alias("type_submit"),
    "keychord": Alias("key_chord"),
    "select": Alias("select_option"),
    "check": Alias("set_checked", {"checked": True}),
    "uncheck": Alias("set_checked", {"checked": False}),
    "upload": Alias("upload_file"),
    "execute_js": Alias("evaluate"),
    "save_pdf": Alias("pdf"),
    "handle_dialog": Alias("dialog", rewrite=_answered),
    "interact": Alias("multi", rewrite=_steps),
}

_RENAMED: Final = {
    "js_code": "script",
    "fulfill": "fulfil",
    "js": "script",
    "file_path": "path",
    "out_path": "path",
    "filePath": "path",
    "fullPage": "full_page",
    "promptText": "text",
    "prompt_text": "text",
    "tabId": "browser_id",
    "tab_id": "browser_id",
    "startSelector": "selector",
    "distance": "amount",
}
_DROPPED: Final = frozenset({"max_chars", "nav_text_chars", "settle_ms", "click_center"})
"""Bounds and pauses that have no use here: answers are cut by tokens, with a way to the rest, and actions settle by themselves."""

_COORDINATE: Final = re.compile(r"\s*\(?\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*\)?\s*")
_TAB: Final = re.compile(r"(?:tab[_ -]?)?(\d+)", re.IGNORECASE)


def plain_name(name: str) -> str:
    """An action's name in our spelling of it: in any case, with ``-`` for ``_``, with or without ``browser_`` before it."""
    plain = name.strip().lower().replace("-", "_")
    return plain if plain in BY_NAME or plain in ALIASES else plain.removeprefix("browser_")


def rewritten(call: Mapping[str, Any]) -> Call:
    """``call`` in our vocabulary. Raises ``invalid_arguments`` for a coordinate, a time or a list that cannot be read."""
    ours = dict(call)
    if "action" not in ours and isinstance(operation := ours.get("operation"), str) and _is_known(operation):
        # One seed calls the action ``operation``.
        ours["action"] = ours.pop("operation")
    if not isinstance(ours.get("action"), str):
        return ours
    name = plain_name(ours.pop("action"))
    if name == "focus" and not {"ref", "selector"} & ours.keys():
        # Other tools bring a tab to the front so; ours gives an element the focus.
        name = "set_active"
    alias = ALIASES.get(name)
    if alias is not None:
        name = alias.action
        ours = {**alias.implied, **ours}
        for foreign, own in alias.renamed.items():
            if foreign in ours:
                ours[own] = ours.pop(foreign)
        if alias.rewrite is not None:
            ours = alias.rewrite(ours)
    elif name == "wait":
        ours = _seconds(ours)
    ours = _arguments(name, ours)
    if name == "type" and "text" in ours and not {"ref", "selector"} & ours.keys():
        # Coordinate-driven tools type into whatever has the focus.
        name = "keyboard"
    return {"action": name, **ours}


def _is_known(name: str) -> bool:
    plain = plain_name(name)
    return plain in BY_NAME or plain in ALIASES


def _arguments(name: str, call: Call) -> Call:
    taken = BY_NAME[name].arguments.model_fields if name in BY_NAME else {}
    ours: Call = {}
    for key, value in call.items():
        own = key if key in taken else _RENAMED.get(key, key)
        if own not in taken and own in _DROPPED:
            continue
        if own == "browser_id" and isinstance(value, str) and (match := _TAB.fullmatch(value.strip())):
            value = int(match[1])
        ours[own] = value
    if "coordinate" in ours and "coordinate" not in taken:
        ours |= _point(ours.pop("coordinate"))
    return ours


def _point(written: Any) -> Call:
    if isinstance(written, list | tuple) and len(written) == 2:
        return {"x": written[0], "y": written[1]}
    match = _COORDINATE.fullmatch(written) if isinstance(written, str) else None
    if match is None:
        raise CallError(f'coordinate is {written!r}; it is written "x,y".')
    return {"x": float(match[1]), "y": float(match[2])}


def _distinct(aliases: Mapping[str, Alias]) -> None:
    for name, alias in aliases.items():
        if name in BY_NAME:
            raise ValueError(f"the alias {name!r} is an action's own name")
        if alias.action not in BY_NAME:
            raise ValueError(f"the alias {name!r} means {alias.action!r}, which is no action")


_distinct(ALIASES)
