"""The benchmarks' arithmetic and pages; that they measure the right thing is seen in their report."""

import asyncio
from collections.abc import Sequence
from html.parser import HTMLParser
from itertools import count

import pytest

from benchmarks import machine
from benchmarks.pages import BUTTONS, SIZES, moving, page
from benchmarks.peers.agent_browser import AgentBrowser
from benchmarks.peers.baselines import bracketed
from benchmarks.peers.browser_use import BrowserUse
from benchmarks.peers.goals import Verdict, growth, paired
from benchmarks.peers.lineup import Lineup
from benchmarks.peers.peer import shared, words
from benchmarks.peers.playwright_mcp import PlaywrightMcp
from benchmarks.peers.reading import Comparison
from benchmarks.report import document, renewed, replaced
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


@pytest.mark.rows(2)
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


def test_a_moving_page_is_the_same_page_with_a_script() -> None:
    still, moved = Tags(), Tags()
    still.feed(page(100))
    moved.feed(moving(page(100)))
    assert moved.names == [*still.names, "script"]


def test_refs_are_counted_by_kind_in_every_tools_own_words() -> None:
    own = '# [1] Title\n[checked checkbox 9] Keep\n[input text 8] Name value="[x]"\n[link 3] a [button 4] b\n[required invalid select 5] c'
    assert bracketed(own) == {"checkbox": 1, "textbox": 1, "link": 1, "button": 1, "combobox": 1}
    aria = '- generic [ref=e1]:\n  - link "a" [ref=e2] [cursor=pointer]:\n    - /url: /x\n  - \'button "b: c" [disabled] [ref=e3]\'\n  - text: d'
    assert PlaywrightMcp.refs(aria) == {"generic": 1, "link": 1, "button": 1}
    native = '- heading "t" [level=1, ref=e1]\n  - textbox "Name" [required, ref=e2]: v\n  - link "a" [ref=e3]\n- paragraph'
    assert AgentBrowser.refs(native) == {"heading": 1, "textbox": 1, "link": 1}
    tags = "[7]<button type=button />\n\tSave\n*[12]<input type=checkbox name=c />\n[13]<input type=text />\n[14]<div role=tab />\n[15]<a />"
    assert BrowserUse.refs(tags) == {"button": 1, "checkbox": 1, "textbox": 1, "tab": 1, "link": 1}


def test_more_refs_of_one_kind_do_not_make_up_for_those_of_another() -> None:
    assert shared(words("link link link"), words("link link button button")) == 50.0


def test_a_words_share_counts_how_often_it_occurs() -> None:
    assert shared(words("Save the file, save it"), words("save SAVE save file")) == 75.0


def test_rounds_that_a_slow_tool_missed_are_left_out_of_its_ratio() -> None:
    assert paired({"own": [1.0, 3.0, 100.0], "slow": [10.0, 10.0]}, "own", "slow") == pytest.approx(0.2)


def test_growth_in_proportion_has_the_exponent_one() -> None:
    comparison = Comparison([], ["own"], {})
    comparison.took_ms["first"]["10 000"] = {"own": [20.0]}
    assert growth(comparison, "first", "own") is None
    comparison.took_ms["first"]["50 000"] = {"own": [100.0]}
    assert growth(comparison, "first", "own") == pytest.approx(1.0)


@pytest.mark.parametrize(("verdict", "met"), [
    (Verdict("a", "b", 1.0, most=1.0), True),
    (Verdict("a", "b", 1.01, most=1.0), False),
    (Verdict("a", "b", 99.95, least=99.95), True),
    (Verdict("a", "b", 99.94, least=99.95), False),
])  # fmt: skip
def test_a_limit_itself_is_within_it(verdict: Verdict, met: bool) -> None:
    assert verdict.met is met


def test_the_section_of_one_run_replaces_that_of_the_last() -> None:
    assert replaced("# A\n\n## B\n\nold\n\n## C\n\nkept\n", "## B\n\nnew\n") == "# A\n\n## B\n\nnew\n\n## C\n\nkept\n"
    assert replaced("# A\n\n## B\n\nold\n\n### C\n", "## B\n\nnew\n") == "# A\n\n## B\n\nnew\n"
    assert replaced("# A\n", "## B\n\nnew\n") == "# A\n\n## B\n\nnew\n"


def test_a_run_of_the_own_part_alone_keeps_the_other_sections() -> None:
    anew = document([], {"rounds": "12"})
    assert renewed(f"{document([], {'rounds': '5'})}\n## Others\n\nkept\n", anew) == f"{anew}\n## Others\n\nkept\n"
    assert renewed("", anew) == anew


async def test_a_tool_that_fails_is_named_with_the_reason() -> None:
    async def fail() -> None:
        raise ExceptionGroup("several", [ValueError("first line\nsecond line"), KeyError()])

    tool = BrowserUse(None)  # type: ignore[arg-type]
    tools = Lineup([tool], {})
    assert await tools.timed(tool, "stdtypes", fail) is None
    assert tools.failed == {"browser-use": "at stdtypes: ValueError: first line"}


@pytest.mark.parametrize("worked", [[0.0, 0.0], [0.0, 1.0, 1.0, 2.0, 2.0, 2.0], [None]], ids=["rests", "comes to rest", "unsent"])
async def test_a_machine_is_waited_for_until_it_rests(monkeypatch: pytest.MonkeyPatch, worked: list[float | None]) -> None:
    readings = iter(worked)
    monkeypatch.setattr(machine, "_worked_s", lambda: next(readings, None))
    monkeypatch.setattr(machine, "REST_S", 0.01)
    monkeypatch.setattr(machine, "LONGEST_UNREST_S", 5.0 if worked[0] is not None else 0.01)
    async with asyncio.timeout(4):
        await machine.rest()
    assert next(readings, "none left") == "none left"


async def test_a_machine_that_never_rests_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    worked = count()
    monkeypatch.setattr(machine, "_worked_s", lambda: float(next(worked)))
    monkeypatch.setattr(machine, "LONGEST_UNREST_S", 0.3)
    async with asyncio.timeout(4):
        await machine.rest()
    assert next(worked) > 2
