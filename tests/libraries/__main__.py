"""Act on the pages of component libraries, and have each page's own record judge every action.

    .venv/bin/python -m tests.libraries [--seed 0] [--actions 50] [--minutes 10] [--at-once 3] [--presses] [--faults FILE] [LIBRARY ...]

``--actions`` and ``--minutes`` hold for each page; ``--presses`` presses alone, without typing, choosing, dragging, hovering and keys.
Each line is what became of one library's actions, the last of all; every fault follows in words, or stands in ``--faults FILE``, with
every action of its library in order in ``FILE.actions``.
Exits with 1 where a law is broken: a press that landed twice or elsewhere, too many that did not land or refs that are no
control, a "none observed" where something changed, an effect that a later action's receipt has.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

from refbrowser import Browser, Settings
from tests.libraries.bundling import LIBRARIES, page
from tests.libraries.judging import Session, Tally
from tests.support.calls import do
from tests.support.server import Site

LEAST_LANDED: Final = 0.995
MOST_FALSE: Final = 0.002
NEVER: Final = ("pressed again", "pressed less", "landed elsewhere", "false none", "told late")
CALL_MS: Final = 60_000


async def judged(browser: Browser, site: Site, library: str, options: argparse.Namespace) -> Tally:
    """What became of the actions on a library's page."""
    chat = browser.chat(library)
    await do(chat, "open")
    session = Session(chat, site.page(page(library), f"/{library}"), library, options.seed)
    try:
        await session.run(options.actions, mixed=not options.presses, minutes=options.minutes)
    except Exception as error:  # the other pages go on
        session.tally.note("ended", f"{type(error).__name__}: {error}"[:1_000])
    print(session.tally, flush=True)
    await chat.close()
    return session.tally


async def run(options: argparse.Namespace) -> list[Tally]:
    """The tallies of all libraries that were asked for, some at once."""
    turns = asyncio.Semaphore(options.at_once)

    async def in_turn(library: str) -> Tally:
        async with turns:
            return await judged(browser, site, library, options)

    with tempfile.TemporaryDirectory(prefix="libraries-") as home, Site() as site:
        async with Browser(Settings(home=Path(home), timeout_ms=CALL_MS)) as browser:
            return list(await asyncio.gather(*(in_turn(library) for library in options.libraries or LIBRARIES)))


def report(tallies: list[Tally], faults: Path | None) -> int:
    """Print the sum and the faults; 1 where a law is broken."""
    actions, asked, landed, counted = (
        sum(getattr(tally, name) for tally in tallies) for name in ("actions", "asked", "landed", "counted")
    )
    kinds = Counter({kind: sum(len(tally.faults.get(kind, [])) for tally in tallies) for tally in tallies for kind in tally.faults})
    print(f"all: {actions} actions, landed {landed}/{asked}, counted {counted}/{asked}; {dict(kinds)}")
    lines = [f"{tally.library} {kind}: {says}" for tally in tallies for kind, said in tally.faults.items() for says in said]
    if faults:
        faults.write_text("\n".join(lines) + "\n", "utf-8")
        done = [f"{tally.library}: {says}" for tally in tallies for says in tally.trace]
        faults.with_name(f"{faults.name}.actions").write_text("\n".join(done) + "\n", "utf-8")
    else:
        print("\n".join(lines))
    broken = any(kinds[kind] for kind in NEVER) or landed < LEAST_LANDED * asked or kinds["no control"] > MOST_FALSE * asked
    return int(broken or "ended" in kinds)


def main() -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.libraries")
    parser.add_argument("libraries", nargs="*", metavar="LIBRARY", choices=[*LIBRARIES, []])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--actions", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--at-once", type=int, default=3)
    parser.add_argument("--presses", action="store_true")
    parser.add_argument("--faults", type=Path)
    return report(asyncio.run(run(parser.parse_args())), parser.parse_args().faults)


if __name__ == "__main__":
    sys.exit(main())
