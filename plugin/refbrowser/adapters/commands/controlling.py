"""``refbrowser pause``, ``resume``, ``step`` and ``stop --chat``: a person holds, ends and continues the calls of chats."""

import argparse
import json
from typing import Any

from refbrowser import __version__
from refbrowser.adapters.client import LocalServer, Unanswered
from refbrowser.page_text import printable
from refbrowser.terminal import write

_WORDS = {
    "pause": "hold further calls of one chat, or of all chats",
    "resume": "let calls run again after pause or stop",
    "step": "let one call through, and stay paused",
}


def add(commands: Any) -> None:
    """Adds the commands to the parser; ``stop`` is the server's own, see :func:`stop_calls`."""
    for name, summary in _WORDS.items():
        parser = commands.add_parser(name, help=summary)
        parser.add_argument("--chat", help="only this chat; default: all chats, later ones included")
        if name == "pause":
            parser.add_argument("--note", help="a note for the agent")
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")
        parser.set_defaults(run=_execute, command=name)


def _execute(options: argparse.Namespace) -> int:
    return execute(options.command, options.chat, getattr(options, "note", None), as_json=options.json)


def execute(command: str, chat: str | None, note: str | None, *, as_json: bool = False) -> int:
    """Sends the command to the local server and prints what the chats do then. Raises :class:`Unanswered`."""
    body = {"command": command, **({"chat": chat} if chat is not None else {}), **({"note": note} if note else {})}
    envelope = json.loads(LocalServer(version=__version__).request("POST", "/v1/control", body)[2])
    if not envelope["ok"]:
        raise Unanswered.of(envelope)
    lines = [
        printable(f"{entry['chat']}  {entry['state']}  {entry['waiting']} calls wait") + "\n"
        for entry in envelope["result"]["chats"]
    ]
    write(json.dumps(envelope) + "\n" if as_json else "".join(lines) or "no chats\n")
    return 0
