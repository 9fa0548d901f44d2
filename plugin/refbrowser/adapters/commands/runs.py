"""``refbrowser run``: a flow from its file, in a browser of its own."""

import argparse
import asyncio
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refbrowser.adapters.commands.flowing import given, printable_line
from refbrowser.terminal import write

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from refbrowser.flows.store import Kept
    from refbrowser.flows.table import RowReport


MOST_JOBS = 64
"""Rows at once: each has a chat of its own in the one browser."""


def add(commands: Any) -> None:
    """Adds the command to the parser."""
    parser = commands.add_parser("run", help="run a flow in a fresh browser, and print its outputs")
    parser.add_argument("flow", metavar="FLOW", help="the file of a flow, or the name of one in the folder of flows")
    parser.add_argument("--set", dest="given", action="append", default=[], metavar="NAME=VALUE", help="the value of an input")
    parser.add_argument("--each", type=Path, metavar="CSV", help="run it once for each row of a table, whose columns are inputs")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="with --each: rows at once (default: 1)")
    parser.add_argument("--report", type=Path, metavar="FILE", help="with --each: JSON lines, a row each, by which it is resumed")
    parser.add_argument(
        "--check", action="store_true", help="FLOW is a folder: run all its flows as tests; exit code 0 if all pass"
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="with --check: write the result as JUnit XML")
    parser.add_argument("--base", metavar="URL", help="the origin to use instead of the flow's site")
    parser.add_argument("--profile", help="the profile that the run begins with")
    parser.add_argument("--json", action="store_true", help="print the whole result, or the error")
    parser.set_defaults(run=_run)


def kept_of(named: str) -> "Kept":
    """Return the flow of a file or of a name. Raises ``flow_unknown``, ``flow_invalid``, ``file_not_found``."""
    from refbrowser.flows.store import ENDINGS, folder_of, read_kept
    from refbrowser.settings import Settings

    path = Path(named)
    if path.suffix in ENDINGS or path.parent != Path():
        return read_kept(path)
    return folder_of(Settings.from_environment()).read(named)


def _run(options: argparse.Namespace) -> int:
    if options.check:
        from refbrowser.adapters.commands.checking_flows import check

        return check(options)
    return _each(options) if options.each is not None else _once(options)


def _once(options: argparse.Namespace) -> int:
    from refbrowser import Browser
    from refbrowser.errors import RefbrowserError
    from refbrowser.service.chats.flow_calls import run_in
    from refbrowser.settings import Settings

    flow, inputs = kept_of(options.flow).flow, dict(map(given, options.given))

    async def run() -> dict[str, Any]:
        async with Browser(Settings.from_environment()) as browser:
            return await run_in(browser.chat(f"run {flow.name}", profile=options.profile), flow, inputs, base=options.base)

    try:
        result = asyncio.run(run())
    except RefbrowserError as failure:
        if not options.json:
            raise
        from refbrowser.adapters.commands.words import exit_code

        write(json.dumps(failure.as_dict()) + "\n")
        return exit_code(failure.code)
    if options.json:
        write(json.dumps({"ok": True, "result": result}) + "\n")
        return 0
    for outcome in result["healed"]:
        write(printable_line(f"healed: step {outcome['step']} {outcome['asked']}: {outcome['said']}"), sys.stderr)
    for remark in result.get("remarks", []):
        write(printable_line(remark), sys.stderr)
    shown = {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in result["outputs"].items()
    }
    write("".join(printable_line(f"{name}: {value}") for name, value in shown.items()) or f"{flow.name}: done\n")
    return 0


def _each(options: argparse.Namespace) -> int:
    from refbrowser import Browser
    from refbrowser.adapters.commands.words import exit_code
    from refbrowser.errors import CallError
    from refbrowser.flows.table import Ledger, Row, read_rows, run_rows
    from refbrowser.service.chats.flow_calls import run_in
    from refbrowser.settings import Settings

    flow, settings = kept_of(options.flow).flow, Settings.from_environment()
    most = min(settings.max_chats or MOST_JOBS, MOST_JOBS)
    if not 1 <= options.jobs <= most:
        raise CallError(f"--jobs must be 1 to {most}.")
    rows = read_rows(options.each, flow, dict(map(given, options.given)))
    path = options.report or options.each.with_name(f"{options.each.stem}.{flow.name}.jsonl")

    async def run() -> Counter[str]:
        counts = Counter[str]()
        async with Browser(settings) as browser:

            async def run_row(row: Row, before_once: "Callable[[str], Awaitable[None]]") -> dict[str, Any]:
                chat = browser.chat(f"{flow.name} row {row.number}", profile=options.profile)
                return await run_in(chat, flow, row.inputs, base=options.base, before_once=before_once)

            async for report in run_rows(rows, ledger, options.jobs, run_row):
                counts[report.status] += 1
                shown = json.dumps(report.as_dict(), ensure_ascii=False)
                write(f"{shown}\n" if options.json else printable_line(_row_line(report)))
        return counts

    with Ledger(path, flow) as ledger:
        counts = asyncio.run(run())
    write(f"{', '.join(f'{count} {status}' for status, count in sorted(counts.items()))}; the report is {path}\n", sys.stderr)
    return 0 if not counts.keys() - {"done", "skipped"} else exit_code("flow_stopped")


def _row_line(report: "RowReport") -> str:
    outputs = json.dumps(report.outputs, ensure_ascii=False) if report.outputs else ""
    return f"row {report.row}: {report.status}{f', {report.said}' if report.said else ''} {outputs}".rstrip()
