"""The wall shows every chat at a glance, leads to each, and captures nothing that nobody looks at."""

import asyncio
from collections.abc import Iterator

from playwright.async_api import Locator, expect

from refbrowser import Browser, Chat
from refbrowser.viewer import RunningViewer
from tests.support.calls import do
from tests.support.server import Site
from tests.viewer.conftest import OpenWindow, Window
from tests.viewer.eyes import watching


def page(title: str, colour: str) -> str:
    return f"<title>{title}</title><body style='background:{colour}'><button onclick=\"document.body.style.background='#00f'\">Blue</button>"


def tile(eye: Window, chat: Chat) -> Locator:
    return eye.page.get_by_role("region", name="All chats").locator(f"li[data-key='{chat.id}'] button")


async def shows(eye: Window, chat: Chat, *colour: int) -> None:
    """Wait until the chat's tile has about that colour in its middle."""
    await eye.page.wait_for_function(
        """([chat, ...wanted]) => {
            const canvas = document.querySelector(`#wall li[data-key="${chat}"] canvas`);
            if (!canvas || canvas.hidden) return false;
            const found = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
            return wanted.every((value, index) => Math.abs(found[index] - value) < 25);
        }""",
        arg=[chat.id, *colour],
    )


async def test_every_chat_is_on_the_wall_and_one_press_away(
    chat: Chat, browser: Browser, chat_numbers: Iterator[int], site: Site, window: OpenWindow
) -> None:
    red, asking = (browser.chat(f"wall-{next(chat_numbers)}") for _ in range(2))
    try:
        await do(chat, "open", url=site.page(page("Green", "#0f0")))
        await do(red, "open", url=site.page(page("Red", "#f00")))
        await do(asking, "open", url=site.page(page("White", "#fff")))
        eye = await window(chat.id)
        await eye.shows(0, 255, 0)
        await eye.button("Wall").click()
        await shows(eye, chat, 0, 255, 0)
        await shows(eye, red, 255, 0, 0)
        await expect(eye.canvas).to_be_hidden()
        await do(red, "click", selector="button")
        await shows(eye, red, 0, 0, 255)
        handoff = asyncio.ensure_future(asking.call({"action": "handoff", "reason": "the code"}))
        await expect(tile(eye, asking)).to_contain_text("Waits for your help")
        # Nobody points at the wall: what needs a person comes first.
        await eye.page.mouse.move(640, 5)
        await eye.page.locator("#topbar").click(position={"x": 400, "y": 20})
        await expect(eye.page.locator("#wall li").first).to_contain_text("White")
        # A tile under the pointer stays where it is.
        await tile(eye, asking).hover()
        red_asks = asyncio.ensure_future(red.call({"action": "handoff", "reason": "another"}))
        await expect(tile(eye, red)).to_contain_text("Waits for your help")
        await expect(eye.page.locator("#wall li").first).to_contain_text("White")
        await tile(eye, asking).click()
        await expect(eye.canvas).to_be_visible()
        await eye.button("Done").click()
        assert (await handoff)["result"]["ended_by"] == "person"
        red_asks.cancel()
    finally:
        await red.close()
        await asking.close()


async def test_tiles_take_one_picture_in_a_while_and_none_of_what_nobody_sees(
    chat: Chat, browser: Browser, chat_numbers: Iterator[int], site: Site, viewer: RunningViewer
) -> None:
    other = browser.chat(f"wall-{next(chat_numbers)}")
    moving = "<body style='margin:0'><script>let n = 0; setInterval(() => document.body.style.background = n++ % 2 ? '#f00' : '#00f', 20)</script>"
    try:
        await do(chat, "open", url=site.page(moving))
        await do(other, "open", url=site.page(moving))
        async with watching(viewer.url, chat.id) as eye:
            await eye.watch(chat.id, hidden=True)
            await eye.send(type="wall", chats=[chat.id])
            stream = (await eye.message("tile", chat=chat.id))["stream"]
            moments: list[float] = []
            while len(moments) < 4:
                picture = await eye.picture()
                if picture.stream == stream:
                    assert picture.sequence == 0
                    moments.append(asyncio.get_running_loop().time())
            assert moments[-1] - moments[0] > 3 * 0.6
            # The chat's other tab comes in a stream of its own.
            await do(chat, "open", url=site.page(page("Green", "#0f0")))
            stream = (await eye.message("tile", chat=chat.id))["stream"]
            while (picture := await eye.picture()).stream != stream or picture.pixel()[1] < 200:
                pass
            await eye.send(type="wall", chats=[])
            await eye.send(type="watch", chat=other.id, width=1280, height=720)
            await eye.message("watching", chat=other.id)
            assert all([(await eye.picture()).sequence > 0 for _ in range(3)][1:])
    finally:
        await other.close()
