"""Argparse's parser with the nearest name in its complaint, and the forms that a command line may have."""

import argparse
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final, NoReturn

_UNKNOWN: Final = re.compile(r"unrecognized arguments: (--[\w-]+)")


class Parser(argparse.ArgumentParser):
    """A parser whose error about an unknown option names the nearest one."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with 2."""
        unknown = _UNKNOWN.search(message)
        super().error(message + (meant(unknown[1], _options(self)) if unknown else ""))


def meant(word: str, names: Iterable[str]) -> str:
    """Return ``; did you mean …?`` with the name that is closest to ``word``; an empty text if none is close."""
    near = get_close_matches(word, list(names), n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _options(below)
