"""The directory and the hosts as Ray actors. Ray starts, places and supervises them; calls go from fronts to hosts without it.

No task is ever repeated by Ray: whether a call may be sent again is for the front to know.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import ray
from ray.actor import ActorHandle

from refbrowser.cluster.directory import Directory
from refbrowser.cluster.host import Host, new_host_id
from refbrowser.cluster.keeper import beat, start_keeper
from refbrowser.cluster.ledger import Ledger, Performed, ledger_path
from refbrowser.cluster.placement import Load
from refbrowser.cluster.records import Bounds, Grant, Place, Superseded
from refbrowser.cluster.store import Store
from refbrowser.cluster.timing import Timing, moment
from refbrowser.cluster.wire import Door
from refbrowser.errors import ClusterError

log = logging.getLogger("refbrowser")

NAMESPACE: Final = "refbrowser"
_STOP_S: Final = 10.0
_STALLED_LEASES: Final = 6
"""The directory counts as stopped after this many times as long as a host: a lease."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a cluster runs. ``name`` tells apart the clusters of one Ray cluster; ``program`` is ``module:function``, called in
    each host with ``given``; ``environment`` are variables of the hosts' processes. ``listen_at`` is the address at which hosts
    listen for fronts; None: that of their machine."""

    name: str
    program: str
    given: Any
    store: str
    timing: Timing
    bounds: Bounds
    checkpoint_s: float
    idle_s: float | None
    environment: Mapping[str, str]
    cpus: float = 1.0
    listen_at: str | None = None


def directory_name(name: str) -> str:
    return f"refbrowser-directory-{name}"


def host_name(plan: Plan, host: str) -> str:
    return f"refbrowser-host-{plan.name}-{host}"


def directory_of(plan: Plan) -> "ActorHandle[Any]":
    """The directory of the cluster, which is started if there is none; Ray starts it again when it dies."""
    options = {
        "name": directory_name(plan.name), "namespace": NAMESPACE, "lifetime": "detached", "get_if_exists": True,
        "max_restarts": -1, "max_task_retries": 0, "num_cpus": 0, "runtime_env": {"env_vars": dict(plan.environment)},
    }  # fmt: skip
    made: Any = ray.remote(DirectoryActor)
    directory: ActorHandle[Any] = made.options(**options).remote(plan)
    return directory


class DirectoryActor:
    """The directory, in a process of its own."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._hosts: dict[str, ActorHandle[Any]] = {}
        self._directory = Directory(Store(plan.store), plan.timing, self, plan.bounds)
        self._id = f"directory-{new_host_id()}"
        self._ledger = Ledger(ledger_path(self._id), create=True)
        self._keeper: asyncio.subprocess.Process | None = None
        self._beating: asyncio.Task[None] | None = None
        self._beginning: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._beginnings: set[asyncio.Task[None]] = set()

    # Reach

    async def release(self, host: str, chat: str, epoch: int) -> bool:
        try:
            async with asyncio.timeout(self._plan.timing.lease_s):
                released: bool = await self._host(host).release.remote(chat, epoch)
                return released
        except (ray.exceptions.RayError, TimeoutError, ValueError):
            return False

    async def start(self) -> str:
        host = new_host_id()
        options = {
            "name": host_name(self._plan, host), "namespace": NAMESPACE, "lifetime": "detached", "max_restarts": 0,
            "max_task_retries": 0, "num_cpus": self._plan.cpus, "max_concurrency": 10_000, "scheduling_strategy": "SPREAD",
            "runtime_env": {"env_vars": dict(self._plan.environment)},
        }  # fmt: skip
        made: Any = ray.remote(HostActor)
        actor: ActorHandle[Any] = made.options(**options).remote(host, self._plan)
        self._hosts[host] = actor
        self._beginnings.add(beginning := asyncio.ensure_future(self._begun(host, actor)))
        beginning.add_done_callback(self._beginnings.discard)
        return host

    async def running(self) -> set[str]:
        prefix = host_name(self._plan, "")
        names: list[Any] = await asyncio.to_thread(ray.util.list_named_actors)
        return {name.removeprefix(prefix) for name in names if name.startswith(prefix)}

    async def _begun(self, host: str, actor: "ActorHandle[Any]") -> None:
        try:
            await actor.begin.remote()
        except ray.exceptions.RayError as failure:
            cause = getattr(failure, "cause", None) or failure
            self._directory.failed(host, f"{type(cause).__name__}: {str(cause).splitlines()[0][:300]}")

    async def stop(self, host: str) -> None:
        with contextlib.suppress(ray.exceptions.RayError, ValueError):
            try:
                async with asyncio.timeout(_STOP_S):
                    await self._host(host).end.remote()
            except TimeoutError:
                ray.kill(self._host(host))
        self._hosts.pop(host, None)
        await self._directory.leave(host)

    # For hosts and fronts

    async def renew(
        self, host: str, held: Mapping[str, int], load: Load, facts: Mapping[str, Any], after: int, door: Door
    ) -> Grant:
        return await (await self._ready()).renew(host, held, load, facts, after, door)

    async def leave(self, host: str) -> None:
        self._hosts.pop(host, None)
        await (await self._ready()).leave(host)

    async def locate(self, chat: str, tenant: str, call: str) -> Place:
        with _typed():
            return await (await self._ready()).locate(chat, tenant, call)

    async def suspect(self, host: str) -> None:
        await (await self._ready()).suspect(host)

    async def fate(self, host: str, call: str, within_s: float) -> Performed | None:
        return await (await self._ready()).fate(host, call, within_s)

    async def present(self, front: str) -> int:
        """A front is there; the number of this directory's process."""
        (await self._ready()).present(front)
        return os.getpid()

    async def command(self, chat: str | None, command: str, note: str | None) -> None:
        await (await self._ready()).command(chat, command, note)

    async def close_chat(self, chat: str) -> None:
        with _typed():
            await (await self._ready()).close(chat)

    async def released(self, chat: str, epoch: int) -> None:
        (await self._ready()).released(chat, epoch)

    async def sleep(self, chat: str) -> bool:
        return await (await self._ready()).sleep(chat)

    async def move(self, chat: str) -> Place | None:
        with _typed():
            return await (await self._ready()).move(chat)

    async def drain(self, host: str) -> int:
        return await (await self._ready()).drain(host)

    async def status(self) -> dict[str, Any]:
        with _typed():
            ready = await self._ready()
        return {**ready.status(), "name": self._plan.name, "store": self._plan.store, "pid": os.getpid()}

    async def states(self) -> dict[str, tuple[str, str]]:
        return dict((await self._ready()).states())

    async def end(self) -> None:
        """End every host, also one that has not registered yet; its chats keep their checkpoints."""
        registered = [each["host"] for each in self._directory.status()["hosts"]]
        await asyncio.gather(*map(self.stop, {*registered, *self._hosts}))

    async def _ready(self) -> Directory:
        beginning = self._beginning
        if beginning is None or (beginning.done() and beginning.exception() is not None):
            beginning = self._beginning = asyncio.ensure_future(self._begin())
        await asyncio.shield(beginning)
        if self._watching is None:
            self._watching = asyncio.ensure_future(self._watch())
        return self._directory

    async def _begin(self) -> None:
        await self._directory.begin()
        # Slow is not stopped: what has not run for a lease has granted nothing in that time.
        timing = Timing(self._plan.timing.lease_s * _STALLED_LEASES)
        self._keeper = await start_keeper(self._id, self._ledger, self._plan.store, timing)
        self._beating = asyncio.ensure_future(beat(self._ledger, timing))
        self._ledger.write_beat(moment())
        # It has no grant: its keeper ends it whenever its loop has stopped.
        self._ledger.write_lapse(moment())

    async def _watch(self) -> None:
        while True:
            try:
                await self._directory.watch()
            except Superseded:
                log.error("Another directory serves the cluster %s; this one ends", self._plan.name)
                ray.kill(ray.get_runtime_context().current_actor, no_restart=True)
            except Exception:
                log.exception("The directory could not look after its hosts")
                await asyncio.sleep(self._plan.timing.look_s)  # before the next try

    def _host(self, host: str) -> "ActorHandle[Any]":
        if (actor := self._hosts.get(host)) is None:
            actor = self._hosts[host] = ray.get_actor(host_name(self._plan, host), NAMESPACE)
        return actor


