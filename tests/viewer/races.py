"""Races between what a page or an agent does and what a person does about what they see, made from a seed.

A scripted person presses, types, stops chats and answers cards in the viewer, over a line of any length, while pages navigate, tabs and
cards open, chats end and the line breaks. What was under each gesture when it began is read from the canvas, whose colour is the
document's number; what was carried out is what the pages themselves and the server write down. Every press has a point of its own, every
key a character of its own, every note a number of its own.
"""

import asyncio
import itertools
import json
import random
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Error, Page, WebSocketRoute

from refbrowser import Browser, Chat
from refbrowser.events import ChatChanged, Event
from tests.support.calls import do
from tests.support.server import Request, Site
from tests.support.waiting import until
from tests.viewer.conftest import Window, choose

DOCUMENTS: Final = 60
ENDING_MS: Final = 3_000
NEWBORN_MS: Final = 150
"""A gesture that was sent on to the page before the server had heard of its new document may reach that, as the documentation says."""

KEYS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
LEVELS: Final = (30, 80, 130, 180)
"""Levels of red, green and blue, far enough apart for a JPEG: 64 colours."""

PAGE: Final = """<title>%(number)d</title><body style="margin:0;height:720px;overflow:hidden;background:rgb(%(colour)s)"><script>
const born = Date.now();
const record = (what) => navigator.sendBeacon('/races', JSON.stringify({document: %(number)d, age: Date.now() - born, ...what}));
addEventListener('pointerdown', ({clientX: x, clientY: y}) => record({x, y}));
addEventListener('keydown', ({key}) => { if (key.length === 1) record({key}) });
</script>"""

LOOK: Final = """
window.gestures = [];
const looked = () => {
  const canvas = document.getElementById('canvas');
  if (!canvas?.checkVisibility()) return null;
  const levels = [...canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height - 20, 1, 1).data].slice(0, 3).map((one) => (one - 30) / 50);
  // The blank page that a tab begins with, or has not drawn over yet, writes nothing down.
  if (levels.every((one) => one > 4.3)) return 'blank';
  if (levels.some((one) => Math.abs(one - Math.round(one)) > 0.4)) return null;
  const [red, green, blue] = levels.map(Math.round);
  return red * 16 + green * 4 + blue;
};
addEventListener('pointerdown', ({target, clientX, clientY}) => {
  const box = document.getElementById('canvas').getBoundingClientRect();
  const card = target.closest('.card')?.dataset.key ?? null;
  gestures.push({kind: 'press', on: target.id, says: target.textContent, card, document: looked(), x: (clientX - box.left) * 1280 / box.width,
    y: (clientY - box.top) * 720 / box.height, chat: document.querySelector('.topbar .where').textContent});
}, true);
addEventListener('keydown', ({target, key}) => gestures.push({kind: 'key', on: target.className, key, document: looked(),
  at: Date.now(), chat: document.querySelector('.topbar .where').textContent}), true);
"""


class Line:
    """What is said arrives ``trip_s`` later, either way; ``cut`` breaks the connection with what is on its way."""

    def __init__(self, trip_s: float) -> None:
        self.unanswered: set[int] = set()
        """The numbers of inputs that the server has neither taken nor refused."""
        self._trip_s = trip_s
        self._pages: set[WebSocketRoute] = set()
        self._carrying: set[asyncio.Task[None]] = set()

    def connect(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self._pages.add(page)
        self.unanswered.clear()
        there, back = self._carrier(server, page), self._carrier(page, page)

        def sent(message: Any) -> None:
            if (number := json.loads(message).get("number")) is not None:
                self.unanswered.add(number)
            there(message)

        page.on_message(sent)
        server.on_message(back)

    def _note(self, message: Any) -> None:
        if not isinstance(message, str) or not message.startswith("["):
            return
        for one in json.loads(message):
            if one["type"] == "taken":
                self.unanswered -= set(range(one["number"] + 1))
            elif one["type"] == "refused":
                self.unanswered.discard(one["number"])

    def _carrier(self, to: WebSocketRoute, page: WebSocketRoute) -> Callable[[Any], None]:
        waiting: asyncio.Queue[tuple[float, Any]] = asyncio.Queue()

        async def carry() -> None:
            while True:
                due, message = await waiting.get()
                await asyncio.sleep(due - asyncio.get_running_loop().time())
                if page in self._pages:
                    self._note(message)
                    with suppress(Error):
                        to.send(message)

        task = asyncio.ensure_future(carry())
        self._carrying.add(task)
        return lambda message: waiting.put_nowait((asyncio.get_running_loop().time() + self._trip_s, message))

    async def cut(self) -> None:
        for page in list(self._pages):
            self._pages.discard(page)
            with suppress(Error):
                await page.close()

    async def end(self) -> None:
        for task in self._carrying:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)


