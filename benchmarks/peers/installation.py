"""Tools from npm and PyPI, each version in a folder of its own under the user's cache, installed on first use."""

import asyncio
import os
import shutil
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path
from typing import Final

from benchmarks.peers.peer import PeerAbsent

LONGEST_S: Final = 300
"""How long one command of an installation may take."""

_COMPLETE: Final = "complete"


def cache() -> Path:
    """Where the tools are kept between runs."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "refbrowser" / "benchmark-peers"


async def npm(folder: Path, package: str, version: str) -> Path:
    """The folder of an npm package. Raises :class:`PeerAbsent` when it cannot be installed."""
    prefix = folder / f"{package.replace('/', '-').lstrip('@')}-{version}"
    if not (prefix / _COMPLETE).exists():
        npm_program = shutil.which("npm")
        if npm_program is None or shutil.which("node") is None:
            raise PeerAbsent("npm and node are not on PATH")
        print(f"installing {package} {version} from npm", flush=True)
        prefix.mkdir(parents=True, exist_ok=True)
        # Browsers are not downloaded: all tools drive the one that the benchmark gives them.
        quiet = {"PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1", "PUPPETEER_SKIP_DOWNLOAD": "1"}
        await _run(
            npm_program, "install", "--prefix", str(prefix), "--no-audit", "--no-fund", f"{package}@{version}", environment=quiet
        )
        (prefix / _COMPLETE).touch()
    return prefix / "node_modules" / package


async def venv(folder: Path, package: str, version: str) -> Path:
    """The Python of a virtual environment with a PyPI package. Raises :class:`PeerAbsent` when it cannot be installed."""
    prefix = folder / f"{package}-{version}"
    python = prefix / "bin" / "python"
    if not (prefix / _COMPLETE).exists():
        print(f"installing {package} {version} from PyPI", flush=True)
        await _run(sys.executable, "-m", "venv", "--clear", str(prefix))
        await _run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{package}=={version}")
        (prefix / _COMPLETE).touch()
    return python


async def _run(*command: str, environment: dict[str, str] | None = None) -> None:
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=PIPE, stderr=STDOUT, env={**os.environ, **(environment or {})}
    )
    try:
        async with asyncio.timeout(LONGEST_S):
            output, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise PeerAbsent(f"{' '.join(command[:3])} took more than {LONGEST_S} s") from None
    if process.returncode != 0:
        lines = output.decode(errors="replace").strip().splitlines() or ["no output"]
        raise PeerAbsent(f"{' '.join(command[:3])} failed: {lines[-1]}")
