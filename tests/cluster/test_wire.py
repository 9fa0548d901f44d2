"""The connection between fronts and hosts: who may ask, what a broken one does, and what travels."""

import asyncio
import pickle
import struct
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser.cluster import wire
from refbrowser.cluster.calls import host_lost
from refbrowser.cluster.host_link import HostGone, HostLink
from refbrowser.cluster.timing import Timing
from refbrowser.cluster.wire import Connection, Disconnected, Door, Listener
from refbrowser.errors import CallError, ClusterError, InternalError
from tests.support.waiting import until


class Answers:
    """A host's answers; ``begun`` counts the questions that reached them."""

    def __init__(self) -> None:
        self.begun = 0
        self.released = asyncio.Event()

    async def echo(self, value: Any) -> Any:
        self.begun += 1
        return value

    async def produce(self, size: int) -> bytes:
        return bytes(size)

    async def wait(self) -> str:
        self.begun += 1
        await self.released.wait()
        return "done"

    async def fail(self, typed: bool) -> None:
        raise host_lost("c", "unknown", "The host ended.") if typed else KeyError("c")


@pytest.fixture
async def host() -> AsyncIterator[tuple[Answers, Door, Listener]]:
    answers = Answers()
    listener = Listener({"echo": answers.echo, "produce": answers.produce, "wait": answers.wait, "fail": answers.fail})
    yield answers, await listener.begin("127.0.0.1"), listener
    answers.released.set()
    await listener.end()


async def test_answers_come_as_they_are_ready_and_errors_keep_their_types(host: tuple[Answers, Door, Listener]) -> None:
    answers, door, _ = host
    connection = await Connection.open(door, 5)
    waiting = asyncio.ensure_future(connection.ask("wait"))
    large = b"x" * 3_000_000
    assert await connection.ask("echo", large) == large
    assert not waiting.done()
    answers.released.set()
    assert await waiting == "done"
    with pytest.raises(ClusterError) as lost:
        await connection.ask("fail", True)
    assert (lost.value.details["performed"], lost.value.retryable) == ("unknown", False)
    with pytest.raises(InternalError):
        await connection.ask("fail", False)
    with pytest.raises(InternalError):
        await connection.ask("end_all_chats")
    connection.close()


class Trap:
    """Leaves a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


async def test_a_stranger_is_answered_nothing_and_nothing_of_it_is_read(
    host: tuple[Answers, Door, Listener], tmp_path: Path
) -> None:
    """Without the key, with a wrong one, and with a message put into the connection of somebody who has it."""
    answers, door, _ = host
    trap = pickle.dumps(Trap(tmp_path / "trap"))
    stranger = await Connection.open(Door(door.address, door.port, b"guessed"), 5)
    with pytest.raises(Disconnected):
        await stranger.ask("echo", 1)
    reader, writer = await asyncio.open_connection(door.address, door.port)
    writer.write(bytes(64) + struct.pack(">I16s", len(trap), bytes(16)) + trap)
    await writer.drain()
    assert await reader.read(-1), "the greeting, and then the end"
    writer.close()
    known = await Connection.open(door, 5)
    assert await known.ask("echo", 1) == 1
    known._channel._writer.write(struct.pack(">I16s", len(trap), bytes(16)) + trap)
    with pytest.raises(Disconnected):
        await known.ask("wait")
    assert answers.begun == 1
    assert not (tmp_path / "trap").exists()


async def test_a_message_cannot_be_sent_twice(host: tuple[Answers, Door, Listener]) -> None:
    """What was recorded of a connection is not taken a second time, in it or in another one."""
    answers, door, _ = host
    connection = await Connection.open(door, 5)
    writer = connection._channel._writer
    write, sent = writer.write, bytearray()

    def record(data: Any) -> None:
        sent.extend(data)
        write(data)

    writer.write = record  # type: ignore[method-assign]
    assert await connection.ask("echo", 1) == 1
    write(bytes(sent))
    with pytest.raises(Disconnected):
        await connection.ask("echo", 2)
    assert answers.begun == 1


async def test_a_question_is_asked_again_where_its_connection_breaks_and_its_host_lives(
    host: tuple[Answers, Door, Listener],
) -> None:
    answers, door, listener = host
    link = HostLink("h", door, Timing(6))
    asking = asyncio.ensure_future(link.ask("wait"))
    await until(lambda: answers.begun)
    for channel in tuple(listener._channels):
        channel.close()
    await until(lambda: answers.begun >= 2)
    answers.released.set()
    assert await asking == "done"
    link.lose()


async def test_a_host_that_ended_before_it_was_asked_was_not_asked(host: tuple[Answers, Door, Listener]) -> None:
    answers, door, listener = host
    link = HostLink("h", door, Timing(6))
    asking = asyncio.ensure_future(link.ask("wait"))
    await until(lambda: answers.begun)
    await listener.end()
    with pytest.raises(HostGone) as during:
        await asking
    with pytest.raises(HostGone) as after:
        await HostLink("h", door, Timing(6)).ask("echo", 1)
    assert (during.value.asked, after.value.asked) == (True, False)


async def test_what_is_too_large_is_an_error_and_not_the_end_of_the_connection(
    host: tuple[Answers, Door, Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, door, _ = host
    monkeypatch.setattr(wire, "MOST_BYTES", 10_000)
    connection = await Connection.open(door, 5)
    with pytest.raises(CallError):
        await connection.ask("echo", bytes(20_000))
    with pytest.raises(InternalError):
        await connection.ask("produce", 20_000)
    assert await connection.ask("echo", 1) == 1
    assert answers.begun == 1
    connection.close()
