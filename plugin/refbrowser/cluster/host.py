"""A host: one process with one browser and many chats, each held by an epoch of its own."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from refbrowser.cluster.calls import Answer, Call, File, already_performed, host_lost
from refbrowser.cluster.fence import Fence
from refbrowser.cluster.keeper import beat, start_keeper
from refbrowser.cluster.ledger import SLOTS, Ledger, Performed, ledger_path
from refbrowser.cluster.measured import Meter
from refbrowser.cluster.news import News
from refbrowser.cluster.placement import Load
from refbrowser.cluster.records import Command, Grant
from refbrowser.cluster.store import Store, off_loop
from refbrowser.cluster.timing import Timing, moment
from refbrowser.cluster.wire import Door, Listener
from refbrowser.errors import ClusterError
from refbrowser.tasks import Tasks

log = logging.getLogger("refbrowser")

KEPT_ANSWERS: Final = 500
"""Answers that a call which is sent again gets once more."""

KEPT_EFFECTS: Final = 200
"""Calls of a chat that are not performed again when they are sent again, after their answers are not kept any more."""

ABANDONED_S: Final = 300.0
"""How long a host waits for a directory that does not answer before it ends."""


class Program(Protocol):
    """What a host runs: the service's browser."""

    async def begin(self, fence: Fence, publish: Callable[[str, Any], int]) -> None:
        """Start. ``publish`` sends news of a kind to every front, and returns how many there are."""
        ...

    def reads(self, call: Call) -> bool:
        """Whether the call does nothing but read."""
        ...

    async def call(self, call: Call) -> tuple[dict[str, Any], Sequence[File]]:
        """Perform the call; the envelope, and the files that it names."""
        ...

    async def wake(self, chat: str, checkpoint: bytes) -> None:
        """Have the chat go on from a checkpoint at its next call."""
        ...

    async def capture(self, chat: str, *, quick: bool = False) -> bytes | None:
        """A checkpoint of the chat, which goes on; None where there is nothing to keep. ``quick``: without asking
        pages."""
        ...

    async def rest(self, chat: str) -> bool:
        """Close the chat's tabs, of which the next checkpoint has all; False where somebody or something is at work in them."""
        ...

    async def end_chat(self, chat: str) -> None:
        """End the chat's browser; what it has stays in its checkpoint."""
        ...

    async def execute(self, command: Command) -> None:
        """Carry out a person's command."""
        ...

    async def ask(self, question: str, arguments: Mapping[str, Any]) -> Any:
        """Answer a front's question that is no call: files, approvals, pictures."""
        ...

    def facts(self) -> Mapping[str, Any]:
        """What people see of the host."""
        ...

    async def end(self) -> None: ...


class Leases(Protocol):
    """The directory, as a host reaches it."""

    async def renew(
        self, host: str, held: Mapping[str, int], load: Load, facts: Mapping[str, Any], after: int, door: Door
    ) -> Grant: ...

    async def leave(self, host: str) -> None: ...


@dataclass(slots=True)
class HeldChat:
    """A chat of this host. ``entry`` ends when the chat is ready for calls; ``number`` is that of its last checkpoint. ``effects``
    are calls that may be sent again by their ids, and have sent input, on this host or an earlier one."""

    epoch: int
    entry: "asyncio.Future[None]"
    number: int = 0
    at_work: set[str] = field(default_factory=set)
    dirty: bool = False
    used: float = 0.0
    saving: "asyncio.Task[None] | None" = None
    effects: dict[str, Performed] = field(default_factory=dict)
    first: asyncio.Lock = field(default_factory=asyncio.Lock)

    def note(self, call: Call, performed: Performed) -> None:
        """Remember that the call may have sent input."""
        if call.named and performed:
            self.effects[call.id] = performed
            for oldest in tuple(self.effects)[:-KEPT_EFFECTS]:
                del self.effects[oldest]


