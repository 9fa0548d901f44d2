"""agent-browser: its native command line, one process for each command, in front of its daemon."""

import asyncio
import os
import platform
import re
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from benchmarks.peers.installation import npm
from benchmarks.peers.peer import VIEWPORT, Ground, Kinds, PeerAbsent, counted, first

VERSION: Final = "0.41.2"
NAME: Final = "agent-browser"

_REF: Final = re.compile(r"^\s*- (\w+)\b.*\[(?:[^\[\]]*, )?ref=", re.MULTILINE)
_PROCESSORS: Final = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


class AgentBrowser:
    """Reads the whole page with ``snapshot``; its ``snapshot -i`` leaves most of the text out."""

    name = NAME

    def __init__(self, program: Path, environment: Mapping[str, str]) -> None:
        self._program = program
        self._environment = environment

    async def run(self, *arguments: str) -> str:
        """What the command prints. Raises :class:`RuntimeError` with its complaint when it fails."""
        process = await asyncio.create_subprocess_exec(
            str(self._program), *arguments, env=self._environment, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
        )
        try:
            output, errors = await process.communicate()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        if process.returncode != 0:
            raise RuntimeError(f"agent-browser {arguments[0]}: {(errors or output).decode(errors='replace').strip()[:300]}")
        return output.decode()

    async def navigate(self, url: str) -> None:
        await self.run("open", url)

    async def content(self) -> str:
        return await self.run("snapshot")

    @staticmethod
    def refs(content: str) -> Kinds:
        return counted(_REF.findall(content))

    @staticmethod
    def button(content: str, label: str) -> str:
        return first(rf'button "{label}".*?ref=(\w+)', content)

    async def press(self, button: str) -> None:
        await self.run("click", f"@{button}")


@asynccontextmanager
async def agent_browser(ground: Ground) -> AsyncIterator[AgentBrowser]:
    """A session of its own; the daemon ends with it."""
    package = await npm(ground.installed, "agent-browser", VERSION)
    program = package / "bin" / f"agent-browser-{platform.system().lower()}-{_PROCESSORS.get(platform.machine().lower())}"
    if not program.exists():
        raise PeerAbsent(f"the package has no {program.name}")
    program.chmod(0o755)
    environment = {
        **os.environ,
        "AGENT_BROWSER_SESSION": f"benchmark-{os.getpid()}",
        "AGENT_BROWSER_EXECUTABLE_PATH": str(ground.executable),
        "AGENT_BROWSER_ARGS": ",".join(ground.browser_arguments),
    }
    peer = AgentBrowser(program, environment)
    try:
        await peer.navigate("about:blank")
        await peer.run("set", "viewport", *map(str, VIEWPORT))
        yield peer
    finally:
        await peer.run("close")
