"""The facts of a run that its numbers hold for."""

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

from refbrowser import __version__
from refbrowser.browser.executable import Executable


def facts(executable: Executable, full: Executable | None) -> dict[str, str]:
    """Name and value of each, in the order in which they are shown."""
    browsers = [executable] if full is None else [executable, full]
    return {
        "machine": f"{_processor()}, {os.cpu_count()} cores, {_memory_gib():.0f} GiB",
        "system": _system(),
        "Python": platform.python_version(),
        "Playwright": version("playwright"),
        "refbrowser": __version__,
        **{f"browser ({browser.flavour})": _browser(browser) for browser in browsers},
    }


def load() -> str:
    """How many processes wanted to run, on average, in the last minute."""
    return f"{os.getloadavg()[0]:.2f}"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory_gib() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def _system() -> str:
    if hasattr(platform, "freedesktop_os_release"):
        try:
            return f"{platform.freedesktop_os_release()['PRETTY_NAME']}, {platform.system()} {platform.release()}"
        except OSError:
            pass
    return f"{platform.system()} {platform.release()}"


def _browser(executable: Executable) -> str:
    run = subprocess.run([executable.path, "--version"], capture_output=True, text=True, timeout=30, check=False)
    return run.stdout.strip() or str(executable.path)
