"""The features that are disabled in the running Chromium."""

from pathlib import Path

import pytest

from refbrowser import Browser, Settings
from tests.support.calls import do
from tests.support.processes import marked

DISABLE = "--disable-features="


async def test_what_playwright_switches_off_stays_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARTED_BY", str(tmp_path))
    async with Browser(Settings(home=tmp_path, browser_args=(f"{DISABLE}Mine",))) as browser:
        await do(browser.chat("c"), "open")
        lines = marked(str(tmp_path), "--remote-debugging-pipe", name="STARTED_BY").values()
        given = [switch for line in lines for switch in line.split() if switch.startswith(DISABLE)]
    playwrights, heeded = (set(switch.removeprefix(DISABLE).split(",")) for switch in given)
    assert heeded == playwrights | {"Mine", "RenderDocument"}
