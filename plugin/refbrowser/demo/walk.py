"""The demonstration: an agent's day in the shop, in JSON calls alone. Refs are found in what ``content`` says, as a model would."""

import json
import re
import sys
import time
from datetime import date, timedelta
from typing import Any, Final

from refbrowser import Browser, Chat
from refbrowser.content.budget import estimate_tokens
from refbrowser.demo.forms import SUNDAY
from refbrowser.demo.server import ShopServer
from refbrowser.settings import Settings
from refbrowser.surface.render import render
from refbrowser.terminal import write

_SHOWN_LINES: Final = 60


def _shortened(text: str) -> str:
    """A long answer for a person's terminal; the agent gets all of it."""
    lines = text.splitlines()
    if len(lines) <= _SHOWN_LINES:
        return text
    return "\n".join([*lines[:_SHOWN_LINES], f"(… {len(lines) - _SHOWN_LINES} more lines, which an agent reads too)"])


def delivery_day(earliest: str) -> str:
    """The first day from ``earliest`` on that is no Sunday: the shop does not deliver then."""
    day = date.fromisoformat(earliest)
    return (day + timedelta(days=day.weekday() == SUNDAY)).isoformat()


class CallFailed(Exception):
    """A call of the demonstration was answered with an error."""


class Walk:
    """Makes calls, shows them with their answers, and keeps the sum of what they cost."""

    def __init__(self, chat: Chat, *, as_json: bool) -> None:
        self._chat = chat
        self._as_json = as_json
        self._bold, self._plain = ("\033[1m", "\033[0m") if sys.stdout.isatty() else ("", "")
        self.calls = 0
        self.milliseconds = 0.0
        self.tokens = 0
        self.pictures: list[str] = []

    async def call(self, action: str, **arguments: object) -> Any:
        """The result of the call. Raises :class:`CallFailed` after showing the typed error."""
        request = {"action": action, **arguments}
        began = time.perf_counter()
        answer = await self._chat.call(request)
        took = (time.perf_counter() - began) * 1000
        text = json.dumps(answer, ensure_ascii=False) if self._as_json else render(answer)
        self.calls += 1
        self.milliseconds += took
        self.tokens += estimate_tokens(json.dumps(request)) + estimate_tokens(text)
        self._show(f"{self._bold}> {json.dumps(request, ensure_ascii=False)}{self._plain}   {took:.0f} ms")
        self._show(text if self._as_json else _shortened(text))
        self._show("")
        if not answer["ok"]:
            raise CallFailed(answer["code"])
        result = answer["result"]
        for inner in result if isinstance(result, list) else [answer]:
            if not inner["ok"]:
                raise CallFailed(inner["code"])
            if isinstance(inner["result"], dict) and "vision_load" in inner["result"]:
                self.pictures.append(inner["result"]["path"])
        return result

    async def ref(self, label: str) -> int:
        """The ref of the control that reads ``label``, such as ``button] Add to cart``, looked up by reading the page."""
        page = await self.call("content")
        return find_ref(page, label)

    @staticmethod
    def _show(text: str) -> None:
        write(text + "\n")


def find_ref(page: str, label: str) -> int:
    """The number of the first control in ``page`` of the kind and with the label of ``label`` ("button: Add to cart").

    Raises LookupError when there is none.
    """
    kind, _, name = label.partition(": ")
    match = re.search(rf"\[(?:[a-z]+ )*{re.escape(kind)} (\d+)\] {re.escape(name)}", page)
    if match is None:
        raise LookupError(f"the page has no {label}")
    return int(match[1])


async def run(url: str | None, settings: Settings, *, as_json: bool) -> int:
    """Drives the bundled shop, or reads and photographs the page at ``url``; 0, or 1 after a failure was shown."""
    if url is not None:
        return await _run(settings, lambda walk: _read(walk, url), as_json=as_json)
    with ShopServer() as shop:
        return await _run(settings, lambda walk: _shop(walk, shop.url), as_json=as_json)


