"""What an agent reads of an answer holds all that it has to know, also beside the state of a tab."""

from typing import Any

import pytest

from refbrowser.surface.render import render

STATE = {"browser_id": 1, "context_id": "c", "url": "https://a.example/", "title": "A", "active": True, "dialogs": []}
LINE = "Tab 1*: A · https://a.example/"
NOTE = {"because": "the browser ended", "browser_ids": [1, 2], "lost": ["refs", "scroll positions"]}
SAID = "(Restored, because the browser ended: tabs 1, 2. Lost: refs, scroll positions.)"


@pytest.mark.parametrize(
    ("result", "lines"),
    [
        (STATE, [LINE]),
        ({**STATE, "restored": NOTE}, [SAID, LINE]),
        ({**STATE, "by_person": {"presses": 1}, "frame_tree": {}}, [LINE, 'by_person: {"presses": 1}']),
        ({**STATE, "remarks": [{"comment": "too dear"}]}, [LINE, 'remarks: [{"comment": "too dear"}]']),
        ({"browsers": [STATE], "last_interacted_browser_id": 1, "restored": NOTE}, [SAID, LINE]),
        ({"browsers": [STATE], "last_interacted_browser_id": 1, "turned_away": 9}, [LINE, "turned_away: 9"]),
        ({"browsers": [], "last_interacted_browser_id": None}, ["No tab is open."]),
        ({"result": 2, "state": STATE, "restored": NOTE}, [SAID, "result: 2", LINE]),
    ],
)
def test_what_comes_beside_a_state_is_read_too(result: dict[str, Any], lines: list[str]) -> None:
    assert render({"ok": True, "result": result}).splitlines() == lines
