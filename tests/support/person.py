"""A person at a browser of their own: what they see and do in their tabs, beside whatever else is connected to it."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.support.remote import RemoteChromium
from tests.support.waiting import until


class Person:
    """What the person sees and does in a tab, by a DevTools connection of their own."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, itertools.count(1)
        self.opened: asyncio.Event = asyncio.Event()
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.reading = asyncio.ensure_future(self._read())

    async def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        async with asyncio.timeout(30):
            return await self._answers[number]

    async def value(self, expression: str, *, awaited: bool = False) -> Any:
        """What the page answers; with ``awaited``, what its promise holds."""
        answer = await self.send(
            "Runtime.evaluate", expression=expression, returnByValue=True, userGesture=True, awaitPromise=awaited
        )
        return answer["result"]["result"].get("value")

    async def _read(self) -> None:
        async for line in self._socket:
            message = json.loads(line)
            if message.get("method") == "Page.javascriptDialogOpening":
                self.opened.set()
            if "id" in message:
                self._answers.pop(message["id"]).set_result(message)


@asynccontextmanager
async def person(remote: RemoteChromium, url: str) -> AsyncIterator[Person]:
    async with httpx.AsyncClient() as client:
        target = (await client.put(f"{remote.http}/json/new?{url}")).json()
    async with connect(target["webSocketDebuggerUrl"], ping_interval=None) as socket:
        each = Person(socket)
        await each.send("Page.enable")
        # The empty document before it is complete, too.
        await until(lambda: each.value("document.readyState === 'complete' && location.href"), lambda place: place == url)
        yield each
        each.reading.cancel()
