"""Which pages share a process of Chromium: those of two chats never, those of two sites in one chat unless they are isolated."""

from pathlib import Path

import pytest

from refbrowser import Browser, Settings
from tests.support import processes
from tests.support.calls import do
from tests.support.chromium import parts
from tests.support.server import Site


@pytest.mark.long("browser/test_loops.py::test_chats_share_neither_cookies_nor_storage_nor_tabs")
@pytest.mark.parametrize(("switches", "each"), [((), 1), (("--site-per-process",), 2)])
async def test_chats_share_no_process_and_sites_of_a_chat_do_unless_isolated(
    switches: tuple[str, ...], each: int, tmp_path: Path, site: Site, marker: str
) -> None:
    """The least number of processes that Chromium can be held to, so that all that may share one do."""
    known = set(processes.browsers(marker))
    frame = f"<iframe src={site.page('<button>Other site</button>').replace('127.0.0.1', 'localhost')}></iframe>"
    url = site.page(f"<title>Top</title>{frame}")
    async with Browser(Settings(home=tmp_path, browser_args=("--renderer-process-limit=1", *switches))) as browser:
        for count, name in enumerate(("one", "two"), 1):
            chat = browser.chat(name)
            await do(chat, "open", url=url)
            assert "[button" in await do(chat, "content")
            assert len(parts(marker, known)["renderer"]) == count * each
