"""When a queue is let be: while a document loads its parts, and not for ever."""

import pytest

from refbrowser.browser.throttle.traffic import Allowance, Traffic


@pytest.mark.parametrize(
    ("loading", "others", "arriving", "loads"),
    [(300, 0, False, True), (300, 40, False, True), (1, 0, False, True), (0, 0, True, True), (0, 0, False, False), (3, 400, True, False), (0, 1, True, False)],
)  # fmt: skip
def test_most_of_what_comes_tells_a_load_from_a_flood(loading: int, others: int, arriving: bool, loads: bool) -> None:
    before = Traffic(50, 70, arriving=False)
    assert Traffic(50 + loading, 70 + others, arriving=arriving).is_loading_since(before) is loads


def test_what_loads_without_end_is_let_be_for_a_while_only() -> None:
    seen, unseen = Allowance(), Allowance()
    moments = [
        sum(1 for _ in range(1000) if allowance.spend(0.1, unseen=hidden)) for allowance, hidden in ((seen, False), (unseen, True))
    ]
    assert moments[1] < moments[0] < 300
