"""``expect`` passes at once or in time, or fails and says what there was instead."""

from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, navigated, ok, opened, refused
from tests.support.server import Site

PAGE = """<title>Form</title><h1>Order   of mugs</h1><input aria-label=Name value=Ada><input type=password aria-label=Code value=hush>
<label><input type=checkbox checked>Gift</label><select aria-label=Size><option value=s>Small<option value=l selected>Large</select>
<p id=note>Two <b>mugs</b></p><ul><li>a<li>b<li>c</ul><button disabled>Send</button>
<script>setTimeout(() => { note.textContent = 'Sent'; document.querySelector('button').disabled = false }, 300)</script>"""


async def test_what_holds_passes(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(PAGE))
    for condition in (
        {"text": "Order of mugs"}, {"text_gone": "Cups"}, {"ref": refs["Name"]}, {"ref": refs["Name"], "value": "Ada"}, {"ref": refs["Gift"], "checked": True},
        {"ref": refs["Size"], "value": "Large"}, {"ref": refs["Size"], "value": "l"}, {"selector": "#note", "text": "Sent"}, {"selector": "li", "count": 3},
        {"selector": "li.none", "count": 0}, {"selector": ".none", "state": "hidden"}, {"selector": "button", "state": "enabled"}, {"url": "*/page/*"},
        {"script": "document.title === 'Form'"}, {"load_state": "load"}, {"selector": "h1", "text": "order of mugs".title().replace("Of", "of").replace("Mugs", "mugs")},
    ):  # fmt: skip
        answer = await do(common_chat, "expect", **condition)
        assert answer["passed"] in condition
        assert answer["state"]["title"] == "Form"


async def test_what_does_not_hold_fails_with_what_there_was(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(PAGE))
    cells: list[tuple[dict[str, Any], Any]] = [
        ({"ref": refs["Name"], "value": "Bob"}, "Ada"), ({"ref": refs["Gift"], "checked": False}, True), ({"selector": "li", "count": 2}, 3),
        ({"selector": "h1", "text": "Cups"}, "Order of mugs"), ({"ref": refs["Code"], "value": "hush"}, "•••"),
    ]  # fmt: skip
    for condition, seen in cells:
        answer = await refused(common_chat, "expectation_failed", "expect", **condition, timeout_ms=1_000)
        assert answer["details"]["seen"] == seen, condition
        assert answer["retryable"] is False
        assert "hush" not in answer["error"] or "value" in condition
    text = await refused(common_chat, "expectation_failed", "expect", text="Order of cups", timeout_ms=1_000)
    assert any("Order of mugs" in line for line in text["details"]["seen"])


@pytest.mark.long("browser/test_expect.py::test_what_does_not_hold_fails_with_what_there_was")
@pytest.mark.parametrize("condition", [{"text": "Cups"}, {"count": 2}])
async def test_a_page_that_answers_no_more_fails_with_the_last_look(
    common_chat: Chat, site: Site, condition: dict[str, Any]
) -> None:
    await opened(common_chat, site.page(PAGE))
    busy = "setTimeout(() => { const end = performance.now() + 2500; while (performance.now() < end); }, 500)"
    await do(common_chat, "evaluate", script=busy)
    answer = await refused(common_chat, "expectation_failed", "expect", selector="h1", **condition, timeout_ms=1_500)
    assert answer["details"]["seen"] == ("Order of mugs" if "text" in condition else 1)
    await do(common_chat, "evaluate", script="1")


@pytest.mark.long("browser/test_expect.py::test_what_does_not_hold_fails_with_what_there_was")
async def test_options_scripts_addresses_and_states_that_do_not_hold_fail_with_what_there_was(
    common_chat: Chat, site: Site
) -> None:
    refs = await navigated(common_chat, site.page(PAGE))
    for condition, seen in (({"ref": refs["Size"], "value": "Small"}, "Large"), ({"script": "NaN"}, "NaN")):
        answer = await refused(common_chat, "expectation_failed", "expect", **condition, timeout_ms=1_000)
        assert answer["details"]["seen"] == seen, condition
        assert answer["retryable"] is False
    elsewhere = await refused(common_chat, "expectation_failed", "expect", url="*/elsewhere", timeout_ms=500)
    assert elsewhere["details"]["seen"].startswith("http")
    hidden = await refused(common_chat, "expectation_failed", "expect", selector="h1", state="hidden", timeout_ms=500)
    assert hidden["details"]["seen"] == {"attached": True, "visible": True, "enabled": True}
    await refused(common_chat, "expectation_failed", "expect", selector=".none", timeout_ms=500)


