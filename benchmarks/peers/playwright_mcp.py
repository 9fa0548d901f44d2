"""Playwright MCP: ``browser_navigate``, then ``browser_snapshot``."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from benchmarks.peers.installation import npm
from benchmarks.peers.mcp_server import McpServer, mcp_server
from benchmarks.peers.peer import VIEWPORT, Ground, Kinds, counted, first

VERSION: Final = "0.0.83"
NAME: Final = "Playwright MCP"

ARIA_REF: Final = re.compile(r"""^\s*- ['"]?(\w+)\b.*?\[ref=""", re.MULTILINE)
"""A line of Playwright's snapshot with a ref; the group is the role."""


class PlaywrightMcp:
    """``browser_navigate`` itself makes a snapshot and writes it to a file, so its content is best compared as a sum with it."""

    name = NAME

    def __init__(self, server: McpServer) -> None:
        self._server = server

    async def navigate(self, url: str) -> None:
        await self._server.call("browser_navigate", url=url)

    async def content(self) -> str:
        return await self._server.call("browser_snapshot")

    async def call(self, tool: str, **arguments: Any) -> str:
        """What any of its tools answers."""
        return await self._server.call(tool, **arguments)

    @staticmethod
    def refs(content: str) -> Kinds:
        return counted(ARIA_REF.findall(content))

    @staticmethod
    def button(content: str, label: str) -> str:
        return first(rf'button "{label}".*?\[ref=(\w+)\]', content)

    async def press(self, button: str) -> None:
        await self._server.call("browser_click", target=button)


@asynccontextmanager
async def playwright_mcp(ground: Ground) -> AsyncIterator[PlaywrightMcp]:
    """The server as published, headless, with a profile in memory."""
    package = await npm(ground.installed, "@playwright/mcp", VERSION)
    viewport = f"{VIEWPORT[0]}x{VIEWPORT[1]}"
    arguments = ["--headless", "--isolated", "--executable-path", str(ground.executable), "--viewport-size", viewport]
    async with mcp_server(package / "cli.js", [*arguments, *ground.browser_arguments], ground.folder / "playwright-mcp") as server:
        yield PlaywrightMcp(server)
