"""A person stops, pauses, resumes and steps through the calls of a chat."""

import asyncio
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Container, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar, get_args

from refbrowser.browser.deadline import Deadline
from refbrowser.errors import CallError, RefbrowserError, StateError
from refbrowser.settings import Settings

T = TypeVar("T")

State = Literal["running", "paused", "stopped"]
Command = Literal["stop", "pause", "resume", "step"]

MOST_NOTE: Final = 2_000
"""Characters of a person's note to the agent."""

ANSWERED: Final = frozenset({"list", "state", "downloads", "console", "network", "frames", "secrets"})
"""Actions that report what is known already. They answer while the chat is paused or stopped."""


@dataclass(frozen=True, slots=True)
class ControlState:
    """Whether the calls of ``chat`` run. ``note`` is what the person wrote for the agent, ``since_ms`` (Unix milliseconds) when the
    state began, ``waiting`` the number of calls that the pause holds."""

    chat: str
    state: State
    note: str | None
    since_ms: int | None
    waiting: int

    def as_dict(self) -> dict[str, Any]:
        """The wire form: ``{chat, state, note, since_ms, waiting}``."""
        return {
            "chat": self.chat, "state": self.state, "note": self.note, "since_ms": self.since_ms, "waiting": self.waiting,
        }  # fmt: skip


