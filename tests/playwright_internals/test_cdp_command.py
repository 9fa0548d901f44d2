"""A CDP command that goes to the driver by itself comes to what Playwright's own call comes to."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import CDPSession, Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser import Chat
from refbrowser.browser.playwright_internals import cdp_command
from tests.support.calls import do
from tests.support.server import Site
from tests.support.tabs import tab_of

NEVER = {"expression": "new Promise(() => {})", "awaitPromise": True}


async def session_of(chat: Chat) -> CDPSession:
    page = tab_of(chat).page
    return await page.context.new_cdp_session(page)


@pytest.fixture
async def session(shared_chat: Chat, site: Site) -> CDPSession:
    await do(shared_chat, "navigate", url=site.page("<title>T</title>"))
    return await session_of(shared_chat)


@pytest.mark.skipif(not cdp_command.DIRECT, reason="this Playwright has its public interface alone")
async def test_the_answer_is_the_same_and_no_stack_is_walked(session: CDPSession, monkeypatch: pytest.MonkeyPatch) -> None:
    from playwright._impl.client_stack_trace import capture_library_stack_trace

    asked = {"expression": "({a: [1, {b: null}], c: document.title})", "returnByValue": True}
    walking: list[asyncio.Task[Any] | None] = []

    def noted() -> Any:
        walking.append(asyncio.current_task())
        return capture_library_stack_trace()

    monkeypatch.setattr("playwright._impl.channel_owner.capture_library_stack_trace", noted)
    answer = await cdp_command.send(session, "Runtime.evaluate", asked)
    assert asyncio.current_task() not in walking
    assert answer == await session.send("Runtime.evaluate", asked)
    assert asyncio.current_task() in walking
    assert answer["result"]["value"] == {"a": [1, {"b": None}], "c": "T"}


async def test_what_was_sent_at_once_arrives_in_that_order(session: CDPSession) -> None:
    sent = [cdp_command.sent(session, "Runtime.evaluate", {"expression": f"document.title += {number}"}) for number in range(9)]
    answers = await asyncio.gather(*sent)
    assert [answer["result"]["result"]["value"] for answer in answers] == ["T" + "012345678"[: end + 1] for end in range(9)]


async def test_it_ends_at_its_deadline_and_the_session_goes_on(session: CDPSession) -> None:
    with pytest.raises(PlaywrightTimeout):
        await cdp_command.send(session, "Runtime.evaluate", NEVER, 200)
    assert (await cdp_command.send(session, "Runtime.evaluate", {"expression": "1"}))["result"]["value"] == 1


async def test_it_can_be_cancelled_and_the_session_goes_on(session: CDPSession) -> None:
    waiting = asyncio.ensure_future(cdp_command.send(session, "Runtime.evaluate", NEVER))
    await cdp_command.send(session, "Runtime.evaluate", {"expression": "1"})
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert (await cdp_command.send(session, "Runtime.evaluate", {"expression": "2"}))["result"]["value"] == 2


@pytest.mark.parametrize(
    ("method", "parameters", "says"),
    [
        ("Runtime.evaluate", {}, "Invalid parameters"),
        ("Nothing.atAll", {}, "wasn't found"),
        ("Runtime.evaluate", {"expression": float("nan")}, "JSON"),
    ],
)
async def test_a_refusal_is_the_error_of_playwright(
    session: CDPSession, method: str, parameters: dict[str, Any], says: str
) -> None:
    with pytest.raises(Error, match=says):
        await cdp_command.send(session, method, parameters)


async def test_parameters_that_are_nested_too_deep_are_refused(session: CDPSession) -> None:
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"a": deep}
    with pytest.raises(Error, match=r"too deep|depth exceeded"):
        await cdp_command.send(session, "Runtime.evaluate", deep)


async def test_a_session_whose_page_is_gone_says_so(shared_chat: Chat) -> None:
    own = await do(shared_chat, "open")
    session = await session_of(shared_chat)
    await do(shared_chat, "close", browser_id=own["browser_id"])
    with pytest.raises(Error, match="closed"):
        await cdp_command.send(session, "Runtime.evaluate", {"expression": "1"})
