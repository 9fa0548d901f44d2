"""What a receipt says of requests and navigations that an action begins."""

import asyncio
from urllib.parse import quote

import pytest

from refbrowser import Chat
from refbrowser.browser.receipt import settle
from refbrowser.policy.outcomes import NO_PAGE
from refbrowser.surface.receipts import receipt as receipt_lines
from refbrowser.surface.render import render
from tests.support.calls import do, navigated, opened, pressed
from tests.support.server import Site


async def test_changes_that_a_response_brings_are_waited_for(shared_chat: Chat, site: Site) -> None:
    script = "fetch('/slow?ms=150').then(answer => answer.text()).then(() => fetch('/slow?ms=100')).then(() => document.body.append('Arrived'))"
    receipt = await pressed(shared_chat, site, f'<button onclick="{script}">Go</button>')
    assert "Arrived" in receipt["changes"]
    assert "pending_requests" not in receipt


async def test_a_request_that_does_not_end_is_counted(shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settle, "QUIET_REQUESTS_MS", 300)
    receipt = await pressed(shared_chat, site, "<button onclick=\"fetch('/hang')\">Go</button>")
    assert receipt["pending_requests"] == 1
    assert "effect" not in receipt


@pytest.mark.long("browser/test_receipts.py::test_the_answer_to_what_was_requested_before_the_press_is_none_of_its_effects")
async def test_a_request_that_was_under_way_before_is_not_counted(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<button>Go</button><script>fetch('/hang')</script>"))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    receipt = (await do(chat, "click", ref=1))["action"]
    assert receipt["effect"] == "none observed"


async def test_a_press_that_navigates_waits_for_the_page_and_reports_its_status(shared_chat: Chat, site: Site) -> None:
    goal = site.page("<title>Goal</title>")
    start = site.page(f"<a href='{goal}'>Go</a>")
    await navigated(shared_chat, start)
    result = await do(shared_chat, "click", selector="a")
    assert result["action"]["navigation"] == {"from": start, "to": goal, "http_status": 200}
    assert result["state"]["title"] == "Goal"
    assert "changes" not in result["action"]
    hop = site.url(f"/redirect?to={goal}&status=307")
    await navigated(shared_chat, site.page(f"<a href='/redirect?to={quote(hop, safe='')}'>Go</a>"))
    answer = await shared_chat.call({"action": "click", "selector": "a"})
    led = answer["result"]["action"]["navigation"]["redirects"]
    assert [one["http_status"] for one in led] == [302, 307]
    assert led[1]["url"] == hop
    assert "navigated: /redirect?to=" in render(answer)


@pytest.mark.long("browser/test_receipts_of_navigations.py::test_a_press_that_navigates_waits_for_the_page_and_reports_its_status")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "script",
    [
        "location.href = 'GOAL'",
        "location.assign('GOAL')",
        "window.location = 'GOAL'",
        "history.pushState(0, '', '#a'); location = 'GOAL'",
    ],
)
async def test_a_navigation_by_script_is_waited_for(shared_chat: Chat, site: Site, script: str) -> None:
    goal = site.page("<title>Goal</title>")
    receipt = await pressed(shared_chat, site, f'<button onclick="{script.replace("GOAL", goal)}">Go</button>')
    assert receipt["navigation"]["to"] == goal


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "script", ["location.hash = 'part'", "history.pushState(null, '', '?page=2')", "history.replaceState(null, '', '?page=3')"]
)
async def test_a_navigation_within_the_document_is_reported_as_such(shared_chat: Chat, site: Site, script: str) -> None:
    receipt = await pressed(shared_chat, site, f'<button onclick="{script}">Go</button>')
    assert receipt["navigation"]["same_document"] is True
    assert "http_status" not in receipt["navigation"]
    assert receipt["navigation"]["to"] == (await do(shared_chat, "state"))["url"]


@pytest.mark.long("browser/test_receipts_of_navigations.py::test_a_press_that_navigates_waits_for_the_page_and_reports_its_status")
async def test_a_server_error_behind_a_form_is_in_the_receipt(shared_chat: Chat, site: Site) -> None:
    site.route("/send", "<h1>Thank you, it was submitted</h1>", status=500)
    receipt = await pressed(shared_chat, site, "<form action=/send method=post><button>Go</button></form>")
    assert receipt["navigation"]["http_status"] == 500
    assert any(failed.startswith("500 ") for failed in receipt["failed_requests"])


async def test_a_navigation_that_hangs_is_reported_as_pending(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page("<a href=/hang>Go</a>"))
    result = await do(shared_chat, "click", selector="a", timeout_ms=700)
    assert result["action"]["navigation"]["pending"] is True
    assert result["action"]["navigation"]["to"] == site.url("/hang")
    assert result["state"]["loading"] is True


@pytest.mark.long("browser/test_receipts.py::test_failed_requests_are_reported_and_successful_ones_are_not")
async def test_a_navigation_to_nowhere_is_a_failed_request(shared_chat: Chat, site: Site) -> None:
    receipt = await pressed(shared_chat, site, "<a href='http://nowhere.invalid/'>Go</a>")
    assert any("ERR_NAME_NOT_RESOLVED" in failed for failed in receipt["failed_requests"])


async def test_a_link_that_answers_no_content_changes_nothing_and_does_not_wait(shared_chat: Chat, site: Site) -> None:
    receipt = await pressed(shared_chat, site, "<a href=/status/204>Go</a>", timeout_ms=4000)
    assert (receipt["navigation"]["http_status"], receipt["navigation"]["stayed"]) == (204, True)
    assert "pending" not in receipt["navigation"]
    assert (await do(shared_chat, "state"))["loading"] is False


@pytest.mark.long("browser/test_receipts_of_navigations.py::test_a_link_that_answers_no_content_changes_nothing_and_does_not_wait")
@pytest.mark.rows(1)
@pytest.mark.parametrize(("status", "to"), [(304, None), (302, "javascript:alert(1)")])
async def test_a_link_to_what_is_no_page_says_that_the_page_stays(
    shared_chat: Chat, site: Site, status: int, to: str | None
) -> None:
    site.route("/none", b"", status=status, headers={} if to is None else {"Location": to})
    receipt = await pressed(shared_chat, site, "<a href=/none>Go</a>")
    navigation = {"to": site.url("/none"), "net_error": "ERR_ABORTED", "because": NO_PAGE, "stayed": True}
    assert receipt["navigation"] == {"from": receipt["navigation"]["from"], **navigation}
    assert "effect" not in receipt
    assert any("HTTP 304" in line and "the page stays" in line for line in receipt_lines(receipt))


@pytest.mark.long("browser/test_receipts_of_navigations.py::test_a_press_that_navigates_waits_for_the_page_and_reports_its_status")
async def test_a_navigation_that_the_page_replaces_is_not_said_to_be_none(shared_chat: Chat, site: Site) -> None:
    next_page = site.page("<title>Next</title>")
    script = f"location.href = '/hang'; setTimeout(() => location.href = '{next_page}', 20)"
    receipt = await pressed(shared_chat, site, f'<button onclick="{script}">Go</button>')
    assert receipt["navigation"]["to"] == next_page
    assert "stayed" not in receipt["navigation"]
