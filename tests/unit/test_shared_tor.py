"""The Tor client that the chats of a browser share: one start for all callers, replaced when it has ended."""

import asyncio
from pathlib import Path
from typing import Self

import pytest

from refbrowser import Settings
from refbrowser.egress.tor import TorProcess
from refbrowser.errors import LaunchFailed
from refbrowser.service.chats.shared_tor import SharedTor


class Client:
    """Stands for a process: the program is not installed everywhere."""

    started: list["Client"] = []
    may_start = asyncio.Event()
    failure: Exception | None = None

    def __init__(self) -> None:
        self.alive = True
        self.upstream = object()

    @classmethod
    async def start(cls, folder: Path, config: Path | None, printed: list[str]) -> Self:
        client = cls()
        cls.started.append(client)
        await cls.may_start.wait()
        if cls.failure is not None:
            raise cls.failure
        return client

    async def stop(self) -> None:
        self.alive = False


@pytest.fixture
def tor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SharedTor:
    Client.started, Client.may_start, Client.failure = [], asyncio.Event(), None
    monkeypatch.setattr(TorProcess, "start", Client.start)
    return SharedTor(Settings(home=tmp_path))


async def test_concurrent_callers_share_one_start(tor: SharedTor) -> None:
    callers = asyncio.gather(tor.upstream(), tor.upstream())
    Client.may_start.set()
    one, other = await callers
    assert one is other is await tor.upstream()
    assert len(Client.started) == 1
    assert tor.alive


async def test_a_start_goes_on_for_the_next_caller(tor: SharedTor) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(tor.upstream(), 0.01)
    Client.may_start.set()
    await tor.upstream()
    assert len(Client.started) == 1


async def test_a_client_that_has_ended_is_replaced(tor: SharedTor) -> None:
    Client.may_start.set()
    first = await tor.upstream()
    Client.started[0].alive = False
    assert not tor.alive
    assert await tor.upstream() is not first


async def test_a_start_that_fails_is_made_again(tor: SharedTor) -> None:
    Client.may_start.set()
    Client.failure = LaunchFailed("No circuit.")
    with pytest.raises(LaunchFailed):
        await tor.upstream()
    Client.failure = None
    await tor.upstream()
    assert len(Client.started) == 2


async def test_the_end_ends_a_start_under_way(tor: SharedTor) -> None:
    caller = asyncio.ensure_future(tor.upstream())
    await asyncio.sleep(0)  # one step of the loop
    await tor.stop()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert not tor.alive
