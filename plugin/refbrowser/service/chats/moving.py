"""A chat that is moved to another browser: at work, or asleep, to that of another home folder."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from refbrowser.errors import CallError, StateError
from refbrowser.extras import require
from refbrowser.service.chats.own_browser import OwnBrowser

if TYPE_CHECKING:
    from refbrowser.settings import Settings


class Movable(Protocol):
    """What is asked of the chat."""

    async def enter(self, settings: "Settings", own: OwnBrowser | None) -> None: ...


async def move(chat: Movable, settings: "Settings", address: str | None, *, full: bool) -> None:
    """Move ``chat`` to the browser at ``address``, or without one back to that of ``settings``; ``full``: its profile has a
    Chromium of its own. Raises ``launch_failed`` and ``invalid_arguments``, with nothing changed."""
    if address is None:
        await chat.enter(settings, None)
        return
    if full or not address.strip():
        why = "A profile of the kind full runs its own Chromium" if full else "connect takes the address of a browser, or auto"
        raise CallError(f"{why}; the chat stays where it is.")
    settings, own = replace(settings, connect=address.strip()), OwnBrowser()
    # Before anything ends: a browser that cannot be reached leaves the chat where it is.
    await own.process(settings, None)
    await chat.enter(settings, own)


def move_asleep(chat: str, home: Path, to: Path) -> None:
    """Have the chat, which sleeps in a file of ``home``, sleep in the home folder ``to``: the next call there wakes it. Raises
    ``chat_elsewhere`` where it does not sleep there, or another process wakes it; ``chat_busy`` where ``to`` has a sleeping chat of
    that name; ``file_unwritable``."""
    require("profiles", "A chat that sleeps in a file")
    from refbrowser.service.chats.asleep_store import AsleepFile, elsewhere

    source, destination = AsleepFile(home, chat), AsleepFile(to, chat)
    with source.claimed(), destination.claimed():
        if not source.exists:
            raise elsewhere(chat, f"does not sleep in {home}")
        if destination.exists:
            raise StateError(f"A chat {chat!r} sleeps in {to} already.", code="chat_busy", details={"chat": chat, "home": str(to)})
        source.move(destination)
