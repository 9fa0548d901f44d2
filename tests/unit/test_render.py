"""What an agent reads of an answer holds all that it has to know, also next to the state of a tab."""

import json
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
        (
            {"action": {"performed": "click", "downloads": ["a", "b"], "saved": [{"name": "b", "size": 3, "path": "/f/b"}]}},
            ["click", "downloads: a", "downloaded b: 3 bytes, /f/b"],
        ),
        ({"result": 2, "state": STATE, "restored": NOTE}, [SAID, "result: 2", LINE]),
    ],
)
def test_what_comes_with_a_state_is_rendered_too(result: dict[str, Any], lines: list[str]) -> None:
    assert render({"ok": True, "result": result}).splitlines() == lines


SCROLL = {"x": 0, "y": 0, "width": 1280, "height": 4761, "viewport_width": 1280, "viewport_height": 720}
LONG = "https://a.example/list?" + "&".join(f"utm_{number}=abcdefgh" for number in range(9))
SHORT = "https://a.example/list?utm_0=abcdefgh&utm_1=abcdefgh&u…"


def text(**result: Any) -> list[str]:
    return render({"ok": True, "result": result}).splitlines()


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [({}, {"y": 612}, ["scrolled 0 → 612 of 4041"]), ({"y": 612}, {"y": 0}, ["scrolled 612 → 0 of 4041"]),
     ({"y": 4041}, {"y": 4041}, ["not scrolled: at 4041 of 4041"]),
     ({"width": 3000}, {"width": 3000, "x": 300}, ["scrolled to the right 0 → 300 of 1720"]),
     ({}, {"y": 10, "x": 5, "width": 1300}, ["scrolled 0 → 10 of 4041", "scrolled to the right 0 → 5 of 20"])],
)  # fmt: skip
def test_scrolling_is_one_line(before: dict[str, int], after: dict[str, int], lines: list[str]) -> None:
    action = {"performed": "scroll", "scroll_before": {**SCROLL, **before}, "scroll_after": {**SCROLL, **after}, "scrolled": True}
    assert text(action=action, state=STATE) == ["scroll", *lines, LINE]


def test_a_page_that_comes_with_an_answer_stands_in_the_place_of_the_state() -> None:
    page = "Tab 1: A · https://a.example/ · 1 refs\n<page x>\n[button 1] Go\n</page x>"
    assert text(held="text", after_ms=4, content=page, state=STATE) == ["held: text, after 4 ms", *page.splitlines()]
    assert text(**STATE, content=page) == page.splitlines()
    assert text(action={"performed": "click", "content": page}, state=STATE) == ["click", *page.splitlines()]
    asking = {**STATE, "dialogs": [{"type": "alert", "dialog_id": "t1d1", "message": "Hi"}]}
    assert text(browser_id=1, content=page, state=asking)[-1] == "alert dialog t1d1: 'Hi'"


@pytest.mark.parametrize(
    ("url", "shown"),
    [("https://a.example/?q=desk&page=2", "https://a.example/?q=desk&page=2"), (LONG, SHORT),
     ("https://a.example/#" + "x" * 99, "https://a.example/#" + "x" * 31 + "…"), ("data:text/html," + "x" * 999, "data:text/html," + "x" * 185 + "…"),
     ("https://a.example/" + "x" * 150, "https://a.example/" + "x" * 150)],
)  # fmt: skip
def test_long_addresses_are_cut(url: str, shown: str) -> None:
    assert text(**{**STATE, "url": url}) == [f"Tab 1*: A · {shown}"]
    assert (
        text(action={"performed": "click", "navigation": {"to": url, "http_status": 200}}, state=STATE)[1]
        == f"navigated: {shown} (HTTP 200)"
    )


def test_lists_of_names_and_numbers_stand_on_a_line() -> None:
    action = {
        "performed": "a",
        "chosen": ["S", "M"],
        "numbers": [2, 3],
        "validation": ["Name: fill it in, please", "Mail: too"],
    }
    assert text(action=action) == [
        "a", "chosen: S, M", "numbers: 2, 3", "validation:", "- Name: fill it in, please", "- Mail: too"
    ]  # fmt: skip


def test_a_picture_says_how_to_see_it() -> None:
    shot = {"path": "/a.jpg", "mime": "image/jpeg", "width": 10, "height": 20, "vision_load": {"tool_args": {"paths": ["/a.jpg"]}}}
    assert text(**shot, state=STATE) == ["path: /a.jpg", "image: 10x20 image/jpeg; vision_load shows it to you", LINE]


def test_a_sequence_that_was_aborted_says_so_first() -> None:
    failed = {"ok": False, "code": "navigation_failed", "error": "No.", "retryable": False}
    lines = text(results=[failed], aborted=True, abort_reason="initial_goto_failed", state=STATE)
    assert lines[0].startswith("Sequence aborted (initial_goto_failed): ")
    assert lines[1:] == ["#0 error navigation_failed: No.", LINE]
    assert text(results=[failed], aborted=False, abort_reason=None, state=STATE) == lines[1:]


def test_the_next_dialog_comes_with_the_call_that_answers_it() -> None:
    dialog = {"type": "confirm", "dialog_id": "t1d2", "message": "Two?"}
    call = {"action": "dialog", "browser_id": 1, "dialog_id": "t1d2", "operation": "dismiss"}
    lines = text(next_dialog=dialog, answer_with=call)
    assert lines == ["confirm dialog t1d2: 'Two?'", f"answer_with: {json.dumps(call)}"]


def test_the_message_of_a_dialog_is_said_once() -> None:
    dialog = {"type": "confirm", "dialog_id": "t1d2", "message": "Two?"}
    asking = {**STATE, "dialogs": [dialog, {"type": "alert", "dialog_id": "t1d3", "message": "Three"}]}
    last = f"{LINE} · confirm dialog t1d2 open · alert dialog t1d3 open: 'Three'"
    assert text(next_dialog=dialog, state=asking)[-1] == last
    assert text(action={"performed": "click", "dialog": dialog}, state=asking)[-1] == last
    assert text(**asking) == [f"{LINE} · confirm dialog t1d2 open: 'Two?' · alert dialog t1d3 open: 'Three'"]


def test_detail_says_what_is_worth_a_line() -> None:
    states = {"disabled": False, "focused": True, "expanded": False, "checked": "mixed", "visible": True, "in_viewport": False}
    options = [{"label": "S", "value": "s", "selected": True, "disabled": False}, {"label": "M", "value": "M", "disabled": True}]
    element = {
        "ref": 4,
        "label": "[select 4] Size",
        "kind": "select",
        "role": "combobox",
        "name": "Size",
        "description": "",
        "value": "s",
    }
    assert text(
        **element, states=states, box=[1, 2.5, 30, 20], options=options, form={"id": "f", "name": None}, attributes={"aria-label": "Size"},
        text="S M", href=LONG, why_blocked="outside the viewport",
    ) == [
        "[select 4] Size", "role: combobox", "name: Size", "value: s", f"href: {SHORT}",
        "states: focused, checked mixed, collapsed, outside the viewport", "box: x 1, y 2.5, 30 x 20",
        "options:", "- *S (value 's')", "- M (disabled)", 'form: id="f"', 'attributes: aria-label="Size"',
    ]  # fmt: skip
    covered = text(label="[button 5] Go", states={"visible": True}, why_blocked="covered by [dialog 6]")
    assert covered == ["[button 5] Go", "blocked: covered by [dialog 6]"]
    many = text(label="[select 4]", states={}, options=[{"label": str(number)} for number in range(150)])
    assert (len(many), many[-1]) == (103, "(50 more)")
