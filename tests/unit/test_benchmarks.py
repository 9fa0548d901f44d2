"""The benchmarks' arithmetic and pages; that they measure the right thing is seen in their report."""

from collections.abc import Sequence
from html.parser import HTMLParser

import pytest

from benchmarks.pages import BUTTONS, SIZES, page
from benchmarks.sampling import Goal, Row, interleaved, p95, ratio


class Tags(HTMLParser):
    """Collects the names of all elements and their ids."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.ids: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.ids.extend(value for name, value in attrs if name == "id")


class Contestant:
    def __init__(self, name: str) -> None:
        self.name = name


@pytest.mark.parametrize("size", SIZES)
def test_a_page_has_the_elements_that_it_is_named_after(size: int) -> None:
    tags = Tags()
    tags.feed(page(size))
    assert len(tags.names) == size
    assert [name for name in tags.ids if name and name.startswith("press-")] == [f"press-{number}" for number in range(BUTTONS)]


async def test_the_order_alternates_and_the_first_round_is_dropped() -> None:
    calls: list[tuple[str, int]] = []

    async def measure(contestant: Contestant, number: int) -> int:
        calls.append((contestant.name, number))
        return number

    results = await interleaved(3, [Contestant("a"), Contestant("b")], measure)
    assert results == {"a": [1, 2, 3], "b": [1, 2, 3]}
    assert calls == [("b", 0), ("a", 0), ("a", 1), ("b", 1), ("b", 2), ("a", 2), ("a", 3), ("b", 3)]


def test_a_round_that_was_slow_for_both_does_not_move_the_ratio() -> None:
    assert ratio({"own": [1.0, 50.0, 2.0], "other": [2.0, 100.0, 4.0]}, "own", "other") == 0.5


def test_p95_is_a_value_that_occurred() -> None:
    assert p95([float(number) for number in range(1, 101)]) == 95.0
    assert p95([7.0]) == 7.0


@pytest.mark.parametrize(
    ("goal", "met"),
    [
        (None, None),
        (Goal(ratio=0.5), True),
        (Goal(ratio=0.49), False),
        (Goal(ratio=0.5, p95_ratio=0.4), False),
        (Goal(absolute=1.0), True),
        (Goal(absolute=0.9), False),
    ],
)
def test_a_goal_is_met_when_every_part_of_it_is(goal: Goal | None, met: bool | None) -> None:
    assert Row("metric", {"refbrowser": [1.0, 1.0], "playwright": [2.0, 2.0]}, goal=goal).met is met
