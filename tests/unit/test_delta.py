"""What changed between two captures."""

import random
import time

import pytest

from refbrowser.content.delta import MOST_CHARACTERS, MOST_LINES, capped, delta
from refbrowser.content.marks import plain_text
from refbrowser.content.removed import is_remade
from refbrowser.content.unanswered import newly_unanswered, with_unanswered_frames_of


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [([], [], []), (["a"], ["a"], []), ([], ["a"], ["+ a"]), (["a"], [], ["- a"]), (["a", "c"], ["a", "b", "c"], ["+ b"]), (["a", "b", "c"], ["a", "c"], ["- b"]),
     (["a"], ["b"], ["- a", "+ b"]), (["x", "a", "y"], ["x", "b", "y"], ["- a", "+ b"]),
     (["\x04button 1] Old"], ["\x04button 1] New"], ["~ [button 1] New"]), (["\x04button 1] A"], ["\x04button 2] A"], ["- [button 1] A", "+ [button 2] A"]),
     (["\x04checkbox 9] R"], ["\x04\x059\x06checked \x07checkbox 9] R"], ["~ [checked checkbox 9] R"]), (["  a"], ["  a", "  b"], ["+ b"]), (["a"], ["a", ""], []),
     (["a", "a", "a"], ["a", "a"], ["- a"]), (["a"], ["- a"], ["~ a is a list item now"]), (["- a", "- b"], ["a", "- b"], ["~ a is no list item now"]),
     (["- a", "- b"], ["- a", "  - b"], ["~ b is indented more now"]), (["  - b"], ["- b"], ["~ b is indented less now"]), (["a"], ["- b"], ["- a", "+ b"]),
     (["\x04link 1] A b"], ["- \x04link 1] A b"], ["~ [link 1] A b is a list item now"]),
     (["a", "a"], ["- a", "b"], ["- a", "~ a is a list item now", "+ b"]), (["a"], ["a "], ["- a", "+ a"])],
)  # fmt: skip
def test_lines_are_new_gone_or_changed(before: list[str], after: list[str], changes: list[str]) -> None:
    assert delta(before, after) == changes


def test_where_the_focus_is_does_not_count() -> None:
    focused = "\x050\x06focused \x07"
    assert delta(["\x04button 1] A", f"\x04{focused}input text 2] B"], [f"\x04{focused}button 1] A", "\x04input text 2] B"]) == []
    assert delta([f"\x04invalid {focused}checkbox 1] A"], ["\x04invalid checkbox 1] A"]) == []
    assert delta(["focused words"], ["words"]) == ["- focused words", "+ words"]


def test_states_and_values_of_known_refs_do_not_count() -> None:
    before = ["\x04input text 1] A", "\x04checkbox 2] B", "\x04select 3] options=\x053\x06*\x07a | b"]
    after = [
        '\x04input text 1] A \x051\x06value="x"\x07',
        "\x04\x052\x06checked \x07checkbox 2] B",
        "\x04select 3] options=a | \x053\x06*\x07b",
    ]
    assert delta(before, after, {1, 2, 3}) == []
    assert delta(before, after, {2}) == ['~ [input text 1] A value="x"', "~ [select 3] options=a | *b"]


def test_a_changed_line_reads_as_it_is_now_with_the_states_of_known_refs_and_without_the_focus() -> None:
    before = ["\x04checkbox 1] Row not selected", "\x04input text 2] Name 0 letters", "  \x04button 3] Old"]
    after = [
        "\x04\x050\x06focused \x07\x051\x06checked \x07checkbox 1] Row selected",
        '\x04input text 2] Name \x052\x06value="Bob"\x07 3 letters',
        "  \x04\x053\x06pressed \x07button 3] Old",
    ]
    assert delta(before, after, {1, 2, 3}) == ["~ [checked checkbox 1] Row selected", '~ [input text 2] Name value="Bob" 3 letters']


def test_text_that_reads_like_a_state_or_a_value_is_text() -> None:
    before, after = '\x04input text 1] A and value="1"', '\x04input text 1] A and value="2"'
    assert delta([before], [after], {1}) == ['~ [input text 1] A and value="2"']
    assert delta(["\x04checkbox 2] B is checked now"], ["\x04checkbox 2] B is now"], {2}) == ["~ [checkbox 2] B is now"]
    assert delta(["[12] A"], ["[12] B"]) == ["- [12] A", "+ [12] B"]


