"""A chat whose browser is on a host of a cluster. Calls, answers and files are the same as those of any chat."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from refbrowser.errors import Remedy, StateError
from refbrowser.service.chats.chat import Chat

if TYPE_CHECKING:
    from refbrowser.browser.tab.handoff import Ask
    from refbrowser.service.calls.control import Command, ControlState
    from refbrowser.service.chats.chat_browser import ChatBrowser
    from refbrowser.service.chats.checkpoint import Checkpoint
    from refbrowser.service.chats.front import Front
    from refbrowser.service.oversight.caller import Caller


class ClusterChat(Chat):
    """``Chat``, for which a front (:class:`refbrowser.service.chats.front.Front`) finds the host."""

    def __init__(self, browser: "ChatBrowser[Chat]", front: "Front", chat_id: str) -> None:
        self._front = front
        self._called = self._asleep_there = False
        self.tabs = 0
        """How many tabs are open, as its host announced it last."""
        super().__init__(browser, chat_id)
        self._own_network = self.network.choice
        self._answers_dialogs: str | None = None

    @property
    def begun(self) -> bool:
        return self._called

    @property
    def tab_count(self) -> int:
        return self.tabs

    def comes_back(self) -> bool:
        return self._called

    def note(self, *, asleep: bool) -> None:
        """The cluster has the chat, and whether it is asleep."""
        self._called, self._asleep_there = True, asleep

    def answer_dialogs(self, policy: Any) -> None:
        super().answer_dialogs(policy)
        self._answers_dialogs = policy

    def chosen(self) -> dict[str, Any]:
        """What the program chose for this chat, which its host has to know."""
        chosen: dict[str, Any] = {
            "profile": (self._profile.name, self._profile.kind) if self._profile is not None else None,
            "network": self.network.choice if self.network.choice != self._own_network else None,
            "task": self.task or None,
            "dialog_policy": self._answers_dialogs,
            "upload_roots": self._upload_roots or None,
        }
        return {name: value for name, value in chosen.items() if value is not None}

    async def call(self, request: object, ask: "Ask | None" = None, *, caller: "Caller | None" = None) -> dict[str, Any]:
        from refbrowser.service.calls.dispatcher import answer
        from refbrowser.service.oversight.caller import Caller

        asking = caller or Caller(ask=ask)
        self._called, self._asleep_there = True, False
        sent = await answer(self._browser.carried(self._front.call(self, request, asking)))
        return sent["result"] if sent["ok"] else sent

    async def vision_load(self, paths: object) -> dict[str, Any]:
        from refbrowser.service.calls.dispatcher import answer

        loading = self._front.ask(self, "vision_load", paths=_plain(paths))
        sent = await answer(self._browser.carried(loading))
        return sent["result"] if sent["ok"] else sent

    @property
    def asleep(self) -> bool:
        return self._asleep_there

    async def checkpoint(self, *, databases: bool = True) -> "Checkpoint":
        async def asked() -> "Checkpoint":
            return await self._front.checkpoint(self, databases)

        return await self._browser.carried(asked())

    async def sleep(self, *, durable: bool = False) -> "Checkpoint":
        """As :meth:`Chat.sleep`; what there is to come back to lies in the cluster's store, whether ``durable`` or not."""

        async def asked() -> "Checkpoint":
            checkpoint = await self._front.checkpoint(self, databases=True)
            if not await self._front.link.directory("sleep", self.id):
                raise StateError(
                    f"The chat {self.id!r} is not put to sleep now: a call is under way, or a person acts in it.",
                    code="chat_busy",
                    remedy=Remedy(hint="repeat this when that has ended"),
                    details={"chat": self.id},
                )
            self._asleep_there = True
            return checkpoint

        return await self._browser.carried(asked())

    async def controlled(self, command: "Command", note: str | None = None) -> "ControlState":
        async def execute() -> "ControlState":
            self.control.execute(command, note)
            self._front.command(self.id, command, note)
            return self.control.state

        return await self._browser.carried(execute())

    async def _close(self) -> None:
        if self._called:
            await self._front.close(self)
        await super()._close()


def _plain(paths: object) -> object:
    if isinstance(paths, Path):
        return str(paths)
    return [str(path) if isinstance(path, Path) else path for path in paths] if isinstance(paths, list | tuple) else paths
