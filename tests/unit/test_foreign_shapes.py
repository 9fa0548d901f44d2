"""Calls in shapes that models carry over from other tools and formats: each has one meaning, and is read as that."""

from typing import Any

import pytest

from refbrowser.actions.aliases import action_names
from refbrowser.errors import CallError
from refbrowser.offer import Offer
from refbrowser.service.calls.validation import read_call

CLICK = {"action": "click", "ref": 6}
OPEN = {"action": "navigate", "url": "https://x.test"}

ENVELOPES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    *(({"action": "click", name: {"ref": 6}}, CLICK) for name in ("params", "arguments", "input", "args", "tool_input")),
    ({"action": "click", "arguments": '{"ref": 6}'}, CLICK),
    ({"click": {"ref": 6}}, CLICK),
    ({"click": 6}, CLICK),
    ({"click": {"ref": 6}, "observe": "content"}, {**CLICK, "observe": "content"}),
    ({"navigate": {"url": "https://x.test"}}, OPEN),
    ({"navigate": "https://x.test"}, OPEN),
    ({"press": "Enter"}, {"action": "keyboard", "key": "Enter"}),
    ({"screenshot": {}}, {"action": "screenshot"}),
    ({"action": {"click": {"ref": 6}}}, CLICK),
    ({"action": {"name": "click", "ref": 6}}, CLICK),
    ({"name": "browser", "arguments": CLICK}, CLICK),
    ({"name": "mcp__refbrowser__browser", "arguments": CLICK}, CLICK),
    ({"tool_name": "browser", "tool_args": CLICK}, CLICK),
    ({"name": "browser_click", "arguments": {"ref": 6}}, CLICK),
    ({"type": "function", "function": {"name": "browser", "arguments": '{"action": "click", "ref": 6}'}}, CLICK),
    ({"type": "tool_use", "id": "a", "name": "browser", "input": CLICK}, CLICK),
    ({"tool": "click", "ref": 6}, CLICK),
    ({"type": "click", "ref": 6}, CLICK),
    ({"Action": "click", "ref": 6}, CLICK),
    # The tools for dialogs call their answer an action.
    *(
        (written, {"action": "dialog", "operation": "accept", "text": "Ada", "dialog_id": "t1d1"})
        for arguments in [{"action": "accept", "prompt_text": "Ada", "dialog_id": "t1d1"}]
        for written in ({"name": "browser_dialog", "arguments": arguments}, {"browser_dialog": arguments})
    ),
    (
        {"tool_name": "browser_handle_dialog", "tool_args": {"action": "dismiss"}},
        {"action": "handle_dialog", "dialog_action": "dismiss"},
    ),
    (
        {"name": "cdp", "arguments": {"method": "Page.reload", "params": {}}},
        {"action": "cdp", "method": "Page.reload", "params": {}},
    ),
]
BLANKS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {**CLICK, "selector": "", "x": 0, "y": 0, "offset_x": 0, "offset_y": 0, "timeout_ms": 0, "modifiers": [], "hold_ms": 0},
        {**CLICK, "modifiers": [], "hold_ms": 0},
    ),
    (
        {**CLICK, "browser_id": 0, "text": None, "fields": [], "params": {}, "submit": False, "max_tokens": 0, "times": 1},
        {**CLICK, "times": 1},
    ),
    ({**CLICK, "selector": "null"}, CLICK),
    (
        {"action": "type", "ref": 6, "text": "a", "times": 1, "secret": "", "x": 0, "y": 0},
        {"action": "type", "ref": 6, "text": "a"},
    ),
    (
        {"action": "drag", "ref": 6, "target_ref": 7, "to_x": 0, "to_y": 0, "x": 0, "y": 0, "steps": 10},
        {"action": "drag", "ref": 6, "target_ref": 7},
    ),
    ({"action": "select_option", "ref": 6, "value": "a", "values": []}, {"action": "select_option", "ref": 6, "value": "a"}),
    ({"action": "select_option", "ref": 6, "value": "", "values": ["a"]}, {"action": "select_option", "ref": 6, "values": ["a"]}),
    ({"action": "expect", "text": "a", "count": 0, "time_ms": 0}, {"action": "expect", "text": "a"}),
    (
        {"action": "fill_form", "fields": [{"ref": 6, "selector": "", "value": "a", "secret": ""}], "submit": False},
        {"action": "fill_form", "fields": [{"ref": 6, "value": "a"}], "submit": False},
    ),
    ({"action": "click", "x": 0, "y": 0}, {"action": "click", "x": 0, "y": 0}),
    ({**CLICK, "offset_x": 0, "offset_y": 0}, {**CLICK, "offset_x": 0, "offset_y": 0}),
    ({"action": "expect", "selector": "p", "count": 0}, {"action": "expect", "selector": "p", "count": 0}),
    ({"action": "source", "offset": 0}, {"action": "source", "offset": 0}),
    ({"action": "select_option", "ref": 6, "value": 0}, {"action": "select_option", "ref": 6, "value": 0}),
]
NEIGHBOURS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    *(({"action": "navigate", name: "https://x.test"}, OPEN) for name in ("address", "link", "to", "href", "target", "uri")),
    ({"action": "navigate", "url": "https://x.test", "new_tab": True}, {"action": "open", "url": "https://x.test"}),
    ({"action": "open", "url": "https://x.test", "new_tab": True}, {"action": "open", "url": "https://x.test"}),
    *(({"action": "click", name: 6}, CLICK) for name in ("element", "element_id", "elementId", "id", "index", "target")),
    *(({"action": "click", "ref": ref}, CLICK) for ref in ("ref=6", "#6", "[ref=6]", "[6]")),
    *(({"action": "click", "selector": ref}, CLICK) for ref in ("ref=6", "[6]", "6", "[ref=6]")),
    ({"action": "click", "selector": "[button 6]"}, {"action": "click", "ref": "[button 6]"}),
    ({"action": "click", "ref": "button[6]"}, {"action": "click", "ref": "[button 6]"}),
    ({"action": "click", "element": "Save button", "ref": 6}, CLICK),
    ({"action": "click", "element": "Save"}, {"action": "click", "selector": "text=Save"}),
    ({"action": "click", "target": {"ref": 6}}, CLICK),
    ({"action": "click", "locator": "text=Save"}, {"action": "click", "selector": "text=Save"}),
    ({"action": "click", "target": "#save"}, {"action": "click", "selector": "#save"}),
    ({"action": "click", "element": "button.primary"}, {"action": "click", "selector": "button.primary"}),
    ({"action": "click", "role": "button", "name": "Save"}, {"action": "click", "selector": 'role=button[name="Save"]'}),
    ({"action": "click", "ref": 6, "doubleClick": True}, {"action": "double_click", "ref": 6}),
    ({"action": "mouse", "event_type": "click", "ref": 6}, CLICK),
    *(
        ({"action": "drag", a: 6, b: 7}, {"action": "drag", "ref": 6, "target_ref": 7})
        for a, b in (("from", "to"), ("source", "target"), ("start", "end"), ("ref", "to"))
    ),
    (
        {"action": "drag", "from": {"x": 1, "y": 2}, "to": {"x": 3, "y": 4}},
        {"action": "drag", "x": 1, "y": 2, "to_x": 3, "to_y": 4},
    ),
    *(
        ({"action": "scroll", "direction": "up", name: 30}, {"action": "scroll", "direction": "up", "amount": 30})
        for name in ("pixels", "px")
    ),
    ({"action": "scroll", "delta_y": -30}, {"action": "scroll", "direction": "up", "amount": 30}),
    ({"action": "scroll", "direction": "bottom"}, {"action": "scroll", "to": "bottom"}),
    ({"action": "scroll", "text": "End"}, {"action": "scroll", "selector": "text=End"}),
    ({"action": "wheel", "direction": "down", "amount": 30}, {"action": "wheel", "delta_y": 30}),
    ({"action": "type", "ref": 6, "content": "a", "submit": True}, {"action": "type_submit", "ref": 6, "text": "a"}),
    ({"action": "type", "ref": 6, "text": "a", "press_enter": True}, {"action": "type_submit", "ref": 6, "text": "a"}),
    ({"action": "type", "label": "Name", "text": "a"}, {"action": "type", "selector": "label=Name", "text": "a"}),
    ({"action": "check", "text": "News"}, {"action": "set_checked", "selector": "label=News", "checked": True}),
    ({"action": "focus", "text": "Name"}, {"action": "focus", "selector": "label=Name"}),
    *(
        ({"action": "set_checked", "ref": 6, name: value}, {"action": "set_checked", "ref": 6, "checked": False})
        for name, value in (("value", False), ("state", "unchecked"))
    ),
    *(
        ({"action": "select_option", "ref": 6, name: "a"}, {"action": "select_option", "ref": 6, "value": "a"})
        for name in ("text", "option_text", "label", "option")
    ),
    ({"action": "select_option", "ref": 6, "index": 0}, {"action": "select_option", "ref": 6, "value": 0}),
    ({"action": "select_option", "index": 6, "text": "a"}, {"action": "select_option", "ref": 6, "value": "a"}),
    ({"action": "select_option", "ref": 6, "value": ["a"]}, {"action": "select_option", "ref": 6, "values": ["a"]}),
    ({"action": "select_option", "ref": 6, "value": {"label": "a"}}, {"action": "select_option", "ref": 6, "value": "a"}),
    ({"action": "upload_file", "ref": 6, "file": "a"}, {"action": "upload_file", "ref": 6, "path": "a"}),
    ({"action": "upload_file", "ref": 6, "files": ["a"]}, {"action": "upload_file", "ref": 6, "paths": ["a"]}),
    ({"action": "wait", "milliseconds": 5}, {"action": "wait", "time_ms": 5}),
    ({"action": "wait", "time_ms": "2s"}, {"action": "wait", "time_ms": 2000}),
    ({"action": "wait", "state": "networkidle"}, {"action": "wait", "load_state": "networkidle"}),
    ({"action": "wait", "condition": "text", "value": "a"}, {"action": "wait", "text": "a"}),
    ({"action": "wait", "script": "return 1"}, {"action": "wait", "script": "(async () => { return 1\n})()"}),
    (
        {"action": "evaluate", "script": "if (a) { return 5 }"},
        {"action": "evaluate", "script": "(async () => { if (a) { return 5 }\n})()"},
    ),
    ({"action": "evaluate", "function": "(x) => x", "args": [4]}, {"action": "evaluate", "script": "((x) => x)(4)"}),
    *(
        ({"action": "dialog", name: value}, {"action": "dialog", "operation": "accept"})
        for name, value in (("accept", True), ("response", "accept"), ("action_type", "accept"))
    ),
    ({"action": "dialog", "accept": False}, {"action": "dialog", "operation": "dismiss"}),
    ({"action": "set_active", "id": 2}, {"action": "set_active", "browser_id": 2}),
    (
        {"action": "set_viewport", "viewport": {"width": 800, "height": 600}},
        {"action": "set_viewport", "width": 800, "height": 600},
    ),
    ({"action": "emulate", "latitude": 1, "longitude": 2}, {"action": "emulate", "geolocation": {"latitude": 1, "longitude": 2}}),
    (
        {"action": "emulate", "geolocation": {"lat": 1, "lng": 2}},
        {"action": "emulate", "geolocation": {"latitude": 1, "longitude": 2}},
    ),
    ({"action": "help", "action_name": "drag"}, {"action": "help", "topic": "drag"}),
    (
        {"action": "route", "operation": "add", "pattern": "*.js", "abort": True},
        {"action": "route", "operation": "add", "url": "*.js", "abort": True},
    ),
    ({"action": "find", "selector": "#a"}, {"action": "content", "selector": "#a"}),
    ({"action": "scroll", "direction": "Down"}, {"action": "scroll", "direction": "down"}),
    (
        {"action": "storage", "operation": "set", "kind": "local", "name": "a", "value": 5},
        {"action": "storage", "operation": "set", "kind": "local", "name": "a", "value": "5"},
    ),
    ({"action": "keyboard", "key": ["Control", "a"]}, {"action": "keyboard", "key": "Control+a"}),
    ({"action": "key_chord", "keys": ["Control+a"]}, {"action": "key_chord", "keys": ["Control", "a"]}),
    ({"action": "screenshot", "fullPage": True}, {"action": "screenshot", "full_page": True}),
    ({"action": "multi", "steps": [CLICK]}, {"action": "multi", "calls": [CLICK]}),
    ({"action": "multi", "calls": ['{"action": "click", "ref": 6}']}, {"action": "multi", "calls": [CLICK]}),
]
TWO = [{"selector": "label=Name", "value": "a"}, {"selector": "label=Mail", "value": "b"}]
BY_REF: list[dict[str, Any]] = [{"ref": 6, "value": "a"}, {"ref": 7, "value": True}]
FIELDS: list[tuple[Any, list[dict[str, Any]]]] = [
    ({"Name": "a", "Mail": "b"}, TWO),
    ([{"name": "Name", "value": "a"}, {"label": "Mail", "text": "b"}], TWO),
    ([{"Name": "a"}, {"Mail": "b"}], TWO),
    ({"6": "a", "7": True}, BY_REF),
    ([[6, "a"], ["7", True]], BY_REF),
    ([{"name": "Name", "type": "textbox", "ref": 6, "value": "a"}, {"element": "News", "ref": 7, "checked": True}], BY_REF),
    ([{"id": 6, "value": "a"}, {"element": "[7]", "value": True}], BY_REF),
]
"""How fields are written, and what they are."""


