"""A host's browser: performs the calls of chats that may come from other hosts, and go to others."""

import asyncio
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any, Final

from refbrowser.actions.aliases import action_names
from refbrowser.actions.catalog import BY_NAME
from refbrowser.browser.playwright_internals.outgoing import guard_input
from refbrowser.browser.tab.handoff import Question, Reply
from refbrowser.cluster.calls import Call, File
from refbrowser.cluster.fence import Fence
from refbrowser.cluster.records import Command
from refbrowser.errors import CallError, ServerError, StateError
from refbrowser.events import ChatChanged, Event
from refbrowser.policy.rules import Policy
from refbrowser.profiles.seal import Seal
from refbrowser.service.chats import chat_file_pieces as files
from refbrowser.service.chats.chat import Chat
from refbrowser.service.chats.checkpoint import Checkpoint
from refbrowser.service.chats.given import Given
from refbrowser.service.chats.manager import Browser
from refbrowser.service.hosted.front_asking import FrontAsking
from refbrowser.service.oversight.caller import Caller

_UNSEEN: Final = frozenset({"scripting", "session", "dialogs"})
"""Groups of actions that may have effects which are no input: whether a script ran is not seen from outside."""


def program(given: Given) -> "HostedBrowser":
    """What ``Plan.program`` names."""
    return HostedBrowser(given)


@dataclass(frozen=True, slots=True)
class _TokenPolicy:
    """The policy of a server's token, as it was when its front sent the call."""

    policy: Policy

    def current(self) -> Policy:
        return self.policy


class HostedBrowser:
    """A host's program (:class:`refbrowser.cluster.host.Program`)."""

    def __init__(self, given: Given) -> None:
        self._seal = Seal(given.key)
        self._sealing = asyncio.Lock()
        self._settings = replace(given.settings, cluster=None, idle_ms=None)
        self._fence: Fence | None = None
        self._fronts = FrontAsking()
        self._browser = Browser(self._settings, on_approval=self._fronts.approve)
        self._publish: Callable[[str, Any], int] = lambda _, __: 0

    async def begin(self, fence: Fence, publish: Callable[[str, Any], int]) -> None:
        self._fence, self._publish = fence, publish
        self._fronts.publish = publish
        guard_input(fence)
        await self._browser.__aenter__()
        self._browser.hub.subscribe(self._announce)
        # Warm: the first chat finds a running Chromium.
        await self._browser.process()

    async def end(self) -> None:
        await self._browser.close()

    def facts(self) -> Mapping[str, Any]:
        running = self._browser.running is not None
        return {"node": socket.gethostname(), "pid": os.getpid(), "version": version("refbrowser"), "browser_running": running}

    # Calls

    async def call(self, call: Call) -> tuple[dict[str, Any], Sequence[File]]:
        try:
            chat = self._chosen(call)
        except CallError as refused:
            return refused.as_dict(), ()
        if _has_unseen_effects(call.request):
            assert self._fence is not None
            self._fence.note_effect()
        envelope = await chat.call(call.request, caller=self._caller(call))
        return envelope, await files.named(envelope, chat.folder)

    def reads(self, call: Call) -> bool:
        """Whether the call does nothing but read."""
        return all(BY_NAME[name].effect == "read" if name in BY_NAME else True for name in action_names(call.request))

    def _chosen(self, call: Call) -> Chat:
        """The chat of the call, with what its program chose. Raises ``invalid_arguments``."""
        chosen = call.chosen
        chat = self._browser.chat(call.chat)
        if (profile := chosen.get("profile")) is not None:
            chat.use_profile(*profile)
        if (network := chosen.get("network")) is not None and network != chat.network.choice:
            chat.network.choose(network, begun=chat.begun)
        if (task := chosen.get("task")) is not None:
            chat.task = task
        if (policy := chosen.get("dialog_policy")) is not None:
            chat.answer_dialogs(policy)
        if (roots := chosen.get("upload_roots")) is not None:
            chat.allow_uploads_from(roots)
        return chat

    def _caller(self, call: Call) -> Caller:
        given = call.caller
        policy = given.get("policy")

        async def ask(question: Question) -> Reply | None:
            return await self._fronts.question(call.front, call.id, question)

        return Caller(
            given.get("asker", "python"),
            ask if given.get("asks") else None,
            policy=_TokenPolicy(policy) if policy is not None else None,
            chat=given.get("chat"),
        )

    # Checkpoints

    async def wake(self, chat: str, checkpoint: bytes) -> None:
        woken = await self._sealed(Checkpoint.opened, checkpoint, self._seal)
        last = replace(woken.last_state, because="the chat was moved to another host, or its host ended")
        if (present := self._browser.chat(chat)).begun:
            await present.close()
        self._browser.wake(replace(woken, last_state=last))

    async def capture(self, chat: str, *, quick: bool = False) -> bytes | None:
        present = self._present(chat)
        if present is None or not (present.begun or present.asleep):
            return None
        checkpoint = await (present.outline() if quick else present.checkpoint())
        data: bytes = await self._sealed(checkpoint.sealed, self._seal)
        return data

    async def rest(self, chat: str) -> bool:
        """Close the chat's tabs, of which the next checkpoint has all; False where somebody or something is at work in them."""
        if (present := self._present(chat)) is None or present.existing() is None:
            return True
        try:
            await present.sleep()
        except StateError as failure:
            if failure.code != "chat_busy":
                raise
            return False
        return True

    async def end_chat(self, chat: str) -> None:
        if (present := self._present(chat)) is not None:
            await present.close()

    async def _sealed(self, work: Any, *arguments: Any) -> Any:
        # The seal keeps the key of its last salt.
        async with self._sealing:
            return await asyncio.to_thread(work, *arguments)

    def _present(self, chat: str) -> Chat | None:
        return next((each for each in self._browser.chats if each.id == chat), None)

    # People and fronts

    async def execute(self, command: Command) -> None:
        if command.chat is None:
            self._browser.execute_for_all(command.command, command.note)  # type: ignore[arg-type]
        else:
            self._browser.controls.of(command.chat).execute(command.command, command.note)  # type: ignore[arg-type]

    async def ask(self, question: str, arguments: Mapping[str, Any]) -> Any:
        match question:
            case "vision_load":
                return await self._browser.chat(arguments["chat"]).vision_load(arguments["paths"])
            case "checkpoint":
                checkpoint = await self._browser.chat(arguments["chat"]).checkpoint(databases=arguments["databases"])
                return await self._sealed(checkpoint.sealed, self._seal)
            case "close":
                await self._browser.chat(arguments["chat"]).close()
                return None
            case "read_file":
                folder = self._browser.chat(arguments["chat"]).folder
                return await asyncio.to_thread(files.read_piece, folder, arguments["name"], arguments["start"])
            case "write_file":
                folder = self._browser.chat(arguments["chat"]).folder
                return await asyncio.to_thread(files.write_piece, folder, arguments["name"], arguments["start"], arguments["data"])
            case "answered":
                return self._fronts.answered(arguments["id"], arguments["answer"])
        raise ServerError(f"A host has no answer to {question!r}: it is of another version than the front.", code="not_found")

    def _announce(self, event: Event) -> None:
        self._publish("event", event)
        if isinstance(event, ChatChanged) and (chat := self._present(event.chat_id)) is not None:
            self._publish("tabs", (event.chat_id, chat.tab_count))


def _has_unseen_effects(request: Any) -> bool:
    actions = [BY_NAME[name] for name in action_names(request) if name in BY_NAME]
    return any(action.group in _UNSEEN and action.effect != "read" for action in actions)
