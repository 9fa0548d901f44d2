"""The machine that a run is on: the facts that its numbers hold for, and whether it rests."""

import asyncio
import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Final

from refbrowser import __version__
from refbrowser.browser.launch.executables import Executable


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


REST_S: Final = 0.1
"""A machine rests when all its processes together have worked less than a fifth of that long, for that long."""

LONGEST_UNREST_S: Final = 2.0


async def rest() -> None:
    """Waits until the machine rests, so that what one tool leaves to be done is not felt by the next: a browser goes on painting,
    compiling and collecting garbage after its answer. Not for ever; and where the system does not tell, for a while."""
    clock = asyncio.get_running_loop().time
    end = clock() + LONGEST_UNREST_S
    while clock() < end:
        before = _worked_s()
        await asyncio.sleep(REST_S if before is not None else LONGEST_UNREST_S / 4)
        after = _worked_s()
        if before is None or after is None or after - before < REST_S / 5:
            return


def _worked_s() -> float | None:
    """How long the cores have worked since the machine began, all together."""
    try:
        told = Path("/proc/stat").read_text().partition("\n")[0].split()
    except OSError:
        return None
    user, nice, system, _, _, irq, softirq = map(int, told[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


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
