"""One chat for all cells of these files: what is opened once need not be opened two hundred times."""

from collections.abc import AsyncIterator, Iterator

import pytest

from refbrowser import Browser
from tests.browser.effects.ground import Ground
from tests.support.server import Site


@pytest.fixture(scope="session")
def common_site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture(scope="session")
async def ground(browser: Browser, common_site: Site, chat_numbers: Iterator[int]) -> AsyncIterator[Ground]:
    chat = browser.chat(f"ground-{next(chat_numbers)}")
    made = Ground(chat, common_site)
    await made.start()
    yield made
    await chat.close()
