"""Deadlines of a call and of its parts: what one is given again, its parts are given too, and no other."""

import asyncio
import time

import pytest

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.monitor.dialogs import Dialogs
from refbrowser.browser.tab.operation import Operation, Operations
from refbrowser.errors import TimeoutExceeded
from tests.support.waiting import within


def test_parts_move_with_a_deadline_that_is_restarted() -> None:
    call = Deadline(10_000)
    part = call.sooner(4_000)
    inner = part.sooner(3_000)
    time.sleep(0.2)  # a person thinks about a dialog
    call.restart(10_000)
    assert call.remaining_ms == pytest.approx(10_000, abs=100)
    assert part.remaining_ms == pytest.approx(4_000, abs=100)
    assert inner.remaining_ms == pytest.approx(3_000, abs=100)
    assert call.sooner(1_000).remaining_ms == pytest.approx(1_000, abs=100)


def test_a_restarted_part_moves_nothing_around_it() -> None:
    call = Deadline(10_000)
    one, other = call.sooner(5_000), call.sooner(5_000)
    one.restart(8_000)
    assert one.remaining_ms == pytest.approx(8_000, abs=100)
    assert other.remaining_ms == pytest.approx(5_000, abs=100)
    assert call.remaining_ms == pytest.approx(10_000, abs=100)


def test_time_that_stands_still_is_added_to_the_parts_around() -> None:
    batch = Deadline(10_000)
    call = batch.sooner(5_000)
    with call.standing_still():
        time.sleep(0.2)  # a person thinks
        assert call.remaining_ms == pytest.approx(5_000, abs=100)
    assert call.remaining_ms == pytest.approx(5_000, abs=100)
    assert batch.remaining_ms == pytest.approx(10_000, abs=100)


def test_an_earlier_end_holds() -> None:
    assert Deadline(1_000).sooner(9_000).remaining_ms == pytest.approx(1_000, abs=100)
    assert Deadline(0).passed


async def test_what_a_dialog_held_has_time_left_however_little_its_answer_had() -> None:
    deadline, answered = Deadline(10_000), asyncio.Event()

    async def held() -> float:
        await answered.wait()
        return deadline.remaining_ms

    operations = Operations(Dialogs("t1", lambda: "must_respond", 1_000), lambda: None, lambda: None)
    operations.suspended = Operation(held, deadline)
    answered.set()
    assert await operations.resume(Deadline(400)) > 100


async def test_an_operation_that_does_not_end_is_answered_soon_after_its_deadline() -> None:
    operations = Operations(Dialogs("t1", lambda: "must_respond", 1_000), lambda: None, lambda: None)
    released = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await released.wait()

    async def answered() -> None:
        with pytest.raises(TimeoutExceeded):
            await operations.perform(work, Deadline(50))

    await within(0.25, answered)
    released.set()
    await asyncio.sleep(0)
