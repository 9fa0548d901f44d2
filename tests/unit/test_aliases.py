"""Calls written for other tools, as they are read here. Each shape is one that a tool of the field teaches its models."""

import time
from typing import Any

import pytest

from refbrowser.actions.aliases import ALIASES, plain_name, rewritten
from refbrowser.actions.catalog import BY_NAME
from refbrowser.errors import CallError
from refbrowser.service.calls.validation import read_call

COORDINATES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"action": "launch", "url": "https://x.test"}, {"action": "open", "url": "https://x.test"}),
    ({"action": "goto", "url": "https://x.test"}, {"action": "navigate", "url": "https://x.test"}),
    ({"action": "click", "coordinate": "432,321"}, {"action": "click", "x": 432.0, "y": 321.0}),
    ({"action": "double_click", "coordinate": "0, 0"}, {"action": "double_click", "x": 0.0, "y": 0.0}),
    ({"action": "hover", "coordinate": [4, 5]}, {"action": "hover", "x": 4, "y": 5}),
    ({"action": "type", "text": "hello"}, {"action": "keyboard", "text": "hello"}),
    ({"action": "press_key", "key": "Enter"}, {"action": "keyboard", "key": "Enter"}),
    ({"action": "scroll_down"}, {"action": "scroll", "direction": "down"}),
    ({"action": "scroll_up"}, {"action": "scroll", "direction": "up"}),
    ({"action": "new_tab", "url": "https://x.test"}, {"action": "open", "url": "https://x.test"}),
    ({"action": "switch_tab", "tab_id": "tab_2"}, {"action": "set_active", "browser_id": 2}),
    ({"action": "close_tab", "tab_id": "tab_2"}, {"action": "close", "browser_id": 2}),
    ({"action": "list_tabs"}, {"action": "list"}),
    ({"action": "execute_js", "js_code": "1 + 1", "tab_id": "tab_1"}, {"action": "evaluate", "script": "1 + 1", "browser_id": 1}),
    ({"action": "wait", "duration": "2.5"}, {"action": "wait", "time_ms": 2500}),
    ({"action": "save_pdf", "file_path": "page.pdf"}, {"action": "pdf", "path": "page.pdf"}),
    ({"action": "get_console_logs", "clear": True}, {"action": "console", "clear": True}),
    ({"action": "console_logs"}, {"action": "console"}),
    ({"action": "network_requests"}, {"action": "network"}),
    ({"action": "view_source"}, {"action": "source"}),
]
SELECTORS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"operation": "navigate", "url": "https://x.test"}, {"action": "navigate", "url": "https://x.test"}),
    (
        {"operation": "extract_text", "selector": "main", "max_chars": 3500},
        {"action": "content", "selector": "main", "max_tokens": 1000},
    ),
    ({"operation": "screenshot", "out_path": "a.png"}, {"action": "screenshot", "path": "a.png"}),
    *(
        (
            {**named, "url": "https://x.test", "timeout_ms": 9000},
            {
                "action": "multi",
                "calls": [
                    {"action": "navigate", "url": "https://x.test", "timeout_ms": 9000},
                    {"action": step, **rest, "timeout_ms": 9000},
                ],
                "sequence": "last",
            },
        )
        for named, step, rest in (
            ({"operation": "click", "selector": "#a"}, "click", {"selector": "#a"}),
            ({"operation": "extract_text", "selector": "#a"}, "extract_text", {"selector": "#a"}),
            ({"action": "extract_text"}, "extract_text", {}),
            ({"operation": "screenshot", "out_path": "a.png"}, "screenshot", {"out_path": "a.png"}),
        )
    ),
    ({"operation": "close"}, {"action": "close_all", "wipe": True}),
    ({"operation": "close", "browser_id": 2}, {"action": "close", "browser_id": 2}),
    ({"action": "close"}, {"action": "close"}),
    ({"action": "dblclick", "selector": "#i", "force": True}, {"action": "double_click", "selector": "#i", "force": True}),
    ({"action": "fill", "selector": "#a", "text": "b"}, {"action": "type", "selector": "#a", "text": "b"}),
    (
        {"action": "wait_for_selector", "selector": "#o", "state": "hidden", "timeout_ms": 5000},
        {"action": "wait", "selector": "#o", "state": "hidden", "timeout_ms": 5000},
    ),
    ({"action": "sleep", "ms": 500}, {"action": "wait", "time_ms": 500}),
    ({"action": "wait_for", "event": "networkidle"}, {"action": "wait", "load_state": "networkidle"}),
    (
        {
            "operation": "interact",
            "url": "https://x.test",
            "actions": [
                {"action": "click", "selector": "#a"},
                {"action": "sleep", "ms": 5, "timeout_ms": 9},
                {"action": "sleep", "ms": 2000},
            ],
            "timeout_ms": 1000,
            "stop_on_error": True,
        },
        {
            "action": "multi",
            "calls": [
                {"action": "navigate", "url": "https://x.test", "timeout_ms": 1000},
                {"action": "click", "selector": "#a", "timeout_ms": 1000},
                {"action": "sleep", "ms": 5, "timeout_ms": 9},
                {"action": "sleep", "ms": 2000},
            ],
            "stop_on_error": True,
            "sequence": True,
        },
    ),
    ({"action": "run_code", "code": "(pages) => 1"}, {"action": "evaluate", "script": "(pages) => 1"}),
    ({"action": "browser_screenshot", "fullPage": True}, {"action": "screenshot", "full_page": True}),
    ({"action": "browser_evaluate", "js": "1"}, {"action": "evaluate", "script": "1"}),
    (
        {"action": "handle_dialog", "accept": True, "promptText": "x"},
        {"action": "dialog", "operation": "accept", "text": "x", "arm_unless_open": True},
    ),
    ({"action": "handle_dialog", "accept": "false"}, {"action": "dialog", "operation": "dismiss", "arm_unless_open": True}),
    ({"action": "handle_dialog", "operation": "dismiss"}, {"action": "dialog", "operation": "dismiss", "arm_unless_open": True}),
    ({"action": "handle_dialog", "dialog_action": "accept", "arm": True}, {"action": "dialog", "operation": "accept", "arm": True}),
    (
        {"action": "browser_dialog", "dialog_action": "accept", "prompt_text": "x", "dialog_id": "d1"},
        {"action": "dialog", "operation": "accept", "text": "x", "dialog_id": "d1"},
    ),
    ({"action": "browser_go_back"}, {"action": "back"}),
    ({"action": "navigate_back"}, {"action": "back"}),
    ({"action": "browser_go_forward"}, {"action": "forward"}),
    ({"action": "navigate_forward"}, {"action": "forward"}),
    ({"action": "browser_snapshot"}, {"action": "content"}),
    ({"action": "take_snapshot"}, {"action": "content"}),
    ({"action": "take_screenshot", "filename": "a.png"}, {"action": "screenshot", "path": "a.png"}),
    ({"action": "browser_console_messages", "level": "error"}, {"action": "console", "level": "error"}),
    ({"action": "browser_tabs"}, {"action": "list"}),
    ({"action": "tab_list"}, {"action": "list"}),
    ({"action": "browser_tab_new", "url": "https://x.test"}, {"action": "open", "url": "https://x.test"}),
    ({"action": "browser_tab_close", "tabId": "2"}, {"action": "close", "browser_id": 2}),
    ({"action": "tab_select", "tabId": 2}, {"action": "set_active", "browser_id": 2}),
    ({"action": "browser_resize", "width": 800, "height": 600}, {"action": "set_viewport", "width": 800, "height": 600}),
    ({"action": "browser_run_code", "code": "document.title"}, {"action": "evaluate", "script": "document.title"}),
    ({"action": "browser_file_upload", "ref": 1, "paths": ["a"]}, {"action": "upload_file", "ref": 1, "paths": ["a"]}),
    (
        {"action": "browser_drag", "startSelector": "#a", "endSelector": "#b"},
        {"action": "drag", "selector": "#a", "target_selector": "#b"},
    ),
    ({"action": "drag", "startRef": 1, "endRef": 2}, {"action": "drag", "ref": 1, "target_ref": 2}),
    (
        {"action": "browser_select_option", "selector": "#c", "label": "Australia"},
        {"action": "select_option", "selector": "#c", "value": "Australia"},
    ),
    ({"action": "fill", "selector": "#a", "value": "b"}, {"action": "type", "selector": "#a", "text": "b"}),
    ({"action": "type", "ref": 3, "value": "b"}, {"action": "type", "ref": 3, "text": "b"}),
    (
        {"action": "fill_form", "fields": [{"ref": 1, "text": "a"}, {"ref": 2, "checked": True}, {"ref": 3, "label": "CH"}]},
        {"action": "fill_form", "fields": [{"ref": 1, "value": "a"}, {"ref": 2, "value": True}, {"ref": 3, "value": "CH"}]},
    ),
    ({"action": "browser_wait_for", "time": 1.5}, {"action": "wait", "time_ms": 1500}),
    ({"action": "wait", "time": 2}, {"action": "wait", "time_ms": 2000}),
    ({"action": "wait_for", "textGone": "Loading", "timeout": 900}, {"action": "wait", "text_gone": "Loading", "timeout_ms": 900}),
    ({"action": "key_chord", "keys": "Control+a"}, {"action": "key_chord", "keys": ["Control", "a"]}),
    ({"action": "key_chord", "key": "Control+Shift+K"}, {"action": "key_chord", "keys": ["Control", "Shift", "K"]}),
    ({"action": "keyboard", "keys": "Control+a"}, {"action": "keyboard", "key": "Control+a"}),
    ({"action": "press", "keys": ["Control", "a"]}, {"action": "keyboard", "key": "Control+a"}),
    ({"action": "copy"}, {"action": "clipboard", "operation": "copy"}),
    ({"action": "cut"}, {"action": "clipboard", "operation": "cut"}),
    ({"action": "paste", "text": "x"}, {"action": "clipboard", "operation": "paste", "text": "x"}),
    ({"action": "content", "max_chars": 70}, {"action": "content", "max_tokens": 50}),
    ({"action": "browser_scroll", "direction": "down", "distance": 300}, {"action": "scroll", "direction": "down", "amount": 300}),
]
REFS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"action": "setactive", "browser_id": 2}, {"action": "set_active", "browser_id": 2}),
    ({"action": "activate", "browser_id": 2}, {"action": "set_active", "browser_id": 2}),
    ({"action": "focus", "browser_id": 2}, {"action": "set_active", "browser_id": 2}),
    ({"action": "typesubmit", "ref": 1, "text": "a"}, {"action": "type_submit", "ref": 1, "text": "a"}),
    ({"action": "type_text", "ref": 1, "text": "a"}, {"action": "type", "ref": 1, "text": "a"}),
    ({"action": "keychord", "keys": ["Control", "a"]}, {"action": "key_chord", "keys": ["Control", "a"]}),
    ({"action": "select", "ref": 1, "value": "CH"}, {"action": "select_option", "ref": 1, "value": "CH"}),
    ({"action": "check", "ref": 1}, {"action": "set_checked", "ref": 1, "checked": True}),
    ({"action": "uncheck", "ref": 1}, {"action": "set_checked", "ref": 1, "checked": False}),
    ({"action": "upload", "ref": 1, "path": "a"}, {"action": "upload_file", "ref": 1, "path": "a"}),
]
SAMPLES: dict[str, dict[str, Any]] = {
    "navigate": {"url": "https://x.test"}, "find": {"text": "a"}, "wait": {"text": "a"}, "expect": {"text": "a"},
    "double_click": {"ref": 1}, "right_click": {"ref": 1}, "hover": {"ref": 1}, "drag": {"ref": 1, "target_ref": 2},
    "key_chord": {"keys": ["Control", "a"]}, "type": {"ref": 1, "text": "a"}, "type_submit": {"ref": 1, "text": "a"},
    "click": {"ref": 1}, "scroll": {"ref": 1}, "keyboard": {"key": "Enter"}, "fill_form": {"fields": [{"ref": 1, "value": "a"}]},
    "select_option": {"ref": 1, "value": "a"}, "upload_file": {"ref": 1, "path": "a"}, "set_viewport": {"width": 800, "height": 600},
    "evaluate": {"script": "1"}, "handoff": {"reason": "a"}, "multi": {"calls": [{"action": "list"}]},
}  # fmt: skip
NAMES = {
    "open": "open_tab open_new_tab", "navigate": "go_to go_to_url visit navigate_to load_url", "reload": "refresh reload_page",
    "set_active": "select_tab switch_to_tab", "list": "get_tabs", "state": "get_url current_url get_title",
    "content": "read_page get_page page_content get_content get_page_content observe get_text", "source": "get_html page_source html",
    "find": "search find_text search_page find_in_page", "screenshot": "get_screenshot capture_screenshot",
    "network": "get_network_requests list_network_requests", "wait": "wait_for_text wait_for_element wait_for_load_state pause delay",
    "expect": "assert verify", "click": "tap left_click click_element toggle click_element_by_index mouse_click",
    "double_click": "doubleclick", "right_click": "context_click rightclick", "hover": "mouseover mouse_over hover_over",
    "drag": "drag_and_drop drag_to", "scroll": "scroll_to scroll_to_text scroll_into_view scroll_to_element",
    "keyboard": "send_keys key_press keypress", "key_chord": "hotkey key_combination shortcut",
    "type": "input_text input enter_text set_value type_into", "type_submit": "type_and_submit", "fill_form": "fill_fields form_fill",
    "select_option": "select_dropdown_option select_dropdown choose_option", "upload_file": "set_input_files",
    "set_viewport": "set_viewport_size resize_window", "handoff": "ask_user ask_human", "multi": "batch",
    "evaluate": "eval js javascript execute_script execute_javascript run_js run_script",
}  # fmt: skip
MEANT = [
    ({"action": name, **SAMPLES.get(ours, {})}, {"action": ours, **SAMPLES.get(ours, {})})
    for ours, names in NAMES.items()
    for name in names.split()
]
IMPLIED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"action": "scroll_to_bottom"}, {"action": "scroll", "to": "bottom"}),
    ({"action": "scroll_to_top"}, {"action": "scroll", "to": "top"}),
    ({"action": "clear", "ref": 1}, {"action": "type", "ref": 1, "text": ""}),
    ({"action": "accept_dialog"}, {"action": "dialog", "operation": "accept"}),
    ({"action": "dismiss_dialog"}, {"action": "dialog", "operation": "dismiss"}),
    ({"action": "get_cookies"}, {"action": "storage", "operation": "get", "kind": "cookies"}),
]


