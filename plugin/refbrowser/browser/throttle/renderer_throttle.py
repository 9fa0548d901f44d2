"""Back-pressure on pages that flood the browser: their renderers are paused until what they sent has been processed.

A page can send Chromium's browser process, the driver and this process more than they can handle: console lines, requests,
history entries. All chats share these three, and none of them limits what a renderer sends. The protocol cannot limit it either:
a page in a loop receives no command, and throttling by the protocol spares workers. So the renderer is stopped and continued by
signals, in turns that adapt to how long its output takes to process. Nothing is lost; the page is slowed down.

Measured while a page writes 4 000 console lines a millisecond: another chat gets 36 answers in nine seconds, half of them
within 9 ms; without this three, each after eight seconds.

Linux alone, and local browsers alone. Elsewhere nothing is watched, and pages are not slowed down.
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from typing import Final, Protocol

from refbrowser.browser.launch import os_processes
from refbrowser.browser.launch.os_processes import ProcessId
from refbrowser.browser.throttle.pause_guard import PauseGuard
from refbrowser.browser.throttle.traffic import Allowance, Traffic
from refbrowser.posix import resume, suspend

WATCH_S: Final = 0.03
"""How often the load is looked at. One look reads three files of /proc."""

REST_S: Final = 0.06
"""How often it is looked at once the processes have been idle for :data:`QUIET_S`. A page can write thousands of lines to
its console in a millisecond."""

QUIET_S: Final = 3.0

_IDLE: Final = 0.05
"""The share of one core below which a process is idle."""

_BUSY: Final = 0.6
"""The share of one core from which on a process may be the bottleneck."""

_HOT: Final = 0.5
"""The share of the busiest renderer's processor time from which on another one may be what floods too."""

_AT_WORK: Final = 0.05
"""The share of one core from which on a renderer may be what floods, also where many processes compete for the cores."""

_MOMENT_S: Final = 0.1
"""How long is looked at what comes of a queue."""

_SLOW_S: Final = 0.05
"""A round trip through the driver and Chromium takes one or two milliseconds; from here on there is a queue."""

_LATE_S: Final = 0.01
"""From here on there may be one, and the renderers are compared while that is found out."""

_TURN_S: Final = 0.02
"""How long renderers are compared for, and how often the queue is looked at within a turn."""

_FIRST_TURN_S: Final = 0.005
"""The first turn. One that does not flood runs freely after ten."""

_OTHERS_S: Final = 0.25
"""A queue that takes longer than that to empty may be filled by renderers that are not paused: one that has just started, say."""

_LONGEST_PAUSE_S: Final = 10.0
"""A queue that is not empty by then may have another cause."""

_DRAINED: Final = 2.0
"""How many times as long as the next round trip, for which nothing can have queued, the queue of a flood takes at least. Else it is
the machine that is slow, unless the queue held :data:`_MANY` events."""

_MANY: Final = 100

_FEW: Final = 5
"""Where fewer events came in the first :data:`_OTHERS_S` of a pause, it is the machine that is slow."""

_FLOOD: Final = 500
"""So many events of one turn are a flood's, whatever the machine: the next turn may last longer than it should."""

_BACKLOG_S: Final = 0.04
"""How long what comes of one turn should take to process: a call of another chat may have to wait for it."""

_RESTS: Final = 20.0
"""How many times as long as that the others' turn is: that few of their calls have to wait."""

_LONGEST_REST_S: Final = 1.0
_SHORTEST_TURN_S: Final = 0.001
_FREE_TURN_S: Final = 0.25
"""A renderer that may run this long without a queue floods no longer."""

_FREE_TURN_OF_SLOWED_S: Final = 1.0
"""The same of one that has flooded much, and may do so again."""

_LENGTHENED: Final = 1.5
"""By how much a turn is longer than the one before, which made little."""

_REMEMBERED_S: Final = 20.0
"""How long the turn that a renderer had last is where it begins when it floods again."""


class Pauses(Protocol):
    """Learns of the pauses."""

    def paused(self, renderer: ProcessId, seconds: float) -> None:
        """The renderer was paused for so long."""
        ...

    def over(self) -> None:
        """No renderer is paused any more."""
        ...

    def traffic(self) -> Traffic:
        """What pages have sent so far."""
        ...