class Host:
    """Runs on one event loop, from :meth:`begin` until :attr:`ended` is set."""

    def __init__(
        self, host: str, program: Program, leases: Leases, store: Store, timing: Timing, checkpoint_s: float, idle_s: float | None
    ) -> None:
        self.host, self._program, self._leases, self._store, self._timing = host, program, leases, store, timing
        self._checkpoint_s, self._idle_s = checkpoint_s, idle_s
        self._ledger = Ledger(ledger_path(host), create=True)
        self.fence = Fence(self._ledger)
        self._held: dict[str, HeldChat] = {}
        self._past: dict[str, int] = {}
        self._answers: OrderedDict[str, asyncio.Task[Answer]] = OrderedDict()
        self._news: dict[str, News] = {}
        self._tasks = Tasks()
        # Each call at work has a place of its own in the ledger.
        self._slots = asyncio.Semaphore(SLOTS // 2)
        self._command = 0
        self._meter = Meter()
        self._keeper: asyncio.subprocess.Process | None = None
        self._listener = Listener({"call": self.call, "cancel": self.cancel, "ask": self.ask, "news": self.news})
        self.ended = asyncio.Event()

    async def begin(self, listen_at: str) -> None:
        """Start the keeper and the browser, and take part from then on; listen for fronts at that address."""
        self._keeper = await start_keeper(self.host, self._ledger, self._store.address, self._timing)
        self._tasks.spawn(beat(self._ledger, self._timing))
        await self._program.begin(self.fence, self._publish)
        self._tasks.spawn(self._renew(await self._listener.begin(listen_at)))

    # For fronts

    async def call(self, call: Call) -> Answer:
        """Perform a call once: one with the id of an earlier call gets its answer. It goes on when its front dies."""
        if (answering := self._answers.get(call.id)) is None or answering.cancelled():
            if not self.fence.open or not await self._has(call):
                return Answer(None, released=call.epoch <= self._past.get(call.chat, 0))
            if (performed := self._held[call.chat].effects.get(call.id)) is not None:
                return Answer(already_performed(call.chat, performed).as_dict())
            # Two fronts may have come this far with one call.
            if (answering := self._answers.get(call.id)) is None or answering.cancelled():
                answering = self._answers[call.id] = self._tasks.spawn(self._performed(call))
                while len(self._answers) > KEPT_ANSWERS:
                    self._answers.popitem(last=False)
        answer = await asyncio.shield(answering)
        if answer.envelope is None:
            # Nothing was done: sent again, it may be performed here.
            self._answers.pop(call.id, None)
        return answer

    async def cancel(self, call_id: str) -> None:
        """The caller of that call has gone."""
        if (task := self._answers.get(call_id)) is not None:
            task.cancel()

    async def ask(self, question: str, arguments: Mapping[str, Any]) -> Any:
        """Answer a front's question that is no call."""
        answer = await self._program.ask(question, arguments)
        if question == "close" and (held := self._held.pop(arguments["chat"], None)) is not None:
            self._past[arguments["chat"]] = held.epoch
        return answer

    async def news(self, front: str, after: int, within_s: float) -> list[tuple[int, str, Any]]:
        """News after the one with that number, as soon as there are any, at the latest ``within_s``: also a sign of life."""
        news = self._news.setdefault(front, News())
        return await news.after(after, within_s)

    # For the directory

    async def release(self, chat: str, epoch: int) -> bool:
        """Write a checkpoint of the chat and end it; False where a call is at work on it."""
        held = self._held.get(chat)
        if held is None or held.epoch != epoch:
            self._past[chat] = max(epoch, self._past.get(chat, 0))
            return True
        if held.at_work or not held.entry.done():
            return False
        # No call begins from here on: it finds that the chat is another host's.
        self._past[chat] = epoch
        if not await self._program.rest(chat) or not await self._save(chat, held) or not await self._hand_on(chat, held):
            del self._past[chat]
            return False
        self._held.pop(chat, None)
        await self._program.end_chat(chat)
        return True

    async def end(self, *, lost: bool = False) -> None:
        """End with all chats: released, or given up where their leases are ``lost``."""
        if self.ended.is_set():
            return
        if not lost:
            for chat, held in tuple(self._held.items()):
                if held.dirty:
                    await self._save(chat, held)
        self.fence.close()
        self.ended.set()
        await self._listener.end()
        await self._program.end()
        await self._tasks.cancel_all(1)
        if self._keeper is not None and self._keeper.stdin is not None:
            self._keeper.stdin.close()

    # Calls

    async def _has(self, call: Call) -> bool:
        """Whether the chat is this host's by the epoch of the call; take it where the epoch is new."""
        held = self._held.get(call.chat)
        if held is not None and held.epoch > call.epoch:
            return False
        if call.epoch <= self._past.get(call.chat, 0):
            return False
        if held is None or held.epoch < call.epoch:
            held = self._held[call.chat] = HeldChat(call.epoch, asyncio.get_running_loop().create_future())
            await self._enter(call, held)
        await held.entry
        return self._held.get(call.chat) is held

    async def _enter(self, call: Call, held: HeldChat) -> None:
        within_s = self._timing.lease_s
        try:
            if call.epoch > 1:
                held.effects = await off_loop(self._store.read_effects, call.chat, call.epoch, within_s=within_s)
            if call.origin is not None:
                checkpoint = await off_loop(self._store.read_checkpoint, call.chat, call.origin, within_s=within_s)
                if checkpoint is not None:
                    await self._program.wake(call.chat, checkpoint)
                else:
                    log.error("The checkpoint %s of the chat %r is gone; it begins anew", call.origin, call.chat)
        except OSError as failure:
            self._held.pop(call.chat, None)
            raise ClusterError(
                f"The cluster's store does not answer ({type(failure).__name__}): the chat {call.chat!r} cannot go on yet.",
                code="cluster_unreachable",
            ) from failure
        except BaseException:
            self._held.pop(call.chat, None)
            raise
        finally:
            held.entry.set_result(None)

    async def _performed(self, call: Call) -> Answer:
        held = self._held.get(call.chat)
        if held is None:
            return Answer(None)
        held.at_work.add(call.id)
        try:
            async with self._slots:
                with self.fence.call(call.id, reads=self._program.reads(call)) as performed:
                    try:
                        envelope, files = await self._program.call(call)
                    finally:
                        held.note(call, performed())
                    if not self.fence.open and not envelope["ok"]:
                        lost = host_lost(call.chat, performed(), "The host of the chat lost its lease during the call.")
                        envelope, files = lost.as_dict(), ()
                if call.origin is None and not held.number:
                    # Until there is a checkpoint, the chat would end with its host.
                    async with held.first:
                        if not held.number:
                            await self._save(call.chat, held, quick=True)
            return Answer(envelope, tuple(files))
        finally:
            held.at_work.discard(call.id)
            held.used = time.monotonic()
            held.dirty = True
            if held.saving is None or held.saving.done():
                held.saving = self._tasks.spawn(self._save_soon(call.chat, held))

    # Checkpoints

    async def _save_soon(self, chat: str, held: HeldChat) -> None:
        while held.dirty and self._held.get(chat) is held:
            await asyncio.sleep(self._checkpoint_s)  # further calls, which one checkpoint serves
            if self._held.get(chat) is held:
                await self._save(chat, held)

    async def _save(self, chat: str, held: HeldChat, *, quick: bool = False) -> bool:
        """Write a checkpoint. False where none was written, or the lease lapsed before it had been."""
        if not self.fence.open:
            # It stays to be written: the next grant may come in time.
            held.dirty = True
            return False
        held.dirty = False
        try:
            data = await self._program.capture(chat, quick=quick)
            if data is None:
                return True
            if not self.fence.open:
                return False
            held.number += 1
            within_s = self._timing.lease_s
            await off_loop(self._store.write_checkpoint, chat, held.epoch, held.number, data, within_s=within_s)
        except Exception:
            held.dirty = True
            log.exception("No checkpoint of the chat %r was written", chat)
            return False
        return self.fence.open

    async def _hand_on(self, chat: str, held: HeldChat) -> bool:
        """Write down for the chat's next host what it must not do again; False where that failed, or the lease lapsed."""
        try:
            if held.effects:
                await off_loop(self._store.write_effects, chat, held.epoch, held.effects, within_s=self._timing.lease_s)
        except OSError as failure:
            log.warning("The chat %r stays: its store does not answer: %s", chat, type(failure).__name__)
            return False
        return self.fence.open

    # Time

    async def _renew(self, door: Door) -> None:
        granted = moment()
        while not self.ended.is_set():
            asked = moment()
            try:
                async with asyncio.timeout(self._timing.valid_s):
                    grant = await self._leases.renew(
                        self.host, {chat: held.epoch for chat, held in self._held.items()},
                        self._meter.read(len(self._held)), self._program.facts(), self._command, door,
                    )  # fmt: skip
            except Exception as failure:
                log.warning("The lease of host %s was not renewed: %s", self.host, type(failure).__name__)
                grant = None
            abandoned = grant is None and asked - granted > ABANDONED_S
            if abandoned or (grant is not None and grant.lost):
                log.error("Host %s ends: its chats are elsewhere, or no directory has answered for long", self.host)
                await self.end(lost=True)
                return
            if grant is not None:
                granted = asked
                self.fence.extend(asked + self._timing.valid_s)
                await self._execute(grant.commands)
                await self._release_idle()
            await asyncio.sleep(max(0.0, self._timing.renew_s - (moment() - asked)))  # time is what is waited for

    async def _release_idle(self) -> None:
        """Have chats sleep in their checkpoints that no call was made in for long: their next call may go to any host."""
        for chat, held in tuple(self._held.items()):
            if self._idle_s is not None and held.used and time.monotonic() - held.used > self._idle_s:
                await self.release(chat, held.epoch)

    async def _execute(self, commands: Sequence[Command]) -> None:
        for command in commands:
            self._command = max(self._command, command.number)
            await self._program.execute(command)

    def _publish(self, kind: str, value: Any) -> int:
        published_at = time.monotonic()
        self._news = {front: news for front, news in self._news.items() if published_at - news.fetched < self._timing.lease_s}
        for news in self._news.values():
            news.add(kind, value)
        return len(self._news)


def new_host_id() -> str:
    """An id that no other host ever has: the host of a process that was restarted is another one."""
    return secrets.token_hex(8)