def test_what_a_dialog_blocks_is_one_line() -> None:
    free = [f"\x04button {number}] B" for number in range(1, 9)]
    blocked = [f"\x04blocked button {number}] B" for number in range(1, 9)]
    assert delta(free, [*blocked, "Sure? \x04button 9] Yes"]) == [
        "~ Sure? [button 9] Yes covers the page: 8 controls are blocked now",
        "+ Sure? [button 9] Yes",
    ]
    assert (
        delta([*free, "\x04link 10] Help"], [*blocked, "\x04link 10] Help", "\x04button 9] START"])[0]
        == "~ 8 controls are blocked now"
    )
    partly = [*blocked[:2], *free[2:]]
    assert delta(partly, [*blocked, "\x04button 9] START"])[0] == "~ [button 9] START covers the page: 6 controls are blocked now"
    assert delta([*blocked, "Sure? \x04button 9] Yes"], free) == ["~ 8 controls are no longer blocked", "- Sure? [button 9] Yes"]
    assert delta(free[:2], blocked[:2]) == ["~ [blocked button 1] B", "~ [blocked button 2] B"]
    changed = ["\x04blocked \x051\x06checked \x07button 1] Other", *blocked[1:]]
    assert delta(free, changed) == ["~ 8 controls are blocked now", "~ [blocked checked button 1] Other"]
    assert delta(["\x04blocked button 1] blocked x"], ["\x04blocked button 1] y"]) == ["~ [blocked button 1] y"]
    together = ["\x04link 1] A \x04blocked \x052\x06checked \x07box 2] B \x04blocked x 3] C \x04blocked x 4] D \x04blocked x 5] E"]
    assert delta(["\x04link 1] A \x04\x052\x06checked \x07box 2] B \x04x 3] C \x04x 4] D \x04x 5] E"], together) == [
        "~ 4 controls are blocked now"
    ]


def test_a_small_change_in_a_large_page_is_a_small_delta() -> None:
    before = [f"row {number} of many" for number in range(20_000)]
    after = [*before[:5000], "new row", *before[5000:15_000], *before[15_001:]]
    assert delta(before, after) == ["+ new row", "- row 15000 of many"]


@pytest.mark.parametrize("text", ["row {} of many", "the same row"])
def test_many_lines_that_become_items_are_compared_in_a_moment(text: str) -> None:
    before = [text.format(number) for number in range(20_000)]
    begun = time.monotonic()
    assert len(delta(before, [f"- {line}" for line in before])) == len(before)
    assert time.monotonic() - begun < 4  # 0.2 on a machine that does nothing else; compared each with each, 6


def test_large_blocks_are_compared_in_reasonable_time() -> None:
    numbers = random.Random(7)
    before = [f"line {numbers.randrange(500)}" for _ in range(5000)]
    after = [f"line {numbers.randrange(500)}" for _ in range(5000)]
    assert delta(before, after)


def test_changes_put_together_what_the_page_became() -> None:
    numbers = random.Random(3)
    for _ in range(200):
        before = [f"l{numbers.randrange(8)}" for _ in range(numbers.randrange(12))]
        after = [f"l{numbers.randrange(8)}" for _ in range(numbers.randrange(12))]
        changes = delta(before, after)
        gone = [line[2:] for line in changes if line.startswith("- ")]
        new = [line[2:] for line in changes if line.startswith("+ ")]
        assert sorted([*before, *new]) == sorted([*after, *gone])


def test_few_changes_are_shown_whole() -> None:
    assert capped(["+ a", "- b"]) == ("+ a\n- b", True)
    assert capped([]) == ("", True)


def test_many_or_long_changes_are_capped_with_a_note() -> None:
    text, whole = capped([f"+ line {number}" for number in range(50)])
    assert not whole
    assert len(text.splitlines()) == MOST_LINES + 1
    assert f"{50 - MOST_LINES} more changed lines" in text.splitlines()[-1]
    text, whole = capped(["+ " + "x" * 299] * 8)
    assert not whole
    assert len(text) < MOST_CHARACTERS + 200
    text, whole = capped(["+ " + "x" * 1000])
    assert not whole
    assert text.endswith("…")


def toolbar(*states: str) -> str:
    return " | ".join(
        f"\x04{states[number] if number < len(states) else ''}button {number + 1}] Number {number}" for number in range(40)
    )


def test_of_a_line_of_many_controls_those_that_changed_are_shown() -> None:
    before = toolbar()
    assert delta([before], [before.replace("\x04button 38]", "\x04disabled button 38]")]) == ["~ [disabled button 38] Number 37"]
    assert delta([before], [before.replace("Number 37", "Saved")]) == ["~ [button 38] Saved"]
    assert delta([before], [before.replace("\x04button 38] Number 37 | ", "")]) == ["- [button 38] Number 37"]
    assert delta([before], [before + " | \x04button 99] New"]) == ["+ [button 99] New"]
    assert delta(
        [before], [before.replace("\x04button 38]", "\x04\x0538\x06pressed \x07button 38]").replace("Number 37", "Held")], {38}
    ) == ["~ [pressed button 38] Held"]


