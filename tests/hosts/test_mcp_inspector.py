"""MCP as another implementation sees it: the protocol's own Inspector, from npm, in its command-line mode."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from refbrowser.adapters.client import LocalServer
from refbrowser.surface.schema import browser_tool
from tests.support.local_server import token_of
from tests.support.server import Site

INSPECTOR = "@modelcontextprotocol/inspector@0.16.8"
"""Runs on Node 20; later ones need Node 22."""

INSTALL_S = 240

pytestmark = [
    pytest.mark.skipif(shutil.which("npx") is None, reason="the Inspector comes from npm"),
    pytest.mark.timeout(INSTALL_S + 60),
]


@pytest.fixture
def inspect(request: pytest.FixtureRequest, server: LocalServer, tmp_path: Path) -> Any:
    """Asks the MCP server through the Inspector, by the transport that the test names; its answer."""

    def run(*words: str) -> Any:
        done = subprocess.run(
            ["npx", "--yes", INSPECTOR, "--cli", *target, *words],
            capture_output=True,
            text=True,
            timeout=INSTALL_S,
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    if request.param == "stdio":
        own = {"REFBROWSER_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
        target = [*(f"-e{name}={value}" for name, value in own.items()), sys.executable, "-m", "refbrowser", "mcp"]
    else:
        url = f"{server.ensure()['url']}/mcp"
        target = [url, "--transport", "http", "--header", f"Authorization: Bearer {token_of(server)}"]
    return run


@pytest.mark.parametrize("inspect", ["stdio"], indirect=True)
def test_it_lists_the_tools(inspect: Any) -> None:
    tools = {tool["name"]: tool for tool in inspect("--method", "tools/list")["tools"]}
    assert list(tools) == ["browser", "vision_load"]
    assert tools["browser"]["inputSchema"] == browser_tool()["input_schema"]


@pytest.mark.parametrize("inspect", ["http"], indirect=True)
def test_it_calls_a_tool(inspect: Any, site: Site) -> None:
    url = site.page("<title>Inspected</title>")
    answer = inspect("--method", "tools/call", "--tool-name", "browser", "--tool-arg", "action=open", "--tool-arg", f"url={url}")
    assert answer["content"] == [{"type": "text", "text": f"browser_id: 1\nTab 1*: Inspected · {url}"}]
    assert answer["structuredContent"]["result"]["state"]["title"] == "Inspected"