async def _run(settings: Settings, story: Any, *, as_json: bool) -> int:
    async with Browser(settings) as browser:
        walk = Walk(browser.chat("demo"), as_json=as_json)
        try:
            await story(walk)
        except (CallFailed, LookupError) as failure:
            write(f"The demonstration stopped: {failure}\n", sys.stderr)
            return 1
    for path in walk.pictures:
        write(f"screenshot: {path}\n")
    write(f"{walk.calls} calls, {walk.milliseconds:.0f} ms, about {walk.tokens} tokens\n")
    return 0


async def _read(walk: Walk, url: str) -> None:
    await walk.call("open", url=url)
    await walk.call("content", max_tokens=4000)
    await walk.call("screenshot")


async def _shop(walk: Walk, url: str) -> None:
    await walk.call("open", url=url)
    page = await walk.call("content")

    # Search, and buy from the table of results.
    found = await walk.call("type_submit", ref=find_ref(page, "input search: "), text="desk", observe="content")
    page = found["action"]["content"]
    await walk.call("click", ref=find_ref(page, "button: Add Arc desk lamp"))

    # A product page: a component in a shadow root, a frame of another site, a list that loads as one scrolls.
    await walk.call("click", ref=find_ref(page, "link: Arc desk lamp"))
    page = await walk.call("content")
    await walk.call("click", ref=find_ref(page, "button: 4 stars"))
    await walk.call("select_option", ref=find_ref(page, "select: Deliver to"), value="Norway")
    await walk.call("scroll", to="bottom")
    await walk.call("screenshot")

    # A popup gets a number of its own and becomes the active tab.
    popup = await walk.call("click", ref=find_ref(page, "button: Help"))
    await walk.call("content", browser_id=popup["action"]["opened_browser_ids"][0])
    await walk.call("close", browser_id=popup["action"]["opened_browser_ids"][0])

    # A confirm dialog holds the page until it is answered.
    await walk.call("click", ref=find_ref(page, "link: Cart"))
    page = await walk.call("content")
    await walk.call("click", ref=find_ref(page, "button: Remove"))
    await walk.call("dialog", operation="dismiss")

    await walk.call("click", ref=find_ref(page, "link: Check out"))
    await _checkout(walk)
    await _compare(walk, url)


async def _checkout(walk: Walk) -> None:
    page = await walk.call("content")
    for label, text in (
        ("input text: Full name", "Ada Lovelace"),
        ("input email: Email", "ada@example.com"),
        ("input tel: Telephone", "+41 31 555 01 23"),
        ("input password: Password", "a long secret"),
        ("input text: Street", "Bundesplatz 3"),
        ("combobox: City", "Bern"),
        ("input time: Preferred time", "09:30"),
        ("input month: Card valid until", "2031-08"),
        ("input color: Ribbon", "#aa3355"),
        ("editable: Gift note", "Happy birthday!"),
        ("textarea: Instructions", "Ring twice."),
    ):
        await walk.call("type", ref=find_ref(page, label), text=text)
    await walk.call("select_option", ref=find_ref(page, "select: Country"), value="Switzerland")
    await walk.call("set_checked", ref=find_ref(page, "radio: Express"))
    await walk.call("set_checked", ref=find_ref(page, "switch: Wrap it"))
    # Sent too early: the browser itself says which field is missing, and the receipt repeats it.
    await walk.call("set_checked", ref=find_ref(page, "checkbox: I accept"))
    await walk.call("click", ref=find_ref(page, "button: Place order"))
    earliest = await walk.call("evaluate", script="document.querySelector('[name=date]').min")
    await walk.call("type", ref=find_ref(page, "input date: Delivery date"), text=delivery_day(earliest["result"]))
    await walk.call("screenshot", full_page=True)
    await walk.call("click", ref=find_ref(page, "button: Place order"), observe="content")


async def _compare(walk: Walk, url: str) -> None:
    """Three tabs opened and read in parallel, in one call."""
    products = ("lamp", "mug", "headphones")
    calls: list[dict[str, Any]] = [{"action": "open", "url": f"{url}search?q={name}"} for name in products]
    calls += [{"action": "content", "browser_id": f"${index}", "mode": "main"} for index in range(len(products))]
    await walk.call("multi", calls=calls)
    await walk.call("list")
