"""How much code an ordinary click goes through: what handles popups, dialogs, frames and other events is entered when they occur."""

import sys
from pathlib import Path
from types import FrameType

import refbrowser
from refbrowser import Chat
from tests.support.calls import do, read
from tests.support.server import Site

PACKAGE = Path(refbrowser.__file__).parent
MOST_FILES = 54
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
        "browser/session/popups.py",
        "browser/tab/flooding.py",
        "browser/tab/responsiveness.py",
        "content/long_lines.py",
        "service/chats/chat_network.py",
        "actions/foreign_arguments.py",
    }
)


async def test_an_ordinary_click_enters_no_code_for_what_did_not_happen(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<button onclick='this.after(event.type)'>Add</button>"))
    found = await read(chat)
    await do(chat, "click", ref=found["Add"])
    # What runs in the background is in one or another, and not in all.
    of_the_call = set.intersection(*[await _entered(chat, found["Add"]) for _ in range(3)])
    assert "browser/receipt/observation.py" in of_the_call
    assert not of_the_call & ON_EVENTS
    assert len(of_the_call) <= MOST_FILES, sorted(of_the_call)


async def _entered(chat: Chat, ref: int) -> set[str]:
    """The files of the package that are entered while the element is clicked."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        await do(chat, "click", ref=ref)
    finally:
        sys.setprofile(None)
    own = {Path(file).relative_to(PACKAGE).as_posix() for file in files if Path(file).is_relative_to(PACKAGE)}
    return {file for file in own if not file.startswith(OF_THE_BACKGROUND)}
