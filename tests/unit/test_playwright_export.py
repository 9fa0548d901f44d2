"""A session as a program of Playwright: what each call becomes, and what is said of those that Playwright has no counterpart of."""

from pathlib import Path
from typing import Any

import pytest

from refbrowser.journal.store import Session
from refbrowser.replay.export import exported

GO = {"kind": "button", "role": "button", "tag": "button", "name": "Go"}
INNER = {**GO, "name": "Inner", "frame": "https://other.example/"}
RICH = {"kind": "editable", "role": "textbox", "tag": "div", "name": "Rich"}
MANY = {"kind": "listbox", "role": "listbox", "tag": "select", "name": "Many"}
SWATCH = {"kind": "clickable", "role": "generic", "tag": "span", "name": "Red"}
GO_BUTTON = "page1.locator('role=button[name=\"Go\"]')"


def exports(action: str, target: dict[str, Any] | None = None, **arguments: Any) -> list[str]:
    """The lines of the program between the opening of its tab and its end."""
    ref: dict[str, Any] = {} if target is None else {"ref": 1}
    call = {
        "kind": "call", "n": 2, "ok": True, "action": action, "arguments": {**ref, **arguments}, "targets": {"1": target} if target else {},
        "page": {"browser_id": 1, "url": "https://shop.example/"},
    }  # fmt: skip
    opening = {"kind": "call", "n": 1, "ok": True, "action": "open", "arguments": {}, "result": {"browser_id": 1}}
    program = exported(Session(Path("session"), {}, [opening, call], None, False, True), "playwright")
    compile(program, "again.py", "exec")
    return [
        line.strip() for line in program.partition("page1 = context.new_page()")[2].partition("    browser.close()")[0].split("\n")
    ][1:-1]


@pytest.mark.parametrize(
    ("action", "target", "arguments", "line"),
    [
        ("click", GO, {"button": "middle", "modifiers": ["Shift"]}, f"{GO_BUTTON}.click(modifiers=['Shift'], button='middle')"),
        ("click", GO, {"offset_x": 3, "offset_y": 4}, f"{GO_BUTTON}.click(position={{'x': 3, 'y': 4}})"),
        ("click", None, {"x": 5, "y": 6}, "page1.mouse.click(5, 6)"),
        ("click", INNER, {}, "inside(page1, 'https://other.example/').locator('role=button[name=\"Inner\"]').click()"),
        ("click", SWATCH, {}, """page1.locator('span:is([aria-label="Red"], [title="Red"], :text-is("Red"))').click()"""),
        ("type", RICH, {"text": "a"}, """page1.locator('[contenteditable]:is([aria-label="Rich"], [title="Rich"], :text-is("Rich"))').fill('a')"""),
        ("select_option", MANY, {"values": ["x"]}, "page1.locator('role=listbox[name=\"Many\"]').select_option(['x'])"),
        ("fill_form", None, {"fields": [{"selector": "#a", "value": "a"}]}, "page1.locator('#a').fill('a')"),
        ("type", None, {"selector": "label=Name", "text": "a"}, "page1.get_by_label('Name').fill('a')"),
        ("fill_form", None, {"fields": [{"selector": "placeholder=Mail", "value": "a"}]}, "page1.get_by_placeholder('Mail').fill('a')"),
        ("key_chord", None, {"keys": ["Control", "a"]}, "page1.keyboard.press('Control+a')"),
        ("wait", None, {"text": "Done"}, "page1.get_by_text('Done').first.wait_for()"),
    ],
)  # fmt: skip
def test_a_call_is_what_playwright_does_for_it(action: str, target: Any, arguments: dict[str, Any], line: str) -> None:
    assert exports(action, target, **arguments) == [line]


@pytest.mark.parametrize(
    ("action", "target", "arguments"),
    [
        ("evaluate", None, {"script": "1"}),
        ("click", None, {"x": 5, "y": 6, "modifiers": ["Shift"]}),
        ("select_option", {**MANY, "tag": "div"}, {"value": "x"}),
        ("scroll", None, {"direction": "down"}),
        ("wait", None, {"download": True}),
    ],
)
def test_what_playwright_cannot_do_is_said(action: str, target: Any, arguments: dict[str, Any]) -> None:
    (line,) = exports(action, target, **arguments)
    assert line.startswith(f"# {action} has no counterpart here: ")
