"""A Tor client with its own data folder, which ends with the process that started it."""

import asyncio
import os
import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from refbrowser.errors import LaunchFailed, Remedy
from refbrowser.files import write_private
from refbrowser.policy.upstreams import Upstream

START_S: Final = 180.0
"""How long Tor may take to know the network and build its first circuit."""

STOP_S: Final = 5.0
MOST_LINES: Final = 40

_LISTENS: Final = re.compile(r"Opened Socks listener.* on 127\.0\.0\.1:(\d+)")
_READY: Final = "Bootstrapped 100%"


class TorProcess:
    """One running tor; ``upstream`` is its SOCKS port, on which other credentials get other circuits."""

    def __init__(self, process: asyncio.subprocess.Process, upstream: Upstream, reading: "asyncio.Task[None]") -> None:
        self.upstream = upstream
        self._process = process
        self._reading = reading

    @classmethod
    async def start(cls, folder: Path, config: Path | None, printed: list[str]) -> "TorProcess":
        """Start the ``tor`` on PATH, with the lines of ``config`` after refbrowser's, and wait for its first circuit; ``printed``
        gets the last lines of its output. Raises ``launch_failed`` (``details.output`` is the end of its output), also where
        ``config`` cannot be read: tor would start without it, and so without its bridges."""
        more = await asyncio.to_thread(_read, config) if config is not None else b""
        program = shutil.which("tor") or shutil.which("tor", path="/usr/sbin:/usr/local/sbin")
        if program is None:
            raise LaunchFailed(
                "No tor was found on PATH.",
                remedy=Remedy(command="apt-get install tor", hint="or set upstream to a running one, as socks5://127.0.0.1:9050"),
            )
        await asyncio.to_thread(folder.mkdir, mode=0o700, parents=True, exist_ok=True)
        ours, theirs = folder / "torrc", folder / "torrc-given"
        await asyncio.to_thread(ours.write_text, _lines(folder))
        await asyncio.to_thread(write_private, theirs, more)
        process = await asyncio.create_subprocess_exec(
            program, "--defaults-torrc", str(theirs), "-f", str(ours), stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        try:
            async with asyncio.timeout(START_S):
                port = await _started(process, printed)
        except BaseException as failure:
            # asyncio knows of the end only when the pipe has been read to its end.
            reading = asyncio.ensure_future(_drained(process))
            await _ended(process)
            reading.cancel()
            if isinstance(failure, TimeoutError | EOFError):
                raise LaunchFailed(
                    f"{program} did not build a circuit.",
                    remedy=Remedy(hint="see details.output; where Tor is blocked, tor_config names bridges"),
                    details={"executable": program, "output": "\n".join(printed)[-2000:]},
                ) from None
            raise
        return cls(process, Upstream("socks5", "127.0.0.1", port), asyncio.ensure_future(_drained(process)))

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def stop(self) -> None:
        """Ends it."""
        await _ended(self._process)
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


def _read(config: Path) -> bytes:
    try:
        return config.read_bytes()
    except OSError as failure:
        raise LaunchFailed(
            f"The tor_config {config} cannot be read: {failure.strerror or failure}. Tor was not started without it.",
            remedy=Remedy(hint="correct the path, or unset tor_config if the public network may be used directly"),
            details={"tor_config": str(config)},
        ) from None


def _lines(folder: Path) -> str:
    settings = {
        "DataDirectory": f'"{folder / "data"}"',
        "SocksPort": "127.0.0.1:auto IsolateSOCKSAuth",
        "Log": "notice stdout",
        "ClientOnly": "1",
        # It ends with this process, even if that is killed.
        "__OwningControllerProcess": str(os.getpid()),
    }
    return "".join(f"{name} {value}\n" for name, value in settings.items())


async def _started(process: asyncio.subprocess.Process, printed: list[str]) -> int:
    """The port, once Tor is ready. Raises EOFError when it ends before."""
    assert process.stdout is not None
    port = 0
    while line := (await process.stdout.readline()).decode(errors="replace").rstrip():
        printed.append(line)
        del printed[:-MOST_LINES]
        if (found := _LISTENS.search(line)) is not None:
            port = int(found[1])
        if _READY in line and port:
            return port
    raise EOFError


async def _drained(process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    while await process.stdout.read(65_536):
        continue


async def _ended(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(STOP_S):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
