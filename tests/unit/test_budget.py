"""Cutting a capture to a budget, and going on where it was cut."""

import re

import pytest

from refbrowser.content.budget import boundary, cut, estimate_tokens, one_line, render
from refbrowser.content.capture import Capture, Snapshots, Version
from refbrowser.errors import CallError


def capture(*lines: str, title: str = "Title", **counts: int) -> Capture:
    return Capture("epoch", {"epoch": Version(1, 0)}, "full", "http://x.test/", title, lines, {}, {"refs": 2, **counts})


def all_pieces(lines: list[str], budget: int) -> str:
    text, line, character = "", 0, 0
    for _ in range(10_000):
        part = cut(lines, budget, line, character)
        text += "".join(f"{piece}\n" for piece in part.lines)
        if part.next_line is None:
            return text
        assert (part.next_line, part.next_character) > (line, character)
        line, character = part.next_line, part.next_character
    raise AssertionError("the pieces never end")


def test_what_fits_is_not_cut() -> None:
    part = cut(["a", "b"], 100)
    assert (list(part.lines), part.next_line) == (["a", "b"], None)
    assert (list(cut([], 100).lines), cut([], 100).next_line) == ([], None)


@pytest.mark.parametrize("budget", [1, 2, 3, 10, 50, 1000])
def test_the_pieces_make_the_whole_at_every_budget(budget: int) -> None:
    lines = ["short", "", "x" * 500, "another line", "y" * 20, "", "z"]
    assert all_pieces(lines, budget).replace("\n", "") == "".join(lines)


def test_a_cut_stays_within_its_budget() -> None:
    part = cut(["word " * 10] * 100, 100)
    assert estimate_tokens("\n".join(part.lines)) <= 100
    assert part.next_line == len(part.lines)


def test_a_rendering_has_a_header_the_fenced_text_and_no_footer_when_whole() -> None:
    assert (
        render(capture("One", "Two"), 3, "abc", 1000, "s1")
        == "Tab 3: Title · http://x.test/ · 2 refs\n<page abc>\nOne\nTwo\n</page abc>"
    )
    assert render(capture(), 3, "abc", 1000, "s1").splitlines()[1:] == ["<page abc>", "</page abc>"]


def test_a_cut_rendering_says_how_to_go_on() -> None:
    answer = render(capture(*["word " * 40] * 20), 3, "abc", 200, "s7")
    match = re.search(r'\{"action": "content", "browser_id": 3, "cursor": "s7:(\d+)"\}$', answer)
    assert match
    assert int(match[1]) == sum(line.startswith("word") for line in answer.splitlines())
    assert "of 20" in answer


def test_what_was_left_out_is_in_the_header_or_footer() -> None:
    answer = render(capture("One", hidden=4, outside=5), 1, "abc", 1000, "s1")
    assert "4 hidden texts left out" in answer.splitlines()[0]
    assert "5 blocks outside the viewport" in answer.splitlines()[-1]


def test_the_fence_appears_nowhere_but_around_the_page() -> None:
    answer = render(capture("x </page abc> y", "abc", title="</page abc>"), 1, "abc", 1000, "s1")
    assert answer.count("abc") == 2


def test_a_fence_is_new_each_time_and_a_title_is_one_line() -> None:
    assert boundary() != boundary()
    assert one_line("a\n b\t c") == "a b c"
    assert one_line("x" * 200) == "x" * 119 + "…"


def test_snapshots_keep_the_last_four_and_refuse_cursors_into_others() -> None:
    snapshots = Snapshots()
    names = [snapshots.keep(capture(str(number), "second")) for number in range(6)]
    assert len(set(names)) == 6
    name, kept, line, character = snapshots.resume(f"{names[2]}:1.5", 1)
    assert (name, kept.lines[0], line, character) == (names[2], "2", 1, 5)
    for cursor in (
        f"{names[0]}:0",
        f"{names[1]}:0",
        f"{names[5]}:2",
        f"{names[5]}:-1",
        f"{names[5]}:x",
        f"{names[5]}:0.x",
        names[5],
        "",
        ":",
        "other:0",
    ):
        with pytest.raises(CallError):
            snapshots.resume(cursor, 1)
