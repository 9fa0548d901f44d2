"""A front: this process's way to the chats of a cluster, behind the interface of ``Browser``."""

import asyncio
import hashlib
import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from refbrowser.cluster.calls import PIECE, File
from refbrowser.cluster.link import Link
from refbrowser.errors import ClusterError, PolicyError, RefbrowserError
from refbrowser.events import CallBegan, CallEnded, Hub
from refbrowser.extras import require
from refbrowser.files import private_folder, write_private
from refbrowser.settings import Settings
from refbrowser.tasks import Tasks

if TYPE_CHECKING:
    from refbrowser.cluster.actors import Plan
    from refbrowser.service.chats.checkpoint import Checkpoint
    from refbrowser.service.oversight.approvals.approval import Approval
    from refbrowser.service.oversight.approvals.desk import Approvals
    from refbrowser.service.oversight.caller import Caller

LOCAL: Final = "local"

START_MS: Final = 60_000.0

_FOLDER: Final = "cluster"
_SECRET_BYTES: Final = 32
_PASSED_ON: Final = ("REFBROWSER_PROFILE_KEY", "PLAYWRIGHT_BROWSERS_PATH", "NODE_COMPILE_CACHE")
"""Variables that hosts need as this process has them."""


class FrontedChat(Protocol):
    """A chat, as its front sees it."""

    id: str
    tabs: int

    @property
    def folder(self) -> Path: ...

    def note(self, *, asleep: bool) -> None:
        """The cluster has the chat, and whether it is asleep."""
        ...

    def chosen(self) -> dict[str, Any]:
        """What the program chose for the chat."""
        ...


