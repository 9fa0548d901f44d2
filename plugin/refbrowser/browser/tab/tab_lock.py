"""Who acts on a tab: the agent's calls, one at a time in the order of asking, or a person who has taken the tab over."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from refbrowser.browser.deadline import Deadline
from refbrowser.errors import Remedy, StateError, TimeoutExceeded
from refbrowser.settings import WhilePersonActs

_MOST_NAMED: Final = 5
_SEQUENCE: Final = "multi"

TAKE_MS: Final = 20_000
"""How long a person waits for the agent's call that is under way to end."""


class Passage(Protocol):
    """A call's way past a person's pause of the whole chat, and past sequences of other calls."""

    action: str
    in_sequence: bool
    """Whether the call is one of a sequence, which has the tab reserved already."""

    @property
    def open(self) -> bool:
        """Whether the call may begin now."""
        ...

    async def wait(self, deadline: Deadline) -> None:
        """Return when it may. Raises ``stopped_by_person`` and ``paused_by_person``."""
        ...


@dataclass(slots=True, eq=False)
class Hold:
    """A person's hold of the tab: ``exclusive`` once the agent's call that was under way has ended, ``granted`` once their input
    is taken. ``since`` is Unix seconds."""

    holder: str
    since: float = field(default_factory=time.time)
    exclusive: bool = False
    granted: bool = False


class TabLock:
    """A tab's one right to act. Calls queue for it; a person's claim comes before every call that has not begun."""

    def __init__(self, browser_id: int, while_held: WhilePersonActs, announce: Callable[[], None]) -> None:
        self._browser_id = browser_id
        self._while_held = while_held
        self._announce = announce
        self._lock = asyncio.Lock()
        self._reserved = asyncio.Lock()
        """Held by a sequence from its first call to its last, and by any other call for its own turn."""
        self._present: str | None = None
        self._waits: list[str] = []
        self._waited_for: str | None = None
        self._before: str | None = None
        """What the sequence that begins has waited for."""
        self._free = asyncio.Event()
        self._free.set()
        self.hold: Hold | None = None
        self.report: dict[str, Any] | None = None
        self.waiting = 0

    async def acquire(self, deadline: Deadline, passage: Passage | None = None) -> None:
        """The agent's turn. Raises ``user_in_control`` while a person holds the tab: at once, or after waiting as long as the
        deadline allows, as the setting says; ``timeout`` when earlier calls take too long; what ``passage`` raises."""
        alone = passage is not None and not passage.in_sequence
        awaited = self._awaited(passage.action) if passage is not None and alone else None
        while True:
            if passage is not None and not passage.open:
                # Outside the lock: a person may take over a tab whose next call they hold.
                await passage.wait(deadline)
            if self.hold is not None:
                await self._wait_for_person(deadline)
            if alone:
                await self._taken(self._reserved, deadline)
            try:
                if self.hold is None:
                    await self._taken(self._lock, deadline)
                    if self.hold is None and (passage is None or passage.open):
                        if passage is not None:
                            self._begins(passage.action, awaited)
                        return
                    # A person claimed the tab, or paused the chat, while this call stood in the queue.
                    self._lock.release()
            except BaseException:
                if alone:
                    self._reserved.release()
                raise
            if alone:
                self._reserved.release()

    async def reserve(self, deadline: Deadline) -> None:
        """Keep the calls of others away until :meth:`unreserve`, but not a person. Raises ``timeout``."""
        awaited = self._awaited(_SEQUENCE)
        await self._taken(self._reserved, deadline)
        self._begins(_SEQUENCE, awaited)
        self._before = awaited

    def unreserve(self) -> None:
        """The sequence is over."""
        self._present = None
        self._reserved.release()

    def _awaited(self, action: str) -> str | None:
        """The call of another that ``action`` has to wait for, which is told of that."""
        if not self._reserved.locked():
            return None
        if len(self._waits) < _MOST_NAMED:
            self._waits.append(action)
        return self._present

    def _begins(self, action: str, awaited: str | None) -> None:
        self._present, self._waited_for, self._before = action, awaited or self._before, None
        if action in self._waits:
            self._waits.remove(action)

    async def _taken(self, lock: asyncio.Lock, deadline: Deadline) -> None:
        if not lock.locked():
            await lock.acquire()
            return
        async with deadline.waiting_for(f"earlier calls on tab {self._browser_id} to end"):
            await lock.acquire()

    def report_others(self) -> list[str]:
        """Return which calls of others the present one has waited for, and which wait for it; each is reported once."""
        waited = [f"waited for another call on this tab: {self._waited_for}"] if self._waited_for is not None else []
        waits = [f"another call waits for this tab: {name}" for name in self._waits]
        self._waited_for, self._waits = None, []
        return [*waited, *waits]

    @property
    def taken(self) -> bool:
        """Whether a call, or a person, has the tab now."""
        return self._lock.locked()

    def release(self, passage: Passage | None = None) -> None:
        """The agent's turn is over."""
        if passage is not None and not passage.in_sequence:
            self._present = None
            self._reserved.release()
        self._lock.release()

    def refuse_while_held(self) -> None:
        """Raises ``user_in_control`` for a call that waits for no turn but must not cut in on a person."""
        if self.hold is not None:
            raise self._in_control()

    def add_report(self, report: dict[str, Any]) -> None:
        """Something that a person did, for the agent's next answer."""
        self.report = {**(self.report or {}), **report}

    def take_report(self) -> dict[str, Any] | None:
        """What the last person changed, once."""
        report, self.report = self.report, None
        return report

    def claim(self, holder: str) -> Hold:
        """A person's claim: no call begins from now on. Raises ``user_in_control`` when another person holds the tab."""
        if self.hold is not None:
            raise self._in_control()
        self.hold = Hold(holder)
        self._free.clear()
        return self.hold

    async def take(self, hold: Hold) -> None:
        """Makes the claim exclusive when the call under way has ended; gives it up with ``timeout`` when that does not end."""
        try:
            async with Deadline(TAKE_MS).waiting_for(f"the agent's call on tab {self._browser_id} to end"):
                await self._lock.acquire()
        except BaseException:
            if self.hold is hold:
                self.hold = None
                self._free.set()
            raise
        hold.exclusive = True

    def give_back(self, hold: Hold) -> None:
        """Ends that hold, if it has not ended yet; the calls that waited go on."""
        if self.hold is not hold:
            return
        self.hold = None
        if hold.exclusive:
            self._lock.release()
        self._free.set()

    async def _wait_for_person(self, deadline: Deadline) -> None:
        if self._while_held == "refuse":
            raise self._in_control()
        self.waiting += 1
        self._announce()
        try:
            async with deadline.waiting_for("the person to hand the tab back"):
                await self._free.wait()
        except TimeoutExceeded:
            raise self._in_control() from None
        finally:
            self.waiting -= 1
            self._announce()

    def _in_control(self) -> StateError:
        return StateError(
            f"A person has taken over tab {self._browser_id} and has not handed it back yet.",
            code="user_in_control",
            remedy=Remedy(
                "handoff", {"browser_id": self._browser_id, "reason": "waiting for you to finish"}, hint="waits until they are done"
            ),
            details={"browser_id": self._browser_id},
        )
