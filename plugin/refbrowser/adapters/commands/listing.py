"""The actions in ``refbrowser --help``, and the scripts with which shells complete commands and their arguments."""

import argparse
import textwrap
from itertools import groupby
from typing import Any, Final

from refbrowser.adapters.commands.calling import common
from refbrowser.adapters.commands.short_names import SHORT_NAMES
from refbrowser.adapters.commands.words import EVERYWHERE, add_arguments, spoken, vocabulary

SHELLS: Final = ("bash", "zsh", "fish")

_INTRODUCTION: Final = (
    "Every action is also a command. Calls go to the local server, which the first call starts. `refbrowser help actions`\n"
    f"says what each does, `refbrowser ACTION --help` lists its arguments.\n{EVERYWHERE}"
)
_WIDTH: Final = 120


def overview() -> str:
    """Return the catalog as lines of text: a line for the actions of each group, and the short names."""
    forms = vocabulary()["actions"]
    lines = [_INTRODUCTION, ""]
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
