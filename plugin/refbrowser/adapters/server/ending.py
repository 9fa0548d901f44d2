"""The end of the server, as clients see it whose requests are still under way: an answer, and no closed connection."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from refbrowser.adapters.server.guard import refuse
from refbrowser.errors import ServerError


def server_lost() -> ServerError:
    """The failure of what the server's end has cut off."""
    return ServerError("The server was stopped during the call; whether the call was performed is not known.", code="server_lost")


class Ending:
    """ASGI middleware around everything else. uvicorn cancels what is still under way when its patience with a stop ends; such a
    request is answered with ``server_lost``, or its stream ends, in place of an exception in the log."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started: Message | None = None

        async def noted(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = message
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except asyncio.CancelledError:
            if started is None:
                await refuse(send, server_lost())
            elif any(name.lower() == b"content-length" for name, _ in started["headers"]):
                raise  # half an answer of a declared length can only be cut off
            else:
                await send({"type": "http.response.body", "body": b""})
