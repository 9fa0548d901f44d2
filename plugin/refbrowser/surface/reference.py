"""Generate documentation from the catalog and the settings: the prompt's table and the reference pages."""

import json
from dataclasses import MISSING, Field, fields
from itertools import groupby
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.actions.arguments import ElementArguments
from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.keyboard import TypeArguments
from refbrowser.actions.spec import Action
from refbrowser.actions.waiting import ConditionArguments
from refbrowser.settings import Settings
from refbrowser.surface.argument_texts import text_of
from refbrowser.surface.schema import action_schema
from refbrowser.surface.short_forms import shell_usage

COMMON = ("timeout_ms", "browser_id", "observe")

_TARGET = {"ref", "selector", "x", "y", "offset_x", "offset_y"}
_GOAL = {"target_ref", "target_selector", "to_x", "to_y", "target_offset_x", "target_offset_y"}
_PRESS = {"modifiers", "focus_popup", "wait_for_hidden", "wait_for_hidden_ms", "force"}
"""Arguments that several actions share. The prompt explains each group once."""


_EVIDENT: Final = frozenset(
    {
        *("set_active", "close_all", "navigate", "back", "forward", "reload", "console", "frames", "double_click", "right_click"),
        *("hover", "wheel", "focus", "submit", "type_submit", "pdf"),
    }
)
"""Actions whose names say what they do."""

_AS: Final[dict[str, tuple[str, type[BaseModel]]]] = {
    "expect": ("wait", ConditionArguments),
    "type_submit": ("type", TypeArguments),
}
"""Actions that take the arguments of another one."""

_SELDOM: Final = frozenset({"visual_diff", "emulate", "route", "page_tools"})
"""Actions of which the prompt leaves the arguments to ``help``."""


def actions_table() -> str:
    """Return one line per action: name, arguments (``?`` marks optional ones), summary."""
    return "\n".join(f"- {action.name}({_signature(action)}): {action.summary}" for action in ACTIONS)


def prompt_table() -> str:
    """Return the same for the prompt, which each session pays for: without what the name says, and ``(…)`` for arguments that are
    seldom given."""
    return "\n".join(map(_brief, ACTIONS))


def _brief(action: Action) -> str:
    signature = "…" if action.name in _SELDOM else _signature(action)
    return f"- {action.name}({signature})" + ("" if action.name in _EVIDENT else f": {action.summary}")


def _signature(action: Action) -> str:
    schema = action_schema(action)
    names = [name for name in schema.get("properties", {}) if name not in COMMON]
    parts = []
    if set(names) >= _TARGET:
        parts.append("target")
        names = [name for name in names if name not in _TARGET]
    elif issubclass(action.arguments, ElementArguments):
        parts.append("ref|selector")
        names = [name for name in names if name not in ("ref", "selector")]
    if action.name in _AS:
        another, arguments = _AS[action.name]
        parts = [f"as {another}"]
        names = [name for name in names if name not in arguments.model_fields]
    if set(names) >= _PRESS:
        parts.append("press?")
        names = [name for name in names if name not in _PRESS]
    # The one goes with wait_for_hidden, and the prompt says so; the error for a file that is there names the other.
    names = [name for name in names if name not in ("wait_for_hidden_ms", "overwrite")]
    if set(names) >= _GOAL:
        parts.append("goal")
        names = [name for name in names if name not in _GOAL]
    required = set(schema.get("required", []))
    parts.extend(name if name in required else f"{name}?" for name in names)
    return ", ".join(parts)


def actions_overview() -> str:
    """Return the README's table of the actions by group, between blank lines."""
    lines = ["", "| group | actions |", "| --- | --- |"]
    for group, members in groupby(ACTIONS, key=lambda action: action.group):
        names = " · ".join(f"[`{action.name}`](docs/actions/{action.name}.md)" for action in members)
        lines.append(f"| [{group}](docs/actions.md#{group}) | {names} |")
    return "\n".join([*lines, ""])


def actions_page() -> str:
    """Return the text of docs/actions.md: one line per action, by group, with a link to its page."""
    lines = [
        "# Actions",
        "",
        "Generated from the catalog by `./dev gen`. A call is a JSON object: the name of the action, and its arguments.",
        "",
    ]
    for group, members in groupby(ACTIONS, key=lambda action: action.group):
        lines += [f"## {group.capitalize()}", "", "| action | what it does |", "| --- | --- |"]
        lines += [f"| [`{action.name}`](actions/{action.name}.md) | {_cell(action.summary)} |" for action in members]
        lines.append("")
    lines += ["Errors have [codes](errors.md); [settings](settings.md) change defaults and limits."]
    return "\n".join(lines) + "\n"