@pytest.mark.parametrize(("written", "meant"), [*ENVELOPES, *BLANKS, *NEIGHBOURS], ids=str)
def test_a_shape_of_other_tools_is_read_as_the_call_that_it_means(written: dict[str, Any], meant: dict[str, Any]) -> None:
    assert read_call(written) == read_call(meant)


def test_a_tool_for_dialogs_may_be_called_with_its_answer_as_an_action() -> None:
    call = Offer("each").call_of("browser_dialog", {"action": "accept"})
    assert read_call(call) == read_call({"action": "dialog", "operation": "accept"})
    assert Offer("each").call_of("browser_click", {"ref": 6, "action": "hover"}) == CLICK


@pytest.mark.parametrize(("written", "meant"), FIELDS, ids=str)
def test_fields_of_a_form_are_read_however_they_are_written(written: Any, meant: list[dict[str, Any]]) -> None:
    for name in ("fields", "form"):
        assert read_call({"action": "fill_form", name: written}) == read_call({"action": "fill_form", "fields": meant})


@pytest.mark.parametrize("inner", [call for call, _ in ENVELOPES[:12]], ids=str)
def test_the_same_is_read_within_a_batch(inner: dict[str, Any]) -> None:
    assert action_names({"action": "multi", "calls": [inner]}) == ["multi", *action_names(inner)]


