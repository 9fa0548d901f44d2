"""The actions in ``refbrowser --help``, and the scripts with which shells complete commands and their arguments."""

import argparse
from itertools import groupby
from typing import Any, Final

from refbrowser.adapters.commands.calling import common
from refbrowser.adapters.commands.short_names import SHORT_NAMES
from refbrowser.adapters.commands.words import EVERYWHERE, add_arguments, spoken, vocabulary

SHELLS: Final = ("bash", "zsh", "fish")

_INTRODUCTION: Final = (
    "Every action is also a command. Calls go to the local server, which the first call starts.\n"
    f"`refbrowser ACTION --help` lists an action's arguments.\n{EVERYWHERE}"
)
_WIDTH: Final = 34
"""Column at which an action's summary begins."""


def overview() -> str:
    """The catalog as lines of text: a line for each action under the name of its group."""
    lines = [_INTRODUCTION]
    forms = vocabulary()["actions"]
    for group, members in groupby(forms, key=lambda name: forms[name]["group"]):
        lines += ["", f"{group}:"]
        lines += [_line(name, forms[name]) for name in members]
    lines += ["", "short names:"]
    lines += [f"  {name:<{_WIDTH - 2}}{' '.join(words)}" for name, words in SHORT_NAMES.items()]
    return "\n".join(lines)


def completion(shell: str, parser: argparse.ArgumentParser, commands: Any) -> str:
    """The script that ``shell`` sources to complete ``refbrowser``: commands, actions, options and choices.

    ``commands`` are the subcommands of ``parser``; the actions are added to them. Raises ``extra_missing`` without shtab.
    """
    from refbrowser.extras import require

    require("server", "Completion of shells", "shtab")
    import shtab

    shared = common()
    for name, form in vocabulary()["actions"].items():
        add_arguments(commands.add_parser(spoken(name), help=form["summary"], parents=[shared]), form)
    return str(shtab.complete(parser, shell=shell))


def _line(name: str, form: dict[str, Any]) -> str:
    words = [
        argument["name"] if argument.get("required") else f"[{argument['name']}]"
        for argument in form["arguments"]
        if argument.get("word")
    ]
    usage = " ".join([spoken(name), *words])
    return f"  {usage:<{_WIDTH - 2}}{form['summary']}"
