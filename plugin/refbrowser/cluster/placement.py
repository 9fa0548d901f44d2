"""Where a chat goes: by the memory and CPU that are in use, as each host measures them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

MOST_MEMORY: Final = 0.92
"""Share of a machine's memory in use beyond which a host takes no further chat."""

MOST_LOAD: Final = 0.85
"""Share of memory or CPU in use on every host beyond which another host is started."""

_A_CHAT: Final = 0.03
"""What a chat that was just placed counts for until its host has measured it."""


@dataclass(frozen=True, slots=True)
class Load:
    """What a host measured: shares of its machine's ``memory`` and ``cpu`` in use, its chats, and the bytes of its processes."""

    memory: float = 0.0
    cpu: float = 0.0
    chats: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A host that may take a chat; ``placed`` counts the chats given to it since it measured its load."""

    host: str
    load: Load
    placed: int = 0
    most_chats: int | None = None

    @property
    def pressure(self) -> float:
        return max(self.load.memory, self.load.cpu) + self.placed * _A_CHAT

    @property
    def has_room(self) -> bool:
        chats = self.load.chats + self.placed
        return self.load.memory < MOST_MEMORY and (self.most_chats is None or chats < self.most_chats)


def choose(candidates: Iterable[Candidate]) -> str | None:
    """The host for one more chat: the least pressed, in steps of a tenth, and among those the one with the fewest chats."""
    room = [candidate for candidate in candidates if candidate.has_room]
    if not room:
        return None
    return min(room, key=lambda each: (int(each.pressure * 10), each.load.chats + each.placed, each.host)).host


def is_crowded(candidates: Iterable[Candidate]) -> bool:
    """Whether another host is needed: none has room, or all are pressed."""
    return all(not each.has_room or each.pressure > MOST_LOAD for each in candidates)
