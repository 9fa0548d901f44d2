"""``refbrowser mcp --shared``: standard input and output handed on to the local server, which other clients and people share."""

import asyncio
from typing import Any, Final
from urllib.parse import urlencode

from refbrowser.adapters.client import LocalServer, Unanswered, lost
from refbrowser.adapters.mcp import STREAM
from refbrowser.adapters.mcp.stdin import Stdin

_MOST_BYTES: Final = 3_900_000
"""The longest message of a client, a little less than the server takes. Of a longer one the beginning is sent, which is no JSON."""

_CLOSE_S: Final = 2.0
"""How long the server may take to close the connection: what the client has not read until then is lost with it."""

_HEADERS: Final = ("authorization", "refbrowser-version", "refbrowser-settings")


def run(server: LocalServer, query: dict[str, str]) -> int:
    """Serve MCP until the client closes its end; ``query`` says what it is offered. Starts the server if there is none. Raises
    :class:`Unanswered`."""
    path = f"{STREAM}?{urlencode(query)}"
    # Refusals have a code and a remedy here, and none where a socket is refused.
    answer = server.answer(path, {})
    if not answer["ok"]:
        raise Unanswered.of(answer)
    return asyncio.run(_hand_on(server, path))


async def _hand_on(server: LocalServer, path: str) -> int:
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake

    record = server.ensure()
    head = server.message(record, "GET", path).partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")[1:]
    headers = [(name, value) for name, _, value in (line.partition(": ") for line in head) if name.lower() in _HEADERS]
    url = f"ws{record['url'].removeprefix('http')}{path}"
    given: dict[str, Any] = {"max_size": None, "compression": None, "proxy": None, "close_timeout": _CLOSE_S}
    stdin = Stdin(lambda _: True)
    try:
        async with connect(url, additional_headers=headers, **given) as socket:

            async def up() -> None:
                async for line in stdin.lines():
                    if line.strip():
                        await socket.send(line[:_MOST_BYTES].decode(errors="replace"))

            async def down() -> None:
                async for message in socket:
                    text = message if isinstance(message, str) else message.decode(errors="replace")
                    await stdin.stdout.write(text)

            sending, receiving = asyncio.ensure_future(up()), asyncio.ensure_future(down())
            try:
                await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
                if sending.done() and not receiving.done():
                    sending.result()
                    return 0
            finally:
                for task in (sending, receiving):
                    task.cancel()
                await asyncio.gather(sending, receiving, return_exceptions=True)
    except ConnectionClosed:
        pass
    except (OSError, InvalidHandshake) as failure:
        raise lost(record, f"takes no connection for MCP ({failure})") from None
    raise lost(record, "ended the connection")
