"""browser-use: its DOM state as its agent would put it into a prompt."""

import asyncio
import json
import re
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from benchmarks.peers.installation import venv
from benchmarks.peers.peer import VIEWPORT, Ground, Kinds, PeerAbsent, counted, first

VERSION: Final = "0.13.14"
NAME: Final = "browser-use"
PROGRAM: Final = Path(__file__).parents[1] / "programs" / "serve_browser_use.py"

LONGEST_LINE: Final = 1 << 26
START_S: Final = 60
END_S: Final = 20

_REF: Final = re.compile(r"\[\d+\]<(\w+)([^>]*)")
_ROLE: Final = re.compile(r"""\brole=['"]?(\w+)""")
_TYPE: Final = re.compile(r"""\btype=['"]?(\w+)""")


class BrowserUse:
    """Shows what is in the viewport and 1 000 pixels around it, so that its sizes are no measure of a whole page."""

    name = NAME

    def __init__(self, process: Process) -> None:
        self._process = process

    async def hear(self) -> dict[str, Any]:
        """The program's next line. Raises :class:`RuntimeError` when there is none or it tells of an error."""
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("browser-use ended")
        message: dict[str, Any] = json.loads(line)
        if "error" in message:
            raise RuntimeError(f"browser-use: {message['error'].strip().splitlines()[-1]}")
        return message

    async def ask(self, **request: Any) -> str:
        """The program's answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        await self._process.stdin.drain()
        return str((await self.hear())["answer"])

    async def navigate(self, url: str) -> None:
        await self.ask(navigate=url)

    async def content(self) -> str:
        return await self.ask(content=True)

    @staticmethod
    def refs(content: str) -> Kinds:
        return counted(_kind(tag, attributes) for tag, attributes in _REF.findall(content))

    @staticmethod
    def button(content: str, label: str) -> int:
        return int(first(rf"\[(\d+)\]<button[^>]*>\s*{label}\b", content))

    async def press(self, button: int) -> None:
        await self.ask(click=button)


def _kind(tag: str, attributes: str) -> str:
    if role := _ROLE.search(attributes):
        return role[1]
    shown = _TYPE.search(attributes)
    return shown[1] if tag == "input" and shown and shown[1] in ("checkbox", "radio") else tag


@asynccontextmanager
async def browser_use(ground: Ground) -> AsyncIterator[BrowserUse]:
    """Its own Python with its own browser; both end with it."""
    python = await venv(ground.installed, "browser-use", VERSION)
    folder = ground.folder / "browser-use"
    folder.mkdir(parents=True, exist_ok=True)
    command = [python, PROGRAM, ground.executable, folder, *VIEWPORT, *ground.browser_arguments]
    with (folder / "stderr").open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *map(str, command), stdin=PIPE, stdout=PIPE, stderr=errors, limit=LONGEST_LINE
        )
    try:
        peer = BrowserUse(process)
        try:
            async with asyncio.timeout(START_S):
                await peer.hear()
        except (TimeoutError, RuntimeError) as error:
            raise PeerAbsent(f"it did not start: {error or f'nothing for {START_S} s'}") from None
        yield peer
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(END_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
