"""However a program ends, its processes and profiles end with it."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Settings
from refbrowser.browser.launch import os_processes
from refbrowser.browser.launch.orphans import BrowserProcesses, sweep
from refbrowser.browser.launch.os_processes import ProcessId, identify, reap
from tests.support import processes
from tests.support.calls import do
from tests.support.server import Site

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are identified by /proc")

PATIENCE_S = 15.0

PROGRAM = """
import asyncio, ctypes, sys
from pathlib import Path
from refbrowser import Browser, Settings

async def main():
    if "subreaper" in sys.argv:
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: orphans become children of this process, as for process 1
    async with Browser(Settings(home=Path(sys.argv[1]))) as browser:
        answer = await browser.chat("c").call({"action": "open"})
        print("open" if answer["ok"] else answer, flush=True)
        line = await asyncio.to_thread(sys.stdin.readline)
        if line.strip() == "raise":
            raise RuntimeError("the host fails")
        if line.startswith("http"):
            await browser.chat("c").call({"action": "open", "url": line.strip()})
            await asyncio.sleep(60)
    print("closed", flush=True)
    await asyncio.to_thread(sys.stdin.readline)

asyncio.run(main())
"""


@dataclass
class Host:
    """A separate process that runs a program using the package."""

    process: "subprocess.Popen[str]"
    marker: str
    home: Path
    processes: set[int]
    """Process ids of its driver and of Chromium."""
    errors: Path
    """The file with its standard error."""

    def line(self) -> str:
        """The next line of its standard output."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def driver(self) -> int:
        (pid,) = (pid for pid, line in processes.marked(self.marker).items() if "run-driver" in line)
        return pid

    def profiles(self) -> list[Path]:
        lines = processes.browsers(self.marker).values()
        return [Path(word.partition("=")[2]) for line in lines for word in line.split() if word.startswith("--user-data-dir=")]


@pytest.fixture(params=[()])
def host(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Host]:
    marker = uuid.uuid4().hex
    environment = {**os.environ, processes.MARKER: marker}
    errors = tmp_path / "errors"
    # In its own process namespace the program has process id 1, as in a container.
    namespace = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"] if "process 1" in request.param else []
    if namespace and subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode:
        pytest.skip("needs the right to make a namespace")
    command = [*namespace, sys.executable, "-c", PROGRAM, str(tmp_path), *request.param]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with errors.open("w") as sink, subprocess.Popen(command, env=environment, text=True, stderr=sink, **pipes) as process:
        running = Host(process, marker, tmp_path, set(), errors)
        assert running.line() == "open"
        running.processes = processes.families(marker) - {process.pid}
        assert len(running.processes) > 3
        yield running
        process.kill()
    left = processes.outliving(running.processes, PATIENCE_S)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


