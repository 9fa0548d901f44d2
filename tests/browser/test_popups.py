"""Tabs that pages open: numbered before the action that opened them answers, in front or in the background as a browser would."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.tab import arrival
from tests.support.calls import do, navigated, page_text, refused
from tests.support.server import Site, refused_url
from tests.support.waiting import until


async def active(chat: Chat) -> int | None:
    result: int | None = (await do(chat, "list"))["last_interacted_browser_id"]
    return result


async def listed(chat: Chat) -> list[int]:
    return [tab["browser_id"] for tab in (await do(chat, "list"))["browsers"]]


@pytest.fixture
async def opener(shared_chat: Chat) -> AsyncIterator[Chat]:
    """The chat that tests share, with the tab 1; the tabs that a test opens are closed after it."""
    yield shared_chat
    for number in (await listed(shared_chat))[1:]:
        await do(shared_chat, "close", browser_id=number)


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("control", "way"),
    [("<a href='URL' target=_blank>Go</a>", {}), ("<button onclick=\"window.open('URL')\">Go</button>", {}), ("<a href='URL' target=named>Go</a>", {}),
     ("<form action='URL' target=_blank><button>Go</button></form>", {}), ("<a href='URL'>Go</a>", {"modifiers": ["Shift"]})],
)  # fmt: skip
async def test_a_tab_that_a_press_opens_in_front_becomes_active(
    opener: Chat, site: Site, control: str, way: dict[str, Any]
) -> None:
    popup = site.page("<title>Popup</title>", "/popup")
    await navigated(opener, site.page(control.replace("URL", popup)))
    result = await do(opener, "click", selector="text=Go", **way)
    [popup_tab] = result["action"]["opened_browser_ids"]
    assert result["state"]["active"] is False
    assert await active(opener) == popup_tab
    assert "Popup" in await do(opener, "content")


@pytest.mark.rows(2)
@pytest.mark.parametrize("way", [{"modifiers": ["Control"]}, {"modifiers": ["Meta"]}, {"button": "middle"}, {"focus_popup": False}])
async def test_a_tab_that_opens_in_the_background_stays_there(opener: Chat, site: Site, way: dict[str, Any]) -> None:
    popup = site.page("<title>Popup</title>")
    control = "target=_blank" if "focus_popup" in way else ""
    await navigated(opener, site.page(f"<a href='{popup}' {control}>Go</a>"))
    result = await do(opener, "click", selector="a", **way)
    assert len(result["action"]["opened_browser_ids"]) == 1
    assert result["state"]["active"] is True
    assert await active(opener) == 1


async def test_meta_opens_a_tab_wherever_the_link_is_pressed(opener: Chat, site: Site) -> None:
    """By a part of it, by a point, in a shadow root, in a frame; what is no link gets the key as it is."""
    popup = site.page("<title>Popup</title>")
    frame = site.page(f"<a href='{popup}'>In a frame</a>")
    page = f"""<a href='{popup}'><b id=part>Part</b></a><div id=host></div><iframe src='{frame}'></iframe>
        <script>host.attachShadow({{mode: 'open'}}).innerHTML = "<a href='{popup}'>In a root</a>"</script>
        <button onclick="document.title = event.metaKey">Button</button>"""
    refs = await navigated(opener, site.page(page))
    for target in ({"selector": "#part"}, {"x": 20, "y": 18}, {"ref": refs["In a root"]}, {"ref": refs["In a frame"]}):
        result = await do(opener, "click", modifiers=["Meta"], **target)
        (number,) = result["action"]["opened_browser_ids"]
        assert (result["state"]["active"], await active(opener)) == (True, 1)
        await do(opener, "close", browser_id=number)
    assert (await do(opener, "click", ref=refs["Button"], modifiers=["Meta"]))["state"]["title"] == "true"


async def test_focus_popup_brings_a_background_tab_forward(opener: Chat, site: Site) -> None:
    await navigated(opener, site.page(f"<a href='{site.page('<p>Popup')}'>Go</a>"))
    result = await do(opener, "click", selector="a", modifiers=["Control"], focus_popup=True)
    assert [await active(opener)] == result["action"]["opened_browser_ids"]


async def test_a_popup_of_a_tab_in_the_background_does_not_take_over(opener: Chat, site: Site) -> None:
    await navigated(opener, site.page("<button onclick=\"window.open('about:blank')\">Go</button>"))
    front = (await do(opener, "open"))["browser_id"]
    result = await do(opener, "click", browser_id=1, selector="button")
    assert result["action"]["opened_browser_ids"] == [front + 1]
    assert await active(opener) == front


@pytest.mark.long("browser/test_popups.py::test_a_popup_of_a_tab_in_the_background_does_not_take_over")
async def test_popups_of_two_tabs_at_once_are_not_mixed_up(opener: Chat, site: Site) -> None:
    url = site.page("<button onclick=\"window.open('about:blank')\">Go</button>")
    await navigated(opener, url)
    second = (await do(opener, "open", url=url))["browser_id"]
    results = await asyncio.gather(*(do(opener, "click", browser_id=tab, selector="button") for tab in (1, second)))
    opened_tabs = [result["action"]["opened_browser_ids"] for result in results]
    assert sorted(opened_tabs) == [[second + 1], [second + 2]]
    for number, (popup,) in zip((1, second), opened_tabs, strict=True):
        await do(opener, "set_active", browser_id=popup)
        assert (await do(opener, "close"))["last_interacted_browser_id"] == number


LATER = """<button onclick="const timer = setInterval(() => { if (window.due) { clearInterval(timer); window.open('about:blank') } }, 20)">Later</button>"""


async def _come_due(chat: Chat) -> None:
    """Lets the timer of a press on Later open its tab, while no call is under way, and waits for the tab."""
    session = chat.existing()
    assert session is not None
    await session.tab(1).page.evaluate("window.due = true")
    await _tabs(chat, 2)


async def test_a_popup_of_a_timer_is_reported_in_the_next_receipt_and_not_as_its_effect(opener: Chat, site: Site) -> None:
    numbers = await navigated(opener, site.page(f"{LATER}<button>Other</button>"))
    assert "opened_browser_ids" not in (await do(opener, "click", ref=numbers["Later"]))["action"]
    await _come_due(opener)
    receipt = (await do(opener, "click", ref=numbers["Other"], browser_id=1))["action"]
    assert (receipt["opened_meanwhile"], "opened_browser_ids" in receipt) == ((await listed(opener))[1:], False)


@pytest.mark.long("browser/test_popups.py::test_a_popup_of_a_timer_is_reported_in_the_next_receipt_and_not_as_its_effect")
async def test_a_popup_of_a_timer_is_reported_once_before_a_text(opener: Chat, site: Site) -> None:
    numbers = await navigated(opener, site.page(LATER))
    await do(opener, "click", ref=numbers["Later"], observe="none")
    await _come_due(opener)
    assert (await do(opener, "content", browser_id=1)).splitlines()[0] == f"opened_meanwhile: {(await listed(opener))[1:]}"
    assert "opened_meanwhile" not in await do(opener, "content", browser_id=1)


@pytest.mark.long("browser/test_popups.py::test_a_popup_of_a_timer_is_reported_in_the_next_receipt_and_not_as_its_effect")
async def test_a_script_that_opens_a_tab_says_so_and_a_list_that_shows_it_too(opener: Chat, site: Site) -> None:
    await navigated(opener, site.page("<p>Here"))
    answer = await do(opener, "evaluate", script="window.open('about:blank') !== null")
    assert (answer["result"], answer["opened_meanwhile"]) == (True, (await listed(opener))[1:])
    session = opener.existing()
    assert session is not None
    await session.tab(1).page.evaluate("void setTimeout(() => window.open('about:blank'), 0)")
    await _tabs(opener, 3)
    await do(opener, "list")
    assert "opened_meanwhile" not in await do(opener, "evaluate", script="1")


async def _tabs(chat: Chat, count: int) -> None:
    """Waits, without a call, until the chat has so many."""
    changed = asyncio.Event()
    hear_no_more = chat.hub.subscribe(lambda _: changed.set())
    try:
        async with asyncio.timeout(30):
            while chat.tab_count < count:
                changed.clear()
                await changed.wait()
    finally:
        hear_no_more()


async def test_a_popup_whose_address_hangs_has_its_number_and_a_state_at_once(opener: Chat, site: Site) -> None:
    await navigated(opener, site.page("<button onclick=\"window.open('/hang')\">Go</button>"))
    result = await do(opener, "click", selector="button", timeout_ms=20_000)
    [popup] = result["action"]["opened_browser_ids"]
    state = await do(opener, "state", browser_id=popup)
    assert state["loading"] is True
    answer = await refused(opener, "timeout", "content", browser_id=popup, timeout_ms=150)
    assert "first response" in answer["error"]
    assert await listed(opener) == [1, popup]
    await do(opener, "close", browser_id=popup)
    assert await listed(opener) == [1]


@pytest.mark.long("browser/test_popups.py::test_a_popup_whose_address_hangs_has_its_number_and_a_state_at_once")
async def test_a_popup_that_hung_can_be_used_once_it_has_come(opener: Chat, site: Site) -> None:
    await navigated(opener, site.page("<button onclick=\"window.open('/hang')\">Go</button>"))
    [popup] = (await do(opener, "click", selector="button"))["action"]["opened_browser_ids"]
    waiting = asyncio.ensure_future(do(opener, "content", browser_id=popup))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    site.release()
    assert "# Released" in await waiting
    assert (await do(opener, "state", browser_id=popup))["loading"] is False


@pytest.mark.rows(1)
@pytest.mark.parametrize("control", ["<button onclick=\"window.open('/file')\">Go</button>", "<a href=/file target=_blank>Go</a>"])
async def test_a_popup_for_a_file_is_a_download_and_no_tab(opener: Chat, site: Site, control: str) -> None:
    site.route("/file", b"data", {"Content-Disposition": 'attachment; filename="f.bin"'})
    await navigated(opener, site.page(control))
    receipt = (await do(opener, "click", selector="text=Go"))["action"]
    assert (receipt["downloads"], receipt.get("opened")) == (["f.bin"], None)
    assert (await listed(opener), await active(opener)) == ([1], 1)


async def test_a_popup_without_content_says_so_and_is_a_blank_page(opener: Chat, site: Site) -> None:
    site.route("/nothing", b"", status=204)
    await navigated(opener, site.page("<button onclick=\"popup = window.open('/nothing')\">Go</button>"))
    entry = (await do(opener, "click", selector="button"))["action"]["opened"][0]
    why, popup = "responded without content (HTTP 204)", entry["browser_id"]
    assert (entry["url"], entry["failed"]) == (site.url("/nothing"), why)
    content = await do(opener, "content", browser_id=popup)
    assert (page_text(content), why in content.splitlines()[0]) == ("", True)
    await do(opener, "evaluate", script="popup.document.write('Written')", browser_id=1)
    assert page_text(await do(opener, "content", browser_id=popup)) == "Written"
    await do(opener, "navigate", url=site.page("<p>Later"), browser_id=popup)
    state = await do(opener, "navigate", url="about:blank", browser_id=popup)
    assert state["url"] == "about:blank"
    assert why not in await do(opener, "content", browser_id=popup)


@pytest.mark.long("browser/test_popups.py::test_a_popup_without_content_says_so_and_is_a_blank_page")
async def test_a_popup_to_an_address_that_pages_may_not_open_has_no_page(
    opener: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrival, "UNASKED_MS", 600)
    await navigated(opener, site.page("<button onclick=\"window.open('data:text/html,Hi')\">Go</button>"))
    [popup] = (await do(opener, "click", selector="button"))["action"]["opened_browser_ids"]
    answer = await refused(opener, "navigation_failed", "content", browser_id=popup, timeout_ms=20_000)
    assert answer["remedy"] == {"action": "close", "browser_id": popup}
    await refused(opener, "timeout", "content", browser_id=popup, timeout_ms=300)


@pytest.mark.long("browser/test_popups.py::test_a_popup_without_content_says_so_and_is_a_blank_page")
async def test_a_popup_to_an_address_that_refuses_has_that_and_the_error(opener: Chat, site: Site) -> None:
    with refused_url("/there") as url:
        await navigated(opener, site.page(f"<button onclick=\"window.open('{url}')\">Go</button>"))
        entry = (await do(opener, "click", selector="button"))["action"]["opened"][0]
        assert (entry["url"], entry["failed"]) == (url, "could not be loaded: ERR_CONNECTION_REFUSED")
        assert (await do(opener, "state", browser_id=entry["browser_id"]))["url"] == url


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_holds_the_action_until_it_is_answered")
@pytest.mark.rows(1)
@pytest.mark.parametrize(("script", "title"), [("alert('Hi')", "undefined"), ("confirm('Sure?')", "true")])
async def test_a_dialog_that_a_popup_opens_as_it_loads_is_held_for_the_agent(
    opener: Chat, site: Site, script: str, title: str
) -> None:
    popup = site.page(f"<script>document.title = {script}</script>", "/popup")
    await navigated(opener, site.page(f"<button onclick=\"window.open('{popup}')\">Go</button>"))
    began = time.monotonic()
    receipt = (await do(opener, "click", selector="button"))["action"]
    assert time.monotonic() - began < 8
    assert receipt.get("effect") is None
    number = (await listed(opener))[-1]
    assert await until(lambda: do(opener, "state", browser_id=number), lambda state: len(state["dialogs"]) == 1)
    await do(opener, "dialog", browser_id=number, operation="accept")
    assert (await do(opener, "state", browser_id=number))["title"] == title


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "control",
    ["<button onclick=\"window.open('/two', 'win')\">Go</button>", "<a href=/two target=win>Go</a>", "<form action=/two target=win><button>Go</button></form>"],
)  # fmt: skip
async def test_a_press_that_loads_a_page_in_another_tab_says_so(opener: Chat, site: Site, control: str) -> None:
    site.page("<title>Two</title>", "/two")
    first = site.page("<title>One</title>", "/one")
    await navigated(opener, site.page(f"<button onclick=\"window.open('{first}', 'win')\">Open</button>{control}"))
    [popup] = (await do(opener, "click", selector="text=Open"))["action"]["opened_browser_ids"]
    receipt = (await do(opener, "click", selector="text=Go", browser_id=1))["action"]
    assert [(tab["browser_id"], tab["url"].rstrip("?")) for tab in receipt["other_tabs"]] == [(popup, site.url("/two"))]
    assert "effect" not in receipt