@pytest.mark.long("browser/test_multi.py::test_after_a_failure_what_acts_on_its_tab_is_skipped_and_what_reads_runs")
async def test_a_failed_expectation_ends_its_tabs_calls(chat: Chat, site: Site) -> None:
    page = site.page(PAGE)
    await opened(chat, page)
    await opened(chat, page)
    calls = [
        {"action": "expect", "browser_id": 1, "selector": "li", "count": 9, "timeout_ms": 500},
        {"action": "type", "browser_id": 1, "selector": "input >> nth=0", "text": "never"},
        {"action": "expect", "browser_id": 2, "selector": "li", "count": 3},
    ]
    answers = ok(await chat.call({"action": "multi", "calls": calls}))
    assert [answer.get("code", "ok") for answer in answers] == ["expectation_failed", "skipped", "ok"]


async def test_conditions_that_do_not_go_together_are_refused(common_chat: Chat) -> None:
    for wrong in (
        {}, {"time_ms": 5}, {"text": "a", "url": "b"}, {"ref": 1, "selector": "a"}, {"ref": 1, "count": 2}, {"value": "a"}, {"checked": True},
        {"ref": 1, "value": "a", "text": "b"}, {"ref": 1, "url": "a"}, {"count": 2},
    ):  # fmt: skip
        await refused(common_chat, "invalid_arguments", "expect", **wrong)
    await refused(common_chat, "selector_invalid", "expect", selector=">>>", count=1)
    await refused(common_chat, "ref_unknown", "expect", ref=99_999, value="a", timeout_ms=200)


@pytest.mark.usefixtures("impatient")
async def test_focus_is_given_without_a_press(common_chat: Chat, site: Site) -> None:
    log = "<script>window.seen = []; for (const type of ['focus', 'mousedown', 'click']) addEventListener(type, (e) => seen.push([type, e.isTrusted]), true)</script>"
    refs = await navigated(
        common_chat,
        site.page(f"{log}<input aria-label=Name><button>Go</button><button disabled>Off</button><p tabindex=-1 id=plain>Text"),
    )
    answer = (await do(common_chat, "focus", ref=refs["Name"]))["action"]
    assert (answer["performed"], answer["ref"], answer["focused"], "effect" in answer) == ("focus", refs["Name"], True, False)
    assert (await do(common_chat, "evaluate", script="seen"))["result"] == [["focus", True]]
    assert (await do(common_chat, "focus", ref=refs["Name"]))["action"]["already_so"] is True
    await do(common_chat, "focus", selector="#plain")
    await refused(common_chat, "disabled", "focus", ref=refs["Off"])
    await do(common_chat, "evaluate", script="document.querySelector('button').onfocus = (event) => event.target.blur(); 0")
    await refused(common_chat, "no_change", "focus", ref=refs["Go"])
    await do(common_chat, "open")
    assert (await do(common_chat, "focus", browser_id=1))["active"] is True


@pytest.mark.long("browser/test_expect.py::test_what_holds_passes")
async def test_what_comes_to_hold_shortly_before_the_deadline_passes(common_chat: Chat, site: Site) -> None:
    await do(
        common_chat,
        "navigate",
        url=site.page("<p id=o>idle</p><script>setTimeout(() => { o.textContent = 'came' }, 1600)</script>"),
    )
    answer = await do(common_chat, "expect", text="came", timeout_ms=2500)
    assert 1_000 < answer["after_ms"] < 2_500


@pytest.mark.long("browser/test_effects_without_nodes.py::test_a_response_that_an_action_waited_for_is_found_by_the_next_wait")
async def test_a_question_mark_in_an_address_is_no_sign_of_a_pattern(common_chat: Chat, site: Site) -> None:
    site.page("<p>Answer", "/answer")
    await do(common_chat, "navigate", url=site.page("<script>fetch('/answer?x=1')</script>"))
    for pattern in ("/answer?x", "*answer?x=1", "/answer"):
        await do(common_chat, "evaluate", script="fetch('/answer?x=1').then(() => 1)")
        assert (await do(common_chat, "expect", response=pattern, timeout_ms=20_000))["http_status"] == 200


async def test_text_that_content_shows_and_no_element_has_is_on_the_page(common_chat: Chat, site: Site) -> None:
    page = "<style>#g::before { content: 'Made by style' }</style><p id=g></p><input placeholder='Your name'><input value='Ada L.'>"
    await do(common_chat, "navigate", url=site.page(page))
    for text in ("Made by style", "your name", "Ada L."):
        await do(common_chat, "expect", text=text, timeout_ms=2000)
        await refused(common_chat, "expectation_failed", "expect", text_gone=text, timeout_ms=600)
    await refused(common_chat, "expectation_failed", "expect", text="input text", timeout_ms=1_000)
