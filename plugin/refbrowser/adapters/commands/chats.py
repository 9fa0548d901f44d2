"""``refbrowser chats``: the chats of the local server: list them; have one sleep, move to another home folder or browser, end."""

import argparse
import json
from pathlib import Path
from typing import Any, Final

from refbrowser import __version__
from refbrowser.adapters.client import LocalServer, Unanswered, address
from refbrowser.page_text import printable
from refbrowser.terminal import write

_WORDS: Final = {
    "list": "list the chats (as without a word)",
    "sleep": "close a chat's tabs until its next call, in a sealed file that outlives the server",
    "move": "put a chat to sleep, and have it wake in the server of another home folder",
    "connect": "continue a chat in another running browser",
    "disconnect": "continue it in the server's own browser again",
}


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("chats", help="list the chats of the local server, put one to sleep or move it")
    parser.add_argument("word", nargs="?", choices=tuple(_WORDS), default="list", help="; ".join(map(": ".join, _WORDS.items())))
    parser.add_argument("name", nargs="?", metavar="CHAT", help="the chat that sleeps, moves or connects")
    parser.add_argument(
        "--to",
        metavar="HOME|ADDRESS",
        help="move: the home folder of the server in which the chat wakes; connect: a browser's address, or auto for your own",
    )
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.add_argument("--close", metavar="CHAT", help="close this chat: its tabs, cookies and storage")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    if options.word == "list":
        return _list(options)
    if options.name is None or (options.word in _TO) != (options.to is not None):
        raise Unanswered("invalid_arguments", f"refbrowser chats {options.word} takes a CHAT{_TO.get(options.word, '')}.")
    if options.word in ("connect", "disconnect"):
        return _connect(options)
    if options.word == "move":
        _check_free(options.name, Path(options.to))
    envelope = _answer("POST", f"{address(options.name)}/sleep")
    done = _tabs(envelope["result"])
    if options.word == "move":
        from refbrowser.service.chats.moving import move_asleep

        move_asleep(options.name, Path(LocalServer().home), Path(options.to))
        envelope["result"], done = {"chat": options.name, "home": options.to}, f"moved to {options.to}"
    _print(options, envelope, [f"{options.name}  {done}"])
    return 0


_TO: Final = {"move": " and --to HOME", "connect": " and --to ADDRESS"}


def _connect(options: argparse.Namespace) -> int:
    server = LocalServer(version=__version__)
    envelope = server.answer(f"{address(options.name)}/connect", {"to": options.to})
    if not envelope["ok"]:
        raise Unanswered.of(envelope)
    _print(options, envelope, [f"{options.name}  {'connected' if options.to else 'disconnected'}"])
    return 0


def _check_free(name: str, home: Path) -> None:
    """Raise ``chat_busy`` where the server of ``home`` has a chat of that name."""
    server = LocalServer(str(home))
    if server.record() is None:
        return
    listed = json.loads(server.request("GET", "/v1/chats")[2])
    if not listed["ok"]:
        raise Unanswered.of(listed)
    if any(chat["id"] == name and chat["in_use"] for chat in listed["result"]["chats"]):
        raise Unanswered("chat_busy", f"The server of {home} has a chat {name!r} at work.", retryable=True)


def _list(options: argparse.Namespace) -> int:
    if options.close:
        envelope = _answer("DELETE", address(options.close))
    elif LocalServer(version=__version__).record() is None:
        envelope = {"ok": True, "result": {"chats": []}}
    else:
        envelope = _answer("GET", "/v1/chats")
    chats = envelope["result"].get("chats", [])
    _print(options, envelope, ["  ".join(filter(None, _line(chat))) for chat in chats])
    return 0


def _line(chat: dict[str, Any]) -> list[str | None]:
    return [chat["id"], _tabs(chat), chat.get("url"), chat.get("used_at"), chat["folder"]]


def _tabs(chat: dict[str, Any]) -> str:
    return "asleep" if chat["asleep"] else f"{chat['tabs']} tabs"


def _answer(method: str, path: str) -> dict[str, Any]:
    envelope: dict[str, Any] = json.loads(LocalServer(version=__version__).request(method, path)[2])
    if not envelope["ok"]:
        raise Unanswered.of(envelope)
    return envelope


def _print(options: argparse.Namespace, envelope: dict[str, Any], lines: list[str]) -> None:
    write(json.dumps(envelope) + "\n" if options.json else "".join(printable(line) + "\n" for line in lines))
