"""A relay between Playwright and a person's browser that shows Playwright the targets of its own contexts alone.

Playwright attaches to every page of a browser that it connects to, and waits until each has answered: a tab with an open dialog or
a busy script never does. The relay detaches from tabs of the person at once, before anything is asked of them or changed in them.
Tabs and windows of Playwright's contexts open in the background: the person's window keeps the focus, and gets what they type.
"""

import asyncio
import base64
import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from refbrowser.tasks import Tasks

_GUID: Final = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_OWN_IDS: Final = 1_000_000_000
"""Ids of the relay's own commands begin here; Playwright counts its own from 1."""

_MOST_BYTES: Final = 256 * 1024 * 1024
"""Playwright's own limit for a message."""

_INSPECTED_BYTES: Final = 16_384
"""Commands and events of targets are shorter; what is longer is passed on unread."""

_TEXT: Final = 0x81
"""A whole text message in one frame."""


class Unreachable(Exception):
    """The browser does not accept the connection; the text is a word that is safe to repeat."""


class OwnTargets:
    """The relay for one connection of Playwright. It ends with that connection, or with the browser's."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._from_browser, self._to_browser = reader, writer
        self._tasks = Tasks()
        self._path = f"/{secrets.token_urlsafe(24)}"
        self._server: asyncio.Server | None = None
        self._contexts: set[str] = set()
        self._targets: set[str] = set()
        self._asked: dict[int, str] = {}
        """Commands under way that make a context, or a target of the person's context."""
        self._held: list[tuple[dict[str, Any], bytes]] = []
        """Targets of the person's context that may be what Playwright has just asked for."""
        self._dismissed: set[str] = set()
        self._resuming: dict[int, str] = {}
        """Commands that let a worker of the person's start, with the sessions to detach from afterwards."""
        self._next_id = _OWN_IDS

    @classmethod
    async def reach(cls, address: str, headers: Mapping[str, str]) -> "OwnTargets":
        """Connect to the browser at ``address`` (``ws://`` or ``http://``). Raises :class:`Unreachable`, OSError."""
        if urlsplit(address).scheme == "http":
            address = await _web_socket_of(address, headers)
        return cls(*await _upgraded(address, headers))

    async def listen(self) -> str:
        """Return the address for Playwright, which accepts one connection."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}{self._path}"

    async def close(self) -> None:
        """End both connections."""
        if self._server is not None:
            self._server.close()
        self._tasks.cancel_others()
        await _closed(self._to_browser)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._server is not None
        with suppress(OSError, EOFError, ValueError, asyncio.LimitOverrunError):
            path, _, fields = await _head(reader)
            if path.split(" ")[1:2] != [self._path] or "sec-websocket-key" not in fields:
                await _closed(writer)
                return
            # Nobody else is let in: who is connected here drives the browser.
            self._server.close()
            writer.write(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Accept: {_accepted(fields['sec-websocket-key'])}\r\n\r\n".encode()
            )
            both = {self._tasks.spawn(self._upwards(reader)), self._tasks.spawn(self._downwards(writer))}
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._tasks.cancel_others()
                await _closed(self._to_browser)
                await _closed(writer)

    async def _upwards(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, EOFError, ValueError):
            async for first, raw, payload in _frames(reader):
                if first == _TEXT and len(payload) <= _INSPECTED_BYTES and b'"Target.create' in payload:
                    raw = self._changed(json.loads(payload), raw)
                self._to_browser.write(raw)
                await self._to_browser.drain()

    def _changed(self, command: dict[str, Any], raw: bytes) -> bytes:
        """Return the frame to send for a command that makes a context or a target; remember what its response says."""
        method = str(command.get("method"))
        of_person = method == "Target.createTarget" and command.get("params", {}).get("browserContextId") not in self._contexts
        if "sessionId" not in command and (method == "Target.createBrowserContext" or of_person):
            self._asked[command["id"]] = method
        if method != "Target.createTarget":
            return raw
        return _frame({**command, "params": {**command.get("params", {}), "background": True}})

    async def _downwards(self, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError, ValueError):
            async for first, raw, payload in _frames(self._from_browser):
                if first == _TEXT and len(payload) <= _INSPECTED_BYTES and payload.startswith((b'{"id":', b'{"method":"Target.')):
                    for shown in self._shown(json.loads(payload), raw):
                        writer.write(shown)
                else:
                    writer.write(raw)
                await writer.drain()

    def _shown(self, message: dict[str, Any], raw: bytes) -> list[bytes]:
        """What Playwright gets of a response or an event of targets, in order."""
        if "id" in message:
            if message["id"] >= _OWN_IDS:
                if (session := self._resuming.pop(message["id"], None)) is not None:
                    self._detach(session)
                return []
            made = self._asked.pop(message["id"], None) if "sessionId" not in message else None
            return [*self._noted(made, message.get("result") or {}), raw] if made is not None else [raw]
        if "sessionId" in message:
            return [raw]
        parameters = message["params"]
        if message["method"] == "Target.attachedToTarget":
            return self._attached(parameters, raw)
        if message["method"] == "Target.detachedFromTarget" and parameters.get("sessionId") in self._dismissed:
            self._dismissed.discard(parameters["sessionId"])
            return []
        return [raw]

    def _noted(self, made: str, result: dict[str, Any]) -> list[bytes]:
        if made == "Target.createBrowserContext":
            self._contexts.add(result.get("browserContextId", ""))
            return []
        self._targets.add(result.get("targetId", ""))
        held, self._held = self._held, []
        return [shown for parameters, raw in held for shown in self._attached(parameters, raw)]

    def _attached(self, parameters: dict[str, Any], raw: bytes) -> list[bytes]:
        target = parameters["targetInfo"]
        context = target.get("browserContextId")
        if context is None or context in self._contexts or target["targetId"] in self._targets:
            return [raw]
        if "Target.createTarget" in self._asked.values():
            # The event comes before the response that says whose target it is.
            self._held.append((parameters, raw))
            return []
        self._dismiss(parameters["sessionId"], is_worker=target["type"].endswith("worker"))
        return []

    def _dismiss(self, session: str, *, is_worker: bool) -> None:
        self._dismissed.add(session)
        resume = self._command({"method": "Runtime.runIfWaitingForDebugger", "sessionId": session})
        if is_worker:
            # One that is still starting drops the command with the session, and would wait for ever.
            self._resuming[resume] = session
        else:
            # A page that is busy or has a dialog open answers nothing.
            self._detach(session)

    def _detach(self, session: str) -> None:
        self._command({"method": "Target.detachFromTarget", "params": {"sessionId": session}})

    def _command(self, command: dict[str, Any]) -> int:
        self._next_id += 1
        self._to_browser.write(_frame({"id": self._next_id, **command}))
        return self._next_id


def _frame(command: dict[str, Any]) -> bytes:
    """A command to the browser as one frame, with a mask of zeros, which leaves the text as it is."""
    payload = json.dumps(command).encode()
    size = len(payload)
    if size < 126:
        length = bytes([0x80 | size])
    else:
        length = b"\xfe" + size.to_bytes(2, "big") if size < 1 << 16 else b"\xff" + size.to_bytes(8, "big")
    return bytes([_TEXT]) + length + bytes(4) + payload


async def _frames(reader: asyncio.StreamReader) -> AsyncIterator[tuple[int, bytes, bytes]]:
    """Each frame: its first byte, the frame as it is, and its payload, unmasked where it may be inspected."""
    while True:
        try:
            head = await reader.readexactly(2)
            length = head[1] & 0x7F
            if length >= 126:
                more = await reader.readexactly(2 if length == 126 else 8)
                head, length = head + more, int.from_bytes(more, "big")
            if length > _MOST_BYTES:
                return
            mask = await reader.readexactly(4) if head[1] & 0x80 else b""
            payload = await reader.readexactly(length)
        except (asyncio.IncompleteReadError, OSError):
            return
        text = _unmasked(payload, mask) if mask and length <= _INSPECTED_BYTES else payload
        yield head[0], head + mask + payload, text


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    repeated = (mask * (len(payload) // 4 + 1))[: len(payload)]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(payload), "big")


async def _web_socket_of(address: str, headers: Mapping[str, str]) -> str:
    """The browser's own address, by its DevTools server."""
    import httpx

    try:
        async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as client:
            answer = await client.get(_version_page(address), headers=dict(headers))
        if answer.status_code != 200:
            raise Unreachable(str(answer.status_code))
        found = answer.json()["webSocketDebuggerUrl"]
    except httpx.ConnectError:
        raise Unreachable("ECONNREFUSED") from None
    except (httpx.HTTPError, ValueError, KeyError, TypeError):
        raise Unreachable("no connection") from None
    if urlsplit(found).scheme != "ws":
        raise Unreachable("no connection")
    return str(found)


