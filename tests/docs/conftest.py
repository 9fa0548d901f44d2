"""Fixtures of the documentation's tests."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser.adapters.client import LocalServer
from refbrowser.demo.server import ShopServer
from tests.support.local_server import stopped


@pytest.fixture(scope="session")
def shop() -> Iterator[ShopServer]:
    """The bundled shop. Each chat has a cart of its own there, by its cookie."""
    with ShopServer() as running:
        yield running


@pytest.fixture
def shell(tmp_path: Path, marker: str) -> Any:
    """An environment in which ``refbrowser`` and ``python`` are the ones under test, with a home folder of its own."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, words in (("refbrowser", "-m refbrowser "), ("python", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}"$@"\n', encoding="utf-8")
        program.chmod(0o755)
    home = str(tmp_path / "home")
    yield {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "REFBROWSER_HOME": home}
    stopped(LocalServer(home))
