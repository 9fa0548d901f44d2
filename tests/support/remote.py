"""A browser that is not ours: a real Chromium with a DevTools port, and a proxy before it that dismisses dialogs, as some providers do."""

import asyncio
import json
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from refbrowser.browser.launch.executables import find

STARTS_S = 20.0


@dataclass(frozen=True)
class RemoteChromium:
    """``port`` and ``path`` of its DevTools."""

    process: "subprocess.Popen[bytes]"
    port: int
    path: str

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}{self.path}"


@contextmanager
def remote_chromium(profile: Path, port: int = 0) -> Iterator[RemoteChromium]:
    """Started with a profile of its own; ended with the block."""
    command = [
        str(find().path),
        "--headless",
        "--no-sandbox",
        "--no-first-run",
        f"--user-data-dir={profile}",
        f"--remote-debugging-port={port}",
        "about:blank",
    ]
    port_file = profile / "DevToolsActivePort"
    port_file.unlink(missing_ok=True)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            deadline = time.monotonic() + STARTS_S
            while not (port_file.exists() and len(lines := port_file.read_text().splitlines()) == 2):
                assert time.monotonic() < deadline
                assert process.poll() is None
                time.sleep(0.01)
            yield RemoteChromium(process, int(lines[0]), lines[1])
        finally:
            process.terminate()


@dataclass
class Gateway:
    """``address`` is where it listens; ``seen`` are the paths with queries and the Authorization headers of those who came; ``made``
    are the arguments of the tabs that were made through it."""

    address: str = ""
    seen: list[tuple[str, str | None]] = field(default_factory=list)
    dismissed: int = 0
    made: list[dict[str, Any]] = field(default_factory=list)


@asynccontextmanager
async def dismissing_gateway(browser: RemoteChromium) -> AsyncIterator[Gateway]:
    """Passes everything on, and answers each native dialog with a dismissal the moment it opens."""
    gateway = Gateway()

    async def serve_one(client: ServerConnection) -> None:
        assert client.request is not None
        gateway.seen.append((client.request.path, client.request.headers.get("Authorization")))
        async with connect(browser.ws, max_size=None, ping_interval=None) as upstream:

            async def upwards() -> None:
                async for message in client:
                    if (command := json.loads(message))["method"] == "Target.createTarget":
                        gateway.made.append(command["params"])
                    await upstream.send(message)

            async def downwards() -> None:
                async for message in upstream:
                    event = json.loads(message)
                    if event.get("id", 0) >= 10**9:
                        continue  # the answer to our own command
                    if event.get("method") == "Page.javascriptDialogOpening":
                        gateway.dismissed += 1
                        command = {
                            "id": 10**9 + gateway.dismissed,
                            "sessionId": event["sessionId"],
                            "method": "Page.handleJavaScriptDialog",
                            "params": {"accept": False},
                        }
                        await upstream.send(json.dumps(command))
                    await client.send(message)

            done, left = await asyncio.wait(
                {asyncio.ensure_future(upwards()), asyncio.ensure_future(downwards())}, return_when=asyncio.FIRST_COMPLETED
            )
            for task in left:
                task.cancel()
            await asyncio.gather(*done, *left, return_exceptions=True)

    async with serve(serve_one, "127.0.0.1", 0, max_size=None, ping_interval=None) as server:
        gateway.address = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/session"
        yield gateway
