"""Actions as words of the command line: ``click 6``, ``type 8 hello``.

They are written into a JSON file, so that the command line does not load the catalog.
"""

import json
import re
from typing import Any, Final

from refbrowser import errors
from refbrowser.actions.arguments import ElementArguments, TargetArguments
from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action
from refbrowser.actions.uses import declared
from refbrowser.surface.schema import action_schema

EXIT_CODES: Final = {
    "CallError": 2,
    "TargetError": 3,
    "ActionabilityError": 4,
    "StateError": 5,
    "NavigationError": 6,
    "ScriptError": 7,
    "PolicyError": 8,
    "FileError": 9,
    "BrowserFailure": 10,
    "LaunchFailed": 10,
    "TimeoutExceeded": 11,
    "SkippedCall": 12,
    "ServerError": 13,
    "DelegationError": 14,
    "InstallationError": 16,
    "ExpectationFailed": 15,
    "ProfileError": 17,
    "CheckpointError": 18,
    "FlowError": 19,
}
"""Exit codes of the command line by error class; 1 for any other failure."""

_FIRST_WORDS: Final = ("value", "key", "text", "url", "path", "topic")
"""Positional arguments: the element, required arguments, and the first of these that the action takes.

An action that takes none of them has the tab as its positional argument: ``close 2``."""

_TREE: Final = re.compile(r"^ +[├└│]─? +([A-Z]\w+)? +([a-z_]+(?: · [a-z_]+)*)$", re.MULTILINE)


def error_codes() -> list[tuple[str, str]]:
    """Return class and code of every error, read from the tree in the docstring of ``refbrowser.errors``."""
    found: list[tuple[str, str]] = []
    kind = ""
    for name, codes in _TREE.findall(errors.__doc__ or ""):
        kind = name or kind
        found += [(kind, code) for code in codes.split(" · ")]
    return found


def short_forms() -> str:
    """Return the text: ``{"actions": {name: {summary, group, reads, arguments: [{name, type, …}]}}, "exit_codes": {code: n}}``."""
    document = {
        "actions": {action.name: _form(action) for action in ACTIONS},
        "exit_codes": {code: EXIT_CODES.get(kind, 1) for kind, code in error_codes()},
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=False).replace('},"', '},\n"') + "\n"


def shell_usage(action: Action) -> str:
    """The action as the words of a shell: ``type [ref] text``."""
    words = [argument for argument in _form(action)["arguments"] if argument.get("word")]
    shown = [word["name"] if word.get("required") else f"[{word['name']}]" for word in words]
    return " ".join([action.name.replace("_", "-"), *shown])


def _form(action: Action) -> dict[str, Any]:
    schema = action_schema(action)
    properties, required = schema.get("properties", {}), schema.get("required", [])
    words = [name for name in properties if name in required]
    if "ref" in properties and "ref" not in words and issubclass(action.arguments, ElementArguments | TargetArguments):
        words.insert(0, "ref")
    words += next(([name] for name in _FIRST_WORDS if name in properties and name not in words), [])
    if not words and "browser_id" in properties:
        words = ["browser_id"]
    names = [*words, *(name for name in properties if name not in words)]
    files = {argument.name for argument in declared(action.arguments) if argument.use is not None and argument.use.kind == "file"}
    return {
        "summary": action.summary,
        "group": action.group,
        **({"reads": True} if action.only_reads else {}),
        "arguments": [
            _argument(name, properties[name], required=name in required, word=name in words)
            | ({"file": True} if name in files else {})
            for name in names
        ],
    }


def _argument(name: str, schema: dict[str, Any], *, required: bool, word: bool) -> dict[str, Any]:
    kind = schema.get("type")
    argument: dict[str, Any] = {
        "name": name,
        "type": kind if kind in ("string", "integer", "number", "boolean", "array") else "any",
    }
    if kind == "array":
        argument["items"] = schema.get("items", {}).get("type", "any")
    if required:
        argument["required"] = True
    if word:
        argument["word"] = True
    if "enum" in schema:
        argument["choices"] = schema["enum"]
    if says := schema.get("description"):
        argument["says"] = says
    return argument
