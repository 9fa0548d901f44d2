"""``refbrowser replay``: a recorded session carried out again, and what was the same."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refbrowser.adapters.commands.journaling import session_of
from refbrowser.page_text import printable, printable_json
from refbrowser.terminal import write

if TYPE_CHECKING:
    from refbrowser.journal.store import Session
    from refbrowser.journal.summary import Entry
    from refbrowser.replay.run import Plan, Row

DIFFERENT = 1
"""The exit code when a call was not the same."""


def add(commands: Any) -> None:
    """Adds the command to the parser."""
    parser = commands.add_parser("replay", help="run a recorded session again in a new chat, and compare")
    parser.add_argument("session", help="a session's id, the beginning of one, the name of its chat, or last")
    parser.add_argument(
        "--set", dest="given", action="append", default=[], metavar="NAME=VALUE", help="another value for a field or parameter"
    )
    parser.add_argument("--base", metavar="URL", help="the origin to use instead of the session's first one")
    parser.add_argument("--time", default="fast", help="fast, recorded, or a factor of the recorded time such as 0.5")
    parser.add_argument(
        "--from", dest="start", type=int, default=1, metavar="CALL", help="start at this call, on the page where it ran"
    )
    parser.add_argument("--until", type=int, metavar="CALL", help="end after this call")
    parser.add_argument("--step", action="store_true", help="wait for Enter before each call")
    parser.add_argument("--keep-going", action="store_true", help="continue after a call that could not be run")
    parser.add_argument("--fail-on-looks", action="store_true", help="exit with 1 also where a page only looks different")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write the result as JUnit XML")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write an HTML page with the pictures of both runs")
    parser.add_argument("--overwrite", action="store_true", help="replace the files of --junit and --report if there are some")
    parser.add_argument("--json", action="store_true", help="print the rows as one JSON object")
    parser.set_defaults(run=_replay)


def _replay(options: argparse.Namespace) -> int:
    from refbrowser.files import Destination

    plan = _plan(options)
    session = _whole(session_of(options), plan)
    if unknown := plan.inputs.unknown(session.calls):
        from refbrowser.errors import CallError
        from refbrowser.replay.steps import settable

        names = ", ".join(sorted({name for entry in session.calls for name in settable(entry)})[:20]) or "none"
        raise CallError(
            f"No field or parameter of the session is named {', '.join(unknown)}. Named are: {names}. Nothing was replayed."
        )
    reports = [Destination(path.absolute(), options.overwrite) for path in (options.junit, options.report) if path is not None]
    for report in reports:
        report.check()
    rows, replayed = asyncio.run(_run(session, plan, as_json=options.json))
    if replayed is not None:
        from refbrowser.replay.looks import with_looks

        rows = with_looks(session, replayed, rows)
    different = [row for row in rows if row.looks]
    passed = bool(rows) and all(row.passed for row in rows) and not (options.fail_on_looks and different)
    if options.json:
        from dataclasses import asdict

        _say(printable_json({"session": session.id, "passed": passed, "rows": [asdict(row) for row in rows]}))
    else:
        for row in different:
            _say(printable(f"looks    #{row.n} {row.asked}: {row.looks}"))
        counts = {status: sum(row.status == status for row in rows) for status in ("same", "healed", "diverged", "stopped")}
        _say(", ".join(f"{count} {status}" for status, count in counts.items() if count) or "the session has no calls")
        if different:
            _say(f"{len(different)} of these look different")
    _write_reports(options, session, replayed, rows)
    return 0 if passed else DIFFERENT


def _whole(session: "Session", plan: "Plan") -> "Session":
    """The session, if the record of all that is to be replayed is intact. Raises ``file_unreadable``."""
    from refbrowser.errors import FileError

    intact = session.calls[-1]["n"] if session.calls else 0
    if session.broken is None or (plan.until is not None and plan.until <= intact):
        return session
    part = f"; --until {intact} replays the calls before it" if intact else ""
    raise FileError(
        f"Line {session.broken.line} of {session.id} is wrong ({session.broken.why}). Nothing was replayed{part}.",
        code="file_unreadable",
        details={"session": session.id, "line": session.broken.line, "intact_calls": intact},
    )


def _plan(options: argparse.Namespace) -> "Plan":
    from refbrowser.errors import CallError
    from refbrowser.replay.run import Plan
    from refbrowser.replay.steps import Inputs

    if wrong := [option for option in options.given if "=" not in option]:
        raise CallError(f"--set takes NAME=VALUE, not {wrong[0]!r}.")
    paces = {"fast": 0.0, "recorded": 1.0}
    try:
        pace = paces[options.time] if options.time in paces else float(options.time)
    except ValueError:
        raise CallError(f"--time is fast, recorded or a number, not {options.time!r}.") from None
    given = dict(option.split("=", 1) for option in options.given)
    step = _step if options.step else None
    return Plan(Inputs(given, options.base), pace, options.start, options.until, options.keep_going, before_step=step)


async def _run(session: "Session", plan: "Plan", *, as_json: bool) -> "tuple[list[Row], Session | None]":
    from refbrowser import Browser
    from refbrowser.journal.store import find, read
    from refbrowser.replay.run import replay
    from refbrowser.settings import Settings

    width, height = session.header.get("viewport") or (1280, 720)
    settings = Settings.from_environment(journal="pictures", viewport_width=width, viewport_height=height)
    rows = []
    async with Browser(settings) as browser:
        chat = browser.chat(f"replay-{session.id}"[:60])
        async for row in replay(session, chat, plan):
            rows.append(row)
            if not as_json:
                _say(printable(f"{row.status:9}#{row.n} {row.asked}" + (f": {row.said}" if row.said else "")))
        own = chat.journal()
    return rows, read(find(settings.home, own.id)) if own is not None else None


async def _step(entry: "Entry") -> None:
    from refbrowser.journal.summary import asked

    write(f"next: #{entry['n']} {asked(entry)} [Enter] ")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)


def _write_reports(options: argparse.Namespace, session: "Session", replayed: "Session | None", rows: "list[Row]") -> None:
    from refbrowser.files import Destination

    if options.junit is not None:
        from refbrowser.replay.junit import junit

        Destination(options.junit, options.overwrite).write(junit(session.id, rows).encode())
    if options.report is not None:
        from refbrowser.replay.film import film

        Destination(options.report, options.overwrite).write(film(session, replayed, rows).encode())


def _say(text: str) -> None:
    write(text + "\n")
    sys.stdout.flush()
