"""Attacks that take long: run by name (``./dev test tests/hostile``), and not with the rest."""

from collections.abc import AsyncIterator, Iterator

import pytest

from refbrowser import Browser, Chat
from tests.support.calls import do
from tests.support.server import Site


@pytest.fixture(scope="module")
def common_site() -> Iterator[Site]:
    """One server for all cells of a file."""
    with Site() as running:
        yield running


@pytest.fixture(scope="module")
async def shared(browser: Browser, isolating_browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[dict[str, Chat]]:
    """A chat whose frames share their page's process, and one in which every site has its own."""
    name = f"shared-{next(chat_numbers)}"
    chats = {"one": browser.chat(name), "own": isolating_browser.chat(name)}
    for chat in chats.values():
        await do(chat, "open")
    yield chats
    for chat in chats.values():
        await chat.close()
