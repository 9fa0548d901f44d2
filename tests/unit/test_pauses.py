"""A call that asks for time has it: the default deadline begins after it, and a client waits for the answer that much longer."""

from pathlib import Path
from typing import Any

import pytest

from refbrowser.adapters.client import PATIENCE_S, LocalServer
from refbrowser.service.calls.dispatcher import deadline_of
from refbrowser.service.calls.validation import read_call

DEFAULT_MS = 15_000


@pytest.mark.parametrize(
    ("call", "total_ms"),
    [
        ({"action": "wait", "time_ms": 20_000}, 35_000),
        ({"action": "wait", "duration": 20}, 35_000),
        ({"action": "sleep", "ms": 60_000}, 75_000),
        ({"action": "wait", "text": "a", "time_ms": 20_000}, 35_000),
        ({"action": "wait", "time_ms": 20_000, "timeout_ms": 500}, 500),
        ({"action": "wait", "text": "a"}, DEFAULT_MS),
        ({"action": "list"}, DEFAULT_MS),
    ],
    ids=str,
)
def test_the_default_deadline_begins_after_the_time_that_a_call_asks_for(call: dict[str, Any], total_ms: int) -> None:
    assert deadline_of(read_call(call)[1], DEFAULT_MS).total_ms == total_ms


def test_a_client_waits_longer_than_any_deadline_of_its_call(tmp_path: Path) -> None:
    patience_s = LocalServer(str(tmp_path)).patience_s
    pause = {"action": "wait", "time_ms": 600_000}
    assert patience_s(pause) > 615 + PATIENCE_S
    assert patience_s({"action": "multi", "calls": [pause, pause, {"action": "list"}]}) > 1245 + PATIENCE_S
    # By the names of other tools a pause is a minute at most.
    assert patience_s({"action": "wait", "duration": 60}) > 75
