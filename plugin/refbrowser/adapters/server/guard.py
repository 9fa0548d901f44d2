"""Who may ask: ASGI middleware before everything else. Names of hosts, origin, version, token, size; in that order."""

import json
import shlex
from collections.abc import Collection
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from refbrowser import __version__
from refbrowser.adapters.server.tokens import Tokens
from refbrowser.errors import CallError, Remedy, ServerError
from refbrowser.page_text import truncated
from refbrowser.redact import MASK, redacted
from refbrowser.settings import PRIVATE, Settings
from refbrowser.settings_files import PREFIX
from refbrowser.viewer.access import host_name

MOST_BYTES: Final = 4 * 1024 * 1024
"""The largest request body. Files travel as paths, or by themselves, so a call is small."""

MOST_FILE_BYTES: Final = 256 * 1024 * 1024
"""The largest file that a program may send."""

STATUS: Final = {
    "malformed_request": 400,
    "unauthorized": 401,
    "origin_denied": 403,
    "token_denied": 403,
    "not_found": 404,
    "chat_unknown": 404,
    "chat_busy": 409,
    "chat_elsewhere": 409,
    "version_mismatch": 409,
    "settings_differ": 409,
    "body_too_large": 413,
    "server_lost": 503,
}
"""The HTTP status of each refusal; a call that was performed answers 200, also when it failed."""

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


_WORKING: Final = ("/call", "/vision_load", "/connect", "/v1/delegate")
"""Ends of the addresses at which something is done under the server's settings."""


class Guard:
    """Refuses requests that come through a foreign name (DNS rebinding), from a web page, without the token, or that are too large.

    ``hosts`` are the names under which the server may be addressed. What the token grants is in the request's ``state.grant``.
    A refusal for the token names ``token_file``, which is given where this machine alone reaches the server. Paths in
    ``open_paths`` (with all below one that ends in ``/``) need no token: each either says nothing or checks one itself, because
    a person's browser cannot send the header. They limit their own input. ``limited_paths`` are for tokens with limits
    too.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        tokens: Tokens,
        hosts: Collection[str],
        open_paths: tuple[str, ...] = ("/health",),
        limited_paths: tuple[str, ...] = (),
        token_file: str | None = None,
        settings: Settings | None = None,
    ) -> None:
        self._app = app
        self._token_file = token_file
        self._settings = settings
        self._tokens = tokens
        self._hosts = frozenset(host.lower() for host in hosts)
        self._open_paths = open_paths
        self._limited_paths = limited_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope)
        except ServerError as refusal:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
            else:
                await refuse(send, refusal)
            return
        if scope["type"] == "websocket" or self._is_open(scope["path"]):
            await self._app(scope, receive, send)
        else:
            await _Sized(self._app, scope, receive, send).run()

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host_name(host) not in self._hosts:
            raise ServerError(
                f"Host header {truncated(host, 100)!r} is not one of this server's names.",
                code="origin_denied",
                details={"host": truncated(host, 100)},
            )
        origin = headers.get("origin")
        if origin is not None and not self._is_own(origin, host):
            raise ServerError(f"Pages of {origin} may not use this server.", code="origin_denied", details={"origin": origin})
        # A GET of a picture or a script has no Origin; browsers say in this header where it comes from.
        site = headers.get("sec-fetch-site")
        if origin is None and site in ("cross-site", "same-site") and not self._is_opened(scope["path"], headers):
            raise ServerError("Pages of other origins may not use this server.", code="origin_denied", details={"site": site})
        version = headers.get("refbrowser-version")
        if version is not None and version != __version__:
            raise ServerError(
                f"The client is refbrowser {version} and the server {__version__}.",
                code="version_mismatch",
                remedy=Remedy(command="refbrowser stop", hint="the next call starts a server of the client's version"),
                details={"client": version, "server": __version__},
            )
        if self._is_open(scope["path"]):
            return
        scheme, _, given = headers.get("authorization", "").partition(" ")
        grant = self._tokens.find(given.strip().encode(errors="replace")) if scheme.lower() == "bearer" else None
        if grant is None:
            raise self._unauthorized(given=scheme.lower() == "bearer" and bool(given.strip()))
        if not grant.full and not (_is_for_limited(scope["path"]) or scope["path"] in self._limited_paths):
            raise grant.denied(f"allows calls only, not {scope['path'][:100]!a}")
        if scope["path"].endswith(_WORKING) or scope["path"] in self._limited_paths:
            # To list, pause or stop chats is possible whatever the settings are.
            self._check_settings(headers, full=grant.full)
        scope.setdefault("state", {})["grant"] = grant

    def _check_settings(self, headers: Headers, *, full: bool) -> None:
        """Refuse a client that was given settings which this server does not run with; ``full``: its token has no limits."""
        sent = headers.get("refbrowser-settings")
        if sent is None or self._settings is None:
            return
        try:
            given = json.loads(sent)
            differing = self._settings.differing({str(name): str(text) for name, text in given.items()})
        except (ValueError, RecursionError, AttributeError):
            raise ServerError("The header Refbrowser-Settings is no JSON object.", code="malformed_request") from None
        except CallError as wrong:
            raise ServerError(wrong.message, code="settings_differ", details=wrong.details) from None
        if differing:
            # A token with limits does not read the server's settings by guessing them, and nobody reads credentials.
            hidden = {f"{PREFIX}{name.upper()}" for name in PRIVATE}
            shown = {
                name: {"given": redacted(text), "running": redacted(str(value)) if full and name not in hidden else MASK}
                for name, (text, value) in differing.items()
            }
            what = "; ".join(f"{name} is {pair['given']!r} here and {pair['running']!r} there" for name, pair in shown.items())
            raise ServerError(
                f"The server runs with other settings than this client was given: {what}. The call was not made.",
                code="settings_differ",
                remedy=Remedy(
                    command="refbrowser stop", hint="it ends all chats; the next call starts a server with these settings"
                ),
                details={"settings": shown},
            )

    def _unauthorized(self, *, given: bool) -> ServerError:
        named = f"the token file {self._token_file}" if self._token_file else "its token file"
        if given:
            return ServerError(
                f"The token is wrong: this server expects the text that {named} had when it started.",
                code="unauthorized",
                remedy=Remedy(command="refbrowser stop", hint="the next call starts a server that reads the file again"),
                details={"token_file": self._token_file} if self._token_file else {},
            )
        return ServerError(
            f"The request has no token: send `Authorization: Bearer` with the text of {named}.",
            code="unauthorized",
            remedy=Remedy(command=f'curl -H "Authorization: Bearer $(cat {shlex.quote(self._token_file)})" …')
            if self._token_file
            else None,
            details={"token_file": self._token_file} if self._token_file else {},
        )

    def _is_own(self, origin: str, host: str) -> bool:
        """Whether a page of this server asks: under any of its names, at the port of the request."""
        scheme, _, asking = origin.partition("://")
        return scheme in ("http", "https") and host_name(asking) in self._hosts and _port(asking) == _port(host)

    def _is_opened(self, path: str, headers: Headers) -> bool:
        """Whether a link or a frame leads to a page for a person's browser, which checks itself who may show it in a frame."""
        return headers.get("sec-fetch-mode") == "navigate" and any(
            prefix.endswith("/") and path.startswith(prefix) for prefix in self._open_paths
        )

    def _is_open(self, path: str) -> bool:
        return any(path.startswith(prefix) if prefix.endswith("/") else path == prefix for prefix in self._open_paths)


