"""Checks on every request and headers on every response of the viewer."""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from refbrowser.viewer.access import Access, is_same_origin

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""No foreign or inline content, and no text that becomes markup: the page has no trusted types. Each response adds
``frame-ancestors``."""

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


ISSUER: Final = "Refbrowser-Issuer"
"""Response header with the issuer of this server's tokens. A page whose token is refused compares it to find whether an earlier
server issued the token."""


class Guard:
    """ASGI middleware that refuses foreign hosts and, for WebSockets and methods other than GET and HEAD, foreign origins."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        is_own = self._access.knows_host(host)
        same_origin = origin is not None and is_same_origin(origin, host)
        if scope["type"] == "websocket":
            if is_own and same_origin:
                await self._app(scope, receive, send)
            else:
                await WebSocketClose(code=1008)(scope, receive, send)
            return
        if not is_own or not (same_origin or (origin is None and scope["method"] in ("GET", "HEAD"))):
            message = "Host or Origin header is not one of this server's; open the viewer at the printed address."
            await PlainTextResponse(message, 403)(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                ancestors = " ".join(("frame-ancestors 'self'", *self._access.embedders))
                MutableHeaders(scope=message).update(
                    {**_HEADERS, "Content-Security-Policy": f"{POLICY}; {ancestors}", ISSUER: self._access.issuer}
                )
            await send(message)

        await self._app(scope, receive, with_headers)
