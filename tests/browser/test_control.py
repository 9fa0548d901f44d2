"""A person stops, pauses, resumes and steps through a chat's calls."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat
from refbrowser.events import ChatChanged
from refbrowser.service.calls.control import Controls
from tests.support.calls import do, failure, ok, opened, refused
from tests.support.oversight import Person
from tests.support.server import Site
from tests.support.waiting import until, within

MARK = {"action": "evaluate", "script": "document.title = 'run'"}
NOTE = "look at the price first"


def begun(chat: Chat, **call: Any) -> "asyncio.Task[dict[str, Any]]":
    return asyncio.ensure_future(chat.call(call))


async def held(chat: Chat, count: int) -> None:
    await until(lambda: chat.control.state.waiting, lambda waiting: waiting == count)


async def test_a_pause_holds_the_next_call_of_every_tab_and_what_is_known_answers(chat: Chat, site: Site) -> None:
    first = await do(chat, "open", url=site.page("<title>first</title>"))
    second = await do(chat, "open", url=site.page("<title>second</title>"))
    assert (await chat.pause(NOTE)).as_dict()["note"] == NOTE
    calls = [begun(chat, browser_id=tab["browser_id"], timeout_ms=800, **MARK) for tab in (first, second)]
    calls += [begun(chat, action="open", url=site.page("<title>third</title>")), begun(chat, action="close")]
    await held(chat, 4)
    listed = await do(chat, "list")
    assert sorted(tab["title"] for tab in listed["browsers"]) == ["first", "second"]
    await do(chat, "console")
    # Longer than the calls' own deadlines, which stand still.
    await asyncio.wait(calls, timeout=0.5)
    assert not any(call.done() for call in calls)
    state = await chat.resume()
    assert (state.state, state.note, state.since_ms) == ("running", None, None)
    for answer in await asyncio.gather(*calls):
        ok(answer)


async def test_the_call_under_way_ends_and_those_behind_it_in_the_queue_are_held(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<title>here</title>"))
    running = begun(shared_chat, action="wait", script="window.go")
    behind = begun(shared_chat, **MARK)
    await until(lambda: [one.action for one in shared_chat.hub.running(shared_chat.id)], lambda names: len(names) == 2)
    await shared_chat.pause()
    assert not running.done()
    await shared_chat.step()
    await shared_chat.pause()
    running.cancel()
    await held(shared_chat, 1)
    assert (await do(shared_chat, "list"))["browsers"][0]["title"] == "here"
    await shared_chat.resume()
    ok(await behind)


async def test_a_step_lets_the_call_that_waited_longest_through_or_else_the_next(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<title></title>"))
    await shared_chat.pause()
    calls = []
    for number in range(3):
        calls.append(begun(shared_chat, action="evaluate", script=f"document.title += {number}"))
        await held(shared_chat, number + 1)
    ok(await _stepped(shared_chat, calls[0]))
    await held(shared_chat, 2)
    assert (await do(shared_chat, "list"))["browsers"][0]["title"] == "0"
    ok(await _stepped(shared_chat, calls[1]))
    ok(await _stepped(shared_chat, calls[2]))
    await shared_chat.step()
    await shared_chat.step()
    ok(await shared_chat.call({"action": "evaluate", "script": "document.title += 3"}))
    last = begun(shared_chat, action="evaluate", script="document.title += 4")
    await held(shared_chat, 1)
    assert (await do(shared_chat, "list"))["browsers"][0]["title"] == "0123", "steps do not add up"
    last.cancel()
    await held(shared_chat, 0)
    assert shared_chat.control.state.state == "paused"
    await shared_chat.resume()


async def _stepped(chat: Chat, call: "asyncio.Task[dict[str, Any]]") -> dict[str, Any]:
    await chat.step()
    return await call


@pytest.fixture
def controls(browser: Browser) -> Iterator[Controls]:
    """Controls of the shared browser under other settings."""
    before = browser.controls
    settings = replace(browser.settings, while_paused="refuse", pause_ms=30)
    browser.controls = Controls(settings, lambda chat: browser.hub.publish(ChatChanged(chat)))
    yield browser.controls
    browser.controls = before


async def test_by_setting_a_paused_call_is_refused_at_once(shared_chat: Chat, controls: Controls, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<title>here</title>"))
    await shared_chat.pause(NOTE)
    answer = await refused(shared_chat, "paused_by_person", **MARK)
    assert answer["details"] == {"chat": shared_chat.id, "note": NOTE}
    assert NOTE in answer["error"]
    assert answer["retryable"]
    await shared_chat.resume()
    ok(await shared_chat.call(MARK))


async def test_a_held_call_is_not_held_for_ever(chat: Chat, browser: Browser, controls: Controls, site: Site) -> None:
    browser.controls = Controls(replace(browser.settings, pause_ms=30), lambda chat: None)
    await chat.pause()
    await refused(chat, "paused_by_person", "open", url=site.page(""))
    assert chat.control.state.waiting == 0


HUNG = "<button onclick='const began = Date.now(); while (Date.now() - began < 1500);'>Hang</button><p>here</p>"


@pytest.mark.rows(1)
@pytest.mark.parametrize("how", ["script", "click"])
async def test_a_stop_ends_the_call_in_flight_at_once_though_the_page_hangs(chat: Chat, site: Site, how: str) -> None:
    found = await opened(chat, site.page(HUNG))
    calls: list[asyncio.Task[dict[str, Any]]] = []

    async def in_flight() -> None:
        await chat.resume()
        call = begun(chat, action="click", ref=found["Hang"])
        if how == "script":
            call.cancel()
            call = begun(chat, action="evaluate", script="new Promise(() => {})", timeout_ms=90_000)
        calls[:] = [call, begun(chat, action="content")]
        await asyncio.wait({call}, timeout=0.3)

    async def stopped() -> tuple[Any, list[dict[str, Any]]]:
        return await chat.stop(NOTE), await asyncio.gather(*calls)

    state, answers = await within(0.2, stopped, before=in_flight)
    assert state.as_dict()["state"] == "stopped"
    for answer in answers:
        assert failure(answer, "stopped_by_person")["details"] == {"chat": chat.id, "note": NOTE}
        assert not answer["retryable"]
        assert NOTE in answer["error"]
    # Until they resume, later calls are refused, what is known is reported, and the next call finds the tab usable.
    await refused(chat, "stopped_by_person", "open", url=site.page(""))
    assert len((await do(chat, "list"))["browsers"]) == 1
    await chat.resume()
    assert "here" in await do(chat, "content", timeout_ms=20_000)


async def test_a_stop_ends_what_waits_for_people_and_for_a_pause(
    overseen: Chat, rules: Path, person: Person, site: Site, browser: Browser
) -> None:
    rules.write_text('default = "allow"\n[[rule]]\nname = "scripts"\nverdict = "ask"\nscripts = true\n')
    never: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    person.before = lambda: never
    tabs = [await do(overseen, "open", url=site.page("<title>here</title>")) for _ in range(2)]
    asked = begun(overseen, browser_id=tabs[0]["browser_id"], **MARK)
    handoff = begun(overseen, action="handoff", reason="log in", browser_id=tabs[1]["browser_id"])
    await until(lambda: browser.approvals.pending)
    await overseen.pause()
    paused = begun(overseen, action="content", browser_id=tabs[1]["browser_id"])
    await held(overseen, 1)
    await overseen.stop()
    for call in (asked, handoff, paused):
        assert "note" not in failure(await call, "stopped_by_person")["details"]
    await until(lambda: not browser.approvals.pending)
    await overseen.resume()
    assert (await do(overseen, "state", browser_id=tabs[0]["browser_id"]))["title"] == "here"


@pytest.mark.long("browser/test_control.py::test_a_stop_ends_the_call_in_flight_at_once_though_the_page_hangs")
async def test_a_stopped_batch_keeps_the_results_of_what_was_done(shared_chat: Chat, site: Site) -> None:
    first = await do(shared_chat, "navigate", url=site.page("<title>first</title>"))
    second = await do(shared_chat, "open", url=site.page("<title>second</title>"))
    calls = [
        {"browser_id": first["browser_id"], **MARK},
        {"action": "wait", "script": "window.go", "browser_id": first["browser_id"]},
        {"action": "content", "browser_id": first["browser_id"]},
        {"action": "wait", "script": "window.go", "browser_id": second["browser_id"]},
    ]
    batch = begun(shared_chat, action="multi", calls=calls)
    await until(
        lambda: shared_chat.hub.running(shared_chat.id), lambda running: [one.action for one in running] == ["wait", "wait"]
    )
    await shared_chat.stop()
    done, stopped, left, other = ok(await batch)
    assert ok(done)["result"] == "run"
    failure(stopped, "stopped_by_person")
    failure(left, "skipped")
    failure(other, "stopped_by_person")
    await shared_chat.resume()
    await do(shared_chat, "close", browser_id=second["browser_id"])


async def test_all_chats_are_stopped_new_ones_too_and_closing_undoes_nothing(browser: Browser, site: Site) -> None:
    one, two = browser.chat("all-1"), browser.chat("all-2")
    try:
        await do(one, "open", url=site.page("<title>here</title>"))
        states = {state.chat: state.state for state in await browser.stop(NOTE)}
        assert states["all-1"] == "stopped"
        await refused(one, "stopped_by_person", "content")
        await one.close()
        again = browser.chat("all-1")
        await refused(again, "stopped_by_person", "open")
        assert (await refused(two, "stopped_by_person", "open"))["details"]["note"] == NOTE
        await two.resume()
        await do(two, "open")
        await refused(again, "stopped_by_person", "open")
    finally:
        await browser.resume()
        await again.close()
        await two.close()


async def test_closing_the_chat_ends_what_the_pause_holds(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<title>here</title>"))
    await chat.pause()
    call = begun(chat, **MARK)
    await held(chat, 1)
    await chat.close()
    failure(await call, "tab_closed")
    await chat.resume()


async def test_a_command_that_does_not_exist_is_refused(chat: Chat) -> None:
    from refbrowser.errors import CallError

    with pytest.raises(CallError, match="stop, pause, resume, step"):
        chat.control.execute("halt")  # type: ignore[arg-type]


async def test_a_pause_does_not_weaken_a_stop(browser: Browser, site: Site) -> None:
    chat, later = browser.chat("stopped"), browser.chat("later")
    try:
        await do(chat, "open", url=site.page("<p>Page"))
        await chat.stop(NOTE)
        for pause in (chat.pause, browser.pause):
            await pause()
            assert (await refused(chat, "stopped_by_person", "reload"))["details"]["note"] == NOTE
        await browser.stop(NOTE)
        await browser.pause()
        assert (await refused(later, "stopped_by_person", "open"))["details"]["note"] == NOTE
    finally:
        await browser.resume()
        await chat.close()
        await later.close()
