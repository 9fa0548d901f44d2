"""The other column of the table of everyday tasks: agent-browser, from npm, does them too, so that the comparison is with what works."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from refbrowser import Settings
from refbrowser.browser.launch.executables import find
from refbrowser.demo.server import ShopServer
from tests.docs.test_shell_tasks import TASKS
from tests.docs.transcripts import at

PACKAGE = "agent-browser@0.41.2"
INSTALL_S = 240

pytestmark = [
    pytest.mark.skipif(shutil.which("npm") is None, reason="agent-browser comes from npm"),
    pytest.mark.timeout(INSTALL_S + 120),
]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """An environment in which ``agent-browser`` runs with the Chromium under test and a session of its own, which ends with it."""
    folder = tmp_path_factory.mktemp("ab")
    subprocess.run(["npm", "install", "--silent", "--prefix", str(folder), PACKAGE], check=True, timeout=INSTALL_S)
    (folder / "sockets").mkdir()
    chosen = {
        **os.environ,
        "PATH": f"{folder / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}",
        "AGENT_BROWSER_EXECUTABLE_PATH": str(find(Settings().executable_path, headless_shell=True).path),
        "AGENT_BROWSER_ARGS": "--no-sandbox",
        "AGENT_BROWSER_SESSION": "tasks",
        "AGENT_BROWSER_SOCKET_DIR": str(folder / "sockets"),
    }
    yield chosen
    subprocess.run(["agent-browser", "close"], env=chosen, capture_output=True, timeout=60, check=False)


def test_every_task_is_done(environment: dict[str, str], tmp_path: Path) -> None:
    with ShopServer() as shop:
        for task, _, command in TASKS:
            words = at(shop.url, command).split()
            done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=90, check=False)
            assert done.returncode == 0, f"{task}: {done}"
