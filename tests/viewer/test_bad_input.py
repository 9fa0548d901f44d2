"""What no page of ours would say: each is answered by its name, the connection goes on, and nothing is left behind."""

import asyncio
import json
from contextlib import suppress
from typing import Any, Final

import pytest
from websockets.exceptions import ConnectionClosed

from refbrowser import Browser, Chat
from refbrowser.viewer import RunningViewer
from tests.support.calls import do
from tests.support.server import Site
from tests.support.waiting import until
from tests.viewer.conftest import PATIENCE_MS
from tests.viewer.eyes import Eye, connected, watching

GARBAGE: Final[dict[str, str | bytes]] = {
    "bytes": b"\x00\xff\xfe garbage",
    "no JSON": "}{",
    "no object": "[1, 2]",
    "no type": "{}",
    "unknown type": '{"type": "format_disk"}',
    "a lone surrogate": '{"type": "watch", "chat": "\\ud800", "width": 1, "height": 1, "x": 1}',
    "deep": '{"type":' + "[" * 100_000,
    "not a number": '{"type": "pointer", "kind": "move", "chat": "c", "browser_id": 1, "x": NaN, "y": 1e999}',
    "far too many fingers": json.dumps(
        {"type": "touch", "kind": "touchStart", "chat": "c", "browser_id": 1, "points": [{"x": 1, "y": 1, "id": 1}] * 50}
    ),
    "paths that are no list": '{"type": "drop", "chat": "c", "browser_id": 1, "paths": "x"}',
}


async def test_garbage_is_named_and_the_connection_goes_on(shared_chat: Chat, site: Site, viewer: RunningViewer) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here</p>"))
    async with connected(viewer.url) as socket:
        eye = Eye(socket, paints=True)
        listening = asyncio.ensure_future(eye.listen())
        for said in GARBAGE.values():
            await socket.send(said)
            assert (await eye.message("problem"))["code"] == "invalid_message"
        await eye.watch(shared_chat.id)
        assert (await eye.picture()).width == 1280
        listening.cancel()


async def test_a_message_without_end_ends_the_connection_and_no_other(shared_chat: Chat, site: Site, viewer: RunningViewer) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here</p>"))
    async with watching(viewer.url, shared_chat.id) as bystander:
        async with connected(viewer.url) as socket:
            with suppress(ConnectionClosed):
                await socket.send("x" * 5_000_000)
            async with asyncio.timeout(PATIENCE_MS / 1000):
                await socket.wait_closed()
            assert socket.close_code == 1009
        await bystander.round_trip(shared_chat.id)


async def test_half_a_surrogate_pair_in_the_texts_of_a_page_is_shown_as_a_sign(
    shared_chat: Chat, site: Site, viewer: RunningViewer
) -> None:
    half = "const half = '\\ud800 half'; document.title = half; console.error(half); setTimeout(() => { throw new Error(half) })"
    async with watching(viewer.url, shared_chat.id) as eye:
        await do(shared_chat, "navigate", url=site.page(f"<p>Here</p><script>{half}</script>"))
        await do(shared_chat, "wait", script="document.title.endsWith('half')")
        overview = await eye.message("overview")
        while "\ufffd half" not in str(overview):
            overview = await eye.message("overview")
        await eye.round_trip(shared_chat.id)


async def test_a_page_of_another_version_is_asked_to_reload(viewer: RunningViewer) -> None:
    async with connected(viewer.url, version="refbrowser.viewer.1") as socket:
        with pytest.raises(ConnectionClosed) as ended:
            await socket.recv()
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == 4001
    assert "reload the page" in ended.value.rcvd.reason


async def test_nothing_is_left_of_a_viewer_that_misbehaved_and_vanished(
    browser: Browser, shared_chat: Chat, site: Site, viewer: RunningViewer
) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here</p>"))
    async with watching(viewer.url, shared_chat.id) as stays:
        await stays.picture()
        await stays.round_trip(shared_chat.id)
        tasks = len(asyncio.all_tasks())
        for _ in range(3):
            async with watching(viewer.url, shared_chat.id, paints=False) as eye:
                for number in range(600):
                    await eye.send(type="pointer", kind="down", chat=shared_chat.id, browser_id=1, x=number, y=1)
                await eye.round_trip(shared_chat.id)
        await until(lambda: browser.hub.watchers == 1)
        await until(lambda: len(asyncio.all_tasks()) <= tasks)


async def test_a_tab_that_closes_under_a_drag_is_held_no_more(chat: Chat, site: Site, viewer: RunningViewer) -> None:
    await do(chat, "open", url=site.page("<p>Here</p>"))
    session = chat.existing()
    assert session is not None
    tab = session.tab(None)
    pointer: dict[str, Any] = {"type": "pointer", "chat": chat.id, "browser_id": 1}
    async with watching(viewer.url, chat.id) as eye:
        await eye.send(type="take", chat=chat.id, browser_id=1)
        await until(lambda: tab.lock.hold is not None and tab.lock.hold.granted)
        await eye.send(**pointer, kind="down", x=100, y=100)
        await eye.send(**pointer, kind="move", x=150, y=100)
        waiting = asyncio.ensure_future(chat.call({"action": "content", "browser_id": 1, "timeout_ms": 60_000}))
        await until(lambda: tab.lock.waiting == 1)
        await tab.page.close()
        assert (await waiting)["code"] == "tab_closed"
        await until(lambda: tab.lock.hold is None)
        # A move alone may be dropped without a word.
        for kind in ("move", "up"):
            await eye.send(**pointer, kind=kind, x=200, y=100)
        assert (await eye.message("problem"))["code"] in ("no_tab", "tab_closed")
