"""``python -m benchmarks.soak --minutes 10``: twenty chats act at random while browsers, renderers and servers fail under them.

Prints what was done, what failed and was survived, and what was left behind; exit code 1 if any result was wrong, any failure was
unexpected, or anything leaked.
"""

import argparse
import asyncio
import os
import random
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psutil

from benchmarks.soak_site import soak_site
from benchmarks.soak_visitor import Tally, Visitor
from refbrowser import Browser, Settings

CHATS: Final = 20
KILL_EVERY_S: Final = 20.0
SAMPLE_EVERY_S: Final = 2.0
SETTLE_S: Final = 5.0
POLL_S: Final = 0.1


@dataclass
class Samples:
    """Resident memory of this process, in MiB, by the number of calls made so far."""

    points: list[tuple[int, float]] = field(default_factory=list)

    def take(self, calls: int) -> None:
        self.points.append((calls, psutil.Process().memory_info().rss / 2**20))

    @property
    def growth(self) -> float:
        """MiB per 1 000 calls: the slope of the line through the second half of the points, when caches have filled."""
        points = self.points[len(self.points) // 2 :]
        mean_x = sum(x for x, _ in points) / len(points)
        mean_y = sum(y for _, y in points) / len(points)
        spread = sum((x - mean_x) ** 2 for x, _ in points)
        return 1000 * sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description="Random actions under injected faults.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long; default 10")
    parser.add_argument("--chats", type=int, default=CHATS, help=f"default {CHATS}")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices; default 1")
    options = parser.parse_args()
    raise SystemExit(asyncio.run(_soak(options.minutes * 60, options.chats, options.seed)))


async def _soak(seconds: float, chats: int, seed: int) -> int:
    tally, samples = Tally(), Samples()
    tasks, handles, began = len(asyncio.all_tasks()), _handles(), time.monotonic()

    over = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, over.set)
    with tempfile.TemporaryDirectory() as home, soak_site() as address:
        async with Browser(Settings(home=Path(home), max_tabs=50)) as browser:
            visitors = [Visitor(browser.chat(f"c{n}"), f"visitor{n:02}", address, tally, seed * 1000 + n) for n in range(chats)]
            others = [asyncio.ensure_future(_kill(tally, over, seed)), asyncio.ensure_future(_sample(tally, samples, over))]
            await asyncio.gather(*(visitor.walk(over.is_set) for visitor in visitors))
            await asyncio.gather(*others)
    elapsed = time.monotonic() - began
    processes = await _left(lambda: len(psutil.Process().children(recursive=True)), 0)
    left = {
        "processes": processes,
        "tasks": await _left(lambda: len(asyncio.all_tasks()), tasks) - tasks,
        "file handles": await _left(_handles, handles) - handles,
    }
    return _report(tally, samples, left, elapsed)


async def _kill(tally: Tally, over: asyncio.Event, seed: int) -> None:
    """Kills Chromium, or now and then the driver."""
    choice = random.Random(seed)
    while not await _within(over, KILL_EVERY_S):
        kind = choice.choice(["browser", "browser", "driver"])
        family = psutil.Process().children(recursive=True)
        wanted = "run-driver" if kind == "driver" else "--remote-debugging-pipe"
        for process in family:
            with suppress(psutil.Error):
                words = process.cmdline()
                if wanted in words and not any(word.startswith("--type=") for word in words):
                    os.kill(process.pid, signal.SIGKILL)
                    tally.epoch += 1
                    tally.faults[f"{kind} killed"] += 1
                    break


async def _sample(tally: Tally, samples: Samples, over: asyncio.Event) -> None:
    samples.take(tally.calls)
    while not await _within(over, SAMPLE_EVERY_S):
        samples.take(tally.calls)


async def _within(event: asyncio.Event, seconds: float) -> bool:
    """Whether the event comes within that time."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False


async def _left(count: Callable[[], int], wanted: int) -> int:
    """``count``, once it is what is wanted or has had time to become so."""
    for _ in range(round(SETTLE_S / POLL_S)):
        if count() <= wanted:
            break
        await asyncio.sleep(POLL_S)
    return count()


def _handles() -> int:
    return int(psutil.Process().num_fds())


def _report(tally: Tally, samples: Samples, left: dict[str, int], elapsed: float) -> int:
    # Every chat had to work again at the end, or its last check would be among the unexpected failures.
    kills = {kind: count for kind, count in tally.faults.items() if kind.endswith("killed")}
    survived = {**tally.survived, **kills}
    print(f"{elapsed:.0f} s, {tally.calls} calls ({tally.calls / elapsed:.0f} a second)")
    print("faults injected, survived:")
    for kind, count in sorted(tally.faults.items()):
        print(f"  {kind}: {count}, {survived.get(kind, 0)}")
    print(f"calls that failed because of them, by code: {dict(tally.disturbed)}")
    print(f"unexpected failures: {len(tally.unexpected)}", *(f"  {text[:300]}" for text in tally.unexpected[:20]), sep="\n")
    print(f"wrong results: {len(tally.wrong)}", *(f"  {text[:300]}" for text in tally.wrong[:20]), sep="\n")
    print("left behind: " + ", ".join(f"{what} {count}" for what, count in left.items()))
    first, last = samples.points[0], samples.points[-1]
    print(
        f"memory: {first[1]:.0f} MiB at first, {last[1]:.0f} MiB after {last[0]} calls; growth {samples.growth:.2f} MiB per 1 000 calls"
    )
    return 1 if tally.wrong or tally.unexpected or any(count > 0 for count in left.values()) else 0


if __name__ == "__main__":
    main()
