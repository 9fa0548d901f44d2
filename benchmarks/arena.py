"""What a benchmark is given: the contestants, all alive at once, the pages' address, and how long to go on."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.contestants.contestant import Contestant
from benchmarks.contestants.raw_playwright import AriaPlaywright, RawPlaywright, raw_playwright
from benchmarks.contestants.refbrowser_chat import RefbrowserChat, refbrowser_chat
from refbrowser.browser.launch.executables import Executable


@dataclass(frozen=True, slots=True)
class Arena:
    """``full`` is a full Chromium, where ``executable`` is not one itself and there is one; ``rounds`` is the usual number."""

    address: str
    folder: Path
    executable: Executable
    full: Executable | None
    rounds: int
    playwright: RawPlaywright
    aria: AriaPlaywright
    refbrowser: RefbrowserChat

    @property
    def pair(self) -> tuple[Contestant, Contestant]:
        """Raw Playwright and the product."""
        return self.playwright, self.refbrowser

    @property
    def readers(self) -> tuple[Contestant, ...]:
        """Everyone with a way of their own to read a page."""
        return self.playwright, self.aria, self.refbrowser

    @property
    def few(self) -> int:
        """Rounds for what takes a second or more."""
        return max(3, self.rounds // 3)

    @property
    def many(self) -> int:
        """Rounds for what takes less than half a second, enough for a 95th percentile."""
        return self.rounds * 4


@asynccontextmanager
async def arena(address: str, executable: Executable, full: Executable | None, rounds: int) -> AsyncIterator[Arena]:
    """Starts every contestant with the same browser program."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="refbrowser-bench-")))
        playwright, aria = await stack.enter_async_context(raw_playwright(executable.path))
        refbrowser = await stack.enter_async_context(refbrowser_chat(executable.path, folder))
        yield Arena(address, folder, executable, full, rounds, playwright, aria, refbrowser)
