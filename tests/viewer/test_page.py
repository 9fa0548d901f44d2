"""The page itself: usable by everybody, on a telephone, by keyboard, and in agreement with the server."""

from pathlib import Path
from typing import Any, get_args

import pytest
from playwright.async_api import expect

from refbrowser import Chat
from refbrowser.viewer import messages, outbox
from tests.support.calls import do, opened
from tests.support.server import Site
from tests.viewer.conftest import OpenWindow, Window, choose

AXE = (Path(__file__).parents[1] / "support" / "vendor" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
PAGE = "<title>Shop</title><body style='background:rgb(20,40,180)'><button onclick=\"confirm('Really?')\">Ask</button>"


async def serious(eye: Window) -> list[str]:
    await eye.page.evaluate(AXE)
    found: list[dict[str, Any]] = await eye.page.evaluate("axe.run().then(result => result.violations)")
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.long("viewer/test_page.py::test_everything_is_done_by_keyboard")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.rows(1)
async def test_axe_has_no_serious_finding(chat: Chat, site: Site, window: OpenWindow, scheme: str) -> None:
    refs = await opened(chat, site.page(PAGE))
    eye = await window(chat.id, color_scheme=scheme)
    await eye.shows(20, 40, 180)
    await do(chat, "hover", ref=refs["Ask"])
    await expect(eye.page.locator(".calls > li")).to_have_count(3)
    # A mark that fades is past being read; what stands is what is judged.
    await expect(eye.page.locator(".aim")).to_have_count(0)
    await eye.button("Console and network").click()
    await expect(eye.page.get_by_role("region", name="Console and network")).to_be_visible()
    await eye.page.locator(".calls > li").first.get_by_role("button").click()
    await do(chat, "click", ref=refs["Ask"])
    await expect(eye.page.locator(".notice.dialog")).to_be_visible()
    await expect(eye.page.locator(".aim")).to_have_count(0)
    assert await serious(eye) == []


async def test_dark_and_light_are_a_choice_that_stays(window: OpenWindow) -> None:
    eye = await window(color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = await eye.page.evaluate(ground)
    await eye.button("Light or dark").click()
    dark = await eye.page.evaluate(ground)
    assert dark != light
    await eye.page.reload()
    assert await eye.page.evaluate(ground) == dark


async def test_a_telephone_shows_one_part_at_a_time_and_nothing_overflows(chat: Chat, site: Site, window: OpenWindow) -> None:
    await opened(chat, site.page(PAGE + "<script>console.error('one'); fetch('/status/404')</script>"))
    eye = await window(chat.id, width=360, height=740)
    await eye.shows(20, 40, 180)
    box = await eye.canvas.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert 320 <= box["width"] <= 360
    assert await eye.page.evaluate("document.documentElement.scrollWidth") == 360
    await expect(eye.page.get_by_label("Activity", exact=True).and_(eye.page.locator("aside"))).to_be_hidden()
    wide = "[...document.querySelectorAll('main, main > *')].filter(part => part.getBoundingClientRect().right > innerWidth).length"
    assert await eye.page.evaluate(wide) == 0
    await eye.page.get_by_role("group", name="View").get_by_role("button", name="Activity").click()
    await expect(eye.page.locator(".calls > li")).to_have_count(2)
    await expect(eye.canvas).to_be_hidden()


@pytest.mark.long("viewer/test_watching.py::test_dialogs_are_shown_and_answered_by_the_person")
async def test_nothing_moves_when_a_dialog_comes(chat: Chat, site: Site, window: OpenWindow) -> None:
    refs = await opened(chat, site.page(PAGE))
    eye = await window(chat.id)
    await eye.shows(20, 40, 180)
    before = await eye.canvas.bounding_box()
    await do(chat, "click", ref=refs["Ask"])
    await expect(eye.page.locator(".notice.dialog")).to_be_visible()
    assert await eye.canvas.bounding_box() == before


async def test_everything_is_done_by_keyboard(chat: Chat, site: Site, eye: Window) -> None:
    await opened(chat, site.page("<title>First</title><input id=field autofocus>"))
    await do(chat, "open", url=site.page("<title>Second</title>"))
    await choose(eye.page, chat.id)
    await eye.page.get_by_role("tab", name="Second").focus()
    await eye.page.keyboard.press("ArrowLeft")
    await expect(eye.page.get_by_role("tab", name="First")).to_have_attribute("aria-selected", "true")
    await eye.button("Take over").focus()
    await eye.page.keyboard.press("Enter")
    # What is typed from now on is for the page.
    await expect(eye.page.get_by_label("Keys for the page")).to_be_focused()
    session = chat.existing()
    assert session is not None
    # The page focuses its field when it is first drawn.
    await session.tab(1).page.wait_for_function("document.activeElement?.id === 'field'")
    await eye.page.keyboard.type("abc")
    await session.tab(1).page.wait_for_function("document.getElementById('field').value === 'abc'")
    await eye.page.keyboard.press("Shift+Escape")
    await expect(eye.canvas).to_be_focused()


async def test_the_page_and_the_server_speak_the_same_language(eye: Window) -> None:
    sent = set(await eye.page.evaluate("import('./modules/protocol.js').then(module => module.SENT)"))
    models = [
        *get_args(messages.Looking),
        *get_args(messages.Command),
        *get_args(messages.Input),
        messages.Decide,
        messages.Control,
    ]
    assert sent == {get_args(model.model_fields["type"].annotation)[0] for model in models}
    picture = outbox.HEADER.pack(7, 9, 1280, 720, 1234.5) + b"\xff\xd8"
    read = """async bytes => { const { readPicture } = await import('./modules/protocol.js');
        const picture = readPicture(new Uint8Array(bytes).buffer);
        return [picture.stream, picture.sequence, picture.width, picture.height, picture.atMs, picture.jpeg.size] }"""
    assert await eye.page.evaluate(read, list(picture)) == [7, 9, 1280, 720, 1234.5, 2]
