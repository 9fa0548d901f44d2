"""The commands and actions in ``refbrowser --help``, and the scripts with which shells complete commands and their arguments."""

import argparse
import textwrap
from itertools import groupby
from typing import Any, Final

from refbrowser.adapters.commands.calling import common
from refbrowser.adapters.commands.short_names import SHORT_NAMES
from refbrowser.adapters.commands.words import EVERYWHERE, add_arguments, spoken, vocabulary

SHELLS: Final = ("bash", "zsh", "fish")

COMMANDS: Final = {
    "server": ("serve", "stop", "ps", "chats", "settings", "cluster", "doctor", "install-browser"),
    "hosts": ("mcp", "agent-zero", "schema", "prompt", "delegate", "completion"),
    "people": ("view", "approvals", "pause", "resume", "step", "policy", "demo"),
    "records": ("journal", "replay", "run", "profiles"),
    "one call": ("do",),
}
"""The commands that are no actions, by what they are for."""

_INTRODUCTION: Final = (
    "Every action is a command. Calls go to the local server, which the first call starts. `refbrowser help commands`\n"
    "and `help actions` say what each does, `refbrowser NAME --help` lists its arguments.\n"
    f"{EVERYWHERE}"
)
_WIDTH: Final = 120


def overview() -> str:
    """Return all commands as lines of text: a line for the commands and the actions of each group, and the short names."""
    forms = vocabulary()["actions"]
    lines = [_INTRODUCTION, "", "commands:", *(f"{group + ':':<12}{' '.join(names)}" for group, names in COMMANDS.items())]
    lines += ["", "actions:"]
    for group, members in groupby(forms, key=lambda name: forms[name]["group"]):
        lines.append(f"{group + ':':<12}{' '.join(map(spoken, members))}")
    short = ", ".join(f"{name}={' '.join(words)}" for name, words in SHORT_NAMES.items())
    return "\n".join([*lines, "", *textwrap.wrap(f"short names: {short}", _WIDTH, break_on_hyphens=False)])


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
