"""A viewer of the tests' browser, and people who look at it, each in a window of their own."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import BrowserContext, Locator, Page, ViewportSize, expect
from playwright.async_api import TimeoutError as TooLate

from refbrowser import Browser, Chat
from refbrowser.viewer import RunningViewer, serve

PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
SIZE: ViewportSize = {"width": 1280, "height": 800}


@dataclass(frozen=True, slots=True)
class Window:
    """One person's viewer page."""

    page: Page

    @property
    def canvas(self) -> Locator:
        return self.page.locator("#canvas")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    async def shows(self, red: int, green: int, blue: int, x: float = 0.5, y: float = 0.5) -> None:
        """Waits until the canvas has about that colour at a point (parts of its width and height)."""
        await self.page.wait_for_function(
            """([red, green, blue, x, y]) => {
                const canvas = document.getElementById('canvas');
                const at = canvas.getContext('2d').getImageData(canvas.width * x, canvas.height * y, 1, 1).data;
                return Math.abs(at[0] - red) < 12 && Math.abs(at[1] - green) < 12 && Math.abs(at[2] - blue) < 12;
            }""",
            arg=[red, green, blue, x, y],
        )

    async def take_over(self) -> None:
        await self.button("Take over").first.click()
        await self.button("Hand back").wait_for()

    async def point(self, x: float, y: float) -> tuple[float, float]:
        """Where in the window the page's point x, y (CSS pixels of a viewport of 1280 by 720) is, once the picture rests there."""
        left, top, width, height = await self.canvas.evaluate("""canvas => new Promise(done => {
            const look = before => requestAnimationFrame(() => {
                const { x, y, width, height } = canvas.getBoundingClientRect();
                const now = [x, y, width, height];
                if (now.join() === before) done(now); else look(now.join());
            });
            look('');
        })""")
        return left + x * width / 1280, top + y * height / 720

    async def click(self, x: float, y: float, **options: Any) -> None:
        await self.page.mouse.click(*await self.point(x, y), **options)

    async def click_until(self, x: float, y: float, done: Callable[[], Awaitable[Any]]) -> None:
        """Press there until ``done``, which waits for what comes of it, finds that: a press on the picture of an earlier page is
        refused, and the person told."""
        for _ in range(5):
            await self.click(x, y)
            with suppress(TooLate):
                await done()
                return
        raise AssertionError("no press was taken")


OpenWindow = Callable[..., Awaitable[Window]]


@pytest.fixture(scope="session")
async def viewer(browser: Browser) -> AsyncIterator[RunningViewer]:
    """The viewer that tests share; each looks at chats of its own."""
    running = await serve(browser)
    yield running
    await running.close()


@pytest.fixture(scope="session")
async def plain_people(people: Chromium) -> AsyncIterator[BrowserContext]:
    """One person's browser, whose windows are like all others: a new one takes as long as opening the viewer in it."""
    context = await people.new_context()
    yield context
    await context.close()


@pytest.fixture
async def window(people: Chromium, plain_people: BrowserContext, viewer: RunningViewer) -> AsyncIterator[OpenWindow]:
    """Opens the viewer in a new window; with ``chat``, at that chat."""
    async with AsyncExitStack() as stack:

        async def opened(
            chat: str | None = None,
            *,
            url: str | None = None,
            width: int = 1280,
            height: int = 800,
            scale: float = 1,
            **options: Any,
        ) -> Window:
            if scale != 1 or options:
                context = await people.new_context(
                    viewport={"width": width, "height": height}, device_scale_factor=scale, **options
                )
                stack.push_async_callback(context.close)
                page = await context.new_page()
            else:
                page = await plain_people.new_page()
                stack.push_async_callback(page.close)
                await page.set_viewport_size({"width": width, "height": height})
            page.set_default_timeout(PATIENCE_MS)
            await page.goto(url or viewer.url)
            if chat is not None:
                if width <= 820:
                    await page.get_by_role("button", name="Chats").click()
                await choose(page, chat)
            return Window(page)

        yield opened


async def choose(page: Page, chat: str) -> None:
    await page.get_by_role("navigation").get_by_role("button").filter(has_text=chat).first.click()
    await page.wait_for_function("chat => document.querySelector('.topbar .where').textContent === chat", arg=chat)


@pytest.fixture(scope="session")
async def standing_page(people: Chromium) -> AsyncIterator[Page]:
    context = await people.new_context(viewport=SIZE, permissions=["clipboard-read", "clipboard-write"])
    page = await context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    yield page
    await context.close()


@pytest.fixture(scope="module")
async def shared_window(standing_page: Page, viewer: RunningViewer, shared_chat: Chat) -> AsyncIterator[Window]:
    await standing_page.goto(viewer.url)
    await choose(standing_page, shared_chat.id)
    yield Window(standing_page)
    # Else it would turn to the chats of other files.
    await standing_page.goto("about:blank")


@pytest.fixture
async def eye(shared_window: Window, shared_chat: Chat) -> AsyncIterator[Window]:
    """A window at ``shared_chat``, in which the tests of a file look at their pages one after the other; a test that needs a chat of
    its own chooses that.

    A new window takes as long as four pages. A tab that a test has taken over is handed back after it.
    """
    yield shared_window
    page = shared_window.page
    await page.set_viewport_size(SIZE)
    if await shared_window.button("Hand back").count():
        await shared_window.button("Hand back").click()
        await shared_window.button("Take over").wait_for()
    if await page.locator(".topbar .where").text_content() != shared_chat.id:
        await choose(page, shared_chat.id)
