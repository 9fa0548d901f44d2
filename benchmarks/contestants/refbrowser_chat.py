"""The product, through its public interface: JSON calls to one chat."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from refbrowser import Browser, Settings

NAME: Final = "refbrowser"


class RefbrowserChat:
    """Reads a page as ``content``: markdown with a ref at every control; acts by ref and gets a receipt."""

    def __init__(self, browser: Browser, chat_id: str = "bench", name: str = NAME) -> None:
        self.name = name
        self._browser = browser
        self._chat = browser.chat(chat_id)

    async def begin_anew(self) -> None:
        """Goes on in a new chat, without tabs and with numbers from 1."""
        await self._chat.close()
        self._chat = self._browser.chat(self._chat.id)

    async def call(self, **request: Any) -> Any:
        """The result. Raises when the answer is a failure."""
        answer = await self._chat.call(request)
        if not answer["ok"]:
            raise RuntimeError(f"{request['action']}: {answer['error']}")
        return answer["result"]

    async def refusal(self, **request: Any) -> str:
        """The code of the failure that the call must end in."""
        answer = await self._chat.call(request)
        return "ok" if answer["ok"] else str(answer["code"])

    async def open(self, url: str) -> int:
        return int((await self.call(action="open", url=url))["browser_id"])

    async def close(self, tab: int) -> None:
        await self.call(action="close", browser_id=tab)

    async def content(self, tab: int) -> str:
        return str(await self.call(action="content", browser_id=tab, max_tokens=1_000_000))

    async def evaluate(self, tab: int, script: str) -> object:
        value: object = (await self.call(action="evaluate", browser_id=tab, script=script))["result"]
        return value

    async def find(self, tab: int, label: str, element_id: str) -> int:
        match = re.search(rf"\[[^\]]*?(\d+)\] {re.escape(label)}(?!\w)", await self.content(tab))
        if match is None:
            raise LookupError(f"content shows no ref for {label!r}")
        return int(match[1])

    async def click(self, tab: int, target: int) -> None:
        await self.call(action="click", browser_id=tab, ref=target)

    async def type(self, tab: int, target: int, text: str) -> None:
        await self.call(action="type", browser_id=tab, ref=target, text=text)

    async def follow(self, tab: int, target: int) -> None:
        await self.click(tab, target)

    async def select(self, tab: int, target: int, label: str) -> None:
        await self.call(action="select_option", browser_id=tab, ref=target, value=label)

    async def check(self, tab: int, target: int, checked: bool) -> None:
        await self.call(action="set_checked", browser_id=tab, ref=target, checked=checked)

    async def screenshot(self, tab: int, path: Path) -> None:
        await self.call(action="screenshot", browser_id=tab, path=str(path), quality=80)


@asynccontextmanager
async def refbrowser_chat(executable: Path, folder: Path) -> AsyncIterator[RefbrowserChat]:
    """One chat of a browser that keeps its files in ``folder`` and may write there."""
    async with Browser(Settings(executable_path=str(executable), home=folder / "home", file_roots=(folder,))) as browser:
        yield RefbrowserChat(browser)
