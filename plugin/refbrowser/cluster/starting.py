"""The hosts that were started and have not registered yet."""

from collections.abc import Callable

from refbrowser.cluster.records import START_S, Reach
from refbrowser.cluster.timing import Timing


class StartingHosts:
    """Counts each until it registers, fails, or its process is gone: not until a time has passed, after which one more would be
    started on a machine that is slow because so much starts on it."""

    def __init__(self, reach: Reach, timing: Timing, clock: Callable[[], float]) -> None:
        self._reach, self._timing, self._clock = reach, timing, clock
        self._began: dict[str, float] = {}
        self._looked = float("-inf")

    def __len__(self) -> int:
        return len(self._began)

    async def begin(self) -> None:
        """Count those that an earlier directory started."""
        self._began = dict.fromkeys(await self._reach.running(), self._clock())

    async def start(self) -> None:
        """Start one more."""
        self._began[await self._reach.start()] = self._clock()

    def discard(self, host: str) -> None:
        """The host has registered, or has failed to start."""
        self._began.pop(host, None)

    async def look(self) -> None:
        """Forget hosts whose processes are gone, and stop those that take too long."""
        moment = self._clock()
        if not self._began or moment - self._looked < self._timing.renew_s:
            return
        self._looked = moment
        running = await self._reach.running()
        for host, began in tuple(self._began.items()):
            if host not in running:
                self.discard(host)
            elif moment - began > START_S:
                self.discard(host)
                await self._reach.stop(host)