def action_page(action: Action) -> str:
    """The generated part of docs/actions/<name>.md: what the action does, how a call looks, and every argument."""
    schema = action_schema(action)
    required = set(schema.get("required", []))
    lines = [
        f"# {action.name}",
        "",
        action.summary,
        "",
        f"Group *{action.group}* · effect *{action.effect}* · scope *{action.scope}*",
        "",
        f"From a shell: `refbrowser {shell_usage(action)}`",
        "",
        "| argument | type | default | meaning |",
        "| --- | --- | --- | --- |",
    ]
    properties = schema.get("properties", {})
    for name in sorted(properties, key=lambda name: (name not in required, name in COMMON)):
        argument = properties[name]
        text = text_of(action.name, name, argument.get("description", ""))
        lines.append(f"| `{name}` | {type_of(argument)} | {_default_of(argument, name in required)} | {_cell(text)} |")
    return "\n".join(lines)


def _default_of(argument: dict[str, Any], required: bool) -> str:
    if required:
        return "required"
    default = argument.get("default")
    return "–" if default in (None, []) else f"`{json.dumps(default)}`"


def type_of(argument: dict[str, Any], *, many: bool = False) -> str:
    """Return the type of an argument in words, with its bounds."""
    plural = "s" if many else ""
    if "enum" in argument:
        return ", ".join(f"`{value}`" for value in argument["enum"])
    if "anyOf" in argument:
        return " or ".join(type_of(choice, many=many) for choice in argument["anyOf"])
    if "properties" in argument:
        required = argument.get("required", [])
        parts = ", ".join(
            f"`{name}`{'' if name in required else '?'} ({type_of(part)})" for name, part in argument["properties"].items()
        )
        return f"object{plural} of {parts}"
    kind = argument.get("type", "any")
    if kind == "array":
        return f"list of {_range(argument, 'minItems', 'maxItems', after=' ')}{type_of(argument['items'], many=True)}"
    if kind == "string" and "maxLength" in argument:
        return f"string{plural} of at most {_number(argument['maxLength'])} characters"
    return f"{kind}{plural}{_range(argument, 'minimum', 'maximum', before=' ')}"


def _range(argument: dict[str, Any], lowest: str, highest: str, *, before: str = "", after: str = "") -> str:
    low, high = argument.get(lowest), argument.get(highest)
    if low is not None and high is not None:
        return f"{before}{_number(low)} to {_number(high)}{after}"
    if low is not None:
        return f"{before}{_number(low)} or more{after}"
    return f"{before}up to {_number(high)}{after}" if high is not None else ""


def _number(value: float) -> str:
    """With a space between thousands: 3 600 000."""
    return f"{value:,.10g}".replace(",", " ") if abs(value) >= 10_000 else f"{value:g}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def settings_page() -> str:
    """Return the text of docs/settings.md."""
    rows = [f"| `{setting.name}` | {_default(setting)} | {setting.metadata['description']} |" for setting in fields(Settings)]
    return "\n".join(
        [
            "# Settings",
            "",
            "Generated by `./dev gen`. Pass settings to `Settings(...)`, or set environment variables: `timeout_ms` is",
            "`REFBROWSER_TIMEOUT_MS`. Lists are separated as in `PATH`, or written as a JSON array.",
            "",
            "Or write them into a file named `refbrowser.toml`, by the names below: `timeout_ms = 5000`. A later place",
            "replaces an earlier one:",
            "",
            "1. the user's, `~/.config/refbrowser/refbrowser.toml` (`$XDG_CONFIG_HOME`)",
            "2. the project's: the nearest one in the working folder and those above it. It may come from others, so it starts",
            "   no program, opens no host or folder, gets no secret, and makes `policy` and `network` stricter only",
            "3. the file that the option `--settings PATH` of any command or the variable `REFBROWSER_SETTINGS` names",
            "4. variables of the environment",
            "5. arguments: `Settings(...)` reads nothing else, `Settings.from_environment(...)` all of these",
            "",
            "A name that is no setting is an error with the nearest one. `refbrowser settings` shows what holds and where it",
            "comes from, and `refbrowser ps` what the running server was given; neither shows credentials. A call whose settings",
            "differ from the server's is [refused](server.md).",
            "",
            "| setting | default | meaning |",
            "| --- | --- | --- |",
            *rows,
            "",
        ]
    )


def _default(setting: "Field[Any]") -> str:
    if setting.default is MISSING:
        return "`~/.local/state/refbrowser`"
    return "unset" if setting.default in (None, ()) else f"`{setting.default}`"
