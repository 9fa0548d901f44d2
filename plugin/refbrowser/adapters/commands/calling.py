"""``refbrowser do`` and the short forms: one call in one chat of the local server, which is started when there is none.

This is run again for every call of a script, so it loads next to nothing.
"""

import argparse
import json
import sys
from typing import Any

from refbrowser import __version__
from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.commands.words import call_of, exit_code, parser_of, vocabulary


def common() -> argparse.ArgumentParser:
    """The options that every call takes."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--chat", default="default", help="the chat: its own tabs, cookies and files (default: default)")
    parser.add_argument("--json", action="store_true", help="print the envelope instead of what an agent reads")
    return parser


def do(words: list[str]) -> int:
    """``refbrowser do '{"action": …}'``; ``-`` reads the call from standard input."""
    parser = argparse.ArgumentParser(prog="refbrowser do", description="Make one call and print its answer.", parents=[common()])
    parser.add_argument(
        "call", help='a JSON object such as {"action": "open", "url": "https://example.com"}; - reads it from stdin'
    )
    options = parser.parse_args(words)
    text = sys.stdin.read() if options.call == "-" else options.call
    try:
        call = json.loads(text)
    except ValueError as malformed:
        return _print({"ok": False, "error": f"The call is not JSON: {malformed}.", "code": "invalid_arguments"}, options.json)
    return _made(call, options)


def short_form(name: str, words: list[str]) -> int | None:
    """``refbrowser <action> …``; None when there is no such action."""
    action = name.replace("-", "_")
    form = vocabulary()["actions"].get(action)
    if form is None:
        return None
    options = parser_of(action, form, [common()]).parse_args(words)
    return _made(call_of(action, form, options), options)


def _made(call: Any, options: argparse.Namespace) -> int:
    if not isinstance(call, dict):
        return _print({"ok": False, "error": "A call is a JSON object.", "code": "invalid_arguments"}, options.json)
    return _print(LocalServer(version=__version__).call(options.chat, call), options.json)


def _print(envelope: dict[str, Any], as_json: bool) -> int:
    if as_json:
        sys.stdout.write(json.dumps(envelope) + "\n")
    else:
        from refbrowser.surface.render import render

        stream = sys.stdout if envelope["ok"] else sys.stderr
        stream.write(render(envelope).encode(errors="replace").decode() + "\n")
    return 0 if envelope["ok"] else exit_code(envelope["code"])
