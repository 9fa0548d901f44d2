"""A tab's history as it is remembered: where its tab is now, and what of it can be made again."""

import pytest

from refbrowser.browser.session.history import MOST_BACK, MOST_FORWARD, HistoryEntries

A, B, C, D = (f"https://{name}.example/" for name in "abcd")


@pytest.mark.parametrize(
    ("history", "url", "now"),
    [
        (HistoryEntries((A, B, C), 1), B, HistoryEntries((A, B, C), 1)),
        (HistoryEntries((A, B, C), 1), A, HistoryEntries((A, B, C), 0)),
        (HistoryEntries((A, B, C), 1), C, HistoryEntries((A, B, C), 2)),
        (HistoryEntries((A, B, C), 1), D, HistoryEntries((A, B, D), 2)),
        (HistoryEntries((), -1), A, HistoryEntries((A,), 0)),
    ],
)
def test_a_tab_that_moved_since_it_was_looked_at_is_a_step_further(history: HistoryEntries, url: str, now: HistoryEntries) -> None:
    assert history.at(url) == now


@pytest.mark.parametrize(
    ("history", "walkable"),
    [
        (HistoryEntries(("about:blank", A, B), 2), HistoryEntries((A, B), 1)),
        (HistoryEntries((A, "data:,x", B, "blob:https://a.example/1", C), 2), HistoryEntries((A, B, C), 1)),
        (HistoryEntries((A, A, B, B, B, C, C), 3), HistoryEntries((A, B, C), 1)),
        (HistoryEntries((A, "about:blank"), 1), None),
        (HistoryEntries(("about:blank",), 0), None),
    ],
)
def test_only_pages_of_the_web_are_visited_again_and_each_once_in_a_row(
    history: HistoryEntries, walkable: HistoryEntries | None
) -> None:
    assert history.walkable() == walkable


def test_of_a_long_history_the_nearest_entries_stay() -> None:
    urls = tuple(f"https://a.example/{number}" for number in range(100))
    near = HistoryEntries(urls, 50).walkable()
    assert near is not None
    assert near.urls == urls[50 - MOST_BACK : 50 + MOST_FORWARD + 1]
    assert near.urls[near.index] == urls[50]
