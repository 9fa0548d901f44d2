"""The directory: which host has which chat. One of it serves a cluster; another one that starts supersedes it.

The truth lies in the store (:mod:`refbrowser.cluster.store`). The directory keeps time: it gives a chat away when the lease of its
host has ended, or when the host's keeper reports that host and browser have ended. Its own right to do so is a term of the store,
which it looks up before it grants anything: after another directory has begun a term, this one grants no more, and the other one
waits until all earlier grants have lapsed.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from refbrowser.cluster.calls import host_lost
from refbrowser.cluster.fates import Fates
from refbrowser.cluster.ledger import Performed
from refbrowser.cluster.placement import MOST_MEMORY, Candidate, Load, choose, is_crowded
from refbrowser.cluster.records import (
    FAILED_S,
    FRONT_S,
    IDLE_S,
    Bounds,
    ChatRecord,
    Command,
    Grant,
    HostRecord,
    Place,
    Reach,
    Superseded,
)
from refbrowser.cluster.starting import StartingHosts
from refbrowser.cluster.store import Epoch, Store, off_loop
from refbrowser.cluster.timing import Timing
from refbrowser.cluster.wire import Door
from refbrowser.errors import ClusterError, LaunchFailed

KEPT_COMMANDS: Final = 1_000


class Directory:
    """Runs on one event loop, between :meth:`begin` and the end of its process."""

    def __init__(
        self, store: Store, timing: Timing, reach: Reach, bounds: Bounds, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store, self._timing, self._reach, self._bounds, self._clock = store, timing, reach, bounds, clock
        self._term = 0
        self._born = 0.0
        self._verified = float("-inf")
        self._verifying = asyncio.Lock()
        self._hosts: dict[str, HostRecord] = {}
        self._starting = StartingHosts(reach, timing, clock)
        self._failure: tuple[float, str] | None = None
        self._chats: dict[str, ChatRecord] = {}
        self._tenants: dict[str, str] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._fates = Fates(store, timing, clock)
        self._losing: set[str] = set()
        self._commands: list[Command] = []
        self._fronts: dict[str, float] = {}
        self._changed = asyncio.Event()
        self.waiting = self.moves = self.losses = 0

    async def begin(self) -> None:
        """Begin a term. Raises ``unsupported`` for a store that cannot keep two hosts apart."""
        await off_loop(self._store.verify)
        self._term = await off_loop(self._store.claim_term)
        self._born = self._verified = self._clock()
        await self._starting.begin()

    # For hosts

    async def renew(
        self, host: str, held: Mapping[str, int], load: Load, facts: Mapping[str, Any], after: int, door: Door
    ) -> Grant:
        """Renew the host's lease. ``held`` are its chats with their epochs; ``after`` is the number of the last command it has."""
        await self._verify()
        record = self._hosts.get(host)
        if record is None:
            self._starting.discard(host)
            if self._fates.has_ended(host) or await off_loop(self._store.given_up, host):
                return Grant(lost=True)
            record = self._hosts[host] = HostRecord(host, 0.0, door, idle_since=self._clock())
            self._failure = None
        record.deadline = self._clock() + self._timing.lease_s
        # It lives, whatever a front could not reach.
        record.load, record.facts, record.placed, record.suspected = load, facts, 0, False
        for chat, epoch in held.items():
            if (listed := self._chats.get(chat)) is None:
                self._chats[chat] = ChatRecord(Epoch(epoch, host, None), held=True)
            elif listed.epoch.number == epoch and listed.epoch.host == host and not listed.closed:
                listed.held = True
        for chat in record.reported.keys() - held.keys():
            self.released(chat, record.reported[chat])
        record.reported = dict(held)
        if held:
            record.idle_since = self._clock()
        self._notify()
        return Grant(lost=False, commands=tuple(each for each in self._commands if each.number > after))

    async def leave(self, host: str) -> None:
        """The host has ended by itself, with its browser, after it released its chats."""
        await self._lose(host, counted=False)

    def failed(self, host: str, why: str) -> None:
        """A host did not start."""
        self._starting.discard(host)
        self._failure = self._clock(), why
        self._notify()

    # For fronts

    async def locate(self, chat: str, tenant: str = "", call: str = "") -> Place:
        """Return where the chat is; give it to a host if none has it. Wait for the end of the lease of one that does not answer.

        Raises ``chat_limit`` for a tenant that has its chats, ``cluster_full`` where no host takes it, and ``host_lost`` where
        ``call``, the id of a call that its client may have sent before, was begun on a host that ended.
        """
        async with self._locks.setdefault(chat, asyncio.Lock()):
            self.waiting += 1
            try:
                former = await self._known(chat)
                place = await self._located(chat, tenant)
                moved = former is not None and former.epoch.number != place.epoch
                if call and (performed := await self._fates.repeated(call, former.epoch.host if former and moved else None)):
                    raise host_lost(chat, performed, "The host of the chat ended during the call.")
                return place
            finally:
                self.waiting -= 1

    async def suspect(self, host: str) -> None:
        """A front gets no answer from the host: look for its keeper's report."""
        if (record := self._hosts.get(host)) is not None:
            record.suspected = True

    async def fate(self, host: str, call: str, within_s: float) -> Performed | None:
        """As :meth:`Fates.of`, for a front whose call was at work there."""
        return await self._fates.of(call, host, within_s)

    def present(self, front: str) -> None:
        """A front is there."""
        self._fronts[front] = self._clock()

    async def command(self, chat: str | None, command: str, note: str | None) -> None:
        """A person's command, which every host gets with its next renewal."""
        # By the clock: hosts know the numbers of an earlier directory.
        number = max(self._commands[-1].number + 1 if self._commands else 0, time.time_ns() // 1_000_000)
        self._commands = [*self._commands, Command(number, chat, command, note)][-KEPT_COMMANDS:]

    async def close(self, chat: str) -> None:
        """The chat was closed: what is kept of it is deleted; its number goes on."""
        async with self._locks.setdefault(chat, asyncio.Lock()):
            if (record := self._chats.get(chat)) is not None:
                record.held, record.closed = False, True
            self._tenants.pop(chat, None)
            await off_loop(self._store.forget, chat)

    def released(self, chat: str, epoch: int) -> None:
        """The chat's host does not have it by this epoch any more."""
        if (record := self._chats.get(chat)) is not None and record.epoch.number == epoch:
            record.held = False

    # For people

    async def sleep(self, chat: str) -> bool:
        """Have the chat's host write a checkpoint and end it; False where a call is at work."""
        async with self._locks.setdefault(chat, asyncio.Lock()):
            return await self._released(chat)

    async def move(self, chat: str) -> Place | None:
        """Have another host take the chat, from a checkpoint that is written now; None where a call is at work."""
        async with self._locks.setdefault(chat, asyncio.Lock()):
            record = self._chats.get(chat)
            source = record.epoch.host if record is not None and record.held else None
            if not await self._released(chat):
                return None
            self.moves += 1
            return await self._given(chat, but=source)

    async def drain(self, host: str) -> int:
        """Place no chat on the host any more, move its chats away as their calls end, and stop it. Returns how many were moved."""
        if (record := self._hosts.get(host)) is None:
            return 0
        record.draining = True
        moved = 0
        while chats := [chat for chat, each in self._chats.items() if each.held and each.epoch.host == host]:
            for chat in chats:
                async with self._locks.setdefault(chat, asyncio.Lock()):
                    moved += await self._released(chat)
            if host not in self._hosts:
                break
            await self._change(self._timing.look_s)
        self.moves += moved
        await self._reach.stop(host)
        return moved

    def status(self) -> dict[str, Any]:
        """Hosts and chats, as ``refbrowser cluster status`` shows them."""
        moment = self._clock()
        held = [record.epoch.host for record in self._chats.values() if record.held]
        hosts = [record.as_dict(held.count(record.host), moment) for record in self._hosts.values()]
        return {
            "term": self._term, "hosts": hosts, "hosts_starting": len(self._starting), "chats_awake": len(held),
            "chats_asleep": len(self._open) - len(held), "queue": self.waiting, "moves": self.moves, "hosts_lost": self.losses,
            "fronts": len(self._present_fronts()),
        }  # fmt: skip

    def states(self) -> dict[str, tuple[str, str]]:
        """Each chat that is known: whether it is awake, and the host that has it, or had it."""
        return {chat: ("awake" if record.held else "asleep", record.epoch.host) for chat, record in self._open.items()}

    @property
    def _open(self) -> dict[str, ChatRecord]:
        return {chat: record for chat, record in self._chats.items() if not record.closed}

    # Time

    async def watch(self) -> None:
        """Look after leases and the number of hosts, until the term is superseded."""
        while True:
            await self.look()
            await asyncio.sleep(self._timing.look_s)  # time is what is waited for

    async def look(self) -> None:
        """Give up hosts whose lease has ended, or which have ended; start and stop hosts."""
        moment = self._clock()
        for host in tuple(self._losing):
            await self._give_away(host)
        for record in tuple(self._hosts.values()):
            if moment >= record.deadline or (record.suspected and await off_loop(self._store.ended, record.host) is not None):
                await self._lose(record.host)
        if await self._fates.look():
            self._notify()
        await self._size()
        await self._relieve()

    async def _lose(self, host: str, *, counted: bool = True) -> None:
        # First of all it is granted nothing any more, however long the store takes.
        self._hosts.pop(host, None)
        self._fates.add(host)
        self._losing.add(host)
        self.losses += counted
        await self._give_away(host)

    async def _give_away(self, host: str) -> None:
        await off_loop(self._store.give_up, host)
        self._losing.discard(host)
        await self._fates.look()
        for record in self._chats.values():
            if record.epoch.host == host:
                record.held = False
        self._notify()

    async def _size(self) -> None:
        moment = self._clock()
        await self._starting.look()
        hosts = [record for record in self._hosts.values() if not record.draining]
        fronts = self._present_fronts()
        count = len(hosts) + len(self._starting)
        wanted = self._bounds.least if fronts else 0
        if fronts and count >= self._bounds.least and not self._starting and is_crowded(map(self._candidate, hosts)):
            wanted = min(count + 1, self._bounds.most)
        for _ in range(count, wanted):
            await self._starting.start()
        idle = [record for record in hosts if moment - record.idle_since > IDLE_S and not record.load.chats]
        for record in idle[: max(0, count - wanted)]:
            record.draining = True
            await self._reach.stop(record.host)

    async def _relieve(self) -> None:
        """Have a chat of each host whose memory is full rest, between two calls, while another host can take it."""
        room = [record for record in self._hosts.values() if self._candidate(record).has_room and not record.draining]
        for record in tuple(self._hosts.values()):
            if record.load.memory < MOST_MEMORY or not room or self._clock() < record.relieved + self._timing.lease_s:
                continue
            record.relieved = self._clock()
            for chat in [chat for chat, each in self._chats.items() if each.held and each.epoch.host == record.host]:
                async with self._locks.setdefault(chat, asyncio.Lock()):
                    if await self._released(chat):
                        self.moves += 1
                        break

    def _present_fronts(self) -> list[str]:
        moment = self._clock()
        self._fronts = {front: seen for front, seen in self._fronts.items() if moment - seen < FRONT_S}
        return list(self._fronts)

    def _candidate(self, record: HostRecord) -> Candidate:
        return Candidate(record.host, record.load, record.placed, self._bounds.chats)

    # Chats

    async def _located(self, chat: str, tenant: str) -> Place:
        record = await self._known(chat)
        while record is not None and record.held:
            if (present := self._hosts.get(record.epoch.host)) is not None and not present.suspected:
                return self._place(chat, record.epoch)
            # Its host does not answer, but may still have the chat.
            await self._change(self._timing.look_s)
        self._admit(chat, tenant)
        place = await self._given(chat)
        self._tenants[chat] = tenant
        return place

    def _place(self, chat: str, epoch: Epoch) -> Place:
        return Place(chat, epoch.host, epoch.number, epoch.origin, self._hosts[epoch.host].door)

    def _admit(self, chat: str, tenant: str) -> None:
        if tenant and self._bounds.tenant is not None:
            awake = [name for name, each in self._chats.items() if each.held and self._tenants.get(name) == tenant]
            if len(awake) >= self._bounds.tenant and chat not in awake:
                raise ClusterError(
                    f"The chat {chat!r} cannot start: {len(awake)} chats of {tenant!r} are awake, which is its limit.",
                    code="chat_limit",
                    details={"limit": self._bounds.tenant, "tenant": tenant},
                )

    async def _known(self, chat: str) -> ChatRecord | None:
        """What is known of the chat, from the store if this directory is younger than the chat."""
        if (record := self._chats.get(chat)) is not None:
            return record
        epoch = await off_loop(self._store.epoch, chat)
        if epoch is None:
            return None
        # Its host may have it by the grant of an earlier directory, and has until then to say so.
        while epoch.host not in self._hosts and self._clock() < self._born + self._timing.lease_s:
            if self._fates.has_ended(epoch.host) or await off_loop(self._store.given_up, epoch.host):
                break
            await self._change(self._timing.look_s)
        record = self._chats.get(chat) or ChatRecord(epoch, held=epoch.host in self._hosts)
        self._chats[chat] = record
        return record

    async def _given(self, chat: str, but: str | None = None) -> Place:
        """Give the chat to a host. Raises ``cluster_full``."""
        while True:
            await self._verify()
            able = [record for record in self._hosts.values() if not (record.draining or record.suspected)]
            others = [record for record in able if record.host != but] or able
            host = choose(map(self._candidate, others))
            if host is not None:
                record = self._chats.get(chat)
                epoch = await off_loop(self._store.claim, chat, record.epoch if record is not None else None, host)
                if epoch is None:
                    # Another directory's; its term ends this one.
                    self._verified = float("-inf")
                    self._chats.pop(chat, None)
                    await self._known(chat)
                    continue
                self._chats[chat] = ChatRecord(epoch, held=True)
                if (chosen := self._hosts.get(host)) is None:
                    self._chats[chat].held = False
                    continue
                chosen.placed += 1
                return self._place(chat, epoch)
            if others and len(self._hosts) >= self._bounds.most:
                raise ClusterError(
                    f"No host of the cluster takes the chat {chat!r}: all are full, and there are as many as there may be.",
                    code="cluster_full",
                    details={"hosts": len(self._hosts), "most": self._bounds.most},
                )
            if not able and self._failure is not None and self._clock() - self._failure[0] < FAILED_S:
                raise LaunchFailed(f"No host of the cluster starts: {self._failure[1]}")
            await self._change(self._timing.look_s)

    async def _released(self, chat: str) -> bool:
        record = self._chats.get(chat)
        if record is None or not record.held:
            return True
        if not await self._reach.release(record.epoch.host, chat, record.epoch.number):
            return False
        record.held = False
        self._notify()
        return True

    # The term

    async def _verify(self) -> None:
        """Raise :class:`Superseded` if another directory has begun a term, and ``TimeoutError`` if the store does not answer."""
        asked = self._clock()
        if asked - self._verified < self._timing.renew_s:
            return
        async with self._verifying:
            if asked - self._verified < self._timing.renew_s:
                return
            if await off_loop(self._store.superseded, self._term, within_s=self._timing.valid_s):
                raise Superseded
            self._verified = asked

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _change(self, within_s: float) -> None:
        """Return at the next change, or after that time."""
        try:
            async with asyncio.timeout(max(0.0, within_s)):
                await self._changed.wait()
        except TimeoutError:
            return
