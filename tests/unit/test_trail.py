"""A tab's history as it is remembered: where its tab is now, and what of it can be made again."""

import pytest

from refbrowser.browser.session.history import MOST_BACK, MOST_FORWARD, Trail

A, B, C, D = (f"https://{name}.example/" for name in "abcd")


@pytest.mark.parametrize(
    ("trail", "url", "now"),
    [
        (Trail((A, B, C), 1), B, Trail((A, B, C), 1)),
        (Trail((A, B, C), 1), A, Trail((A, B, C), 0)),
        (Trail((A, B, C), 1), C, Trail((A, B, C), 2)),
        (Trail((A, B, C), 1), D, Trail((A, B, D), 2)),
        (Trail((), -1), A, Trail((A,), 0)),
    ],
)
def test_a_tab_that_moved_since_it_was_looked_at_is_a_step_further(trail: Trail, url: str, now: Trail) -> None:
    assert trail.at(url) == now


@pytest.mark.parametrize(
    ("trail", "walkable"),
    [
        (Trail(("about:blank", A, B), 2), Trail((A, B), 1)),
        (Trail((A, "data:,x", B, "blob:https://a.example/1", C), 2), Trail((A, B, C), 1)),
        (Trail((A, A, B, B, B, C, C), 3), Trail((A, B, C), 1)),
        (Trail((A, "about:blank"), 1), None),
        (Trail(("about:blank",), 0), None),
    ],
)
def test_only_pages_of_the_web_are_visited_again_and_each_once_in_a_row(trail: Trail, walkable: Trail | None) -> None:
    assert trail.walkable() == walkable


def test_of_a_long_history_the_nearest_entries_stay() -> None:
    urls = tuple(f"https://a.example/{number}" for number in range(100))
    near = Trail(urls, 50).walkable()
    assert near is not None
    assert near.urls == urls[50 - MOST_BACK : 50 + MOST_FORWARD + 1]
    assert near.urls[near.index] == urls[50]
