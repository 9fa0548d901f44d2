"""The tools that are given a list of hosts, with the calls by which an address can be reached."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from benchmarks.peers.agent_browser import VERSION as AGENT_BROWSER_VERSION
from benchmarks.peers.agent_browser import AgentBrowser
from benchmarks.peers.mcp_server import McpServer
from benchmarks.peers.playwright_mcp import VERSION as PLAYWRIGHT_MCP_VERSION
from refbrowser import Chat

CALLED: Final = ("reads it", "opens it in a tab", "downloads it", "loads it by a raw command")
"""What else a tool may be able to do with an address; each has some of these."""


class Bound(Protocol):
    """A tool that was given the list."""

    name: str
    calls: Collection[str]
    """The ones of :data:`CALLED` that it has."""

    async def open(self, url: str) -> object:
        """Loads ``url``; what goes wrong is raised or returned."""
        ...

    async def evaluate(self, script: str) -> object:
        """Runs an expression in the page."""
        ...

    async def call(self, what: str, url: str) -> object:
        """One of its calls. The page has a link ``#get`` that downloads ``url``."""
        ...


@dataclass
class Ours:
    chat: Chat
    name: str = "refbrowser"
    calls: Collection[str] = CALLED

    async def open(self, url: str) -> object:
        return await self.chat.call({"action": "navigate", "url": url, "timeout_ms": 8_000})

    async def evaluate(self, script: str) -> object:
        return await self.chat.call({"action": "evaluate", "script": script})

    async def call(self, what: str, url: str) -> object:
        calls: dict[str, dict[str, Any]] = {
            "reads it": {"action": "read", "url": url},
            "opens it in a tab": {"action": "open", "url": url},
            "downloads it": {"action": "click", "selector": "#get"},
            "loads it by a raw command": {"action": "cdp", "method": "Page.navigate", "params": {"url": url}},
        }
        return await self.chat.call({**calls[what], "timeout_ms": 8_000})


@dataclass
class CommandLine:
    peer: AgentBrowser
    folder: Path
    name: str = f"agent-browser {AGENT_BROWSER_VERSION}"
    calls: Collection[str] = ("reads it", "opens it in a tab", "downloads it")

    async def open(self, url: str) -> object:
        return await self.peer.run("open", url)

    async def evaluate(self, script: str) -> object:
        return await self.peer.run("eval", script)

    async def call(self, what: str, url: str) -> object:
        commands = {
            "reads it": ("read", url),
            "opens it in a tab": ("tab", "new", url),
            "downloads it": ("download", "#get", str(self.folder / "download")),
        }
        return await self.peer.run(*commands[what])


@dataclass
class Server:
    server: McpServer
    name: str = f"Playwright MCP {PLAYWRIGHT_MCP_VERSION}"
    calls: Collection[str] = ("opens it in a tab", "downloads it", "loads it by a raw command")

    async def open(self, url: str) -> object:
        return await self.server.call("browser_navigate", url=url)

    async def evaluate(self, script: str) -> object:
        return await self.server.call("browser_evaluate", function=f"() => {script}")

    async def call(self, what: str, url: str) -> object:
        code = f"async (page) => (await page.request.get('{url}')).status()"
        calls: dict[str, tuple[str, dict[str, Any]]] = {
            "opens it in a tab": ("browser_tabs", {"action": "new", "url": url}),
            "downloads it": ("browser_click", {"target": "#get", "element": "link"}),
            "loads it by a raw command": ("browser_run_code_unsafe", {"code": code}),
        }
        return await self.server.call(calls[what][0], **calls[what][1])
