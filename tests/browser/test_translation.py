"""Playwright's errors become ours: each row of the table is provoked in a real browser, through calls or through what calls use."""

import asyncio
from contextlib import AbstractContextManager
from typing import Any

import pytest
from playwright.async_api import Error

from refbrowser import Chat, RefbrowserError
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import KEPT_CHANGING
from refbrowser.browser.tab.playwright_errors import translated
from refbrowser.browser.tab.tab import Tab
from tests.support.calls import do
from tests.support.server import Site, refused_url
from tests.support.tabs import tab_of


async def provoked(chat: Chat, tab: Tab, work: Any, gone: RefbrowserError | None = None) -> RefbrowserError:
    """Our error for the one that ``work`` fails with."""
    with pytest.raises(Error) as failure:
        await work
    ours = translated(failure.value, tab=tab, deadline=Deadline(1000, "the test"), gone=lambda: gone)
    assert ours is not None
    assert "\n" not in ours.message
    return ours


def expecting(tab: Tab, site: Site) -> AbstractContextManager[None]:
    """These tests navigate without a call, whose wish it would be to reach this machine."""
    assert tab.boundary is not None
    return tab.boundary.expecting([site.url()])


@pytest.fixture
async def tab(chat: Chat, site: Site) -> Tab:
    site.page("<p>Inner", "/inner")
    await do(chat, "open", url=site.page("<button>One</button><button>Two</button><iframe src=/inner></iframe>"))
    return tab_of(chat)


async def test_a_page_that_was_closed(chat: Chat, tab: Tab) -> None:
    await tab.page.close()
    error = await provoked(chat, tab, tab.page.title())
    assert (error.code, error.details) == ("tab_closed", {"browser_id": 1})
    # That the browser ended goes before everything else.
    ended = RefbrowserError("The browser ended.", code="browser_crashed")
    assert await provoked(chat, tab, tab.page.title(), gone=ended) is ended


@pytest.mark.long("browser/test_translation.py::test_a_page_that_was_closed")
async def test_a_page_that_closes_during_the_call(chat: Chat, tab: Tab) -> None:
    waiting = asyncio.ensure_future(tab.page.wait_for_selector("#never"))
    await tab.page.title()
    await tab.page.close()
    assert (await provoked(chat, tab, waiting)).code == "tab_closed"


@pytest.mark.long("browser/test_crashes.py::test_a_page_that_crashes_during_a_call_fails_the_call")
async def test_a_page_that_crashed(chat: Chat, tab: Tab) -> None:
    crash = asyncio.ensure_future(tab.cdp.send("Page.crash"))
    waiting = asyncio.ensure_future(tab.page.wait_for_selector("#never"))
    error = await provoked(chat, tab, waiting)
    crash.cancel()
    assert error.code == "tab_crashed"
    assert error.retryable
    assert error.remedy is not None
    assert error.remedy.action == "reload"


async def test_a_page_whose_documents_keep_changing(shared_chat: Chat) -> None:
    async def asked() -> None:
        raise Error(KEPT_CHANGING)

    await do(shared_chat, "navigate", url="about:blank")
    error = await provoked(shared_chat, tab_of(shared_chat), asked())
    assert (error.code, error.retryable) == ("navigation_failed", True)


@pytest.mark.long("browser/test_wait.py::test_a_condition_that_never_comes_true_is_refused_in_time_and_named")
async def test_a_deadline_that_passed(chat: Chat, tab: Tab) -> None:
    error = await provoked(chat, tab, tab.page.wait_for_selector("#never", timeout=50))
    assert (error.code, error.message) == ("timeout", "Waited 1000 ms for the test.")


@pytest.mark.long("browser/test_frames.py::test_a_frame_that_is_gone_is_refused_and_no_other_is_asked")
async def test_a_frame_that_was_detached(chat: Chat, tab: Tab) -> None:
    frame = tab.page.frames[1]
    await tab.page.evaluate("document.querySelector('iframe').remove()")
    error = await provoked(chat, tab, frame.text_content("p", timeout=2000))
    assert error.code == "frame_detached"


async def test_a_navigation_that_another_one_interrupts(shared_chat: Chat, site: Site) -> None:
    tab = tab_of(shared_chat)
    with expecting(tab, site):
        first = asyncio.ensure_future(tab.page.goto(site.url("/hang")))
        await asyncio.to_thread(site.wait_for_request, "/hang")
        await tab.page.goto(site.page("<p>Second"))
    error = await provoked(shared_chat, tab, first)
    assert error.code == "navigation_failed"
    assert "replaced this one" in error.message


@pytest.mark.long("browser/test_bad_scripts.py::test_a_script_that_navigates_says_that_its_result_is_lost")
async def test_a_script_whose_document_goes_away(chat: Chat, tab: Tab, site: Site) -> None:
    running = asyncio.ensure_future(tab.page.evaluate("new Promise(() => {})"))
    await tab.page.title()
    with expecting(tab, site):
        await tab.page.goto(site.page("<p>Second"))
    assert (await provoked(chat, tab, running)).code == "navigation_failed"


@pytest.mark.long("browser/test_bad_urls.py::test_a_host_that_does_not_exist_is_a_failed_navigation")
async def test_a_page_that_cannot_be_loaded(chat: Chat, tab: Tab) -> None:
    assert tab.boundary is not None
    with refused_url() as nobody, tab.boundary.expecting([nobody]):
        error = await provoked(chat, tab, tab.page.goto(nobody))
    assert (error.code, error.details["net_error"]) == ("navigation_failed", "ERR_CONNECTION_REFUSED")


@pytest.mark.long("browser/test_bad_refs.py::test_a_selector_must_be_valid_and_match_one_element")
@pytest.mark.parametrize(
    "selector", ["a[", "nonsense=1", "xpath=//[", "role=", "a >> >> b", "text=/(/", "css=:has(", ":nonsense(a)", "a:nth-child("]
)
async def test_a_selector_that_is_not_valid(shared_chat: Chat, tab: Tab, selector: str) -> None:
    assert (await provoked(shared_chat, tab, tab.page.locator(selector).count())).code == "selector_invalid"


@pytest.mark.long("browser/test_bad_refs.py::test_a_selector_must_be_valid_and_match_one_element")
async def test_a_selector_that_matches_more_than_one(chat: Chat, tab: Tab) -> None:
    assert (await provoked(chat, tab, tab.page.locator("button").click(timeout=1000))).code == "selector_ambiguous"


@pytest.mark.long("browser/test_translation.py::test_errors_that_are_not_playwrights_are_left_alone")
async def test_anything_else_of_playwrights_is_an_internal_error_without_its_log(chat: Chat, tab: Tab) -> None:
    error = await provoked(chat, tab, tab.cdp.send("Nonsense.method"))
    assert error.code == "internal_error"
    assert len(error.message) < 400


async def test_errors_that_are_not_playwrights_are_left_alone(shared_chat: Chat) -> None:
    for failure in (ValueError("x"), RefbrowserError("x"), KeyError("Target closed")):
        assert translated(failure, tab=tab_of(shared_chat), deadline=Deadline(1000), gone=lambda: None) is None
    await do(shared_chat, "state")
