"""Processes of the operating system: which one is which, which ones form a browser, and waiting for their end.

psutil reads the process table. It is imported on first use, because it takes some milliseconds of a start that mostly does not
need it. Six things do not go through it:

- Waiting for an end uses pidfd. ``psutil.Process.wait`` collects the exit status of a child, which belongs to the code that started
  the child (asyncio, for Playwright's driver), and it cannot be waited for on an event loop.
- The processor time of a sample of 20 ms comes from ``schedstat``, in nanoseconds; psutil reports hundredths of a second.
- When a process started is read in clock ticks; psutil reports the time of day, which changes as the clock is set.
- Whether a process lives is asked of each renderer while one floods; psutil reads two files for it.
- Whether a process is exiting is a flag of the kernel that psutil does not report.
- The time that a thread was ready to run comes from ``schedstat`` too; psutil does not report it.

On systems other than Linux no process is identified, and processes end as Playwright and Chromium end them.
"""

import contextlib
import os
import select
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from refbrowser import posix

if TYPE_CHECKING:
    import psutil

_T = TypeVar("_T")

_PROC: Final = Path("/proc")
_ZOMBIE: Final = "zombie"
"""``psutil.STATUS_ZOMBIE``."""

_EXITING: Final = 0x4
"""``PF_EXITING``, of the field ``flags`` of proc_pid_stat(5)."""

_STATE: Final = 0
_FLAGS: Final = 6
_START: Final = 19
"""The places of these fields after the program's name."""

_STAT_BYTES: Final = 1_024
"""More than the line of proc_pid_stat(5) takes: 50 numbers and a name of 16 bytes."""

_LOW_PRIORITY: Final = 10
"""A tenth of the others' share of a core."""

_READ: Final = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0)
_SCHEDSTAT_BYTES: Final = 96
"""More than three numbers of 64 bits take."""

_REAP_S: Final = 1.0
_POLL_S: Final = 0.01


@dataclass(frozen=True, slots=True)
class ProcessId:
    """Identifies one process. A number alone can be reused by another process; a number with the time of its start cannot."""

    pid: int
    started: int
    """Clock ticks after the machine's start: unlike the time of day, it does not change when the clock is set."""

    @property
    def alive(self) -> bool:
        """Whether this very process still runs; a zombie does not."""
        fields = _stat(self.pid)
        return fields is not None and int(fields[_START]) == self.started and fields[_STATE] != b"Z"

    @property
    def exiting(self) -> bool:
        """Whether it has ended, or is closing what it has open, which others notice before it is a zombie."""
        fields = _stat(self.pid)
        return fields is None or bool(int(fields[_FLAGS]) & _EXITING) or not self.alive

    def open_pidfd(self) -> int | None:
        """A file descriptor that becomes readable when the process ends; the caller closes it. None when it has ended already."""
        try:
            descriptor = posix.open_pidfd(self.pid)
        except OSError:
            return None
        if self.alive:
            return descriptor
        os.close(descriptor)
        return None


def identify(pid: int) -> ProcessId | None:
    """The process that has that number now; None when there is none, and on systems other than Linux."""
    # psutil adds the time of day at which the machine started, which moves with the clock, and a browser's record outlives that.
    fields = _stat(pid) if sys.platform == "linux" else None
    return ProcessId(pid, int(fields[_START])) if fields is not None else None


def parent(pid: int) -> ProcessId | None:
    """The parent of the process; None when either has ended."""
    number = _ask(pid, lambda process: process.ppid())
    return identify(number) if number is not None else None


def program(pid: int) -> str | None:
    """Return the path of the process's executable, or None if the system does not disclose it."""
    return _ask(pid, lambda process: process.exe()) or None


def argument(pid: int, name: str) -> str | None:
    """The value of ``--name=value`` on the process's command line; None when it has none."""
    prefix = f"--{name}="
    return next((word.removeprefix(prefix) for word in _command_line(pid) if word.startswith(prefix)), None)


def group_of(leader: int, runs: str | None) -> list[ProcessId]:
    """The living processes of the process group ``leader`` that run the program ``runs``."""
    return [process for pid in _members(leader) if (process := _living(pid)) is not None and program(pid) == runs]


def of_type(leader: int, kind: str, recognised: Iterable[ProcessId] = ()) -> list[ProcessId]:
    """The living processes of the Chromium that leads the process group ``leader`` whose ``--type`` is ``kind``. Of those that are
    ``recognised`` already, no command line is read."""
    switch, by_pid = f"--type={kind}", {process.pid: process for process in recognised}
    found = []
    for pid in _members(leader):
        # Not by the program, which a sandboxed process does not disclose. Chromium's children write their command line anew, with
        # blanks between the words.
        if (process := by_pid.get(pid)) is not None or switch in " ".join(_command_line(pid)).split():
            process = process if process is not None and process.alive else _living(pid)
            found += [process] if process is not None else []
    return found


