"""``refbrowser approvals``: what waits for a person's yes or no, and their answers."""

import argparse
import json
import sys
from typing import Any, Final

from refbrowser import __version__
from refbrowser.adapters.client import LocalServer, Unanswered
from refbrowser.page_text import printable
from refbrowser.service.oversight.approvals.shown import lines_of
from refbrowser.terminal import write

_WAIT_MS: Final = 25_000
_KEYS: Final = {"y": "once", "h": "always_here", "a": "always", "n": "deny"}
_QUESTION: Final = "  y once · h always here · a always · n no, or n and why: "


def add(commands: Any) -> None:
    """Adds the command to the parser."""
    approvals = commands.add_parser("approvals", help="list the calls that wait for approval, and answer them")
    approvals.add_argument("id", nargs="?", help="id of the approval to answer")
    approvals.add_argument("--answer", choices=("once", "always_here", "always", "deny"), help="the answer")
    approvals.add_argument("--said", help="a note for the agent")
    approvals.add_argument(
        "--watch", action="store_true", help="keep running and ask about each approval; calls wait for your answer"
    )
    approvals.add_argument("--json", action="store_true", help="print JSON")
    approvals.set_defaults(run=_approvals)


def _approvals(options: argparse.Namespace) -> int:
    server = LocalServer(version=__version__)
    if options.id is not None:
        if options.answer is None:
            write("an answer is needed: --answer once, always_here, always or deny\n", sys.stderr)
            return 2
        _answer(server, options.id, options.answer, options.said)
        return 0
    if options.watch:
        return _watch(server)
    pending = _listed(server)
    write(json.dumps(pending) + "\n" if options.json else "".join(map(_card, pending)) or "nothing waits\n")
    return 0


def _watch(server: LocalServer) -> int:
    shown_ids: list[str] = []
    while True:
        pending = _listed(server, f"?wait_ms={_WAIT_MS}&known={','.join(shown_ids)}")
        shown_ids = [approval["id"] for approval in pending]
        for approval in pending:
            write(_card(approval) + _QUESTION)
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                return 0
            key, _, reason = line.strip().partition(" ")
            if key not in _KEYS:
                write("  not answered\n")
                continue
            try:
                _answer(server, approval["id"], _KEYS[key], reason or None)
            except Unanswered as gone:
                write(f"  {gone.envelope['error']}\n")


def _listed(server: LocalServer, query: str = "") -> list[dict[str, Any]]:
    if server.record() is None:
        return []
    return list(_result(server.request("GET", f"/v1/approvals{query}", timeout_s=_WAIT_MS / 1000 + 30))["approvals"])


def _answer(server: LocalServer, approval: str, answer: str, reason: str | None) -> None:
    _result(server.request("POST", "/v1/approvals", {"id": approval, "answer": answer, **({"said": reason} if reason else {})}))


def _result(answered: tuple[int, dict[str, str], bytes]) -> dict[str, Any]:
    envelope = json.loads(answered[2])
    if not envelope["ok"]:
        raise Unanswered(envelope["code"], envelope["error"], **envelope["details"])
    return dict(envelope["result"])


def _card(approval: dict[str, Any]) -> str:
    """The card as lines of text. What comes from the page is kept to its line, and has no characters that a terminal obeys."""
    lines = [f"{approval['id']}  {approval['action']} on {approval['site']}  ({approval['reason']}; rule {approval['rule']})"]
    lines += [f"  {label}  {text}" for label, text in lines_of(approval)]
    return "".join(f"{printable(line)}\n" for line in lines)
