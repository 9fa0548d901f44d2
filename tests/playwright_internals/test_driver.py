"""Playwright's driver, which Node keeps compiled: in the home folder, unless the user has named a place."""

import os
from pathlib import Path

import pytest

from refbrowser import Browser, Settings
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
        assert os.environ.get(CACHE) == (str(own) if named else None), "other child processes do not inherit it"
    kept, other = (own, home / "cache" / "node") if named else (home / "cache" / "node", own)
    assert any(path.is_file() for path in kept.rglob("*"))
    assert not other.exists()
