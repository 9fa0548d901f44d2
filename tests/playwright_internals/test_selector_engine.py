"""What the product takes for granted of Playwright's internals: its selector engines, and the world that they run in."""

import json

import pytest
from playwright.async_api import Page

from refbrowser import Chat
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.tab import Tab
from tests.support.calls import do, evaluated
from tests.support.server import Site
from tests.support.tabs import tab_of


async def tab_with(chat: Chat, site: Site, html: str) -> Tab:
    """The active tab of a chat that has one, with a new document."""
    await do(chat, "navigate", url=site.page(html))
    return tab_of(chat)


async def through_a_locator(page: Page) -> dict[str, object]:
    """The engine's reply to the way of asking that Playwright offers everybody."""
    reply = await page.text_content('refbrowser={"op": "after"}')
    answer: dict[str, object] = json.loads(reply or "")
    return answer


async def through_the_session(tab: Tab) -> dict[str, object]:
    answer: dict[str, object] = json.loads(await tab.cdp.ask('{"op": "after"}', Deadline(20_000)))
    return answer


async def test_a_document_has_one_engine_for_concurrent_first_requests(shared_chat: Chat, site: Site) -> None:
    for first_by_locator in (False, True):
        tab = await tab_with(shared_chat, site, "<button>Go</button>")
        asked = [await through_a_locator(tab.page)] if first_by_locator else []
        asked += [await through_the_session(tab), await through_a_locator(tab.page), await through_the_session(tab)]
        assert len({answer["doc"] for answer in asked}) == 1


async def test_a_number_that_the_session_gave_is_a_real_locator(shared_chat: Chat, site: Site) -> None:
    tab = await tab_with(shared_chat, site, "<p>Text</p><button>Go</button>")
    await do(shared_chat, "content")
    assert await tab.page.locator("refbrowser=1").evaluate("element => element.outerHTML") == "<button>Go</button>"


async def test_the_engine_lives_as_long_as_its_document(shared_chat: Chat, site: Site) -> None:
    tab = await tab_with(shared_chat, site, "<button>Go</button>")
    first = await through_the_session(tab)
    await evaluated(shared_chat, "history.pushState({}, '', '#later'), document.body.append('more')")
    assert (await through_the_session(tab))["doc"] == first["doc"]
    await do(shared_chat, "reload")
    assert (await through_the_session(tab))["doc"] != first["doc"]


async def test_the_page_sees_nothing_of_it(shared_chat: Chat, site: Site) -> None:
    tab = await tab_with(shared_chat, site, "<button>Go</button>")
    await do(shared_chat, "content")
    assert await evaluated(shared_chat, "typeof refbrowser") == "undefined"
    assert (await through_the_session(tab))["title"] == ""


@pytest.mark.long("browser/test_content.py::test_frames_stand_where_they_are_in_the_page")
async def test_frames_without_a_script_of_their_own_still_answer(chat: Chat, site: Site) -> None:
    site.page("<p>Innermost</p>", "/inner")
    site.page("<p>Middle</p><iframe src=/inner></iframe>", "/middle")
    await do(chat, "open", url=site.page(f"<iframe src='{site.other('/middle')}'></iframe>"))
    assert "Innermost" in await do(chat, "content")