def test_a_name_that_is_no_text_is_left_to_validation() -> None:
    for call in ({1: 2, "action": "list"}, {1: 2}, {"click": {1: 2}}, {"action": {1: 2}}):
        with pytest.raises(CallError):
            read_call(call)
        with pytest.raises(CallError):
            read_call({"action": "multi", "calls": [call], 1: 2})
        assert action_names({"action": "multi", "calls": [call]})[:1] == ["multi"]


@pytest.mark.parametrize(
    "call",
    [{"action": "click", "ref": 6, "selector": "#a"}, {"action": "click", "ref": 6, "x": 5, "y": 5}, {"action": "click", "ref": 6, "element": 7},
     {"action": "click", "element": "button"}, {"action": "click", "id": "save"}, {"action": "click", "locator": "save"}, {"action": "click", "element": "button 6"}, {"action": "click", "params": {"ref": 6}, "ref": 7},
     {"action": "set_active", "index": 1}, {"action": "set_active", "browser_id": 0}, {"action": "close", "browser_id": 0},
     {"action": "scroll", "delta_x": 5, "delta_y": 5},
     {"click": {"ref": 6}, "hover": {"ref": 7}}, {"type": "Anna"}, {"action": {"click": {"ref": 6}, "hover": {"ref": 7}}}, {"name": "browser"}],
    ids=str,
)  # fmt: skip
def test_what_has_two_meanings_or_none_is_refused(call: dict[str, Any]) -> None:
    with pytest.raises(CallError):
        read_call(call)