class Front:
    """``address`` is the setting ``cluster``. What hosts publish goes to ``hub`` and ``approvals``; chats that other fronts began
    are ``made`` here too, and those that others close are forgotten."""

    def __init__(
        self,
        address: str,
        settings: Settings,
        hub: Hub,
        approvals: "Approvals",
        made: Callable[[str], Any],
        forget: Callable[[Any], None],
    ) -> None:
        require("cluster", "A cluster")
        self._address, self._settings, self._hub, self._approvals = address, settings, hub, approvals
        self._made, self._forget = made, forget
        self._noted: set[str] = set()
        self._link: Link | None = None
        self._chats: dict[str, FrontedChat] = {}
        self._callers: dict[str, list[Caller]] = {}
        self._numbers: dict[tuple[str, int], CallBegan] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._tasks = Tasks()
        self._key = b""

    @property
    def link(self) -> Link:
        """Raises ``cluster_unreachable`` before :meth:`begin`."""
        if self._link is None:
            raise ClusterError("The browser is closed; enter it with `async with Browser()`.", code="browser_closed")
        return self._link

    async def begin(self) -> None:
        """Begin to connect; the first call waits for that, and reports a failure."""
        plan, cpus = await asyncio.to_thread(self._plan)
        self._link = Link(self._address, plan, cpus, self._publish)
        await self._link.begin()

    async def end(self) -> None:
        """Disconnect. The hosts of a local cluster end with it; their chats keep their checkpoints."""
        for task in self._asking.values():
            task.cancel()
        if (link := self._link) is not None:
            self._link = None
            await link.end(with_cluster=self._address == LOCAL)
        await self._tasks.cancel_all(1)

    # Calls

    async def call(self, chat: FrontedChat, request: object, caller: "Caller") -> dict[str, Any]:
        """The envelope of a call. Raises ``host_lost``, ``cluster_full``, ``cluster_unreachable``."""
        self._chats[chat.id] = chat
        callers = self._callers.setdefault(chat.id, [])
        callers.append(caller)
        # Its question reaches the person who asks by this id.
        asks = {"asks": caller.ask is not None, "asker": caller.asker, "chat": caller.chat}
        policy = {"policy": caller.policy.current()} if caller.policy is not None else {}
        tenant = caller.asker if caller.asker not in ("python", "http", "mcp") else ""
        try:
            answer = await self.link.call(
                chat.id, request, call_id=caller.call_id, tenant=tenant, within_ms=_patience_ms(request), chosen=chat.chosen(),
                caller={**asks, **policy},
            )  # fmt: skip
        finally:
            callers.remove(caller)
            if not callers:
                self._callers.pop(chat.id, None)
        assert answer.envelope is not None
        for file in answer.files:
            await self._fetch(chat, file)
        return answer.envelope

    async def ask(self, chat: FrontedChat, question: str, **arguments: Any) -> Any:
        """Ask the chat's host."""
        return await self.link.ask(chat.id, question, arguments)

    async def checkpoint(self, chat: FrontedChat, databases: bool) -> "Checkpoint":
        """What the chat is and has open now, on its host."""
        from refbrowser.profiles.seal import Seal
        from refbrowser.service.chats.checkpoint import Checkpoint

        sealed = await self.ask(chat, "checkpoint", databases=databases)
        return await asyncio.to_thread(Checkpoint.opened, sealed, Seal(self._key))

    def command(self, chat: str | None, command: str, note: str | None) -> None:
        """Carry out a person's command on every host."""
        self.link.command(chat, command, note)

    async def close(self, chat: FrontedChat) -> None:
        """Close the chat on its host, and forget its checkpoints."""
        with suppress(ClusterError):
            await self.ask(chat, "close")
            await self.link.close_chat(chat.id)
        self._chats.pop(chat.id, None)

    async def _fetch(self, chat: FrontedChat, file: File) -> None:
        """Have the file here too, as its host has it. Raises ``file_unreadable`` where the pieces do not make that file."""
        from refbrowser.service.chats.chat_file_pieces import describe

        path = chat.folder / file.name
        if await asyncio.to_thread(describe, path, chat.folder) == file:
            return
        pieces = [await self.ask(chat, "read_file", name=file.name, start=start) for start in range(0, file.size, PIECE)]
        data = b"".join(pieces)
        if hashlib.sha256(data).hexdigest() != file.digest:
            raise ClusterError(f"The file {file.name} changed while it was fetched from its host.", code="file_unreadable")
        await asyncio.to_thread(write_private, path, data)

    # News

    def _publish(self, host: str, kind: str, value: Any) -> None:
        match kind:
            case "event":
                self._publish_event(host, value)
            case "tabs":
                name, count = value
                if (chat := self._chats.get(name)) is not None:
                    chat.tabs = count
            case "chats":
                self._note_chats(value)
            case "approval":
                question_id, approval = value
                self._asking[f"{host}:{question_id}"] = self._tasks.spawn(self._approve(host, question_id, approval))
            case "question":
                question_id, (front, _, question) = value
                if front == self.link.front:
                    self._asking[f"{host}:{question_id}"] = self._tasks.spawn(self._reply(host, question_id, question))
            case "approval_over" | "question_over":
                if (task := self._asking.pop(f"{host}:{value}", None)) is not None:
                    task.cancel()

    def _note_chats(self, states: Mapping[str, tuple[str, str]]) -> None:
        """The chats of the whole cluster, which other fronts began too."""
        for name, (state, _) in states.items():
            chat = self._chats.get(name) or self._made(name)
            self._chats[name] = chat
            chat.note(asleep=state == "asleep")
        for name in self._noted - states.keys():
            if name not in self._callers and (chat := self._chats.pop(name, None)) is not None:
                self._forget(chat)
        self._noted = set(states)

    def _publish_event(self, host: str, event: Any) -> None:
        # Every host counts its calls from 1.
        if isinstance(event, CallBegan):
            began = replace(event, call_id=self._hub.next_call_id())
            self._numbers[host, event.call_id] = began
            self._hub.began(began)
        elif isinstance(event, CallEnded):
            if (begun := self._numbers.pop((host, event.call_id), None)) is not None:
                self._hub.ended(replace(event, call_id=begun.call_id))
        else:
            self._hub.publish(event)

    async def _approve(self, host: str, question_id: str, approval: "Approval") -> None:
        ways = [way for caller in self._callers.get(approval.chat, ()) for way in caller.ways]
        # Every host counts its cards from 1.
        card = replace(approval, id=f"{host}-{approval.id}")
        try:
            answer = await self._approvals.ask(card, ways)
        except PolicyError:
            answer = None
        with suppress(RefbrowserError):
            await self.link.ask_host(host, "answered", {"id": question_id, "answer": answer})

    async def _reply(self, host: str, question_id: str, question: Any) -> None:
        asks = [caller.ask for callers in self._callers.values() for caller in callers if caller.ask is not None]
        reply = await asks[0](question) if asks else None
        with suppress(RefbrowserError):
            await self.link.ask_host(host, "answered", {"id": question_id, "answer": reply})

    # The plan

    def _plan(self) -> "tuple[Plan, int]":
        from refbrowser.cluster.actors import Plan
        from refbrowser.cluster.measured import cores
        from refbrowser.cluster.records import Bounds
        from refbrowser.cluster.timing import Timing
        from refbrowser.service.chats.given import Given

        settings, local = self._settings, self._address == LOCAL
        folder = private_folder(settings.home / _FOLDER)
        self._key = _key(folder)
        # A local cluster is its front's own: its hosts end with it.
        name = f"local-{secrets.token_hex(4)}" if local else settings.cluster_name
        least = settings.cluster_hosts or (cores() if local else 1)
        most = max(least, settings.cluster_most_hosts or 0)
        bounds = Bounds(least, most, settings.cluster_host_chats, settings.cluster_tenant_chats)
        plan = Plan(
            name,
            "refbrowser.service.hosted.program:program",
            Given(replace(settings, cluster=None), self._key),
            settings.cluster_store or str(folder / "store"),
            Timing(settings.cluster_lease_ms / 1000),
            bounds,
            settings.checkpoint_ms / 1000,
            settings.idle_ms / 1000 if settings.idle_ms is not None else None,
            _environment(),
            # On one machine there is nothing for Ray to place.
            cpus=0.0 if local else 1.0,
            listen_at="127.0.0.1" if local else None,
        )
        return plan, most


def _patience_ms(request: object) -> float:
    """How long a call waits for a host: one may have to start, or the lease of another to end."""
    given = request.get("timeout_ms") if isinstance(request, dict) else None
    return float(given) if isinstance(given, int) and given > 0 else START_MS


def _key(folder: Path) -> bytes:
    """The key of the checkpoints: that of profiles where a variable gives it, else one that is kept in the home folder."""
    if (given := os.environ.get("REFBROWSER_PROFILE_KEY")) is not None:
        return given.encode()
    path = folder / "key"
    with suppress(FileNotFoundError):
        return path.read_bytes()
    with suppress(RefbrowserError):
        write_private(path, secrets.token_bytes(_SECRET_BYTES), replace=False)
    return path.read_bytes()


def _environment() -> Mapping[str, str]:
    return {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
