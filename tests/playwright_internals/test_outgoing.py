"""All input goes through the connection's one method, by whichever interface it is sent, and is held back there."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, Playwright

from refbrowser.browser.playwright_internals import outgoing
from refbrowser.errors import ClusterError

PAGE = "<body style='height: 2000px'><button onclick='document.title += 1'>Go</button><input>"


class Recorder:
    """A guard that writes down what it is asked; with ``closed`` nothing may be sent."""

    def __init__(self) -> None:
        self.closed = False
        self.seen: list[str] = []
        self.carried_out: list[bool] = []

    def check(self) -> None:
        if self.closed:
            raise ClusterError("closed")

    def sending(self, *, opening: bool) -> object | None:
        self.seen.append("opening" if opening else "acting")
        return None if opening else self

    def settled(self, token: Any, *, carried_out: bool) -> None:
        assert token is self
        self.carried_out.append(carried_out)


@pytest.fixture
async def guarded(
    playwright: Playwright, people: Chromium, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Page, Recorder]]:
    recorder = Recorder()
    monkeypatch.setattr(outgoing, "_guards", [recorder])
    connection: Any = playwright._impl_obj._connection
    before = dict(vars(connection))
    outgoing.watch_messages(playwright)
    (name,) = (name for name in outgoing._SENDERS if vars(connection).get(name) is not before.get(name))
    page = await people.new_page()
    await page.set_content(PAGE)
    recorder.seen.clear()
    recorder.carried_out.clear()
    yield page, recorder
    recorder.closed = False
    await page.close()
    delattr(connection, name)


async def test_input_is_seen_by_whichever_interface_it_is_sent(guarded: tuple[Page, Recorder]) -> None:
    page, recorder = guarded
    cdp = await page.context.new_cdp_session(page)
    press = {"x": 20, "y": 15, "button": "left", "clickCount": 1}
    sent: list[tuple[Any, list[str]]] = [
        (lambda: page.mouse.move(20, 15), []),
        (lambda: page.mouse.down(), ["opening"]),
        (lambda: page.mouse.up(), ["acting"]),
        (lambda: page.keyboard.press("a"), ["acting"]),
        (lambda: page.locator("button").click(), ["acting"]),
        (lambda: cdp.send("Input.dispatchMouseEvent", {"type": "mouseMoved", **press}), []),
        (lambda: cdp.send("Input.dispatchMouseEvent", {"type": "mousePressed", **press}), ["opening"]),
        (lambda: cdp.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **press}), ["acting"]),
        (lambda: cdp.send("Input.insertText", {"text": "x"}), ["acting"]),
        (lambda: page.goto("about:blank"), ["acting"]),
        (lambda: page.title(), []),
    ]
    for number, (act, seen) in enumerate(sent):
        recorder.seen.clear()
        await act()
        assert recorder.seen == seen, number
    assert all(recorder.carried_out)


async def test_nothing_is_sent_once_it_is_held_back_but_what_ends_things(guarded: tuple[Page, Recorder]) -> None:
    page, recorder = guarded
    button = page.locator("button")
    recorder.closed = True
    acts: list[Any] = [page.mouse.down, lambda: page.keyboard.press("a"), button.click, lambda: page.goto("about:blank")]
    for act in acts:
        with pytest.raises(ClusterError):
            await act()
    recorder.closed = False
    assert await page.title() == ""
    recorder.closed = True
    await page.close()