@pytest.mark.parametrize(
    ("call", "remedy"),
    [({"url": "https://x.test"}, {"action": "open", "url": "https://x.test"}), ({"calls": [CLICK]}, {"action": "multi", "calls": [CLICK]}),
     ({"action": "read", "max_tokens": 200}, {"action": "content", "mode": "main", "max_tokens": 200}),
     ({"action": "source", "selector": "#a"}, {"action": "evaluate", "script": 'document.querySelector("#a").outerHTML'}),
     ({"action": "detail", "selector": "#a"}, {"action": "content", "selector": "#a"}),
     ({"action": "click", "ref": 6, "value": "a"}, {"action": "select_option", "ref": 6, "value": "a"}),
     ({"action": "wheel", "ref": 6, "delta_y": -200}, {"action": "scroll", "ref": 6, "direction": "up", "amount": 200}),
     ({"action": "keyboard", "key": "Anna"}, {"action": "keyboard", "text": "Anna"}),
     ({"action": "state", "include_content": True}, {"action": "list", "include_content": True}),
     ({"action": "wait", "time": 1000}, {"action": "wait", "time_ms": 1000})],
    ids=str,
)  # fmt: skip
def test_a_refusal_names_the_call_that_is_right(call: dict[str, Any], remedy: dict[str, Any]) -> None:
    with pytest.raises(CallError) as refusal:
        read_call(call)
    assert refusal.value.remedy is not None
    named = {name: value for name, value in refusal.value.remedy.as_dict().items() if name != "hint"}
    assert named == remedy
    read_call(named)


