"""Reading a call: names, aliases, arguments, and what errors say."""

import pytest

from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.actions.spec import Action
from refbrowser.errors import CallError
from refbrowser.service.aliases import ALIASES
from refbrowser.service.validation import MOST_PROBLEMS, check, find_action, read_call


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


def test_reading_a_call_leaves_it_as_it_was() -> None:
    request = {"action": "multi", "calls": [{"action": "state"}], "observe": "none"}
    read_call(request)
    assert request == {"action": "multi", "calls": [{"action": "state"}], "observe": "none"}
