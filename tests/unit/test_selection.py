"""Which rows of a long table the usual run takes."""

import pytest

from tests.selection import spread


@pytest.mark.parametrize(
    ("of", "most", "places"),
    [(0, 2, set()), (1, 2, {0}), (3, 5, {0, 1, 2}), (9, 1, {0}), (9, 2, {0, 8}), (9, 3, {0, 4, 8}), (100, 4, {0, 33, 66, 99})],
)
def test_rows_are_spread_over_the_table(of: int, most: int, places: set[int]) -> None:
    assert spread(of, most) == places


@pytest.mark.parametrize("most", range(1, 40))
def test_as_many_as_asked_for(most: int) -> None:
    assert len(spread(40, most)) == most
