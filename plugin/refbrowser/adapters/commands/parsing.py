"""Argparse's parser with the nearest name in its complaint, and the forms that a command line may have."""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final, NoReturn

from refbrowser.terminal import write

_UNKNOWN: Final = re.compile(r"unrecognized arguments: (--[\w-]+)")


class Formatter(argparse.HelpFormatter):
    """Argparse's formatter, which is made for each option. Without a width, it imports shutil and with that three compressors."""

    def __init__(self, prog: str, **options: Any) -> None:
        super().__init__(prog, **{"width": _columns() - 2, **options})


class Parser(argparse.ArgumentParser):
    """A parser whose error about an unknown option names the nearest one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": Formatter, **options})
        self._intermixed = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse, and with options before the last of several words, which argparse takes for missing there."""
        words = [action for action in self._actions if not action.option_strings]
        alternatives = [action for group in self._mutually_exclusive_groups for action in group._group_actions]
        if self._intermixed or len(words) < 2 or words[-1].nargs != "?" or words[-1] in alternatives:
            return super().parse_known_args(args, namespace)
        self._intermixed = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._intermixed = False

    def _print_message(self, message: str, file: Any = None) -> None:
        if message:
            write(message, sys.stderr if file is None else file)

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with 2."""
        unknown = _UNKNOWN.search(message)
        super().error(message + (meant(unknown[1], _options(self)) if unknown else ""))


def meant(word: str, names: Iterable[str]) -> str:
    """Return ``; did you mean …?`` with the name that is closest to ``word``; an empty text if none is close."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(names), n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _options(below)


def _columns() -> int:
    """Return the terminal's width, as shutil does."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ is not None else 1).columns or 80
    except (OSError, ValueError):
        return 80
