"""Reading a call: names, aliases, arguments, and what errors say."""

import time
from typing import Any

import pytest

from refbrowser.actions.aliases import ALIASES
from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.actions.spec import Action
from refbrowser.errors import CallError
from refbrowser.service.calls.validation import MOST_PROBLEMS, check, find_action, read_call


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action.name))
def test_an_action_is_found_in_every_spelling_of_its_name(action: Action) -> None:
    for name in (action.name, f"browser_{action.name}".upper().replace("_", "-"), f" {action.name.title()} "):
        assert find_action(name) is action


def test_aliases_are_never_proposed() -> None:
    with pytest.raises(CallError) as refusal:
        find_action("gotoo")
    assert ALIASES.keys().isdisjoint(refusal.value.details["nearest"])
    assert ALIASES.keys().isdisjoint(refusal.value.details["allowed"])


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action.name))
def test_every_action_takes_a_deadline_and_refuses_what_it_does_not_know(action: object) -> None:
    assert "timeout_ms" in action.arguments.model_fields  # type: ignore[attr-defined]
    with pytest.raises(CallError) as refusal:
        check(action, {"no_such_argument": 1})  # type: ignore[arg-type]
    assert refusal.value.details["unknown"] == ["no_such_argument"]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action.name))
def test_every_action_says_in_one_line_what_it_does(action: object) -> None:
    summary = str(action.summary)  # type: ignore[attr-defined]
    assert summary.endswith(".")
    assert 10 < len(summary) < 200
    assert "\n" not in summary


def test_many_problems_are_counted_instead_of_listed() -> None:
    with pytest.raises(CallError) as refusal:
        check(BY_NAME["click"], {f"wrong_{number}": 1 for number in range(10)})
    assert refusal.value.message.count("there is no argument") == MOST_PROBLEMS
    assert f"{10 - MOST_PROBLEMS} more problems" in refusal.value.message


def test_an_enormous_value_is_shortened_in_the_error() -> None:
    for arguments in (
        {"ref": "z" * 100_000},
        {"z" * 100_000: 1},
        {"button": "z" * 100_000, "ref": 1},
        {"x": "z" * 100_000, "y": 1},
    ):
        with pytest.raises(CallError) as refusal:
            check(BY_NAME["click"], arguments)
        assert len(refusal.value.message) < 700


def test_a_null_is_an_argument_left_out() -> None:
    action, arguments = read_call({"action": "click", "ref": 3, "selector": None, "x": None})
    assert action.name == "click"
    assert arguments.model_dump(exclude_unset=True).keys() == {"ref"}
    with pytest.raises(CallError):
        read_call({"action": "detail", "ref": None})


@pytest.mark.parametrize(
    ("written", "meant"),
    [({"action": "scroll", "to": "", "direction": "down"}, {"direction": "down"}),
     ({"action": "screenshot", "path": "", "ref": "", "full_page": "true"}, {"full_page": True}),
     ({"action": "console", "clear": "false", "text": ""}, {"clear": False}),
     ({"action": "wait", "text": "a", "selector": "", "download": "", "url": ""}, {"text": "a"}),
     ({"action": "content", "selectors": [], "selector": "main", "cursor": ""}, {"selector": "main"}),
     ({"action": "upload_file", "ref": 1, "path": "", "paths": ["a"]}, {"paths": ["a"]}),
     ({"action": "click", "ref": 1, "button": "", "modifiers": "Control"}, {"modifiers": ["Control"]}),
     ({"action": "click", "ref": 1, "modifiers": "ctrl+shift"}, {"modifiers": ["Control", "Shift"]}),
     ({"action": "click", "x": "10", "y": "0.5"}, {"x": 10.0, "y": 0.5}),
     ({"action": "type", "ref": 1, "text": 42, "slowly": "true"}, {"text": "42", "slowly": True}),
     ({"action": "keyboard", "key": 5}, {"key": "5"}),
     ({"action": "find", "text": 19.5}, {"text": "19.5"}),
     ({"action": "select_option", "ref": 1, "value": 2}, {"value": 2}),
     ({"action": "select_option", "ref": 1, "value": 2.0}, {"value": 2}),
     ({"action": "select_option", "ref": 1, "value": "2"}, {"value": "2"}),
     ({"action": "set_checked", "ref": 1, "checked": "false"}, {"checked": False}),
     ({"action": "navigate", "url": "https://x.test", "timeout_ms": "5000"}, {"timeout_ms": 5000}),
     ({"action": "content", "max_tokens": 0, "cursor": "", "mode": "main"}, {"mode": "main"}),
     ({"action": "wait", "text": "a", "time_ms": 0, "timeout_ms": 0}, {"text": "a"}),
     ({"action": "click", "ref": 1, "text": "", "times": 0, "button": "right"}, {"button": "right"}),
     ({"action": "click", "text": " Save "}, {"selector": "text=Save"}),
     ({"action": "hover", "text": "Menu"}, {"selector": "text=Menu"}),
     ({"action": "scroll", "amount": 300}, {"direction": "down", "amount": 300}),
     ({"action": "find", "query": "a"}, {"text": "a"}),
     ({"action": "content", "selectors": "main"}, {"selectors": ["main"]}),
     ({"action": "network", "kinds": "fetch"}, {"kinds": ["fetch"]}),
     ({"action": "upload_file", "ref": 1, "paths": '["a", "b"]'}, {"paths": ["a", "b"]}),
     ({"action": "multi", "calls": '[{"action": "list"}]'}, {"calls": [{"action": "list"}]}),
     ({"action": "select_option", "ref": 1, "option": "Red"}, {"value": "Red"}),
     ({"action": "evaluate", "script": "const a = 1; return a"}, {"script": "(async () => { const a = 1; return a\n})()"}),
     ({"action": "evaluate", "script": "(() => {\n  return 1 })()"}, {"script": "(() => {\n  return 1 })()"}),
     ({"action": "evaluate", "script": "'to return'"}, {"script": "'to return'"})],
    ids=str,
)  # fmt: skip
def test_what_a_model_predictably_writes_is_read_as_it_is_meant(written: dict[str, Any], meant: dict[str, Any]) -> None:
    _, arguments = read_call(written)
    given = {name: getattr(arguments, name) for name in arguments.model_fields_set}
    assert {name: value for name, value in given.items() if name not in ("ref", "url")} == {
        name: value for name, value in meant.items() if name not in ("ref", "url")
    }


