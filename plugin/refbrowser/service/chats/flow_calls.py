"""Calls of ``flow``: a flow's steps are calls of the chat, made by the caller of the flow, with all that guards these."""

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from refbrowser.actions.flows import FlowArguments
from refbrowser.browser.session.session import BrowserSession
from refbrowser.flows.running import Run
from refbrowser.flows.store import folder_of
from refbrowser.flows.values import inputs_of
from refbrowser.service.calls.journaling import flow_step
from refbrowser.service.oversight.caller import Caller
from refbrowser.service.vault.vault import Vault
from refbrowser.settings import Settings


class CallingChat(Protocol):
    """The chat in which flows run."""

    @property
    def settings(self) -> Settings: ...

    @property
    def secrets(self) -> Vault | None: ...

    async def call(self, request: object, *, caller: Caller | None = None) -> dict[str, Any]: ...

    def existing(self) -> BrowserSession | None: ...


class Steps:
    """A chat as a flow's performer: each step is a call of ``caller``."""

    def __init__(self, chat: CallingChat, caller: Caller, flow: str) -> None:
        self._chat, self._caller, self._flow = chat, caller, flow

    async def call(self, request: dict[str, Any], step: str) -> dict[str, Any]:
        with flow_step(self._flow, step):
            return await self._chat.call(request, caller=self._caller)

    def existing(self) -> BrowserSession | None:
        return self._chat.existing()

    def secret_names(self) -> Sequence[str]:
        vault = self._chat.secrets
        return [str(secret["name"]) for secret in vault.names()] if vault is not None else []


class FlowCalls:
    """The operations of ``flow`` in one chat, for one caller."""

    def __init__(self, chat: CallingChat, caller: Caller) -> None:
        self._chat, self._caller = chat, caller
        self._folder = folder_of(chat.settings)

    async def perform(self, arguments: FlowArguments) -> dict[str, Any]:
        """Carry out one call."""
        match arguments.operation:
            case "list":
                return {"flows": await asyncio.to_thread(lambda: list(self._folder.listed())), "folder": str(self._folder.folder)}
            case "show":
                return await asyncio.to_thread(self._shown, arguments.name or "")
            case _:
                return await self._run(arguments)

    def _shown(self, name: str) -> dict[str, Any]:
        kept = self._folder.read(name)
        earlier = [path.name for path in self._folder.earlier(name)]
        return {"name": name, "path": str(kept.path), "revision": kept.flow.revision, "earlier": earlier, "text": kept.text}

    async def _run(self, arguments: FlowArguments) -> dict[str, Any]:
        kept = await asyncio.to_thread(self._folder.read, arguments.name or "")
        inputs = inputs_of(kept.flow, arguments.inputs or {})
        return await Run(kept.flow, inputs, Steps(self._chat, self._caller, kept.flow.name)).run()
