"""``refbrowser settings``: which settings hold for calls from here, and where each has its value from."""

import argparse
import json
import os
from dataclasses import fields
from typing import Any

from refbrowser.adapters.client import LocalServer, Unanswered
from refbrowser.page_text import printable
from refbrowser.settings import Settings, sources
from refbrowser.settings_files import paths
from refbrowser.terminal import write


def add(commands: Any) -> None:
    """Adds the command to the parser."""
    parser = commands.add_parser("settings", help="show which settings hold, and from which file or variable each comes")
    parser.add_argument("--all", action="store_true", help="those with their default too")
    parser.add_argument("--json", action="store_true", help="print them as JSON")
    parser.set_defaults(run=_settings)


def _settings(options: argparse.Namespace) -> int:
    settings = Settings.from_environment()
    origins, values = sources(), settings.shown()
    running = _running()
    shown: dict[str, dict[str, Any]] = {}
    for setting in fields(Settings):
        name = setting.name
        if options.all or options.json or name in origins or (running is not None and name in running):
            shown[name] = {"value": values[name], "from": origins.get(name, "default")}
            used = None if running is None else running.get(name, {"value": None})["value"]
            if running is not None and used != values[name] and (name in origins or used is not None):
                shown[name]["running"] = used if used is not None else "default"
    files = [{"kind": kind, "path": path, "exists": os.path.isfile(path)} for kind, path in paths(os.environ)]
    if options.json:
        write(json.dumps({"settings": shown, "files": files}) + "\n")
        return 0
    lines = [f"{kind} file: {path}{'' if exists else ' (absent)'}" for kind, path, exists in (tuple(f.values()) for f in files)]
    for name, row in shown.items():
        note = f"; the running server has {row['running']}" if "running" in row else ""
        lines.append(f"{name} = {row['value']}  ({row['from']}{note})")
    if len(shown) < len(values):
        lines.append(f"{len(values) - len(shown)} settings have their defaults (--all lists them)")
    write(printable_lines(lines))
    return 0


def printable_lines(lines: list[str]) -> str:
    """Return the lines as a terminal may show them."""
    return "".join(f"{printable(line)}\n" for line in lines)


def _running() -> dict[str, Any] | None:
    """Return what the running server was given, if there is one."""
    try:
        record = LocalServer().record()
    except Unanswered:
        return None
    return None if record is None else dict(record.get("settings", {}))


def given_lines(record: dict[str, Any]) -> list[str]:
    """Return a line for each setting that a server was given, for ``ps``."""
    return [f"  {name} = {setting['value']}  ({setting['from']})" for name, setting in record.get("settings", {}).items()]