@contextlib.contextmanager
def _typed() -> Iterator[None]:
    """Raise ``cluster_unreachable`` where the store does not answer, or another directory serves the cluster by now."""
    try:
        yield
    except Superseded:
        raise ClusterError(
            "Another directory has begun to serve the cluster. Repeat the call.", code="cluster_unreachable"
        ) from None
    except OSError as failure:
        raise ClusterError(
            f"The cluster's store does not answer ({type(failure).__name__}: {str(failure)[:200]}). Repeat the call.",
            code="cluster_unreachable",
        ) from failure


class HostActor:
    """A host, in a process of its own, which ends with it."""

    def __init__(self, host: str, plan: Plan) -> None:
        module, _, function = plan.program.partition(":")
        program = getattr(import_module(module), function)(plan.given)
        self._host = Host(host, program, _Leases(plan), Store(plan.store), plan.timing, plan.checkpoint_s, plan.idle_s)
        self._listen_at = plan.listen_at or ray.util.get_node_ip_address()  # type: ignore[no-untyped-call]
        self._exiting: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        self._exiting = asyncio.ensure_future(self._exit())
        try:
            await self._host.begin(self._listen_at)
        except BaseException:
            log.exception("A host did not start")
            await self._host.end(lost=True)
            raise

    async def release(self, chat: str, epoch: int) -> bool:
        return await self._host.release(chat, epoch)

    async def end(self) -> None:
        if self._exiting is not None:
            self._exiting.cancel()
        await self._host.end()
        ray.actor.exit_actor()  # type: ignore[no-untyped-call]

    async def pid(self) -> int:
        return os.getpid()

    async def _exit(self) -> None:
        """A host that has ended, or lost its lease, is of no use any more: another one is started in its place."""
        await self._host.ended.wait()
        os._exit(0)


class _Leases:
    """The directory, found anew where its process is another one."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._actor: ActorHandle[Any] | None = None

    async def renew(
        self, host: str, held: Mapping[str, int], load: Load, facts: Mapping[str, Any], after: int, door: Door
    ) -> Grant:
        try:
            if self._actor is None:
                self._actor = await asyncio.to_thread(ray.get_actor, directory_name(self._plan.name), NAMESPACE)
            grant: Grant = await self._actor.renew.remote(host, held, load, facts, after, door)
            return grant
        except (ray.exceptions.RayActorError, ValueError):
            self._actor = None
            raise

    async def leave(self, host: str) -> None:
        if self._actor is not None:
            await self._actor.leave.remote(host)