@dataclass
class Race:
    """One race: two chats that act, a third that asks for approvals, and the window of the person."""

    browser: Browser
    site: Site
    window: Window
    line: Line
    asking: Chat
    chats: list[Chat]
    chance: random.Random
    done: list[dict[str, Any]] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    approved: dict[str, bool] = field(default_factory=dict)
    ended: list[tuple[str, float]] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count())
    _asked: list[asyncio.Task[None]] = field(default_factory=list)

    # What pages and agents do

    def document(self) -> str:
        number = next(self.numbers) % DOCUMENTS
        colour = ",".join(str(LEVELS[number // power % 4]) for power in (16, 4, 1))
        return self.site.page(PAGE % {"number": number, "colour": colour}, f"/document/{number}")

    async def run(self, seconds: float) -> None:
        """Let both go on for so long, and wait until everything has arrived."""
        self.site.route("/races", self._record)
        unsubscribe = self.browser.hub.subscribe(self._heard)
        try:
            ends = asyncio.get_running_loop().time() + seconds
            await asyncio.gather(self._go_on(self._world, ends, 0.35), self._go_on(self._person, ends, 0.12))
            await self._settled()
        finally:
            unsubscribe()
            for chat in (*self.chats, self.asking):
                chat.control.execute("resume")
            for task in self._asked:
                task.cancel()
            await asyncio.gather(*self._asked, return_exceptions=True)

    async def _go_on(self, act: Callable[[], Coroutine[Any, Any, None]], ends: float, pause_s: float) -> None:
        while asyncio.get_running_loop().time() < ends:
            with suppress(Error):
                await act()
            await asyncio.sleep(self.chance.uniform(0, 2 * pause_s))

    def _record(self, request: Request) -> str:
        self.done.append(json.loads(request.body))
        return ""

    def _heard(self, event: Event) -> None:
        if isinstance(event, ChatChanged):
            for chat in self.chats:
                if chat.id == event.chat_id and (note := chat.control.state.note) is not None:
                    self.notes[note] = chat.id

    async def _world(self) -> None:
        chat = self.chance.choice(self.chats)
        match self.chance.choices(("navigates", "opens", "agent", "ends", "asks", "breaks"), (6, 2, 2, 1, 3, 1))[0]:
            case "navigates":
                for page in self._pages(chat)[-1:]:
                    await page.evaluate("(url) => { location.href = url }", self.document())
            case "opens":
                for page in self._pages(chat)[:1]:
                    await page.evaluate(
                        "(url) => { const opened = open(url); setTimeout(() => opened?.close(), 900) }", self.document()
                    )
            case "agent":
                await chat.call({"action": "open", "url": self.document(), "timeout_ms": 400})
            case "ends":
                await chat.close()
                self.ended.append((chat.id, time.time() * 1000))
                self.chats[self.chats.index(chat)] = again = self.browser.chat(chat.id)
                await again.call({"action": "open", "url": self.document()})
            case "asks":
                self._asked.append(asyncio.ensure_future(self._ask()))
            case "breaks":
                await self.line.cut()

    def _pages(self, chat: Chat) -> list[Page]:
        session = chat.existing()
        return [tab.page for tab in session.tabs if tab.attached and not tab.closed] if session is not None else []

    async def _ask(self) -> None:
        script = str(next(self.numbers))
        call = asyncio.ensure_future(self.asking.call({"action": "evaluate", "script": script, "browser_id": 1}))
        try:
            card = await until(
                lambda: next((one.id for one in self.browser.approvals.pending if one.arguments.get("script") == script), None)
            )
            self.approved[card] = (await call)["ok"]
        finally:
            call.cancel()

    # What the person does

    async def _person(self) -> None:
        page = self.window.page
        match self.chance.choices(("press", "type", "take", "choose", "stop", "answer"), (8, 8, 3, 2, 1, 2))[0]:
            case "press":
                number = next(self.numbers)
                x, y = 20 + 62 * (number % 20), 20 + 33 * (number // 20 % 20)
                if (box := await self.window.canvas.bounding_box()) is not None:
                    await page.mouse.click(box["x"] + x * box["width"] / 1280, box["y"] + y * box["height"] / 720)
            case "type":
                for _ in range(self.chance.randint(1, 4)):
                    if self.keys:
                        await page.keyboard.press(self.keys.pop())
            case "take":
                await self._press("Take over")
            case "choose":
                await (
                    page.get_by_role("navigation")
                    .get_by_role("button")
                    .filter(has_text=self.chance.choice(self.chats).id)
                    .first.click(timeout=500)
                )
            case "stop":
                note = page.get_by_placeholder("Note for the agent")
                if await note.is_visible():
                    await note.fill(f"note {next(self.numbers)}", timeout=500)
                    await self._press("Stop")
                    await asyncio.sleep(0.3)
                    await self._press("Resume")
            case "answer":
                await self._press("Once")

    keys: list[str] = field(default_factory=list)

    async def _press(self, name: str) -> None:
        """A press where the button is, whatever lies there by then."""
        button = self.window.button(name).first
        if await button.count() and (box := await button.bounding_box(timeout=500)):
            await self.window.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    async def _settled(self) -> None:
        """Everything that was on its way has arrived, or was said to be lost."""
        page = self.window.page
        await page.wait_for_function("() => document.querySelector('.topbar .link').dataset.status === 'open'")
        await until(lambda: not self.line.unanswered)
        seen = -1
        while seen != len(self.done):
            seen = len(self.done)
            await asyncio.sleep(0.5)

    # The verdict

    async def wrong(self) -> list[str]:
        """What was carried out on what was not under it, and what was typed and lost without a word."""
        page = self.window.page
        gestures: list[dict[str, Any]] = await page.evaluate("gestures")
        lost = "".join(await page.locator(".unsent .text").all_text_contents())
        pressed = [one for one in gestures if one["kind"] == "press"]
        presses = [one for one in pressed if one["on"] == "canvas"]
        keys = {one["key"]: one for one in gestures if one["kind"] == "key" and one["on"] == "typing" and len(one["key"]) == 1}
        blank = {key for key, one in keys.items() if one["document"] == "blank"}
        found = []
        for one in self.done:
            if one["age"] < NEWBORN_MS:
                continue
            if one.get("key") in blank:
                continue
            if "key" in one:
                if keys.get(one["key"], {}).get("document") != one["document"]:
                    found.append(f"the key {one['key']} came to {one['document']}: {keys.get(one['key'])}")
            elif not any(
                press["document"] == one["document"] and abs(press["x"] - one["x"]) < 3 and abs(press["y"] - one["y"]) < 3
                for press in presses
            ):
                begun = [press for press in presses if abs(press["x"] - one["x"]) < 3 and abs(press["y"] - one["y"]) < 3]
                found.append(f"the press {one} was begun as {begun}")
        came = {one.get("key") for one in self.done}
        found += [
            f"the key {key} was lost without a word: {one}"
            for key, one in keys.items()
            if key not in came and key not in lost and key not in blank and not self._ended_about(one["chat"], one["at"])
        ]
        stops = {one["chat"] for one in pressed if one["says"] == "Stop"}
        found += [f"the note {note} came to {chat}" for note, chat in self.notes.items() if chat not in stops]
        agreed = {one["card"] for one in pressed if one["says"] == "Once"}
        found += [f"the card {card} was agreed to" for card, agrees in self.approved.items() if agrees and card not in agreed]
        return found

    def _ended_about(self, chat: str, at_ms: float) -> bool:
        """Whether the chat ended then, as the viewer says: what its page had still to write down is gone with it."""
        return any(name == chat and abs(ended_ms - at_ms) < ENDING_MS for name, ended_ms in self.ended)


@asynccontextmanager
async def race(
    seed: int, trip_s: float, browser: Browser, site: Site, page: Page, url: str, asking: Chat, names: Iterator[int]
) -> AsyncIterator[Race]:
    """The race of the seed, ready to run in ``page``."""
    chats = [browser.chat(f"race-{next(names)}-{each}") for each in "ab"]
    line, chance = Line(trip_s / 2), random.Random(seed)
    running = Race(browser, site, Window(page), line, asking, chats, chance)
    running.keys = chance.sample(KEYS, len(KEYS))
    try:
        for chat in (*chats, asking):
            await do(chat, "open", url=running.document())
        await page.add_init_script(LOOK)
        await page.route_web_socket("**", line.connect)
        await page.goto(url)
        await choose(page, chats[0].id)
        yield running
    finally:
        await line.end()
        for chat in running.chats:
            await chat.close()
