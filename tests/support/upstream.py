"""A proxy as others run them, SOCKS5 or HTTP by the first byte that comes: it notes who asks for what, and resolves names itself."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self


@dataclass
class UpstreamProxy:
    """`names` is where names lead; `asked` holds `(host, port, user)`, of HTTP with the method before; `password` is what it wants."""

    names: Mapping[str, str]
    password: str | None = None
    asked: list[tuple[str, int, str | None]] = field(default_factory=list)
    credentials: set[tuple[str, str]] = field(default_factory=set)
    absolute: list[str] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        tasks = {task for task in self._tasks if task is not asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            first = await reader.readexactly(1)
            await (self._socks(reader, writer) if first == b"\x05" else self._http(first, reader, writer))
        except (OSError, EOFError):
            return
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _socks(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        methods = await reader.readexactly((await reader.readexactly(1))[0])
        user = None
        if 2 in methods:
            writer.write(b"\x05\x02")
            await reader.readexactly(1)
            user = (await reader.readexactly((await reader.readexactly(1))[0])).decode()
            given = (await reader.readexactly((await reader.readexactly(1))[0])).decode()
            self.credentials.add((user, given))
            right = self.password in (None, given)
            writer.write(b"\x01\x00" if right else b"\x01\x01")
            if not right:
                return
        else:
            writer.write(b"\x05\x00")
        _, _, _, kind = await reader.readexactly(4)
        if kind == 3:
            host = (await reader.readexactly((await reader.readexactly(1))[0])).decode()
        else:
            host = ".".join(map(str, await reader.readexactly(4)))
        port = int.from_bytes(await reader.readexactly(2))
        self.asked.append((host, port, user))
        try:
            server = await asyncio.open_connection(self.names.get(host, host), port)
        except OSError:
            writer.write(b"\x05\x05\x00\x01" + bytes(6))
            return
        writer.write(b"\x05\x00\x00\x01" + bytes(6))
        await _joined(reader, writer, *server)

    async def _http(self, first: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, *lines = head.split("\r\n")
        method, target, _ = line.split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in lines)}
        token = headers.get("proxy-authorization", "").removeprefix("Basic ")
        user, _, given = base64.b64decode(token).decode().partition(":")
        if self.password is not None and given != self.password:
            writer.write(
                b"HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            return
        if method == "CONNECT":
            host, _, port = target.rpartition(":")
        else:
            self.absolute.append(target)
            host, _, port = target.split("/")[2].partition(":")
        self.asked.append((host, int(port or 80), user or None))
        server = await asyncio.open_connection(self.names.get(host, host), int(port or 80))
        if method == "CONNECT":
            writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")
        else:
            path = "/" + target.split("/", 3)[3]
            kept = [one for one in lines if not one.lower().startswith(("proxy-", "connection"))]
            server[1].write("\r\n".join([f"{method} {path} HTTP/1.1", "Connection: close", *kept]).encode("latin-1"))
        await _joined(reader, writer, *server)


async def _joined(
    one: asyncio.StreamReader, to_one: asyncio.StreamWriter, other: asyncio.StreamReader, to_other: asyncio.StreamWriter
) -> None:
    async def copy(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65_536):
                sink.write(data)
                await sink.drain()
        sink.close()

    await asyncio.gather(copy(one, to_other), copy(other, to_one))
