"""A gesture is for what was on the screen when it was made, whichever chat is in view by then."""

import re
from typing import Any

import pytest
from playwright.async_api import BrowserContext, WebSocketRoute, expect

from refbrowser import Chat
from refbrowser.viewer import RunningViewer
from refbrowser.viewer.sights import PresentDocument
from tests.support.calls import do
from tests.support.server import Site
from tests.viewer.conftest import PATIENCE_MS, OpenWindow, Window, choose

PAGE = "<body style='background:{0}'><script>onpointerdown = () => {{ document.body.style.background = 'rgb(0,200,0)' }}</script>"


class SlowLine:
    """What the server sends is kept while ``holds``."""

    def __init__(self) -> None:
        self.holds = False
        self._kept: list[Any] = []
        self._page: WebSocketRoute | None = None

    def connect(self, page: WebSocketRoute) -> None:
        self._page, server = page, page.connect_to_server()
        page.on_message(lambda message: server.send(message))
        server.on_message(lambda message: self._kept.append(message) if self.holds else page.send(message))

    def release(self) -> None:
        self.holds = False
        assert self._page is not None
        for message in self._kept:
            self._page.send(message)


async def test_a_page_whose_picture_comes_before_the_word_of_its_arrival_takes_gestures(
    shared_chat: Chat, site: Site, eye: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: dict[int, Any] = {}
    is_late = False
    present = PresentDocument._present

    def late(document: PresentDocument) -> Any:
        if not is_late or id(document) not in known:
            known[id(document)] = present(document)
        return known[id(document)]

    monkeypatch.setattr(PresentDocument, "_present", late)
    for colour in (200, 120):
        is_late = colour == 120
        await do(
            shared_chat, "navigate", url=site.page(f"<body style='background:rgb({colour},0,0)'><button>Buy</button>", f"/{colour}")
        )
        await eye.shows(colour, 0, 0)
    is_late = False
    await eye.button("Point at an element for the agent").click()
    await eye.click(20, 15)
    await eye.page.get_by_label("Remark for the agent").wait_for()


@pytest.mark.long("viewer/test_races.py::test_a_gesture_reaches_what_was_under_it_or_nothing")
async def test_a_press_on_the_picture_of_another_chat_presses_nothing(
    chat: Chat, other_chat: Chat, site: Site, viewer: RunningViewer, plain_people: BrowserContext
) -> None:
    for each, colour in ((chat, "rgb(200,0,0)"), (other_chat, "rgb(0,0,200)")):
        await do(each, "open", url=site.page(PAGE.format(colour), f"/{each.id}"))
    page, line = await plain_people.new_page(), SlowLine()
    try:
        page.set_default_timeout(PATIENCE_MS)
        await page.route_web_socket(re.compile(".*"), line.connect)
        await page.goto(viewer.url)
        window = Window(page)
        for each in (other_chat, chat):
            await choose(page, each.id)
            await window.take_over()
        await window.shows(200, 0, 0)
        line.holds = True
        await choose(page, other_chat.id)
        await window.click(640, 360)
        line.release()
        # A press before would have come to the page before this one, and the picture of it would be the first.
        await window.shows(0, 0, 200)
        await choose(page, chat.id)
        await window.shows(200, 0, 0)
        await window.click(640, 360)
        await window.shows(0, 200, 0)
        await choose(page, other_chat.id)
        await window.shows(0, 0, 200)
    finally:
        await page.close()


async def test_a_note_is_for_the_chat_that_it_was_written_in(chat: Chat, other_chat: Chat, site: Site, window: OpenWindow) -> None:
    for each in (chat, other_chat):
        await do(each, "open", url=site.page("<p>Page"))
    eye = await window(chat.id)
    note = eye.page.get_by_placeholder("Note for the agent")
    await note.fill("not this shop")
    await choose(eye.page, other_chat.id)
    await expect(note).to_have_value("")
    await choose(eye.page, chat.id)
    await expect(note).to_have_value("not this shop")
