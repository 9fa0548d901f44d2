"""Getting a Chromium, by Playwright's download or the system's package manager, and what Playwright's driver lacks to start."""

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from refbrowser.browser.launch.executables import Executable, find
from refbrowser.browser.playwright_internals.driver import driver_broken, failure_of_driver
from refbrowser.browser.subprocesses import run
from refbrowser.errors import LaunchFailed, Remedy
from refbrowser.posix import is_root

_DOWNLOAD_TIMEOUT: Final = 900.0
_START_TIMEOUT: Final = 30.0
_APT: Final = ("apt-get", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=2")


def mend_driver(progress: Callable[[str], None]) -> None:
    """Install the system library that Playwright's driver lacks, if it does not start and that is why: a small Debian has none.

    Raises :class:`LaunchFailed`, with the command that a person would run.
    """
    reason = failure_of_driver()
    if reason is None:
        return
    broken = driver_broken(reason)
    package = broken.details.get("package")
    if package is not None and _is_apt_ours():
        progress(f"Installing {package} with apt-get: Playwright's driver needs it")
        failure = _failure_of(((*_APT, "update"), (*_APT, "install", "-y", "--no-install-recommends", package)))
        if failure is None and failure_of_driver() is None:
            return
        progress(f"  did not work: {failure or 'the driver does not start with it'}")
    raise broken


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
    mend_driver(progress)
    failures: list[str] = []
    for way in _ways(headless_shell):
        progress(way.says)
        failure = _failure_of(way.commands)
        if failure is None:
            executable = _found(headless_shell)
            if executable is None:
                failure = "it installed no Chromium"
            elif (failure := run((str(executable.path), "--version"), _START_TIMEOUT)) is None:
                return executable
        progress(f"  did not work: {failure}")
        failures.append(f"{way.says}: {failure}")
    raise LaunchFailed(
        f"No Chromium could be installed: {'; '.join(failures)}.",
        remedy=Remedy(command=_by_hand(headless_shell), hint="or set executable_path to an installed Chromium"),
    )


def _ways(headless_shell: bool) -> Iterator[_Way]:
    playwright = (sys.executable, "-m", "playwright")
    if headless_shell:
        only_shell = (*playwright, "install", "chromium", "--only-shell")
        yield _Way("Downloading Playwright's headless Chromium", (only_shell,))
    yield _Way("Downloading Playwright's Chromium", ((*playwright, "install", "chromium"),))
    if _is_apt_ours():
        if _lacks_libraries(headless_shell):
            yield _Way("Installing the libraries that Chromium needs", ((*playwright, "install-deps", "chromium"),))
        update = (*_APT, "update")
        for package in ("chromium-headless-shell", "chromium") if headless_shell else ("chromium",):
            packaged = (*_APT, "install", "-y", "--no-install-recommends", package)
            yield _Way(f"Installing {package} with apt-get", (update, packaged))


def _is_apt_ours() -> bool:
    """Whether this user may install packages of Debian or its derivatives."""
    return shutil.which("apt-get") is not None and is_root()


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
    return next((failure for command in commands if (failure := run(command, _DOWNLOAD_TIMEOUT))), None)


def _by_hand(headless_shell: bool) -> str:
    if _lacks_libraries(headless_shell):
        return f"sudo {sys.executable} -m playwright install-deps chromium"
    if shutil.which("apt-get"):
        return f"sudo apt-get install -y {'chromium-headless-shell' if headless_shell else 'chromium'}"
    return f"{sys.executable} -m playwright install chromium{' --only-shell' if headless_shell else ''}"
