"""All tools alive at once, and why some are not there."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

from benchmarks.peers import agent_browser, agent_zero, baselines, browser_use, chrome_devtools_mcp, playwright_mcp
from benchmarks.peers.peer import Ground, Peer, PeerAbsent, Start

ENTRANTS: Final[dict[str, Start]] = {
    baselines.OWN: baselines.refbrowser,
    baselines.FLOOR: baselines.raw_playwright,
    playwright_mcp.NAME: playwright_mcp.playwright_mcp,
    agent_browser.NAME: agent_browser.agent_browser,
    agent_browser.SOCKET_NAME: agent_browser.agent_browser_socket,
    chrome_devtools_mcp.NAME: chrome_devtools_mcp.chrome_devtools_mcp,
    browser_use.NAME: browser_use.browser_use,
    agent_zero.NAME: agent_zero.agent_zero,
}

VERSIONS: Final = {
    playwright_mcp.NAME: f"@playwright/mcp {playwright_mcp.VERSION}",
    agent_browser.NAME: f"agent-browser {agent_browser.VERSION}",
    chrome_devtools_mcp.NAME: f"chrome-devtools-mcp {chrome_devtools_mcp.VERSION}",
    browser_use.NAME: f"browser-use {browser_use.VERSION}",
}
"""The published package behind each tool that is one."""


LONGEST_S: Final = 60
"""How long one step of a measurement may take."""

V = TypeVar("V")


@dataclass(slots=True)
class Lineup:
    """Who takes part; ``absent`` says, by name, why some do not, and ``failed`` what went wrong with those that do."""

    present: list[Peer]
    absent: dict[str, str]
    failed: dict[str, str] = field(default_factory=dict)

    async def timed(self, peer: Peer, where: str, *steps: Callable[[], Awaitable[V]]) -> list[tuple[float, V]] | None:
        """How many milliseconds each step took, and what it returned; None when one fails or takes longer than :data:`LONGEST_S`."""
        taken = []
        try:
            for step in steps:
                began = time.perf_counter()
                async with asyncio.timeout(LONGEST_S):
                    value = await step()
                taken.append(((time.perf_counter() - began) * 1000, value))
        except Exception as error:
            self.fail(peer, f"at {where}: {f'more than {LONGEST_S} s' if isinstance(error, TimeoutError) else reason(error)}")
            return None
        return taken

    def fail(self, peer: Peer, what: str) -> None:
        """Notes what went wrong, for the report."""
        self.failed[peer.name] = "; ".join(filter(None, (self.failed.get(peer.name), what)))
        print(f"{peer.name} failed {what}", flush=True)


@asynccontextmanager
async def lineup(ground: Ground, entrants: Mapping[str, Start]) -> AsyncIterator[Lineup]:
    """Starts every tool of ``entrants`` that can be started. The product and raw Playwright must be; their errors are raised."""
    async with AsyncExitStack() as stack:
        found = Lineup([], {})
        for name, start in entrants.items():
            try:
                found.present.append(await stack.enter_async_context(start(ground)))
            except Exception as error:
                if name in (baselines.OWN, baselines.FLOOR):
                    raise
                found.absent[name] = reason(error)
                print(f"{name} is left out: {found.absent[name]}", flush=True)
        yield found


def reason(error: BaseException) -> str:
    """One line that says what went wrong; of several errors at once, the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, PeerAbsent):
        return str(error)
    text = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
