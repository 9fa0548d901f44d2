"""Batches: everything checked first, tabs side by side, one tab's calls in order, answers in the order of the calls."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from refbrowser import Browser, Chat
from tests.support.calls import do, evaluated, navigated, ok, opened, refused
from tests.support.exchange import Request
from tests.support.server import Site
from tests.support.tabs import tab_of
from tests.support.waiting import until


async def batch(chat: Chat, *calls: dict[str, Any], **arguments: Any) -> list[dict[str, Any]]:
    """The answers of a batch, each checked for its envelope."""
    answers: list[dict[str, Any]] = await do(chat, "multi", calls=list(calls), **arguments)
    assert len(answers) == len(calls)
    for answer in answers:
        assert set(answer) in ({"ok", "result"}, {"ok", "error", "code", "retryable", "remedy", "details"})
    return answers


def codes(answers: list[dict[str, Any]]) -> list[str | None]:
    return [answer.get("code") for answer in answers]


@pytest.fixture(scope="module")
async def two_tabs(browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """A chat with the tabs 1 and 2, in which tests open their pages one after the other."""
    chat = browser.chat(f"two-{next(chat_numbers)}")
    for _ in range(2):
        await do(chat, "open")
    yield chat
    await chat.close()


async def titled(chat: Chat, site: Site) -> None:
    """Loads the pages One and Two in the tabs 1 and 2, of which the second is active then."""
    for tab, title in ((1, "One"), (2, "Two")):
        await do(chat, "navigate", browser_id=tab, url=site.page(f"<title>{title}</title>"))
    await do(chat, "set_active", browser_id=2)


async def test_answers_stand_in_the_order_of_the_calls(two_tabs: Chat) -> None:
    slow = {"action": "evaluate", "browser_id": 1, "script": "await new Promise(done => setTimeout(done, 100)); 'slow'"}
    answers = await batch(two_tabs, slow, {"action": "evaluate", "browser_id": 2, "script": "'quick'"}, {"action": "list"})
    assert [ok(answers[0])["result"], ok(answers[1])["result"]] == ["slow", "quick"]
    assert len(ok(answers[2])["browsers"]) == 2


async def test_tabs_run_side_by_side(two_tabs: Chat, site: Site) -> None:
    together = threading.Barrier(2, timeout=30)

    def answer(_: Request) -> str:
        together.wait()
        return "<title>Met</title>"

    url = site.route("/gate", answer)
    answers = await batch(two_tabs, *({"action": "navigate", "browser_id": tab, "url": f"{url}?{tab}"} for tab in (1, 2)))
    assert [ok(answer)["title"] for answer in answers] == ["Met"] * 2


async def test_the_calls_of_one_tab_run_one_after_the_other(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    script = "(window.order ??= []).push('begin %d'); await new Promise(done => setTimeout(done, 30)); order.push('end %d'); order.length"
    answers = await batch(shared_chat, *({"action": "evaluate", "script": script % (index, index)} for index in range(3)))
    assert [ok(answer)["result"] for answer in answers] == [2, 4, 6]
    assert await evaluated(shared_chat, "order") == ["begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2"]


async def test_a_call_without_a_tab_means_the_tab_that_was_active_at_submission(two_tabs: Chat, site: Site) -> None:
    chat = two_tabs
    await titled(chat, site)
    answers = await batch(
        chat, {"action": "set_active", "browser_id": 1}, {"action": "evaluate", "script": "document.title"},
        {"action": "open", "url": site.page("<title>Three</title>")}, {"action": "evaluate", "script": "document.title"},
    )  # fmt: skip
    assert [ok(answers[1])["result"], ok(answers[3])["result"]] == ["Two", "Two"]
    await do(chat, "close", browser_id=ok(answers[2])["browser_id"])


@pytest.mark.long("browser/test_multi.py::test_the_calls_of_one_tab_run_one_after_the_other")
async def test_an_implicit_and_an_explicit_call_of_one_tab_keep_their_order(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    push = "(window.order ??= []).push(%d); await new Promise(done => setTimeout(done, 20))"
    await batch(
        chat, *({"action": "evaluate", "script": push % index, **({"browser_id": 1} if index % 2 else {})} for index in range(4))
    )
    assert await evaluated(chat, "order") == [0, 1, 2, 3]


async def test_a_later_call_may_use_what_an_earlier_one_opens(two_tabs: Chat, site: Site) -> None:
    chat = two_tabs
    button = "<button onclick='document.title += `!`'>Go</button>"
    calls: list[dict[str, Any]] = [
        {"action": "open", "url": site.page(f"<title>{title}</title>{button}")} for title in ("One", "Two")
    ]
    calls += [{"action": "click", "browser_id": f"${index}", "selector": "button"} for index in (1, 0)]
    calls += [{"action": "evaluate", "browser_id": f"${index}", "script": "document.title"} for index in (0, 1)]
    answers = await batch(chat, *calls)
    assert codes(answers) == [None] * 6
    assert [ok(answers[4])["result"], ok(answers[5])["result"]] == ["One!", "Two!"]
    for answer in answers[:2]:
        await do(chat, "close", browser_id=ok(answer)["browser_id"])


@pytest.mark.long("browser/test_multi.py::test_a_failed_navigation_ends_its_tabs_calls_and_no_others")
async def test_what_a_failed_open_was_to_give_is_skipped(chat: Chat, site: Site) -> None:
    answers = await batch(
        chat, {"action": "open", "url": "http://nowhere.invalid/"}, {"action": "content", "browser_id": "$0"},
        {"action": "open", "url": site.page("<p>Good")}, {"action": "content", "browser_id": "$2"},
    )  # fmt: skip
    assert codes(answers) == ["navigation_failed", "skipped", None, None]
    assert "Good" in ok(answers[3])


async def test_a_failed_navigation_ends_its_tabs_calls_and_no_others(two_tabs: Chat, site: Site) -> None:
    chat = two_tabs
    for tab in (1, 2):
        await do(chat, "navigate", browser_id=tab, url=site.page("<button onclick='document.title = 1'>Go</button>"))
    answers = await batch(
        chat, {"action": "navigate", "browser_id": 1, "url": "http://nowhere.invalid/"}, {"action": "click", "browser_id": 1, "selector": "button"},
        {"action": "content", "browser_id": 2}, {"action": "content", "browser_id": 1},
    )  # fmt: skip
    assert codes(answers) == ["navigation_failed", "skipped", None, "skipped"]
    assert "navigation failed" in answers[1]["error"]


async def test_after_a_failure_what_acts_on_its_tab_is_skipped_and_what_reads_runs(two_tabs: Chat, site: Site) -> None:
    chat = two_tabs
    for tab in (1, 2):
        await do(chat, "navigate", browser_id=tab, url=site.page("<button onclick='document.title += 1'>Go</button>"))
    calls: list[dict[str, Any]] = [
        {"action": "click", "browser_id": 1, "ref": 99_999}, {"action": "click", "browser_id": 1, "selector": "button"},
        {"action": "wait", "browser_id": 1, "text": "Never"}, {"action": "evaluate", "browser_id": 1, "script": "1"},
        {"action": "content", "browser_id": 1}, {"action": "screenshot", "browser_id": 1}, {"action": "state", "browser_id": 1},
        {"action": "click", "browser_id": 2, "selector": "button"}, {"action": "list"},
    ]  # fmt: skip
    skipped = ["skipped"] * 3
    answers = await batch(chat, *calls)
    assert codes(answers) == ["ref_unknown", *skipped, None, None, None, None, None]
    assert "call 0 failed" in answers[1]["error"]
    assert ok(answers[6])["title"] == ""
    calls[2] = {"action": "wait", "browser_id": 1, "text": "Go"}
    assert codes(await batch(chat, *calls, stop_on_error=False)) == ["ref_unknown", *[None] * 8]


async def test_calls_on_the_whole_chat_keep_their_places(two_tabs: Chat, site: Site) -> None:
    chat = two_tabs
    slow = {
        "action": "evaluate",
        "browser_id": 1,
        "script": "new Promise(done => setTimeout(done, 400)).then(() => localStorage.set = 1)",
    }
    await do(chat, "navigate", browser_id=1, url=site.page("<p>Stored"))
    read, change = {"action": "storage", "operation": "get"}, {"action": "storage", "operation": "clear", "kind": "local"}
    answers = await batch(chat, slow, read, change, {"action": "evaluate", "browser_id": 1, "script": "localStorage.length"})
    assert codes(answers) == [None] * 4
    assert "set" in str(answers[1])
    assert ok(answers[3])["result"] == 0


UNKNOWN: list[dict[str, Any]] = [{"action": "clik"}, {}]
WRONG: list[dict[str, Any]] = [
    {"action": "click"}, {"action": "click", "ref": 1, "reff": 2}, {"action": "multi", "calls": [{"action": "list"}]},
    {"action": "state", "browser_id": "$0"}, {"action": "state", "browser_id": "$7"}, {"action": "state", "browser_id": "$"},
]  # fmt: skip


async def test_everything_is_checked_before_anything_is_done(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<title>Before</title>"))
    first = {"action": "evaluate", "script": "document.title = 'touched'"}
    for wrong in (*UNKNOWN, *WRONG):
        answer = await shared_chat.call({"action": "multi", "calls": [first, wrong]})
        assert answer["ok"] is False, wrong
        assert answer["code"] == ("unknown_action" if wrong in UNKNOWN else "invalid_arguments"), answer
        assert answer["details"]["call"] == 1, wrong
        assert (await do(shared_chat, "state"))["title"] == "Before", wrong


async def test_a_batch_has_a_limit(chat: Chat) -> None:
    await refused(chat, "invalid_arguments", "multi", calls=[{"action": "list"}] * 101)
    assert codes(await batch(chat, *[{"action": "list"}] * 100)) == [None] * 100


async def test_observe_goes_to_every_call_that_has_none(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page("<button onclick='this.textContent += `!`'>Go</button>"))
    answers = await batch(
        shared_chat,
        {"action": "click", "selector": "button"},
        {"action": "click", "selector": "button", "observe": "changes"},
        {"action": "content"},
        observe="none",
    )
    assert ["changes" in ok(answer)["action"] for answer in answers[:2]] == [False, True]
    assert "Go!!" in ok(answers[2])


async def test_a_deadline_is_each_calls_own(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    pause = {"action": "wait", "time_ms": 300, "timeout_ms": 800}
    assert codes(await batch(shared_chat, pause, pause, pause)) == [None, None, None]


@pytest.mark.long("browser/test_dialogs.py::test_other_tabs_go_on_while_one_is_held")
async def test_a_dialog_holds_its_tab_and_leaves_the_others(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<button onclick='document.title = confirm(1)'>Go</button>"))
    await do(chat, "open", url=site.page("<p>Other"))
    answers = await batch(
        chat, {"action": "click", "browser_id": 1, "ref": 1}, {"action": "content", "browser_id": 1}, {"action": "content", "browser_id": 2},
        {"action": "dialog", "browser_id": 1, "operation": "accept"},
    )  # fmt: skip
    assert ok(answers[0])["action"]["suspended"] is True
    assert answers[1]["code"] == "dialog_open"
    assert "Other" in ok(answers[2])
    assert ok(answers[3])["state"]["title"] == "true"


@pytest.mark.long("browser/test_loops.py::test_a_call_that_is_cancelled_half_way_leaves_no_key_or_button_down")
async def test_a_cancelled_batch_leaves_every_tab_usable_and_no_key_held(chat: Chat, site: Site) -> None:
    page = "<script>addEventListener('click', event => document.title = event.shiftKey)</script><button>Go</button>"
    for _ in range(2):
        await opened(chat, site.page(page))
    hang = site.url("/hang")
    calls = [{"action": "click", "browser_id": 1, "selector": "button", "modifiers": ["Shift"]}, {"action": "navigate", "browser_id": 1, "url": hang},
             {"action": "evaluate", "browser_id": 2, "script": "await fetch('/hang?2')"}]  # fmt: skip
    call = asyncio.ensure_future(chat.call({"action": "multi", "calls": calls}))
    await asyncio.to_thread(site.wait_for_request, "/hang", count=2)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    for tab in (1, 2):
        assert (await do(chat, "click", browser_id=tab, selector="button", timeout_ms=20_000))["state"]["title"] == "false"


@pytest.mark.long("browser/test_multi.py::test_a_later_call_may_use_what_an_earlier_one_opens")
async def test_a_batch_may_begin_with_nothing_open(chat: Chat, site: Site) -> None:
    answers = await batch(chat, {"action": "list"}, {"action": "state"}, {"action": "open", "url": site.page("<p>Here")})
    assert codes(answers) == [None, "no_tab", None]


@pytest.mark.long("browser/test_multi.py::test_a_later_call_may_use_what_an_earlier_one_opens")
async def test_all_tabs_are_closed_behind_the_calls_before_and_before_the_calls_behind(chat: Chat, site: Site) -> None:
    for number in range(2):
        await do(chat, "open", url=site.page(f"<form action=/got><input name=field{number} aria-label=Field></form>"))
    calls: list[dict[str, Any]] = [
        {"action": "wait", "time_ms": 300, "browser_id": 1},
        {"action": "type_submit", "browser_id": 1, "selector": "input", "text": "first"},
        {"action": "type_submit", "browser_id": 2, "selector": "input", "text": "second"},
        {"action": "close_all"},
        {"action": "open"},
    ]
    answers = await do(chat, "multi", calls=calls)
    assert [answer["ok"] for answer in answers] == [True] * 5, answers
    assert site.hits("/got") == 2
    assert [tab["browser_id"] for tab in (await do(chat, "list"))["browsers"]] == [answers[-1]["result"]["browser_id"]]


@pytest.mark.long("browser/test_loops.py::test_a_call_that_is_cancelled_half_way_leaves_no_key_or_button_down")
@pytest.mark.rows(1)
@pytest.mark.parametrize("ended_by", ["cancel", "deadline"])
async def test_no_mouse_button_stays_down_after_a_batch_that_was_not_run_to_its_end(
    shared_chat: Chat, site: Site, ended_by: str
) -> None:
    await do(
        shared_chat, "navigate", url=site.page("<script>addEventListener('mousemove', e => buttons = e.buttons)</script><p>Here")
    )
    calls = [
        {"action": "mouse", "event_type": "down", "x": 50, "y": 50},
        {"action": "wait", "text": "never"},
        {"action": "mouse", "event_type": "up", "x": 50, "y": 50},
    ]
    if ended_by == "deadline":
        await do(shared_chat, "multi", calls=calls, timeout_ms=900)
    else:
        batch = asyncio.ensure_future(shared_chat.call({"action": "multi", "calls": calls}))
        await until(lambda: tab_of(shared_chat).input_state.buttons_down)
        batch.cancel()
        await asyncio.wait({batch})
    await do(shared_chat, "mouse", event_type="move", x=80, y=80, observe="none")
    assert await evaluated(shared_chat, "buttons") == 0


@pytest.mark.long("browser/test_mouse.py::test_raw_events_press_move_and_release")
async def test_a_mouse_button_that_a_batch_presses_stays_down_for_the_calls_behind_it(shared_chat: Chat, site: Site) -> None:
    await do(
        shared_chat, "navigate", url=site.page("<script>addEventListener('mousemove', e => buttons = e.buttons)</script><p>Here")
    )
    await do(shared_chat, "multi", calls=[{"action": "mouse", "event_type": "down", "x": 50, "y": 50}])
    await do(shared_chat, "mouse", event_type="move", x=80, y=80, observe="none")
    assert await evaluated(shared_chat, "buttons") == 1
    await do(shared_chat, "mouse", event_type="up", x=80, y=80, observe="none")
    await do(shared_chat, "mouse", event_type="move", x=90, y=90, observe="none")
    assert await evaluated(shared_chat, "buttons") == 0


@pytest.mark.rows(1)
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("written", ["multi", "interact"])
async def test_sequences_of_two_callers_on_one_tab_do_not_mix(shared_chat: Chat, site: Site, written: str) -> None:
    """What is typed goes to the field that its own sequence has pressed, and each caller is told of the other."""
    await do(shared_chat, "navigate", url=site.page("<input id=a><input id=b><input id=c>"))

    def sequence(field: str) -> dict[str, Any]:
        calls: list[dict[str, Any]] = [{"action": "click", "selector": f"#{field}"}]
        calls += [{"action": "keyboard", "text": field}] * 4
        return {"action": written, "calls" if written == "multi" else "actions": calls}

    alone = {"action": "key_chord", "keys": ["c"]}
    requests = [*(sequence(field) for field in "abab"), {"action": "type", "selector": "#c", "text": "c"}, sequence("a"), alone]
    answers = await asyncio.gather(*(shared_chat.call(request) for request in requests))
    typed = await evaluated(shared_chat, "[a, b, c].map(field => field.value)")
    # The single key comes at any place, but not within a sequence.
    assert [field.replace("aaaa", "A").replace("bbbb", "B").replace("c", "") for field in typed] == ["AAA", "BB", ""]
    assert "".join(typed).count("c") == 2
    text = json.dumps(answers)
    assert "another call waits for this tab: multi" in text
    assert "waited for another call on this tab: multi" in text
    assert "other_calls" not in json.dumps(await shared_chat.call(sequence("a")))


async def test_a_sequence_lets_a_call_on_the_whole_chat_have_its_tab(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<title>Here</title><input id=a>"))
    click = {"action": "click", "selector": "#a"}
    calls = [
        click,
        {"action": "list", "include_content": True},
        click,
        {"action": "storage", "operation": "clear", "kind": "local"},
        click,
    ]
    assert [answer["ok"] for answer in await do(shared_chat, "multi", calls=calls)] == [True] * 5
