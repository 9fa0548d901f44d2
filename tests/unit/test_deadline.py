"""Deadlines of a call and of its parts: what one is given again, its parts are given too, and no other."""

import asyncio

import pytest

from refbrowser.browser import deadline as deadlines
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.monitor.dialogs import Dialogs
from refbrowser.browser.tab.operation import Operation, Operations
from refbrowser.errors import TimeoutExceeded
from tests.support.waiting import within


class Clock:
    """The time of deadlines, in seconds, which moves when a test says so."""

    def __init__(self) -> None:
        self.now_s = 1_000.0

    def monotonic(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(deadlines, "time", clock)
    return clock


def test_parts_move_with_a_deadline_that_is_restarted(clock: Clock) -> None:
    call = Deadline(10_000)
    part = call.sooner(4_000)
    inner = part.sooner(3_000)
    clock.now_s += 2  # a person thinks about a dialog
    call.restart(10_000)
    assert [round(deadline.remaining_ms) for deadline in (call, part, inner)] == [10_000, 4_000, 3_000]
    assert round(call.sooner(1_000).remaining_ms) == 1_000


def test_a_restarted_part_moves_nothing_around_it(clock: Clock) -> None:
    call = Deadline(10_000)
    one, other = call.sooner(5_000), call.sooner(5_000)
    clock.now_s += 2
    one.restart(8_000)
    assert [round(deadline.remaining_ms) for deadline in (one, other, call)] == [8_000, 3_000, 8_000]


def test_time_that_stands_still_is_added_to_the_parts_around(clock: Clock) -> None:
    batch = Deadline(10_000)
    call = batch.sooner(5_000)
    with call.standing_still():
        clock.now_s += 2  # a person thinks
        assert round(call.remaining_ms) == 5_000
    assert [round(deadline.remaining_ms) for deadline in (call, batch)] == [5_000, 10_000]


def test_an_earlier_end_holds(clock: Clock) -> None:
    assert round(Deadline(1_000).sooner(9_000).remaining_ms) == 1_000
    assert Deadline(0).passed


def test_an_error_after_input_was_sent_says_so_and_is_not_to_be_repeated() -> None:
    call = Deadline(10_000)
    assert "performed" not in call.exceeded("nothing").details
    call.progress.performed = "press"
    failure = call.sooner(5_000).exceeded("the page to answer")
    assert failure.details["performed"] == "press"
    assert "The press had been sent to the page" in failure.message
    assert failure.as_dict()["retryable"] is False
    assert "performed" not in call.of_call(5_000).exceeded("the next call of the batch").details


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
