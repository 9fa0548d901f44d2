"""How soon a person's Stop ends the call on a page in ``while(true)``: ``python -m benchmarks.watching.stops [TIMES]``.

Each time beside a bare round trip over the same WebSocket, since a busy machine delays both.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from refbrowser import Browser, Settings
from refbrowser.viewer import serve

HUNG_S: Final = 0.3
"""How long the page has been in its loop when Stop is pressed."""

PAGE: Final = "data:text/html,<button onclick='while (true);'>Hang</button>"


async def _heard(socket: ClientConnection, is_it: Callable[[dict[str, Any]], bool]) -> float:
    """When the message came."""
    while True:
        data = await socket.recv()
        if isinstance(data, str) and any(is_it(message) for message in json.loads(data)):
            return time.perf_counter()


async def _once(browser: Browser, socket: ClientConnection, number: int) -> tuple[float, float, float]:
    """Milliseconds from Stop to the agent's answer, to the viewer's word of it, and of a round trip."""
    chat = browser.chat(f"hangs-{number}")
    opened = await chat.call({"action": "open", "url": PAGE})
    assert opened["ok"], opened
    call = asyncio.ensure_future(chat.call({"action": "click", "selector": "button", "timeout_ms": 20_000}))
    answered = asyncio.get_running_loop().create_future()
    call.add_done_callback(lambda _: answered.set_result(time.perf_counter()))
    await asyncio.sleep(HUNG_S)
    assert not call.done(), call.result()
    sent = time.perf_counter()
    await socket.send(json.dumps({"type": "go", "chat": chat.id, "browser_id": 99_999, "to": "reload"}))
    trip = await _heard(socket, lambda message: message["type"] == "problem") - sent
    sent = time.perf_counter()
    await socket.send(json.dumps({"type": "control", "command": "stop", "chat": chat.id}))
    stopped = await _heard(
        socket, lambda said: said["type"] == "chat_state" and (said["chat"], said["doing"]) == (chat.id, "stopped")
    )
    done = await answered
    assert call.result()["code"] == "stopped_by_person", call.result()
    chat.control.execute("resume")
    await chat.close()
    return (done - sent) * 1000, (stopped - sent) * 1000, trip * 1000


def _line(name: str, found: Sequence[float]) -> str:
    ordered = sorted(found)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    return f"{name:24} median {statistics.median(found):6.1f} ms   p95 {p95:6.1f} ms   most {ordered[-1]:6.1f} ms"


async def _main(times: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        async with Browser(Settings(home=Path(home))) as browser:
            viewer = await serve(browser)
            base, _, token = viewer.url.partition("#token=")
            offered = [Subprotocol(name) for name in ("refbrowser.viewer.2", f"token.{token}", f"viewer.{uuid.uuid4().hex}")]
            address = base.replace("http:", "ws:") + "socket"
            async with connect(address, origin=Origin(base.rstrip("/")), subprotocols=offered, compression=None) as socket:
                found = [await _once(browser, socket, number) for number in range(times)]
            await viewer.close()
    names = ("Stop to the answer", "Stop to the viewer", "a bare round trip")
    print("\n".join(_line(name, column) for name, column in zip(names, zip(*found, strict=True), strict=True)))


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
