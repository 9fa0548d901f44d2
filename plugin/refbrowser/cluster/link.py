"""A front's way to the chats of a cluster: where each is, its calls, and what becomes of them when a host ends."""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from refbrowser.cluster import ray_link
from refbrowser.cluster.calls import Answer, Call, host_lost
from refbrowser.cluster.host_link import HostGone, HostLink
from refbrowser.cluster.ledger import Performed
from refbrowser.cluster.records import Place
from refbrowser.errors import ClusterError, RefbrowserError, TimeoutExceeded
from refbrowser.tasks import Tasks

if TYPE_CHECKING:
    from ray.actor import ActorHandle

    from refbrowser.cluster.actors import Plan

log = logging.getLogger("refbrowser")


class Link:
    """Connects on :meth:`begin`. ``on_news`` is given what hosts publish: the host, the kind, the value."""

    def __init__(self, address: str, plan: "Plan", cpus: int, on_news: Callable[[str, str, Any], None]) -> None:
        self._address, self._plan, self._cpus, self._on_news = address, plan, cpus, on_news
        self.front = secrets.token_hex(8)
        self._directory: ActorHandle[Any] | None = None
        self._joined = False
        self._places: dict[str, Place] = {}
        self._hosts: dict[str, HostLink] = {}
        self._heard: dict[str, int] = {}
        """The number of the last news of each host: one that was silent and comes back repeats nothing."""
        self._tasks = Tasks()
        self._connecting: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()
        self._settled.set()

    async def begin(self) -> None:
        """Begin to connect, without waiting for it."""
        self._connecting = asyncio.ensure_future(self._connect())
        self._connecting.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._tasks.spawn(self._be_present())

    async def end(self, *, with_cluster: bool) -> None:
        """Disconnect; ``with_cluster``: end the hosts too."""
        if self._connecting is None:
            return
        with contextlib.suppress(Exception):
            await self._connecting
        if self._directory is not None and with_cluster:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(_END_S):
                    await self._ask_directory("end")
        await self._tasks.cancel_all(1)
        for host in tuple(self._hosts.values()):
            self._lose(host)
        if self._joined:
            self._joined = False
            await ray_link.disconnect()
        self._directory = self._connecting = None

    # Calls

    async def call(
        self,
        chat: str,
        request: Any,
        *,
        call_id: str | None = None,
        tenant: str = "",
        within_ms: float,
        chosen: Mapping[str, Any],
        caller: Mapping[str, Any],
    ) -> Answer:
        """Perform a call where its chat is; ``within_ms`` bounds the search for a host.

        Raises ``host_lost``, ``cluster_full``, ``cluster_unreachable``.
        """
        named = call_id is not None
        # Ids are a client's own: those of two chats may be the same.
        call_id = secrets.token_hex(16) if call_id is None else hashlib.sha256(f"{chat}\0{call_id}".encode()).hexdigest()[:32]
        await self._settled.wait()
        ends = time.monotonic() + within_ms / 1000
        unreachable: set[str] = set()
        while True:
            place = self._places.get(chat) or await self._located(chat, tenant, call_id if named else "", within_ms)
            call = Call(call_id, named, self.front, chat, place.epoch, place.origin, request, chosen, caller)
            answer = await self._sent(place, call)
            if answer.envelope is not None:
                return answer
            if self._places.get(chat) is place:
                del self._places[chat]
            if answer.released:
                await self._ask_directory("released", chat, place.epoch)
            elif place.host not in self._hosts:
                await self._leave_unreachable(place, unreachable)
            if time.monotonic() > ends:
                raise ClusterError(
                    f"The chat {chat!r} did not stay on any host that this front reaches.", code="cluster_unreachable"
                )
            await asyncio.sleep(self._plan.timing.look_s)  # the directory hears of a lease a moment later than its host

    async def ask(self, chat: str, question: str, arguments: Mapping[str, Any], tenant: str = "") -> Any:
        """Ask the chat's host. Raises as :meth:`call`."""
        place = self._places.get(chat) or await self._locate(chat, tenant, "")
        try:
            return await self._host(place).ask("ask", question, {"chat": chat, **arguments})
        except HostGone:
            await self._suspect(place.host)
            raise host_lost(chat, "unknown", "The host of the chat ended before it answered.") from None

    async def ask_host(self, host: str, question: str, arguments: Mapping[str, Any]) -> Any:
        """Ask one host. Raises ``host_lost``, and what its answer is of typed errors."""
        try:
            if (link := self._hosts.get(host)) is None:
                raise HostGone(asked=False)
            return await link.ask("ask", question, dict(arguments))
        except HostGone:
            raise host_lost(arguments.get("chat", ""), "unknown", f"The host {host} has ended.") from None

    def command(self, chat: str | None, command: str, note: str | None) -> None:
        """Carry out a person's command on every host; calls that come later wait until it is known there."""
        self._settled.clear()

        async def commanded() -> None:
            try:
                await self._ask_directory("command", chat, command, note)
                # Each host hears of it with its next renewal.
                await asyncio.sleep(self._plan.timing.renew_s * 1.5)  # time is what is waited for
            finally:
                self._settled.set()

        self._tasks.spawn(commanded())

    async def close_chat(self, chat: str) -> None:
        """The chat was closed on its host."""
        self._places.pop(chat, None)
        await self._ask_directory("close_chat", chat)

    async def directory(self, question: str, *arguments: Any) -> Any:
        """Ask the directory: ``status``, ``states``, ``sleep``, ``move``, ``drain``. Raises ``cluster_unreachable``."""
        answer = await self._ask_directory(question, *arguments)
        if question in ("sleep", "move", "drain"):
            self._places.clear()
        return answer

    @property
    def hosts(self) -> list[str]:
        """The hosts that this front has reached and not lost."""
        return list(self._hosts)

    # Connection

    async def _connect(self) -> None:
        if not self._joined:
            await ray_link.connect(self._address, self._cpus)
            self._joined = True
        from ray import exceptions

        from refbrowser.cluster.actors import directory_of

        try:
            self._directory = await asyncio.to_thread(directory_of, self._plan)
        except exceptions.RayError as failure:
            raise _unreachable(failure) from failure

    async def _connected(self) -> None:
        """Wait for the connection; try again where it failed."""
        if self._connecting is None:
            raise ClusterError("The front has not been started.", code="cluster_unreachable")
        if self._connecting.done() and self._connecting.exception() is not None:
            self._connecting = asyncio.ensure_future(self._connect())
            self._connecting.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.shield(self._connecting)

    async def _be_present(self) -> None:
        while True:
            with contextlib.suppress(RefbrowserError):
                # Where that failed, the next call tries again.
                if self._connecting is not None:
                    await asyncio.shield(self._connecting)
                await self._ask_directory("present", self.front)
                self._on_news("", "chats", await self._ask_directory("states"))
            await asyncio.sleep(self._plan.timing.lease_s / 2)  # time is what is waited for

    async def _ask_directory(self, question: str, *arguments: Any) -> Any:
        await self._connected()
        from ray import exceptions

        assert self._directory is not None
        try:
            return await getattr(self._directory, question).remote(*arguments)
        except exceptions.RayTaskError as failure:
            raise _cause(failure) from None
        except exceptions.RayError as failure:
            raise _unreachable(failure) from failure

    async def _located(self, chat: str, tenant: str, call_id: str, within_ms: float) -> Place:
        await self._connected()
        try:
            async with asyncio.timeout(within_ms / 1000):
                while True:
                    try:
                        return await self._locate(chat, tenant, call_id)
                    except ClusterError as failure:
                        if failure.code != "cluster_unreachable":
                            raise
                    await asyncio.sleep(self._plan.timing.renew_s)  # Ray starts the directory again
        except TimeoutError:
            raise TimeoutExceeded(f"Waited {within_ms:.0f} ms for a host of the cluster to take the chat {chat!r}.") from None

    async def _locate(self, chat: str, tenant: str, call_id: str) -> Place:
        place: Place = await self._ask_directory("locate", chat, tenant, call_id)
        cached = self._places.get(chat)
        if cached is None or cached.epoch < place.epoch:
            self._places[chat] = place
        return self._places[chat]

    def _host(self, place: Place) -> HostLink:
        if (link := self._hosts.get(place.host)) is None:
            link = self._hosts[place.host] = HostLink(place.host, place.door, self._plan.timing)
            self._tasks.spawn(self._listen(link))
        return link

    # Hosts that end

    async def _sent(self, place: Place, call: Call) -> Answer:
        host = self._host(place)
        try:
            answer: Answer = await host.ask("call", call)
            return answer
        except asyncio.CancelledError:
            self._tasks.spawn(host.cancel(call.id))
            raise
        except HostGone as gone:
            self._lose(host)
            if not gone.asked:
                await self._suspect(place.host)
                return Answer(None)
        performed = await self._fate(host, call.id)
        if performed is None:
            # The host had not begun it: it is sent to the next one.
            return Answer(None)
        raise host_lost(call.chat, performed, "The host of the chat ended during the call.")

    async def _suspect(self, host: str) -> None:
        with contextlib.suppress(ClusterError):
            await self._ask_directory("suspect", host)

    async def _leave_unreachable(self, place: Place, unreachable: set[str]) -> None:
        """Have the chat go to another host where its own, which this front has failed to reach before, still has it."""
        if place.host in unreachable:
            with contextlib.suppress(ClusterError):
                await self._ask_directory("move", place.chat)
        unreachable.add(place.host)

    async def _fate(self, host: HostLink, call_id: str) -> Performed | None:
        try:
            # The keeper needs a moment to end the host's processes, and then reports.
            within_s = self._plan.timing.lease_s
            async with asyncio.timeout(within_s):
                await self._ask_directory("suspect", host.host)
                performed: Performed | None = await self._ask_directory("fate", host.host, call_id, within_s * 0.9)
                return performed
        except (TimeoutError, RefbrowserError):
            return "unknown"

    async def _listen(self, host: HostLink) -> None:
        """Fetch the host's news, until it ends or is silent for a lease."""
        timing = self._plan.timing
        try:
            while True:
                async with asyncio.timeout(timing.lease_s):
                    news = await host.ask("news", self.front, self._heard.get(host.host, 0), timing.valid_s / 2)
                for number, kind, value in news:
                    self._heard[host.host] = number
                    self._on_news(host.host, kind, value)
        except (TimeoutError, HostGone):
            self._lose(host)

    def _lose(self, host: HostLink) -> None:
        host.lose()
        self._places = {chat: place for chat, place in self._places.items() if place.host != host.host}
        if self._hosts.get(host.host) is host:
            del self._hosts[host.host]


def _cause(failure: Any) -> RefbrowserError:
    """What was raised in the directory's process."""
    cause = getattr(failure, "cause", None)
    return cause if isinstance(cause, RefbrowserError) else _unreachable(cause or failure)


def _unreachable(failure: BaseException) -> ClusterError:
    text = f"The cluster's directory does not answer ({type(failure).__name__}); it is started again. Repeat the call."
    return ClusterError(text, code="cluster_unreachable")


_END_S: Final = 20.0
