"""What travels between fronts and hosts: plain values, which both may be of different versions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser.cluster.ledger import Performed
from refbrowser.errors import ClusterError, Remedy


@dataclass(frozen=True, slots=True)
class Call:
    """One call on its way to a host. ``id`` makes it the same call when it is sent again: it is performed once. ``epoch`` and
    ``origin`` are those of the chat's :class:`~refbrowser.cluster.records.Place`. ``chosen`` is what the program chose for the
    chat, ``caller`` who calls. ``named``: the id is the client's own, who may send the call again by it."""

    id: str
    named: bool
    front: str
    chat: str
    epoch: int
    origin: str | None
    request: Any
    chosen: Mapping[str, Any] = field(default_factory=dict)
    caller: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """``envelope`` is the call's; None where the host does not have the chat by this epoch, and has done nothing. ``released``: it
    never has it by this epoch again. ``files`` are those that the envelope names."""

    envelope: dict[str, Any] | None
    files: tuple["File", ...] = ()
    released: bool = False


@dataclass(frozen=True, slots=True)
class File:
    """A file of a chat: its place below the chat's folder, its size, and the SHA-256 of what is in it."""

    name: str
    size: int
    digest: str


PIECE: Final = 1_000_000
"""Bytes of a file that travel at once."""


def host_lost(chat: str, performed: Performed, why: str) -> ClusterError:
    """The error of a call whose host ended, or lost the chat, before it answered."""
    what_was_sent = {
        False: "Nothing had been sent to the page: repeat the call.",
        True: "Its input had been sent to the page: look at the page before you repeat it.",
        "unknown": "Whether its input had been sent to the page is not known: look at the page before you repeat it.",
    }[performed]
    lost = ClusterError(
        f"{why} The chat {chat!r} goes on from its last checkpoint. {what_was_sent}",
        details={"chat": chat, "performed": performed},
        remedy=Remedy("content", hint="shows the page as it is now") if performed is not False else None,
    )
    lost.not_to_repeat = performed is not False
    return lost


def already_performed(chat: str, performed: Performed) -> ClusterError:
    """The error of a call that was sent again by its id, whose answer is not kept any more."""
    what_was_sent = "Its input had been sent" if performed is True else "It is not known whether its input had been sent"
    lost = ClusterError(
        f"The call was sent to the chat {chat!r} before, and its answer is not kept any more. {what_was_sent} to the page: "
        "look at the page before you send it under another id.",
        details={"chat": chat, "performed": performed},
        remedy=Remedy("content", hint="shows the page as it is now"),
    )
    lost.not_to_repeat = True
    return lost
