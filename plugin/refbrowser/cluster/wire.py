"""Requests and answers between a front and a host, over a socket of their own: Ray places hosts, and carries no call.

Both ends know one key. They prove it before anything is read that is not of fixed size, and each message has a code that only a
holder of the key can make. Messages are not encrypted, as those of Ray are not.
"""

import asyncio
import hashlib
import hmac
import logging
import pickle
import secrets
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Self

from refbrowser.errors import CallError, InternalError, RefbrowserError
from refbrowser.tasks import Tasks

log = logging.getLogger("refbrowser")

MOST_BYTES: Final = 64 << 20
"""Limit of one message: of a call, an answer, or a piece of a file, which is a megabyte at most."""

PROOF_S: Final = 5.0
"""How long an end that connects has to prove that it knows the key."""

_GREETING: Final = b"refbrowser cluster 1\n"
_NONCE: Final = 32
_CODE: Final = 16
_HEAD: Final = struct.Struct(f">I{_CODE}s")
_KEY: Final = 32

_SILENT_S: Final = 30
"""How long the system waits for the other end's machine to confirm what was sent, before it closes the connection."""


class Disconnected(ConnectionError):
    """The connection ended, or what came was not from a holder of the key."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where a host listens, and the key of those that may call it."""

    address: str
    port: int
    key: bytes = field(repr=False)


class _Channel:
    """The messages of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, own: bytes, others: bytes) -> None:
        self._reader, self._writer, self._own, self._others = reader, writer, own, others
        self._sent = self._received = 0

    async def read(self) -> Any:
        try:
            size, code = _HEAD.unpack(await self._reader.readexactly(_HEAD.size))
            if size > MOST_BYTES:
                raise Disconnected(f"a message of {size:,} bytes")
            body = await self._reader.readexactly(size)
        except (OSError, EOFError) as failure:
            raise Disconnected(str(failure)) from None
        if not hmac.compare_digest(code, _code(self._others, self._received, body)):
            raise Disconnected("a message of somebody else")
        self._received += 1
        try:
            return pickle.loads(body)
        except Exception as failure:
            raise Disconnected(f"a message of another version: {type(failure).__name__}") from None

    async def write(self, body: bytes) -> None:
        self._writer.write(_HEAD.pack(len(body), _code(self._own, self._sent, body)) + body)
        self._sent += 1
        try:
            await self._writer.drain()
        except OSError as failure:
            raise Disconnected(str(failure)) from None

    def close(self) -> None:
        self._writer.close()


class Connection:
    """A front's connection to one host."""

    def __init__(self, channel: _Channel) -> None:
        self._channel = channel
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    async def open(cls, door: Door, within_s: float) -> Self:
        """Connect. Raises ``OSError``: :class:`Disconnected`, ``ConnectionRefusedError``, ``TimeoutError``."""
        async with asyncio.timeout(within_s):
            reader, writer = await asyncio.open_connection(door.address, door.port)
            try:
                _tune(writer)
                if await reader.readexactly(len(_GREETING)) != _GREETING:
                    raise Disconnected("no host of this version listens there")
                theirs, ours = await reader.readexactly(_NONCE), secrets.token_bytes(_NONCE)
                writer.write(ours + _proof(door.key, theirs + ours))
                to_host, to_front = _keys(door.key, theirs + ours)
            except EOFError as failure:
                writer.close()
                raise Disconnected(str(failure)) from None
            except BaseException:
                writer.close()
                raise
        return cls(_Channel(reader, writer, to_host, to_front))

    @property
    def is_closed(self) -> bool:
        return self._reading.done()

    async def ask(self, question: str, *arguments: Any) -> Any:
        """Return the host's answer. Raises :class:`Disconnected`, and the typed error that the host raises."""
        if self.is_closed:
            raise Disconnected("the connection is closed")
        self._number += 1
        number, answer = self._number, asyncio.get_running_loop().create_future()
        body = pickle.dumps((number, question, arguments), pickle.HIGHEST_PROTOCOL)
        if len(body) > MOST_BYTES:
            raise CallError(f"The call has {len(body):,} bytes; the limit on the way to a chat's host is {MOST_BYTES:,}.")
        self._asked[number] = answer
        try:
            await self._channel.write(body)
            return await answer
        finally:
            self._asked.pop(number, None)

    def close(self) -> None:
        self._reading.cancel()
        self._end()

    async def _read(self) -> None:
        with suppress(Disconnected):
            while True:
                number, succeeded, value = await self._channel.read()
                if (answer := self._asked.get(number)) is None or answer.done():
                    continue
                if succeeded:
                    answer.set_result(value)
                else:
                    answer.set_exception(value)
        self._end()

    def _end(self) -> None:
        self._channel.close()
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(Disconnected("the connection ended"))


