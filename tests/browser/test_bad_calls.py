"""Calls that are wrong in themselves: refused before anything is done, with what to write instead."""

from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, failure, navigated, ok, read, refused
from tests.support.server import Site


@pytest.mark.parametrize("request_", [None, "list", 7, True, [], [{"action": "list"}], {1: 2, "action": "list"}])
async def test_a_call_that_is_no_object_with_named_arguments_is_refused(chat: Chat, request_: Any) -> None:
    failure(await chat.call(request_), "invalid_arguments")


@pytest.mark.parametrize(
    ("levels", "code"), [(90, "no_tab"), (110, "invalid_arguments"), (500, "invalid_arguments"), (100_000, "invalid_arguments")]
)
async def test_a_call_that_is_nested_too_deeply_is_refused(chat: Chat, levels: int, code: str) -> None:
    inner: Any = []
    for _ in range(levels):
        inner = [inner]
    await refused(chat, code, "cdp", method="DOM.enable", params={"a": inner})


@pytest.mark.parametrize("name", [None, "", " ", 7, ["click"], {"verb": "click"}, "no_such_thing", "a" * 100_000])
async def test_an_action_that_does_not_exist_is_unknown(chat: Chat, name: Any) -> None:
    answer = failure(await chat.call({"action": name}), "unknown_action")
    assert "click" in answer["details"]["allowed"]
    assert len(answer["error"]) < 1_000
    assert name is None or not isinstance(name, str) or "click, " in answer["error"]


@pytest.mark.parametrize(("wrong", "nearest"), [("clik", "click"), ("navigat", "navigate"), ("screen-shot", "screenshot")])
async def test_a_misspelt_action_is_answered_with_the_nearest_one(chat: Chat, wrong: str, nearest: str) -> None:
    answer = failure(await chat.call({"action": wrong}), "unknown_action")
    assert nearest in answer["details"]["nearest"]
    assert nearest in answer["error"]


@pytest.mark.parametrize("name", ["list", "LIST", " List ", "browser_list", "list-tabs", "LIST_TABS"])
async def test_case_hyphens_and_the_prefix_of_a_name_do_not_matter(chat: Chat, name: str) -> None:
    assert ok(await chat.call({"action": name})) == {"browsers": [], "last_interacted_browser_id": None}


async def test_an_unknown_argument_is_named_with_the_nearest_allowed_one(chat: Chat) -> None:
    answer = await refused(chat, "invalid_arguments", "click", reff=3)
    assert answer["details"]["unknown"] == ["reff"]
    assert answer["error"].endswith("did you mean ref?")
    assert "selector" in answer["details"]["allowed"]


async def test_an_unknown_argument_that_resembles_nothing_lists_what_is_allowed(chat: Chat) -> None:
    answer = await refused(chat, "invalid_arguments", "set_active", zzzz=1)
    assert "browser_id" in answer["error"]


async def test_a_value_out_of_a_list_is_answered_with_the_list(chat: Chat) -> None:
    answer = await refused(chat, "invalid_arguments", "click", ref=1, button="top")
    assert all(choice in answer["error"] for choice in ("left", "right", "middle"))
    answer = await refused(chat, "invalid_arguments", "navigate", url="http://x.test", wait_until="forever")
    assert all(choice in answer["error"] for choice in ("commit", "domcontentloaded", "load", "networkidle"))


async def test_a_missing_argument_is_named(chat: Chat) -> None:
    for action, argument in (("navigate", "url"), ("detail", "ref"), ("evaluate", "script"), ("multi", "calls")):
        answer = await refused(chat, "invalid_arguments", action)
        assert argument in answer["error"]
    assert "text" in (await refused(chat, "invalid_arguments", "type", ref=1))["error"]
    assert "value" in (await refused(chat, "invalid_arguments", "fill_form", fields=[{"ref": 1}]))["error"]


WRONG_ARGUMENTS: list[dict[str, Any]] = [
    {"action": "state", "browser_id": True},
    {"action": "close", "browser_id": 0},
    {"action": "state", "browser_id": -1},
    {"action": "state", "browser_id": 1.5},
    {"action": "state", "browser_id": 10**30},
    {"action": "state", "browser_id": "first"},
    {"action": "state", "browser_id": [1]},
    {"action": "state", "timeout_ms": -5},
    {"action": "state", "timeout_ms": True},
    {"action": "state", "timeout_ms": 10**12},
    {"action": "state", "timeout_ms": float("nan")},
    {"action": "navigate", "url": 7},
    {"action": "navigate", "url": ["http://x.test", "http://y.test"]},
    {"action": "click", "x": True, "y": 1},
    {"action": "click", "x": "left", "y": 1},
    {"action": "click", "x": float("inf"), "y": 1},
    {"action": "click", "x": float("nan"), "y": 1},
    {"action": "click", "x": 1e300, "y": 1},
    {"action": "click", "ref": 1, "click_count": 99},
    {"action": "click", "ref": 1, "click_count": True},
    {"action": "click", "ref": 1, "modifiers": "Shift Control"},
    {"action": "click", "ref": 1, "modifiers": ["Hyper"]},
    {"action": "click", "ref": 1, "force": "maybe"},
    {"action": "click", "selector": 5},
    {"action": "click", "selector": "a" * 5000},
    {"action": "type", "ref": 1, "text": True},
    {"action": "type", "ref": 1, "text": ["a", "b"]},
    {"action": "content", "max_tokens": 1},
    {"action": "content", "max_tokens": True},
    {"action": "content", "mode": "everything"},
    {"action": "content", "selector": "p", "selectors": ["p"]},
    {"action": "content", "ref": 1, "selector": "p"},
    {"action": "scroll"},
    {"action": "scroll", "direction": "down", "to": "top"},
    {"action": "scroll", "direction": "down", "amount": True},
    {"action": "screenshot", "quality": 5},
    {"action": "screenshot", "quality": 100},
    {"action": "screenshot", "path": 7},
    {"action": "wait"},
    {"action": "wait", "download": False},
    {"action": "wait", "time_ms": True},
    {"action": "dialog"},
    {"action": "dialog", "operation": "agree"},
    {"action": "multi", "calls": []},
    {"action": "multi", "calls": ["list"]},
]