class RendererThrottle:
    """Watches one Chromium and its driver. ``round_trip`` passes through both."""

    def __init__(
        self, browser: ProcessId, driver: ProcessId | None, round_trip: Callable[[], Awaitable[object]], pauses: Pauses
    ) -> None:
        self._browser = browser
        self._watched = [os.getpid(), browser.pid, *([driver.pid] if driver is not None else [])]
        self._round_trip = round_trip
        self._pauses = pauses
        self._guard = PauseGuard()
        self._stopped: set[ProcessId] = set()
        self._work: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._ended = False
        self._interval = WATCH_S
        self._busy_at = time.monotonic()
        self._allowance = Allowance()
        self._renderers: list[ProcessId] = []
        self._slowed: set[ProcessId] = set()
        self._turn_of: dict[ProcessId, tuple[float, float]] = {}
        self._last = self._load()

    def start(self) -> None:
        """Watches from now on."""
        self._last = self._load()
        self._busy_at = self._last[0]
        self._watch(WATCH_S)

    async def stop(self) -> None:
        """Lets every renderer run, and watches no longer."""
        self._ended = True
        if self._timer is not None:
            self._timer.cancel()
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait({self._work})
        self._guard.stop()

    def _look(self) -> None:
        before, self._last = self._last, self._load()
        elapsed = self._last[0] - before[0]
        highest = max(after - then for then, after in zip(before[1:], self._last[1:], strict=True))
        if highest > _BUSY * elapsed:
            self._work = asyncio.ensure_future(self._regulate())
            return
        if highest > _IDLE * elapsed:
            self._busy_at = self._last[0]
        self._watch(WATCH_S if self._last[0] - self._busy_at < QUIET_S else REST_S)

    def _watch(self, interval: float) -> None:
        self._interval = interval
        self._timer = asyncio.get_running_loop().call_later(interval, self._look)

    def _load(self) -> list[float]:
        """Now, and the seconds for which the watched threads, and this one, have run or waited for a processor."""
        return [time.monotonic(), *(os_processes.main_thread_demand(pid) for pid in self._watched)]

    async def _regulate(self) -> None:
        try:
            before = self._pauses.traffic()
            queue = self._queue()
            hot: asyncio.Task[list[ProcessId]] | None = None
            try:
                if await _done(queue, _LATE_S):
                    return
                hot = asyncio.ensure_future(self._hot())
                if await _done(queue, _SLOW_S - _LATE_S):
                    return
                compared, loading = time.monotonic(), await self._is_of_loading_pages(queue, before)
                if loading:
                    return
                found = await hot
                if time.monotonic() - compared > 2 * _MOMENT_S:
                    # Of those that were: to list the processes again takes a while on a busy machine, and the flood goes on.
                    found = await self._at_work(found) or await self._hot()
                await self._in_turns(found, queue)
            finally:
                queue.cancel()
                if hot is not None:
                    hot.cancel()
        finally:
            self._continue()
            self._pauses.over()
            self._work = None
            if not self._ended:
                self.start()

    async def _is_of_loading_pages(self, queue: "asyncio.Future[object]", before: Traffic) -> bool:
        """Waits until the queue is empty, for as long as what comes of it is documents that load; whether that was all. ``before``
        is what had come when it began."""
        while (traffic := self._pauses.traffic()).is_loading_since(before):
            unseen, before, began = traffic.loading == before.loading, traffic, time.monotonic()
            if await _done(queue, _MOMENT_S):
                return True
            if not self._allowance.spend(time.monotonic() - began, unseen=unseen):
                return False
        return False

    async def _hot(self) -> list[ProcessId]:
        """The renderers that are at work now."""
        # In a thread: where many processes run, to go through them takes longer than the event loop may be held up.
        renderers = await asyncio.to_thread(os_processes.of_type, self._browser.pid, "renderer", self._renderers)
        self._renderers = renderers
        return await self._at_work(renderers)

    async def _at_work(self, renderers: list[ProcessId]) -> list[ProcessId]:
        """Those of ``renderers`` that are at work now."""
        began, before = time.monotonic(), {renderer: os_processes.process_time(renderer.pid) for renderer in renderers}
        await asyncio.sleep(_TURN_S)  # the time for which they are compared
        took = {renderer: os_processes.process_time(renderer.pid) - then for renderer, then in before.items()}
        least = max(_HOT * max(took.values(), default=0.0), _AT_WORK * (time.monotonic() - began))
        return [renderer for renderer, seconds in took.items() if seconds >= least]

    async def _in_turns(self, hot: Iterable[ProcessId], queue: "asyncio.Future[object]") -> None:
        """Lets the ``hot`` renderers run for short turns, each when the output of the one before has been processed."""
        hot = [renderer for renderer in hot if renderer.alive]
        if not hot or not self._guard.start():
            return
        turn, ran = self._first_turn(hot), 2 * _SLOW_S
        # A turn that was ended by a queue was not free.
        while hot and (turn < self._free_turn(hot) or not await _done(queue, _LATE_S)):
            before = self._pauses.traffic()
            took, drained = await self._pause(hot, queue)
            sent = self._pauses.traffic().others - before.others
            if sent < _MANY and took < _DRAINED * drained and (took > _SLOW_S or not self._are_slowed(hot)):
                return
            # What made too much ran for longer than its turn where this process had to wait for a core.
            turn = _LENGTHENED * turn if took < _BACKLOG_S else max(_SHORTEST_TURN_S, min(turn, ran * _BACKLOG_S / took))
            self._remember(hot, turn)
            if turn < _FIRST_TURN_S or sent >= _FLOOD:
                self._slow(hot)
            began = time.monotonic()
            queue = await self._let_run(turn)
            ran = time.monotonic() - began
            hot = [renderer for renderer in hot if renderer.alive]

    def _slow(self, renderers: Iterable[ProcessId]) -> None:
        """Lower the priority of renderers that flood: a turn gets longer where this process has to wait for a core to end it."""
        for renderer in renderers:
            if renderer not in self._slowed:
                self._slowed.add(renderer)
                os_processes.lower_priority(renderer.pid)

    def _are_slowed(self, hot: Iterable[ProcessId]) -> bool:
        """Return whether one of these renderers is known to flood."""
        return not self._slowed.isdisjoint(hot)

    def _free_turn(self, hot: Iterable[ProcessId]) -> float:
        return _FREE_TURN_OF_SLOWED_S if self._are_slowed(hot) else _FREE_TURN_S

    def _first_turn(self, hot: Iterable[ProcessId]) -> float:
        """The first turn of renderers: the shortest that one of them had a while ago."""
        moment = time.monotonic()
        self._turn_of = {renderer: (turn, at) for renderer, (turn, at) in self._turn_of.items() if moment - at < _REMEMBERED_S}
        return min((self._turn_of[renderer][0] for renderer in hot if renderer in self._turn_of), default=_FIRST_TURN_S)

    def _remember(self, hot: Iterable[ProcessId], turn: float) -> None:
        self._turn_of |= dict.fromkeys(hot, (turn, time.monotonic()))

    async def _let_run(self, turn: float) -> "asyncio.Future[object]":
        """The renderers' turn: it ends early when a queue has formed, which the answer then waits for."""
        if turn < _TURN_S:
            # Shorter than a round trip may take.
            await asyncio.sleep(turn)
            return self._queue()
        until = time.monotonic() + turn
        queue = self._queue()
        while (remaining_s := until - time.monotonic()) > 0:
            if not await _done(queue, min(remaining_s, _SLOW_S)):
                break
            await asyncio.sleep(min(max(0.0, until - time.monotonic()), _TURN_S))  # no event says that output is piling up
            queue = self._queue()
        return queue

    async def _pause(self, renderers: list[ProcessId], queue: "asyncio.Future[object]") -> tuple[float, float]:
        """Stops the renderers until the queue is empty, and for a while that is left to others. Adds to them what is at work
        while it does not empty. Returns the time it took to empty, and that of another round trip after that."""
        began, sent = time.monotonic(), self._pauses.traffic().others
        self._stop_renderers(renderers)
        try:
            others: list[ProcessId] = []
            while not others and not await _done(queue, _OTHERS_S) and time.monotonic() - began < _LONGEST_PAUSE_S:
                if not self._are_slowed(renderers) and self._pauses.traffic().others - sent < _FEW:
                    return _OTHERS_S, _OTHERS_S
                renderers += (others := [renderer for renderer in await self._hot() if renderer not in self._stopped])
                self._stop_renderers(others)
            await _done(queue, max(0.0, began + _LONGEST_PAUSE_S - time.monotonic()))
            took = time.monotonic() - began
            await _done(empty := self._queue(), min(took, _LONGEST_REST_S))
            empty.cancel()
            drained = time.monotonic() - began - took
            if not (traffic := self._pauses.traffic()).awaited:
                return took, drained
            # The other renderers' turn.
            floods = traffic.others - sent >= _MANY or self._are_slowed(renderers)
            rest = took * (_RESTS if took > _LATE_S and floods else 1.0)
            await asyncio.sleep(max(0.0, min(rest, _LONGEST_REST_S) - drained))
        finally:
            queue.cancel()
            lasted = time.monotonic() - began
            for renderer in self._stopped:
                self._pauses.paused(renderer, lasted)
            self._continue()
        return took, drained

    def _stop_renderers(self, renderers: Collection[ProcessId]) -> None:
        self._guard.paused(renderer.pid for renderer in (*self._stopped, *renderers))
        for renderer in renderers:
            with suppress(OSError):
                suspend(renderer.pid)
                self._stopped.add(renderer)

    def _continue(self) -> None:
        while self._stopped:
            renderer = self._stopped.pop()
            if renderer.alive:
                with suppress(OSError):
                    resume(renderer.pid)
        self._guard.paused(())

    def _queue(self) -> "asyncio.Future[object]":
        """Resolves when all that was sent before has been processed."""
        queue = asyncio.ensure_future(self._round_trip())
        queue.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        return queue


async def _done(future: "asyncio.Future[object]", most_s: float) -> bool:
    await asyncio.wait({future}, timeout=most_s)
    return future.done()