@pytest.mark.parametrize(("foreign", "ours"), [*COORDINATES, *SELECTORS, *REFS, *MEANT, *IMPLIED], ids=lambda call: str(call)[:60])
def test_a_foreign_call_is_read_as_ours(foreign: dict[str, Any], ours: dict[str, Any]) -> None:
    before = dict(foreign)
    assert rewritten(foreign) == ours
    assert foreign == before
    action, _ = read_call(foreign)
    assert action is BY_NAME[ours["action"]]


def test_every_alias_is_tried_above() -> None:
    tried = {
        plain_name(str(call.get("action", call.get("operation"))))
        for call, _ in [*COORDINATES, *SELECTORS, *REFS, *MEANT, *IMPLIED]
    }
    assert set(ALIASES) - tried == set()


@pytest.mark.parametrize(
    "call",
    [{"action": name} for name in BY_NAME if name != "focus"]
    + [{"action": "focus", "ref": 1}]
    + [{"action": "dialog", "operation": "accept"}, {}, {"ref": 1}],
)
def test_our_own_calls_pass_through_untouched(call: dict[str, Any]) -> None:
    assert rewritten(call) == call


@pytest.mark.parametrize(
    "wrong",
    [
        {"action": "click", "coordinate": "here"},
        {"action": "click", "coordinate": "1,2,3"},
        {"action": "wait", "duration": "soon"},
        {"action": "interact", "url": "https://x.test"},
        {"action": "interact", "actions": "click"},
        {"action": "content", "max_chars": "many"},
        {"action": "key_chord", "keys": {"key": "a"}},
        # Two readings are possible: what is given twice is refused, with the name that is not ours.
        {"action": "select_option", "ref": 1, "label": "Canada", "value": "CH"},
        {"action": "type", "ref": 1, "text": "a", "value": "b"},
        {"action": "wait", "time": 2, "time_ms": 3000},
        {"action": "set_active", "tab_id": "tab_2", "browser_id": 1},
        {"action": "drag", "ref": 1, "startRef": 2, "target_ref": 3},
        {"action": "fill_form", "fields": [{"ref": 1, "text": "a", "checked": True}]},
        {"action": "handle_dialog", "accept": "perhaps"},
        # What contradicts its own name.
        {"action": "check", "ref": 1, "checked": False},
        {"action": "uncheck", "ref": 1, "checked": "true"},
        {"action": "scroll_down", "direction": "up"},
        {"action": "paste", "operation": "copy"},
        {"action": "focus"},
        # Scripts run in the page, and have no Playwright.
        {"action": "browser_run_code", "code": "async (page) => { await page.click('a') }"},
        {"action": "run_code", "code": "async ({ page }) => page.title()"},
        {"action": "run_code", "code": "const title = 1;\nawait page.goto('https://x.test')"},
        # More seconds than a call waits are milliseconds.
        {"action": "wait", "time": 1000},
        {"action": "wait", "duration": "500"},
    ],
    ids=str,
)
def test_what_cannot_be_read_is_an_error_that_says_so(wrong: dict[str, Any]) -> None:
    with pytest.raises(CallError):
        read_call(wrong)


@pytest.mark.parametrize(
    "code",
    [" " * 100_000, "(" + " " * 50_000 + "{" + " " * 50_000, "function " + "a " * 50_000, "await " * 20_000],
    ids=["blanks", "two runs of blanks", "words", "awaits"],
)
def test_a_script_is_looked_at_in_time_whatever_it_is(code: str) -> None:
    began = time.process_time()
    rewritten({"action": "run_code", "code": code})
    assert time.process_time() - began < 2