@pytest.mark.parametrize(
    ("call", "says"),
    [({"action": "check", "reff": 1}, "check (here set_checked)"), ({"action": "click", "ref": 1, "selector": "a"}, "ref and selector were given"),
     ({"action": "select_option", "ref": 1, "value": [{}]}, "it must be a whole number or a text"), ({"action": "wait", "text": [1]}, "it must be a text"),
     ({"action": "click", "one": 1, "two": 2}, "no argument 'one'; there is no argument 'two'; it takes timeout_ms")],
    ids=str,
)  # fmt: skip
def test_a_refusal_is_a_plain_sentence(call: dict[str, Any], says: str) -> None:
    with pytest.raises(CallError) as refusal:
        read_call(call)
    assert says in refusal.value.message
    assert refusal.value.message.count("it takes") <= 1


LISTED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({**CLICK, "timeout": "5s"}, {**CLICK, "timeout_ms": 5000}),
    ({**CLICK, "timeout": 5000}, {**CLICK, "timeout_ms": 5000}),
    ({**CLICK, "timeout_ms": "1.5 s"}, {**CLICK, "timeout_ms": 1500}),
    ({**CLICK, "timeout_ms": "2 minutes"}, {**CLICK, "timeout_ms": 120_000}),
    ({**CLICK, "observe": True}, {**CLICK, "observe": "changes"}),
    ({**CLICK, "observe": "false"}, {**CLICK, "observe": "none"}),
    ({**CLICK, "reason": "to buy it", "thought": "cheap"}, CLICK),
    ({**CLICK, "count": 2}, {**CLICK, "times": 2}),
    ({**CLICK, "button": "0"}, {**CLICK, "button": "left"}),
    ({"action": "click", "refs": [6]}, CLICK),
    ({"action": "click", "coordinates": "[100, 200]"}, {"action": "click", "x": 100, "y": 200}),
    ({"action": "click", "coords": [100, 200]}, {"action": "click", "x": 100, "y": 200}),
    ({"action": "click", "x": "100px", "y": "200 px"}, {"action": "click", "x": 100, "y": 200}),
    ({"action": "clickElement", "ref": 6}, CLICK),
    ({"action": "browser.click", "ref": 6}, CLICK),
    ({"action": "page.click", "ref": 6}, CLICK),
    ({"action": "typeText", "ref": 6, "text": "a"}, {"action": "type", "ref": 6, "text": "a"}),
    ({"action": "fillForm", "fields": {"6": "a"}}, {"action": "fill_form", "fields": [{"ref": 6, "value": "a"}]}),
    ({**OPEN, "wait_until": "networkidle0"}, {**OPEN, "wait_until": "networkidle"}),
    ({**OPEN, "wait_until": "network_idle"}, {**OPEN, "wait_until": "networkidle"}),
    ({"action": "navigate", "urls": ["https://x.test"]}, OPEN),
    ({"action": "type", "ref": 6, "input": "a", "clear_first": False}, {"action": "type", "ref": 6, "text": "a", "clear": False}),
    ({"action": "key_chord", "keys": '["Control", "a"]'}, {"action": "key_chord", "keys": ["Control", "a"]}),
    ({"action": "key_chord", "combo": "Control+a"}, {"action": "key_chord", "keys": ["Control", "a"]}),
    ({"action": "keyboard", "key_name": "Enter"}, {"action": "keyboard", "key": "Enter"}),
    ({"action": "keyboard", "code": "Enter"}, {"action": "keyboard", "key": "Enter"}),
    ({"action": "keyboard", "key": "Enter", "count": 3}, {"action": "keyboard", "key": "Enter", "times": 3}),
    ({"action": "scroll", "dy": -300}, {"action": "scroll", "direction": "up", "amount": 300}),
    ({"action": "scroll", "amount": "-300"}, {"action": "scroll", "direction": "up", "amount": 300}),
    ({"action": "scroll", "direction": "down", "amount": "500px"}, {"action": "scroll", "direction": "down", "amount": 500}),
    ({"action": "scroll", "to": "end"}, {"action": "scroll", "to": "bottom"}),
    ({"action": "scroll", "to": "[button 6]"}, {"action": "scroll", "ref": "[button 6]"}),
    ({"action": "wheel", "dy": 300}, {"action": "wheel", "delta_y": 300}),
    ({"action": "wait", "delay": 2}, {"action": "wait", "time_ms": 2000}),
    ({"action": "wait", "wait_ms": 200}, {"action": "wait", "time_ms": 200}),
    ({"action": "wait", "for_text": "Done"}, {"action": "wait", "text": "Done"}),
    ({"action": "wait", "selector": "#a", "visible": True}, {"action": "wait", "selector": "#a", "state": "visible"}),
    ({"action": "wait", "selector": "#a", "state": "gone"}, {"action": "wait", "selector": "#a", "state": "hidden"}),
    ({"action": "wait", "condition": "networkidle"}, {"action": "wait", "load_state": "networkidle"}),
    ({"action": "wait", "load_state": "complete"}, {"action": "wait", "load_state": "load"}),
    ({"action": "content", "mode": "text"}, {"action": "content", "mode": "full"}),
    ({"action": "content", "interactive_only": True}, {"action": "content", "mode": "interactive"}),
    ({"action": "find", "q": "Buy"}, {"action": "find", "text": "Buy"}),
    ({"action": "find", "text": "Buy", "type": "button"}, {"action": "find", "text": "Buy", "kinds": ["button"]}),
    ({"action": "select_option", "ref": 6, "item": "Red"}, {"action": "select_option", "ref": 6, "value": "Red"}),
    ({"action": "screenshot", "full": True, "labels": True}, {"action": "screenshot", "full_page": True, "annotate": True}),
    ({"action": "upload_file", "ref": 6, "path": ["/tmp/a"]}, {"action": "upload_file", "ref": 6, "path": "/tmp/a"}),
    ({"action": "drag", "from_ref": 6, "to_ref": 7}, {"action": "drag", "ref": 6, "target_ref": 7}),
    (
        {"action": "drag", "start_x": 1, "start_y": 2, "end_x": 3, "end_y": 4},
        {"action": "drag", "x": 1, "y": 2, "to_x": 3, "to_y": 4},
    ),
    (
        {"action": "drag", "start_coordinate": [1, 2], "end_coordinate": [3, 4]},
        {"action": "drag", "x": 1, "y": 2, "to_x": 3, "to_y": 4},
    ),
    *(
        ({"action": "dialog", "operation": word}, {"action": "dialog", "operation": own})
        for own, words in {"accept": ("ok", "Yes", "confirm"), "dismiss": ("cancel", "no", "reject")}.items()
        for word in words
    ),
    ({"action": "set_viewport", "size": "800x600"}, {"action": "set_viewport", "width": 800, "height": 600}),
    ({"action": "set_viewport", "size": [800, 600]}, {"action": "set_viewport", "width": 800, "height": 600}),
    (
        {"action": "emulate", "geolocation": '{"latitude": 1, "longitude": 2}', "timezone_id": "UTC", "language": "de"},
        {"action": "emulate", "geolocation": {"latitude": 1, "longitude": 2}, "timezone": "UTC", "locale": "de"},
    ),
    (
        {"action": "storage", "operation": "read", "kind": "localStorage"},
        {"action": "storage", "operation": "get", "kind": "local"},
    ),
    (
        {"action": "storage", "operation": "set", "kind": "local", "key": "a", "value": "b"},
        {"action": "storage", "operation": "set", "kind": "local", "name": "a", "value": "b"},
    ),
    ({"action": "console", "level": "warn"}, {"action": "console", "level": "warning"}),
    ({"action": "network", "request_id": 3}, {"action": "network", "id": 3}),
    ({"action": "set_active", "browser_id": "[tab 2]"}, {"action": "set_active", "browser_id": 2}),
    ({"action": "mouse", "type": "mousedown", "x": 1, "y": 2}, {"action": "mouse", "event_type": "down", "x": 1, "y": 2}),
    (
        {"action": "cdp", "method": "Page.reload", "params": '{"a": 1}'},
        {"action": "cdp", "method": "Page.reload", "params": {"a": 1}},
    ),
    ({"action": "handoff", "text": "Log in"}, {"action": "handoff", "reason": "Log in"}),
    ({"action": "record", "operation": "begin"}, {"action": "record", "operation": "start"}),
]


