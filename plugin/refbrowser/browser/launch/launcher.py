"""Starting Chromium through Playwright, whose own switches matter (they halve the time of a screenshot, for one)."""

from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Error, Playwright, ProxySettings

from refbrowser.browser.launch.command_line import left_out, switches
from refbrowser.browser.launch.executables import Executable, find
from refbrowser.errors import LaunchFailed, Remedy
from refbrowser.posix import is_root
from refbrowser.redact import redacted
from refbrowser.settings import Settings

LAUNCH_TIMEOUT_MS: Final = 30_000

APPARMOR: Final = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
"""Holds 1 where AppArmor keeps user namespaces, which Chromium's sandbox is made of, from programs without a profile: Ubuntu 23.10
and later."""


async def launch(playwright: Playwright, settings: Settings) -> Browser:
    """A connected Chromium that keeps no profile.

    Raises :class:`LaunchFailed` when none is found (the remedy names the command that installs one), or when it dies or does not
    answer within 30 seconds (``details.output`` carries the end of what it printed).
    """
    executable, options = _found(settings)
    try:
        return await playwright.chromium.launch(**options)
    except Error as failure:
        raise _explained(executable, failure, sandbox=options["chromium_sandbox"]) from None


async def launch_in_folder(playwright: Playwright, settings: Settings, folder: Path, proxy: ProxySettings | None) -> BrowserContext:
    """The only context of a Chromium that keeps everything in ``folder``. Raises as :func:`launch`."""
    executable, options = _found(settings)
    try:
        # A folder of one's own is what extensions need.
        options["ignore_default_args"].append("--disable-extensions")
        return await playwright.chromium.launch_persistent_context(
            folder,
            **options,
            viewport={"width": settings.viewport_width, "height": settings.viewport_height},
            locale=settings.locale,
            timezone_id=settings.timezone,
            accept_downloads=True,
            proxy=proxy,
        )
    except Error as failure:
        raise _explained(executable, failure, sandbox=options["chromium_sandbox"]) from None


def _found(settings: Settings) -> tuple[Executable, dict[str, Any]]:
    """The Chromium to start, and how."""
    executable = find(settings.executable_path, headless_shell=settings.headless_shell and settings.headless)
    return executable, {
        "executable_path": executable.path,
        "headless": settings.headless,
        "chromium_sandbox": not is_root() if settings.sandbox is None else settings.sandbox,
        "args": switches(settings),
        "ignore_default_args": left_out(settings),
        "timeout": LAUNCH_TIMEOUT_MS,
        "handle_sigint": False,
        "handle_sigterm": False,
        "handle_sighup": False,
    }


def apparmor_restricts() -> bool:
    """Whether AppArmor keeps user namespaces from programs without a profile."""
    try:
        return APPARMOR.read_text(encoding="ascii").strip() == "1"
    except (OSError, ValueError):
        return False


def _explained(executable: Executable, failure: Error, *, sandbox: bool) -> LaunchFailed:
    output = redacted(failure.message)
    details = {"executable": str(executable.path), "source": executable.source, "output": output[-2000:]}
    if sandbox and "sandbox" in output.lower() and apparmor_restricts():
        return LaunchFailed(
            f"{executable.path} did not start: AppArmor keeps user namespaces, of which Chromium's sandbox is made, from it.",
            remedy=Remedy(
                command="sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
                hint="allows them to all programs until the next boot; an AppArmor profile with userns for this path allows them "
                "to it alone; REFBROWSER_SANDBOX=0 disables the sandbox, only for trusted pages or on a disposable machine",
            ),
            details={**details, "apparmor": str(APPARMOR)},
        )
    if sandbox and "sandbox" in output.lower():
        # Debian's Chromium names the package that it lacks where the system withholds user namespaces.
        packaged = "install the chromium-sandbox package" in output and not executable.path.with_name("chrome-sandbox").exists()
        return LaunchFailed(
            f"{executable.path} did not start: this system does not allow Chromium's sandbox.",
            remedy=Remedy(
                command="sudo apt-get install -y chromium-sandbox" if packaged else "REFBROWSER_SANDBOX=0",
                hint="or disable it with REFBROWSER_SANDBOX=0, for trusted pages or on a disposable machine"
                if packaged
                else "disables it; only for trusted pages or on a disposable machine",
            ),
            details=details,
        )
    return LaunchFailed(
        f"{executable.path} did not start, or exited immediately.",
        remedy=Remedy(command="refbrowser doctor", hint="checks each step and shows Chromium's output"),
        details=details,
    )
