"""The plugin in a real Agent Zero: its loader, its Tool class, its prompt, its removal of chats, and its page in a browser.

``AGENT_ZERO_ARCHIVE`` names a tar file with its source; without one these tests are skipped. Its environment is created once, next to
the tests' own.
"""

import json
import os
import shutil
import socket
import subprocess
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from refbrowser import Chat
from refbrowser.adapters.agent_zero.install import Installed, install, uninstall
from refbrowser.adapters.client import LocalServer
from refbrowser.demo.server import ShopServer
from tests.docs.documents import ROOT
from tests.support.calls import do, evaluated
from tests.support.local_server import stopped, until

ARCHIVE = os.environ.get("AGENT_ZERO_ARCHIVE")
PYTHON = next((found for name in ("python3.12", "python3.13") if (found := shutil.which(name))), None)
ENVIRONMENT = ROOT / ".venv" / "hosts" / "agent-zero"
PROGRAM = Path(__file__).parent / "programs" / "agent_zero.py"
PACKAGES = (
    "a2wsgi", "aiohttp", "ansio", "beautifulsoup4", "boto3", "crontab==1.0.1", "docker", "faiss-cpu", "fastmcp==2.13.1", "flask-basicauth",
    "flask[async]==3.0.3", "gitpython", "giturlparse", "html2text", "inputimeout", "langchain-community==0.3.19", "langchain-core==0.3.49",
    "litellm", "markdown", "markdownify", "mcp==1.22.0", "nest-asyncio", "paramiko", "pathspec", "psutil", "python-dotenv",
    "python-socketio", "pytz", "regex", "requests", "simpleeval", "tiktoken", "uvicorn", "watchdog", "webcolors", "wsproto",
)  # fmt: skip
"""What Agent Zero imports when it starts, without models and documents."""

INSTALL_S = 500
START_S = 480
LOG = "started.log"
USE_S = 180

pytestmark = [
    pytest.mark.skipif(ARCHIVE is None, reason="AGENT_ZERO_ARCHIVE names no archive of Agent Zero's source"),
    pytest.mark.skipif(PYTHON is None, reason="Agent Zero needs Python 3.12"),
    pytest.mark.timeout(INSTALL_S + START_S),
]


@pytest.fixture(scope="module")
def python() -> Path:
    """The Python of Agent Zero's environment."""
    program = ENVIRONMENT / "bin" / "python"
    complete = ENVIRONMENT / "complete"
    wanted = "\n".join(PACKAGES)
    if not complete.is_file() or complete.read_text(encoding="utf-8") != wanted:
        subprocess.run([str(PYTHON), "-m", "venv", "--clear", str(ENVIRONMENT)], check=True, timeout=INSTALL_S)
        subprocess.run([str(program), "-m", "pip", "install", "--quiet", *PACKAGES], check=True, timeout=INSTALL_S)
        complete.write_text(wanted, encoding="utf-8")
    return program


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """An unpacked Agent Zero with the plugin; the server that it starts is ended."""
    root = tmp_path_factory.mktemp("agent-zero")
    with tarfile.open(str(ARCHIVE)) as archive:
        archive.extractall(root, filter="data")
    yield install(root)
    stopped(server_of(root))


def server_of(root: Path) -> LocalServer:
    return LocalServer(str(root / "usr" / "refbrowser"))


def test_the_installer_knows_what_is_there(installed: Installed) -> None:
    root = installed.host.root
    assert installed.switched_off in {path.name for path in (root / "plugins").iterdir()}
    assert installed.host.canvas is any((root / "webui").rglob("right-canvas*"))


def test_its_agent_uses_the_browser(installed: Installed, python: Path) -> None:
    root = installed.host.root
    with ShopServer() as shop:
        command = [str(python), str(PROGRAM), "use", f"{shop.url}product/arc-lamp"]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=USE_S, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("RESULT")]
    result: dict[str, Any] = json.loads(line.removeprefix("RESULT"))
    assert "refbrowser" in result["enabled"]
    assert installed.switched_off not in result["enabled"]
    opened, content, screenshot = result["read"]
    assert "Tab 1*: Arc desk lamp" in opened
    assert "[button 9] Add to cart" in content
    assert f"a0_path: /a0/usr/refbrowser/chats/a0-{result['chat']}/" in screenshot
    assert "### browser\n" in result["prompt"]
    assert "browser_agent" not in result["prompt"]
    server = server_of(root)

    def chats() -> str:
        return server.request("GET", "/v1/chats")[2].decode()

    until(lambda: result["chat"] not in chats(), "the removed chat to be closed")


async def test_its_page_shows_the_viewer_of_the_selected_chat(installed: Installed, python: Path, chat: Chat) -> None:
    root = installed.host.root
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    page = f"http://127.0.0.1:{port}/"
    host = _serving(python, root, port)
    try:
        _await_page(page, host, root / LOG)
        await do(chat, "open", url=page)
        await do(chat, "wait", script="globalThis.Alpine?.store('chats') && globalThis.openModal", timeout_ms=60_000)
        create = "(await (await import('/js/api.js')).callJsonApi('/chat_create', {})).ctxid"
        context = await evaluated(chat, create)
        with ShopServer() as shop:
            opened = server_of(root).call(f"a0-{context}", {"action": "open", "url": shop.url})
            assert opened["ok"], opened
            await do(chat, "evaluate", script="void openModal('/plugins/refbrowser/webui/main.html')")
            store = "(await import('/components/sidebar/chats/chats-store.js')).store"
            await do(chat, "evaluate", script=f"await ({store}).selectChat('{context}')")
            frame = (
                "document.querySelector('refbrowser-viewer')?.shadowRoot.querySelector('iframe')?.src.includes('/viewer/#token=')"
            )
            await do(chat, "wait", script=frame, timeout_ms=60_000)
            await do(chat, "wait", text="Take over", timeout_ms=60_000)
    finally:
        host.terminate()
        host.wait(30)


def test_uninstalling_leaves_it_as_it_was(installed: Installed) -> None:
    uninstall(installed.host.root)
    assert [path.name for path in (installed.host.root / "usr" / "plugins").iterdir() if path.name != ".gitkeep"] == []


def _serving(python: Path, root: Path, port: int) -> "subprocess.Popen[bytes]":
    command = [str(python), str(PROGRAM), "serve", str(port)]
    with (root / LOG).open("wb") as log:
        return subprocess.Popen(command, cwd=root, stdout=log, stderr=log)


def _await_page(page: str, host: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        assert host.poll() is None, log.read_text(encoding="utf-8", errors="replace")[-3000:]
        try:
            if httpx.get(page).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)  # another process starts: there is no event to wait for
    raise AssertionError(f"{page} did not answer within {START_S} s: {log.read_text(encoding='utf-8', errors='replace')[-3000:]}")
