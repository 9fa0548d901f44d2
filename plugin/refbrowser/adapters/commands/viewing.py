"""``refbrowser view``: the address of the live viewer, for a person's browser."""

import argparse
import json
import sys
from typing import Any

from refbrowser import __version__
from refbrowser.adapters.client import LocalServer, Unanswered
from refbrowser.terminal import write


def add(commands: Any) -> None:
    """Adds the command to the parser."""
    view = commands.add_parser("view", help="print the address of the live viewer, where a person watches and takes over")
    view.add_argument("--chat", help="show only this chat")
    view.add_argument("--read-only", action="store_true", help="an address for watching only")
    view.add_argument("--open", action="store_true", help="open it in this desktop's browser")
    view.set_defaults(run=_view)


def _view(options: argparse.Namespace) -> int:
    server = LocalServer(version=__version__)
    record = server.ensure()
    wanted = {"read_only": options.read_only} | ({"chat": options.chat} if options.chat else {})
    envelope = json.loads(server.request("POST", "/v1/viewer", wanted)[2])
    if not envelope["ok"]:
        raise Unanswered.of(envelope)
    address = record["url"].rstrip("/") + envelope["result"]["path"]
    write(address + "\n")
    sys.stdout.flush()
    if options.open:
        import webbrowser

        webbrowser.open(address)
    return 0