@pytest.mark.parametrize("request_", WRONG_ARGUMENTS, ids=str)
async def test_a_value_of_the_wrong_kind_or_size_is_refused_without_a_browser(chat: Chat, request_: dict[str, Any]) -> None:
    answer = failure(await chat.call(request_), "invalid_arguments")
    assert answer["details"]["action"] == request_["action"]
    assert chat.existing() is None


@pytest.mark.parametrize(
    "target",
    [{}, {"ref": 1, "selector": "a"}, {"ref": 1, "x": 5, "y": 0}, {"selector": "a", "x": 0, "y": 5}, {"x": 0}, {"y": 0},
     {"ref": 1, "offset_x": 1}, {"x": 1, "y": 1, "offset_x": 1, "offset_y": 1}],
    ids=str,
)  # fmt: skip
async def test_a_press_has_exactly_one_whole_target(chat: Chat, target: dict[str, Any]) -> None:
    await refused(chat, "invalid_arguments", "click", **target)


async def test_an_explicit_null_is_an_argument_left_out(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<title>Here</title>"), wait_until=None, timeout_ms=None)
    assert (await do(common_chat, "state", browser_id=None))["title"] == "Here"


async def test_zero_is_a_coordinate(common_chat: Chat, site: Site) -> None:
    corner = "<style>button {position: fixed; left: 0; top: 0}</style><button onclick='title = 1; document.title = `${event.x},${event.y}`'>A</button>"
    await do(common_chat, "navigate", url=site.page(corner))
    result = await do(common_chat, "click", x=0, y=0)
    assert result["action"]["point"] == [0, 0]
    assert result["state"]["title"] == "0,0"


async def test_a_point_outside_the_viewport_is_refused(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<p>Here"))
    for x, y in ((-1, 5), (5, 720), (1280, 5), (99999, 5)):
        answer = await refused(common_chat, "invalid_arguments", "click", x=x, y=y)
        assert answer["details"]["viewport"] == {"width": 1280, "height": 720}


async def test_a_ref_may_be_written_as_number_or_label(common_chat: Chat, site: Site) -> None:
    number = (await navigated(common_chat, site.page("<button onclick='document.title += 1'>Go</button>")))["Go"]
    for written in (number, "{}", "[button {}]", "button {}", " [button {}] ", "[ Button {} ]", "[disabled button {}]", "[{}]"):
        ref = written.format(number) if isinstance(written, str) else written
        assert (await do(common_chat, "click", ref=ref))["action"]["ref"] == number
    assert (await do(common_chat, "state"))["title"] == "1" * 8


@pytest.mark.parametrize(
    "written", [0, -1, True, 1.5, "", "button", "[]", "1.5", "[button 1] [button 2]", "0x1", "１x", [1], {"ref": 1}, "9" * 50]
)
async def test_what_is_no_ref_is_refused(chat: Chat, written: Any) -> None:
    answer = await refused(chat, "invalid_arguments", "click", ref=written)
    assert len(answer["error"]) < 400


@pytest.mark.parametrize("action", ["list", "close_all"])
async def test_asking_a_chat_that_has_nothing_open_starts_nothing(chat: Chat, action: str) -> None:
    assert await do(chat, action) == {"browsers": [], "last_interacted_browser_id": None}
    assert chat.existing() is None


@pytest.mark.parametrize("action", ["state", "close", "set_active", "content", "reload", "screenshot"])
async def test_acting_on_a_tab_that_was_never_opened_says_how_to_open_one(chat: Chat, action: str) -> None:
    answer = await refused(chat, "no_tab", action)
    assert answer["remedy"]["action"] == "open"
    assert chat.existing() is None


async def test_a_tab_number_that_was_never_given_is_answered_with_those_that_are_open(common_chat: Chat) -> None:
    answer = await refused(common_chat, "no_tab", "state", browser_id=7_000)
    assert answer["details"]["open"] == [1]


async def test_refused_calls_leave_the_tab_as_it_was(common_chat: Chat, site: Site) -> None:
    url = site.page("<button>Go</button>")
    before = await navigated(common_chat, url)
    await refused(common_chat, "invalid_arguments", "click", ref=before["Go"], button="top")
    await refused(common_chat, "unknown_action", "clik", ref=before["Go"])
    assert await read(common_chat) == before
    assert len(site.requests) == 1


@pytest.mark.parametrize("action", ["wait", "expect"])
@pytest.mark.parametrize("name", ["text", "text_gone"])
async def test_white_space_is_no_text_to_wait_for(chat: Chat, action: str, name: str) -> None:
    for blank in (" ", " \t\n"):
        answer = await refused(chat, "invalid_arguments", action, **{name: blank})
        assert f"{name} is {blank!r}: it is white space" in answer["error"]
