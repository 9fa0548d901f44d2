"""Actions on generated pages break none of the laws. ``GENERATED_SEEDS=FIRST:COUNT`` draws other pages."""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest

from refbrowser import Browser, Chat
from tests.generated.laws import CELLS, broken
from tests.support.calls import do
from tests.support.server import Site

ACTIONS = 300
"""How many presses the usual run makes."""

AT_ONCE = 3
"""Chats whose pages wait at the same time."""


@pytest.fixture
async def chats(browser: Browser) -> AsyncIterator[list[Chat]]:
    made = [browser.chat(f"generated-{number}") for number in range(AT_ONCE)]
    for chat in made:
        await do(chat, "open")
    yield made
    for chat in made:
        await chat.close()


@pytest.mark.timeout(3600)
async def test_actions_on_generated_pages_break_no_law(chats: list[Chat], site: Site) -> None:
    first, count = (int(part) for part in os.environ.get("GENERATED_SEEDS", f"0:{ACTIONS // CELLS}").split(":"))
    seeds = iter(range(first, first + count))

    async def run(chat: Chat) -> list[str]:
        found: list[str] = []
        for seed in seeds:
            try:
                found += map(str, await broken(chat, site, seed))
            except Exception as failure:
                failure.add_note(f"seed {seed}")
                raise
        return found

    found = [breach for breaches in await asyncio.gather(*map(run, chats)) for breach in breaches]
    assert not found, f"{len(found)} breaches in {count * CELLS} actions:\n" + "\n".join(found)
