"""Getting a Chromium: Playwright's download first, then the system's package manager."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from refbrowser.browser.executable import Executable, find
from refbrowser.errors import LaunchFailed, Remedy

_DOWNLOAD_TIMEOUT: Final = 900.0
_START_TIMEOUT: Final = 30.0
_APT: Final = ("apt-get", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=2")


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to a Chromium: commands to be run in turn, all of which must succeed."""

    says: str
    commands: tuple[tuple[str, ...], ...]


def install(progress: Callable[[str], None], *, headless_shell: bool = True) -> Executable:
    """Install a Chromium and return it; ``progress`` is given one short line at each step.

    Every way is bounded in time, and counts only if a Chromium then starts. ``headless_shell=False`` installs a full
    Chromium, for a visible window or extensions.

    Raises :class:`LaunchFailed`, with the command that a person would run, when every way has failed.
    """
    failures: list[str] = []
    for way in _ways(headless_shell):
        progress(way.says)
        failure = _failure_of(way.commands)
        if failure is None:
            executable = _found(headless_shell)
            if executable is None:
                failure = "no Chromium is there afterwards"
            elif (failure := _run((str(executable.path), "--version"), _START_TIMEOUT)) is None:
                return executable
        progress(f"  did not work: {failure}")
        failures.append(f"{way.says}: {failure}")
    raise LaunchFailed(
        f"No Chromium could be installed: {'; '.join(failures)}.",
        remedy=Remedy(command=_by_hand(headless_shell), hint="or set executable_path to a Chromium of your own"),
    )


def _ways(headless_shell: bool) -> Iterator[_Way]:
    playwright = (sys.executable, "-m", "playwright")
    if headless_shell:
        only_shell = (*playwright, "install", "chromium", "--only-shell")
        yield _Way("Downloading Playwright's headless Chromium", (only_shell,))
    yield _Way("Downloading Playwright's Chromium", ((*playwright, "install", "chromium"),))
    if shutil.which("apt-get") and os.geteuid() == 0:
        if _lacks_libraries(headless_shell):
            yield _Way("Installing the libraries that Chromium needs", ((*playwright, "install-deps", "chromium"),))
        update = (*_APT, "update")
        for package in ("chromium-headless-shell", "chromium") if headless_shell else ("chromium",):
            packaged = (*_APT, "install", "-y", "--no-install-recommends", package)
            yield _Way(f"Installing {package} with apt-get", (update, packaged))


def _found(headless_shell: bool) -> Executable | None:
    try:
        return find(headless_shell=headless_shell)
    except LaunchFailed:
        return None


def _lacks_libraries(headless_shell: bool) -> bool:
    """Whether a downloaded Chromium is there: asked when none started, so it is for want of system libraries."""
    executable = _found(headless_shell)
    return executable is not None and executable.source == "playwright"


def _failure_of(commands: tuple[tuple[str, ...], ...]) -> str | None:
    """Run the commands in turn; the reason why one failed, or None."""
    return next((failure for command in commands if (failure := _run(command, _DOWNLOAD_TIMEOUT))), None)


def _run(command: tuple[str, ...], timeout: float) -> str | None:
    """Run a command, at most ``timeout`` seconds; what it said if it failed, or None.

    The output goes to a file, because a grandchild that outlives the command would hold a pipe open for ever.
    """
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "NO_COLOR": "1"}
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment, start_new_session=True
            )
        except OSError as error:
            return f"{command[0]}: {error.strerror}"
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            return f"{' '.join(command[:3])} did not end in {timeout:.0f} s"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        output.seek(0)
        said = output.read().decode("utf-8", "replace").split("\n")
    if status == 0:
        return None
    errors = [line.strip() for line in said if line.lstrip().lower().startswith(("error", "e:"))]
    # The first error is the cause; what follows are its consequences.
    reasons = errors[:1] or [line.strip() for line in said if line.strip()][-1:] or [f"exit status {status}"]
    return reasons[0][:300]


def _by_hand(headless_shell: bool) -> str:
    if _lacks_libraries(headless_shell):
        return f"sudo {sys.executable} -m playwright install-deps chromium"
    if shutil.which("apt-get"):
        return f"sudo apt-get install -y {'chromium-headless-shell' if headless_shell else 'chromium'}"
    return f"{sys.executable} -m playwright install chromium{' --only-shell' if headless_shell else ''}"
