"""What a browser leaves on disk is its owner's alone: folders 0700 and files 0600, whatever the umask."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from refbrowser import Browser, Settings
from tests.support.calls import do, opened
from tests.support.server import Site


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def open_to_others(home: Path) -> list[str]:
    return [
        f"{path.relative_to(home)} {path.stat().st_mode & 0o777:o}"
        for path in (home, *home.rglob("*"))
        if path.stat().st_mode & 0o077
    ]


@pytest.mark.long("browser/test_journal.py::test_every_call_is_recorded_with_its_verdict")
async def test_nobody_else_may_read_what_a_chat_writes(umask: None, tmp_path: Path, site: Site) -> None:
    home = tmp_path / "state" / "refbrowser"
    async with Browser(Settings(home=home)) as browser:
        chat = browser.chat("c")
        refs = await opened(chat, site.page("<a download=report.txt href='data:text/plain,hello'>Get</a><p>Words"))
        for action in ("screenshot", "pdf"):
            await do(chat, action)
        await do(chat, "screenshot", path="own/picture.png")
        await do(chat, "screenshot", annotate=True)
        await do(chat, "network", path="requests.har")
        await do(chat, "storage", operation="save")
        await do(chat, "click", ref=refs["Get"])
        await do(chat, "wait", download=True)
        assert open_to_others(home) == []
        assert len([path for path in (home / "chats").rglob("*") if path.is_file()]) == 7
    assert open_to_others(home) == []
