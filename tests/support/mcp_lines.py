"""An MCP client over standard input and output that writes its lines itself, also those that the SDK's client refuses to send."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

WHO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"elicitation": {}},
    "clientInfo": {"name": "lines", "version": "1"},
}
"""How a client that can ask its person introduces itself."""


class Lines:
    """``answer`` is the result, or the error, that every question of the server is answered with."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout
        self.send_signal = process.send_signal
        self._process = process
        self._id = 0
        self.answer: dict[str, Any] = {}
        self.questions: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any] | bytes) -> None:
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self._in.write(line + b"\n")

    def close_input(self) -> None:
        """Writes no more, and reads on."""
        self._in.close()

    def leave(self) -> None:
        """Closes both pipes, as a client that ends."""
        self._in.close()
        output = self._process._transport.get_pipe_transport(1)  # type: ignore[attr-defined]
        output.close()

    async def received(self) -> dict[str, Any]:
        """The next message that is neither a question nor a notification. Raises EOFError when the server has ended."""
        async with asyncio.timeout(30):
            while True:
                line = await self._out.readline()
                if not line:
                    raise EOFError
                message = json.loads(line)
                if "method" not in message:
                    return dict(message)
                if "id" in message:
                    self.questions.append(message)
                    self.send({"jsonrpc": "2.0", "id": message["id"], **self.answer})

    async def request(self, method: str, **params: Any) -> dict[str, Any]:
        """The answer to a request."""
        self._id += 1
        self.send({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})
        answer = await self.received()
        assert answer["id"] == self._id, answer
        return answer

    async def called(self, **call: Any) -> str:
        """The text of a call's answer."""
        answer = await self.request("tools/call", name="browser", arguments=call)
        return str(answer["result"]["content"][0]["text"])


@asynccontextmanager
async def lines(home: str, *, ends_with: int = 0, **environment: str) -> AsyncIterator[Lines]:
    """A client of ``refbrowser mcp`` that can ask its person. ``ends_with`` is the exit code, which comes without a traceback."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "refbrowser", "mcp"),
        env={**os.environ, "REFBROWSER_HOME": home, **environment},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=1 << 24,
        # Tests that run in the background of a shell have it ignored, and so would the server.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    client = Lines(process)
    try:
        await client.request("initialize", **WHO)
        client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        yield client
        assert process.stdin is not None
        if not ends_with:
            process.stdin.close()
        async with asyncio.timeout(30):
            assert await process.wait() == ends_with
        assert process.stderr is not None
        assert "Traceback" not in (await process.stderr.read()).decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
