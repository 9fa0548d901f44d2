"""``refbrowser flow check`` and its kind: the files of flows on the command line.

``refbrowser flow`` alone is the action of that name, so this is not a subcommand of the main parser.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from refbrowser.page_text import printable
from refbrowser.terminal import write

if TYPE_CHECKING:
    from refbrowser.flows.store import FlowFolder

WRONG = 1
"""The exit code of ``check`` where a file is wrong."""


def means(words: Sequence[str]) -> bool:
    """Whether the command line is one of these, and no call of the action."""
    return len(words) > 1 and words[0] == "flow" and not words[1].startswith("-")


def parser() -> argparse.ArgumentParser:
    """Reads the whole command line."""
    flow = argparse.ArgumentParser(prog="refbrowser", description="Check, list and show flows.")
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


def _folder() -> "FlowFolder":
    from refbrowser.flows.store import folder_of
    from refbrowser.settings import Settings

    return folder_of(Settings.from_environment())
