"""The processes of a running browser by what they do, for tests that end some of them."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.support import processes


def parts(marker: str, known: set[int]) -> dict[str, set[int]]:
    """Process ids of the one marked Chromium that is not ``known``: browser, driver, zygote, gpu-process, network, renderer."""
    (browser,) = set(processes.browsers(marker)) - known
    found: dict[str, set[int]] = {"browser": {browser}, "driver": {int(_stat(browser)[1])}}
    for folder in Path("/proc").glob("[0-9]*"):
        pid = int(folder.name)
        try:
            if int(_stat(pid)[2]) != browser or _stat(pid)[0] == "Z":
                continue
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it ended while it was looked at
        kind = line.partition("--type=")[2].partition(" ")[0]
        if kind:
            found.setdefault("network" if "network.mojom" in line else kind, set()).add(pid)
    return found


def kill(pids: set[int]) -> None:
    """Ends them as the system does when memory runs out. Those that have ended already are passed over."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
