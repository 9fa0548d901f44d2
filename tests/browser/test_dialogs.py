"""Dialogs suspend the action that opened them: nothing hangs, no dialog is answered automatically, and the outcome is reported."""

import asyncio
import re
import time
from typing import Any

import pytest

from refbrowser import Chat, RefbrowserError
from refbrowser.browser.tab import operation
from refbrowser.surface.render import render
from tests.conftest import ChatUnder
from tests.support.calls import do, evaluated, navigated, refused
from tests.support.server import Site
from tests.support.waiting import until


async def asked(chat: Chat, site: Site, script: str) -> dict[str, Any]:
    """The receipt of a press that runs this script."""
    refs = await navigated(chat, site.page(f'<title>Page</title><button onclick="{script}">Go</button>'))
    receipt: dict[str, Any] = (await do(chat, "click", ref=refs["Go"], timeout_ms=20_000))["action"]
    return receipt


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    ("script", "operation", "title"),
    [("alert('Hi'); document.title = 'done'", "accept", "done"), ("document.title = confirm('Sure?')", "accept", "true"),
     ("document.title = confirm('Sure?')", "dismiss", "false"), ("document.title = prompt('Name?', 'Ada')", "accept", "Ada"),
     ("document.title = prompt('Name?', 'Ada')", "dismiss", "null"), ("document.title = '<' + prompt('Name?') + '>'", "accept", "<>")],
)  # fmt: skip
async def test_a_dialog_holds_the_action_until_it_is_answered(
    common_chat: Chat, site: Site, script: str, operation: str, title: str
) -> None:
    receipt = await asked(common_chat, site, script)
    assert receipt["suspended"] is True
    assert receipt["dialog"]["type"] in script
    assert receipt["answer_with"]["action"] == "dialog"
    state = await do(common_chat, "state")
    assert [dialog["dialog_id"] for dialog in state["dialogs"]] == [receipt["dialog"]["dialog_id"]]
    result = await do(common_chat, "dialog", operation=operation)
    assert (result["dialog"]["closed_by"], result["dialog"]["accepted"]) == ("agent", operation == "accept")
    assert re.fullmatch(r"\[button \d+\] Go", result["outcome"]["action"]["element"])
    assert (result["state"]["title"], result["state"]["dialogs"]) == (title, [])


async def test_a_dialog_between_a_press_and_its_click_is_what_came_of_it(common_chat: Chat, site: Site) -> None:
    refs = await navigated(
        common_chat,
        site.page(
            "<div id=box><button onmouseup=\"box.innerHTML = `<button>${document.title = prompt('Title?')}</button>`\">Day</button></div>"
        ),
    )
    await do(common_chat, "click", ref=refs["Day"])
    answered = await do(common_chat, "dialog", operation="accept", text="Dentist")
    assert answered["state"]["title"] == "Dentist"
    assert "no_click" not in answered["outcome"]["action"]


