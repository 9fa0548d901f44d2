"""What POSIX systems have and Windows lacks, behind one door, so that every module can be imported and checked anywhere.

On Windows a function does the nearest thing, or raises OSError, as its docstring says.
"""

import os
import signal
import sys


def lock(descriptor: int, *, shared: bool = False) -> None:
    """Lock the open file without waiting; the system lifts it when the file is closed. Raises BlockingIOError where another process
    has it. Windows has no shared locks: such a lock is tried and given back."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            if shared:
                msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
        except OSError as held:
            raise BlockingIOError(held.errno, "another process has the lock") from None
        return
    import fcntl

    fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def make_private(descriptor: int) -> None:
    """Let the owner alone read and write the open file. On Windows the folder's rights hold."""
    if sys.platform != "win32":
        os.fchmod(descriptor, 0o600)


def kill(pid: int) -> None:
    """End a process at once. Raises ProcessLookupError."""
    if sys.platform == "win32":
        os.kill(pid, signal.SIGTERM)
    else:
        os.kill(pid, signal.SIGKILL)


def kill_group(leader: int) -> None:
    """End the processes of a group at once; on Windows the leader alone. Raises ProcessLookupError."""
    if sys.platform == "win32":
        kill(leader)
    else:
        os.killpg(leader, signal.SIGKILL)


def suspend(pid: int) -> None:
    """Stop a process until it is resumed. Raises OSError, on Windows always."""
    if sys.platform == "win32":
        raise _missing("to suspend a process")
    os.kill(pid, signal.SIGSTOP)


def resume(pid: int) -> None:
    """Let a suspended process go on. Raises OSError, on Windows always."""
    if sys.platform == "win32":
        raise _missing("to resume a process")
    os.kill(pid, signal.SIGCONT)


def collect(pid: int) -> bool:
    """Collect the exit status of a child; return whether it had one. Raises ChildProcessError, on Windows always."""
    if sys.platform == "win32":
        raise ChildProcessError("Windows has no zombies")
    return os.waitpid(pid, os.WNOHANG) != (0, 0)


def group_of(pid: int) -> int:
    """Return the leader of a process's group; on Windows the process itself. Raises OSError."""
    if sys.platform == "win32":
        return pid
    return os.getpgid(pid)


def lower_priority(thread: int, value: int) -> None:
    """Set the niceness of a thread. Raises OSError, on Windows always."""
    if sys.platform == "win32":
        raise _missing("to set priorities")
    os.setpriority(os.PRIO_PROCESS, thread, value)


def open_pidfd(pid: int) -> int:
    """Return a descriptor that becomes readable at the end of the process. Raises OSError, outside of Linux always."""
    if sys.platform != "linux":
        raise _missing("descriptors of processes")
    return os.pidfd_open(pid)


def open_standard_streams() -> None:
    """Open the null device for those of the descriptors 0 to 2 that are closed, before other files get their numbers."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)


def reader_has_gone(descriptor: int) -> bool:
    """Wait until the other end of a pipe or socket is closed, and return True; False at once where the system cannot say."""
    if sys.platform == "win32":
        return False
    import select

    poll = select.poll()
    poll.register(descriptor, 0)
    try:
        return any(events & (select.POLLERR | select.POLLHUP) for _, events in poll.poll())
    except OSError:
        return False


def is_root() -> bool:
    """Whether this is the superuser; on Windows never."""
    return sys.platform != "win32" and os.geteuid() == 0


def _missing(what: str) -> OSError:
    return OSError(f"this system has no way {what}" if what.startswith("to ") else f"this system has no {what}")
