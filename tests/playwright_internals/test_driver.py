"""Playwright's driver, which Node keeps compiled: in the home folder, unless the user has named a place."""

import os
from pathlib import Path

import pytest

from refbrowser import Browser, Settings
from tests.playwright_internals.conftest import CACHE, Ran
from tests.support.calls import do


def test_the_driver_is_kept_compiled(ran: Ran) -> None:
    assert ran.cache is None, "other child processes do not inherit it"
    assert any(path.is_file() for path in (ran.home / "cache" / "node").rglob("*"))


@pytest.mark.long("playwright_internals/test_driver.py::test_the_driver_is_kept_compiled")
async def test_the_driver_is_kept_compiled_where_the_user_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, home = tmp_path / "own", tmp_path / "home"
    monkeypatch.setenv(CACHE, str(own))
    async with Browser(Settings(home=home)) as browser:
        await do(browser.chat("c"), "open")
        assert os.environ.get(CACHE) == str(own)
    assert any(path.is_file() for path in own.rglob("*"))
    assert not (home / "cache" / "node").exists()
