"""Which renderers are paused while the browser has more to do than it can."""

import asyncio
import itertools
import os
import sys

import psutil
import pytest

from refbrowser.browser.launch import os_processes
from refbrowser.browser.launch.os_processes import ProcessId
from refbrowser.browser.throttle.renderer_throttle import QUIET_S, REST_S, WATCH_S, RendererThrottle
from refbrowser.browser.throttle.traffic import Traffic
from tests.support.waiting import until


class NoPauses:
    def paused(self, renderer: ProcessId, seconds: float) -> None: ...

    def over(self) -> None: ...

    def traffic(self) -> Traffic:
        return Traffic(0, 0, arriving=False)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="renderers are paused on Linux alone")
@pytest.mark.parametrize(("work", "hot"), [("exec sleep 60", 0), ("while :; do :; done", 1)])
async def test_only_a_renderer_at_work_can_be_what_floods(work: str, hot: int, monkeypatch: pytest.MonkeyPatch) -> None:
    process = await asyncio.create_subprocess_exec("sh", "-c", work)
    try:
        # The shell's own start is over.
        await until(lambda: psutil.Process(process.pid).status() == (psutil.STATUS_RUNNING if hot else psutil.STATUS_SLEEPING))
        renderer = os_processes.identify(process.pid)
        assert renderer is not None
        monkeypatch.setattr(os_processes, "of_type", lambda *_: [renderer])
        own = os_processes.identify(os.getpid())
        assert own is not None
        throttle = RendererThrottle(own, None, asyncio.Event().wait, NoPauses())
        found = []
        for _ in range(5 if hot else 1):
            # Beside others that are at work it may get too little of a core at first.
            found = await throttle._hot()
            if found:
                break
        assert len(found) == hot
    finally:
        process.kill()
        await process.wait()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="renderers are paused on Linux alone")
@pytest.mark.parametrize("floods", [True, False])
async def test_what_goes_on_filling_the_queue_is_paused_too(floods: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no events come of it, the machine is slow, and nothing stays paused."""
    events = itertools.count(0, 100 if floods else 0)
    monkeypatch.setattr(NoPauses, "traffic", lambda _: Traffic(0, next(events), arriving=False))
    works = [await asyncio.create_subprocess_exec("sh", "-c", "while :; do :; done") for _ in range(2)]
    throttle = None
    try:
        renderers = [found for work in works if (found := os_processes.identify(work.pid)) is not None]
        own = os_processes.identify(os.getpid())
        assert own is not None
        throttle = RendererThrottle(own, None, asyncio.Event().wait, NoPauses())
        monkeypatch.setattr(os_processes, "of_type", lambda *_: renderers)
        assert throttle._guard.start()
        both_stopped = asyncio.ensure_future(
            until(lambda: all(psutil.Process(work.pid).status() == psutil.STATUS_STOPPED for work in works))
        )
        paused = renderers[:1]
        took, drained = await throttle._pause(paused, both_stopped)
        assert paused == renderers[: 2 if floods else 1]
        assert (both_stopped.done() and not both_stopped.cancelled()) is floods
        assert took <= drained or floods
        assert not throttle._stopped
    finally:
        for work in works:
            work.kill()
            await work.wait()
        if throttle is not None:
            await throttle.stop()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="renderers are paused on Linux alone")
async def test_idle_processes_are_looked_at_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    own = os_processes.identify(os.getpid())
    assert own is not None
    monkeypatch.setattr(os_processes, "main_thread_demand", lambda _: 0.0)
    throttle = RendererThrottle(own, None, asyncio.Event().wait, NoPauses())
    for idle_s, interval in ((0.0, WATCH_S), (QUIET_S, REST_S)):
        throttle._busy_at -= idle_s
        throttle._look()
        assert throttle._interval == interval
    await throttle.stop()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="renderers are paused on Linux alone")
async def test_turns_are_as_short_as_their_backlog_needs_and_begin_there_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    own = os_processes.identify(os.getpid())
    assert own is not None
    turns: list[float] = []
    slowed: list[int] = []
    backlogs = iter([0.4, 0.4, 0.01, 0.01, *[0.001] * 30])
    throttle = RendererThrottle(own, None, asyncio.Event().wait, NoPauses())

    async def pause(*_: object) -> tuple[float, float]:
        return next(backlogs), 0.0001

    async def let_run(turn: float) -> "asyncio.Future[object]":
        turns.append(turn)
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    monkeypatch.setattr(NoPauses, "traffic", lambda _: Traffic(0, 1_000 * len(turns), arriving=False))
    monkeypatch.setattr(os_processes, "lower_priority", slowed.append)
    monkeypatch.setattr(throttle, "_pause", pause)
    monkeypatch.setattr(throttle, "_let_run", let_run)
    await throttle._in_turns([own], asyncio.get_running_loop().create_future())
    assert turns[0] <= 0.005
    assert turns[1] == min(turns) == 0.001
    assert turns[2] < turns[3] < 0.005
    assert turns[-1] >= 1.0
    assert slowed == [own.pid]
    assert throttle._first_turn([own]) == turns[-1]
    await throttle.stop()
