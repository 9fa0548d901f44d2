"""Leases and epochs, without Ray: a directory over a real store, hosts that are plain values, and a clock that the test sets."""

import asyncio
import threading
from pathlib import Path

import pytest

from refbrowser.cluster.directory import Directory
from refbrowser.cluster.placement import Candidate, Load, choose
from refbrowser.cluster.records import Bounds, Superseded
from refbrowser.cluster.store import Store
from refbrowser.cluster.timing import Timing
from refbrowser.cluster.wire import Door
from refbrowser.errors import ClusterError, StateError
from tests.support.waiting import until

TIMING = Timing(6)
DOOR = Door("127.0.0.1", 1, b"key")


class Clock:
    """Time, which passes as the test says."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Hosts:
    """The hosts as a directory reaches them. ``busy`` are chats in whose hosts a call is at work."""

    def __init__(self) -> None:
        self.released: list[tuple[str, str, int]] = []
        self.started = 0
        self.processes: set[str] = set()
        self.busy: set[str] = set()

    async def release(self, host: str, chat: str, epoch: int) -> bool:
        if chat in self.busy:
            return False
        self.released.append((host, chat, epoch))
        return True

    async def start(self) -> str:
        self.started += 1
        self.processes.add(host := f"h{self.started}")
        return host

    async def running(self) -> set[str]:
        return self.processes

    async def stop(self, host: str) -> None:
        return


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path / "store"))


async def opened(store: Store, clock: Clock, hosts: Hosts | None = None, **bounds: int) -> Directory:
    directory = Directory(store, TIMING, hosts or Hosts(), Bounds(**{"most": 4, **bounds}), clock)
    await directory.begin()
    return directory


async def renew(directory: Directory, host: str, **held: int) -> bool:
    return not (await directory.renew(host, held, Load(chats=len(held)), {}, 0, DOOR)).lost


async def test_a_chat_is_on_one_host_and_goes_on_from_its_last_checkpoint(store: Store) -> None:
    clock = Clock()
    directory = await opened(store, clock)
    assert await renew(directory, "a")
    assert await renew(directory, "b")
    first = await directory.locate("c")
    assert await directory.locate("c") == first, "every front gets the same place"
    saved = store.write_checkpoint("c", first.epoch, 1, b"one")
    clock.now += TIMING.lease_s
    assert await renew(directory, "b" if first.host == "a" else "a")
    await directory.look()
    second = await directory.locate("c")
    assert (second.epoch, second.origin) == (first.epoch + 1, saved)
    assert second.host != first.host
    assert not await renew(directory, first.host, c=first.epoch), "a host whose chats were given away is never granted again"


async def test_nothing_is_given_away_before_the_lease_has_ended(store: Store) -> None:
    clock = Clock()
    directory = await opened(store, clock)
    assert await renew(directory, "a")
    place = await directory.locate("c")
    assert await renew(directory, "b")
    await directory.suspect("a")
    clock.now += TIMING.lease_s - 0.1
    await renew(directory, "b")
    await directory.look()
    waiting = asyncio.ensure_future(directory.locate("c"))
    await asyncio.wait({waiting}, timeout=TIMING.look_s)
    assert not waiting.done(), "its host may still send input"
    clock.now += 0.2
    await directory.look()
    assert (await waiting).host == "b"
    assert place.host == "a"


async def test_the_report_of_its_keeper_ends_a_lease_at_once(store: Store) -> None:
    directory = await opened(store, Clock())
    assert await renew(directory, "a")
    await directory.locate("c")
    assert await renew(directory, "b")
    store.report_end("a", {"call-1": True, "call-2": "unknown", "call-3": False})
    await directory.suspect("a")
    await directory.look()
    assert (await directory.locate("c")).host == "b"
    assert [await directory.fate("a", f"call-{n}", 0) for n in (1, 2, 3, 4)] == [True, "unknown", False, None]
    assert await directory.fate("b", "call-1", 0) == "unknown"


async def test_a_host_that_a_front_cannot_reach_is_used_again_when_it_renews(store: Store) -> None:
    directory = await opened(store, Clock())
    assert await renew(directory, "a")
    place = await directory.locate("c")
    await directory.suspect("a")
    waiting = asyncio.ensure_future(directory.locate("c"))
    await asyncio.wait({waiting}, timeout=TIMING.look_s)
    assert not waiting.done()
    assert await renew(directory, "a", c=place.epoch)
    assert await waiting == place


async def test_a_checkpoint_of_an_ended_epoch_is_never_read(store: Store) -> None:
    """The store that answers after the lease has moved: what the old host wrote, or still writes, is not what the chat goes on from."""
    first = store.claim("c", None, "a")
    assert first is not None
    kept = store.write_checkpoint("c", first.number, 1, b"in time")
    second = store.claim("c", first, "b")
    assert second is not None
    assert second.origin == kept
    store.write_checkpoint("c", first.number, 2, b"too late")
    third = store.claim("c", second, "a")
    assert third is not None
    assert third.origin == kept, "the epoch between wrote none"
    assert store.claim("c", second, "d") is None, "an epoch begins once"
    own = store.write_checkpoint("c", third.number, 1, b"own")
    assert store.newest("c", third.number) == own


async def test_half_a_checkpoint_is_passed_over(store: Store, tmp_path: Path) -> None:
    store.claim("c", None, "a")
    whole = store.write_checkpoint("c", 1, 1, b"whole")
    torn = store.write_checkpoint("c", 1, 2, b"second")
    (path,) = (tmp_path / "store").rglob(torn)
    path.write_bytes(b"sec")
    assert store.newest("c", 1) == whole


async def test_two_directories_never_give_a_chat_to_two_hosts(store: Store) -> None:
    """The old one grants nothing after the other's term has begun; the other waits until the old one's grants have lapsed."""
    clock = Clock()
    old = await opened(store, clock)
    assert await renew(old, "a")
    place = await old.locate("c")
    new = await opened(store, clock)
    clock.now += TIMING.renew_s
    with pytest.raises(Superseded):
        await renew(old, "a", c=place.epoch)
    assert await renew(new, "b")
    waiting = asyncio.ensure_future(new.locate("c"))
    await asyncio.wait({waiting}, timeout=TIMING.look_s * 2)
    assert not waiting.done()
    clock.now += TIMING.lease_s
    await renew(new, "b")
    assert (await waiting).host == "b"
    assert not await renew(new, "a", c=place.epoch) or (await new.locate("c")).host == "b"


async def test_a_directory_that_starts_again_finds_every_chat_where_it_is(store: Store) -> None:
    clock = Clock()
    old = await opened(store, clock)
    assert await renew(old, "a")
    place = await old.locate("c")
    new = await opened(store, clock)
    waiting = asyncio.ensure_future(new.locate("c"))
    assert await renew(new, "a", c=place.epoch)
    assert (await waiting).epoch == place.epoch


async def test_a_chat_that_was_found_on_its_host_still_has_what_it_began_with(store: Store) -> None:
    """Its host dies before it has written a checkpoint of its own, and the directory was not there when the chat came."""
    clock = Clock()
    first = store.claim("c", None, "z")
    assert first is not None
    saved = store.write_checkpoint("c", first.number, 1, b"all it has")
    second = store.claim("c", first, "a")
    assert second is not None
    directory = await opened(store, clock)
    assert await renew(directory, "a", c=second.number)
    assert await renew(directory, "b")
    store.report_end("a", {})
    await directory.suspect("a")
    await directory.look()
    assert (await directory.locate("c")).origin == saved


async def test_a_moved_chat_waits_for_the_end_of_its_call(store: Store) -> None:
    hosts = Hosts()
    directory = await opened(store, Clock(), hosts)
    assert await renew(directory, "a")
    place = await directory.locate("c")
    assert await renew(directory, "b")
    hosts.busy.add("c")
    assert await directory.move("c") is None
    assert await directory.locate("c") == place
    draining = asyncio.ensure_future(directory.drain("a"))
    await asyncio.wait({draining}, timeout=TIMING.look_s * 2)
    assert not draining.done()
    hosts.busy.clear()
    assert await draining == 1
    moved = await directory.locate("c")
    assert (moved.host, moved.epoch) == ("b", place.epoch + 1)
    assert hosts.released == [("a", "c", place.epoch)]


async def test_a_closed_chat_begins_anew_under_the_next_epoch(store: Store) -> None:
    directory = await opened(store, Clock())
    assert await renew(directory, "a")
    place = await directory.locate("c")
    store.write_checkpoint("c", place.epoch, 1, b"cookies")
    await directory.close("c")
    assert directory.states() == {}
    assert await renew(directory, "a", c=place.epoch), "its host may not have heard of it"
    assert directory.states() == {}
    again = await directory.locate("c")
    assert (again.epoch, again.origin) == (place.epoch + 1, None)


async def test_a_host_that_has_an_idle_chat_sleep_does_not_hold_it(store: Store) -> None:
    directory = await opened(store, Clock())
    assert await renew(directory, "a")
    place = await directory.locate("c")
    assert await renew(directory, "a"), "it has not heard of the chat yet"
    assert directory.states()["c"] == ("awake", "a")
    assert await renew(directory, "a", c=place.epoch)
    assert await renew(directory, "a")
    assert directory.states()["c"] == ("asleep", "a")
    assert (await directory.locate("c")).epoch == place.epoch + 1


async def test_hosts_are_started_by_need_within_bounds(store: Store) -> None:
    clock, hosts = Clock(), Hosts()
    directory = await opened(store, clock, hosts, least=1, most=2, chats=1)
    await directory.look()
    assert hosts.started == 0, "no front is there"
    directory.present("front")
    await directory.look()
    await directory.look()
    assert hosts.started == 1
    assert await renew(directory, "h1")
    await directory.locate("c")
    second = asyncio.ensure_future(directory.locate("d"))
    await asyncio.wait({second}, timeout=TIMING.look_s)
    await directory.look()
    assert hosts.started == 2
    assert await renew(directory, "h2")
    assert (await second).host == "h2"
    with pytest.raises(ClusterError) as full:
        await directory.locate("e")
    assert full.value.code == "cluster_full"


async def test_a_tenant_has_no_more_chats_awake_than_its_quota(store: Store) -> None:
    directory = await opened(store, Clock(), tenant=1)
    assert await renew(directory, "a")
    await directory.locate("c", "team")
    await directory.locate("d", "others")
    with pytest.raises(ClusterError) as refused:
        await directory.locate("e", "team")
    assert refused.value.code == "chat_limit"
    assert await directory.sleep("c")
    assert (await directory.locate("e", "team")).host == "a"


def test_a_chat_goes_where_memory_and_cpu_are_least_used() -> None:
    free, busy, full = Load(memory=0.2, cpu=0.1), Load(memory=0.2, cpu=0.8), Load(memory=0.95)
    assert choose([Candidate("busy", busy), Candidate("free", free), Candidate("full", full)]) == "free"
    assert choose([Candidate("full", full)]) is None
    placed = Candidate("free", free, placed=40)
    assert choose([placed, Candidate("busy", busy)]) == "busy", "what was placed counts before it is measured"


async def test_commands_reach_hosts_once_also_after_a_directory_starts_again(store: Store) -> None:
    directory = await opened(store, Clock())
    await directory.command("c", "stop", None)
    (first,) = (await directory.renew("a", {}, Load(), {}, 0, DOOR)).commands
    assert (await directory.renew("a", {}, Load(), {}, first.number, DOOR)).commands == ()
    later = await opened(store, Clock())
    await asyncio.sleep(0.002)  # numbers are milliseconds
    await later.command(None, "resume", None)
    grant = await later.renew("b", {}, Load(), {}, first.number, DOOR)
    assert [command.command for command in grant.commands] == ["resume"]


class SlowStore(Store):
    """A store whose note that a host was given up takes until the test says so, and fails as often as it says."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.asked, self.noted = threading.Event(), threading.Event()
        self.failures = 0

    def give_up(self, host: str) -> None:
        self.asked.set()
        self.noted.wait(30)
        if self.failures:
            self.failures -= 1
            raise OSError("no answer")
        super().give_up(host)


