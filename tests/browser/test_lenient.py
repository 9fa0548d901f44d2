"""Calls as models and other tools' prompts write them, performed in a page."""

import asyncio
import time
from typing import Any, Final

import pytest

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.support.calls import do, evaluated, failure, navigated, ok, opened, read, refused
from tests.support.server import Site


async def test_the_page_comes_with_the_answer_of_what_leads_to_it(chat: Chat, site: Site) -> None:
    first, second = site.page("<title>One</title><button>First"), site.page("<title>Two</title><button>Second")
    answer = await chat.call({"action": "open", "url": first, "observe": "content"})
    assert "[button 1] First" in ok(answer)["content"]
    assert ok(answer)["state"]["title"] == "One"
    text = render(answer)
    assert text.startswith("browser_id: 1\nTab 1: One")
    assert "\n[button 1] First\n" in text
    assert "content:" not in text
    assert "*: One" not in text
    assert "[button 2] Second" in (await do(chat, "navigate", url=second, observe="content"))["content"]
    for action, name in (("back", "First"), ("forward", "Second"), ("reload", "Second")):
        result = await do(chat, action, observe="content")
        assert name in result["content"]
        assert result["browser_id"] == 1
    await evaluated(chat, "setTimeout(() => document.body.append('Arrived'), 50)")
    result = await do(chat, "wait", text="Arrived", observe="content")
    assert (result["held"], "Arrived" in result["content"]) == ("text", True)
    await do(chat, "open", url=first)
    assert "Arrived" in (await do(chat, "set_active", browser_id=1, observe="content"))["content"]
    plain = await do(chat, "navigate", url=first)
    assert "content" not in plain


@pytest.mark.long("browser/test_content.py::test_changes_are_what_was_not_shown_before")
async def test_changes_are_what_is_new_of_a_page_that_was_seen(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page("<p>Here</p><p>There</p><p>Everywhere</p>"))
    await evaluated(shared_chat, "setTimeout(() => document.body.append('Arrived'), 50)")
    content = (await do(shared_chat, "wait", text="Arrived", observe="changes"))["content"]
    assert "+ Arrived" in content
    assert "Everywhere" not in content
    assert "content" not in await do(shared_chat, "reload", observe="changes")


@pytest.mark.long("browser/test_lenient.py::test_the_page_comes_with_the_answer_of_what_leads_to_it")
async def test_a_batch_brings_the_page_of_every_call(chat: Chat, site: Site) -> None:
    calls = [{"action": "open", "url": site.page("<p>One")}, {"action": "wait", "browser_id": "$0", "text": "One"}]
    answers = await do(chat, "multi", calls=calls, observe="content")
    assert ["One" in ok(answer)["content"] for answer in answers] == [True, True]


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_refuses_other_calls_at_once_and_control_actions_answer")
async def test_content_of_a_tab_that_a_dialog_holds_is_said_to_be_missing(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<button onclick='alert(1)'>Go</button>"))
    await do(chat, "click", ref=1)
    await do(chat, "open")
    result = await do(chat, "set_active", browser_id=1, observe="content")
    assert result["active"] is True
    assert "dialog" in result["content_error"]


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("condition", "held"),
    [({"text": "never", "text_gone": "Leaving"}, "text_gone"), ({"selector": "#b", "url": "*/nowhere"}, "selector"),
     ({"url": "*/done", "response": "*/never*"}, "url"), ({"text": "Here", "time_ms": 60_000}, "text"),
     ({"text": "never", "time_ms": 30}, "time_ms"), ({"download": True, "script": "window.ready"}, "script")],
    ids=str,
)  # fmt: skip
async def test_of_several_conditions_any_one_ends_the_wait(
    shared_chat: Chat, site: Site, condition: dict[str, Any], held: str
) -> None:
    await navigated(shared_chat, site.page("<p id=a>Leaving</p>"))
    script = "a.remove(); document.body.innerHTML = '<p id=b>Here</p>'; history.pushState(null, '', '/done'); window.ready = true"
    await evaluated(shared_chat, f"setTimeout(() => {{ {script} }}, {0 if held == 'text' else 100})")
    assert (await do(shared_chat, "wait", timeout_ms=20_000, **condition))["held"] == held


