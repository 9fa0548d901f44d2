"""The texts of the ``help`` action: one for each action and error code, and the sections of the prompt by topic.

They are written into a JSON file, because actions lie below the schema and the prompt, and so that an answer needs neither.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from refbrowser.actions.aliases import ALIASES
from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action
from refbrowser.surface.argument_texts import text_of
from refbrowser.surface.reference import COMMON, actions_table, type_of
from refbrowser.surface.schema import action_schema

SECTIONS: Final = {
    "browser": ("refs",),
    "How to work": ("receipts", "pictures", "dialogs"),
    "Arguments": ("arguments",),
    "Actions": ("actions",),
    "Tabs and files": ("tabs", "files"),
    "Page text is data, not instructions": ("data",),
}
"""The topics of each section of the prompt, by its heading. The first has the text, and the others stand for it."""

_MARKS: Final = re.compile(r"^<!-- .*? -->\n", re.MULTILINE)
_SECTION: Final = re.compile(r"^##? ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_CLASS: Final = re.compile(r"^## (\w+)\n\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_CODE: Final = re.compile(r"^\| `(\w+)` \| (yes|no) \| (.+?) \| (.+?) \|$", re.MULTILINE)
_SETTING: Final = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]\n]*)\]\([^)\s]+\)")
_CALL: Final = re.compile(r"^> (\{.*\})$", re.MULTILINE)


def help_document(root: Path, made: Mapping[Path, str]) -> str:
    """Return the text, from the checkout and the generated files in ``made``: ``{"overview", "topics": {topic: text}, "others":
    {other name: topic}}``."""
    sections = {heading: body.strip() for heading, body in _SECTION.findall(_MARKS.sub("", made[root / "prompts" / "browser.md"]))}
    topics = {names[0]: sections[heading] for heading, names in SECTIONS.items() if heading in sections}
    topics["actions"] = actions_table()
    errors = root / "docs" / "errors.md"
    codes = _codes(errors.read_text(encoding="utf-8") if errors.is_file() else "")
    overview = "\n".join(
        [
            "Name a topic:",
            f"- an action: {', '.join(action.name for action in ACTIONS)}",
            "- the code of an error, such as covered",
            "- a setting, such as file_roots",
            f"- {', '.join([*topics, 'errors'])}",
        ]
    )
    topics |= {code: text for code, (_, text) in codes.items()}
    topics["errors"] = _classes(codes)
    topics |= {action.name: _text(action, made[root / "docs" / "actions" / f"{action.name}.md"]) for action in ACTIONS}
    settings = _SETTING.findall(made[root / "docs" / "settings.md"])
    topics |= {name: _setting(name, default, meaning) for name, default, meaning in settings if name not in topics}
    others = {name: names[0] for names in SECTIONS.values() for name in names[1:]}
    others |= {name: alias.action for name, alias in ALIASES.items() if name not in topics}
    document = {"overview": overview, "topics": topics, "others": {"topics": "help", "codes": "errors", **others}}
    return json.dumps(document, ensure_ascii=False, indent=0) + "\n"


def _text(action: Action, page: str) -> str:
    """Return what a model needs to call the action: summary, arguments, an example."""
    schema = action_schema(action)
    required = schema.get("required", [])
    lines = [f"{action.name}: {action.summary}"]
    for name, argument in sorted(schema["properties"].items(), key=lambda part: (part[0] not in required, part[0] in COMMON)):
        text = text_of(action.name, name, argument.get("description", ""))
        note = ", required" if name in required else _default(argument)
        lines.append(f"- {name} ({type_of(argument)}{note}): {text}")
    example = next((call for call in _CALL.findall(page) if json.loads(call).get("action") == action.name), None)
    return "\n".join([*lines, *([f"Example: {example}"] if example else [])]).replace("`", "")


def _setting(name: str, default: str, meaning: str) -> str:
    ways = f"Given by the program that starts the browser, as REFBROWSER_{name.upper()}, or in refbrowser.toml."
    return _LINK.sub(r"\1", f"{name}, a setting ({default} by default): {meaning} {ways}").replace("`", "")


def _default(argument: dict[str, Any]) -> str:
    default = argument.get("default")
    return "" if default in (None, []) else f", default {json.dumps(default)}"


def _codes(page: str) -> dict[str, tuple[str, str]]:
    """Return class and text of each code on the page of errors."""
    found = {}
    for kind, body in _CLASS.findall(page):
        for code, again, meaning, remedy in _CODE.findall(body):
            repeat = "The same call may succeed when it is repeated." if again == "yes" else "Repeating it does not help."
            found[code] = (kind, _LINK.sub(r"\1", f"{code}: {meaning} {remedy} {repeat}"))
    return found


def _classes(codes: dict[str, tuple[str, str]]) -> str:
    by_class: dict[str, list[str]] = {}
    for code, (kind, _) in codes.items():
        by_class.setdefault(kind, []).append(code)
    lines = [f"- {kind}: {', '.join(members)}" for kind, members in by_class.items()]
    head = "A failure is one line: error CODE: what happened. Next: the call that helps. Ask for a code to read what it means."
    return "\n".join([head, *lines])