class _Sized:
    """One HTTP request whose body is cut off, and answered with ``body_too_large``, once it is over the limit."""

    def __init__(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        self._app, self._scope, self._receive, self._send = app, scope, receive, send
        self._received = 0
        self._answered = False
        is_file = scope["method"] == "PUT" and "/files/" in scope["path"]
        self._most = MOST_FILE_BYTES if is_file else MOST_BYTES

    async def run(self) -> None:
        declared = Headers(scope=self._scope).get("content-length", "0")
        if declared.isdigit() and int(declared) > self._most:
            await refuse(self._send, _too_large(self._most))
            return
        try:
            await self._app(self._scope, self._counted, self._noted)
        except ServerError as refusal:
            if self._answered:
                raise
            await refuse(self._send, refusal)

    async def _counted(self) -> Message:
        message = await self._receive()
        self._received += len(message.get("body", b""))
        if self._received > self._most:
            raise _too_large(self._most)
        return message

    async def _noted(self, message: Message) -> None:
        self._answered = True
        await self._send(message)


def _too_large(most: int) -> ServerError:
    return ServerError(f"The request is larger than {most} bytes.", code="body_too_large", details={"limit": most})


async def refuse(send: Send, refusal: ServerError) -> None:
    """Answers with the refusal's envelope and its status."""
    body = json.dumps(refusal.as_dict()).encode()
    headers: list[tuple[bytes, bytes]] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"refbrowser-code", refusal.code.encode()),
        (b"connection", b"close"),
    ]
    if refusal.code == "unauthorized":
        headers.append((b"www-authenticate", b"Bearer"))
    start: dict[str, Any] = {"type": "http.response.start", "status": STATUS.get(refusal.code, 500), "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})


def _is_for_limited(path: str) -> bool:
    """Whether a token that is not for everything may ask for it; what it may do there, the handlers check."""
    return path in ("/v1/chats", "/openapi.json") or path.startswith("/v1/chats/")


def _port(host: str) -> str:
    """What stands behind the name in a ``Host`` header."""
    return host.rpartition("]")[2].partition(":")[2]
