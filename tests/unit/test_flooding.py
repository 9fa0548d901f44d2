"""When a page is reported to flood: its pauses add up and go on."""

import pytest

from refbrowser.browser.tab import flooding
from refbrowser.browser.tab.flooding import LASTS_S, LEAST_PAUSES, LEAST_S, SPAN_S, Flooding


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("pauses", "apart_s", "reported"),
    [
        (1, 0.0, False),
        (LEAST_PAUSES, SPAN_S / 6, False),
        (LEAST_PAUSES, SPAN_S / 2, True),
        (LEAST_PAUSES - 1, SPAN_S, False),
        (LEAST_PAUSES, LASTS_S + 1, False),
    ],
)
def test_pauses_that_go_on_are_reported_and_a_burst_is_not(
    pauses: int, apart_s: float, reported: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(flooding, "time", clock)
    page = Flooding()
    for _ in range(pauses):
        clock.now += apart_s
        page.paused_for(LEAST_S)
    assert (page.report is not None) is reported
