"""``refbrowser journal``: the recorded sessions of the home folder."""

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from refbrowser.page_text import printable, printable_json
from refbrowser.terminal import write

if TYPE_CHECKING:
    from refbrowser.journal.store import Session

FORMATS: Final = ("html", "jsonl", "playwright", "pytest", "python", "shell")
BROKEN: Final = 1


def add(commands: Any) -> None:
    """Adds these commands to the parser."""
    journal = commands.add_parser("journal", help="list, show, export, verify, explain or remove recorded sessions")
    actions = journal.add_subparsers(required=True, metavar="COMMAND")
    listing = actions.add_parser("list", help="all sessions, oldest first")
    listing.add_argument("--json", action="store_true", help="one JSON object")
    listing.set_defaults(run=_list)
    show = _on_session(actions, "show", "a line for each call, or one call in full", _show)
    show.add_argument("call", nargs="?", type=int, help="number of the call")
    export = _on_session(actions, "export", "write the session as code, as an HTML page, or as JSON lines", _export)
    export.add_argument("--as", dest="form", choices=FORMATS, default="jsonl")
    export.add_argument("--output", "-o", type=Path, help="file to write; default: standard output")
    export.add_argument("--overwrite", action="store_true", help="replace the file if there is one")
    verify = _on_session(actions, "verify", "find a changed or missing line; exit code 1 if there is one", _verify)
    verify.set_defaults(run=_verify)
    explain = _on_session(actions, "explain", "explain a call from its record; default: the last call that failed", _explain)
    explain.add_argument("call", nargs="?", type=int, help="number of the call")
    _on_session(actions, "remove", "delete the session and its pictures", _remove)


def _on_session(actions: Any, name: str, text: str, run: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=text)
    parser.add_argument("session", help="a session's id, the beginning of one, the name of its chat, or last")
    parser.set_defaults(run=run)
    return parser


def session_of(options: argparse.Namespace) -> "Session":
    """The session that the command names; says on standard error where it is broken. Raises ``file_not_found``,
    ``file_unreadable``."""
    session = _read(options)
    if session.broken is not None:
        write(f"{_what_is_wrong(session)}; what follows is not read\n", sys.stderr)
    for gap in session.gaps:
        write(f"{session.id}: {gap.as_text()}\n", sys.stderr)
    return session


def _read(options: argparse.Namespace) -> "Session":
    from refbrowser.journal.store import find, read
    from refbrowser.settings import Settings

    return read(find(Settings.from_environment().home, options.session))


def _what_is_wrong(session: "Session") -> str:
    assert session.broken is not None
    return f"{session.id}: line {session.broken.line} is wrong: {session.broken.why}"


def _list(options: argparse.Namespace) -> int:
    from refbrowser.journal.store import find, read, session_ids
    from refbrowser.settings import Settings

    home = Settings.from_environment().home
    sessions = [read(find(home, session_id)) for session_id in session_ids(home)]
    if options.json:
        _say(printable_json({"sessions": [_row(session) for session in sessions]}))
        return 0
    for session in sessions:
        row = _row(session)
        began = time.strftime("%Y-%m-%d %H:%M", time.localtime(row["at"] / 1000)) if row["at"] else "?"
        failed = f", {row['failed']} failed" if row["failed"] else ""
        _say(printable(f"{row['id']}  {began}  {row['calls']} calls{failed}  {row['state']}  {row['chat']}"))
    return 0


def _row(session: "Session") -> dict[str, Any]:
    from refbrowser.journal.store import is_being_written

    if session.broken is not None:
        state = f"broken in line {session.broken.line}"
    elif session.ended:
        state = "ended"
    else:
        state = "being written" if is_being_written(session.folder) else "cut off"
    failed = sum(not call["ok"] for call in session.calls)
    header = session.header
    return {
        "id": session.id,
        "chat": header.get("chat", "?"),
        "at": header.get("at", 0),
        "calls": len(session.calls),
        "failed": failed,
        "state": state,
    }


def _show(options: argparse.Namespace) -> int:
    from refbrowser.journal.summary import line

    session = session_of(options)
    if options.call is not None:
        _say(printable_json(_call(session, options.call), indent=2))
        return 0
    for entry in session.calls:
        _say(line(entry))
    return _exit_code(session)


def _export(options: argparse.Namespace) -> int:
    from refbrowser.journal.writer import CALLS

    session = session_of(options)
    if options.form == "jsonl":
        text = (session.folder / CALLS).read_text(encoding="utf-8", errors="replace")
    elif options.form == "html":
        from refbrowser.replay.film import film

        text = film(session)
    else:
        from refbrowser.replay.export import exported

        text = exported(session, options.form)
    if options.output is None:
        write(text)
        return _exit_code(session)
    from refbrowser.files import Destination

    Destination(options.output, options.overwrite).write(text.encode())
    _say(str(options.output))
    return _exit_code(session)


def _verify(options: argparse.Namespace) -> int:
    session = _read(options)
    if session.broken is not None:
        _say(_what_is_wrong(session))
        return BROKEN
    gaps = "".join(f"; {gap.as_text()}" for gap in session.gaps)
    written = f"{session.id}: {len(session.calls)} calls, as they were written"
    if session.ended:
        _say(f"{written}, to the end of the session{gaps}")
    elif any(gap.last is None for gap in session.gaps):
        _say(f"{written}{gaps}")
    else:
        end = "it goes on, or was cut off" + ("; the last line was being written" if session.cut else "")
        _say(f"{written}; the session has no end: {end}{gaps}")
    return 0


def _explain(options: argparse.Namespace) -> int:
    from refbrowser.journal.summary import explained, line, to_explain

    session = session_of(options)
    entry = _call(session, options.call) if options.call is not None else to_explain(session.calls)
    if entry is None:
        _say("No call of this session failed or had no effect.")
        return _exit_code(session)
    _say(line(entry))
    for fact in explained(session.calls, entry):
        _say(printable(f"- {fact}"))
    return _exit_code(session)


def _remove(options: argparse.Namespace) -> int:
    from refbrowser.journal.store import find, remove
    from refbrowser.settings import Settings

    folder = find(Settings.from_environment().home, options.session)
    remove(folder)
    _say(f"{folder.name} is deleted")
    return 0


def _exit_code(session: "Session") -> int:
    return 0 if session.broken is None else BROKEN


def _call(session: "Session", number: int) -> dict[str, Any]:
    from refbrowser.errors import CallError

    for entry in session.calls:
        if entry["n"] == number:
            return entry
    raise CallError(f"Session {session.id} has no call {number}; it has 1 to {len(session.calls)}.")


def _say(text: str) -> None:
    write(text + "\n")
