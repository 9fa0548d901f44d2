"""What a tree of processes occupies, from Linux's ``/proc``."""

import os
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROC: Final = Path("/proc")


@dataclass(frozen=True, slots=True)
class Footprint:
    """Proportional set sizes in MiB (a page that several processes share is split among them), and Chromium's processes."""

    browser_mib: float
    tool_mib: float
    browser_processes: int


def available() -> bool:
    """Whether this system tells."""
    return (PROC / "self" / "smaps_rollup").exists()


def footprint(roots: Iterable[int], browser: Path) -> Footprint:
    """The processes ``roots`` and all their descendants; those that run the program ``browser`` are Chromium, the others the tool."""
    browser_kib, tool_kib, processes = 0, 0, 0
    for process in _tree(roots):
        try:
            is_browser = Path(os.readlink(PROC / str(process) / "exe")) == browser
            kib = _pss_kib(process)
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
        if is_browser:
            browser_kib += kib
            processes += 1
        else:
            tool_kib += kib
    return Footprint(browser_kib / 1024, tool_kib / 1024, processes)


def carrying(variable: str, value: str) -> list[int]:
    """The processes, but for this one, that were started with the environment variable: also those that left their parent's tree."""
    wanted = f"{variable}={value}".encode()
    found = []
    for folder in PROC.iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                environment = (folder / "environ").read_bytes()
            except OSError:
                continue  # it ended meanwhile, or is not ours
            if wanted in environment.split(b"\0"):
                found.append(int(folder.name))
    return found


def _tree(roots: Iterable[int]) -> list[int]:
    children: defaultdict[int, list[int]] = defaultdict(list)
    for folder in PROC.iterdir():
        if folder.name.isdigit() and (parent := _parent(folder)):
            children[parent].append(int(folder.name))
    found = dict.fromkeys(roots)
    waiting = list(found)
    for process in waiting:
        waiting.extend(child for child in children[process] if child not in found)
        found.update(dict.fromkeys(children[process]))
    return list(found)


def _parent(folder: Path) -> int | None:
    try:
        # The command, in parentheses, may itself hold spaces and parentheses.
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return None


def _pss_kib(process: int) -> int:
    rollup = (PROC / str(process) / "smaps_rollup").read_text()
    return next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)