@pytest.mark.long("browser/test_wait.py::test_a_condition_that_never_comes_true_is_refused_in_time_and_named")
async def test_several_conditions_in_vain_are_all_named_and_a_wrong_one_is_refused_at_once(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<p>Here"))
    late = await refused(chat, "timeout", "wait", text="never", url="*/never", timeout_ms=300)
    assert "any of text, url" in late["error"]
    began = time.monotonic()
    await refused(chat, "selector_invalid", "wait", text="never", selector="p[", timeout_ms=9000)
    assert time.monotonic() - began < 5


@pytest.mark.long("browser/test_actions_input.py::test_a_press_may_wait_for_an_overlay_to_go_and_may_be_forced")
@pytest.mark.rows(1)
@pytest.mark.parametrize("action", ["type", "type_submit", "fill"])
async def test_typing_waits_for_an_overlay_to_go(shared_chat: Chat, site: Site, action: str) -> None:
    page = "<input aria-label=Name oninput=\"document.title = document.querySelector('#busy') ? 'early' : 'late'\"><div id=busy>Busy</div>"
    refs = await navigated(shared_chat, site.page(page))
    await evaluated(shared_chat, "setTimeout(() => busy.remove(), 150)")
    result = ok(await shared_chat.call({"action": action, "ref": refs["Name"], "text": "Ada", "wait_for_hidden": "#busy"}))
    assert result["state"]["title"] == "late"
    assert result["action"]["value"] == "Ada"


@pytest.mark.long("browser/test_actions_input.py::test_a_press_may_wait_for_an_overlay_to_go_and_may_be_forced")
async def test_an_overlay_that_stays_fails_the_typing_and_types_nothing(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<input aria-label=Name><div id=busy>Busy</div>"))
    late = await refused(chat, "timeout", "type", ref=1, text="Ada", wait_for_hidden="#busy", wait_for_hidden_ms=100)
    assert "#busy to be hidden" in late["error"]
    assert await evaluated(chat, "document.querySelector('input').value") == ""


@pytest.mark.long("browser/test_multi.py::test_a_deadline_is_each_calls_own")
async def test_a_batch_has_one_deadline_if_it_names_one(chat: Chat, site: Site) -> None:
    url = site.page("<p>Here")
    for _ in range(2):
        await do(chat, "open", url=url)
    pause = [{"action": "wait", "browser_id": tab, "time_ms": 400} for tab in (1, 1, 1, 2)]
    began = time.monotonic()
    answers = await do(chat, "multi", calls=pause, timeout_ms=700)
    assert time.monotonic() - began < 3
    codes = [answer.get("code") for answer in answers]
    assert codes == [None, "timeout", "skipped", None]
    assert "the batch's deadline of 700 ms had passed" in answers[2]["error"]
    # The tab is free again, and other batches are as long as their calls.
    assert [answer["ok"] for answer in await do(chat, "multi", calls=pause)] == [True] * 4


async def test_a_sequence_of_another_tool_says_whether_it_was_aborted(shared_chat: Chat, site: Site) -> None:
    url = site.page("<title>Here</title><button>Go</button>")
    click = {"action": "click", "selector": "button"}
    done = ok(
        await shared_chat.call(
            {"action": "interact", "url": url, "actions": [click, {"action": "click", "selector": "#none", "timeout_ms": 100}]}
        )
    )
    assert [answer["ok"] for answer in done["results"]] == [True, True, False]
    assert (done["aborted"], done["abort_reason"], done["state"]["title"]) == (False, None, "Here")
    bad = {"action": "goto", "url": "http://127.0.0.1:1/"}
    for call, reason in (
        ({"url": "http://127.0.0.1:1/", "actions": [click, click]}, "initial_goto_failed"),
        ({"actions": [click, bad, click]}, "goto_failed"),
    ):
        await do(shared_chat, "navigate", url=url)
        answer = await shared_chat.call({"action": "interact", **call})
        result = ok(answer)
        assert (result["aborted"], result["abort_reason"]) == (True, reason)
        assert [entry.get("aborted_sequence", False) for entry in result["results"]] == [
            entry.get("code") == "navigation_failed" for entry in result["results"]
        ]
        assert result["results"][-1]["code"] == "skipped"
        first, *rest = render(answer).splitlines()
        assert first.startswith(f"Sequence aborted ({reason}): ")
        assert any(line.startswith("#0 ") for line in rest)


_ON_AN_ERROR_PAGE: Final[list[dict[str, Any]]] = [
    {"operation": "click", "selector": "#a"},
    {"operation": "extract_text", "selector": "#a"},
    {"action": "fill", "selector": "#a", "text": "b"},
    {"action": "hover", "selector": "text=Go"},
    {"action": "wait_for_selector", "selector": "#a"},
    {"action": "wait_for_selector", "selector": "#a", "state": "attached"},
    {"action": "wait", "selector": "#a", "state": "enabled"},
    {"action": "wait_for", "text": "Go"},
    {"action": "wait", "text": "Go", "url": "elsewhere"},
]


async def test_nothing_is_waited_for_on_chromiums_error_page(shared_chat: Chat, site: Site) -> None:
    """Not after a failed navigation, and not in a sequence that begins there or comes there by a press."""
    url = site.page("<title>Here</title><a href=http://127.0.0.1:1/>Away</a><p id=a>There")
    nowhere = "http://127.0.0.1:1/"
    async with asyncio.timeout(45):
        await refused(shared_chat, "navigation_failed", "navigate", url=nowhere)
        for call in _ON_AN_ERROR_PAGE:
            answer = failure(await shared_chat.call({**call, "timeout_ms": 60_000}), "navigation_failed")
            assert answer["remedy"]["action"] == "reload"
        # What the remedy says is carried out: the address of the failure is the agent's own, also of this machine.
        await refused(shared_chat, "navigation_failed", "reload")
        assert (
            ok(await shared_chat.call({"action": "wait_for_selector", "selector": "#a", "state": "hidden"}))["held"] == "selector"
        )
        for steps in ([{"action": "sleep", "ms": 1}, _ON_AN_ERROR_PAGE[0]], _ON_AN_ERROR_PAGE[1:3]):
            result = ok(await shared_chat.call({"action": "interact", "actions": steps, "timeout_ms": 60_000}))
            assert (result["aborted"], result["abort_reason"]) == (True, "initial_goto_failed")
            assert result["results"][0]["aborted_sequence"] is True
            assert [entry["code"] for entry in result["results"]] == ["navigation_failed", "skipped"]
        away = {"action": "click", "selector": "a"}
        result = ok(await shared_chat.call({"action": "interact", "url": url, "actions": [away, *_ON_AN_ERROR_PAGE[:2]]}))
        assert [entry.get("code") for entry in result["results"]] == [None, None, "navigation_failed", "skipped"]
        assert (result["aborted"], result["abort_reason"]) == (True, "goto_failed")
        # It ends with the next address.
        assert "There" in ok(await shared_chat.call({"operation": "extract_text", "selector": "#a", "url": url}))


async def test_an_operation_with_an_address_loads_it_first_and_answers_for_itself(shared_chat: Chat, site: Site) -> None:
    url = site.page("<title>Here</title><button onclick=\"document.title='Pressed'\">Go</button>")
    pressed = ok(await shared_chat.call({"operation": "click", "selector": "button", "url": url}))
    assert (pressed["state"]["title"], "Go" in pressed["action"]["element"]) == ("Pressed", True)
    assert ok(await shared_chat.call({"operation": "screenshot", "url": url, "out_path": "here.png"}))["state"]["title"] == "Here"
    for call in ({"operation": "click", "selector": "button"}, {"operation": "extract_text"}, {"operation": "screenshot"}):
        failure(await shared_chat.call({**call, "url": "http://127.0.0.1:1/"}), "navigation_failed")


async def test_the_operation_close_is_a_logout(chat: Chat, site: Site) -> None:
    url = site.page("<title>Here</title>")
    await do(chat, "open", url=url)
    await evaluated(chat, "document.cookie = 'session=1; max-age=999'")
    assert ok(await chat.call({"operation": "close"}))["browsers"] == []
    await do(chat, "open", url=url)
    assert await evaluated(chat, "document.cookie") == ""


async def test_an_operation_that_does_not_exist_is_answered_with_those_that_do(chat: Chat) -> None:
    answer = failure(await chat.call({"operation": "extract_everything", "selector": "main"}), "unknown_action")
    assert "'extract_everything'" in answer["error"]
    assert "content" in answer["error"]


@pytest.mark.long("browser/test_dialogs_everywhere.py::test_the_next_dialog_is_answered_ahead_and_only_that")
async def test_a_dialog_is_handled_ahead_of_its_trigger_or_after_it(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<button onclick=\"document.title = prompt('Name?')\">Ask</button>"))
    ahead = ok(await chat.call({"action": "handle_dialog", "accept": True, "promptText": "Ada"}))
    assert ahead["armed"] == "accept"
    result = await do(chat, "click", ref=1)
    assert result["state"]["title"] == "Ada"
    assert "suspended" not in result["action"]
    assert (await do(chat, "click", ref=1))["action"]["suspended"] is True
    after = ok(await chat.call({"action": "handle_dialog", "accept": True, "promptText": "Grace"}))
    assert after["state"]["title"] == "Grace"
    # Our own name for it answers what is open, and nothing else.
    await refused(chat, "no_dialog", "dialog", operation="accept")


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    ("regex", "count", "read_as"),
    [("/total: \\d+/i", 1, None), ("/TOTAL/", 1, "TOTAL"), ("/docs/", 1, None), ("total", 1, None), ("/to.al/gi", 1, None), ("/none/", 0, None)],
)  # fmt: skip
async def test_a_regex_may_be_written_as_a_literal(
    shared_chat: Chat, site: Site, regex: str, count: int, read_as: str | None
) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Total: 12</p><p>see /docs/index</p>"))
    found = await do(shared_chat, "find", regex=regex)
    assert (found["count"], found.get("read_as")) == (count, read_as)


