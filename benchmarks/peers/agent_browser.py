"""agent-browser: its native command line, one process for each command, in front of its daemon; and the daemon's socket itself."""

import asyncio
import json
import os
import platform
import re
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from benchmarks.peers.installation import npm
from benchmarks.peers.peer import VIEWPORT, Ground, Kinds, PeerAbsent, counted, first

VERSION: Final = "0.41.2"
NAME: Final = "agent-browser"
SOCKET_NAME: Final = "agent-browser, socket"

LONGEST_LINE: Final = 64_000_000
"""Bytes: the daemon answers with one line of JSON, the whole snapshot in it."""

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


class AgentBrowserSocket(AgentBrowser):
    """Speaks to the daemon as the command line does: a line of JSON there, a line of JSON back."""

    name = SOCKET_NAME

    def __init__(self, program: Path, environment: Mapping[str, str], reader: StreamReader, writer: StreamWriter) -> None:
        super().__init__(program, environment)
        self._reader, self._writer = reader, writer
        self._count = 0

    async def ask(self, action: str, **arguments: str) -> dict[str, Any]:
        """What the daemon answers. Raises :class:`RuntimeError` with its complaint when it fails."""
        self._count += 1
        self._writer.write(json.dumps({"id": str(self._count), "action": action, **arguments}).encode() + b"\n")
        await self._writer.drain()
        answer = json.loads(await self._reader.readline())
        if not answer["success"]:
            raise RuntimeError(f"agent-browser {action}: {str(answer.get('error'))[:300]}")
        data: dict[str, Any] = answer["data"]
        return data

    async def navigate(self, url: str) -> None:
        await self.ask("navigate", url=url)

    async def content(self) -> str:
        return str((await self.ask("snapshot"))["snapshot"])

    async def press(self, button: str) -> None:
        await self.ask("click", selector=f"@{button}")


@asynccontextmanager
async def agent_browser(ground: Ground) -> AsyncIterator[AgentBrowser]:
    """A session of its own; the daemon ends with it."""
    program, environment = await installed(ground, "commands")
    async with _session(AgentBrowser(program, environment)) as peer:
        yield peer


@asynccontextmanager
async def agent_browser_socket(ground: Ground) -> AsyncIterator[AgentBrowserSocket]:
    """Another session, which the command line starts and ends."""
    program, environment = await installed(ground, "socket")
    async with _session(AgentBrowser(program, environment)):
        socket = Path(environment["AGENT_BROWSER_SOCKET_DIR"]) / f"{environment['AGENT_BROWSER_SESSION']}.sock"
        reader, writer = await asyncio.open_unix_connection(str(socket), limit=LONGEST_LINE)
        try:
            yield AgentBrowserSocket(program, environment, reader, writer)
        finally:
            writer.close()


@asynccontextmanager
async def _session(peer: AgentBrowser) -> AsyncIterator[AgentBrowser]:
    try:
        await peer.navigate("about:blank")
        await peer.run("set", "viewport", *map(str, VIEWPORT))
        yield peer
    finally:
        await peer.run("close")


async def installed(ground: Ground, name: str) -> tuple[Path, dict[str, str]]:
    """The program, and an environment in which it has a session and sockets of its own."""
    package = await npm(ground.installed, "agent-browser", VERSION)
    program = package / "bin" / f"agent-browser-{platform.system().lower()}-{_PROCESSORS.get(platform.machine().lower())}"
    if not program.exists():
        raise PeerAbsent(f"the package has no {program.name}")
    program.chmod(0o755)
    sockets = ground.folder / f"agent-browser-{name}"
    sockets.mkdir(exist_ok=True)
    return program, {
        **os.environ,
        "AGENT_BROWSER_SESSION": f"benchmark-{os.getpid()}",
        "AGENT_BROWSER_SOCKET_DIR": str(sockets),
        "AGENT_BROWSER_EXECUTABLE_PATH": str(ground.executable),
        "AGENT_BROWSER_ARGS": ",".join(ground.browser_arguments),
    }
