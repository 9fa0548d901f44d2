"""The processes of a test run, found through /proc by a word that they inherit in their environment."""

import os
import time
from collections.abc import Set
from pathlib import Path

MARKER = "REFBROWSER_TEST_RUN"
POLL_S = 0.05


def marked(value: str, word: str = "", name: str = MARKER) -> dict[int, str]:
    """Command lines by process id of the processes, other than this one, that carry the marker and have ``word`` in theirs."""
    wanted = f"{name}={value}".encode()
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if int(folder.name) != os.getpid() and wanted in (folder / "environ").read_bytes().split(b"\0"):
                line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
                if word in line:
                    found[int(folder.name)] = line
        except OSError:
            continue  # it ended while it was looked at, or belongs to somebody else
    return found


def browsers(value: str, name: str = MARKER) -> dict[int, str]:
    """The main processes of the marked Chromiums: those without a ``--type``."""
    return {pid: line for pid, line in marked(value, "--remote-debugging", name).items() if "--type=" not in line}


def remaining(value: str, patience_s: float, *, but: Set[int] = frozenset()) -> dict[int, str]:
    """The marked processes that have not ended within ``patience_s``, without those that are to stay."""
    deadline = time.monotonic() + patience_s
    while (left := {pid: line for pid, line in marked(value).items() if pid not in but}) and time.monotonic() < deadline:
        time.sleep(POLL_S)
    return left


def families(value: str) -> set[int]:
    """The living processes of the marked Chromiums and of what they started, which does not keep the marker, with the marked ones."""
    leaders = set(browsers(value))
    living = set(marked(value))
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(group) in leaders and state != "Z":
            living.add(int(folder.name))
    return living


def state(pid: int) -> str:
    """The letter that ``/proc`` has for it (T: stopped), or ``gone``."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "gone"


def alive(pids: set[int]) -> set[int]:
    """Those of the processes that run; zombies do not."""
    return {pid for pid in pids if state(pid) not in ("Z", "gone")}


def outliving(pids: set[int], patience_s: float) -> set[int]:
    """Those of the processes that have not ended within ``patience_s``."""
    deadline = time.monotonic() + patience_s
    while (left := alive(pids)) and time.monotonic() < deadline:
        time.sleep(POLL_S)
    return left
