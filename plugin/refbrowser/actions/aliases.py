"""Accept calls in the form of other tools, so that prompts written for them work. No model is shown these names.

One table maps foreign names to actions. Foreign argument names are rewritten for every action without an argument of that name.
Native calls pass through unchanged.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser.actions.argument_names import by_mode, plain_names, renamed
from refbrowser.actions.catalog import BY_NAME
from refbrowser.actions.element_names import FROM, TO, named, placed, ref_in_selector
from refbrowser.actions.envelopes import opened, unwrapped
from refbrowser.actions.foreign_arguments import (
    FOREIGN_SHAPES,
    SHAPES,
    Call,
    answered,
    at_address,
    at_element,
    at_point,
    in_page,
    sequence,
    tab_number,
    tokens,
    wheeled,
)
from refbrowser.actions.written_lists import lists
from refbrowser.errors import CallError, RefbrowserError, Remedy


@dataclass(frozen=True, slots=True)
class Alias:
    """The meaning of a foreign name: the ``action``, arguments that it implies, argument names to rename, and other rewriting."""

    action: str
    implied: Mapping[str, Any] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    rewrite: Callable[[Call], Call] | None = None


def _same(action: str, *names: str) -> dict[str, Alias]:
    return dict.fromkeys(names, Alias(action))


ALIASES: Final[dict[str, Alias]] = {
    **_same("open", "launch", "new_tab", "tab_new", "open_tab", "open_new_tab"),
    **_same("navigate", "goto", "go_to", "go_to_url", "visit", "navigate_to", "load_url"),
    **_same("back", "go_back", "navigate_back"),
    **_same("forward", "go_forward", "navigate_forward"),
    **_same("reload", "refresh", "reload_page"),
    **_same("set_active", "switch_tab", "tab_select", "setactive", "activate", "select_tab", "switch_to_tab"),
    **_same("close", "close_tab", "tab_close"),
    **_same("list", "list_tabs", "tab_list", "tabs", "get_tabs"),
    **_same("state", "get_url", "current_url", "get_title"),
    **_same(
        "content",
        "extract_text",
        "snapshot",
        "take_snapshot",
        "read_page",
        "get_page",
        "page_content",
        "get_content",
        "get_page_content",
    ),
    **_same("content", "observe", "get_text"),
    **_same("find", "search", "find_text", "search_page", "find_in_page"),
    **_same("source", "view_source", "get_html", "page_source", "html"),
    **_same("screenshot", "take_screenshot", "get_screenshot", "capture_screenshot"),
    **_same("console", "get_console_logs", "console_logs", "console_messages"),
    **_same("network", "network_requests", "get_network_requests", "list_network_requests"),
    **_same(
        "wait",
        "wait_for",
        "wait_for_selector",
        "sleep",
        "wait_for_text",
        "wait_for_element",
        "wait_for_load_state",
        "pause",
        "delay",
    ),
    **_same("expect", "assert", "verify"),
    **_same("click", "tap", "left_click", "click_element", "toggle", "click_element_by_index", "mouse_click"),
    **_same("double_click", "dblclick", "doubleclick"),
    **_same("right_click", "context_click", "rightclick"),
    **_same("hover", "mouseover", "mouse_over", "hover_over"),
    **_same("drag", "drag_and_drop", "drag_to"),
    **_same("scroll", "scroll_to", "scroll_to_text", "scroll_into_view", "scroll_to_element"),
    "scroll_down": Alias("scroll", {"direction": "down"}),
    "scroll_up": Alias("scroll", {"direction": "up"}),
    "scroll_to_bottom": Alias("scroll", {"to": "bottom"}),
    "scroll_to_top": Alias("scroll", {"to": "top"}),
    **_same("keyboard", "press_key", "press", "send_keys", "key_press", "keypress"),
    **_same("key_chord", "keychord", "hotkey", "key_combination", "shortcut"),
    **_same("type", "type_text", "fill", "input_text", "input", "enter_text", "set_value", "type_into"),
    "clear": Alias("type", {"text": ""}),
    **_same("type_submit", "typesubmit", "type_and_submit"),
    **_same("fill_form", "fill_fields", "form_fill"),
    "copy": Alias("clipboard", {"operation": "copy"}),
    "cut": Alias("clipboard", {"operation": "cut"}),
    "paste": Alias("clipboard", {"operation": "paste"}),
    **_same("select_option", "select", "select_dropdown_option", "select_dropdown", "choose_option"),
    "check": Alias("set_checked", {"checked": True}),
    "uncheck": Alias("set_checked", {"checked": False}),
    **_same("upload_file", "upload", "file_upload", "set_input_files"),
    **_same("set_viewport", "resize", "set_viewport_size", "resize_window"),
    **_same(
        "evaluate",
        "execute_js",
        "eval",
        "js",
        "javascript",
        "execute_script",
        "execute_javascript",
        "run_js",
        "run_script",
    ),
    "run_code": Alias("evaluate", rewrite=in_page),
    "save_pdf": Alias("pdf"),
    "handle_dialog": Alias("dialog", rewrite=answered),
    "accept_dialog": Alias("dialog", {"operation": "accept"}),
    "dismiss_dialog": Alias("dialog", {"operation": "dismiss"}),
    "get_cookies": Alias("storage", {"operation": "get", "kind": "cookies"}),
    **_same("handoff", "ask_user", "ask_human"),
    **_same("multi", "batch"),
    "interact": Alias("multi", rewrite=sequence),
}

_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")

_PRESSING: Final = frozenset({"click", "double_click", "right_click", "hover", "scroll", "drag"})
"""Actions whose target other tools name by its text."""

_OF_FIELD: Final = frozenset({"type", "type_submit", "focus", "submit", "select_option", "set_checked", "upload_file"})
"""Actions whose target other tools name by its label."""

_AT_ADDRESS: Final = frozenset({"click", "dblclick", "extract_text", "screenshot"})
"""Operations of another tool that may load an address first."""


def plain_name(name: str) -> str:
    """Return ``name`` normalised: lower case, ``_`` for ``-`` and blanks, without the prefix ``browser_``."""
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    if plain in BY_NAME or plain in ALIASES:
        return plain
    for other in (_CAMEL.sub("_", name.strip()).lower(), plain.replace(".", "_")):
        for prefix in ("browser_", "page_", ""):
            if (own := other.removeprefix(prefix)) in BY_NAME or own in ALIASES:
                return own
    return plain.removeprefix("browser_")


def rewritten(call: Mapping[str, Any]) -> Call:
    """Return ``call`` with native names. Raises :class:`CallError` for a malformed coordinate, time or list, and for a call that
    contradicts its own name."""
    translated = dict(call)
    by_operation = False
    if not isinstance(translated.get("action"), str):
        if "action" not in translated and isinstance(operation := translated.get("operation"), str) and meant(operation):
            # Some tools name the action ``operation``.
            translated["action"], by_operation = translated.pop("operation"), True
        elif not isinstance((translated := unwrapped(translated, meant)).get("action"), str):
            return translated
    name = plain_name(translated.pop("action"))
    if by_operation and name == "close" and not {"browser_id", "tab_id"} & translated.keys():
        # In the tool that has operations, this is the logout: it deletes the profile.
        return {"action": "close_all", "wipe": True, **translated}
    if (by_operation or name == "extract_text") and name in _AT_ADDRESS and translated.get("url"):
        return rewritten(at_address(name, translated))
    if name == "focus" and not {"ref", "selector"} & translated.keys() and {"browser_id", "tab_id", "tabId"} & translated.keys():
        # In other tools ``focus`` activates a tab; here it focuses an element.
        name = "set_active"
    action = BY_NAME.get(name)
    if action is None or not translated.keys() <= action.arguments.model_fields.keys():
        name, translated = _foreign(name, translated)
        if (action := BY_NAME.get(name)) is None:
            return {"action": name, **translated}
    if name != "key_chord" and any(isinstance(value, str | dict | list) for value in translated.values()):
        translated = lists(action.arguments, translated)
        translated = ref_in_selector(translated)
    if isinstance(translated.get("browser_id"), str):
        translated = tab_number(translated)
    if (shape := SHAPES.get(name)) is not None:
        translated = shape(translated)
    if name == "type" and "text" in translated and not {"ref", "selector"} & translated.keys():
        # Coordinate-based tools type at the focus.
        name = "keyboard"
    return {"action": name, **translated}


def action_names(call: object) -> list[str]:
    """Return the names of the actions that a request is of, a batch's too. A malformed one has none: validation refuses it."""
    try:
        translated = rewritten(call) if isinstance(call, dict) else {}
    except RefbrowserError:
        return []
    name, calls = translated.get("action"), translated.get("calls")
    inner = [found for each in calls for found in action_names(each)] if isinstance(calls, list) else []
    return [*([name] if isinstance(name, str) else []), *inner]


