"""What those who watch see: how many pictures, how soon, and what they cost the machine."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import psutil
from playwright.async_api import Browser, Page, ScreencastFrame, async_playwright

from benchmarks.contestants.refbrowser_chat import RefbrowserChat
from benchmarks.watching.audience import Audience
from refbrowser.browser.imaging.screencast import INTERVAL_S
from refbrowser.browser.launch.executables import Executable
from refbrowser.viewer.broadcast import QUALITIES

SECONDS: Final = 5.0
QUIET_S: Final = 1.5
"""After the first pictures, before the counting begins."""

OPENINGS: Final = 7
PRESSES: Final = 20

MOVING: Final = (
    "<body style='margin:0'><style>@keyframes there { to { transform: translateX(900px) } }"
    "div { width: 300px; height: 300px; background: teal; animation: there 2s linear infinite alternate }</style><div></div>"
)
STILL: Final = "<body><h1>Still</h1>"
ANSWERING: Final = "<body style='margin:0;background:rgb(200,0,0)'><script>let on = 0; onpointerdown = () => document.body.style.background = (on = !on) ? 'rgb(0,0,200)' : 'rgb(200,0,0)'</script>"


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures a second to one viewer, and processor cores in use meanwhile by all processes of Chromium, the driver and Python."""

    per_second: float
    cores: float


async def pictures(agent: RefbrowserChat, chat: str, url: str, audience: Audience, document: str) -> Pictures:
    """While one viewer of 1280 by 720 looks at ``document``."""
    tab = await agent.open(f"data:text/html,{document}")
    await audience.come(url, chat, painting=1)
    await asyncio.sleep(QUIET_S)  # the pictures of the beginning are not those that are measured
    busy, seen, began = _busy_s(), await audience.seen(), time.monotonic()
    await asyncio.sleep(SECONDS)  # the time in which pictures are counted
    elapsed = time.monotonic() - began
    taken = Pictures((await audience.seen() - seen) / elapsed, (_busy_s() - busy) / elapsed)
    await audience.go()
    await agent.close(tab)
    return taken


async def bare_pictures(executable: Executable, document: str) -> Pictures:
    """The floor: Playwright alone makes the same pictures as often, and nobody is sent them."""
    count, answer_at = 0, 0.0

    async def paced(_: ScreencastFrame) -> None:
        nonlocal count, answer_at
        count += 1
        now = asyncio.get_running_loop().time()
        answer_at = max(now, answer_at + INTERVAL_S)
        await asyncio.sleep(answer_at - now)  # the product's own pace

    async with _chromium(executable) as browser:
        page = await browser.new_page(viewport={"width": 1280, "height": 720})
        await page.goto(f"data:text/html,{document}")
        await page.screencast.start(on_frame=paced, size={"width": 1280, "height": 720}, quality=QUALITIES[0][1])
        await asyncio.sleep(QUIET_S)  # as with a viewer
        busy, seen, began = _busy_s(), count, time.monotonic()
        await asyncio.sleep(SECONDS)  # the time in which pictures are counted
        elapsed = time.monotonic() - began
        taken = Pictures((count - seen) / elapsed, (_busy_s() - busy) / elapsed)
        await page.screencast.stop()
    return taken


async def first_pictures_ms(agent: RefbrowserChat, chat: str, url: str, audience: Audience) -> list[float]:
    """From the beginning of a connection to the first picture, each time with nobody there before."""
    tab = await agent.open(f"data:text/html,{STILL}")
    taken = []
    for _ in range(OPENINGS):
        taken.append(await audience.come(url, chat, painting=1))
        await audience.go()
    await agent.close(tab)
    return taken


async def presses_ms(agent: RefbrowserChat, url: str, executable: Executable) -> list[float]:
    """In a person's browser that shows the viewer: from the press of the button to the changed pixel on the canvas."""
    tab = await agent.open(f"data:text/html,{ANSWERING}")
    async with _window(url, executable) as page:
        await page.get_by_role("button", name="Take over").click()
        await page.get_by_role("button", name="Hand back").wait_for()
        await page.evaluate(_LISTEN)
        box: Any = await page.locator("#canvas").bounding_box()
        for number in range(PRESSES + 1):
            await page.mouse.move(box["x"] + 100 + number, box["y"] + 100)
            await page.mouse.down()
            await page.wait_for_function("count => window.taken.length === count", arg=number + 1)
            await page.mouse.up()
        taken: list[float] = await page.evaluate("() => window.taken")
        await page.get_by_role("button", name="Hand back").click()
        await page.get_by_role("button", name="Take over").wait_for()
    await agent.close(tab)
    return taken[1:]


_LISTEN: Final = """() => {
  window.taken = [];
  const canvas = document.getElementById('canvas');
  const red = () => canvas.getContext('2d').getImageData(9, 9, 1, 1).data[0] > 100;
  addEventListener('pointerdown', event => {
    const before = red();
    requestAnimationFrame(function look() {
      if (red() === before) requestAnimationFrame(look);
      else window.taken.push(performance.now() - event.timeStamp);
    });
  }, true);
}"""


@asynccontextmanager
async def _window(url: str, executable: Executable) -> AsyncIterator[Page]:
    async with _chromium(executable) as browser:
        page = await browser.new_page(viewport={"width": 1440, "height": 900})
        await page.goto(url)
        await page.locator("#canvas").wait_for()
        yield page


@asynccontextmanager
async def _chromium(executable: Executable) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = await playwright.chromium.launch(executable_path=executable.path, args=arguments)
        yield browser
        await browser.close()


def _busy_s() -> float:
    """Processor seconds so far of this process and its descendants, without those who look on."""
    total = 0.0
    own = psutil.Process()
    for process in (own, *own.children(recursive=True)):
        try:
            if "benchmarks.watching.lookers" not in process.cmdline():
                times = process.cpu_times()
                total += times.user + times.system
        except psutil.NoSuchProcess:
            continue  # it ended meanwhile
    return total