@pytest.mark.rows(1)
@pytest.mark.parametrize("action", ["wait", "expect"])
async def test_what_a_dialog_held_keeps_to_its_own_time_and_its_failure_says_so(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    monkeypatch.setattr(operation, "RESUMED_MS", 150)
    await do(
        common_chat,
        "navigate",
        url=site.page("<title>Page</title><script>setTimeout(() => { document.title = confirm('Sure?') }, 300)</script>"),
    )
    held = await do(common_chat, action, text="never", timeout_ms=1100)
    assert held["action"]["suspended"] is True
    began = time.monotonic()
    failure = await refused(
        common_chat, "timeout" if action == "wait" else "expectation_failed", "dialog", operation="accept", timeout_ms=20_000
    )
    assert time.monotonic() - began < 8
    assert failure["error"].startswith("The dialog was accepted. The action that it had held then failed: ")
    assert failure["details"]["dialog"]["closed_by"] == "agent"
    assert failure["retryable"] is False
    assert (await do(common_chat, "state"))["title"] == "true"


async def test_the_time_in_which_a_dialog_is_thought_about_is_not_that_of_what_it_holds(common_chat: Chat, site: Site) -> None:
    script = "setTimeout(() => { confirm('Sure?'); setTimeout(() => { o.textContent = 'came' }, 100) }, 300)"
    await do(common_chat, "navigate", url=site.page(f"<p id=o>idle</p><script>{script}</script>"))
    assert (await do(common_chat, "expect", text="came", timeout_ms=1200))["action"]["suspended"] is True
    await asyncio.sleep(1.25)  # the agent thinks
    assert (await do(common_chat, "dialog", operation="accept"))["outcome"]["passed"] == "text"


@pytest.mark.parametrize(("text", "title"), [("Grace", "Grace"), ("", "")])
async def test_a_prompt_is_answered_with_the_given_text(common_chat: Chat, site: Site, text: str, title: str) -> None:
    await asked(common_chat, site, "document.title = prompt('Name?', 'Ada')")
    assert (await do(common_chat, "dialog", operation="accept", text=text))["state"]["title"] == title


async def test_an_answer_names_the_dialog_it_means(common_chat: Chat, site: Site) -> None:
    receipt = await asked(common_chat, site, "confirm('Sure?')")
    answer = await refused(common_chat, "no_dialog", "dialog", operation="accept", dialog_id="t9d9")
    assert answer["details"]["open"] == [receipt["dialog"]["dialog_id"]]
    await do(common_chat, "dialog", operation="accept", dialog_id=receipt["dialog"]["dialog_id"])
    answer = await refused(common_chat, "no_dialog", "dialog", operation="accept")
    assert answer["details"]["recent"][-1]["dialog_id"] == receipt["dialog"]["dialog_id"]
    assert answer["details"]["recent"][-1]["closed_by"] == "agent"


async def test_answering_where_none_is_open_is_an_error(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<p>Here"))
    await refused(common_chat, "no_dialog", "dialog", operation="dismiss")


async def test_two_dialogs_of_one_handler_come_one_after_the_other(common_chat: Chat, site: Site) -> None:
    first = await asked(common_chat, site, "document.title = [confirm('One?'), confirm('Two?')]")
    result = await do(common_chat, "dialog", operation="accept")
    assert result["next_dialog"]["message"] == "Two?"
    assert result["next_dialog"]["dialog_id"] != first["dialog"]["dialog_id"]
    assert "outcome" not in result
    result = await do(common_chat, "dialog", operation="dismiss")
    assert result["state"]["title"] == "true,false"
    assert result["outcome"]["action"]["performed"] == "click"


LEAVES = "<title>Form</title><input aria-label=Name><script>onbeforeunload = event => event.preventDefault()</script>"


@pytest.mark.long("browser/test_dialogs.py::test_leaving_a_page_that_asks_to_stay_suspends_the_navigation")
@pytest.mark.rows(1)
@pytest.mark.parametrize("action", ["reload", "navigate"])
async def test_a_navigation_that_a_dialog_held_is_named_with_the_answer(common_chat: Chat, site: Site, action: str) -> None:
    await do(common_chat, "navigate", url=site.page(LEAVES))
    await do(common_chat, "type", selector="input", text="a")
    where = {"url": site.page("<title>Next</title>")} if action == "navigate" else {}
    await do(common_chat, action, **where)
    result = await do(common_chat, "dialog", operation="accept")
    assert result["performed"] == action
    lines = render({"ok": True, "result": result}).splitlines()
    assert lines[0] == f"The action that the dialog blocked: {action}"
    assert lines[1].endswith("(accepted by agent)")
    assert [line for line in lines if line.startswith("Tab 1*: ")] == lines[2:]
    assert len(lines) == 3


@pytest.mark.long("browser/test_dialogs.py::test_two_dialogs_of_one_handler_come_one_after_the_other")
async def test_several_dialogs_of_one_action_are_listed_in_their_order(common_chat: Chat, site: Site) -> None:
    await asked(common_chat, site, "confirm('One?'); confirm('Two?'); alert('Three')")
    for _ in range(2):
        await do(common_chat, "dialog", operation="accept")
    text = render({"ok": True, "result": await do(common_chat, "dialog", operation="accept")})
    assert text.count("dialog t1d") == 3
    assert text.index("One?") < text.index("Two?") < text.index("Three")
    first, second = text.splitlines()[:2]
    assert (first, second[:14], second[-4:]) == ("The action that the dialog blocked:", "click [button ", "] Go")


async def test_a_dialog_refuses_other_calls_at_once_and_control_actions_answer(common_chat: Chat, site: Site) -> None:
    tab = (await do(common_chat, "open"))["browser_id"]
    receipt = await asked(common_chat, site, "confirm('Sure?')")
    began = time.monotonic()
    for action, arguments in (
        ("content", {}),
        ("click", {"ref": 1}),
        ("evaluate", {"script": "1"}),
        ("screenshot", {}),
        ("reload", {}),
    ):
        answer = await refused(common_chat, "dialog_open", action, **arguments)
        assert answer["remedy"]["dialog_id"] == receipt["dialog"]["dialog_id"]
    (listed,) = [one for one in (await do(common_chat, "list"))["browsers"] if one["browser_id"] == tab]
    assert listed["dialogs"]
    assert listed["url"].startswith("http")
    await do(common_chat, "set_active")
    assert time.monotonic() - began < 3
    assert [one["browser_id"] for one in (await do(common_chat, "close"))["browsers"]] == [1]


async def test_other_tabs_go_on_while_one_is_held(common_chat: Chat, site: Site) -> None:
    await asked(common_chat, site, "confirm('Sure?')")
    other = await do(common_chat, "open", url=site.page("<title>Other</title>"))
    assert await evaluated(common_chat, "document.title") == "Other"
    await do(common_chat, "dialog", operation="accept", browser_id=1)
    await do(common_chat, "close", browser_id=other["browser_id"])


async def test_a_dialog_while_a_page_loads_is_answered_by_open(common_chat: Chat, site: Site) -> None:
    result = await do(
        common_chat, "open", url=site.page("<script>document.title = confirm('Enter?')</script><p>Inside"), timeout_ms=4000
    )
    assert result["dialog"]["message"] == "Enter?"
    assert (await do(common_chat, "dialog", operation="accept"))["state"]["title"] == "true"
    assert "Inside" in await do(common_chat, "content")
    await do(common_chat, "close", browser_id=result["state"]["browser_id"])


async def test_a_dialog_by_a_script_suspends_evaluate(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<p>Here"))
    result = await do(common_chat, "evaluate", script="confirm('Sure?') ? 'yes' : 'no'")
    assert result["action"]["suspended"] is True
    assert (await do(common_chat, "dialog", operation="accept"))["outcome"]["result"] == "yes"


async def test_a_dialog_that_nothing_of_ours_opened_is_in_the_state(common_chat: Chat, site: Site) -> None:
    await navigated(
        common_chat, site.page("<button onclick=\"setTimeout(() => { document.title = confirm('Late?') }, 50)\">Go</button>")
    )
    result = await do(common_chat, "click", selector="button", observe="none")
    while not (state := result.get("state") or result)["dialogs"]:
        result = await do(common_chat, "state")
    assert state["dialogs"][0]["message"] == "Late?"
    await do(common_chat, "dialog", operation="accept")
    assert (await do(common_chat, "state"))["title"] == "true"


async def test_a_dialog_in_a_frame_of_another_site_holds_the_tab_too(common_chat: Chat, site: Site) -> None:
    site.page("<button onclick='document.title = confirm(1); this.textContent = document.title'>Inner</button>", "/inner")
    numbers = await navigated(common_chat, site.page(f"<iframe src='{site.other('/inner')}'></iframe>"))
    assert (await do(common_chat, "click", ref=numbers["Inner"], timeout_ms=20_000))["action"]["suspended"] is True
    await do(common_chat, "dialog", operation="accept")
    assert "true" in await do(common_chat, "content")


async def test_leaving_a_page_that_asks_to_stay_suspends_the_navigation(common_chat: Chat, site: Site) -> None:
    goal = site.page("<title>Goal</title>")
    await navigated(
        common_chat,
        site.page(
            "<title>Start</title><button>Touch</button><script>addEventListener('beforeunload', event => event.preventDefault())</script>"
        ),
    )
    await do(common_chat, "click", selector="button")
    result = await do(common_chat, "navigate", url=goal, timeout_ms=20_000)
    assert result["action"]["dialog"]["type"] == "beforeunload"
    result = await do(common_chat, "dialog", operation="dismiss")
    assert (result["stayed"], result["state"]["title"]) == (True, "Start")
    await do(common_chat, "navigate", url=goal, timeout_ms=20_000)
    await do(common_chat, "dialog", operation="accept")
    assert (await do(common_chat, "state"))["title"] == "Goal"


@pytest.mark.rows(1)
@pytest.mark.parametrize(("policy", "title"), [("auto_accept", "true Ada"), ("auto_dismiss", "false null")])
async def test_an_automatic_policy_answers_and_the_receipt_reports_it(
    chat_under: ChatUnder, site: Site, policy: Any, title: str
) -> None:
    chat = chat_under(dialog_policy=policy)
    receipt = await asked(chat, site, "document.title = confirm('Sure?') + ' ' + prompt('Name?', 'Ada')")
    assert "suspended" not in receipt
    assert receipt["dialog"]["closed_by"] == "auto_policy"
    assert (await do(chat, "state"))["title"] == title


@pytest.mark.long("browser/test_dialogs.py::test_an_automatic_policy_answers_and_the_receipt_reports_it")
async def test_a_chat_may_have_a_policy_of_its_own(chat: Chat, other_chat: Chat, site: Site) -> None:
    script = "document.title = confirm('Sure?')"
    other_chat.answer_dialogs("auto_dismiss")
    assert (await asked(other_chat, site, script))["dialog"]["closed_by"] == "auto_policy"
    assert (await asked(chat, site, script))["suspended"] is True
    chat.answer_dialogs("auto_accept")
    await do(chat, "dialog", operation="dismiss")
    assert (await do(chat, "click", ref=1))["action"]["dialog"]["accepted"] is True
    with pytest.raises(RefbrowserError, match="one of must_respond, auto_dismiss, auto_accept"):
        chat.answer_dialogs("never")  # type: ignore[arg-type]


async def test_a_dialog_that_nobody_answers_is_dismissed_by_the_watchdog(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under(dialog_watchdog_ms=300)
    page = "<button onclick='o.textContent = `Answer ` + confirm(`Sure?`)'>Go</button><button>Rest</button><p id=o>None</p>"
    refs = await navigated(chat, site.page(page))
    await do(chat, "click", ref=refs["Go"])
    await until(lambda: do(chat, "state"), lambda state: not state["dialogs"])
    answer = await refused(chat, "no_dialog", "dialog", operation="accept")
    assert [dialog["closed_by"] for dialog in answer["details"]["recent"]] == ["watchdog"]
    # The next press did not cause it.
    text = render(await chat.call({"action": "click", "ref": refs["Rest"]}))
    assert "dismissed by watchdog" in text
    assert "effect: none observed" in text
    assert "+ Answer false" not in re.sub(r"(?s)changed before this action:.*?(?=\n\S+:)", "", text)
    assert await evaluated(chat, "o.textContent") == "Answer false"


async def test_what_waits_for_an_animation_goes_on_when_the_dialog_behind_it_is_answered(common_chat: Chat, site: Site) -> None:
    page = """<button id=go>Go</button><p id=t>Before</p><script>go.onclick = () => go.animate([{ opacity: 1 }, { opacity: .5 }, { opacity: 1 }], 150)
        .finished.then(() => { alert('Sure?'); t.textContent = 'After' })</script>"""
    for _ in range(4):
        await navigated(common_chat, site.page(page))
        held = await do(common_chat, "click", selector="#go")
        assert held["action"]["dialog"]["message"] == "Sure?"
        # While the dialog is open the action goes on waiting for the animation.
        await do(common_chat, "state")
        answered = await do(common_chat, "dialog", operation="accept", timeout_ms=8_000)
        assert "After" in answered["outcome"]["action"]["changes"]
