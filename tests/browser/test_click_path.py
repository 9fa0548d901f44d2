"""How much code an ordinary click goes through, and how straight: what handles popups, dialogs, frames and other events is entered
when they occur, and code calls what it imports."""

import ast
import sys
from collections.abc import Set
from functools import cache
from pathlib import Path
from types import FrameType

import refbrowser
from refbrowser import Chat
from tests.support.calls import do, read
from tests.support.server import Site

PACKAGE = Path(refbrowser.__file__).parent
MOST_FILES = 50
MOST_RETURNS = 5
"""Pairs of files of which the lower one calls the higher: the call's work as the loop, the queue and the record have it."""

OF_THE_BACKGROUND = (
    "browser/throttle/",
    "browser/launch/",
    "browser/browser_process.py",
    "journal/",
    "service/calls/journaling.py",
)
"""The load of renderers is measured every second, and journals are written by a thread; neither is part of the call."""

ON_EVENTS = frozenset(
    {
        "browser/engine/frame_owners.py",
        "browser/engine/frame_patience.py",
        "browser/receipt/internal_states.py",
        "browser/session/opened_tabs.py",
        "browser/tab/arrival.py",
        "browser/session/popups.py",
        "browser/tab/flooding.py",
        "browser/tab/responsiveness.py",
        "content/long_lines.py",
        "service/chats/chat_network.py",
        "service/chats/limits.py",
        "actions/foreign_arguments.py",
    }
)


async def test_an_ordinary_click_enters_no_code_for_what_did_not_happen(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<button onclick='this.after(event.type)'>Add</button>"))
    found = await read(chat)
    await do(chat, "click", ref=found["Add"])
    # What runs in the background is in one or another, and not in all.
    runs = [await _entered(chat, found["Add"]) for _ in range(3)]
    of_the_call = set.intersection(*[{callee for _, callee in calls} for calls in runs])
    assert "browser/receipt/observation.py" in of_the_call
    assert not of_the_call & ON_EVENTS
    assert len(of_the_call) <= MOST_FILES, sorted(of_the_call)
    calls = {(caller, callee) for caller, callee in set.intersection(*runs) if {caller, callee} <= of_the_call}
    higher = {file: _reached(file, of_the_call) for file in of_the_call}
    returns = [(caller, callee) for caller, callee in calls if caller in higher[callee] and callee not in higher[caller]]
    assert len(returns) <= MOST_RETURNS, returns


def _reached(file: str, files: Set[str]) -> set[str]:
    """Those of ``files`` that the file imports, directly or through others of them."""
    reached, to_read = set[str](), [file]
    while to_read:
        imported = {
            f"{node.module.removeprefix('refbrowser.').replace('.', '/')}.py"
            for node in ast.walk(ast.parse((PACKAGE / to_read.pop()).read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module is not None
        }
        to_read += (imported & files) - reached
        reached |= imported & files
    return reached


async def _entered(chat: Chat, ref: int) -> set[tuple[str, str]]:
    """The calls of one file of the package by another while the element is clicked: from where, and to where."""
    calls: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (callee := _own(frame)) is not None:
            outer = frame.f_back
            while outer is not None and _own(outer) is None:
                outer = outer.f_back
            calls.add((callee if outer is None else _own(outer) or callee, callee))

    sys.setprofile(note)
    try:
        await do(chat, "click", ref=ref)
    finally:
        sys.setprofile(None)
    return calls


@cache
def _path_in_package(file: str) -> str | None:
    """The path of a file in the package; None for one of another, and of the background."""
    path = Path(file)
    below = path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else None
    return None if below is None or below.startswith(OF_THE_BACKGROUND) else below


def _own(frame: FrameType) -> str | None:
    return _path_in_package(frame.f_code.co_filename)