def zygotes_of(browser: int) -> list[ProcessId]:
    """The zygotes of the Chromium whose main process is ``browser``.

    A process that a zygote has just forked still has its command line, but not its parent, which is the main process.
    """
    return [process for process in of_type(browser, "zygote") if _ask(process.pid, lambda found: found.ppid()) == browser]


def process_time(pid: int) -> float:
    """The seconds for which the threads of the process that live now have run, to the nanosecond."""
    try:
        threads = os.listdir(_PROC / str(pid) / "task")
    except OSError:
        return 0.0
    return sum(_scheduled(pid, thread)[0] for thread in threads)


def total_time(pid: int) -> float:
    """The seconds for which the process has run, including its ended threads, in hundredths; 0 when there is none."""
    return _ask(pid, lambda process: float(sum(process.cpu_times()[:2]))) or 0.0


def main_thread_demand(pid: int) -> float:
    """The seconds for which the first thread of the process has run or was ready to run."""
    return sum(_scheduled(pid, pid))


def lower_priority(pid: int) -> None:
    """Have the threads of the process give way to others where cores are short. It cannot be undone without privileges."""
    with contextlib.suppress(OSError):
        for thread in os.listdir(_PROC / str(pid) / "task"):
            posix.lower_priority(int(thread), _LOW_PRIORITY)


def end(processes: Iterable[ProcessId], patience_s: float) -> None:
    """Waits until they have ended; after ``patience_s`` seconds kills those that have not. Blocks."""
    processes = list(processes)
    _await_end(processes, patience_s)
    remaining = [process for process in processes if process.alive]
    for process in remaining:
        with contextlib.suppress(ProcessLookupError):
            posix.kill(process.pid)
    _await_end(remaining, patience_s)


def reap(leader: int) -> None:
    """Collects the zombies of that process group that are now this process's children, as orphans are where this is process 1 of a
    container or a subreaper. Waits a second at most for processes of the group that are about to end. Other children keep their
    exit status: the code that started them collects it."""
    deadline = time.monotonic() + _REAP_S
    while True:
        running = False
        for pid in _members(leader):
            if _ask(pid, lambda process: process.status()) != _ZOMBIE:
                running = True
            elif _ask(pid, lambda process: process.ppid()) == os.getpid():
                with contextlib.suppress(ChildProcessError):
                    # A killed process is a zombie from the end of its first thread on; it is collected after the end of its last.
                    running = not posix.collect(pid) or running
        if not running or time.monotonic() > deadline:
            return
        time.sleep(_POLL_S)  # another process ends: there is no event to wait for


def _await_end(processes: Iterable[ProcessId], patience_s: float) -> None:
    deadline = time.monotonic() + patience_s
    for process in processes:
        if (descriptor := process.open_pidfd()) is not None:
            try:
                select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
            finally:
                os.close(descriptor)


def _ask(pid: int, question: "Callable[[psutil.Process], _T]") -> "_T | None":
    """The answer about the process that has that number now; None when there is none, or when the system does not disclose it."""
    import psutil

    try:
        return question(psutil.Process(pid))
    except (psutil.Error, OSError):
        return None


def _stat(pid: int) -> list[bytes] | None:
    """The process's status from its state on, as proc_pid_stat(5) numbers the fields from 3; None when there is no such process."""
    try:
        file = os.open(f"{_PROC}/{pid}/stat", _READ)
        try:
            return os.read(file, _STAT_BYTES).rpartition(b")")[2].split()
        finally:
            os.close(file)
    except OSError:
        return None


def _members(leader: int) -> list[int]:
    """The processes of the group, zombies too."""
    import psutil

    members = []
    for pid in psutil.pids():
        # One system call a process: psutil reads a file for each, and a machine may run thousands.
        with contextlib.suppress(OSError):
            if posix.group_of(pid) == leader:
                members.append(pid)
    return members


def _living(pid: int) -> ProcessId | None:
    process = identify(pid)
    return process if process is not None and process.alive else None


def _command_line(pid: int) -> list[str]:
    return _ask(pid, lambda process: process.cmdline()) or []


def _scheduled(pid: int, thread: int | str) -> tuple[float, float]:
    """The seconds for which a thread has run, and has waited for a processor."""
    try:
        # Read a hundred times a second for each browser: without pathlib and a buffer it takes a third of the time.
        file = os.open(f"{_PROC}/{pid}/task/{thread}/schedstat", _READ)
        try:
            ran, waited, _ = os.read(file, _SCHEDSTAT_BYTES).split()
        finally:
            os.close(file)
    except (OSError, ValueError):
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9
