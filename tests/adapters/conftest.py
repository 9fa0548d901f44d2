"""Fixtures of the adapters' tests: local servers, each of a home folder of its own."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from refbrowser import __version__
from refbrowser.adapters.client import LocalServer
from tests.support.local_server import environment, stopped

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def server(marker: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A running server that tests share; each uses chats of its own."""
    shared = LocalServer(str(tmp_path_factory.mktemp("served")), version=__version__)
    shared.ensure()
    yield shared
    stopped(shared)


@pytest.fixture
def own_server(marker: str, tmp_path: Path) -> Iterator[LocalServer]:
    """A home folder with no server yet; whichever server it has in the end is ended."""
    own = LocalServer(str(tmp_path / "home"), version=__version__)
    yield own
    stopped(own)


@pytest.fixture
def command(own_server: LocalServer) -> Command:
    """Runs ``refbrowser`` with these arguments for the home folder of ``own_server``."""

    def run(*arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "refbrowser", *arguments],
            env=environment(own_server),
            input=given,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run
