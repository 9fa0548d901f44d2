"""``python -m benchmarks.soak_tabs --tabs 1000``: tabs opened, read and closed, and what is left of them.

Prints memory, file handles, tasks and processes before and after; exit code 1 if a tab could not be opened or read, or if handles,
tasks or processes are left behind.
"""

import argparse
import asyncio
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from benchmarks.soak_site import soak_site
from refbrowser import Browser, Chat, Settings

AT_ONCE: Final = 20
SETTLE_S: Final = 15.0
POLL_S: Final = 0.2


@dataclass(frozen=True, slots=True)
class Held:
    """What this process and its browser hold: MiB resident here and in all processes of the browser, handles, tasks, processes."""

    own_mib: float
    browser_mib: float
    handles: int
    tasks: int
    processes: int

    @classmethod
    def now(cls) -> "Held":
        own, family = psutil.Process(), psutil.Process().children(recursive=True)
        return cls(_resident(own), sum(_resident(one) for one in family), own.num_fds(), len(asyncio.all_tasks()), len(family))

    def __str__(self) -> str:
        return (
            f"{self.own_mib:.0f} MiB here, {self.browser_mib:.0f} MiB in the browser, "
            f"{self.handles} file handles, {self.tasks} tasks, {self.processes} processes"
        )

    def counts(self) -> tuple[int, int, int]:
        """What must come back to what it was; memory only should."""
        return self.handles, self.tasks, self.processes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak_tabs", description="Tabs opened, read and closed.")
    parser.add_argument("--tabs", type=int, default=1000, help="how many in all; default 1000")
    raise SystemExit(asyncio.run(_soak(parser.parse_args().tabs)))


async def _soak(tabs: int) -> int:
    with tempfile.TemporaryDirectory() as home, soak_site() as address:
        async with Browser(Settings(home=Path(home), max_tabs=AT_ONCE + 1)) as browser:
            chat = browser.chat("tabs")
            await chat.call({"action": "open", "url": f"{address}/page?name=stays"})
            await _round(chat, address, AT_ONCE)
            before = await _settled(None)
            print(f"after the first {AT_ONCE} tabs: {before}", flush=True)
            began, wrong = time.monotonic(), 0
            for done in range(0, tabs, AT_ONCE):
                wrong += await _round(chat, address, min(AT_ONCE, tabs - done))
            elapsed = time.monotonic() - began
            after = await _settled(before)
    print(f"after {tabs} more: {after}")
    print(f"{elapsed:.0f} s, {elapsed / tabs * 1000:.0f} ms a tab; {wrong} that were not opened, read and closed")
    return 1 if wrong or any(now > then for now, then in zip(after.counts(), before.counts(), strict=True)) else 0


async def _round(chat: Chat, address: str, count: int) -> int:
    """Opens that many tabs at once, reads and closes them; how many did not go right."""
    names = [f"tab{number}" for number in range(count)]
    opened = await chat.call(
        {"action": "multi", "calls": [{"action": "open", "url": f"{address}/page?name={name}"} for name in names]}
    )
    ids = [answer["result"]["browser_id"] if answer["ok"] else None for answer in opened["result"]]
    calls = [{"action": action, "browser_id": tab} for tab in ids if tab is not None for action in ("content", "close")]
    answers = (await chat.call({"action": "multi", "calls": calls}))["result"]
    read = [
        answers[index]["ok"] and f"# {name}" in answers[index]["result"]
        for index, name in zip(range(0, 2 * count, 2), names, strict=False)
    ]
    closed = [answer["ok"] for answer in answers[1::2]]
    return count - sum(all(pair) for pair in zip(read, closed, strict=True))


async def _settled(wanted: Held | None) -> Held:
    """What is held once it is no more than what is wanted, or has had time to become so."""
    deadline = time.monotonic() + (SETTLE_S if wanted is not None else SETTLE_S / 3)
    while (held := Held.now()) and time.monotonic() < deadline:
        if wanted is not None and all(now <= then for now, then in zip(held.counts(), wanted.counts(), strict=True)):
            break
        await asyncio.sleep(POLL_S)  # processes of others end: there is no event to wait for
    return held


def _resident(process: psutil.Process) -> float:
    try:
        return float(process.memory_info().rss) / 2**20
    except psutil.Error:
        return 0.0  # it ended while it was looked at


if __name__ == "__main__":
    main()