@pytest.mark.parametrize(
    "call",
    [{"action": "type", "ref": 1, "text": ""}, {"action": "select_option", "ref": 1, "value": ""},
     {"action": "select_option", "ref": 1, "values": []}, {"action": "dialog", "operation": "accept", "text": ""}],
    ids=str,
)  # fmt: skip
def test_an_empty_value_that_can_be_meant_is_kept(call: dict[str, Any]) -> None:
    _, arguments = read_call(call)
    (name,) = call.keys() - {"action", "ref", "operation"}
    assert getattr(arguments, name) == call[name]


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("clik", "click"), ("gotoo", "navigate"), ("snapshott", "content"), ("pste", "clipboard"), ("click_element", "click"),
     ("page_content", "content"), ("select_dropdown", "select_option"), ("get_console", "console"), ("type_into", "type"),
     ("scrol", "scroll"), ("screen-shot", "screenshot"), ("Key Press", "keyboard")],
)  # fmt: skip
def test_the_nearest_action_is_one_that_can_have_been_meant(wrong: str, near: str) -> None:
    with pytest.raises(CallError) as refusal:
        find_action(wrong)
    assert refusal.value.details["nearest"][0] == near


@pytest.mark.parametrize("wrong", ["xyzzy", "dance", "teleport", "a", ""])
def test_what_resembles_nothing_has_no_nearest(wrong: str) -> None:
    with pytest.raises(CallError) as refusal:
        find_action(wrong)
    assert refusal.value.details["nearest"] == []


@pytest.mark.parametrize(
    ("call", "near"),
    [({"action": "click", "ref": 1, "modifier": "Control"}, "modifiers"), ({"action": "wait", "gone": "a"}, "text_gone"),
     ({"action": "scroll", "to": "top", "amout": 3}, "amount"), ({"action": "drag", "ref": 1, "target_rf": 2}, "target_ref")],
    ids=str,
)  # fmt: skip
def test_an_unknown_argument_is_answered_with_the_nearest_ones(call: dict[str, Any], near: str) -> None:
    with pytest.raises(CallError) as refusal:
        read_call(call)
    assert near in refusal.value.message.partition("did you mean ")[2]


def test_arguments_outside_the_schema_are_never_proposed() -> None:
    for call in ({"action": "dialog", "operation": "accept", "armm": 1}, {"action": "multi", "calls": [{}], "sequense": 1}):
        with pytest.raises(CallError) as refusal:
            read_call(call)
        assert not {"arm_unless_open", "sequence"} & set(refusal.value.details["allowed"])
        assert "sequence" not in refusal.value.message
        assert "arm_unless_open" not in refusal.value.message


def test_reading_a_call_leaves_it_as_it_was() -> None:
    request = {"action": "multi", "calls": [{"action": "state"}], "observe": "none"}
    read_call(request)
    assert request == {"action": "multi", "calls": [{"action": "state"}], "observe": "none"}


@pytest.mark.parametrize("action", ["wait", "expect"])
@pytest.mark.parametrize("arguments", [{}, {"download": False}, {"download": False, "state": "hidden"}])
def test_what_is_waited_for_is_given_and_not_denied(action: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(CallError):
        check(BY_NAME[action], arguments)


def test_a_denied_condition_leaves_the_other() -> None:
    arguments: Any = check(BY_NAME["expect"], {"download": False, "text": "Paid"})
    assert arguments.condition == "text"


def test_lists_that_are_written_as_text_are_no_way_around_bounds() -> None:
    for text in ("[" * 200 + "]" * 200, "[" * 100_000, '[{"action": "list", "a": ' + "[" * 300 + "]" * 300 + "}]"):
        with pytest.raises(CallError):
            read_call({"action": "multi", "calls": text})
    for script in ("\n" * 300_000 + "return", "a(" * 300_000 + "\nreturn 1", ("a(\n" * 200_000) + "return 1"):
        began = time.monotonic()
        read_call({"action": "evaluate", "script": script})
        assert time.monotonic() - began < 5
