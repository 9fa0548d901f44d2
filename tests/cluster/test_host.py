"""A host's promises about calls that come again, many at once, and over a store that stalls: without Ray and Chromium, with the
program's own count of what was performed."""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from refbrowser.cluster.calls import Answer, Call, File
from refbrowser.cluster.fence import Fence
from refbrowser.cluster.host import KEPT_ANSWERS, Host
from refbrowser.cluster.ledger import SLOTS
from refbrowser.cluster.placement import Load
from refbrowser.cluster.records import Command, Grant
from refbrowser.cluster.store import Store
from refbrowser.cluster.timing import Timing
from refbrowser.cluster.wire import Door
from refbrowser.errors import ClusterError
from tests.support.waiting import until

TIMING = Timing(15)
"""A lease that a busy machine does not miss."""


class Counting:
    """A program whose calls send input, which it counts by chat; a call ``{"wait": True}`` waits until :attr:`released`."""

    def __init__(self) -> None:
        self.performed: Counter[str] = Counter()
        self.released = asyncio.Event()
        self.fence: Fence | None = None

    async def begin(self, fence: Fence, publish: Callable[[str, Any], int]) -> None:
        self.fence = fence

    def reads(self, call: Call) -> bool:
        return False

    async def call(self, call: Call) -> tuple[dict[str, Any], Sequence[File]]:
        assert self.fence is not None
        self.fence.check()
        self.performed[call.chat] += 1
        token = self.fence.sending(opening=False)
        assert isinstance(token, int)
        self.fence.settled(token, carried_out=True)
        if call.request.get("wait"):
            await self.released.wait()
        return {"ok": True, "result": {"number": self.performed[call.chat]}}, ()

    async def wake(self, chat: str, checkpoint: bytes) -> None:
        return

    async def capture(self, chat: str, *, quick: bool = False) -> bytes | None:
        return b"checkpoint"

    async def rest(self, chat: str) -> bool:
        return True

    async def end_chat(self, chat: str) -> None:
        return

    async def execute(self, command: Command) -> None:
        return

    async def ask(self, question: str, arguments: Mapping[str, Any]) -> Any:
        return None

    def facts(self) -> Mapping[str, Any]:
        return {}

    async def end(self) -> None:
        return


class Granting:
    """A directory that grants all."""

    async def renew(
        self, host: str, held: Mapping[str, int], load: Load, facts: Mapping[str, Any], after: int, door: Door
    ) -> Grant:
        return Grant(lost=False)

    async def leave(self, host: str) -> None:
        return


class Cluster:
    """Hosts over one store."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hosts: list[Host] = []

    async def host(self, name: str, store: Store | None = None, timing: Timing = TIMING) -> tuple[Host, Counting]:
        program = Counting()
        host = Host(name, program, Granting(), store or Store(str(self.folder)), timing, 60, None)
        self.hosts.append(host)
        await host.begin("127.0.0.1")
        return host, program


@pytest.fixture
async def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Cluster]:
    async def start_keeper(*_: object) -> asyncio.subprocess.Process:
        # Theirs would end this process with its host.
        return await asyncio.create_subprocess_exec("cat", stdin=asyncio.subprocess.PIPE)

    monkeypatch.setattr("refbrowser.cluster.host.start_keeper", start_keeper)
    cluster = Cluster(tmp_path / "store")
    yield cluster
    for host in cluster.hosts:
        await host.end(lost=True)
        assert host._keeper is not None
        await host._keeper.wait()


def click(number: int | str, epoch: int = 1, *, named: bool = True, chat: str = "c", **request: Any) -> Call:
    return Call(f"{number:0>32}", named, "front", chat, epoch, None, request)


async def test_a_call_that_comes_again_is_not_performed_again(cluster: Cluster) -> None:
    """Where its chat is, after its answer was forgotten, after its caller had gone, and on the hosts that the chat went to."""
    first, here = await cluster.host("a")
    answer = await first.call(click(1))
    assert await first.call(click(1)) == answer
    for number in range(KEPT_ANSWERS):
        await first.call(click(f"f{number}", chat="other", named=False))
    assert refused(await first.call(click(1))) is True
    waiting = asyncio.ensure_future(first.call(click(2, wait=True)))
    await until(lambda: here.performed["c"] >= 2)
    await first.cancel(click(2).id)
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert refused(await first.call(click(2))) is True
    second, there = await cluster.host("b")
    third, further = await cluster.host("d")
    assert await first.release("c", 1)
    assert (await second.call(click(3, epoch=2))).envelope is not None
    assert refused(await second.call(click(1, epoch=2))) is True
    assert await second.release("c", 2)
    assert [refused(await third.call(click(number, epoch=3))) for number in (1, 2, 3)] == [True] * 3
    assert (here.performed["c"], there.performed["c"], further.performed["c"]) == (2, 1, 0)


def refused(answer: Answer) -> Any:
    """What ``details.performed`` says in place of an answer that is not kept."""
    assert answer.envelope is not None
    assert answer.envelope["code"] == "host_lost", answer
    assert answer.envelope["retryable"] is False
    return answer.envelope["details"]["performed"]


async def test_more_calls_at_once_than_the_ledger_has_places_for(cluster: Cluster) -> None:
    host, program = await cluster.host("a")
    calls = [asyncio.ensure_future(host.call(click(number, wait=True))) for number in range(SLOTS + 10)]
    await until(lambda: program.performed["c"] >= SLOTS // 2)
    program.released.set()
    async with asyncio.timeout(30):
        answers = await asyncio.gather(*calls)
    assert all(answer.envelope is not None and answer.envelope["ok"] for answer in answers)
    assert program.performed["c"] == SLOTS + 10


class Stalling(Store):
    """A store that reads nothing while it is :attr:`stalled`."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.goes_on = threading.Event()

    def read_checkpoint(self, chat: str, name: str) -> bytes | None:
        self.goes_on.wait(30)
        return super().read_checkpoint(chat, name)


async def test_a_store_that_stalls_ends_the_call_with_an_error_and_the_next_one_goes_on(cluster: Cluster) -> None:
    store = Stalling(str(cluster.folder))
    host, program = await cluster.host("a", store, Timing(1.5))
    name = store.write_checkpoint("c", 1, 1, b"checkpoint")
    call = Call("1" * 32, True, "front", "c", 2, name, {})
    async with asyncio.timeout(20):
        with pytest.raises(ClusterError) as failed:
            await host.call(call)
    assert (failed.value.code, failed.value.retryable) == ("cluster_unreachable", True)
    store.goes_on.set()
    answer = await host.call(call)
    assert answer.envelope is not None
    assert answer.envelope["ok"]
    assert program.performed["c"] == 1
