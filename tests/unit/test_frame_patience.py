"""Frames are waited for as long as any of them answers; those that are dead are left out when none does any more."""

import asyncio
import time

import pytest

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.frame_patience import FramePatience

STANDSTILL_MS = 400


class Frames:
    """Frames that take their time, and when one of them last answered."""

    def __init__(self) -> None:
        self.last = 0.0

    async def answer(self, patience: FramePatience, seconds: float) -> float:
        async with patience.turn():
            await asyncio.sleep(seconds)  # the frame's own time
        self.last = time.monotonic()
        return seconds


async def test_slow_frames_are_waited_for_while_any_answers() -> None:
    frames = Frames()
    patience = FramePatience(0, lambda: frames.last, STANDSTILL_MS, Deadline(20_000))
    delays = [0.06 * number for number in range(1, 11)]
    assert await asyncio.gather(*(patience.result(frames.answer(patience, delay)) for delay in delays)) == delays


@pytest.mark.long("browser/test_wait.py::test_a_hung_frame_does_not_keep_text_in_the_page_from_being_seen")
async def test_dead_frames_are_left_out_and_keep_no_turn_from_the_others() -> None:
    frames = Frames()
    patience = FramePatience(40, lambda: frames.last, STANDSTILL_MS, Deadline(20_000))
    dead = [patience.result(frames.answer(patience, 60)) for _ in range(12)]
    alive = [patience.result(frames.answer(patience, 0)) for _ in range(12)]
    began = time.monotonic()
    assert await asyncio.gather(*dead, *alive) == [None] * 12 + [0] * 12
    assert time.monotonic() - began < 10


async def test_deeper_frames_are_given_up_sooner_and_all_before_the_deadline() -> None:
    frames = Frames()
    patience = FramePatience(0, lambda: frames.last, 10_000, Deadline(1_000))
    given_up: list[int] = []

    async def dead(depth: int) -> None:
        assert await patience.result(frames.answer(patience, 60), depth) is None
        given_up.append(depth)

    began = time.monotonic()
    await asyncio.gather(*map(dead, (1, 2, 3)))
    assert given_up == [3, 2, 1]
    assert time.monotonic() - began < 0.95


async def test_what_a_frame_fails_with_is_raised() -> None:
    frames = Frames()
    patience = FramePatience(0, lambda: frames.last, STANDSTILL_MS, Deadline(20_000))

    async def failing() -> None:
        raise ValueError("gone")

    failed = await asyncio.gather(patience.result(failing()), return_exceptions=True)
    assert [str(failure) for failure in failed] == ["gone"]


async def test_a_frame_that_has_never_answered_is_waited_for_as_the_deadline_allows() -> None:
    frames = Frames()
    patience = FramePatience(0, lambda: frames.last, 50, Deadline(60_000))
    later, first = frames.answer(patience, 0.4), frames.answer(patience, 0.4)
    assert [*await asyncio.gather(patience.result(later), patience.result(first, first=True))] == [None, 0.4]
