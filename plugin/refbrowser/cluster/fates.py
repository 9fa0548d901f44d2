"""What became of the calls of hosts that ended, as their keepers report it to the store."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from refbrowser.cluster.ledger import Performed
from refbrowser.cluster.store import Store, off_loop
from refbrowser.cluster.timing import Timing

KEPT_CALLS: Final = 10_000
"""Calls of ended hosts that are remembered."""

REPORT_S: Final = 120.0
"""How long after a host's end its keeper's report is looked for: a machine that died with its keeper never reports."""


class Fates:
    """The hosts that were given up, and whether the input of their calls was sent."""

    def __init__(self, store: Store, timing: Timing, clock: Callable[[], float]) -> None:
        self._store, self._timing, self._clock = store, timing, clock
        self._performed: OrderedDict[str, Performed] = OrderedDict()
        self._given_up: dict[str, float] = {}
        self._reported: set[str] = set()

    def add(self, host: str) -> None:
        """The host was given up."""
        self._given_up.setdefault(host, self._clock())

    def has_ended(self, host: str) -> bool:
        return host in self._given_up

    async def look(self) -> bool:
        """Read the reports that have come; whether there were any."""
        recent = self._clock() - REPORT_S
        waited_for = [host for host, moment in self._given_up.items() if moment > recent and host not in self._reported]
        return any([await self.read(host) for host in waited_for])

    async def read(self, host: str) -> bool:
        """Read the report of one host, also of one that an earlier directory gave up; whether there is one."""
        if host in self._reported:
            return True
        calls = await off_loop(self._store.ended, host)
        if calls is None:
            return False
        self.add(host)
        self._performed.update(calls)
        self._reported.add(host)
        while len(self._performed) > KEPT_CALLS:
            self._performed.popitem(last=False)
        return True

    async def of(self, call: str, host: str, within_s: float) -> Performed | None:
        """Whether the input of a call was sent by ``host``, as soon as its keeper has reported; ``"unknown"`` where it does not
        report in time."""
        ends = self._clock() + within_s
        while not await self.read(host):
            if self._clock() >= ends:
                return "unknown"
            await asyncio.sleep(self._timing.look_s)  # time is what is waited for
        return self._performed.get(call)

    async def repeated(self, call: str, former: str | None) -> Performed | None:
        """Whether the input of a call that may have been sent before was sent by a host that ended. ``former`` had the chat until
        now, and its report is waited for if it ended."""
        if former is not None and (self.has_ended(former) or await off_loop(self._store.given_up, former)):
            return await self.of(call, former, self._timing.lease_s)
        return self._performed.get(call)
