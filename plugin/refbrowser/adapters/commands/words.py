"""``refbrowser click 6`` and its kind: an action's words read as a call, without loading the catalog."""

import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

_FILE = os.path.join(os.path.dirname(__file__), "actions.json")
_SHARED = ("--json", "--chat", "--profile")
_BOOLEANS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


_COMMON = frozenset({"chat", "profile", "json", "timeout_ms", "browser_id", "observe", "wait_for_hidden", "wait_for_hidden_ms"})

EVERYWHERE = (
    "Every call also takes --chat NAME (its own tabs, cookies and files), --profile NAME, --json and --timeout-ms; calls on a tab\n"
    "take --browser-id, and those that act --observe changes, content or none, and --wait-for-hidden SELECTOR."
)


def vocabulary() -> dict[str, Any]:
    """``{"actions": {name: form}, "exit_codes": {code: number}}``, generated from the catalog."""
    with open(_FILE, encoding="utf-8") as file:
        return dict(json.load(file))


def exit_code(code: str) -> int:
    """What the program exits with when a call failed with ``code``."""
    return int(vocabulary()["exit_codes"].get(code, 1))


def parser_of(name: str, form: dict[str, Any], parents: "list[argparse.ArgumentParser]") -> "argparse.ArgumentParser":
    """The parser of one action's words."""
    from argparse import SUPPRESS

    from refbrowser.adapters.commands.parsing import Parser

    parser = Parser(prog=f"refbrowser {spoken(name)}", description=form["summary"], parents=parents)
    add_arguments(parser, form)
    common = [option for option in parser._actions if option.dest in _COMMON and option.option_strings]
    for option in common:
        option.help = SUPPRESS
    parser.epilog = f"As of every call: {' '.join(option.option_strings[-1] for option in common)} (see refbrowser --help)"
    return parser


def shared_first(words: list[str]) -> list[str]:
    """Return the words of a call with ``--json``, ``--chat`` and ``--profile`` first: anywhere else they would part the words that
    belong together."""
    first, rest = [], []
    index = 0
    while index < len(words) and words[index] != "--":
        name, has_value, _ = words[index].partition("=")
        count = 0 if name not in _SHARED else 1 if has_value or name == "--json" else 2
        if count:
            first += words[index : index + count]
        else:
            rest.append(words[index])
        index += max(count, 1)
    return [*first, *rest, *words[index:]]


def spoken(action: str) -> str:
    """The action's name as the shell takes it: ``double-click``."""
    return action.replace("_", "-")


def add_arguments(parser: "argparse.ArgumentParser", form: dict[str, Any]) -> None:
    """Adds the action's arguments to ``parser``."""
    for argument in form["arguments"]:
        if argument.get("word"):
            _add_word(parser, argument)
        else:
            _add_option(parser, argument)


def named_words(form: dict[str, Any], words: list[str]) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """Return what is given as an option and stands without one in ``usage`` (``--path x``), by name, with the form and the words
    without it."""
    types = {"--" + each["name"].replace("_", "-"): each for each in form["arguments"] if each.get("word")}
    given: dict[str, Any] = {}
    rest: list[str] = []
    index = 0
    while index < len(words) and words[index] != "--":
        option, has_value, value = words[index].partition("=")
        index += 1
        if option not in types or not (has_value or index < len(words)):
            rest.append(words[index - 1])
            continue
        if not has_value:
            value = words[index]
            index += 1
        argument = types[option]
        many = argument["type"] == "array"
        read = _reader(argument["type"])(value)
        given[argument["name"]] = [*given.get(argument["name"], []), value] if many and not isinstance(read, list) else read
    others = [each for each in form["arguments"] if each["name"] not in given]
    return given, {**form, "arguments": others}, [*rest, *words[index:]]


def call_of(name: str, form: dict[str, Any], options: "argparse.Namespace") -> dict[str, Any]:
    """The call; arguments that were not given are left out."""
    given = {argument["name"]: _listed(getattr(options, argument["name"])) for argument in form["arguments"]}
    words = [argument["name"] for argument in form["arguments"] if argument.get("word")]
    if words[:1] == ["ref"] and len(words) > 1 and given.get("selector") is not None and given[words[1]] is None:
        # Where a selector names the element, the first word is the next argument.
        given["ref"], given[words[1]] = None, given["ref"]
    return {"action": name, **{key: value for key, value in given.items() if value not in (None, [])}}


def _listed(value: Any) -> Any:
    """Return the list that the one word of a list is as JSON text, else the value."""
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str) and value[0].startswith("["):
        written = _reader("array")(value[0])
        return written if isinstance(written, list) else value
    return value


def _add_word(parser: "argparse.ArgumentParser", argument: dict[str, Any]) -> None:
    required = argument.get("required", False)
    many = argument["type"] == "array" and argument.get("items") == "string"
    parser.add_argument(
        argument["name"],
        nargs=("+" if required else "*") if many else None if required else "?",
        type=_reader("string" if many else argument["type"]),
        choices=argument.get("choices"),
        help=argument.get("says"),
    )


def _add_option(parser: "argparse.ArgumentParser", argument: dict[str, Any]) -> None:
    name = argument["name"]
    option = "--" + name.replace("_", "-")
    if argument["type"] == "boolean":
        parser.add_argument(
            option, dest=name, nargs="?", const=True, type=_reader("boolean"), metavar="BOOLEAN", help=argument.get("says")
        )
    elif argument["type"] == "array" and argument.get("items") == "string":
        parser.add_argument(option, dest=name, action="append", metavar=name.upper(), help=argument.get("says"))
    else:
        parser.add_argument(
            option,
            dest=name,
            type=_reader(argument["type"]),
            choices=argument.get("choices"),
            metavar=None if argument.get("choices") else name.upper(),
            help=argument.get("says"),
        )


def _reader(kind: str) -> Any:
    """Return the function that parses a word. A word that it cannot parse stays text: the server's error about it is better."""

    def read(word: str) -> Any:
        if kind == "string":
            return word
        if kind == "boolean":
            return _BOOLEANS.get(word.lower(), word)
        try:
            return json.loads(word)
        except ValueError:
            return word

    return read
