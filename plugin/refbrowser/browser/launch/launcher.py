"""Starting Chromium through Playwright, whose own switches matter (they halve the time of a screenshot, for one)."""

import os
from typing import Final

from playwright.async_api import Browser, Error, Playwright

from refbrowser.browser.launch.command_line import switches
from refbrowser.browser.launch.executables import Executable, find
from refbrowser.errors import LaunchFailed, Remedy
from refbrowser.redact import redacted
from refbrowser.settings import Settings

LAUNCH_TIMEOUT_MS: Final = 30_000


async def launch(playwright: Playwright, settings: Settings) -> Browser:
    """A connected Chromium that keeps no profile.

    Raises :class:`LaunchFailed` when none is found (the remedy names the command that installs one), or when it dies or does not
    answer within 30 seconds (``details.output`` carries the end of what it printed).
    """
    executable = find(settings.executable_path, headless_shell=settings.headless_shell and settings.headless)
    sandbox = not _is_root() if settings.sandbox is None else settings.sandbox
    try:
        return await playwright.chromium.launch(
            executable_path=executable.path,
            headless=settings.headless,
            chromium_sandbox=sandbox,
            args=switches(settings),
            timeout=LAUNCH_TIMEOUT_MS,
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
    except Error as failure:
        raise _explained(executable, failure, sandbox=sandbox) from None


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _explained(executable: Executable, failure: Error, *, sandbox: bool) -> LaunchFailed:
    output = redacted(failure.message)
    details = {"executable": str(executable.path), "source": executable.source, "output": output[-2000:]}
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
