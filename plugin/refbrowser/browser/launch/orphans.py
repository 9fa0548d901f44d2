"""No process outlives its owner: a record names the processes of each browser, and the next start ends those that an owner left.

Chromium ends when its owner dies, because its pipe closes. The record is for the cases in which it cannot, because it or the driver
hangs or was stopped. It identifies processes by number and time of start, so no other process is killed.
"""

import contextlib
import json
import os
import shutil
import tempfile
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from refbrowser.browser.launch import os_processes
from refbrowser.browser.launch.os_processes import ProcessId
from refbrowser.files import private_folder, write_private

PATIENCE_S: Final = 2.0
"""How long processes may take to end before they are killed."""

_PROFILE: Final = "playwright_chromiumdev_profile-"


@dataclass(frozen=True, slots=True)
class BrowserProcesses:
    """The processes of one browser, and its profile: its owner, its driver, and Chromium's main process, which runs ``program``."""

    owner: ProcessId
    driver: ProcessId | None
    browser: ProcessId
    program: str | None
    profile: str | None

    @classmethod
    def of(cls, browser_pid: int) -> Self | None:
        """The processes of the Chromium with that number; None when they cannot be identified."""
        owner, browser = os_processes.identify(os.getpid()), os_processes.identify(browser_pid)
        if owner is None or browser is None:
            return None
        driver = os_processes.parent(browser_pid)
        if driver == owner or (driver is not None and driver.pid <= 1):
            driver = None
        return cls(owner, driver, browser, os_processes.program(browser_pid), os_processes.argument(browser_pid, "user-data-dir"))

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """The processes in that record; None if it cannot be read."""
        try:
            written = json.loads(path.read_text(encoding="utf-8"))
            driver = ProcessId(*written["driver"]) if written["driver"] else None
            owner, browser = ProcessId(*written["owner"]), ProcessId(*written["browser"])
            return cls(owner, driver, browser, written["program"], written["profile"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, folder: Path) -> Path:
        """Writes the record to a new file in ``folder`` and returns its path.

        Raises OSError or :class:`~refbrowser.errors.FileError`.
        """
        path = private_folder(folder) / f"{uuid.uuid4().hex}.json"

        def pair(process: ProcessId | None) -> Any:
            return [process.pid, process.started] if process is not None else None

        record = {"owner": pair(self.owner), "driver": pair(self.driver), "browser": pair(self.browser)}
        write_private(path, json.dumps({**record, "program": self.program, "profile": self.profile}).encode())
        return path

    def end(self, patience_s: float) -> None:
        """Waits ``patience_s`` seconds until all have ended, kills those that have not, and deletes the profile. Blocks."""
        leads = self._leads_its_group()
        members = os_processes.group_of(self.browser.pid, self.program) if leads else []
        os_processes.end([*members, *([self.driver] if self.driver is not None else [])], patience_s)
        if leads:
            os_processes.reap(self.browser.pid)
        profile = Path(self.profile) if self.profile is not None else None
        if profile is not None and profile.name.startswith(_PROFILE) and profile.parent == Path(tempfile.gettempdir()):
            shutil.rmtree(profile, ignore_errors=True)

    def _leads_its_group(self) -> bool:
        """Whether the process group is still the browser's: its leader is the same process, or ended and its id is unused."""
        identity = os_processes.identify(self.browser.pid)
        return identity is None or identity == self.browser


def sweep(folder: Path) -> int:
    """Ends the browsers in the records of ``folder`` whose owners have ended; returns how many. Blocks."""
    ended = 0
    for path in folder.glob("*.json"):
        processes = BrowserProcesses.read(path)
        if processes is not None and processes.owner.alive:
            continue
        if processes is not None:
            processes.end(0)
            ended += 1
        with contextlib.suppress(OSError):
            path.unlink()
    return ended