def test_of_a_changed_line_nothing_but_the_changed_controls_is_shown() -> None:
    before = toolbar()
    assert delta([before], [before.replace("Number 0", "First", 1)]) == ["~ [button 1] First"]
    field = "Date \x04input text 1] {} City \x04input text 2] \x04button 3] Book"
    assert delta([field.format("")], [field.format('value="5"')]) == ['~ Date [input text 1] value="5" City']
    post = "\x04link 1] Ann \x04{}button 2] Like {} \x04button 3] Reply \x04button 4] Share{}"
    liked = post.format("pressed ", "1", " \x04button 5] Undo")
    assert delta([post.format("", "0", "")], [liked]) == ["~ [pressed button 2] Like 1", "+ [button 5] Undo"]
    assert delta([liked], [post.format("", "1", "")]) == ["~ [button 2] Like 1", "- [button 5] Undo"]
    days = " | ".join(f"\x04button {number}] {number}" for number in range(1, 8))
    later = days.replace("] 2", "] 30").replace("] 3 ", "] 31 ").replace("] 6", "] 9")
    assert delta([days], [later]) == ["~ [button 2] 30 | [button 3] 31 … [button 6] 9"]
    assert delta(["\x04link 1] A \x04link 2] B \x04link 3] C"], ["\x04link 2] B \x04link 3] C"]) == ["- [link 1] A"]
    assert delta(["\x04link 1] A \x04link 2] B"], ["\x04link 1] A", "\x04link 2] B"]) == []
    swapped = delta(["\x04link 1] A \x04link 2] B \x04link 3] C"], ["\x04link 1] A \x04link 3] C \x04link 2] B"])
    assert swapped in (["moved [link 3] C before [link 2] B"], ["moved [link 2] B to the end of its line"])
    assert delta([], ["- \x04link 1] A", "|-|-|", "-|-"]) == ["+ [link 1] A"]


def test_the_place_of_a_control_among_those_alike_does_not_count() -> None:
    def icons(*numbers: int) -> list[str]:
        count = len(numbers)
        return [f"\x04clickable {number}] (x, \x05000\x06{place + 1} of {count}\x07)" for place, number in enumerate(numbers)]

    assert delta(icons(1, 2, 3), icons(1, 2, 3, 4)) == ["+ [clickable 4] (x, 4 of 4)"]
    assert delta(icons(1, 2, 3), icons(1, 3)) == ["- [clickable 2] (x, 2 of 3)"]
    assert delta([" ".join(icons(1, 2, 3))], [" ".join(icons(2, 3))]) == ["- [clickable 1] (x, 1 of 3)"]


def test_lines_with_controls_that_are_gone_together_are_one_line() -> None:
    month = ["\x04button 1] Prev \x04button 2] Next", "May", *(f"\x04link {day}] {day}" for day in range(3, 34))]
    assert delta(["Top", *month], ["Top"]) == ["- [button 1] Prev [button 2] Next (33 lines with 33 controls)"]
    assert delta(["\x04link 1] A", "\x04link 2] B"], []) == ["- [link 1] A", "- [link 2] B"]
    assert delta(["a", "b", "c"], []) == ["- a", "- b", "- c"]
    remade = delta([f"\x04link {day}] {day}" for day in range(1, 9)], [f"\x04link {day + 20}] {day}" for day in range(1, 9)])
    assert remade[0] == "- [link 1] 1 (8 lines made anew)"
    assert is_remade("\n".join(remade))
    assert not is_remade("\n".join([*remade, "+ more"]))
    assert is_remade("- [button 1] A\n+ [button 2] A")
    assert not is_remade("- [button 1] A\n+ [button 2] B")


def test_of_all_changes_new_controls_are_shown_first_and_what_is_left_out_is_counted() -> None:
    days = [f"+ [gridcell {day}] Choose Sunday, April {day}th, 2024" for day in range(1, 36)]
    text, whole = capped(["- old"] * 3 + ["+ text " + "x" * 250] * 9 + days)
    assert all(day in text for day in days)
    assert not whole
    assert text.splitlines()[-1].startswith("… not whole: ")
    week = "+ " + " | ".join(day[2:] for day in days)
    assert capped([week], 4) == (week, True)
    text, whole = capped([f"+ [link {number}] {'name ' * 12}" for number in range(100)], 4)
    assert not whole
    assert (
        text.splitlines()[-1]
        == '… not whole: 56 more changed lines with 56 controls: content with mode changes shows them: {"action": "content", "browser_id": 4, "mode": "changes"}'
    )


