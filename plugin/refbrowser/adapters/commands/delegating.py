"""``refbrowser delegate``: one goal, one result."""

import argparse
import asyncio
import json
from pathlib import Path
from typing import Any

from refbrowser import Browser
from refbrowser.delegation import Limits, delegate
from refbrowser.errors import CallError, FileError
from refbrowser.settings import Settings
from refbrowser.terminal import write


async def run(options: argparse.Namespace) -> int:
    """Prints the answer, or with ``--json`` the result; 0 when the goal was reached."""
    limits = Limits(options.steps, round(options.minutes * 60_000), options.tokens)
    groups = [group for group in options.groups.split(",") if group]
    schema = await asyncio.to_thread(_schema, Path(options.schema)) if options.schema else None
    async with Browser(Settings.from_environment()) as browser:
        result = await delegate(browser, options.goal, limits, groups=groups, schema=schema)
    if "result" in result and not options.json:
        write(json.dumps(result["result"]) + "\n")
    elif options.json:
        write(json.dumps(result) + "\n")
    else:
        write((result["answer"] or f"{result['outcome']}: {result['reason']}") + "\n")
    return 0 if result["outcome"] == "done" else 1


def _schema(path: Path) -> dict[str, Any]:
    try:
        schema = json.loads(path.read_text(encoding="utf-8"))
    except OSError as failure:
        raise FileError(f"{path} cannot be read: {failure.strerror or failure}.", code="file_unreadable") from None
    except ValueError:
        schema = None
    if not isinstance(schema, dict):
        raise CallError(f"{path} is no JSON Schema: it must be a JSON object.")
    return schema
