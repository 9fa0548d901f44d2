"""The list of promises and the tests agree, in both directions."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.requirements import BY_SYSTEM, OTHERWISE, Otherwise, Requirement

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
REQUIREMENTS = [requirement for requirements in BY_SYSTEM.values() for requirement in requirements]


@cache
def functions_of(path: Path) -> frozenset[str]:
    """The names of the test functions that pytest collects from the file."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    functions = (node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in functions if name.startswith("test_"))


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda requirement: str(requirement.id))
def test_a_promise_is_a_sentence_with_a_test(requirement: Requirement) -> None:
    assert requirement.tests
    assert requirement.promise.endswith(".")


@pytest.mark.parametrize("otherwise", OTHERWISE, ids=lambda otherwise: str(otherwise.promise)[:40])
def test_what_is_kept_otherwise_is_said_in_the_documentation(otherwise: Otherwise) -> None:
    assert otherwise.system in BY_SYSTEM
    assert otherwise.promise.endswith(".")
    assert otherwise.words in (DOCS / otherwise.page).read_text(encoding="utf-8")


def test_the_table_for_those_who_come_from_another_tool_has_no_row_of_no_promise() -> None:
    table = (DOCS / "which-mode.md").read_text(encoding="utf-8").partition("## Coming from another tool")[2]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    named = [row for row in rows if any(otherwise.words in row for otherwise in OTHERWISE)]
    # What comes without an error page is a promise that is kept.
    assert [row for row in rows if row not in named] == [row for row in rows if "error page answers every selector" in row]


@pytest.mark.parametrize(
    "requirement",
    [*REQUIREMENTS, *OTHERWISE],
    ids=lambda requirement: str(requirement.id if isinstance(requirement, Requirement) else requirement.promise[:40]),
)
def test_the_tests_that_a_promise_names_exist(requirement: Requirement | Otherwise) -> None:
    for node in requirement.tests:
        file, _, name = node.partition("::")
        assert (HERE / file).is_file(), f"there is no file {file}"
        assert name.startswith("test_"), node
        assert any(test.startswith(name) for test in functions_of(HERE / file)), f"there is no test {node}"


def test_ids_are_unique_and_name_their_system() -> None:
    counts = Counter(requirement.id for requirement in REQUIREMENTS)
    assert [twice for twice, count in counts.items() if count > 1] == []
    for requirements in BY_SYSTEM.values():
        stems = {requirement.id.rpartition("-")[0] for requirement in requirements}
        numbers = [int(requirement.id.rpartition("-")[2]) for requirement in requirements]
        assert len(stems) == 1
        assert numbers == list(range(1, len(numbers) + 1))


def test_no_test_of_the_calls_of_other_systems_is_without_its_promise() -> None:
    named = {node.partition("::")[2] for requirement in REQUIREMENTS for node in requirement.tests}
    unnamed = {
        test
        for test in functions_of(HERE / "browser" / "test_foreign_calls.py")
        if not any(test.startswith(name) for name in named)
    }
    assert unnamed == set()
