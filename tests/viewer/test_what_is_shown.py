"""What the viewer says of pages, calls and its own server is so at the moment at which it says it."""

import asyncio
from collections.abc import Coroutine
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import ScreencastFrame, expect

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.imaging.screencast import Screencast
from refbrowser.viewer import serve
from tests.support.calls import do
from tests.support.server import Site
from tests.support.tabs import tab_of
from tests.support.waiting import until
from tests.viewer.conftest import OpenWindow, Window

COLOURS = {
    "red": (255, 0, 0),
    "lime": (0, 255, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "cyan": (0, 255, 255),
    "magenta": (255, 0, 255),
}
FILM = """async () => {
    const steps = [];
    for (const button of document.querySelectorAll('.film button')) {
        const image = button.querySelector('img');
        await image.decode();
        const canvas = new OffscreenCanvas(1, 1).getContext('2d');
        canvas.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
        steps.push([button.querySelector('.label').textContent, [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)]);
    }
    return steps;
}"""


async def film(eye: Window) -> list[tuple[str, str]]:
    """The steps with the colours of their pictures."""
    steps = await eye.page.evaluate(FILM)
    return [
        (action, min(COLOURS, key=lambda name: sum(abs(a - b) for a, b in zip(COLOURS[name], pixel, strict=True))))
        for action, pixel in steps
    ]


def ends_with(step: tuple[str, str], steps: list[tuple[str, str]]) -> bool:
    return bool(steps) and steps[-1] == step


@pytest.mark.long("viewer/test_watching.py::test_an_earlier_step_can_be_looked_at")
async def test_each_step_has_the_picture_of_its_own_page(chat: Chat, site: Site, window: OpenWindow) -> None:
    urls = {name: site.page(f"<title>{name}</title><body style='background:{name}'><p>{name}</p>", f"/{name}") for name in COLOURS}
    await do(chat, "open", url=urls["red"])
    eye = await window(chat.id)
    await eye.shows(*COLOURS["red"])
    # One behind the other, faster than anybody can see, and then with a pause.
    for _ in range(3):
        for name in ("lime", "blue", "yellow", "cyan"):
            await do(chat, "navigate", url=urls[name])
    await until(lambda: film(eye), lambda steps: bool(steps) and steps[-1] == ("navigate", "cyan"))
    for name in ("lime", "magenta"):
        await do(chat, "evaluate", script=f"document.body.style.background = '{name}'; 1")
        await until(lambda: film(eye), partial(ends_with, ("evaluate", name)))
    # A call that changes nothing shows the page as it is.
    await do(chat, "hover", x=5, y=5)
    await until(lambda: film(eye), lambda steps: steps[-1] == ("hover", "magenta"))
    labels = await eye.page.evaluate("[...document.querySelectorAll('.film button')].map(button => button.dataset.key)")
    steps = await film(eye)
    session = chat.existing()
    assert session is not None
    asked = [began.arguments["url"].rpartition("/")[2] for began, _ in session.hub.calls(chat.id) if began.action == "navigate"]
    numbers = [began.call_id for began, _ in session.hub.calls(chat.id) if began.action == "navigate"]
    for label, (action, colour) in zip(labels, steps, strict=True):
        if action == "navigate":
            assert colour == asked[numbers.index(int(label.split()[-1]))], steps


@pytest.mark.long("viewer/test_watching.py::test_an_earlier_step_can_be_looked_at")
async def test_a_page_that_looks_as_before_is_the_picture_of_a_reload(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page("<body style='background:red'>"))
    eye = await window(chat.id)
    await eye.shows(*COLOURS["red"])
    await do(chat, "reload")
    await until(lambda: film(eye), partial(ends_with, ("reload", "red")))


@pytest.mark.long("viewer/test_watching.py::test_an_earlier_step_can_be_looked_at")
async def test_a_change_whose_frame_was_lost_is_shown(
    chat: Chat, site: Site, window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[ScreencastFrame] = []
    arrive = Screencast._frame

    def lose_the_first_in_blue(screencast: Screencast, capture: Any, frame: ScreencastFrame) -> Coroutine[Any, Any, None]:
        red, _, blue = Image.open(BytesIO(frame["data"])).convert("RGB").resize((1, 1)).tobytes()
        if lost or red > blue:
            return arrive(screencast, capture, frame)
        lost.append(frame)
        return asyncio.sleep(0)

    monkeypatch.setattr(Screencast, "_frame", lose_the_first_in_blue)
    await do(chat, "open", url=site.page("<body style='background:red'>"))
    eye = await window(chat.id)
    await eye.shows(*COLOURS["red"])
    # A call that takes so long that the page is captured again while it runs. When it ends, nothing moves any more.
    wait = "await new Promise(done => setTimeout(done, 500));"
    await do(chat, "evaluate", script=f"{wait} document.body.style.background = 'blue'; {wait} 1")
    await until(lambda: film(eye), partial(ends_with, ("evaluate", "blue")))
    assert lost


@pytest.mark.long("viewer/test_watching.py::test_the_view_follows_the_active_tab_until_a_tab_is_pinned")
async def test_a_closed_tab_gets_no_picture_of_another(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page("<body style='background:red'>"))
    second = await do(chat, "open", url=site.page("<body style='background:blue'>"))
    eye = await window(chat.id)
    await eye.shows(*COLOURS["blue"])
    await do(chat, "hover", x=5, y=5)
    await until(lambda: film(eye), lambda steps: ("hover", "blue") in steps)
    await do(chat, "close", browser_id=second["browser_id"])
    await eye.shows(*COLOURS["red"])
    await do(chat, "hover", x=5, y=5)
    await until(lambda: film(eye), lambda steps: ("hover", "red") in steps)
    assert [step for step in await film(eye) if step[0] == "close"] == []


@pytest.mark.long("browser/test_crashes.py::test_a_crashed_page_says_so_and_a_reload_brings_it_back")
@pytest.mark.parametrize("held", [False, True])
async def test_a_person_reloads_a_page_that_crashed(chat: Chat, site: Site, window: OpenWindow, held: bool) -> None:
    await do(
        chat,
        "open",
        url=site.page(
            "<title>Alive</title><input id=field style='position:absolute;left:100px;top:100px;width:300px;height:60px'>"
            "<script>if (localStorage.crashed) document.body.style.background = 'rgb(30,160,60)'; localStorage.crashed = 1</script>"
        ),
    )
    eye = await window(chat.id)
    if held:
        await eye.take_over()
    tab = tab_of(chat)
    crashing = asyncio.ensure_future(tab.page.goto("chrome://crash"))
    await until(lambda: tab.crashed)
    crashing.cancel()
    await asyncio.gather(crashing, return_exceptions=True)
    await eye.page.locator(".notice.bad").get_by_role("button", name="Reload").click()
    await until(lambda: not tab.crashed)
    await expect(eye.page.get_by_role("tab")).to_contain_text("Alive")
    if not held:
        await eye.take_over()
    # A press on the picture of the page that crashed would be for that.
    await eye.shows(30, 160, 60)
    await eye.click(200, 130)
    await eye.page.keyboard.type("back")
    await tab.page.wait_for_function("field.value === 'back'")
    await eye.button("Hand back").click()
    assert 'value="back"' in await do(chat, "content")


@pytest.mark.long("viewer/test_watching.py::test_downloads_and_console_errors_are_reported")
async def test_counts_are_those_of_the_present_page(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page("<script>console.error('one'); fetch('/missing')</script>"), wait_until="networkidle")
    eye = await window(chat.id)
    counts = eye.page.locator(".counts")
    await expect(counts).to_contain_text("1 failed request")
    await do(chat, "navigate", url=site.page("<title>Clean</title><script>console.error('new')</script>"))
    await expect(counts).to_contain_text("1 console error")
    await expect(counts).not_to_contain_text("failed request")
    await do(chat, "navigate", url=site.page("<title>Cleaner</title>"))
    await expect(eye.page.get_by_role("tab")).to_contain_text("Cleaner")
    await expect(counts).not_to_contain_text("error")


@pytest.mark.long("viewer/test_watching.py::test_it_connects_again_by_itself_and_has_lost_nothing")
async def test_a_server_that_was_restarted_says_so(tmp_path: Path, marker: str, window: OpenWindow) -> None:
    async with Browser(Settings(home=tmp_path)) as browser:
        running = await serve(browser)
        port = int(running.url.partition("127.0.0.1:")[2].partition("/")[0])
        eye = await window(url=running.url)
        await expect(eye.page.locator(".link")).to_have_text("Live")
        revoked = await window(url=running.url_for(lapsed := running.access.issue()))
        await expect(revoked.page.locator(".link")).to_have_text("Live")
        running.access.revoke(lapsed)
        await revoked.page.reload()
        await expect(revoked.page.locator(".link")).to_have_text("No access")
        await running.close()
        again = await serve(browser, port=port)
        await expect(eye.page.locator(".link")).to_have_text("Server restarted")
        await expect(eye.page.locator(".empty")).to_contain_text("The server was restarted")
        await eye.page.reload()
        await expect(eye.page.locator(".link")).to_have_text("Server restarted")
        await eye.page.goto(again.url)
        await eye.page.reload()
        await expect(eye.page.locator(".link")).to_have_text("Live")
        await again.close()