class CallControl:
    """The control of one chat. Lives on the browser's event loop; ``announce`` is called after every change."""

    def __init__(self, chat: str, settings: Settings, announce: Callable[[], None]) -> None:
        self.chat = chat
        self._settings = settings
        self._announce = announce
        self._state: State = "running"
        self._note: str | None = None
        self._note_read = False
        self._since_ms: int | None = None
        self._one_more = False
        self._waiting: deque[CallPassage] = deque()
        self._stops: set[asyncio.Future[RefbrowserError]] = set()
        self._cleaning: set[asyncio.Task[Any]] = set()

    @property
    def state(self) -> ControlState:
        return ControlState(self.chat, self._state, self._note, self._since_ms, len(self._waiting))

    @property
    def note_read(self) -> bool:
        """Whether an answer to the agent has had the note."""
        return self._note_read

    def retract_note(self) -> bool:
        """Take back the note; return whether the agent has not read it."""
        if self._note_read:
            return False
        self._note = None
        self._announce()
        return True

    @property
    def running(self) -> bool:
        """Whether calls run without being held or refused."""
        return self._state == "running"

    def execute(self, command: Command, note: str | None = None) -> None:
        """Carry out a person's command. Raises ``invalid_arguments`` for an unknown one."""
        if command not in get_args(Command):
            raise CallError(f"The command must be one of {', '.join(get_args(Command))}, not {str(command)[:40]!r}.")
        note = str(note).strip()[:MOST_NOTE] or None if note is not None else None
        if command == "resume":
            self._become("running", None)
            self._release_all()
        elif command == "stop":
            self._become("stopped", note)
            self.end(self._stopped)
            for ended in self._stops:
                if not ended.done():
                    ended.set_result(self._stopped())
        elif command == "pause" and self._state == "stopped":
            # A stop is more than a pause, and is ended by `resume` alone.
            self._write(note if note is not None else self._note)
        else:
            self._become("paused", note if note is not None or self._state != "paused" else self._note)
            if command == "step":
                self._step()
        self._announce()

    def end(self, why: Callable[[], RefbrowserError]) -> None:
        """The chat or its browser is closed: the calls that wait fail with what ``why`` makes."""
        for passage in self._waiting:
            passage.fail(why())

    def passage(self, action: str, *, in_sequence: bool = False) -> "CallPassage":
        """What a call of ``action`` passes before it begins; ``in_sequence``: its batch has the tab reserved."""
        return CallPassage(self, action, in_sequence, always=action in ANSWERED)

    async def stoppable(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of ``work``. Raises ``stopped_by_person`` as soon as a person stops the chat, while ``work`` is cancelled and
        cleans up: a page that hangs delays that, and its tab's turn is held until then."""
        stop: asyncio.Future[RefbrowserError] = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(work)
        self._stops.add(stop)
        try:
            ends: set[asyncio.Future[Any]] = {task, stop}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            raise stop.result()
        except asyncio.CancelledError:
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
            raise
        finally:
            self._stops.discard(stop)
            if not task.done():
                task.cancel()
                self._cleaning.add(task)
                task.add_done_callback(self._cleaned)

    def _cleaned(self, task: "asyncio.Task[Any]") -> None:
        self._cleaning.discard(task)
        if not task.cancelled():
            task.exception()  # the call was answered already; the failure of its cancelled work is not an answer

    def _become(self, state: State, note: str | None) -> None:
        if state != self._state:
            self._since_ms = int(time.time() * 1000) if state != "running" else None
        self._state, self._one_more = state, False
        self._write(note)

    def _write(self, note: str | None) -> None:
        if note != self._note:
            self._note, self._note_read = note, False

    def _step(self) -> None:
        if self._waiting:
            self._waiting[0].grant()
        else:
            self._one_more = True

    def _release_all(self) -> None:
        for passage in self._waiting:
            passage.wake()

    def _stopped(self) -> RefbrowserError:
        self._note_read = True
        return stopped_by_person(self.chat, self._note)

    def _paused(self) -> RefbrowserError:
        self._note_read = True
        return paused_by_person(self.chat, self._note)

    # For passages

    def take_step(self) -> bool:
        """Whether a person let the next call through when none waited; once."""
        taken, self._one_more = self._one_more, False
        return taken

    def refusal(self) -> RefbrowserError | None:
        """Why a call fails now instead of waiting; None if it waits."""
        if self._state == "stopped":
            return self._stopped()
        if self._state == "paused" and self._settings.while_paused == "refuse":
            return self._paused()
        return None

    async def hold(self, passage: "CallPassage", released: "asyncio.Future[None]") -> None:
        """Wait in line until ``released`` is resolved. Raises ``paused_by_person`` after ``pause_ms``."""
        self._waiting.append(passage)
        self._announce()
        try:
            async with asyncio.timeout(self._settings.pause_ms / 1000):
                await released
        except TimeoutError:
            raise self._paused() from None
        finally:
            self._waiting.remove(passage)
            self._announce()


@dataclass(slots=True, eq=False)
class CallPassage:
    """One call's way past a person's pause. ``granted`` once a person let this call through by a step, for all of its life."""

    _control: CallControl
    action: str
    in_sequence: bool = False
    always: bool = False
    granted: bool = False
    _released: "asyncio.Future[None] | None" = field(default=None)

    @property
    def open(self) -> bool:
        """Whether the call may begin now."""
        return self._control.running or self.always or self.granted

    async def wait(self, deadline: Deadline) -> None:
        """Return when the call may begin; the deadline stands still. Raises ``stopped_by_person`` and ``paused_by_person``."""
        while not self.open:
            if (refusal := self._control.refusal()) is not None:
                raise refusal
            if self._control.take_step():
                self.granted = True
                return
            self._released = asyncio.get_running_loop().create_future()
            with deadline.standing_still():
                await self._control.hold(self, self._released)

    def grant(self) -> None:
        """A step: this call, and no other, goes on."""
        self.granted = True
        self.wake()

    def wake(self) -> None:
        """The call looks again whether it may begin."""
        if self._released is not None and not self._released.done():
            self._released.set_result(None)

    def fail(self, why: RefbrowserError) -> None:
        """The call ends with ``why``."""
        if self._released is not None and not self._released.done():
            self._released.set_exception(why)


class Controls:
    """The controls of one browser's chats. One that is not running outlives its chat: closing a chat undoes no stop."""

    def __init__(self, settings: Settings, announce: Callable[[str], None]) -> None:
        self._settings = settings
        self._announce = announce
        self._by_chat: dict[str, CallControl] = {}
        self._for_new: tuple[Command, str | None] | None = None

    def has(self, chat: str) -> bool:
        """Whether there is a control of that chat already."""
        return chat in self._by_chat

    def of(self, chat: str) -> CallControl:
        """The control of that chat, which a command for all chats applies to as well if it is new."""
        control = self._by_chat.get(chat)
        if control is None:
            control = self._by_chat[chat] = CallControl(chat, self._settings, lambda: self._announce(chat))
            if self._for_new is not None:
                control.execute(*self._for_new)
        return control

    def execute_all(self, command: Command, note: str | None = None) -> None:
        """Carry out a command for every chat. ``stop`` and ``pause`` also apply to chats that begin later, until ``resume``."""
        for control in self._controls():
            control.execute(command, note)
        if command == "pause" and self._for_new is not None and self._for_new[0] == "stop":
            return
        if command != "step":
            self._for_new = (command, note) if command != "resume" else None

    def states(self) -> list[ControlState]:
        return [control.state for control in self._controls()]

    def forget(self, chat: str, why: Callable[[], RefbrowserError]) -> None:
        """The chat was closed; calls that waited fail with ``why``."""
        if (control := self._by_chat.get(chat)) is not None:
            control.end(why)
            if control.running:
                del self._by_chat[chat]

    def forget_running(self, *, but: Container[str]) -> None:
        """Forget the controls that stop nothing any more, except those of the chats ``but``."""
        for control in self._controls():
            if control.running and control.chat not in but:
                del self._by_chat[control.chat]

    def end(self, why: Callable[[], RefbrowserError]) -> None:
        """The browser was closed; calls that waited fail with what ``why`` makes."""
        for control in self._controls():
            control.end(why)

    def _controls(self) -> Iterator[CallControl]:
        yield from tuple(self._by_chat.values())


def stopped_by_person(chat: str, note: str | None) -> StateError:
    """The error of a call that a person's stop ended or keeps from beginning."""
    return StateError(
        f"A person stopped the chat {chat!r}{_said(note)} "
        "Every call is refused until they resume it: end your turn and report to them.",
        code="stopped_by_person",
        details={"chat": chat, **({"note": note} if note else {})},
    )


def paused_by_person(chat: str, note: str | None) -> StateError:
    """The error of a call that a person's pause keeps from beginning."""
    return StateError(
        f"A person paused the chat {chat!r}{_said(note)} Nothing was done; try again later.",
        code="paused_by_person",
        details={"chat": chat, **({"note": note} if note else {})},
    )


def _said(note: str | None) -> str:
    return f", saying: {' '.join(note.split())}." if note else "."


S = TypeVar("S")


class Controllable(Generic[S]):
    """What a person stops, pauses, resumes and steps through. Each command returns what the chat does then; for a browser, what
    each chat does. All raise ``browser_closed``."""

    @abstractmethod
    async def controlled(self, command: Command, note: str | None = None) -> S:
        """Carry out the command."""

    async def stop(self, note: str | None = None) -> S:
        """End the calls under way and refuse later ones with ``stopped_by_person`` until ``resume``; ``note`` is read by the agent.
        The tabs stay as they are."""
        return await self.controlled("stop", note)

    async def pause(self, note: str | None = None) -> S:
        """Hold the next call of every tab until ``resume`` or ``step``; the call under way ends as usual."""
        return await self.controlled("pause", note)

    async def resume(self) -> S:
        """Let calls run again after ``stop`` or ``pause``."""
        return await self.controlled("resume")

    async def step(self) -> S:
        """Let one call through, the one that has waited longest or else the next one, and stay paused."""
        return await self.controlled("step")
