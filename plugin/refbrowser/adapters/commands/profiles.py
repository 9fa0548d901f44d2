"""``refbrowser profiles``: what is kept on disk of the chats that have a profile."""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refbrowser.errors import ProfileError
from refbrowser.terminal import write

if TYPE_CHECKING:
    from refbrowser.profiles.store import ProfileStore


def add(commands: Any) -> None:
    """Adds the commands to the parser."""
    profiles = commands.add_parser("profiles", help="list, copy, export, import and remove profiles")
    verbs = profiles.add_subparsers(required=True, metavar="COMMAND")

    listing = verbs.add_parser("list", help="list the profiles, with the time of saving and the chat that uses each")
    listing.add_argument("--json", action="store_true")
    listing.set_defaults(run=_list)

    export = verbs.add_parser("export", help="write a profile as Playwright's storage state, or as cookies.txt")
    export.add_argument("name")
    export.add_argument("path", type=Path, help="file to write: cookies.txt if it ends in .txt, else a storage state")
    export.add_argument("--overwrite", action="store_true", help="replace the file if there is one")
    _add_sites(export)
    export.set_defaults(run=_export)

    importing = verbs.add_parser("import", help="create or replace a profile from such a file, or from a running browser")
    importing.add_argument("name")
    source = importing.add_mutually_exclusive_group(required=True)
    source.add_argument("path", type=Path, nargs="?")
    source.add_argument(
        "--from-browser",
        nargs="?",
        const="auto",
        metavar="ADDRESS",
        help="your running browser, or the one at this DevTools address",
    )
    _add_sites(importing)
    importing.set_defaults(run=_import)

    fork = verbs.add_parser("fork", help="copy a profile, even one in use")
    fork.add_argument("name")
    fork.add_argument("copy")
    fork.set_defaults(run=_fork)

    remove = verbs.add_parser("remove", help="delete a profile permanently")
    remove.add_argument("name")
    remove.set_defaults(run=_remove)


def _add_sites(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sites", nargs="+", metavar="HOST", help="only these sites and their subdomains")


def _list(options: argparse.Namespace) -> int:
    entries = _store().entries()
    if options.json:
        _say(json.dumps([asdict(entry) for entry in entries]))
        return 0
    for entry in entries:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.changed)) if entry.changed is not None else "nothing saved"
        whose = ""
        if entry.owner is not None:
            whose = f" · in use by chat {entry.owner['chat']} of process {entry.owner['pid']}" if entry.owner else " · in use"
        what = " · Chromium's folder, not encrypted" if entry.kind == "full" else ""
        _say(f"{entry.name} · {when} · {entry.size} bytes{what}{whose}")
    if not entries:
        _say("no profiles")
    return 0


def _export(options: argparse.Namespace) -> int:
    from refbrowser.content import storage_state
    from refbrowser.files import Destination

    state = _of_sites(_store().existing(options.name).storage, options.sites)
    if storage_state.is_cookies(options.path):
        state["origins"] = []
    text = storage_state.written(state, options.path)
    Destination(options.path.absolute(), options.overwrite).write(text.encode("utf-8", "surrogatepass"))
    _say(f"{options.path}: {_counts(state)}")
    return 0


def _import(options: argparse.Namespace) -> int:
    from refbrowser.content.stored_databases import not_kept
    from refbrowser.profiles.saved import SavedProfile

    if options.from_browser is not None:
        from refbrowser.browser.launch.running import stored_in
        from refbrowser.settings import Settings

        read = asyncio.run(stored_in(options.from_browser, Settings.from_environment(), options.sites or ()))
        state: Any = _taken(_of_sites(read, options.sites))
    else:
        from refbrowser.browser.storage.state_file import read_state_file

        state = read_state_file(options.path).state
    state = _of_sites(state, options.sites)
    for line in not_kept(state):
        _say(f"not read: {line}")
    if not state["cookies"] and not any(origin.get("localStorage") or origin.get("indexedDB") for origin in state["origins"]):
        raise ProfileError(
            "The source has no data of these sites to import." if options.sites else "The source has no data to import.",
            code="profile_unreadable",
        )
    _store().save(options.name, SavedProfile(state), "import")
    _say(f"{options.name}: {_counts(state)}")
    return 0


def _fork(options: argparse.Namespace) -> int:
    _store().fork(options.name, options.copy)
    _say(f"{options.copy}: a copy of {options.name}")
    return 0


def _remove(options: argparse.Namespace) -> int:
    _store().remove(options.name)
    _say(f"{options.name}: removed")
    return 0


def _store() -> "ProfileStore":
    from refbrowser.profiles.store import ProfileStore
    from refbrowser.settings import Settings

    return ProfileStore(Settings.from_environment().home)


def _of_sites(state: Any, sites: Iterable[str] | None) -> dict[str, Any]:
    """The part of ``state`` that belongs to one of ``sites``; without any, all."""
    from refbrowser.browser.storage.storage import is_of

    if sites is None:
        return {"cookies": state["cookies"], "origins": state["origins"]}
    return {
        "cookies": [cookie for cookie in state["cookies"] if any(is_of(site, cookie["domain"]) for site in sites)],
        "origins": [origin for origin in state["origins"] if any(is_of(site, origin["origin"]) for site in sites)],
    }


def _taken(state: Any) -> dict[str, Any]:
    """``state`` as Chromium takes it back. Raises ``profile_unreadable``, with nothing saved."""
    from refbrowser.browser.storage.given_state import StateProblem, checked

    try:
        return checked(state)
    except StateProblem as problem:
        raise ProfileError(f"The browser's data was not saved: {problem}.", code="profile_unreadable") from None


def _counts(state: Any) -> str:
    from refbrowser.content.storage_state import counted

    return ", ".join(f"{count} {kind}" for kind, count in counted(state).items())


def _say(text: str) -> None:
    write(text + "\n")
    sys.stdout.flush()