def test_a_long_text_is_shown_where_it_changed() -> None:
    words = [f"word{number}" for number in range(200)]
    before = " ".join(words)
    words[150] = "changed"
    gone, come = delta([before], [" ".join(words)])
    assert gone.startswith("- … word14")
    assert "word150" in gone[:120]
    assert come.startswith("+ … word14")
    assert "changed" in come[:120]
    assert "changed" in capped([gone, come])[0]


def test_a_long_text_behind_one_control_is_shown_where_it_changed() -> None:
    before = "\x04button 1] " + "W" * 1000
    assert delta([before], [before + "end"]) == [f"~ [button 1] … {'W' * 60}end"]
    assert delta([f"\x04button 1] Go {before}"], [f"\x04button 1] Go {before}x \x04link 2] New"])[-1] == "+ [link 2] New"
    assert delta([before], ["\x04button 1] V" + "W" * 2000])[0].startswith("~ [button 1] V")


def test_random_long_texts_come_to_an_end() -> None:
    chance = random.Random(9)
    pieces = ["\x04button 1] ", "\x04link 2] ", "W" * 400, "V" * 301, "word " * 90, " | ", "x", "\x051\x06 checked\x07", ""]
    for _ in range(3000):
        old, new = ("".join(chance.choices(pieces, k=chance.randint(1, 6))) for _ in range(2))
        changes = delta([old], [new])
        assert bool(changes) == (plain_text(old).split() != plain_text(new).split()), (old, new, changes)


def test_random_long_lines_lose_no_change() -> None:
    chance = random.Random(7)
    for _ in range(300):
        old = [f"\x04button {number}] {chance.choice(['a', 'bb', 'c c'])}" for number in range(1, 80)]
        new = [part if chance.random() > 0.05 else f"{part}!" for part in old if chance.random() > 0.02]
        said = " ".join(delta([" ".join(old)], [" ".join(new)]))
        late = [part for part in new if part not in old and " ".join(new).index(part) > 320]
        assert all(part.replace("\x04", "[") in said for part in late)


BUSY = "  [frame 3] Pay (did not answer)"
PAY = ["  [frame 3] Pay", "    \x04field 4] Card", "      deeper"]


def test_frames_that_did_not_answer_are_as_they_were_last() -> None:
    around = ["Top", *PAY, "[frame 30] Pay", "End"]
    assert with_unanswered_frames_of(["Top", BUSY, "End"], around) == ("Top", *PAY, "End")
    assert with_unanswered_frames_of(["Top", BUSY], ["Top", "End"]) == ("Top", BUSY)
    assert with_unanswered_frames_of(around, ["Top", BUSY]) == tuple(around)
    assert newly_unanswered(["Top", BUSY, "[frame 9] (did not answer)"], around) == ["[frame 3]"]
    assert newly_unanswered(["Top", BUSY], ["Top", BUSY]) == newly_unanswered(around, around) == []


def test_a_line_that_stands_elsewhere_now_has_moved() -> None:
    items = [f"- \x04button {number}] Item {number}" for number in range(1, 6)]
    ahead = [items[0], items[3], items[1], items[2], items[4]]
    assert delta(items, ahead) == ["moved [button 4] Item 4 before [button 2] Item 2"]
    assert delta(items, [*items[1:], items[0]]) == ["moved [button 1] Item 1 to the end"]
    assert not any("moved" in line for line in delta(["Same words", "Other"], ["Other", "Same words"]))


def test_an_image_that_is_made_anew_is_the_one_before() -> None:
    def image(number: int, name: str = "") -> str:
        return f"\x04image {number}]\x050000\x06\x07{name}"

    def photo(number: int) -> str:
        return image(number, " Photo")

    assert delta(["a", photo(1), image(2), image(3)], ["b", photo(4), image(5), image(6)]) == ["- a", "+ b"]
    assert delta([photo(1), photo(2)], [photo(5), photo(6), photo(7)]) == ["+ [image 7] Photo"]
    assert delta([photo(1), photo(2)], [photo(2)]) == ["- [image 1] Photo"]
    assert delta([photo(1)], [photo(1), photo(9)]) == ["+ [image 9] Photo"]
    assert delta([photo(1)], [image(3, " Other")]) == ["- [image 1] Photo", "+ [image 3] Other"]
    # What can be pressed is new, and the image on its line with it.
    assert delta([photo(1) + " \x04button 2] Buy"], [photo(3) + " \x04button 4] Buy"]) == [
        "- [image 1] Photo [button 2] Buy",
        "+ [image 3] Photo [button 4] Buy",
    ]
