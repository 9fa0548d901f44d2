"""The keeper of one host: a small process that outlives it, ends what it leaves, and writes down what became of its calls.

It kills a host whose grant has lapsed and whose loop does not run (stopped, or hung): a host that wakes up later would send what
it had on its way. The host's browser goes with it, by a mark in the environment of all that the host started. The directory has
one too, so that it ends where it hangs, and Ray starts it again.
"""

import asyncio
import os
import select
import sys
import time
from pathlib import Path
from typing import Final

import psutil

from refbrowser.cluster.ledger import Ledger
from refbrowser.cluster.store import Store
from refbrowser.cluster.timing import Timing, moment

MARK: Final = "REFBROWSER_HOST"
"""The environment variable that names the host which a process belongs to."""

REPORT_TRIES: Final = 30
_PAUSE_S: Final = 1.0


async def start_keeper(name: str, ledger: Ledger, store: str, timing: Timing) -> asyncio.subprocess.Process:
    """Start the keeper of this process, which is the host of that name, and mark what this process starts from now on."""
    keeper = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "refbrowser.cluster.keeper", name, str(os.getpid()), str(ledger.path), store, str(timing.lease_s),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    # After that: the keeper is not one of the processes that it kills.
    os.environ[MARK] = name
    return keeper


async def beat(ledger: Ledger, timing: Timing) -> None:
    """Show the keeper that this loop runs, until cancelled."""
    while True:
        ledger.write_beat(moment())
        await asyncio.sleep(timing.stalled_s / 4)  # that the loop runs is what is shown


def keep(host: str, process: psutil.Process, ledger: Ledger, store: str, timing: Timing, pipe: int) -> None:
    """Return when the host and all that it started have ended and that is written down. ``pipe`` closes with the host."""
    while not _is_readable(pipe, timing.look_s) and process.is_running():
        lapses, beaten = ledger.times
        looked_at = moment()
        if looked_at > lapses > 0 and looked_at - beaten > timing.stalled_s:
            process.kill()
            break
    _kill_marked(host, process)
    calls = ledger.calls()
    for attempt in range(REPORT_TRIES):
        try:
            Store(store).report_end(host, calls)
            break
        except OSError:
            if attempt == REPORT_TRIES - 1:
                raise
            time.sleep(_PAUSE_S)
    ledger.path.unlink(missing_ok=True)


def _is_readable(pipe: int, within_s: float) -> bool:
    return bool(select.select([pipe], [], [], within_s)[0])


def _kill_marked(host: str, process: psutil.Process) -> None:
    """Kill the host's processes until there are none: one that is being killed may still start another."""
    while alive := [each for each in psutil.process_iter() if _is_marked(each, host, process)]:
        for each in alive:
            try:
                each.kill()
            except psutil.Error:
                continue
        psutil.wait_procs(alive, timeout=_PAUSE_S)


def _is_marked(process: psutil.Process, host: str, own: psutil.Process) -> bool:
    try:
        if process.status() == psutil.STATUS_ZOMBIE or process.pid == os.getpid():
            return False
        return process == own or process.environ().get(MARK) == host
    except psutil.Error:
        return False


def main(arguments: list[str]) -> None:
    """``HOST PID LEDGER STORE LEASE_S``; standard input is the pipe."""
    host, pid, ledger, store, lease_s = arguments
    keep(host, psutil.Process(int(pid)), Ledger(Path(ledger)), store, Timing(float(lease_s)), sys.stdin.fileno())


if __name__ == "__main__":
    main(sys.argv[1:])
