"""Limits of one chat and of one browser: chats at once, calls per minute, downloads."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, Self

from refbrowser.errors import Remedy, StateError
from refbrowser.events import Hub

MINUTE_S: Final = 60.0
MOST_NAMED: Final = 20
"""Idle chats that an error names."""


class Slotted(Protocol):
    """A chat, as the limit of chats sees it."""

    @property
    def id(self) -> str: ...

    @property
    def hub(self) -> Hub: ...

    def existing(self) -> object | None:
        """Its session; None while it has no browser."""
        ...


class CallRate:
    """Calls within the last minute. ``whose`` names them in the error."""

    def __init__(self, most: int, whose: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._whose, self._clock = most, whose, clock
        self._began: deque[float] = deque()

    @classmethod
    def limited(cls, most: int | None, whose: str) -> Self | None:
        """Return a rate of at most so many calls; None without a limit."""
        return None if most is None else cls(most, whose)

    def admit(self, *others: "CallRate") -> None:
        """Count one more call, here and in ``others``. Raises ``rate_limit`` (``details.retry_after_ms``) when one of them has used
        up its minute's calls; the call then counts in none, so that a chat's refused calls take nothing from other chats."""
        rates = (self, *others)
        for rate in rates:
            rate._check()
        for rate in rates:
            rate._began.append(rate._clock())

    def _check(self) -> None:
        moment = self._clock()
        while self._began and moment - self._began[0] >= MINUTE_S:
            self._began.popleft()
        if len(self._began) >= self._most:
            after_ms = round((self._began[0] + MINUTE_S - moment) * 1000) + 1
            raise StateError(
                f"{self._whose} made {self._most} calls within a minute, which is the limit; call again in "
                f"{after_ms / 1000:.0f} s.",
                code="rate_limit",
                details={"limit": self._most, "retry_after_ms": after_ms},
            )


class ChatSlots:
    """The chats that may have a browser at once; None is no limit."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._starting: set[str] = set()

    def take(self, chat: Slotted, chats: Sequence[Slotted]) -> None:
        """Reserve a place for ``chat`` while it starts. Raises ``chat_limit``; ``details.idle`` names the chats without a call, the
        longest idle first, as ``{chat, idle_ms}``."""
        if self._most is not None:
            present = [other for other in chats if other is not chat and other.existing() is not None]
            taken = {other.id for other in present} | (self._starting - {chat.id})
            if len(taken) >= self._most:
                raise _chat_limit(chat, self._most, present)
        self._starting.add(chat.id)

    def started(self, chat: Slotted) -> None:
        """It has started, or failed to."""
        self._starting.discard(chat.id)


def _chat_limit(chat: Slotted, most: int, present: Sequence[Slotted]) -> StateError:
    now_ms = int(time.time() * 1000)
    idle = []
    for other in present:
        calls = other.hub.calls(other.id)
        if not other.hub.running(other.id) and calls:
            began, ended = calls[-1]
            idle.append({"chat": other.id, "idle_ms": max(0, now_ms - began.at_ms - ended.duration_ms)})
    idle.sort(key=lambda each: -int(str(each["idle_ms"])))
    return StateError(
        f"The chat {chat.id!r} cannot start: {most} chats have a browser, which is the limit (setting max_chats).",
        code="chat_limit",
        remedy=Remedy(
            command="refbrowser chats --close CHAT",
            hint="ends an idle chat, with its cookies and storage; close_all leaves it its place",
        )
        if idle
        else None,
        details={"limit": most, "idle": idle[:MOST_NAMED]},
    )


@dataclass(slots=True)
class Allowance:
    """Downloads of a chat, or of all chats: how many there may be, and how many bytes together. None is no limit."""

    whose: str
    most: int | None
    most_bytes: int | None
    count: int = field(default=0)
    bytes: int = field(default=0)

    def refusal(self) -> str | None:
        """Why no further download may begin; None if it may."""
        if self.most is not None and self.count >= self.most:
            return f"download_limit: {self.whose} reached the limit of {self.most} downloads"
        if self.most_bytes is not None and self.bytes >= self.most_bytes:
            return self._too_large()
        return None

    @property
    def room(self) -> int | None:
        """How many bytes are left; None is no limit."""
        return None if self.most_bytes is None else max(0, self.most_bytes - self.bytes)

    def too_large(self, size: int) -> str | None:
        """Why a file of ``size`` bytes is not kept; None if it is."""
        return self._too_large() if self.most_bytes is not None and self.bytes + size > self.most_bytes else None

    def _too_large(self) -> str:
        return f"download_limit: the downloads of {self.whose} may have {self.most_bytes} bytes together"
