"""Background tasks end with their owner, and none fails unnoticed."""

import asyncio
import logging

import pytest

from refbrowser.tasks import Tasks


async def test_a_result_is_that_of_the_task_and_an_ended_task_is_forgotten() -> None:
    tasks = Tasks()

    async def work() -> int:
        return 5

    task = tasks.spawn(work())
    assert len(tasks) == 1
    assert await task == 5
    await tasks.wait()
    assert len(tasks) == 0


async def test_cancelling_lets_every_task_clean_up() -> None:
    tasks, cleaned = Tasks(), []

    async def work(name: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleaned.append(name)

    for name in ("a", "b"):
        tasks.spawn(work(name))
    await asyncio.sleep(0)
    await tasks.cancel_all()
    assert sorted(cleaned) == ["a", "b"]
    assert len(tasks) == 0


async def test_a_task_that_ignores_its_cancellation_does_not_hold_its_owner() -> None:
    tasks, may_end = Tasks(), asyncio.Event()

    async def work() -> None:
        while not may_end.is_set():
            try:
                await may_end.wait()
            except asyncio.CancelledError:
                continue

    tasks.spawn(work())
    await asyncio.sleep(0)
    await tasks.cancel_all(timeout_s=0.01)
    assert len(tasks) == 1
    may_end.set()
    await tasks.wait()
    assert len(tasks) == 0


async def test_a_failure_is_logged_and_leaves_the_others_alone(caplog: pytest.LogCaptureFixture) -> None:
    tasks, may_end = Tasks(), asyncio.Event()

    async def fails() -> None:
        raise ValueError("the cause")

    other = tasks.spawn(asyncio.wait_for(may_end.wait(), 60))
    with caplog.at_level(logging.ERROR, "refbrowser"):
        failing = tasks.spawn(fails())
        await asyncio.wait({failing})
        await asyncio.sleep(0)  # one step of the loop: callbacks run after the task has ended
    assert len(caplog.records) == 1
    assert "ValueError: the cause" in caplog.text
    assert not other.done()
    may_end.set()
    assert await other
