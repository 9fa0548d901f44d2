"""What counts as a difference between a recorded answer and that of its replay."""

from typing import Any

import pytest

from refbrowser.replay.comparing import differences
from refbrowser.replay.page_changes import Moving
from refbrowser.replay.readings import reading_difference

STATE = {"context_id": "c", "url": "http://shop.example/found", "title": "Found", "http_status": 200, "loading": False}
SHOWN = {**STATE, "viewport": {"width": 1280, "height": 720}}


def answer(state: dict[str, Any]) -> dict[str, Any]:
    return {"action": "state", "ok": True, "result": state}


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        (SHOWN, SHOWN, []),
        (SHOWN, {**SHOWN, "title": "Lost"}, ["the title is 'Lost', was 'Found'"]),
        (SHOWN, {**SHOWN, "title": "", "loading": True}, []),
        ({**SHOWN, "title": "", "loading": True}, SHOWN, []),
        (SHOWN, {**STATE, "title": "", "viewport": None}, []),
        (SHOWN, {**SHOWN, "title": "", "loading": True, "http_status": 500}, ["the status is 500, was 200"]),
    ],
)
def test_a_title_counts_once_its_page_has_loaded(before: dict[str, Any], now: dict[str, Any], found: list[str]) -> None:
    assert differences(answer(before), answer(now), {}, {}) == found


@pytest.mark.parametrize(
    ("before", "after", "differs"),
    [("# Oak lamp", "# Tin lamp", True), ("# Oak lamp", "# Oak lamp, new", False), ("# Oak lamp", "## News\n# Oak lamp", False), ("Oak", "# Tin", False)],
)  # fmt: skip
def test_a_page_with_another_heading_is_another_reading(before: str, after: str, differs: bool) -> None:
    text = "\n[button 1] Add to cart\nFree delivery\nIn stock\nReturns"
    was, is_now = ({"action": "content", "ok": True, "result": heading + text} for heading in (before, after))
    assert (reading_difference(was, is_now, Moving(), {}) is not None) == differs
