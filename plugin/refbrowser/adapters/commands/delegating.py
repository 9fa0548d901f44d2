"""``refbrowser delegate``: one goal, one result."""

import argparse
import json

from refbrowser import Browser
from refbrowser.delegation import Limits, delegate
from refbrowser.settings import Settings
from refbrowser.terminal import write


async def run(options: argparse.Namespace) -> int:
    """Prints the answer, or with ``--json`` the result; 0 when the goal was reached."""
    limits = Limits(options.steps, round(options.minutes * 60_000), options.tokens)
    groups = [group for group in options.groups.split(",") if group]
    async with Browser(Settings.from_environment()) as browser:
        result = await delegate(browser, options.goal, limits, groups=groups)
    if options.json:
        write(json.dumps(result) + "\n")
    else:
        write((result["answer"] or f"{result['outcome']}: {result['reason']}") + "\n")
    return 0 if result["outcome"] == "done" else 1
