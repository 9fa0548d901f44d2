"""Whether a page hangs is asked before its call's deadline passes, so that the call answers soon after it."""

import asyncio
from typing import Literal, cast

import pytest

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab import responsiveness
from refbrowser.browser.tab.responsiveness import PATIENCE_MS
from refbrowser.browser.tab.tab import Tab
from refbrowser.service.calls.hang_probe import AFTER_MS, HangProbe

_NO_TAB = cast("Tab", object())


@pytest.mark.parametrize("answers", [False, True])
async def test_the_page_is_asked_while_the_call_still_waits(answers: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    deadline = Deadline(PATIENCE_MS)
    asked = asyncio.get_running_loop().create_future()

    async def ask(_: Tab) -> bool:
        if not asked.done():
            asked.set_result(deadline.remaining_ms)
        if not answers:
            await asyncio.Event().wait()
        return True

    monkeypatch.setattr(responsiveness, "can_hang", lambda _: True)
    monkeypatch.setattr(responsiveness, "answers", ask)
    probe = HangProbe(_NO_TAB, deadline)
    assert await asked <= PATIENCE_MS - AFTER_MS
    assert not deadline.passed
    assert await probe.hangs() is not answers
    probe.stop()


async def test_a_call_that_ends_early_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responsiveness, "answers", lambda _: pytest.fail("asked"))
    HangProbe(_NO_TAB, Deadline(10_000)).stop()


async def test_a_deadline_that_moves_moves_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asyncio.get_running_loop().create_future()

    async def ask(_: Tab) -> bool:
        asked.set_result(None)
        return True

    monkeypatch.setattr(responsiveness, "answers", ask)
    deadline = Deadline(PATIENCE_MS)
    probe = HangProbe(_NO_TAB, deadline)
    deadline.restart(PATIENCE_MS * 10)
    probe._begin()
    assert probe._asking is None
    probe.stop()
    assert not asked.done()


async def test_a_page_that_becomes_busy_after_an_answer_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    questions, busy = 0, asyncio.Event()

    async def ask(_: Tab) -> bool:
        nonlocal questions
        questions += 1
        if questions > 2:
            busy.set()
            await asyncio.Event().wait()
        return True

    monkeypatch.setattr(responsiveness, "can_hang", lambda _: True)
    monkeypatch.setattr(responsiveness, "answers", ask)
    deadline = Deadline(PATIENCE_MS)
    probe = HangProbe(_NO_TAB, deadline)
    await busy.wait()
    deadline.restart(PATIENCE_MS)
    assert await probe.hangs()
    probe.stop()


async def test_an_answer_as_the_patience_ends_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(asyncio.Event):
        async def wait(self) -> Literal[True]:
            probe._asked_at = None
            raise TimeoutError

    monkeypatch.setattr(responsiveness, "can_hang", lambda _: True)
    monkeypatch.setattr(responsiveness, "answers", lambda _: asyncio.Event().wait())
    probe = HangProbe(_NO_TAB, Deadline(PATIENCE_MS))
    probe._ask()
    probe._answered = Late()
    assert not await probe.hangs()
    probe.stop()