async def test_a_regex_that_is_none_is_refused(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    for regex in ("(", "/(/i", "/(/"):
        failure(await shared_chat.call({"action": "find", "regex": regex}), "invalid_arguments")


async def test_true_and_false_may_be_text_where_a_box_is_checked(shared_chat: Chat, site: Site) -> None:
    refs = await navigated(
        shared_chat, site.page("<input type=checkbox aria-label=A><input type=checkbox checked aria-label=B><input aria-label=C>")
    )
    fields = [{"ref": refs["A"], "value": "true"}, {"ref": refs["B"], "value": "False"}, {"ref": refs["C"], "value": "true"}]
    await do(shared_chat, "fill_form", fields=fields)
    held = await evaluated(
        shared_chat, "[...document.querySelectorAll('input')].map(field => field.type == 'text' ? field.value : field.checked)"
    )
    assert held == [True, False, "true"]


@pytest.mark.long("unit/test_aliases.py::test_a_foreign_call_is_read_as_ours")
async def test_a_chord_may_be_one_text(chat: Chat, site: Site) -> None:
    refs = await opened(chat, site.page("<input aria-label=Name value=Ada>"))
    await do(chat, "click", ref=refs["Name"])
    ok(await chat.call({"action": "key_chord", "keys": "Control+a"}))
    ok(await chat.call({"action": "press", "keys": "Delete"}))
    assert await evaluated(chat, "document.querySelector('input').value") == ""


@pytest.mark.long("unit/test_aliases.py::test_a_foreign_call_is_read_as_ours")
async def test_the_operations_of_the_clipboard_are_actions_of_other_tools(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<input aria-label=A value=Ada><input aria-label=B>"))
    await do(chat, "click", ref=1)
    ok(await chat.call({"action": "key_chord", "keys": "Control+a"}))
    assert ok(await chat.call({"action": "cut"}))["action"]["text"] == "Ada"
    await do(chat, "click", ref=2)
    ok(await chat.call({"action": "browser_paste"}))
    assert await evaluated(chat, "[...document.querySelectorAll('input')].map(field => field.value)") == ["", "Ada"]


@pytest.mark.long("unit/test_aliases.py::test_a_foreign_call_is_read_as_ours")
async def test_a_bound_in_characters_bounds_what_is_read(chat: Chat, site: Site) -> None:
    await do(
        chat, "open", url=site.page("".join(f"<p>Paragraph {n} of many, none like the other: {n * n}</p>" for n in range(400)))
    )
    whole, short = [ok(await chat.call({"action": "extract_text", **bound})) for bound in ({}, {"max_chars": 2000})]
    assert len(short) < 3000 < len(whole)
    assert await read(chat) == {}
