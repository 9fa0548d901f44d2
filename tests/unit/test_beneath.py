"""Controls in frames that something of a document around them lies over."""

from refbrowser.browser.snapshot.beneath import PressPoint, blocked_in, divided


def test_points_are_divided_by_what_the_document_around_finds() -> None:
    first, second, third = (PressPoint(number, "button", (number, number)) for number in (1, 2, 3))
    covered, free = divided([first, second, third], [(11.0, 21.0, 1), (12.0, 22.0, 0), None])
    assert covered == [PressPoint(1, "button", (11, 21))]
    assert free == [PressPoint(2, "button", (12, 22))]


def test_the_controls_that_are_covered_are_marked_once_behind_their_states() -> None:
    lines = [
        "\x04button 1] Go (button 2) \x04\x052\x06checked \x07input text 2] Name",
        "\x04disabled blocked link 12] button 1]",
        "",
    ]
    covered = [PressPoint(1, "button", (0, 0)), PressPoint(2, "input text", (0, 0)), PressPoint(12, "link", (0, 0))]
    assert blocked_in(lines, covered) == [
        "\x04blocked button 1] Go (button 2) \x04\x052\x06checked \x07blocked input text 2] Name",
        "\x04disabled blocked link 12] button 1]",
        "",
    ]
    assert blocked_in(lines, []) == lines
