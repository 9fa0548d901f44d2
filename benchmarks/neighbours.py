"""What a page that floods costs its neighbours: clicks and a busy deadline beside each kind of storm, against the same alone.

``python -m benchmarks.neighbours [--hogs 4] [--seconds 4] [STORM…]``. The clicks are of another tab of the same chat, and of another
chat. On a shared machine the ratios count, not the milliseconds.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from refbrowser import Browser, Chat, Settings
from tests.support.calls import do
from tests.support.server import Site, refused_url
from tests.support.storms import SCRIPTS

BETWEEN_S: Final = 0.03
LATE_MS: Final = 250.0
"""How long after its deadline a call may be answered."""

DEADLINES_MS: Final = (300, 1_000)
"""Those of readings of the page that floods, in turn."""

_BUTTON: Final = "<button onclick='this.dataset.n = window.n = (window.n || 0) + 1'>Press</button>"


@dataclass
class Clicks:
    """How long clicks took, in milliseconds, the codes of those that failed, and how late the calls to the noisy page were."""

    took: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    held_ms: float = 0.0

    @property
    def median(self) -> float:
        return statistics.median(self.took)


async def clicks(chat: Chat, browser_id: int, seconds: float) -> Clicks:
    """Clicks for so long, one every few hundredths of a second."""
    found, ends = Clicks(), time.monotonic() + seconds
    while time.monotonic() < ends or len(found.took) < 3:
        began = time.monotonic()
        answer = await chat.call({"action": "click", "browser_id": browser_id, "selector": "button", "observe": "none"})
        found.took.append((time.monotonic() - began) * 1000)
        if not answer["ok"]:
            found.failed.append(answer["code"])
        await asyncio.sleep(BETWEEN_S)  # the load that is measured
    return found


async def deadlines(chat: Chat, browser_id: int, late: list[float]) -> None:
    """Reads the noisy page again and again, with deadlines that it can hardly keep; ``late`` gets what exceeds them."""
    while True:
        for most_ms in DEADLINES_MS:
            began = time.monotonic()
            await chat.call({"action": "content", "browser_id": browser_id, "timeout_ms": most_ms})
            late.append((time.monotonic() - began) * 1000 - most_ms)
            await asyncio.sleep(BETWEEN_S)  # the load that is measured


async def held(longest: list[float]) -> None:
    """Notes for how long the event loop was held up, in milliseconds."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(0.01)  # what comes later than that was held up
        longest.append((time.monotonic() - began) * 1000 - 10)


async def beside(noisy: Chat, quiet: Chat, script: str, site: Site, seconds: float) -> Clicks:
    """The clicks of ``quiet`` while a page of ``noisy`` runs ``script``."""
    pressed = (await do(quiet, "open", url=site.page(_BUTTON)))["browser_id"]
    flood = (await do(noisy, "open"))["browser_id"]
    late, longest = list[float](), list[float]()
    with refused_url("/") as refused:
        url = site.page(f"<body><p>Noise</p><script>const REFUSED = '{refused}';{script}</script>")
        loading = asyncio.ensure_future(
            noisy.call({"action": "navigate", "browser_id": flood, "url": url, "wait_until": "commit", "timeout_ms": 5_000})
        )
        background = [asyncio.ensure_future(held(longest)), asyncio.ensure_future(deadlines(noisy, flood, late))]
        found = await clicks(quiet, pressed, seconds)
        for task in background:
            task.cancel()
        await asyncio.wait({loading, *background})
    for chat, number in ((noisy, flood), (quiet, pressed)):
        await chat.call({"action": "close", "browser_id": number})
    found.late, found.held_ms = [one for one in late if one > LATE_MS], max(longest, default=0)
    return found


@asynccontextmanager
async def hogs(count: int) -> AsyncIterator[None]:
    """Processes that keep the cores busy."""
    burning = [await asyncio.create_subprocess_exec(sys.executable, "-c", "while True: pass") for _ in range(count)]
    try:
        yield
    finally:
        for process in burning:
            process.kill()
        await asyncio.gather(*(process.wait() for process in burning))


async def main(names: list[str], seconds: float, count: int) -> None:
    with tempfile.TemporaryDirectory() as home, Site() as site:
        async with hogs(count), Browser(Settings(home=Path(home))) as browser:
            await measured(browser, site, names or list(SCRIPTS), seconds)


async def measured(browser: Browser, site: Site, names: list[str], seconds: float) -> None:
    """Prints a line for each storm and place."""
    for name in names:
        for where in ("same chat", "other chat"):
            quiet = browser.chat("quiet")
            noisy = quiet if where == "same chat" else browser.chat("noisy")
            alone = await beside(noisy, quiet, "", site, seconds / 2)
            found = await beside(noisy, quiet, SCRIPTS[name], site, seconds)
            print(
                f"{name:<26}{where:<12}alone {alone.median:6.0f} ms  beside {found.median:6.0f} ms"
                f" {found.median / alone.median:5.1f} x, worst {max(found.took) / alone.median:5.1f} x"
                f" ({max(alone.took) / alone.median:.1f} alone); failed {found.failed}; late {len(found.late)}"
                f" by {max(found.late, default=0):.0f} ms; loop held {found.held_ms:.0f} ms",
                flush=True,
            )
            for one in {noisy, quiet}:
                await one.call({"action": "close_all"})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("storms", nargs="*", choices=[*SCRIPTS, []])
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--hogs", type=int, default=0)
    given = parser.parse_args()
    asyncio.run(main(given.storms, given.seconds, given.hogs))
