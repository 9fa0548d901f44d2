"""Calls of ``flow``: a flow's steps are calls of the chat, made by the caller of the flow, with all that guards these."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from refbrowser.actions.flows import FlowArguments
from refbrowser.browser.session.session import BrowserSession
from refbrowser.errors import CallError
from refbrowser.flows.model import Flow
from refbrowser.flows.repairing import repaired
from refbrowser.flows.running import Run
from refbrowser.flows.saving import calls_between, saved, trial_name
from refbrowser.flows.store import checked_name, folder_of
from refbrowser.flows.values import inputs_of
from refbrowser.journal.store import Session, journal_folder, read
from refbrowser.service.calls.call_record import flow_step
from refbrowser.service.calls.journaling import ChatJournal
from refbrowser.service.oversight.caller import PROGRAM, Caller
from refbrowser.service.vault.vault import Vault
from refbrowser.settings import Settings


class CallingChat(Protocol):
    """The chat in which flows run."""

    @property
    def settings(self) -> Settings: ...

    @property
    def secrets(self) -> Vault | None: ...

    flow_turn: asyncio.Lock

    @property
    def id(self) -> str: ...

    @property
    def task(self) -> Sequence[str]: ...

    @property
    def folder(self) -> Path: ...

    async def call(self, request: object, *, caller: Caller | None = None) -> dict[str, Any]: ...

    def journal(self) -> ChatJournal | None: ...

    def allow_uploads_from(self, folders: Iterable[Path]) -> None: ...

    async def close(self) -> None: ...

    def existing(self) -> BrowserSession | None: ...


class Steps:
    """A chat as a flow's performer: each step is a call of ``caller``."""

    def __init__(self, chat: CallingChat, caller: Caller, flow: Flow) -> None:
        self._chat, self._caller, self._flow = chat, caller, flow

    async def call(self, request: dict[str, Any], step: str) -> dict[str, Any]:
        with flow_step(self._flow.name, step, len(self._flow.steps)):
            return await self._chat.call(request, caller=self._caller)

    def existing(self) -> BrowserSession | None:
        return self._chat.existing()

    def secret_names(self) -> Sequence[str]:
        vault = self._chat.secrets
        return [str(secret["name"]) for secret in vault.names()] if vault is not None else []


async def run_in(
    chat: CallingChat,
    flow: Flow,
    inputs: Mapping[str, Any],
    *,
    caller: Caller = PROGRAM,
    base: str | None = None,
    before_once: Callable[[str], Awaitable[None]] | None = None,
) -> dict[str, Any]:
    """Run a flow in a chat that is closed afterwards. Raises what :meth:`Run.run` raises."""
    try:
        steps = Steps(chat, caller, flow)
        return await Run(flow, inputs_of(flow, inputs), steps, base=base, before_once=before_once).run()
    finally:
        await chat.close()


class FlowCalls:
    """The operations of ``flow`` in one chat, for one caller."""

    def __init__(self, chat: CallingChat, caller: Caller, fresh: Callable[[str], CallingChat]) -> None:
        self._chat, self._caller, self._fresh = chat, caller, fresh
        self._folder = folder_of(chat.settings)

    async def perform(self, arguments: FlowArguments) -> dict[str, Any]:
        """Carry out one call."""
        match arguments.operation:
            case "list":
                return {"flows": await asyncio.to_thread(lambda: list(self._folder.listed())), "folder": str(self._folder.folder)}
            case "show":
                return await asyncio.to_thread(self._shown, arguments.name or "")
            case "save":
                return await self._save(arguments)
            case "repair":
                return await self._repair(arguments)
            case "run":
                return await self._run(arguments)

    def _shown(self, name: str) -> dict[str, Any]:
        kept = self._folder.read(name)
        earlier = [path.name for path in self._folder.earlier(name)]
        return {"name": name, "path": str(kept.path), "revision": kept.flow.revision, "earlier": earlier, "text": kept.text}

    async def _run(self, arguments: FlowArguments) -> dict[str, Any]:
        kept = await asyncio.to_thread(self._folder.read, arguments.name or "")
        inputs = inputs_of(kept.flow, arguments.inputs or {})
        async with self._chat.flow_turn:
            run = Run(kept.flow, inputs, Steps(self._chat, self._caller, kept.flow), seconds=(arguments.timeout_ms or 0) / 1000)
            return await run.run()

    async def _save(self, arguments: FlowArguments) -> dict[str, Any]:
        name = arguments.name or ""
        checked_name(name)
        session = await self._session()
        calls = calls_between(session.calls, arguments.first, arguments.until)
        revision = await asyncio.to_thread(self._folder.next_revision, name)
        made = await saved(
            name,
            calls,
            self._try if arguments.trial else None,
            inputs=arguments.inputs,
            task=self._chat.task,
            session=session.id,
            revision=revision,
        )
        path, text, revision = await asyncio.to_thread(self._folder.save, name, made.text)
        return {**made.as_dict(), "text": text, "revision": revision, "path": str(path)}

    async def _repair(self, arguments: FlowArguments) -> dict[str, Any]:
        kept = await asyncio.to_thread(self._folder.read, arguments.name or "")
        result = repaired(kept, (await self._session()).calls)
        path = await asyncio.to_thread(self._folder.replace, kept, result.text)
        shown = {"name": kept.flow.name, "revision": result.revision, "changed": result.changed, "diff": result.diff}
        return {**shown, "path": str(path), "earlier": [each.name for each in self._folder.earlier(kept.flow.name)]}

    async def _session(self) -> Session:
        """Return the chat's session as far as it is written."""
        journal = self._chat.journal()
        if journal is None:
            raise CallError("A flow is made from the journal, and the setting journal is off.")
        await journal.ready(None)
        return await asyncio.to_thread(lambda: read(journal_folder(self._chat.settings.home) / journal.id))

    async def _try(self, flow: Flow) -> Mapping[str, Any]:
        """Run a flow on a fresh chat, as this caller. Raises ``flow_stopped``."""
        chat = self._fresh(trial_name(self._chat.id))
        chat.allow_uploads_from([self._chat.folder])
        return await run_in(chat, flow, {}, caller=self._caller)