class Listener:
    """A host's end: answers each question with the function of that name."""

    def __init__(self, answers: Mapping[str, Callable[..., Awaitable[Any]]]) -> None:
        self._answers = answers
        self._server: asyncio.Server | None = None
        self._key = secrets.token_bytes(_KEY)
        self._channels: set[_Channel] = set()
        self._tasks = Tasks()

    async def begin(self, address: str) -> Door:
        """Listen at a free port of the address."""
        self._server = await asyncio.start_server(self._connected, address, 0)
        return Door(address, self._server.sockets[0].getsockname()[1], self._key)

    async def end(self) -> None:
        """Close all connections."""
        if self._server is not None:
            self._server.close()
        for channel in tuple(self._channels):
            channel.close()
        await self._tasks.cancel_all(1)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PROOF_S):
                _tune(writer)
                ours = secrets.token_bytes(_NONCE)
                writer.write(_GREETING + ours)
                theirs, proof = await reader.readexactly(_NONCE), await reader.readexactly(_KEY)
            if not hmac.compare_digest(proof, _proof(self._key, ours + theirs)):
                raise Disconnected("it does not know the key")
        except (OSError, EOFError) as failure:
            log.warning("A connection to this host was refused: %s", failure or type(failure).__name__)
            writer.close()
            return
        to_host, to_front = _keys(self._key, ours + theirs)
        channel = _Channel(reader, writer, to_front, to_host)
        self._channels.add(channel)
        try:
            while True:
                number, question, arguments = await channel.read()
                self._tasks.spawn(self._answer(channel, number, question, arguments))
        except Disconnected:
            # What was asked goes on: the front may ask again by the same id.
            channel.close()
        finally:
            self._channels.discard(channel)

    async def _answer(self, channel: _Channel, number: int, question: str, arguments: tuple[Any, ...]) -> None:
        try:
            message = number, True, await self._answers[question](*arguments)
            body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
            if len(body) > MOST_BYTES:
                raise InternalError(f"The answer has {len(body):,} bytes; the limit on its way to the front is {MOST_BYTES:,}.")
        except RefbrowserError as failure:
            body = pickle.dumps((number, False, failure), pickle.HIGHEST_PROTOCOL)
        except Exception as failure:
            log.exception("A host could not answer %r", question)
            text = f"The chat's host failed: {type(failure).__name__}: {str(failure)[:300]}"
            body = pickle.dumps((number, False, InternalError(text)), pickle.HIGHEST_PROTOCOL)
        with suppress(Disconnected):
            await channel.write(body)


def _tune(writer: asyncio.StreamWriter) -> None:
    """Have the system notice that the other machine is gone."""
    own: socket.socket = writer.get_extra_info("socket")
    own.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_KEEPIDLE"):
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, _SILENT_S)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENT_S * 1000)


def _digest(key: bytes, *parts: bytes, size: int = _KEY) -> bytes:
    return hashlib.blake2b(b"".join(parts), key=key, digest_size=size).digest()


def _proof(key: bytes, nonces: bytes) -> bytes:
    return _digest(key, b"proof", nonces)


def _keys(key: bytes, nonces: bytes) -> tuple[bytes, bytes]:
    """The keys of one connection's messages: to the host, and to the front."""
    return _digest(key, b"to host", nonces), _digest(key, b"to front", nonces)


def _code(key: bytes, number: int, body: bytes) -> bytes:
    code = hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=_CODE)
    code.update(body)
    return code.digest()
