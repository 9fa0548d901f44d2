"""Captures of a scrolled page become one text."""

from collections.abc import Sequence

from refbrowser.content.collected import Collected


def line(text: str, top: int, node: int, *rest: int) -> str:
    return f"\x11{','.join(str(number) for number in (top, 0, node, *(rest or (0,))))}\x12{text}"


def texts(*views: Sequence[str]) -> list[str]:
    collected = Collected()
    for view in views:
        collected.add(view)
    return collected.shown()[0]


def test_lines_with_the_same_text_are_told_apart_by_their_places() -> None:
    first = [line("The same", top, node) for node, top in enumerate((0, 40, 80))]
    then = [line("The same", top, node) for node, top in enumerate((80, 120, 160))]
    assert texts(first, then) == ["The same"] * 5


def test_what_is_laid_out_anew_is_the_same() -> None:
    first = [line("Title", 0, 1), line("One", 40, 2), line("Same", 80, 3), line("Same", 120, 4)]
    moved = [line("Title", 0, 1), line("A picture", 40, 5), line("One", 340, 2), line("Same", 380, 3), line("Same", 420, 4)]
    assert texts(first, moved) == ["Title", "A picture", "One", "Same", "Same"]


def test_what_comes_above_is_put_above() -> None:
    first = [line("Title", 0, 1), line("Three", 40, 2), line("Four", 80, 3)]
    grown = [line("Title", 0, 1), line("One", 40, 4), line("Two", 80, 5), line("Three", 120, 2)]
    assert texts(first, grown) == ["Title", "One", "Two", "Three", "Four"]


def test_a_sign_of_loading_is_replaced_and_takes_the_place_of_nothing() -> None:
    loading = [line("One", 0, 1), line("Loading", 40, 2), line("Loading", 80, 3)]
    loaded = [line("One", 0, 1), line("Two", 40, 4), line("Three", 80, 5)]
    assert texts(loading, loaded) == ["One", "Two", "Three"]
    assert texts(loaded, loading) == ["One", "Loading", "Two", "Loading", "Three"]


def test_items_placed_one_by_one_are_in_the_order_of_their_places() -> None:
    first = [line("One", 0, 1, 0, 9, 0, 0), line("Two", 40, 2, 0, 9, 40, 0)]
    then = [line("Three", 80, 1, 0, 9, 80, 0), line("Two", 40, 2, 0, 9, 40, 0)]
    assert texts(first, then) == ["One", "Two", "Three"]


def test_lines_that_are_gone_have_no_numbers() -> None:
    collected = Collected()
    collected.add([line("\x04checked checkbox 7] One", 0, 1), line("[frame 8] Two", 40, 2)])
    collected.add([line("\x04checkbox 7] Three", 80, 1)])
    assert collected.shown() == (["[checked checkbox] One", "[frame] Two", "[checkbox 7] Three"], 2)
