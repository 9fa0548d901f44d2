"""What counts as a difference between a recorded answer and that of its replay."""

from typing import Any

import pytest

from refbrowser.replay.comparing import differences

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