@pytest.mark.parametrize(("written", "meant"), LISTED, ids=str)
def test_what_a_model_writes_from_the_schema_alone_is_read(written: dict[str, Any], meant: dict[str, Any]) -> None:
    action, arguments = read_call(written)
    own, native = read_call(meant)
    assert (action.name, arguments) == (own.name, native)


@pytest.mark.parametrize(
    "call",
    [
        {**CLICK, "chat": "other"}, {**CLICK, "timeout": 5}, {**CLICK, "x": 3, "y": 4}, {"action": "scroll", "y": 500},
        {"action": "scroll", "direction": "down", "amount": "1 page"}, {"action": "storage", "operation": "delete", "kind": "cookies"},
        {"action": "clipboard", "operation": "read"}, {"action": "drag", "ref": 6, "dx": 5, "dy": 5}, {"action": "wait", "duration": 2000},
        {"action": "close", "browser_id": "all"}, {"action": "set_active", "index": 1}, {"action": "wait", "text": ["A", "B"]},
        {"action": "key_chord", "keys": "ctrl a"}, {"action": "network", "status": 404}, {"action": "reload", "ignore_cache": True},
        {"action": "type", "ref": 6, "text": "a", "append": True}, {"action": "type", "ref": 6, "text": "a", "delay": 50},
        {"action": "find", "text": "Buy", "regex": True}, {"action": "emulate", "color_scheme": "sepia"}, {"action": "content", "mode": "html"},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_slip_is_refused(call: dict[str, Any]) -> None:
    with pytest.raises(CallError):
        read_call(call)
