"""No process outlives its owner: what each browser consists of is written down, and the next start ends what an owner left behind.

Chromium ends by itself when its owner dies, because its pipe closes; this is for when it cannot, because it or the driver hangs or
was stopped. A record names its processes by number and time of start, so nothing else is ever killed.
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
from refbrowser.browser.launch.os_processes import Kin
from refbrowser.files import private_folder, write_private

PATIENCE_S: Final = 2.0
"""How long processes may take to end by themselves."""

_PROFILE: Final = "playwright_chromiumdev_profile-"


@dataclass(frozen=True, slots=True)
class Household:
    """One browser: the process that owns it, its driver, Chromium's main process with the program that it runs, and its profile."""

    owner: Kin
    driver: Kin | None
    browser: Kin
    program: str | None
    profile: str | None

    @classmethod
    def of(cls, browser_pid: int) -> Self | None:
        """The household of the Chromium with that number; None when the system does not tell."""
        owner, browser = os_processes.known(os.getpid()), os_processes.known(browser_pid)
        if owner is None or browser is None:
            return None
        driver = os_processes.parent(browser_pid)
        if driver == owner or (driver is not None and driver.pid <= 1):
            driver = None
        return cls(owner, driver, browser, os_processes.program(browser_pid), os_processes.argument(browser_pid, "user-data-dir"))

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """The household that is written down there; None if that cannot be read."""
        try:
            written = json.loads(path.read_text(encoding="utf-8"))
            driver = Kin(*written["driver"]) if written["driver"] else None
            return cls(Kin(*written["owner"]), driver, Kin(*written["browser"]), written["program"], written["profile"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, folder: Path) -> Path:
        """Writes it down in a file of its own."""
        path = private_folder(folder) / f"{uuid.uuid4().hex}.json"

        def pair(process: Kin | None) -> Any:
            return [process.pid, process.started] if process is not None else None

        record = {"owner": pair(self.owner), "driver": pair(self.driver), "browser": pair(self.browser)}
        write_private(path, json.dumps({**record, "program": self.program, "profile": self.profile}).encode())
        return path

    def end(self, patience_s: float) -> None:
        """Waits until every process of it has ended, kills those that do not, and deletes the profile. Blocks."""
        members = os_processes.group_of(self.browser.pid, self.program) if self._leads_its_group() else []
        os_processes.end([*members, *([self.driver] if self.driver is not None else [])], patience_s)
        os_processes.reap(self.browser.pid)
        profile = Path(self.profile) if self.profile is not None else None
        if profile is not None and profile.name.startswith(_PROFILE) and profile.parent == Path(tempfile.gettempdir()):
            shutil.rmtree(profile, ignore_errors=True)

    def _leads_its_group(self) -> bool:
        """Whether the group is still that of our browser: its leader is the same process, or ended and nobody took its number."""
        now = os_processes.known(self.browser.pid)
        return now is None or now == self.browser


def sweep(folder: Path) -> int:
    """Ends what owners that are no more have left; returns how many browsers that were. Blocks."""
    ended = 0
    for path in folder.glob("*.json"):
        household = Household.read(path)
        if household is not None and household.owner.alive:
            continue
        if household is not None:
            household.end(0)
            ended += 1
        with contextlib.suppress(OSError):
            path.unlink()
    return ended
