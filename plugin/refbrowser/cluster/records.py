"""What a directory knows of hosts and chats, and what goes between them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from refbrowser.cluster.placement import Load
from refbrowser.cluster.store import Epoch
from refbrowser.cluster.wire import Door

START_S: Final = 300.0
"""How long a host may take to register. On a machine under full load it takes minutes, and another one would make it worse."""

FAILED_S: Final = 60.0
"""How long after a host failed to start that is the reason why there is none."""

IDLE_S: Final = 60.0
"""How long a host without chats stays where more of them are than are wanted."""

FRONT_S: Final = 30.0
"""How long after its last sign a front counts as there."""


class Superseded(Exception):
    """Another directory serves the cluster."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a chat is, and the ``door`` of its host. ``origin``: the checkpoint that its host goes on from, if it has none of it
    yet."""

    chat: str
    host: str
    epoch: int
    origin: str | None
    door: Door


@dataclass(frozen=True, slots=True)
class Grant:
    """The answer to a renewal. ``lost``: the host's chats were given away; it must end. Else it holds what it has for another
    :attr:`Timing.valid_s`, from the moment it asked. ``news`` is the number of the last command of a person."""

    lost: bool
    commands: tuple["Command", ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """A person's command: to one chat, or to all."""

    number: int
    chat: str | None
    command: str
    note: str | None


class Reach(Protocol):
    """How the directory reaches hosts."""

    async def release(self, host: str, chat: str, epoch: int) -> bool:
        """Have the host write a checkpoint and end the chat; False where it has a call at work."""
        ...

    async def start(self) -> str:
        """Start one more host, which registers itself; return its id."""
        ...

    async def running(self) -> set[str]:
        """The hosts whose processes run or are being started, whoever started them."""
        ...

    async def stop(self, host: str) -> None:
        """Have the host end, with all its processes."""
        ...


@dataclass(slots=True)
class HostRecord:
    """A host as the directory knows it. ``deadline`` is when its lease ends; ``reported`` are the chats that it had at its last
    renewal, with their epochs."""

    host: str
    deadline: float
    door: Door
    load: Load = field(default_factory=Load)
    facts: Mapping[str, Any] = field(default_factory=dict)
    placed: int = 0
    draining: bool = False
    suspected: bool = False
    relieved: float = 0.0
    reported: dict[str, int] = field(default_factory=dict)
    idle_since: float = 0.0

    def as_dict(self, chats: int, moment: float) -> dict[str, Any]:
        """The host as ``refbrowser cluster status`` shows it, with that many chats."""
        measured = {"memory": round(self.load.memory, 3), "cpu": round(self.load.cpu, 3), "bytes": self.load.bytes}
        lease_ms = max(0, round((self.deadline - moment) * 1000))
        return {"host": self.host, "chats": chats, **measured, "draining": self.draining, "lease_ms": lease_ms, **self.facts}


@dataclass(slots=True)
class ChatRecord:
    """A chat as the directory knows it: its epoch, whether its host still holds it, and whether it was closed since."""

    epoch: Epoch
    held: bool
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many hosts there are: ``least`` while a front is there, never more than ``most``. ``chats`` is the most that one takes;
    ``spare`` how many are kept in addition, without a chat. ``tenant`` is the most chats of one tenant that are awake."""

    least: int = 1
    most: int = 1
    chats: int | None = None
    tenant: int | None = None
