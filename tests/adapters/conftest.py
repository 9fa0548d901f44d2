"""Fixtures of the adapters' tests: local servers, each of a home folder of its own."""

import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from playwright.async_api import Page, async_playwright

from refbrowser import Settings, __version__
from refbrowser.adapters.client import LocalServer
from refbrowser.browser.launcher import launch
from tests.support.local_server import environment, stopped
from tests.support.mcp_client import Connect, at

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


@pytest.fixture(params=["stdio", "http"])
def connect(request: pytest.FixtureRequest, server: LocalServer, tmp_path: Path, marker: str) -> Connect:
    """Connects an MCP client by either transport; ``arguments`` are those of ``refbrowser mcp`` and reach the first one only."""

    @asynccontextmanager
    async def by_stdio(*arguments: str, **options: Any) -> AsyncIterator[Client]:
        own = {**environment(server), "REFBROWSER_HOME": str(tmp_path / "home")}
        command = StdioServerParameters(command=sys.executable, args=["-m", "refbrowser", "mcp", *arguments], env=own)
        async with Client(command, read_timeout_seconds=60, **options) as client:
            yield client

    @asynccontextmanager
    async def by_http(*_: str, **options: Any) -> AsyncIterator[Client]:
        async with at(server, f"?chat={tmp_path.name}", **options) as client:
            yield client

    return by_stdio if request.param == "stdio" else by_http


@pytest.fixture
async def window(marker: str) -> AsyncIterator[Page]:
    """A person's own browser."""
    async with async_playwright() as playwright:
        browser = await launch(playwright, Settings())
        yield await (await browser.new_context()).new_page()
        await browser.close()
