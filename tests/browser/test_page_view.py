"""A state reports the page as a person sees it, with its style sheets; and the consequences of that report."""

import asyncio
import threading
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.engine import cdp_session
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.engine.page_view import STYLES_MS, VIEW_SCRIPT
from refbrowser.browser.engine.script import source
from refbrowser.browser.tab import tab
from tests.support.calls import do, page_text
from tests.support.server import Request, Response, Site
from tests.support.waiting import PATIENCE_S

PARSED = "<script>addEventListener('DOMContentLoaded', () => fetch('/parsed'))</script>"
"""Runs before the sheet behind it is awaited."""


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine may be slow: sheets are awaited for as long as they take."""
    monkeypatch.setattr(cdp_session, "VIEW_SCRIPT", VIEW_SCRIPT.replace(str(STYLES_MS), "60_000"))
    monkeypatch.setattr(tab, "STATE_PATIENCE_MS", 20_000)


@pytest.fixture
def late(site: Site, patient: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """A sheet that comes when the document behind it has been parsed and asked for its state."""

    asked, send = threading.Event(), TabCdpSession.send

    async def noted(cdp: TabCdpSession, *command: Any, **options: Any) -> Any:
        if "stylesheet" in str(command):
            asked.set()
        return await send(cdp, *command, **options)

    monkeypatch.setattr(TabCdpSession, "send", noted)

    def sheet(_: Request) -> str:
        site.wait_for_request("/parsed")
        asked.wait(PATIENCE_S)
        return "body { height: 5000px } .menu { display: none }"

    return site.route("/late.css", sheet)


@pytest.mark.rows(1)
@pytest.mark.parametrize("action", ["open", "navigate"])
async def test_a_page_is_reported_and_read_with_the_style_sheets_that_are_loading(
    chat: Chat, site: Site, late: str, action: str
) -> None:
    url = site.page(f"{PARSED}<link rel=stylesheet href={late}><p>Shown</p><p class=menu>Folded</p>")
    answer = await do(chat, action, url=url)
    assert answer.get("state", answer)["scroll"]["height"] >= 5000
    assert page_text(await do(chat, "content")) == "Shown"


@pytest.mark.long("browser/test_page_view.py::test_a_page_is_reported_and_read_with_the_style_sheets_that_are_loading")
async def test_a_click_that_leads_to_a_page_waits_for_its_sheets(shared_chat: Chat, site: Site, late: str) -> None:
    url = site.page(f"{PARSED}<link rel=stylesheet href={late}><p>Shown</p>")
    await do(shared_chat, "navigate", url=site.page(f"<a href={url}>Go</a>"))
    await do(shared_chat, "content")
    assert (await do(shared_chat, "click", selector="a"))["state"]["scroll"]["height"] >= 5000


async def test_a_sheet_that_does_not_come_keeps_nobody(shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdp_session, "VIEW_SCRIPT", VIEW_SCRIPT.replace(str(STYLES_MS), "150"))
    answer = await do(shared_chat, "navigate", url=site.page("<title>Here</title><link rel=stylesheet href=/hang><p>Shown</p>"))
    assert (answer["title"], answer["viewport"]) == ("Here", {"width": 1280, "height": 720})
    assert page_text(await do(shared_chat, "content")) == "Shown"


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "link",
    [
        "rel=stylesheet href=/late.css",
        "rel=stylesheet href=/sheet.css integrity=sha256-AAAA><script>1</script",
        "rel=stylesheet media=print href=/hang",
        "rel=stylesheet disabled href=/hang",
        "rel='alternate stylesheet' title=Other href=/hang",
    ],
    ids=["missing", "refused before", "for paper", "switched off", "another"],
)
async def test_what_a_person_does_not_wait_for_either_is_not_waited_for(
    shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch, link: str
) -> None:
    # After such a wait the state lacks what the page itself reports.
    monkeypatch.setattr(cdp_session, "VIEW_SCRIPT", VIEW_SCRIPT.replace(str(STYLES_MS), "60_000"))

    def missing(_: Request) -> Response:
        site.wait_for_request("/parsed")
        return Response(status=404)

    site.route("/late.css", missing)
    site.route("/sheet.css", "p { color: red }")
    # The picture, which hangs too, keeps the document from being complete.
    page = f"{PARSED}<link {link}><img src=/hang><p>Shown</p>"
    assert (await do(shared_chat, "navigate", url=site.page(page)))["scroll"] is not None


@pytest.mark.long("browser/test_page_view.py::test_a_page_is_reported_and_read_with_the_style_sheets_that_are_loading")
async def test_a_page_that_navigates_while_its_style_sheets_load_is_reported_as_the_new_page(
    shared_chat: Chat, site: Site, patient: None
) -> None:
    other = site.page("<title>Other</title><div style='height: 3000px'>Tall</div>")
    leave = f"<script>addEventListener('DOMContentLoaded', () => setTimeout(() => location.href = '{other}', 100))</script>"
    state = await do(shared_chat, "navigate", url=site.page(f"<title>First</title>{leave}<link rel=stylesheet href=/hang>"))
    assert (state["title"], state["scroll"]["height"] >= 3000) == ("Other", True)


@pytest.mark.long("playwright_internals/test_selector_engine.py::test_a_document_has_one_engine_for_concurrent_first_requests")
async def test_the_engine_is_sent_to_a_page_once_after_its_state(chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[None] = []
    first = asyncio.Event()
    send = TabCdpSession.send

    async def noted(self: TabCdpSession, method: str, parameters: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
        if source() in str((parameters or {}).get("expression")):
            sent.append(None)
            first.set()
        return await send(self, method, parameters, **options)

    monkeypatch.setattr(TabCdpSession, "send", noted)
    await do(chat, "open", url=site.page("<p>One"))
    async with asyncio.timeout(20):
        await first.wait()
    assert page_text(await do(chat, "content")) == "One"
    assert len(sent) == 1
    await do(chat, "navigate", url=site.page("<p>Two"))
    assert page_text(await do(chat, "content")) == "Two"
    assert len(sent) == 2
