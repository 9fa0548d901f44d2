"""MCP with releases 1 and 2 of its SDK, on either side: every client of one reaches a server of the other."""

import json
import os
import subprocess
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from refbrowser.adapters.client import LocalServer
from tests.hosts.environments import INSTALL_S, ROOT, Environment
from tests.support import processes
from tests.support.local_server import token_of

RELEASES = {"1": Environment("mcp1", ("mcp<2", f"{ROOT}[server]")), "2": Environment("mcp2", ("mcp>=2", f"{ROOT}[server]"))}
OLDEST = Environment("mcp1-oldest", ("mcp==1.27.0",))
CLIENT = Path(__file__).parent / "programs" / "mcp_client.py"
MCP = ROOT / "plugin" / "refbrowser" / "adapters" / "mcp"

pytestmark = pytest.mark.timeout(INSTALL_S + 240)


def visited(client: Environment, home: Path, *server: str) -> dict[str, Any]:
    """What the client saw."""
    command = [str(client.python), "-W", "ignore", str(CLIENT), *server]
    environment = {**os.environ, "REFBROWSER_HOME": str(home)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return seen


def is_complete(seen: dict[str, Any]) -> None:
    assert seen["welcome"] == "# browser"
    assert seen["tools"] == ["browser", "vision_load"]
    (page,) = seen["opened"]["content"]
    assert page["text"].startswith("browser_id: 1\nTab 1: Shop")
    assert "[button 1] Buy" in page["text"]
    assert "structuredContent" not in seen["opened"]
    assert "~ [button 1] Bought" in seen["clicked"]["content"][0]["text"]
    assert seen["failed"]["isError"] is True
    assert seen["failed"]["content"][0]["text"].startswith("error ref_unknown: No element in this chat has the ref 99")
    assert seen["image"] == "image/jpeg"
    assert "There is no tool 'browse'" in seen["refused"]
    assert seen["prompts"] == ["browser_guide"]
    assert seen["resources"][0] == "guide"
    assert seen["guide"] is True
    assert seen["after"]["isError"] is False


@pytest.mark.parametrize("client", RELEASES)
@pytest.mark.parametrize("served_by", [*RELEASES, "oldest"])
def test_over_standard_input_and_output(client: str, served_by: str, tmp_path: Path) -> None:
    server = OLDEST if served_by == "oldest" else RELEASES[served_by]
    is_complete(visited(RELEASES[client], tmp_path, str(server.python.with_name("refbrowser")), "mcp"))


@pytest.mark.parametrize("served_by", RELEASES)
def test_two_clients_at_once_over_http(served_by: str, tmp_path: Path) -> None:
    program = str(RELEASES[served_by].python.with_name("refbrowser"))
    own = uuid.uuid4().hex
    environment = {processes.MARKER: own}
    server = LocalServer(str(tmp_path / "home"), command=(program,), environment=environment)
    try:
        url, token = server.ensure()["url"], token_of(server)
        with ThreadPoolExecutor() as both:
            seen = list(both.map(lambda name: visited(RELEASES[name], tmp_path, "http", f"{url}/mcp?chat={name}", token), RELEASES))
        for one in seen:
            is_complete(one)
    finally:
        subprocess.run([program, "stop"], env={**os.environ, "REFBROWSER_HOME": server.home}, timeout=60, check=True)
    assert processes.remaining(own, 20) == {}


@pytest.mark.parametrize("served_by", [*RELEASES, "oldest"])
@pytest.mark.parametrize("leaves", ["closes its end", "kills"])
def test_a_client_that_leaves_in_the_middle_of_a_call(served_by: str, leaves: str, tmp_path: Path) -> None:
    server = OLDEST if served_by == "oldest" else RELEASES[served_by]
    own = uuid.uuid4().hex
    environment = {**os.environ, "REFBROWSER_HOME": str(tmp_path), processes.MARKER: own}
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([str(server.python.with_name("refbrowser")), "mcp"], env=environment, **pipes) as host:
        assert host.stdin is not None
        assert host.stdout is not None

        def say(**message: Any) -> None:
            assert host.stdin is not None
            host.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            host.stdin.flush()

        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "host", "version": "1"}}
        say(id=1, method="initialize", params=client)
        say(method="notifications/initialized")
        say(id=2, method="tools/call", params={"name": "browser", "arguments": {"action": "open"}})
        assert any(json.loads(line).get("id") == 2 for line in host.stdout), "the tab was not opened"
        wait = {"name": "browser", "arguments": {"action": "wait", "time_ms": 600_000}, "_meta": {"progressToken": "p"}}
        say(id=3, method="tools/call", params=wait)
        assert any(json.loads(line).get("method") == "notifications/progress" for line in host.stdout), "the call was not begun"
        if leaves == "kills":
            host.kill()
        else:
            host.stdin.close()
        assert host.wait(40) == (-9 if leaves == "kills" else 0)
        assert host.stderr is not None
        complained = host.stderr.read()
    assert "Traceback" not in complained, complained[-2000:]
    assert processes.remaining(own, 20) == {}


def test_the_types_of_the_module_for_release_1_are_right() -> None:
    """``./dev check`` runs next to release 2, where that module's imports do not exist."""
    mypy = Environment("mcp1-types", ("mcp<2", "mypy>=1.15", f"{ROOT}[server]"))
    command = [str(mypy.python), "-m", "mypy", "--strict", "--explicit-package-bases", "--config-file", os.devnull]
    done = subprocess.run(
        [*command, "--follow-imports=silent", str(MCP / "sdk" / "release_1.py")],
        cwd=ROOT / "plugin", capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]
