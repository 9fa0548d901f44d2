"""Presses that the browser drops, as Chromium does for a moment while a tab opens: they are sent again."""

import asyncio

import pytest

from refbrowser import Chat
from refbrowser.browser.element.dispatched import Verdict
from refbrowser.browser.engine.wire import PressReport
from refbrowser.browser.pointer import press
from tests.support.calls import do, navigated, refused
from tests.support.server import Site
from tests.support.waiting import until

COUNTING = "<button onclick='document.title = ++window.presses'>Add</button><script>window.presses = 0</script>"


async def _drop(chat: Chat, ignore: bool) -> None:
    session = chat.existing()
    assert session is not None
    await session.tab(1).cdp.send("Input.setIgnoreInputEvents", {"ignore": ignore})


async def test_a_press_is_sent_again_until_the_browser_takes_it(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped, send_again = asyncio.Event(), press.PressConfirmation._again

    async def noted(confirmation: press.PressConfirmation, report: PressReport) -> Verdict:
        dropped.set()
        return await send_again(confirmation, report)

    monkeypatch.setattr(press.PressConfirmation, "_again", noted)
    found = await navigated(common_chat, site.page(COUNTING))
    await _drop(common_chat, True)
    pressing = asyncio.ensure_future(do(common_chat, "click", ref=found["Add"]))
    await until(lambda: dropped.is_set() or pressing.done())
    await _drop(common_chat, False)
    receipt = (await pressing)["action"]
    assert (receipt["pressed_again"], receipt["title"]["to"]) == ("the browser dropped the press before", "1")


async def test_a_press_that_the_browser_drops_again_and_again_is_missed(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "DROPPED_PAUSE_MS", 30)
    found = await navigated(common_chat, site.page(COUNTING))
    await _drop(common_chat, True)
    failure = await refused(common_chat, "press_missed", "click", ref=found["Add"])
    assert failure["retryable"] is True
    assert (await do(common_chat, "evaluate", script="window.presses"))["result"] == 0
    await _drop(common_chat, False)
