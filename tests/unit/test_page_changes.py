"""What changed on a page in two runs of one call: the same to a person, or not."""

from typing import Any

import pytest

from refbrowser.replay.comparing import differences
from refbrowser.replay.page_changes import Moving, difference


def compared(before: str, now: str, moving: str = "", renamed: dict[str, str] | None = None) -> str | None:
    learned = Moving()
    learned.learn({"earlier_changes": moving})
    return difference({"changes": before}, {"changes": now}, learned, renamed or {})


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("+ [button 7] Undo\n- 3 items", "+ [button 12] Undo\n- 3 items"),
        ("+ Saved at 14:05", "+ Saved at 9:41:30 pm"),
        ("+ Order A-1001 of 2026-11-24", "+ Order A-1002 of 2027-01-02"),
        ("+ Arrives Nov 24, 2026 or 25 November", "+ Arrives Jan 3, 2027 or 4 January"),
        ("+ Posted 3 minutes ago", "+ Posted just now"),
        ("+ id 3f2a91c4-77aa", "+ id 99887766-1234"),
        ("+ one\n+ two", "+ two\n+ one"),
        ("+ a\n+ b\n… 9 more changed lines: content with mode changes shows them", "+ a\n+ b\n+ c"),
    ],
)
def test_changes_unrelated_to_the_call_are_left_out(before: str, now: str) -> None:
    assert compared(before, now) is None


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ("+ In the cart: 1", "+ In the cart: 0", "changes: “+ In the cart: 1” did not change so and “+ In the cart: 0” did, and had not"),
        ("+ Saved", "", "changes: “+ Saved” did not change so"),
        ("", "+ Sorry\n+ Try later\n+ Code 7", "changes: “+ Sorry”, “+ Try later” and 1 more did, and had not"),
        ("+ [button 7] Undo", "+ [link 7] Undo", "changes: “+ [button] Undo” did not change so and “+ [link] Undo” did, and had not"),
        ("+ Total $49", "- Total $49", "changes: “+ Total $49” did not change so and “- Total $49” did, and had not"),
    ],
)  # fmt: skip
def test_what_a_person_would_see_is_a_difference(before: str, now: str, said: str) -> None:
    assert compared(before, now) == said


def test_lines_that_change_by_themselves_are_left_out_whatever_they_count() -> None:
    assert compared("+ Added\n~ 12 people are looking", "+ Added\n~ 9 people are looking", "~ 11 people are looking") is None
    assert compared("+ Added\n~ 12 people are looking", "+ Added\n~ 9 people are looking") is not None


def test_a_reworded_label_is_the_same_line() -> None:
    assert compared("~ [pressed button 3] Like", "~ [pressed button 3] Favourite", renamed={"Like": "Favourite"}) is None


def test_another_document_is_compared_elsewhere() -> None:
    navigated: dict[str, Any] = {"navigation": {"to": "/x"}, "changes": "+ all new"}
    assert difference(navigated, {"changes": ""}, Moving(), {}) is None


def test_a_title_that_has_a_reworded_label_is_the_same() -> None:
    def answered(title: str) -> dict[str, Any]:
        return {
            "ok": True,
            "result": {"context_id": "c", "url": "http://a/", "title": title, "http_status": 200, "viewport": {}, "loading": False},
        }

    renamed = {"Arc lamp": "Arc floor lamp"}
    assert differences(answered("Arc lamp · Shop"), answered("Arc floor lamp · Shop"), {}, renamed) == []
    assert differences(answered("Arc lamp · Shop"), answered("Desk lamp · Shop"), {}, renamed) == [
        "the title is 'Desk lamp · Shop', was 'Arc lamp · Shop'"
    ]