def _foreign(called: str, call: Call) -> tuple[str, Call]:
    """Return the action and the arguments of a call that is not native."""
    alias = ALIASES.get(called, Alias(called))
    name = alias.action
    if name not in BY_NAME or not all(isinstance(key, str) for key in call):
        return called, call
    written = opened(call, BY_NAME[name].arguments.model_fields)
    call, spellings = plain_names(written, BY_NAME[name].arguments.model_fields)
    call = _with_implied(called, alias, {key: value for key, value in call.items() if value is not None})
    if alias.rewrite is not None:
        call = alias.rewrite(call)
    name, call = _other_action(name, call)
    taken = BY_NAME[name].arguments.model_fields
    if "ref" in taken or "selector" in taken:
        for place in (FROM, TO) if name == "drag" else ():
            call = placed(call, taken, place)
        call = placed(call, taken)
    if name == "content":
        call = by_mode(call)
    if (shape := FOREIGN_SHAPES.get(name)) is not None:
        call = shape(call)
    if name in SHAPES:
        call = SHAPES[name](call)
    call = at_point(renamed(name, tokens(call, taken), taken), taken)
    if name == "wheel":
        call = wheeled(call)
    if name in _PRESSING or name in _OF_FIELD:
        call = named(call, taken, is_field=name in _OF_FIELD)
    at_focus = name == "keyboard" or (name == "clipboard" and call.get("operation") == "paste")
    if at_focus and bool(call.get("ref")) is not bool(call.get("selector")):
        batch = at_element(name, call)
        return batch.pop("action"), batch
    return name, {(key if key in taken else spellings.get(key, key)): value for key, value in call.items()}


