"""The keys that move a slider."""

from itertools import groupby

import pytest

from refbrowser.browser.input.sliders import MOST_KEYS, shortest_way


@pytest.mark.parametrize(
    ("now", "wanted", "scale", "keys"),
    [
        (50, 47, (0, 100, 1), [("ArrowDown", 3)]),
        (50, 100, (0, 100, 1), [("End", 1)]),
        (50, 2, (0, 100, 1), [("Home", 1), ("ArrowUp", 2)]),
        (0, 900, (0, 1000, 1), [("End", 1), ("PageDown", 1)]),
        (500, 690, (0, 1000, 5), [("PageUp", 2), ("ArrowDown", 2)]),
        (0.5, 0.75, (-1, 1, 0.25), [("ArrowUp", 1)]),
        (3, 3, (0, 10, 1), []),
    ],
)
def test_the_way_is_the_shortest(now: float, wanted: float, scale: tuple[float, float, float], keys: list[tuple[str, int]]) -> None:
    way = shortest_way(now, wanted, *scale)
    assert way is not None
    assert [(key, len(list(run))) for key, run in groupby(way)] == keys


def test_a_way_that_is_too_long_is_not_begun() -> None:
    assert shortest_way(0, 4_321_000_000, 0, 1e12, 1) is None
    assert len(shortest_way(0, 75, 0, 1500, 1) or ()) <= MOST_KEYS


def test_a_slider_without_steps_has_no_way() -> None:
    with pytest.raises(ZeroDivisionError):
        shortest_way(0, 1, 0, 0, 0)
