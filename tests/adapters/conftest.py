"""Fixtures of the adapters' tests: local servers, each of a home folder of its own."""

import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from playwright.async_api import Browser, Page

from refbrowser import __version__
from refbrowser.adapters.agent_zero.install import install
from refbrowser.adapters.client import LocalServer
from tests.support.agent_zero import AgentZero
from tests.support.local_server import environment, shell, stopped
from tests.support.mcp_client import Connect, at

Command = Callable[..., subprocess.CompletedProcess[str]]
READER, OWN, FEW = "reader-reader-reader", "onechat-onechat-onechat", "few-few-few-few-few"
TOKENS_FILE = f"""
[[token]]
name = "reader"
token = "{READER}"
read_only = true
[[token]]
name = "one chat"
token = "{OWN}"
chat = "own/one"
[[token]]
name = "few"
token = "{FEW}"
groups = ["tabs", "reading"]
"""
POLICY = """
default = "allow"
[[rule]]
name = "scripts"
verdict = "ask"
scripts = true
sites = ["localhost"]
"""


@pytest.fixture(scope="session")
def server(marker: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A running server that tests share, with the tokens of ``TOKENS_FILE``; each uses chats of its own. Its policy asks before
    scripts on ``localhost``, and nowhere else."""
    shared = LocalServer(str(tmp_path_factory.mktemp("served")), version=__version__)
    tokens = tmp_path_factory.mktemp("tokens") / "tokens.toml"
    tokens.write_text(TOKENS_FILE)
    tokens.chmod(0o600)
    policy = tokens.with_name("policy.toml")
    policy.write_text(POLICY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFBROWSER_POLICY", str(policy))
        shell(shared, "serve", "--detach", "--structured", "--tokens", str(tokens))
    yield shared
    stopped(shared)


@pytest.fixture(scope="session")
def agent_zero(marker: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AgentZero]:
    """A host with the plugin that tests share, whose server is ended after them."""
    host = AgentZero(tmp_path_factory.mktemp("agent_zero") / "a0")
    install(host.root)
    yield host
    stopped(LocalServer(str(host.root / "usr" / "refbrowser")))


@pytest.fixture
def own_server(marker: str, tmp_path: Path) -> Iterator[LocalServer]:
    """A home folder with no server yet; whichever server it has in the end is ended."""
    own = LocalServer(str(tmp_path / "home"), version=__version__)
    yield own
    stopped(own)


@pytest.fixture
def command(own_server: LocalServer) -> Command:
    """Runs ``refbrowser`` with these arguments for the home folder of ``own_server``."""
    return partial(shell, own_server)


@pytest.fixture(params=["http", "stdio"])
def connect(request: pytest.FixtureRequest, server: LocalServer, tmp_path: Path, marker: str) -> Connect:
    """Connects an MCP client by either transport; ``arguments`` are those of ``refbrowser mcp`` and reach the first one only."""

    @asynccontextmanager
    async def by_stdio(*arguments: str, **options: Any) -> AsyncIterator[Client]:
        own = {**environment(server), "REFBROWSER_HOME": str(tmp_path / "home")}
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "refbrowser", "mcp", "--structured", *arguments], env=own
        )
        async with Client(command, read_timeout_seconds=60, **options) as client:
            yield client

    @asynccontextmanager
    async def by_http(*_: str, **options: Any) -> AsyncIterator[Client]:
        async with at(server, f"?chat={tmp_path.name}", **options) as client:
            yield client

    return by_stdio if request.param == "stdio" else by_http


@pytest.fixture
async def window(people: Browser) -> AsyncIterator[Page]:
    """A person's window, which knows nothing of earlier ones."""
    context = await people.new_context()
    yield await context.new_page()
    await context.close()
