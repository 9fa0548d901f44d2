"""Playwright's driver, which Node keeps compiled: in the home folder, unless the user has named a place."""

import asyncio
import os
from pathlib import Path

import psutil
import pytest
from playwright.async_api import async_playwright

from refbrowser import Browser, Settings
from refbrowser.browser.playwright_internals.driver import spawned
from tests.support.calls import do

CACHE = "NODE_COMPILE_CACHE"


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.rows(1)
async def test_the_driver_is_kept_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool) -> None:
    own, home = tmp_path / "own", tmp_path / "home"
    if named:
        monkeypatch.setenv(CACHE, str(own))
    else:
        monkeypatch.delenv(CACHE)
    async with Browser(Settings(home=home)) as browser:
        await do(browser.chat("c"), "open")
        assert os.environ.get(CACHE) == (str(own) if named else None), "what else is started is not told of it"
    kept, other = (own, home / "cache" / "node") if named else (home / "cache" / "node", own)
    assert any(path.is_file() for path in kept.rglob("*"))
    assert not other.exists()


async def test_the_driver_is_at_work_after_the_counted_steps() -> None:
    before = {child.pid for child in psutil.Process().children()}
    starting = asyncio.ensure_future(async_playwright().start())
    try:
        await asyncio.sleep(0)  # one step of the loop, as in a launch
        await spawned()
        (driver,) = (child for child in psutil.Process().children() if child.pid not in before)
        assert any("driver" in part for part in driver.cmdline())
    finally:
        await (await starting).stop()
