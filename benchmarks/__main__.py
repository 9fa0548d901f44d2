"""``python -m benchmarks``: measures, shows each result as it comes, and writes ``RESULTS.md``."""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from benchmarks import machine, report
from benchmarks.arena import Arena, arena
from benchmarks.cases import (
    choosing,
    cold_start,
    endurance,
    following,
    guarding,
    many_tabs,
    opening,
    pressing,
    reading,
    screenshots,
    scripting,
    stale_refs,
    ten_chats,
    typing_text,
)
from benchmarks.census.counting import take
from benchmarks.census.section import census_section
from benchmarks.peers import plots
from benchmarks.peers.acting_section import acting_section
from benchmarks.peers.bypass import bypass_section, bypasses
from benchmarks.peers.effects import effects, effects_section
from benchmarks.peers.injection import PAGES, QUICK_PAGES, inject, injection_section
from benchmarks.peers.pressing import press
from benchmarks.peers.reading import compare
from benchmarks.peers.reading_section import reading_section
from benchmarks.peers.starting import start
from benchmarks.sampling import Row
from benchmarks.site import served
from benchmarks.watching.section import viewers_section, watch
from refbrowser.browser.launch.executables import Executable, find
from refbrowser.errors import LaunchFailed

RESULTS: Final = Path(__file__).parent / "RESULTS.md"
ROUNDS: Final = 30
QUICK_ROUNDS: Final = 6

CASES: Final[dict[str, Callable[[Arena], Awaitable[list[Row]]]]] = {
    "cold-start": cold_start.run,
    "opening": opening.run,
    "reading": reading.run,
    "pressing": pressing.run,
    "following": following.run,
    "typing": typing_text.run,
    "policy": guarding.run,
    "choosing": choosing.run,
    "scripting": scripting.run,
    "screenshots": screenshots.run,
    "stale-refs": stale_refs.run,
    "many-tabs": many_tabs.run,
    "ten-chats": ten_chats.run,
    "endurance": endurance.run,
}

PEERS: Final = ("reading-peers", "acting-peers", "effects", "bypass", "injection")
"""The parts that compare with other tools."""

SECTIONS: Final = (*PEERS, "viewers", "census")
"""The parts that have rounds of their own, and whose sections of the results are written also alone."""


def main() -> None:
    options = _options()
    asyncio.run(_measure(options.only or [*CASES, *SECTIONS], options.rounds))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench", description="Compares refbrowser with raw Playwright and with its peers.")
    part = parser.add_mutually_exclusive_group()
    part.add_argument(
        "--only",
        action="append",
        choices=[*CASES, *SECTIONS],
        help=f"this benchmark alone (repeatable); RESULTS.md stays as it is, but for the sections of {', '.join(SECTIONS)}",
    )
    part.add_argument(
        "--own",
        dest="only",
        action="store_const",
        const=[*CASES],
        help="the comparison with raw Playwright alone; the other sections of RESULTS.md stay as they are",
    )
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--quick", dest="rounds", action="store_const", const=QUICK_ROUNDS, default=ROUNDS, help=f"{QUICK_ROUNDS} rounds"
    )
    length.add_argument("--rounds", type=_rounds, metavar="N", help=f"rounds of an ordinary measurement; default {ROUNDS}")
    return parser.parse_args()


def _rounds(text: str) -> int:
    rounds = int(text)
    if rounds < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return rounds


async def _measure(names: Sequence[str], rounds: int) -> None:
    write = set(CASES) <= set(names)
    executable = find()
    try:
        full = find(headless_shell=False)
    except LaunchFailed:
        full = None
    facts = machine.facts(executable, full) | {"rounds": str(rounds), "load before the run": machine.load()}
    rows: list[Row] = []
    with served() as address:
        if cases := [name for name in names if name in CASES]:
            async with arena(address, executable, full, rounds) as contestants:
                for name in cases:
                    for row in await CASES[name](contestants):
                        rows.append(row)
                        print(report.line(row), flush=True)
        sections = [await _section(name, address, executable, rounds) for name in names if name in SECTIONS]
    written = RESULTS.read_text(encoding="utf-8")
    if write:
        facts["load after the run"] = machine.load()
        written = report.renewed(written, report.document(rows, facts))
    for section in sections:
        written = report.replaced(written, section)
    if write or sections:
        RESULTS.write_text(written, encoding="utf-8")
        print(f"wrote {RESULTS}")


async def _section(name: str, address: str, executable: Executable, rounds: int) -> str:
    """A section of the results, after its pictures have been drawn."""
    began, load = time.monotonic(), machine.load()

    def facts() -> dict[str, str]:
        return machine.facts(executable, None) | {
            "load before and after": f"{load}, {machine.load()}",
            "duration": f"{time.monotonic() - began:.0f} s",
        }

    if name == "viewers":
        watched = await watch(address, executable, max(2, rounds // 3))
        return viewers_section(watched, facts())
    if name == "census":
        census = await take(executable.path)
        return census_section(census, facts())
    if name == "reading-peers":
        comparison = await compare(address, executable.path)
        return reading_section(comparison, facts(), plots.draw(comparison))
    if name == "bypass":
        bypassed = await bypasses(executable.path)
        return bypass_section(bypassed, facts())
    if name == "injection":
        injected = await inject(executable.path, PAGES if rounds >= ROUNDS else QUICK_PAGES)
        return injection_section(injected, facts())
    if name == "effects":
        found, missing = await effects(executable.path)
        return effects_section(found, missing, facts())
    presses, absent = await press(address, executable.path)
    starts = await start(address, executable.path)
    return acting_section(presses, starts, absent | starts.absent, facts(), plots.draw_acting(presses, starts))


if __name__ == "__main__":
    main()
