"""Each error text that decides what an error is, provoked in a real browser."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import pytest
from playwright.async_api import Error

from refbrowser import Chat
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine import script
from refbrowser.browser.playwright_internals.wording import Wording, first_line, net_error, protocol_refusal, says
from refbrowser.browser.tab.tab import Tab
from tests.support.calls import opened
from tests.support.server import Site

TIMEZONE: Final = "Emulation.setTimezoneOverride"


@pytest.fixture
async def tab(chat: Chat, site: Site) -> Tab:
    site.page("<p>Inner", "/inner")
    await opened(chat, site.page("<button>One</button><button>Two</button><iframe src=/inner></iframe>"))
    session = chat.existing()
    assert session is not None
    return session.tab(None)


async def already_overridden(tab: Tab, site: Site) -> None:
    await tab.cdp.send(TIMEZONE, {"timezoneId": "Europe/Vienna"})
    other = await tab.page.context.new_cdp_session(tab.page)
    await other.send(TIMEZONE, {"timezoneId": "Asia/Tokyo"})


async def bad_override(tab: Tab, site: Site) -> None:
    await tab.cdp.send(TIMEZONE, {"timezoneId": "Nowhere/Nothing"})


async def closed(tab: Tab, site: Site) -> None:
    await tab.page.close()
    await tab.page.title()


async def cookie_rejected(tab: Tab, site: Site) -> None:
    await tab.page.context.add_cookies([{"name": "a", "value": "b", "domain": "", "path": "/"}])


async def crashed(tab: Tab, site: Site) -> None:
    crash = asyncio.ensure_future(tab.cdp.send("Page.crash"))
    try:
        await tab.page.wait_for_selector("#never")
    finally:
        crash.cancel()


async def document_went(tab: Tab, site: Site) -> None:
    running = asyncio.ensure_future(tab.cdp.send("Runtime.evaluate", {"expression": "new Promise(() => {})", "awaitPromise": True}))
    await tab.page.title()
    await tab.page.goto(site.page("<p>Second"))
    await running


async def download_canceled(tab: Tab, site: Site) -> None:
    await tab.page.set_content(f"<a href='{site.url('/status/404')}' download>Go</a>")
    async with tab.page.expect_download() as begun:
        await tab.page.click("a")
    await (await begun.value).save_as("/dev/null")


async def download_starts(tab: Tab, site: Site) -> None:
    await tab.page.goto(site.page("data", headers={"Content-Disposition": "attachment"}))


async def element_of_another_document(tab: Tab, site: Site) -> None:
    frame = tab.page.main_frame
    document, _ = await tab.engine.news(frame, Deadline(20_000))
    await tab.page.goto(site.page("<button>Other</button>", "/other"))
    await frame.locator(f"{script.NAME}=1@{document.token}").click(timeout=2000)


async def forced_press_lands_nowhere(tab: Tab, site: Site) -> None:
    button = tab.page.locator("text=One")
    await button.evaluate("button => { button.style.display = 'none' }")
    with pytest.raises(Error) as hidden:
        await button.click(force=True)
    assert says(hidden.value, Wording.FORCED_PRESS_LANDS_NOWHERE)
    await button.evaluate("button => { button.style = 'position: absolute; left: -9999px' }")
    await button.click(force=True)


async def frame_detached(tab: Tab, site: Site) -> None:
    frame = tab.page.frames[1]
    await tab.page.evaluate("document.querySelector('iframe').remove()")
    await frame.text_content("p", timeout=2000)


async def full_screen(tab: Tab, site: Site) -> None:
    await tab.page.evaluate("document.documentElement.requestFullscreen()")
    await tab.page.set_viewport_size({"width": 900, "height": 700})


async def interrupted(tab: Tab, site: Site) -> None:
    first = asyncio.ensure_future(tab.page.goto(site.url("/hang")))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    await tab.page.goto(site.page("<p>Second"))
    await first


async def leaving(tab: Tab, site: Site) -> None:
    site.page("<p>Next", "/next")
    for _ in range(20):
        await tab.page.evaluate("location.href = '/next?' + Math.random()")
        await tab.page.content()


async def no_active_page(tab: Tab, site: Site) -> None:
    session = await tab.page.context.new_cdp_session(tab.page)
    for _ in range(20):
        # Documents of several processes.
        for url in (site.other("/inner"), "data:text/html,Next", "about:blank", site.url("/inner")):
            await session.send("Page.navigate", {"url": url})
            await session.send("Page.reload")


async def no_such_entry(tab: Tab, site: Site) -> None:
    await tab.cdp.send("Page.navigateToHistoryEntry", {"entryId": 999_999})


async def navigation_aborted(tab: Tab, site: Site) -> None:
    await tab.page.goto(site.page("", status=204))


async def nothing_drawn(tab: Tab, site: Site) -> None:
    clip = {"x": 0, "y": 0, "width": 1, "height": 1_000_000_000, "scale": 1}
    await tab.cdp.send("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})


async def printing_failed(tab: Tab, site: Site) -> None:
    printing = asyncio.ensure_future(tab.page.pdf())
    with suppress(Error):
        await tab.cdp.send("Page.crash", timeout_ms=1000)
    await printing


async def selector_ambiguous(tab: Tab, site: Site) -> None:
    await tab.page.locator("button").click(timeout=1000)


async def selector_invalid(tab: Tab, site: Site) -> None:
    await tab.page.locator("a[").count()


async def session_closed(tab: Tab, site: Site) -> None:
    running = asyncio.ensure_future(tab.cdp.send("Runtime.evaluate", {"expression": "new Promise(() => {})", "awaitPromise": True}))
    await tab.page.title()
    await tab.page.close()
    await running


async def state_rejected(tab: Tab, site: Site) -> None:
    browser = tab.page.context.browser
    assert browser is not None
    entry = {"origin": "banana", "localStorage": [{"name": "a", "value": "b"}]}
    await browser.new_context(storage_state={"cookies": [], "origins": [entry]})  # type: ignore[arg-type]


async def unknown_command(tab: Tab, site: Site) -> None:
    await tab.cdp.send("Nothing.enable")


async def unknown_key(tab: Tab, site: Site) -> None:
    await tab.page.keyboard.press("Nothing")


async def url_invalid(tab: Tab, site: Site) -> None:
    await tab.page.goto("http://")


PROVOKED: dict[Wording, Callable[[Tab, Site], Awaitable[Any]]] = {
    wording: globals()[wording.name.lower()] for wording in Wording if wording.name.lower() in globals()
}


@pytest.mark.rows(1)
@pytest.mark.parametrize("wording", Wording)
async def test_an_error_is_what_its_text_says(tab: Tab, site: Site, wording: Wording) -> None:
    with pytest.raises(Error) as failure:
        await PROVOKED[wording](tab, site)
    assert says(failure.value, wording)


@pytest.mark.long("browser/test_bad_urls.py::test_a_host_that_does_not_exist_is_a_failed_navigation")
async def test_the_network_stacks_error_is_found(tab: Tab) -> None:
    with pytest.raises(Error) as failure:
        await tab.page.goto("http://127.0.0.1:1/")
    assert net_error(failure.value) == "ERR_UNSAFE_PORT"


@pytest.mark.long("browser/test_frames.py::test_a_command_that_chromium_refuses_says_why")
async def test_why_a_command_was_refused_is_found(tab: Tab) -> None:
    with pytest.raises(Error) as failure:
        await tab.cdp.send("Page.navigate")
    assert (protocol_refusal(failure.value) or "").startswith("Invalid parameters")
    assert protocol_refusal(Error("Timeout 30000ms exceeded.")) is None


@pytest.mark.long("playwright_internals/test_wording.py::test_an_error_is_what_its_text_says")
async def test_the_first_line_names_no_call(tab: Tab) -> None:
    with pytest.raises(Error) as failure:
        await tab.page.keyboard.press("Nothing")
    assert first_line(failure.value) == 'Unknown key: "Nothing"'
