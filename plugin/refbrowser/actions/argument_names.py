"""Rename arguments from other tools' names by meaning, and from camel case. A name with two meanings stays, and is refused."""

import re
from collections.abc import Container, Mapping
from typing import Any, Final

Call = dict[str, Any]


def _all(own: str, *names: str) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(names, (own,))


_MEANINGS: Final[Mapping[str, tuple[str, ...]]] = {
    **_all("url", "address", "link", "href", "uri", "website", "page_url", "url_pattern", "glob"),
    **_all("script", "js_code", "js", "function", "expression", "javascript", "fn", "command"),
    **_all("path", "file_path", "out_path", "output_path", "filename", "file_name", "filepath", "save_path", "file"),
    **_all("paths", "files", "file_paths"),
    **_all(
        "text", "prompt_text", "content", "contains", "filter", "keyword", "search_text", "input_text", "string", "q", "for_text"
    ),
    **_all("amount", "distance", "pixels", "px", "by"),
    **_all("browser_id", "tab_id", "tab", "page_id"),
    **_all("calls", "actions", "steps", "commands", "requests"),
    **_all("fields", "form", "values", "data", "inputs"),
    **_all("kinds", "types", "resource_types", "resource_type", "kind"),
    **_all("reason", "question", "prompt", "message"),
    **_all("limit", "max_results"),
    **_all("click_count", "clicks", "num_clicks"),
    **_all("times", "repeat", "repeats", "count"),
    **_all("clear", "clear_first", "clear_before", "replace"),
    **_all("delta_x", "dx", "scroll_x"),
    **_all("delta_y", "dy", "scroll_y", "delta"),
    **_all("keys", "chord", "combo", "hotkey", "shortcut"),
    **_all("full_page", "full"),
    **_all("annotate", "labels"),
    **_all("id", "request_id"),
    **_all("timezone", "timezone_id"),
    **_all("locale", "language", "lang"),
    **_all("width", "w"),
    **_all("height", "h"),
    **_all("fulfil", "fulfill"),
    **_all("selector", "start_selector"),
    **_all("target_selector", "end_selector"),
    **_all("ref", "start_ref"),
    **_all("target_ref", "end_ref"),
    "query": ("text", "topic"),
    "pattern": ("regex", "url"),
    "value": ("text",),
    "action_name": ("topic",),
    "code": ("script", "key"),
    "key_name": ("key",),
}
"""The arguments that a foreign name may be; the first that the action takes is meant."""

_OF_ACTION: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    **dict.fromkeys(("open", "navigate"), _all("url", "to", "target")),
    **dict.fromkeys(("set_active", "close", "state"), _all("browser_id", "id")),
    "select_option": {
        **_all("value", "label", "option", "option_text", "option_label", "option_value", "choice", "text", "item", "selected"),
        **_all("values", "options", "labels"),
    },
    "set_checked": _all("checked", "value", "state", "check", "on"),
    "dialog": _all("operation", "dialog_action", "response", "action_type", "answer"),
    "mouse": _all("event_type", "event", "type", "operation", "event_name"),
    "storage": {**_all("name", "key"), **_all("kind", "type", "storage", "storage_type")},
    "handoff": _all("reason", "text", "instructions"),
    "cdp": _all("method", "command"),
    "type": _all("text", "input"),
    "network": {**_all("text", "url", "url_filter"), **_all("kinds", "type"), **_all("failed", "only_failed", "failed_only")},
    "console": _all("level", "type", "severity"),
    "page_tools": _all("name", "tool", "tool_name"),
    "drag": {
        **_all("x", "start_x", "from_x", "x1"),
        **_all("y", "start_y", "from_y", "y1"),
        **_all("to_x", "end_x", "x2", "target_x"),
        **_all("to_y", "end_y", "y2", "target_y"),
    },
    "wait": {**_all("load_state", "event", "until", "wait_until"), **_all("timeout_ms", "timeout")},
    "expect": {**_all("load_state", "event", "until", "wait_until"), **_all("timeout_ms", "timeout")},
    "help": _all("topic", "name", "action", "subject"),
    "find": {**_all("kinds", "role", "roles", "type"), **_all("text", "name")},
}

_DROPPED: Final = frozenset({
    "max_chars", "nav_text_chars", "settle_ms", "click_center",
    "thought", "thoughts", "thinking", "reasoning", "explanation", "rationale", "reason", "intent",
})  # fmt: skip
"""Limits and pauses without effect here (answers are cut by tokens and can be continued, and actions settle without pauses), and
a model's remarks on its own call."""

_DROPPED_OF: Final[Mapping[str, frozenset[str]]] = {
    "open": frozenset({"new_tab", "in_new_tab"}),
    "drag": frozenset({"steps"}),
}
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])[A-Z]")


def renamed(action: str, call: Call, taken: Container[str]) -> Call:
    """Return ``call`` with the names that the action takes. What is given twice stays, unless both say the same or one nothing."""
    translated: Call = {}
    for key, value in call.items():
        own = key if key in taken else _own(action, key, taken)
        if own != key and own in taken and (own in call or own in translated):
            if value in (None, "", [], {}, call.get(own, translated.get(own))):
                continue
            own = key
        if own not in taken and (own in _DROPPED or own in _DROPPED_OF.get(action, ())):
            continue
        translated[own] = value
    return translated


def by_mode(call: Call) -> Call:
    """Rewrite the flags by which other tools choose how a page is read."""
    for flag, mode in _MODES.items():
        if call.get(flag) in (True, "true", "True") and "mode" not in call:
            return {**{key: value for key, value in call.items() if key != flag}, "mode": mode}
    return call


_MODES: Final = {
    "interactive": "interactive", "interactive_only": "interactive", "viewport_only": "viewport", "visible_only": "viewport",
    "full_page": "full", "main_only": "main",
}  # fmt: skip


def plain_names(call: Call, taken: Container[str]) -> tuple[Call, dict[str, str]]:
    """Return ``call`` with foreign names in snake case, and how the caller wrote them. Two spellings of one name stay."""
    plain = {key: key if key in taken else _CAMEL.sub(_lowered, key).replace("-", "_").lower() for key in call}
    distinct = len(set(plain.values())) == len(plain)
    return ({plain[key]: value for key, value in call.items()} if distinct else call), {own: key for key, own in plain.items()}


def _lowered(capital: re.Match[str]) -> str:
    return f"_{capital[0]}"


def _own(action: str, key: str, taken: Container[str]) -> str:
    candidates = (*_OF_ACTION.get(action, {}).get(key, ()), *_MEANINGS.get(key, ()))
    return next((own for own in candidates if own in taken), key)
