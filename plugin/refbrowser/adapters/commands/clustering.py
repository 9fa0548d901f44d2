"""``refbrowser cluster``: the hosts of the local server's cluster, and where its chats are."""

import argparse
import json
from typing import Any

from refbrowser import __version__
from refbrowser.adapters.client import LocalServer, Unanswered
from refbrowser.page_text import printable
from refbrowser.terminal import write

_WORDS = {
    "drain": ("host", "place no chat on a host any more, move its chats away as their calls end, and stop it"),
    "move": ("chat", "have another host take a chat"),
    "sleep": ("chat", "close a chat's tabs until its next call"),
}


def add(commands: Any) -> None:
    """Add the command to the parser."""
    cluster = commands.add_parser("cluster", help="show and change what the hosts of the cluster have; serve --cluster starts one")
    words = cluster.add_subparsers(prog="refbrowser cluster", required=True, metavar="COMMAND")
    status = words.add_parser("status", help="show hosts, chats awake and asleep, memory, queue and moves")
    status.add_argument("--json", action="store_true", help="print the answer as JSON")
    status.set_defaults(run=_status)
    for name, (subject, summary) in _WORDS.items():
        word = words.add_parser(name, help=summary)
        word.add_argument("name", metavar=subject.upper())
        word.set_defaults(run=_execute, command=name, subject=subject)


def _status(options: argparse.Namespace) -> int:
    envelope = _asked("GET")
    write(json.dumps(envelope) + "\n" if options.json else "".join(_lines(envelope["result"])))
    return 0


def _execute(options: argparse.Namespace) -> int:
    result = _asked("POST", {"command": options.command, options.subject: options.name})["result"]
    write(printable(" ".join(f"{name} {value}" for name, value in result.items())) + "\n")
    return 0


def _asked(method: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    envelope: dict[str, Any] = json.loads(LocalServer(version=__version__).request(method, "/v1/cluster", body)[2])
    if not envelope["ok"]:
        raise Unanswered.of(envelope)
    return envelope


def _lines(status: dict[str, Any]) -> list[str]:
    lines = [
        f"{status['chats_awake']} chats awake  {status['chats_asleep']} asleep  {status['queue']} calls wait for a host  "
        f"{status['moves']} moves  {status['hosts_lost']} hosts lost  {status['fronts']} fronts\n"
    ]
    for host in status["hosts"]:
        state = "draining" if host["draining"] else f"lease {host['lease_ms']} ms"
        lines.append(
            f"{host['host']}  {host['chats']} chats  {host['bytes'] / 1_048_576:.0f} MiB  memory {host['memory']:.0%}  "
            f"cpu {host['cpu']:.0%}  {state}  {host['node']} process {host['pid']}\n"
        )
    return [printable(line.rstrip("\n")) + "\n" for line in lines]
