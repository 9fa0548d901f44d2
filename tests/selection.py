"""Which tests a run takes: all that are named, with ``--usual`` the usual ones of them; without names the usual ones, with
``--quick`` the inner loop, with ``--all`` every test.

A test of a promise that takes long is marked ``long`` with the test that keeps the promise in the usual run:

    @pytest.mark.long("unit/test_install.py::test_when_every_way_fails_the_error_says_what_was_tried_and_what_to_run")

Of a test with many rows that take long, ``@pytest.mark.rows(6)`` leaves six in the usual run, spread evenly: the first and the last
are among them.

The inner loop is the folders that start no chat, and the first test that ``tests/requirements.py`` names for each promise.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.requirements import BY_SYSTEM

HERE = Path(__file__).parent
BY_NAME = frozenset({"hostile", "hosts", "libraries"})
"""Folders that run only where they are named, or with ``--all``: long attacks, clients of other makers, component libraries."""
WITHOUT_CHATS = frozenset({"inpage", "support", "unit"})
"""Folders whose tests are fast throughout."""


PROMISED = tuple({kept.tests[0]: None for requirements in BY_SYSTEM.values() for kept in requirements})
"""The first test of each promise: its node id below ``tests/`` begins with this."""
_FILES = frozenset(node.partition("::")[0] for node in PROMISED)


def names_paths(config: pytest.Config) -> bool:
    """Whether the command line names files, folders or tests. (A worker is always given arguments: those of its controller.)"""
    return set(config.args) != set(config.getini("testpaths"))


def is_left_out(path: Path, config: pytest.Config) -> bool:
    """Whether a run does not look into this file or folder at all."""
    if path.name in BY_NAME:
        return not config.option.all and not any(path.name in Path(argument.partition("::")[0]).parts for argument in config.args)
    if not config.option.quick or names_paths(config) or path.suffix != ".py" or not path.name.startswith("test_"):
        return False
    below = path.relative_to(HERE)
    return len(below.parts) > 1 and below.parts[0] not in WITHOUT_CHATS and below.as_posix() not in _FILES


def left_out(items: list[pytest.Item], config: pytest.Config) -> list[pytest.Item]:
    """The tests of ``items`` that a run leaves out."""
    for item in items:
        _check(item)
    if (names_paths(config) and not config.option.usual) or config.option.all:
        return []
    out = {item for item in items if item.get_closest_marker("long")} | _further_rows(items)
    if config.option.quick:
        out.update(_beyond_the_inner_loop(items))
    return [item for item in items if item in out]


def _further_rows(items: list[pytest.Item]) -> set[pytest.Item]:
    rows: dict[str, list[pytest.Item]] = {}
    most: dict[str, int] = {}
    for item in items:
        if mark := item.get_closest_marker("rows"):
            function = _node(item).partition("[")[0]
            rows.setdefault(function, []).append(item)
            most[function] = mark.args[0]
    return {
        row
        for function, those in rows.items()
        for row in those
        if row not in {those[place] for place in spread(len(those), most[function])}
    }


def spread(of: int, most: int) -> set[int]:
    """At most that many of the places 0 to ``of - 1``, evenly: the first and, from two on, the last among them."""
    if of <= most:
        return set(range(of))
    return {round(number * (of - 1) / max(1, most - 1)) for number in range(most)}


def _beyond_the_inner_loop(items: list[pytest.Item]) -> set[pytest.Item]:
    beyond, functions = set(), set()
    for item in items:
        function = _node(item).partition("[")[0]
        if function.partition("/")[0] in WITHOUT_CHATS or "/" not in function:
            continue
        # Of a test with parameters, the first ones.
        if function in functions or not function.startswith(PROMISED):
            beyond.add(item)
        functions.add(function)
    return beyond


def _node(item: pytest.Item) -> str:
    return item.nodeid.removeprefix(f"{HERE.name}/")


def _check(item: pytest.Item) -> None:
    for mark in item.iter_markers("long"):
        if len(mark.args) != 1 or "::test_" not in str(mark.args[0]):
            raise pytest.UsageError(f"{item.nodeid}: long names the one test that keeps its promise in the usual run")
        if flaw := what_is_wrong_with(mark.args[0]):
            raise pytest.UsageError(f"{item.nodeid}: long names {mark.args[0]}, {flaw}")


@cache
def what_is_wrong_with(named: str) -> str | None:
    """Why no usual run has the test that a ``long`` mark names; None if one has it."""
    file, _, function = named.partition("::")
    path = HERE / file
    if not path.is_file():
        return "which is no file below tests/"
    written = re.search(rf"^((?:@.*\n(?:[ \t)].*\n)*)*)(?:async )?def {re.escape(function)}\(", path.read_text(), re.MULTILINE)
    if written is None:
        return "which is no test of that file"
    return "which is long itself" if "pytest.mark.long(" in written[1] else None
