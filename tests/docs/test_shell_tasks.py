"""The table of everyday tasks at a terminal: refbrowser's column is run, and no line of it is longer than the other column's."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from refbrowser.demo.server import ShopServer
from tests.docs.documents import ROOT, Document
from tests.docs.transcripts import at

TASKS = re.findall(
    r"^\| ([\w ]+) \| `(refbrowser .+?)` \| `(agent-browser .+?)` \|$", Document(ROOT / "docs" / "shell.md").text, re.MULTILINE
)


def test_no_task_takes_more_keys_than_in_the_other_column() -> None:
    assert len(TASKS) >= 12
    assert [(ours, theirs) for _, ours, theirs in TASKS if len(ours) > len(theirs)] == []


@pytest.mark.long("adapters/test_commands.py::test_a_call_prints_what_an_agent_reads")
def test_every_task_is_done(shell: Any, shop: ShopServer, tmp_path: Path) -> None:
    for task, command, _ in TASKS:
        done = ran(command, shell, shop, tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), f"{task}: {done}"
        assert done.stdout, task


@pytest.mark.long("adapters/test_commands.py::test_a_call_prints_what_an_agent_reads")
def test_answers_differ_as_the_page_says(shell: Any, shop: ShopServer, tmp_path: Path) -> None:
    ran("refbrowser open https://shop.example/search?q=desk", shell, shop, tmp_path)
    ran("refbrowser content", shell, shop, tmp_path)
    link = ran("refbrowser fill 4 lamp", shell, shop, tmp_path)
    assert (link.returncode, link.stdout) == (4, "")
    assert link.stderr.startswith("error not_editable")
    ran("refbrowser click 18", shell, shop, tmp_path)
    assert "•••" in ran("refbrowser cookies", shell, shop, tmp_path).stdout
    assert "•••" not in ran("refbrowser cookies --reveal", shell, shop, tmp_path).stdout
    failure = json.loads(ran("refbrowser click 999 --json", shell, shop, tmp_path).stdout)
    assert {"code", "retryable", "remedy", "details", "error"} <= set(failure)
    other = ran("refbrowser tabs --chat another", shell, shop, tmp_path)
    assert other.stdout == "No tab is open.\n"


def ran(command: str, shell: Any, shop: ShopServer, folder: Path) -> "subprocess.CompletedProcess[str]":
    # "?" in an address is a pattern for some shells; a person's shell passes it on where no file matches.
    words = at(shop.url, command).split()
    return subprocess.run(words, env=shell, cwd=folder, capture_output=True, text=True, timeout=80, check=False)


@pytest.fixture(scope="module")
def shop() -> Any:
    with ShopServer() as running:
        yield running
