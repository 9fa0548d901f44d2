"""Processes as Linux tells of them: who is who beyond doubt, who belongs to whom, and ends that are waited for.

Elsewhere nothing is told, every question answers "nobody", and processes end as Playwright and Chromium end them by themselves.
"""

import contextlib
import os
import select
import signal
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")
_ZOMBIE: Final = "Z"
_ENDING_S: Final = 1.0
_POLL_S: Final = 0.01


@dataclass(frozen=True, slots=True)
class Kin:
    """One process. A number alone may come to mean another process; a number with the time of its start cannot."""

    pid: int
    started: int
    """Clock ticks after the machine's start."""

    @property
    def alive(self) -> bool:
        """Whether this very process still runs; a zombie does not."""
        facts = _facts(self.pid)
        return facts is not None and facts.started == self.started and facts.state != _ZOMBIE

    def handle(self) -> int | None:
        """A file descriptor that becomes readable when the process ends; the caller closes it. None when it has ended already."""
        try:
            handle = os.pidfd_open(self.pid)
        except OSError:
            return None
        if self.alive:
            return handle
        os.close(handle)
        return None


@dataclass(frozen=True, slots=True)
class _Facts:
    state: str
    parent: int
    group: int
    started: int


def known(pid: int) -> Kin | None:
    """The process that has that number now; None when there is none, or when the system does not tell."""
    facts = _facts(pid)
    return Kin(pid, facts.started) if facts is not None else None


def parent(pid: int) -> Kin | None:
    """The parent of the process."""
    facts = _facts(pid)
    return known(facts.parent) if facts is not None else None


def program(pid: int) -> str | None:
    """The path of the program that the process runs."""
    try:
        return os.readlink(_PROC / str(pid) / "exe")
    except OSError:
        return None


def argument(pid: int, name: str) -> str | None:
    """The value of ``--name=value`` on the process's command line."""
    try:
        words = (_PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return None
    start = f"--{name}=".encode()
    return next((os.fsdecode(word[len(start) :]) for word in words if word.startswith(start)), None)


def group_of(leader: int, runs: str | None) -> list[Kin]:
    """The living processes of the process group ``leader`` that run the program ``runs``."""
    members = []
    for pid in _pids():
        facts = _facts(pid)
        if facts is not None and facts.group == leader and facts.state != _ZOMBIE and program(pid) == runs:
            members.append(Kin(pid, facts.started))
    return members


def of_type(leader: int, kind: str) -> list[Kin]:
    """The living processes of the Chromium that leads the process group ``leader`` whose ``--type`` begins with ``kind``."""
    words = f"--type={kind}".encode()
    members = []
    for pid in _pids():
        facts = _facts(pid)
        # Not by the program, which a sandboxed process does not disclose. The title that it gives itself has blanks for zeros.
        if facts is not None and facts.group == leader and facts.state != _ZOMBIE and words in _command_line(pid):
            members.append(Kin(pid, facts.started))
    return members


def process_time(pid: int) -> float:
    """The seconds for which the threads of the process that live now have run."""
    try:
        threads = list((_PROC / str(pid) / "task").iterdir())
    except OSError:
        return 0.0
    return sum(_scheduled(thread)[0] for thread in threads)


def total_time(pid: int) -> float:
    """The seconds for which the process has run, those of its ended threads too, in hundredths; 0 when there is none."""
    try:
        fields = (_PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main_thread_demand(pid: int) -> float:
    """The seconds for which the first thread of the process has run or was ready to run."""
    return sum(_scheduled(_PROC / str(pid) / "task" / str(pid)))


def end(processes: Iterable[Kin], patience_s: float) -> None:
    """Waits until they have ended; after ``patience_s`` kills those that have not."""
    processes = list(processes)
    _await_end(processes, patience_s)
    left = [process for process in processes if process.alive]
    for process in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
    _await_end(left, patience_s)


def reap(leader: int) -> None:
    """Buries the zombies of that process group that have come to be our children, as they do when we are process 1 of a container
    or a subreaper; waits a second at most for those of the group that are about to end. No other child is touched: its own parent
    code waits for it."""
    deadline = time.monotonic() + _ENDING_S
    while True:
        ending = False
        for pid in _pids():
            facts = _facts(pid)
            if facts is None or facts.group != leader:
                continue
            if facts.state != _ZOMBIE:
                ending = True
            elif facts.parent == os.getpid():
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
        if not ending or time.monotonic() > deadline:
            return
        time.sleep(_POLL_S)  # another process ends: there is no event to wait for


def _await_end(processes: Iterable[Kin], patience_s: float) -> None:
    deadline = time.monotonic() + patience_s
    for process in processes:
        if (handle := process.handle()) is not None:
            try:
                select.select([handle], [], [], max(0.0, deadline - time.monotonic()))
            finally:
                os.close(handle)


def _pids() -> list[int]:
    try:
        return [int(entry.name) for entry in _PROC.iterdir() if entry.name.isdigit()]
    except OSError:
        return []


def _facts(pid: int) -> _Facts | None:
    try:
        # The command, in parentheses, may itself hold spaces and parentheses.
        fields = (_PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return _Facts(fields[0], int(fields[1]), int(fields[2]), int(fields[19]))


def _command_line(pid: int) -> bytes:
    try:
        return (_PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return b""


def _scheduled(thread: Path) -> tuple[float, float]:
    """The seconds for which a thread has run, and has waited for a processor."""
    try:
        ran, waited, _ = (thread / "schedstat").read_bytes().split()
    except (OSError, ValueError):
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9
