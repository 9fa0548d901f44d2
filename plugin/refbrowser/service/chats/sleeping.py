"""Chats that sleep: their tabs are closed, and the next call finds them again, in this browser or in another."""

import time
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Final

from refbrowser.errors import CallError, Remedy, StateError

if TYPE_CHECKING:
    from refbrowser.browser.browser_process import BrowserProcess
    from refbrowser.browser.session.left import Left
    from refbrowser.browser.session.session import BrowserSession
    from refbrowser.service.calls.journaling import ChatJournal
    from refbrowser.service.chats.chat_browser import ChatBrowser
    from refbrowser.service.chats.chat_network import ChatNetwork
    from refbrowser.service.chats.chat_profile import ChatProfile
    from refbrowser.service.chats.checkpoint import Checkpoint, Owned
    from refbrowser.settings import DialogPolicy

REASON: Final = "the chat was asleep"


class SleepingChat:
    """What a chat does to sleep, and to go on in another browser. Its methods raise ``browser_closed``."""

    id: str
    task: tuple[str, ...]
    network: "ChatNetwork"
    _browser: "ChatBrowser[Any]"
    _dialog_policy: "DialogPolicy"
    _journal: "ChatJournal | None"
    _profile: "ChatProfile | None"
    _session: "BrowserSession | None"
    _arrived: "Left | None" = None
    """What the chat has had open in another browser, until its first call here."""

    @property
    @abstractmethod
    def _running(self) -> "BrowserProcess | None":
        """The browser that the chat is in, if it is running."""

    @abstractmethod
    def existing(self) -> "BrowserSession | None":
        """Its session; None while it has no browser."""

    def comes_back(self) -> bool:
        """Whether the next call restores tabs that were open when the browser ended or the chat fell asleep."""
        if self._browser.closed:
            return False
        if (left := self._left()) is None and self._session is None:
            return self._profile is not None and self._profile.has_tabs
        return left is not None and bool(left.tabs)

    @property
    def asleep(self) -> bool:
        """Whether it has no browser now, and tabs to come back to."""
        return self.existing() is None and (left := self._left()) is not None and bool(left.tabs)

    async def checkpoint(self, *, databases: bool = True) -> "Checkpoint":
        """Return what the chat is and has open now, also while calls are at work: none waits for this. Without ``databases``
        IndexedDB is left out, whose reading opens a page of each origin."""
        return await self._browser.carried(self._checkpoint(databases))

    async def sleep(self) -> "Checkpoint":
        """Close the chat's tabs until its next call, which finds them again; return what there is to come back to.

        Raises ``chat_busy`` while a call is at work, a person acts in a tab, a file is downloaded or a video recorded, and
        ``unsupported`` where the setting ``restore_tabs`` is off.
        """
        return await self._browser.carried(self._sleep())

    def arrive(self, checkpoint: "Checkpoint") -> None:
        """Go on as what ``checkpoint`` has: the next call finds the tabs. Raises ``invalid_arguments`` for a chat that has begun,
        and for a profile or network that the settings exclude."""
        if self._session is not None:
            raise CallError(
                f"The chat {self.id!r} has begun in this browser; close it before it is woken from a checkpoint.",
                details={"chat": self.id},
            )
        owned = checkpoint.owned
        self.network.choose(owned.network, begun=False)
        self.task, self._dialog_policy, self._arrived = owned.task, owned.dialog_policy, checkpoint.left

    def _left(self) -> "Left | None":
        """What the chat has to come back to while it has no session."""
        return self._session.left if self._session is not None else self._arrived

    def _owned(self) -> "Owned":
        from refbrowser.service.chats.checkpoint import Owned

        return Owned(
            self.task,
            self._dialog_policy,
            self.network.choice,
            *((self._profile.name, self._profile.kind) if self._profile is not None else (None, "state")),
            *((self._journal.id, self._journal.calls) if self._journal is not None else (None, 0)),
        )

    async def _checkpoint(self, databases: bool) -> "Checkpoint":
        session = self.existing()
        if session is None:
            return self._asleep()
        await session.restorer.read(databases=databases)
        return self._with(session.restorer.left(REASON))

    def _asleep(self) -> "Checkpoint":
        from refbrowser.browser.session.left import Left

        return self._with(self._left() or Left((), None, {"cookies": [], "origins": []}, REASON, databases=True, read=True))

    def _with(self, left: "Left") -> "Checkpoint":
        from refbrowser.service.chats.checkpoint import Checkpoint

        return Checkpoint(self.id, int(time.time() * 1000), self._owned(), left)

    async def _sleep(self) -> "Checkpoint":
        session = self.existing()
        if session is None:
            return self._asleep()
        if not session.settings.restore_tabs:
            raise StateError(
                f"The chat {self.id!r} cannot sleep: the setting restore_tabs is off, and its tabs would not come back.",
                code="unsupported",
            )
        if not await session.restorer.rest(REASON):
            raise self._busy(session)
        if (process := self._running) is not None:
            await process.end_session(session)
        return self._asleep()

    def _busy(self, session: "BrowserSession") -> StateError:
        why = session.occupied_by or "a call"
        return StateError(
            f"The chat {self.id!r} is not put to sleep now: {why} is under way.",
            code="chat_busy",
            remedy=Remedy(hint="repeat this when that has ended"),
            details={"chat": self.id, "reason": why},
        )
