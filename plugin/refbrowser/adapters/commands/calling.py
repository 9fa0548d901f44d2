"""``refbrowser do`` and the short forms: one call in one chat of the local server, which is started when there is none.

This is run again for every call of a script, so it loads next to nothing.
"""

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from refbrowser import __version__
from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.commands.words import call_of, exit_code, named_words, parser_of, shared_first, vocabulary
from refbrowser.page_text import escaped

if TYPE_CHECKING:
    import argparse


def chat() -> str:
    """Return the chat of a call that names none."""
    return os.environ.get("REFBROWSER_CHAT") or "default"


def common() -> "argparse.ArgumentParser":
    """The options that every call takes."""
    from refbrowser.adapters.commands.parsing import Parser

    parser = Parser(add_help=False)
    parser.add_argument(
        "--chat", default=chat(), help="the chat: its own tabs, cookies and files (default: REFBROWSER_CHAT, else default)"
    )
    parser.add_argument("--profile", help="the profile that keeps the chat's cookies, storage and tabs, from its first call on")
    parser.add_argument("--json", action="store_true", help="print the envelope instead of what an agent reads")
    return parser


def do(words: list[str]) -> int:
    """``refbrowser do '{"action": …}'``; ``-`` reads calls from standard input, one or one a line, and makes each as it comes."""
    if len(words) == 1 and words[0].lstrip().startswith("{"):
        # A call and nothing else needs no argparse, whose loading takes as long as the call itself.
        return _one(words[0], chat(), None, as_json=False)
    from refbrowser.adapters.commands.parsing import Parser

    parser = Parser(prog="refbrowser do", description="Make one call and print its answer.", parents=[common()])
    parser.add_argument(
        "call", help='a JSON object such as {"action": "open", "url": "https://example.com"}; - reads calls from stdin, one a line'
    )
    options = parser.parse_args(shared_first(words))
    if options.call != "-":
        return _one(options.call, options.chat, options.profile, as_json=options.json)
    return _piped(options.chat, options.profile, as_json=options.json)


def _one(text: str, chat: str, profile: str | None, *, as_json: bool) -> int:
    call, envelope = _read(text)
    return _print(envelope or _made(call, chat, profile), as_json)


def _piped(chat: str, profile: str | None, *, as_json: bool) -> int:
    """Make the calls of standard input, each as it comes; the exit code is that of the first to fail."""
    from refbrowser.adapters.commands.piped import Failures, calls_in

    first, failures = 0, Failures()
    for number, (text, sent) in enumerate(calls_in(sys.stdin), 1):
        call, envelope = _read(text)
        envelope = envelope or failures.skipped(call, sent) or _made(call, chat, profile)
        if (failed := _failed(envelope)) is not None and failed["code"] != "skipped":
            failures.add(number, call, failed["code"])
        code = _print(envelope, as_json)
        first = first or code
    return first


def short_form(name: str, words: list[str]) -> int | None:
    """``refbrowser <action> …``; None when there is no such action."""
    action = name.replace("-", "_")
    form = vocabulary()["actions"].get(action)
    if form is None:
        return None
    given, form, words = named_words(form, words)
    options = parser_of(action, form, [common()]).parse_args(shared_first(words))
    call = {**call_of(action, form, options), **given}
    return _print(_made(call, options.chat, options.profile), options.json)


def _read(text: str) -> tuple[Any, dict[str, Any] | None]:
    """Return the call that is written there, and the envelope of one that is none."""
    try:
        call = json.loads(text)
    except (ValueError, RecursionError) as malformed:
        why = "it is nested too deeply" if isinstance(malformed, RecursionError) else malformed
        return None, {"ok": False, "error": f"The call is not JSON: {why}.", "code": "invalid_arguments"}
    if not isinstance(call, dict):
        return None, {"ok": False, "error": "A call is a JSON object.", "code": "invalid_arguments"}
    return call, None


def _made(call: dict[str, Any], chat: str, profile: str | None) -> dict[str, Any]:
    """Return the envelope of a call; the files that it names are those of the working folder."""
    server = LocalServer(version=__version__)
    if _FILES.isdisjoint(call):
        return server.call(chat, call, profile)
    # Loaded for calls that may name a file.
    from refbrowser.adapters.commands.local_files import performed

    form = vocabulary()["actions"].get(str(call.get("action")), {"arguments": ()})
    files = [argument["name"] for argument in form["arguments"] if argument.get("file") and argument["name"] in call]
    return performed(call, files, lambda each: server.call(chat, each, profile)) if files else server.call(chat, call, profile)


_FILES = frozenset({"path", "paths", "before", "after"})
"""Arguments that may name a file."""


def _print(envelope: dict[str, Any], as_json: bool) -> int:
    if as_json:
        stream, text = sys.stdout, json.dumps(envelope)
    else:
        from refbrowser.surface.render import render

        stream = sys.stdout if envelope["ok"] else sys.stderr
        text = render(_without_vision(envelope))
    try:
        stream.write(escaped(text) + "\n")
        stream.flush()
    except BrokenPipeError:
        raise
    except (OSError, AttributeError) as failure:
        # A full disk, or a descriptor that the caller closed, for which Python has no stream. The call itself was made.
        if sys.stderr is not None:
            from refbrowser.terminal import write

            write(f"the answer could not be written: {failure}\n", sys.stderr)
        if stream is not None:
            # What is left in its buffer would fail again at exit, which Python 3.13 reports.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return 1
    failed = _failed(envelope)
    return 0 if failed is None else exit_code(failed["code"])


def _without_vision(answer: Any) -> Any:
    """Return the answer without the call that shows a picture to a model: a shell has none, and the path is in the answer."""
    if isinstance(answer, dict):
        return {name: _without_vision(part) for name, part in answer.items() if name != "vision_load"}
    return [_without_vision(part) for part in answer] if isinstance(answer, list) else answer


def _failed(envelope: dict[str, Any]) -> dict[str, Any] | None:
    """Return the envelope if the call failed, else that of the first call of a batch that did; None where all succeeded."""
    if not envelope["ok"]:
        return envelope
    result = envelope["result"]
    answers = result.get("results") if isinstance(result, dict) else result
    parts = answers if isinstance(answers, list) else ()
    return next((part for part in parts if isinstance(part, dict) and part.get("ok") is False and "code" in part), None)
