"""Playwright wraps listeners and reads their signatures at each event; it takes the wrapper that a listener brings."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.playwright_internals.listeners import listener
from tests.support.calls import do
from tests.support.server import Site
from tests.support.tabs import tab_of
from tests.support.waiting import until


async def test_a_listener_that_brings_its_wrapper_is_not_examined(
    shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = shared_chat
    await do(chat, "navigate", url=site.page("<p>Page"))
    page = tab_of(chat).page
    heard: list[str] = []
    examined: list[inspect.Signature] = []
    signature = inspect.Signature.from_callable

    def noted(handler: Callable[..., Any], **more: Any) -> inspect.Signature:
        found = signature(handler, **more)
        examined.append(found)
        return found

    def plain(message: Any) -> None:
        heard.append(f"plain {message.text}")

    def bringing(message: Any) -> None:
        heard.append(f"brings {message.text}")

    brings = listener(bringing)
    page.on("console", plain)
    page.on("console", brings)
    monkeypatch.setattr(inspect.Signature, "from_callable", noted)
    await do(chat, "evaluate", script="console.log('one')")
    await until(lambda: len(heard) == 2)
    assert sorted(heard) == ["brings one", "plain one"]
    of_plain = signature(plain)
    assert of_plain in examined
    own = signature(brings)
    assert not [found for found in examined if found is own]
    page.remove_listener("console", plain)
    page.remove_listener("console", brings)
    await do(chat, "evaluate", script="console.log('two')")
    await do(chat, "evaluate", script="1")
    assert len(heard) == 2