async def test_a_host_that_comes_back_while_the_store_takes_its_time_is_granted_nothing(tmp_path: Path) -> None:
    """Else it would have a grant when its chats are given away a moment later."""
    clock, store = Clock(), SlowStore(str(tmp_path / "store"))
    directory = await opened(store, clock)
    assert await renew(directory, "a")
    await directory.locate("c")
    clock.now += TIMING.lease_s
    assert await renew(directory, "b")
    looking = asyncio.ensure_future(directory.look())
    await until(store.asked.is_set)
    assert not await renew(directory, "a", c=1)
    waiting = asyncio.ensure_future(directory.locate("c"))
    await asyncio.wait({waiting}, timeout=TIMING.look_s * 2)
    assert not waiting.done(), "until the store has it, a directory that starts again would grant the old host"
    store.failures = 1
    store.noted.set()
    with pytest.raises(OSError, match="no answer"):
        await looking
    await directory.look()
    assert (await waiting).host == "b"


@pytest.mark.parametrize("restarted", [False, True], ids=["the same directory", "the next one"])
async def test_a_call_that_comes_again_after_its_host_ended_is_not_sent_to_the_next_one(store: Store, restarted: bool) -> None:
    """Its front died with its host: what the keeper reports is waited for, and without a report nobody knows."""
    clock = Clock()
    directory = await opened(store, clock)
    for host in ("a", "b"):
        assert await renew(directory, host)
    places = [await directory.locate(chat) for chat in ("c", "d")]
    store.write_checkpoint("c", 1, 1, b"c")
    for host in ("a", "b"):
        assert await renew(directory, host, **{place.chat: place.epoch for place in places if place.host == host})
    clock.now += TIMING.lease_s
    assert await renew(directory, "e")
    await directory.look()
    if restarted:
        directory = await opened(store, clock)
        assert await renew(directory, "e")
    asking = asyncio.ensure_future(directory.locate("c", "", "pressed"))
    await asyncio.wait({asking}, timeout=TIMING.look_s * 2)
    assert not asking.done()
    store.report_end(places[0].host, {"pressed": True, "looked": False})
    with pytest.raises(ClusterError) as again:
        await asking
    assert again.value.details["performed"] is True
    assert (await directory.locate("c", "", "looked")).host == "e", "it had sent nothing"
    assert (await directory.locate("c", "", "another")).host == "e"
    silent = asyncio.ensure_future(directory.locate("d", "", "unheard of"))
    await asyncio.wait({silent}, timeout=TIMING.look_s)
    clock.now += TIMING.lease_s
    await renew(directory, "e")
    with pytest.raises(ClusterError) as unknown:
        await silent
    assert unknown.value.details["performed"] == "unknown"
    assert (await directory.locate("d", "", "another")).host == "e"


async def test_a_store_that_lets_a_file_be_created_twice_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """As servers do that speak S3 and know no conditions: two directories would each give the chat to a host."""
    write = store._files.pipe_file
    monkeypatch.setattr(store._files, "pipe_file", lambda path, data, mode="overwrite": write(path, data))
    with pytest.raises(StateError) as refused:
        await opened(store, Clock())
    assert refused.value.code == "unsupported"


async def test_hosts_that_start_slowly_are_not_started_again(store: Store) -> None:
    """Not after a minute, and not by the next directory; one that ends before it registers is."""
    clock, hosts = Clock(), Hosts()
    for _ in range(2):
        directory = await opened(store, clock, hosts, least=2, most=2)
        for _ in range(5):
            directory.present("front")
            await directory.look()
            clock.now += 20
        assert hosts.started == 2
    hosts.processes.discard("h1")
    directory.present("front")
    await directory.look()
    assert hosts.started == 3
    assert await renew(directory, "h2")
    assert await renew(directory, "h3")
    await directory.look()
    assert hosts.started == 3
