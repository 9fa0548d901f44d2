"""Which rows of a long table the usual run takes."""

import pytest

from tests.selection import spread, what_is_wrong_with


@pytest.mark.parametrize(
    ("of", "most", "places"),
    [(0, 2, set()), (1, 2, {0}), (3, 5, {0, 1, 2}), (9, 1, {0}), (9, 2, {0, 8}), (9, 3, {0, 4, 8}), (100, 4, {0, 33, 66, 99})],
)
def test_rows_are_spread_over_the_table(of: int, most: int, places: set[int]) -> None:
    assert spread(of, most) == places


@pytest.mark.parametrize("most", range(1, 40))
def test_as_many_as_asked_for(most: int) -> None:
    assert len(spread(40, most)) == most


@pytest.mark.parametrize(
    ("named", "flaw"),
    [
        ("unit/test_selection.py::test_as_many_as_asked_for", None),
        ("unit/test_gone.py::test_as_many_as_asked_for", "which is no file below tests/"),
        ("unit/test_selection.py::test_as_many_as", "which is no test of that file"),
        ("policy/test_time_of_check.py::test_what_was_not_approved_is_not_done", "which is no test of that file"),
        ("policy/test_injections.py::test_what_leaves", "which is long itself"),
    ],
)
def test_a_long_test_names_one_that_the_usual_run_has(named: str, flaw: str | None) -> None:
    assert what_is_wrong_with(named) == flaw
