"""Nothing outlives its owner: not a process, not a profile, however the owner ended."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Settings
from refbrowser.browser.launch.orphans import BrowserProcesses, sweep
from refbrowser.browser.launch.os_processes import ProcessId, identify, reap
from tests.support import processes
from tests.support.calls import do
from tests.support.server import Site

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are told apart by /proc")

PATIENCE_S = 15.0

PROGRAM = """
import asyncio, ctypes, sys
from pathlib import Path
from refbrowser import Browser, Settings

async def main():
    if "subreaper" in sys.argv:
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: orphans become our children, as for process 1
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
    """A program that uses the package, in a process of its own."""

    process: "subprocess.Popen[str]"
    marker: str
    home: Path
    kin: set[int]
    """Its driver and Chromium's processes."""
    errors: Path
    """What it wrote to standard error."""

    def says(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def told(self, line: str) -> None:
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
    # In a namespace of its own the program is process 1, as it is in a container.
    namespace = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"] if "process 1" in request.param else []
    if namespace and subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode:
        pytest.skip("needs the right to make a namespace")
    command = [*namespace, sys.executable, "-c", PROGRAM, str(tmp_path), *request.param]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with errors.open("w") as sink, subprocess.Popen(command, env=environment, text=True, stderr=sink, **pipes) as process:
        running = Host(process, marker, tmp_path, set(), errors)
        assert running.says() == "open"
        running.kin = processes.families(marker) - {process.pid}
        assert len(running.kin) > 3
        yield running
        process.kill()
    left = processes.outliving(running.kin, PATIENCE_S)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


@pytest.mark.parametrize("how", ["close", "raise"])
@pytest.mark.rows(1)
async def test_a_program_that_ends_takes_everything_with_it(host: Host, how: str) -> None:
    profiles = host.profiles()
    host.told(how)
    if how == "close":
        assert host.says() == "closed"
        assert processes.alive(host.kin) == set()
    else:
        await asyncio.to_thread(host.process.wait, PATIENCE_S)
        assert await asyncio.to_thread(processes.outliving, host.kin, 2.0) == set()
    assert [path for path in profiles if path.exists()] == []
    assert list((host.home / "run").iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.rows(1)
async def test_a_program_that_is_killed_takes_its_browser_with_it(host: Host, number: signal.Signals) -> None:
    os.kill(host.process.pid, number)
    await asyncio.to_thread(host.process.wait, PATIENCE_S)
    assert await asyncio.to_thread(processes.outliving, host.kin, PATIENCE_S) == set()


FLOOD = "<title>Flood</title><script>setTimeout(() => { for (;;) console.log('line') }, 100)</script>"


async def test_a_page_that_is_paused_for_flooding_ends_with_its_program(host: Host, site: Site) -> None:
    host.told(site.page(FLOOD))
    paused: set[int] = set()
    while not paused:
        # While the program stands still nothing changes who is paused.
        os.kill(host.process.pid, signal.SIGSTOP)
        if not (paused := {pid for pid in processes.families(host.marker) if processes.state(pid) == "T"} - {host.process.pid}):
            os.kill(host.process.pid, signal.SIGCONT)
            await asyncio.sleep(processes.POLL_S)
    host.process.kill()
    assert await asyncio.to_thread(processes.outliving, paused | host.kin, PATIENCE_S) == set()


async def test_what_could_not_end_by_itself_is_ended_by_the_next_start(host: Host) -> None:
    profiles = host.profiles()
    os.kill(host.driver(), signal.SIGSTOP)
    host.process.kill()
    host.process.wait()
    assert processes.browsers(host.marker)
    assert len(processes.alive(host.kin)) > 3
    async with Browser(Settings(home=host.home)) as browser:
        await do(browser.chat("c"), "open")
        assert processes.outliving(host.kin, 2.0) == set()
        assert [path for path in profiles if path.exists()] == []
        assert len(list((host.home / "run").iterdir())) == 1


async def test_a_start_leaves_the_browsers_of_others_alone(host: Host) -> None:
    async with Browser(Settings(home=host.home)) as browser:
        await do(browser.chat("c"), "open")
        assert processes.alive(host.kin) == host.kin
    assert processes.alive(host.kin) == host.kin


@pytest.mark.parametrize("host", [("subreaper",), ("process 1",)], indirect=True)
@pytest.mark.rows(1)
async def test_the_dead_are_buried_also_by_process_1(host: Host) -> None:
    (program,) = children(host.process.pid) if host.process.args[0] == "unshare" else [host.process.pid]  # type: ignore[index]
    os.kill(host.driver(), signal.SIGKILL)
    host.told("close")
    assert host.says() == "closed"
    assert children(program) == []
    host.told("end")
    await asyncio.to_thread(host.process.wait, PATIENCE_S)
    assert host.errors.read_text() == ""


DYING = """
import ctypes, os, sys, threading
os.setpgid(0, 0)
threading.Thread(target=sys.stdin.readline).start()
print("dying", flush=True)
ctypes.CDLL(None).pthread_exit(None)  # the first thread ends; the process when the other one has read its line
"""


def test_a_zombie_whose_last_thread_still_ends_is_waited_for() -> None:
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
    """Those of the process, zombies too."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_number_that_another_process_took_is_not_killed(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as other:
        now = identify(other.pid)
        assert now is not None
        owner = ProcessId(2**22 - 1, 1)
        BrowserProcesses(
            owner, ProcessId(now.pid, now.started - 1), ProcessId(now.pid, now.started - 1), "/usr/bin/sleep", str(tmp_path)
        ).write(tmp_path / "run")
        (tmp_path / "run" / "torn.json").write_text("{")
        assert sweep(tmp_path / "run") == 1
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


def test_setting_the_clock_leaves_the_identity_of_a_process_as_it_is() -> None:
    ours = identify(os.getpid())
    assert ours is not None
    started = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
    assert ours.started == int(started)  # what the kernel counts from the machine's start
    assert ours.alive
