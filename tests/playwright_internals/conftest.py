"""A chat for all of these files, and a browser that tests look at after it has run."""

import os
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from refbrowser import Browser, Chat, Settings
from tests.support.calls import do
from tests.support.processes import marked

CACHE = "NODE_COMPILE_CACHE"


@pytest.fixture(scope="session")
async def shared_chat(browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """As that of one file elsewhere: here most files have one test that needs a page."""
    shared = browser.chat(f"shared-{next(chat_numbers)}")
    await do(shared, "open")
    yield shared
    await shared.close()


@dataclass(frozen=True, slots=True)
class Ran:
    """``home`` as the browser left it; the command lines of its Chromium; and what named the driver's cache while it ran."""

    home: Path
    lines: tuple[str, ...]
    cache: str | None


@pytest.fixture(scope="session")
async def ran(tmp_path_factory: pytest.TempPathFactory, marker: str) -> Ran:
    """A browser that was given one more feature to disable, and no place for its driver's cache."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STARTED_BY", str(home))
        patch.delenv(CACHE)
        async with Browser(Settings(home=home, browser_args=("--disable-features=Mine",))) as browser:
            await do(browser.chat("c"), "open")
            lines = marked(str(home), "--remote-debugging-pipe", name="STARTED_BY").values()
            return Ran(home, tuple(lines), os.environ.get(CACHE))
