"""``refbrowser flow check`` and its kind: the files of flows on the command line.

``refbrowser flow`` alone is the action of that name, so this is not a subcommand of the main parser.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refbrowser.page_text import printable
from refbrowser.terminal import write

if TYPE_CHECKING:
    from refbrowser.flows.model import Flow
    from refbrowser.flows.saving import Saved
    from refbrowser.flows.store import FlowFolder

WRONG = 1
"""The exit code of ``check`` where a file is wrong."""


def means(words: Sequence[str]) -> bool:
    """Whether the command line is one of these, and no call of the action."""
    return len(words) > 1 and words[0] == "flow" and not words[1].startswith("-")


def parser() -> argparse.ArgumentParser:
    """Reads the whole command line."""
    flow = argparse.ArgumentParser(prog="refbrowser", description="Flows: check, list, show, save and repair them.")
    flow.add_argument("command", choices=("flow",))
    operations = flow.add_subparsers(required=True, metavar="OPERATION")
    check = operations.add_parser("check", help="say what is wrong with files, with line and column; exit code 1 if anything is")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a flow, or a folder of flows")
    check.add_argument("--json", action="store_true", help="one JSON object")
    check.set_defaults(run=_check)
    listing = operations.add_parser("list", help="all flows of the folder")
    listing.add_argument("--json", action="store_true", help="one JSON object")
    listing.set_defaults(run=_list)
    show = operations.add_parser("show", help="a flow's file")
    show.add_argument("name")
    show.set_defaults(run=_show)
    save = operations.add_parser("save", help="make a flow of a recorded session, and prove it by a run in a fresh browser")
    save.add_argument("session", help="a session's id, the beginning of one, the name of its chat, or last")
    save.add_argument("--name", required=True, help="what the flow is called")
    save.add_argument("--from", dest="first", type=int, metavar="CALL", help="start at this call")
    save.add_argument("--until", type=int, metavar="CALL", help="end after this call")
    save.add_argument("--input", dest="inputs", action="append", metavar="NAME=VALUE", help="an input, and its recorded value")
    save.add_argument("--no-trial", dest="trial", action="store_false", help="do not run it: a trial does again what it does")
    save.add_argument("--json", action="store_true", help="one JSON object")
    save.set_defaults(run=_save)
    repair = operations.add_parser("repair", help="make the next revision of what was done by hand after a run had stopped")
    repair.add_argument("name")
    repair.add_argument("session", nargs="?", default="last", help="the session of the run (default: last)")
    repair.set_defaults(run=_repair)
    schema = operations.add_parser("schema", help="the JSON Schema of a flow's file, or of a flow's inputs")
    schema.add_argument("name", nargs="?")
    schema.set_defaults(run=_schema)
    return flow


def files_of(paths: Sequence[Path]) -> list[Path]:
    """Return the files that the paths name, those of folders in the order of their names."""
    from refbrowser.flows.store import ENDINGS

    return [
        file
        for path in paths
        for file in (sorted(path.glob("*")) if path.is_dir() else [path])
        if path.is_file() or file.suffix in ENDINGS
    ]


def _check(options: argparse.Namespace) -> int:
    from refbrowser.flows.checking import checked
    from refbrowser.flows.store import read_text

    found = {str(path): checked(read_text(path))[1] for path in files_of(options.files)}
    if options.json:
        shown = [{"file": path, "mistakes": [mistake.as_dict() for mistake in mistakes]} for path, mistakes in found.items()]
        write(json.dumps(shown) + "\n")
    else:
        for path, mistakes in found.items():
            write("".join(printable(f"{path}:{mistake}") + "\n" for mistake in mistakes) or f"{path}: ok\n")
    return WRONG if any(found.values()) or not found else 0


def _list(options: argparse.Namespace) -> int:
    flows = list(_folder().listed())
    if options.json:
        write(json.dumps({"flows": flows}) + "\n")
        return 0
    lines = [
        f"{flow['name']}  {flow['wrong']}"
        if "wrong" in flow
        else f"{flow['name']}({', '.join(flow['inputs'])})  {flow['description']}"
        for flow in flows
    ]
    write("".join(printable(line.rstrip()) + "\n" for line in lines) or f"no flows in {_folder().folder}\n")
    return 0


def _show(options: argparse.Namespace) -> int:
    write(_folder().read(options.name).text)
    return 0


def _schema(options: argparse.Namespace) -> int:
    from refbrowser.flows.model import file_schema
    from refbrowser.flows.values import input_schema

    write(json.dumps(input_schema(_folder().read(options.name).flow) if options.name else file_schema(), indent=2) + "\n")
    return 0


def _save(options: argparse.Namespace) -> int:
    import asyncio

    from refbrowser import Browser
    from refbrowser.adapters.commands.journaling import session_of
    from refbrowser.flows.saving import calls_between, saved, trial_name
    from refbrowser.flows.store import checked_name
    from refbrowser.service.chats.flow_calls import run_in
    from refbrowser.settings import Settings

    checked_name(options.name)
    session, folder = session_of(options), _folder()
    calls = calls_between(session.calls, options.first, options.until)
    inputs = dict(map(given, options.inputs)) if options.inputs is not None else None

    async def made() -> "Saved":
        async with Browser(Settings.from_environment()) as browser:

            async def trial(flow: "Flow") -> "Mapping[str, Any]":
                return await run_in(browser.chat(trial_name("flow")), flow, {})

            revision = folder.next_revision(options.name)
            return await saved(
                options.name, calls, trial if options.trial else None, inputs=inputs, session=session.id, revision=revision
            )

    result = asyncio.run(made())
    path, text, revision = folder.save(options.name, result.text)
    if options.json:
        write(json.dumps({**result.as_dict(), "text": text, "revision": revision, "path": str(path)}) + "\n")
        return 0
    left_out = [f"left out: #{each.n} {each.asked}: {each.why}\n" for each in result.dropped]
    proved = "it was run in a fresh browser" if result.unproved is None else f"not proved: {result.unproved}"
    write("".join(map(printable_line, left_out)) + printable_line(f"{path}: {proved}\n"))
    return 0


def _repair(options: argparse.Namespace) -> int:
    from refbrowser.adapters.commands.journaling import session_of
    from refbrowser.flows.repairing import repaired

    folder = _folder()
    kept = folder.read(options.name)
    result = repaired(kept, session_of(options).calls)
    path = folder.replace(kept, result.text)
    write(printable_line(f"{path}: revision {result.revision}") + "".join(map(printable_line, result.diff.splitlines())))
    return 0


def printable_line(line: str) -> str:
    """Return a line that pages may have written, as a terminal shows it."""
    return printable(line.rstrip("\n")) + "\n"


def given(text: str) -> tuple[str, str]:
    """Return name and value of ``NAME=VALUE``. Raises ``invalid_arguments``."""
    from refbrowser.errors import CallError

    name, equals, value = text.partition("=")
    if not equals or not name:
        raise CallError(f"{text[:80]!r} must be NAME=VALUE.")
    return name, value


def _folder() -> "FlowFolder":
    from refbrowser.flows.store import folder_of
    from refbrowser.settings import Settings

    return folder_of(Settings.from_environment())
