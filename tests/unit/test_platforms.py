"""The package where POSIX is missing: every module is imported, and what needs the system says so."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from refbrowser import posix

PROGRAM = """
import importlib, pkgutil, sys
import psutil, ray  # need some of them on this system
for name in ("fcntl", "resource", "termios", "pwd", "grp"):
    sys.modules[name] = None
import refbrowser
skipped = ("refbrowser.adapters.agent_zero.plugin", "refbrowser.adapters.mcp.sdk.release_", "refbrowser.__main__")
names = [m.name for m in pkgutil.walk_packages(refbrowser.__path__, "refbrowser.") if not m.name.startswith(skipped)]
for name in names:
    importlib.import_module(name)
print(len(names))
"""


@pytest.mark.long("unit/test_platforms.py::test_the_door_does_what_it_says")
def test_every_module_is_imported_without_what_posix_has() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 400


def test_the_door_does_what_it_says(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as one, (tmp_path / "file").open() as other:
        posix.lock(one.fileno())
        with pytest.raises(BlockingIOError):
            posix.lock(other.fileno(), shared=True)
        posix.make_private(one.fileno())
        assert os.fstat(one.fileno()).st_mode & 0o077 == 0
    sleeper = subprocess.Popen(["sleep", "60"], start_new_session=True)
    try:
        assert posix.group_of(sleeper.pid) == sleeper.pid
        posix.suspend(sleeper.pid)
        assert os.waitpid(sleeper.pid, os.WUNTRACED)[1] >> 8 == signal.SIGSTOP
        posix.resume(sleeper.pid)
        posix.kill_group(sleeper.pid)
        assert sleeper.wait(10) == -signal.SIGKILL
    finally:
        sleeper.kill()
    with pytest.raises(ChildProcessError):
        posix.collect(sleeper.pid)
    with pytest.raises(ProcessLookupError):
        posix.kill(sleeper.pid)
