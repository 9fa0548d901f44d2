"""Accept calls in the form of other tools, so that prompts written for them work. No model is shown these names.

One table maps foreign names to actions. Foreign argument names are rewritten for every action without an argument of that name.
Native calls pass through unchanged.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser.actions.catalog import BY_NAME
from refbrowser.actions.foreign_arguments import (
    Call,
    answered,
    arguments,
    at_address,
    chord,
    down,
    fields,
    labelled,
    lists,
    one_key,
    pressed_text,
    query,
    returning,
    seconds,
    sequence,
    typed_value,
)


@dataclass(frozen=True, slots=True)
class Alias:
    """The meaning of a foreign name: the ``action``, arguments that it implies, argument names to rename, and other rewriting."""

    action: str
    implied: Mapping[str, Any] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    rewrite: Callable[[Call], Call] | None = None


ALIASES: Final[dict[str, Alias]] = {
    "launch": Alias("open"),
    "new_tab": Alias("open"),
    "tab_new": Alias("open"),
    "goto": Alias("navigate"),
    "go_back": Alias("back"),
    "navigate_back": Alias("back"),
    "go_forward": Alias("forward"),
    "navigate_forward": Alias("forward"),
    "switch_tab": Alias("set_active"),
    "tab_select": Alias("set_active"),
    "setactive": Alias("set_active"),
    "activate": Alias("set_active"),
    "close_tab": Alias("close"),
    "tab_close": Alias("close"),
    "list_tabs": Alias("list"),
    "tab_list": Alias("list"),
    "tabs": Alias("list"),
    "extract_text": Alias("content"),
    "snapshot": Alias("content"),
    "take_snapshot": Alias("content"),
    "take_screenshot": Alias("screenshot"),
    "get_console_logs": Alias("console"),
    "console_logs": Alias("console"),
    "console_messages": Alias("console"),
    "network_requests": Alias("network"),
    "view_source": Alias("source"),
    "wait_for": Alias("wait"),
    "wait_for_selector": Alias("wait"),
    "sleep": Alias("wait"),
    "dblclick": Alias("double_click"),
    "scroll_down": Alias("scroll", {"direction": "down"}),
    "scroll_up": Alias("scroll", {"direction": "up"}),
    "press_key": Alias("keyboard"),
    "press": Alias("keyboard"),
    "type_text": Alias("type"),
    "fill": Alias("type"),
    "typesubmit": Alias("type_submit"),
    "keychord": Alias("key_chord"),
    "copy": Alias("clipboard", {"operation": "copy"}),
    "cut": Alias("clipboard", {"operation": "cut"}),
    "paste": Alias("clipboard", {"operation": "paste"}),
    "select": Alias("select_option"),
    "check": Alias("set_checked", {"checked": True}),
    "uncheck": Alias("set_checked", {"checked": False}),
    "upload": Alias("upload_file"),
    "file_upload": Alias("upload_file"),
    "resize": Alias("set_viewport"),
    "execute_js": Alias("evaluate"),
    "run_code": Alias("evaluate", renamed={"code": "script"}),
    "save_pdf": Alias("pdf"),
    "handle_dialog": Alias("dialog", rewrite=answered),
    "interact": Alias("multi", rewrite=sequence),
}

_SHAPES: Final[dict[str, Callable[[Call], Call]]] = {
    "wait": seconds,
    "keyboard": one_key,
    "key_chord": chord,
    "type": typed_value,
    "type_submit": typed_value,
    "fill_form": fields,
    "select_option": labelled,
    "scroll": down,
    "find": query,
    "evaluate": returning,
}
"""Rewriting of foreign argument shapes under native action names."""


_PRESSING: Final = frozenset({"click", "double_click", "right_click", "hover"})
"""Actions whose target other tools name by its text."""


_AT_ADDRESS: Final = frozenset({"click", "dblclick", "extract_text", "screenshot"})
"""Operations of another tool that may load an address first."""


def plain_name(name: str) -> str:
    """Return ``name`` normalised: lower case, ``_`` for ``-`` and blanks, without the prefix ``browser_``."""
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    return plain if plain in BY_NAME or plain in ALIASES else plain.removeprefix("browser_")


def rewritten(call: Mapping[str, Any]) -> Call:
    """Return ``call`` with native names. Raises :class:`CallError` for a malformed coordinate, time or list."""
    translated = dict(call)
    by_operation = False
    if "action" not in translated and isinstance(operation := translated.get("operation"), str) and _is_known(operation):
        # Some tools name the action ``operation``.
        translated["action"], by_operation = translated.pop("operation"), True
    if not isinstance(translated.get("action"), str):
        return translated
    name = plain_name(translated.pop("action"))
    if name == "focus" and not {"ref", "selector"} & translated.keys():
        # In other tools ``focus`` activates a tab; here it focuses an element.
        name = "set_active"
    if by_operation and name == "close" and not {"browser_id", "tab_id"} & translated.keys():
        # In the tool that has operations, this is the logout: it deletes the profile.
        return {"action": "close_all", "wipe": True, **translated}
    if (by_operation or name == "extract_text") and name in _AT_ADDRESS and translated.get("url"):
        return rewritten(at_address(name, translated))
    alias = ALIASES.get(name)
    if alias is not None:
        name = alias.action
        translated = {**alias.implied, **translated}
        for foreign, own in alias.renamed.items():
            if foreign in translated and own not in translated:
                translated[own] = translated.pop(foreign)
        if alias.rewrite is not None:
            translated = alias.rewrite(translated)
    if name in BY_NAME and name != "key_chord" and any(isinstance(value, str | dict) for value in translated.values()):
        translated = lists(BY_NAME[name].arguments, translated)
    if name in _PRESSING and "text" in translated:
        translated = pressed_text(translated)
    if (shape := _SHAPES.get(name)) is not None:
        translated = shape(translated)
    taken = BY_NAME[name].arguments.model_fields if name in BY_NAME else {}
    if not translated.keys() <= taken.keys() or isinstance(translated.get("browser_id"), str):
        translated = arguments(taken, translated)
    if name == "type" and "text" in translated and not {"ref", "selector"} & translated.keys():
        # Coordinate-based tools type at the focus.
        name = "keyboard"
    return {"action": name, **translated}


def _is_known(name: str) -> bool:
    plain = plain_name(name)
    return plain in BY_NAME or plain in ALIASES


def _distinct(aliases: Mapping[str, Alias]) -> None:
    for name, alias in aliases.items():
        if name in BY_NAME:
            raise ValueError(f"the alias {name!r} is an action's own name")
        if alias.action not in BY_NAME:
            raise ValueError(f"the alias {name!r} means {alias.action!r}, which is not an action")


_distinct(ALIASES)
