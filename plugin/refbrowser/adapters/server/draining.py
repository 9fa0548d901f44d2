"""The rest of a request that is answered early: read and dropped, so that the client can read the answer.

A connection that is closed while bytes of its client are unread is reset, and what the client had not read of the answer is lost.
"""

import asyncio
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_DROPPED: Final = 64 * 1024 * 1024
SILENCE_S: Final = 2.0
"""How long the client may send nothing."""
LONGEST_S: Final = 10.0


class Draining:
    """ASGI middleware: an answer whose request has not been read to its end is sent at once, and ends when that is read, or at
    :data:`MOST_DROPPED`, :data:`SILENCE_S` or :data:`LONGEST_S`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _has_body(scope):
            await self._app(scope, receive, send)
            return
        is_read = False

        async def received() -> Message:
            nonlocal is_read
            message = await receive()
            is_read = is_read or not message.get("more_body", False)
            return message

        async def sent(message: Message) -> None:
            if is_read or message["type"] != "http.response.body" or message.get("more_body", False):
                await send(message)
                return
            await send({**message, "more_body": True})
            await _drain(receive)
            await send({"type": "http.response.body", "body": b""})

        await self._app(scope, received, sent)


async def _drain(receive: Receive) -> None:
    """Returns at the end of the request, when the client has gone, and at each limit."""
    loop = asyncio.get_running_loop()
    ends_at, dropped = loop.time() + LONGEST_S, 0
    while dropped <= MOST_DROPPED and (left_s := ends_at - loop.time()) > 0:
        try:
            async with asyncio.timeout(min(SILENCE_S, left_s)):
                message = await receive()
        except TimeoutError:
            return
        if not message.get("more_body", False):
            return
        dropped += len(message.get("body", b""))


def _has_body(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"