def _version_page(address: str) -> str:
    parts = urlsplit(address)
    path = parts.path if parts.path.endswith("/json/version/") else f"{parts.path.rstrip('/')}/json/version/"
    return parts._replace(path=path).geturl()


async def _upgraded(address: str, headers: Mapping[str, str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port or 80)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    fields = {
        "Host": parts.netloc.rpartition("@")[2],
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
    }
    if parts.username is not None:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        fields["Authorization"] = f"Basic {base64.b64encode(login.encode()).decode()}"
    lines = "".join(f"{name}: {value}\r\n" for name, value in {**fields, **headers}.items())
    target = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    try:
        writer.write(f"GET {target} HTTP/1.1\r\n{lines}\r\n".encode())
        _, status, answered = await _head(reader)
        if status != 101 or answered.get("sec-websocket-accept") != _accepted(key):
            raise Unreachable(str(status))
    except (EOFError, ValueError, asyncio.LimitOverrunError):
        await _closed(writer)
        raise Unreachable("no connection") from None
    except BaseException:
        await _closed(writer)
        raise
    return reader, writer


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def _head(reader: asyncio.StreamReader) -> tuple[str, int, dict[str, str]]:
    """The first line of a request or response, its status (0 for a request), and its fields by lower-case names."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    word = first.split(" ")[1] if " " in first else ""
    return first, int(word) if word.isdigit() else 0, fields


def _accepted(key: str) -> str:
    return base64.b64encode(hashlib.sha1((key + _GUID).encode(), usedforsecurity=False).digest()).decode()