def _with_implied(called: str, alias: Alias, call: Call) -> Call:
    """Return ``call`` with what its name implies. Raises :class:`CallError` where an argument says the contrary."""
    for name, value in alias.implied.items():
        given, meant = _word(call.get(name, value)), _word(value)
        if given not in (meant, ""):
            taken = BY_NAME[alias.action].arguments.model_fields
            raise CallError(
                f"{called} means {name}: {meant}, and {name} is {given} here; call {alias.action} with the one that is meant.",
                remedy=Remedy(alias.action, {key: part for key, part in call.items() if key in taken}),
            )
    return {**call, **alias.implied}


def _word(value: object) -> str:
    return str(value).strip().lower()


def _other_action(name: str, call: Call) -> tuple[str, Call]:
    """Return the action that an argument of other tools turns this one into: ``type`` with ``submit`` is ``type_submit``."""
    if name == "type" and call.get("fields"):
        return "fill_form", call
    if name == "mouse" and call.get("event_type") == "click" and not call.get("x") and (call.get("ref") or call.get("selector")):
        return "click", {key: value for key, value in call.items() if key != "event_type"}
    if name == "keyboard" and "text" in call and {"ref", "selector"} & call.keys() and not {"key", "keys"} & call.keys():
        return "type", call
    if name == "find" and "selector" in call and not {"text", "regex", "query", "pattern"} & call.keys():
        return "content", call
    for flag, turned in _TURNED.get(name, {}).items():
        if call.get(flag) in (True, "true", "True") and (flag != "new_tab" or "browser_id" not in call):
            return turned, {key: value for key, value in call.items() if key != flag}
    return name, call


_TURNED: Final[Mapping[str, Mapping[str, str]]] = {
    "type": {"submit": "type_submit", "press_enter": "type_submit", "enter": "type_submit"},
    "click": {"double": "double_click", "double_click": "double_click"},
    "navigate": {"new_tab": "open"},
}
"""Flags of other tools that say what is another action here."""


def meant(name: str) -> str | None:
    """Return the action that a name means, or None."""
    plain = plain_name(name)
    return plain if plain in BY_NAME else ALIASES[plain].action if plain in ALIASES else None


def _distinct(aliases: Mapping[str, Alias]) -> None:
    for name, alias in aliases.items():
        if name in BY_NAME:
            raise ValueError(f"the alias {name!r} is an action's own name")
        if alias.action not in BY_NAME:
            raise ValueError(f"the alias {name!r} means {alias.action!r}, which is not an action")


_distinct(ALIASES)
