"""Chrome DevTools MCP: ``navigate_page``, then ``take_snapshot``."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from benchmarks.peers.installation import npm
from benchmarks.peers.mcp_server import McpServer, mcp_server
from benchmarks.peers.peer import VIEWPORT, Ground, Kinds, PeerAbsent, counted, first

VERSION: Final = "1.11.0"
NAME: Final = "Chrome DevTools MCP"

_REF: Final = re.compile(r"^\s*uid=\S+ (\w+)", re.MULTILINE)
_PAGE: Final = re.compile(r"^\s*(\d+): ", re.MULTILINE)


class ChromeDevtoolsMcp:
    """Every element of the accessibility tree has a ``uid``."""

    name = NAME

    def __init__(self, server: McpServer, page: int) -> None:
        self._server = server
        self._page = page

    async def navigate(self, url: str) -> None:
        await self._server.call("navigate_page", pageId=self._page, type="url", url=url)

    async def content(self) -> str:
        return await self._server.call("take_snapshot", pageId=self._page)

    @staticmethod
    def refs(content: str) -> Kinds:
        return counted(_REF.findall(content))

    @staticmethod
    def button(content: str, label: str) -> str:
        return first(rf'uid=(\S+) button "{label}"', content)

    async def press(self, button: str) -> None:
        await self._server.call("click", pageId=self._page, uid=button)


@asynccontextmanager
async def chrome_devtools_mcp(ground: Ground) -> AsyncIterator[ChromeDevtoolsMcp]:
    """The server as published, headless, with a profile in memory, without sending anything to anyone."""
    package = await npm(ground.installed, "chrome-devtools-mcp", VERSION)
    arguments = [
        "--headless",
        "--isolated",
        "--executablePath",
        str(ground.executable),
        "--viewport",
        f"{VIEWPORT[0]}x{VIEWPORT[1]}",
        "--no-usage-statistics",
        "--no-performance-crux",
        *(f"--chromeArg={argument}" for argument in ground.browser_arguments),
    ]
    program = package / "build" / "src" / "bin" / "chrome-devtools-mcp.js"
    async with mcp_server(program, arguments, ground.folder / "chrome-devtools-mcp") as server:
        pages = await server.call("list_pages")
        page = _PAGE.search(pages)
        if page is None:
            raise PeerAbsent(f"list_pages shows no page: {pages[:200]!r}")
        yield ChromeDevtoolsMcp(server, int(page[1]))
