"""The two tools that are compared: how each shows a page, what its refs name, and how it presses by one."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from playwright.async_api import Error, Locator, Page, async_playwright

from benchmarks.contestants.refbrowser_chat import RefbrowserChat, refbrowser_chat
from benchmarks.peers.peer import VIEWPORT

OWN: Final = "refbrowser"
RIVAL: Final = "Playwright's AI snapshot"

LONGEST_MS: Final = 20_000
"""How long one step may take; a page on which one takes longer is left out for both."""

CENSUS: Final = "window.top[Symbol.for('census')]"
"""Where ``truth.js`` keeps what it knows."""

NUMBER_OF: Final = f"{CENSUS}.numberOf"

PRESS_MS: Final = 1_500
"""How long a press may take."""

OWN_REF: Final = re.compile(r"\[((?:[a-z-]+ )*?)((?:input )?[a-z-]+) (\d+)\]")
RIVAL_REF: Final = re.compile(r"^\s*- ['\"]?([a-z]+)\b(.*?\[ref=(\w+)\].*)$", re.MULTILINE)

PRESSED_ROLES: Final = frozenset((
    *("button", "checkbox", "combobox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "searchbox"),
    *("slider", "spinbutton", "switch", "tab", "textbox", "treeitem"),
))  # fmt: skip
"""What a model would press without more information."""


class Reader(Protocol):
    """Drives one page of a browser of its own."""

    name: str

    async def navigate(self, url: str) -> None: ...

    async def evaluate(self, script: str) -> Any:
        """The value of an expression in the top document."""
        ...

    async def content(self) -> str:
        """The page as the tool shows it to a model, whole."""
        ...

    def refs(self, content: str) -> dict[str, bool]:
        """All refs in the order in which they are shown, and whether a model would take each for something to press."""
        ...

    async def number(self, ref: str) -> int:
        """The number that the census has given to the element that the ref names."""
        ...

    async def press(self, ref: str) -> None: ...


FAILURES: Final = (Error, RuntimeError)
"""What a reader raises when the tool could not do what was asked."""


class OwnReader:
    """``content``, with room for all of it; what the fence encloses, since a snapshot is without the lines that MCP puts around it."""

    name = OWN

    def __init__(self, chat: RefbrowserChat) -> None:
        self._chat = chat

    async def navigate(self, url: str) -> None:
        await self._chat.call(action="open", url=url, wait_until="load", timeout_ms=LONGEST_MS)
        tabs = (await self._chat.call(action="list"))["browsers"]
        for tab in tabs[:-1]:
            await self._chat.call(action="close", browser_id=tab["browser_id"])

    async def evaluate(self, script: str) -> Any:
        return (await self._chat.call(action="evaluate", script=script, timeout_ms=LONGEST_MS))["result"]

    async def content(self) -> str:
        answer = str(await self._chat.call(action="content", max_tokens=1_000_000, timeout_ms=LONGEST_MS))
        _, opening, page = answer.split("\n", 2)
        return page.removesuffix(opening.replace("<", "</"))

    def refs(self, content: str) -> dict[str, bool]:
        return {
            number: kind not in ("scrollable", "frame") and not {"disabled", "blocked"} & set(states.split())
            for states, kind, number in OWN_REF.findall(content)
        }

    async def number(self, ref: str) -> int:
        script = f"element => {NUMBER_OF}(element)"
        return int((await self._chat.call(action="evaluate", ref=ref, script=script, timeout_ms=LONGEST_MS))["result"])

    async def press(self, ref: str) -> None:
        await self._chat.call(action="click", ref=ref, observe="none", timeout_ms=PRESS_MS)


class SnapshotReader:
    """What Playwright MCP's ``browser_snapshot`` shows, and its way to press."""

    name = RIVAL

    def __init__(self, page: Page) -> None:
        self._page = page

    async def navigate(self, url: str) -> None:
        await self._page.goto(url, timeout=LONGEST_MS)

    async def evaluate(self, script: str) -> Any:
        return await self._page.evaluate(script)

    async def content(self) -> str:
        return await self._page.aria_snapshot(mode="ai", timeout=LONGEST_MS)

    def refs(self, content: str) -> dict[str, bool]:
        return {
            ref: (role in PRESSED_ROLES or "[cursor=pointer]" in rest) and "[disabled]" not in rest
            for role, rest, ref in RIVAL_REF.findall(content)
        }

    async def number(self, ref: str) -> int:
        return int(await self._locator(ref).evaluate(NUMBER_OF, timeout=LONGEST_MS))

    def _locator(self, ref: str) -> Locator:
        return self._page.locator(f"aria-ref={ref}")

    async def press(self, ref: str) -> None:
        await self._locator(ref).click(timeout=PRESS_MS)


@asynccontextmanager
async def readers(executable: Path, folder: Path) -> AsyncIterator[tuple[Reader, ...]]:
    """Both, each with a browser of the same program."""
    async with async_playwright() as playwright, refbrowser_chat(executable, folder) as chat:
        browser = await playwright.chromium.launch(executable_path=executable)
        page = await browser.new_page(viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]})
        yield OwnReader(chat), SnapshotReader(page)
        await browser.close()
