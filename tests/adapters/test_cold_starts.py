"""Calls in an empty home folder: one start serves all who ask, and what ends a start in the middle keeps no later call from another."""

import json
import os
import random
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter
from pathlib import Path
from typing import Any, Final

import psutil
import pytest

from refbrowser.adapters.client import START_S
from tests.support import processes

CALLS: Final = 50
WORDS: Final = (sys.executable, "-m", "refbrowser", "list", "--json")
COUNTING: Final = """
import os, sys
if "serve" in sys.orig_argv:
    with open(os.environ["STARTS"], "a") as file:
        file.write(f"{os.getpid()}\\n")
"""
"""Notes the processes that start a server."""
BURN: Final = (sys.executable, "-c", "while True: pass")


class Home:
    """An empty home folder, of which each start of a server is counted."""

    def __init__(self, folder: Path) -> None:
        self.path, self._starts = folder / "home", folder / "starts"
        self.marker = uuid.uuid4().hex
        (folder / "sitecustomize.py").write_text(COUNTING)
        self.environment = {
            **os.environ,
            "REFBROWSER_HOME": str(self.path),
            "PYTHONPATH": os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH")))),
            "STARTS": str(self._starts),
            processes.MARKER: self.marker,
        }

    def begin(self) -> subprocess.Popen[str]:
        """A call of a shell."""
        pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(WORDS, env=self.environment, start_new_session=True, **pipes)

    @property
    def starts(self) -> int:
        return len(self._starts.read_text().splitlines()) if self._starts.exists() else 0

    def stop(self) -> dict[int, str]:
        """End the server; return what has not ended."""
        subprocess.run([*WORDS[:3], "stop"], env=self.environment, capture_output=True, timeout=90, check=False)
        return processes.remaining(self.marker, 15)


def answer_of(call: subprocess.Popen[str], patience_s: float = START_S + 30) -> str:
    """``ok`` or the code and sentence of the failure."""
    said, complained = call.communicate(timeout=patience_s)
    envelope = json.loads(said or complained)
    return "ok" if envelope["ok"] else f"{envelope['code']}: {envelope['error']}"


@pytest.mark.long("adapters/test_server_life.py::test_clients_that_start_at_once_get_one_server_whose_stop_lets_a_call_finish")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("turn", range(3))
def test_fifty_calls_at_once_start_one_server_on_a_busy_machine(tmp_path: Path, turn: int) -> None:
    home = Home(tmp_path)
    others = [subprocess.Popen(BURN) for _ in range(2)]
    began = time.monotonic()
    try:
        answers = Counter(map(answer_of, [home.begin() for _ in range(CALLS)]))
    finally:
        for other in others:
            other.kill()
            other.wait()
    print(f"{CALLS} calls: {dict(answers)}, {home.starts} starts, {time.monotonic() - began:.1f} s")
    assert answers == {"ok": CALLS}
    assert home.starts == 1
    assert home.stop() == {}


@pytest.mark.long("adapters/test_server_life.py::test_a_server_that_is_killed_under_a_client")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("who", ["the client", "the starting program", "both"])
def test_a_start_that_is_killed_at_any_moment_is_made_again(tmp_path: Path, who: str) -> None:
    chance = random.Random(f"kills {who}")
    for turn in range(7):
        folder = tmp_path / str(turn)
        folder.mkdir()
        home = Home(folder)
        call = home.begin()
        time.sleep(chance.uniform(0, 2.5))  # the moment is what is tried
        started = psutil.Process(call.pid).children(recursive=True) if call.poll() is None else []
        starting = [one.pid for one in started]
        victims = {"the client": [call.pid], "the starting program": starting, "both": [call.pid, *starting]}
        for victim in victims[who]:
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                continue
        began = time.monotonic()
        assert answer_of(home.begin()) == "ok", turn
        print(f"{who}, turn {turn}: {len(started)} processes started it, answered after {time.monotonic() - began:.1f} s")
        call.communicate(timeout=60)
        assert home.stop() == {}


@pytest.mark.long("adapters/test_server_life.py::test_a_damaged_record_hides_no_live_server")
@pytest.mark.parametrize("name", ["server.json", "lock", "starting", "token", "log"])
@pytest.mark.parametrize("what", ["garbage", "empty", "folder"])
def test_what_stands_in_a_folder_without_a_server_keeps_no_call_from_it(tmp_path: Path, name: str, what: str) -> None:
    home = Home(tmp_path)
    file = home.path / "server" / name
    if what == "folder":
        file.mkdir(parents=True)
    else:
        file.parent.mkdir(parents=True)
        file.write_bytes(b"\xff\x00{[" if what == "garbage" else b"")
    answer = answer_of(home.begin())
    if what == "folder":
        # A folder is no state file, and is not removed.
        assert answer == "ok" or str(file) in answer, answer
    else:
        assert answer == "ok"
    assert home.stop() == {}