@pytest.mark.long("browser/test_orphans.py::test_the_browser_ends_with_a_killed_program")
@pytest.mark.parametrize("how", ["close", "raise"])
async def test_processes_and_profiles_end_with_the_program(host: Host, how: str) -> None:
    profiles = host.profiles()
    host.send(how)
    if how == "close":
        assert host.line() == "closed"
        assert processes.alive(host.processes) == set()
    else:
        await asyncio.to_thread(host.process.wait, PATIENCE_S)
        assert await asyncio.to_thread(processes.outliving, host.processes, 2.0) == set()
    assert [path for path in profiles if path.exists()] == []
    assert list((host.home / "run").iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.rows(1)
async def test_the_browser_ends_with_a_killed_program(host: Host, number: signal.Signals) -> None:
    os.kill(host.process.pid, number)
    await asyncio.to_thread(host.process.wait, PATIENCE_S)
    assert await asyncio.to_thread(processes.outliving, host.processes, PATIENCE_S) == set()


FLOOD = "<title>Flood</title><script>setTimeout(() => { for (;;) console.log('line') }, 100)</script>"


@pytest.mark.long("browser/test_orphans.py::test_the_browser_ends_with_a_killed_program")
async def test_a_page_that_is_paused_for_flooding_ends_with_its_program(host: Host, site: Site) -> None:
    host.send(site.page(FLOOD))
    paused: set[int] = set()
    while not paused:
        # While the program stands still nothing changes who is paused.
        os.kill(host.process.pid, signal.SIGSTOP)
        if not (paused := {pid for pid in processes.families(host.marker) if processes.state(pid) == "T"} - {host.process.pid}):
            os.kill(host.process.pid, signal.SIGCONT)
            await asyncio.sleep(processes.POLL_S)
    host.process.kill()
    assert await asyncio.to_thread(processes.outliving, paused | host.processes, PATIENCE_S) == set()


@pytest.mark.long("browser/test_orphans.py::test_the_browser_ends_with_a_killed_program")
async def test_the_next_start_ends_processes_that_were_left_running(host: Host) -> None:
    profiles = host.profiles()
    os.kill(host.driver(), signal.SIGSTOP)
    host.process.kill()
    host.process.wait()
    assert processes.browsers(host.marker)
    assert len(processes.alive(host.processes)) > 3
    async with Browser(Settings(home=host.home)) as browser:
        await do(browser.chat("c"), "open")
        assert processes.outliving(host.processes, 2.0) == set()
        assert [path for path in profiles if path.exists()] == []
        assert len(list((host.home / "run").iterdir())) == 1


@pytest.mark.long("browser/test_orphans.py::test_a_reused_process_id_is_neither_killed_nor_waited_for")
async def test_a_start_leaves_browsers_of_other_programs_running(host: Host) -> None:
    async with Browser(Settings(home=host.home)) as browser:
        await do(browser.chat("c"), "open")
        assert processes.alive(host.processes) == host.processes
    assert processes.alive(host.processes) == host.processes


@pytest.mark.long("browser/test_orphans.py::test_reap_waits_for_the_last_thread_of_a_zombie")
@pytest.mark.parametrize("host", [("subreaper",), ("process 1",)], indirect=True)
async def test_process_1_leaves_no_zombies(host: Host) -> None:
    (program,) = children(host.process.pid) if host.process.args[0] == "unshare" else [host.process.pid]  # type: ignore[index]
    os.kill(host.driver(), signal.SIGKILL)
    host.send("close")
    assert host.line() == "closed"
    assert children(program) == []
    host.send("end")
    await asyncio.to_thread(host.process.wait, PATIENCE_S)
    assert host.errors.read_text() == ""


DYING = """
import ctypes, os, sys, threading
os.setpgid(0, 0)
threading.Thread(target=sys.stdin.readline).start()
print("dying", flush=True)
ctypes.CDLL(None).pthread_exit(None)  # the first thread ends; the process when the other one has read its line
"""


def test_reap_waits_for_the_last_thread_of_a_zombie() -> None:
    with subprocess.Popen([sys.executable, "-c", DYING], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as dying:
        assert dying.stdin is not None
        assert dying.stdout is not None
        assert dying.stdout.readline() == "dying\n"
        assert processes.outliving({dying.pid}, PATIENCE_S) == set()
        last = threading.Timer(0.1, lambda: print("end", file=dying.stdin, flush=True))
        last.start()
        reap(dying.pid)
        last.join()
        assert dying.pid not in children(os.getpid())


def children(pid: int) -> list[int]:
    """The process's children, zombies included."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_reused_process_id_is_neither_killed_nor_waited_for(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as other:
        now = identify(other.pid)
        assert now is not None
        owner = ProcessId(2**22 - 1, 1)
        BrowserProcesses(
            owner, ProcessId(now.pid, now.started - 1), ProcessId(now.pid, now.started - 1), "/usr/bin/sleep", str(tmp_path)
        ).write(tmp_path / "run")
        (tmp_path / "run" / "torn.json").write_text("{")
        began = time.monotonic()
        assert sweep(tmp_path / "run") == 1
        assert time.monotonic() - began < os_processes._REAP_S
        assert other.poll() is None
        assert tmp_path.exists()
        assert list((tmp_path / "run").iterdir()) == []
        other.kill()


def test_the_processes_of_a_browser_are_identified_and_recorded(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "60"]) as child:
        browser_processes = BrowserProcesses.of(child.pid)
        assert browser_processes is not None
        assert (browser_processes.owner.pid, browser_processes.browser.pid, browser_processes.driver) == (
            os.getpid(),
            child.pid,
            None,
        )
        path = browser_processes.write(tmp_path)
        assert BrowserProcesses.read(path) == browser_processes
        child.kill()
    assert not browser_processes.browser.alive


def test_a_process_keeps_its_identity_when_the_clock_is_set() -> None:
    own = identify(os.getpid())
    assert own is not None
    started = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
    assert own.started == int(started)  # what the kernel counts from the machine's start
    assert own.alive
