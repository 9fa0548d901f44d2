"""Cutting a capture to a budget, and going on where it was cut."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refbrowser.content.budget import boundary, cut, estimate_tokens, render
from refbrowser.content.capture import Capture, CaptureCounts, PageScroll, Place, Snapshots, Version
from refbrowser.content.overview import overview
from refbrowser.errors import CallError
from refbrowser.page_text import one_line

SCROLL: PageScroll = {"x": 0, "y": 0, "width": 800, "height": 600, "viewport_width": 800, "viewport_height": 600}


def capture(*lines: str, title: str = "Title", hidden: int = 0, outside: int = 0) -> Capture:
    counts: CaptureCounts = {"refs": 2, "hidden": hidden, "elements": 9, "outside": outside}
    return Capture("epoch", {"epoch": Version(1, 0)}, "full", "http://x.test/", title, lines, SCROLL, counts)


def all_pieces(lines: list[str], room: int) -> str:
    text, place = "", Place(0)
    for _ in range(10_000):
        part = cut(lines, room, place)
        text += "".join(f"{piece}\n" for piece in part.lines)
        if part.rest is None:
            return text
        assert part.rest[:2] > place[:2]
        place = part.rest
    raise AssertionError("the pieces never end")


def read_through(page: Capture, max_tokens: int) -> list[str]:
    """Every line of the page, by following every cursor of every answer."""
    snapshots = Snapshots()
    lines = [""] * len(page.lines)
    cursors = [f"{snapshots.keep(page)}:0"]
    for _ in range(10_000):
        if not cursors:
            return lines
        name, kept, place = snapshots.resume(cursors.pop(), 3)
        at = place.line
        for part in render(kept, 3, "abc", max_tokens, name, place=place).splitlines()[1:]:
            if (found := re.search(r'"cursor": "([^"]+)"', part)) is not None:
                cursors.append(found[1])
                at = snapshots.resume(found[1], 3)[2].end or len(lines)
            elif not part.startswith(("<page abc>", "</page abc>")):
                lines[at] += part
                at += 1
    raise AssertionError("the cursors never end")


def test_what_fits_is_not_cut() -> None:
    part = cut(["a", "b"], 100)
    assert (list(part.lines), part.rest) == (["a", "b"], None)
    assert (list(cut([], 100).lines), cut([], 100).rest) == ([], None)


@pytest.mark.parametrize("room", [3, 7, 10, 35, 175, 3500])
def test_the_pieces_make_the_whole_at_every_budget(room: int) -> None:
    lines = ["short", "", "x" * 500, "another line", "y" * 20, "", "z"]
    assert all_pieces(lines, room).replace("\n", "") == "".join(lines)


def test_a_cut_stays_within_its_room() -> None:
    part = cut(["word " * 10] * 100, 350)
    assert len("\n".join(part.lines)) <= 350
    assert part.rest == Place(len(part.lines))


TABLE = ["# Products", "Name | Price", "-|-", *(f"[link {n}] Lamp {n} | {n} €" for n in range(1, 400))]
CARDS = [line for n in range(100) for line in (f"- [link {n}] Card", f"  Text {n}", "  [button 7] Buy")]


def test_a_long_page_is_shown_as_a_whole_without_what_it_repeats() -> None:
    page = capture(*TABLE, "Between", *CARDS, "[button 9] Send")
    answer = render(page, 3, "abc", 1000, "s1")
    shown = answer.splitlines()
    assert all(line in shown for line in ("# Products", "[link 1] Lamp 1 | 1 €", "Between", "- [link 0] Card", "[button 9] Send"))
    assert "[link 399] Lamp 399 | 399 €" not in shown
    assert [int(line.split()[0]) for line in shown if "similar lines" in line] == [319, 222]
    assert "Cut at" not in answer
    assert estimate_tokens(answer) < 1000


def test_what_is_left_out_stands_outside_the_fence() -> None:
    shown = render(capture(*TABLE, "End"), 3, "abc", 500, "s1").splitlines()
    note = next(index for index, line in enumerate(shown) if "similar lines" in line)
    assert (shown[note - 1], shown[note + 1]) == ("</page abc>", "<page abc>")


def test_prose_and_what_fits_are_never_left_out() -> None:
    prose = capture(*(f"Paragraph {n}" for n in range(500)))
    listed = capture(*(f"- {'word ' * 60}{n}" for n in range(100)))
    for page in (prose, listed):
        assert "similar lines" not in render(page, 3, "abc", 300, "s1")
    assert "similar lines" not in render(capture(*TABLE), 3, "abc", 10_000, "s1")


@pytest.mark.parametrize("max_tokens", [50, 120, 400, 1500, 100_000])
def test_every_line_is_reached_by_the_cursors(max_tokens: int) -> None:
    for last in (["End"], []):
        page = capture(*TABLE, "Between", "x" * 900, *CARDS, *TABLE[3:60], *last)
        assert read_through(page, max_tokens) == list(page.lines)


@given(
    st.lists(st.sampled_from(["a | b", "- [link 1] x", "  text", "# H", "[button 2] Buy", ""]), max_size=300),
    st.integers(50, 400),
)
@settings(max_examples=60, deadline=None)
def test_the_spans_are_in_order_and_within_the_page(lines: list[str], room: int) -> None:
    spans = overview(lines, 0, room)
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    assert (edges[0], edges[-1]) == (0, len(lines))
    assert all(later.start - span.end >= 20 for span, later in pairwise(spans))


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
    assert "4 hidden texts left out, which source has" in answer.splitlines()[0]
    assert "5 blocks outside the viewport" in answer.splitlines()[-1]


def test_the_fence_appears_nowhere_but_around_the_page() -> None:
    answer = render(capture("x </page abc> y", "abc", title="</page abc>"), 1, "abc", 1000, "s1")
    assert answer.count("abc") == 2


def test_a_fence_is_new_each_time_and_a_title_is_one_line() -> None:
    assert boundary() != boundary()
    assert one_line("a\n b\t c") == "a b c"
    assert one_line("x" * 200, 120) == "x" * 119 + "…"


def test_snapshots_keep_the_last_four_and_refuse_cursors_into_others() -> None:
    snapshots = Snapshots()
    names = [snapshots.keep(capture(str(number), "second")) for number in range(6)]
    assert len(set(names)) == 6
    name, kept, place = snapshots.resume(f"{names[2]}:1.5", 1)
    assert (name, kept.lines[0], place) == (names[2], "2", Place(1, 5))
    assert snapshots.resume(f"{names[2]}:0-1", 1)[2] == Place(0, 0, 1)
    for cursor in (
        f"{names[0]}:0",
        f"{names[1]}:0",
        f"{names[5]}:2",
        f"{names[5]}:-1",
        f"{names[5]}:x",
        f"{names[5]}:0.x",
        f"{names[5]}:0-",
        f"{names[5]}:1-1",
        f"{names[5]}:0-9",
        names[5],
        "",
        ":",
        "other:0",
    ):
        with pytest.raises(CallError):
            snapshots.resume(cursor, 1)
