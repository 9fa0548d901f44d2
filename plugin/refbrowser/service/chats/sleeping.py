"""Chats that sleep: their tabs are closed, and the next call finds them again, in this browser or in another."""

import time
from abc import abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from refbrowser.errors import CallError, RefbrowserError, Remedy, StateError
from refbrowser.extras import require
from refbrowser.service.chats.chat_browser import asleep_path

if TYPE_CHECKING:
    from refbrowser.browser.browser_process import BrowserProcess
    from refbrowser.browser.session.last_state import LastState
    from refbrowser.browser.session.session import BrowserSession
    from refbrowser.service.calls.journaling import ChatJournal
    from refbrowser.service.chats.asleep_store import AsleepFile
    from refbrowser.service.chats.chat_browser import ChatBrowser
    from refbrowser.service.chats.chat_network import ChatNetwork
    from refbrowser.service.chats.chat_profile import ChatProfile
    from refbrowser.service.chats.checkpoint import Checkpoint, Owned
    from refbrowser.settings import DialogPolicy, ProfileKind

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
    _arrived: "LastState | None" = None
    """What the chat has had open in another browser, until its first call here."""
    _continues: "tuple[str | None, int]" = (None, 0)
    """The journal of the chat in another browser, and how many calls that has."""
    _filed = False
    """Whether it sleeps in a file, which another process may claim first."""

    @property
    @abstractmethod
    def _running(self) -> "BrowserProcess | None":
        """The browser that the chat is in, if it is running."""

    @abstractmethod
    def use_profile(self, name: str, kind: "ProfileKind | None" = None) -> None:
        """Have a profile keep what the chat has."""

    @abstractmethod
    def existing(self) -> "BrowserSession | None":
        """Its session; None while it has no browser."""

    def comes_back(self) -> bool:
        """Whether the next call restores tabs that were open when the browser ended or the chat fell asleep."""
        if self._browser.closed:
            return False
        if (last := self._last_state()) is None and self._session is None:
            return self._has_file or (self._profile is not None and self._profile.has_tabs)
        return last is not None and bool(last.tabs)

    @property
    def asleep(self) -> bool:
        """Whether it has no browser now, and tabs to come back to."""
        if self.existing() is not None:
            return False
        return bool(last.tabs) if (last := self._last_state()) is not None else self._session is None and self._has_file

    @property
    def _has_file(self) -> bool:
        return asleep_path(self._browser.settings.home, self.id).exists()

    @property
    def _file(self) -> "AsleepFile":
        require("profiles", "A chat that sleeps in a file")
        from refbrowser.service.chats.asleep_store import AsleepFile

        return AsleepFile(self._browser.settings.home, self.id)

    async def checkpoint(self, *, databases: bool = True) -> "Checkpoint":
        """Return what the chat is and has open now, also while calls are at work: none waits for this. Without ``databases``
        IndexedDB is left out, whose reading opens a page of each origin."""
        return await self._browser.carried(self._checkpoint(databases))

    async def outline(self) -> "Checkpoint":
        """Return the addresses and cookies that the chat has now, and else what was last read: no page is asked."""
        return await self._browser.carried(self._outline())

    async def sleep(self, *, durable: bool = False) -> "Checkpoint":
        """Close the chat's tabs until its next call, which finds them again; return what there is to come back to. ``durable``:
        in a sealed file, so that the chat sleeps on when this program ends, and another with the same home can wake it.

        Raises ``chat_busy`` while a call is at work, a person acts in a tab, a file is downloaded or a video recorded, and
        ``unsupported`` where the setting ``restore_tabs`` is off. Where the file cannot be written (``file_unwritable``,
        ``profile_locked``, ``checkpoint_too_large``) the chat sleeps in this program's memory.
        """
        return await self._browser.carried(self._sleep(durable))

    def arrive(self, checkpoint: "Checkpoint") -> None:
        """Go on as what ``checkpoint`` has: the next call finds the tabs. Raises ``invalid_arguments`` for a chat that has begun,
        and for a profile or network that the settings exclude."""
        if self._session is not None:
            raise CallError(
                f"The chat {self.id!r} has begun in this browser; close it before it is woken from a checkpoint.",
                details={"chat": self.id},
            )
        owned = checkpoint.owned
        if owned.profile is not None and self._profile is None:
            self.use_profile(owned.profile, owned.profile_kind)
        self.network.choose(owned.network, begun=False)
        self.task, self._dialog_policy, self._arrived = owned.task, owned.dialog_policy, checkpoint.last_state
        self._continues = owned.journal, owned.calls
        if (judge := self._browser.oversight) is not None:
            transfers = [(transfer.rule, transfer.source, transfer.to) for transfer in owned.transfers]
            judge.grants.restore(self.id, [(grant.rule, grant.sites) for grant in owned.grants], transfers)
            judge.note_shown(self.id, self.task, {each.site: each.kinds for each in owned.shown})

    def _last_state(self) -> "LastState | None":
        """What the chat has to come back to while it has no session."""
        return self._session.last_state if self._session is not None else self._arrived

    def _owned(self) -> "Owned":
        from refbrowser.service.chats.checkpoint import Grant, Owned, ShownSite, Transfer

        profile, journal, judge = self._profile, self._journal, self._browser.oversight
        return Owned(
            self.task,
            self._dialog_policy,
            self.network.choice,
            profile.name if profile is not None else None,
            profile.kind if profile is not None else "state",
            journal.id if journal is not None else self._continues[0],
            journal.calls if journal is not None else self._continues[1],
            *(
                (
                    tuple(Grant(rule, tuple(sorted(sites))) for rule, sites in judge.grants.given(self.id)),
                    tuple(Transfer(*transfer) for transfer in judge.grants.transfers(self.id)),
                    tuple(ShownSite(site, tuple(sorted(kinds))) for site, kinds in judge.shown(self.id).items()),
                )
                if judge is not None
                else ()
            ),
        )

    async def _checkpoint(self, databases: bool) -> "Checkpoint":
        self._check_whole()
        session = self.existing()
        if session is None:
            return self._asleep()
        return self._with(await session.restorer.read(REASON, databases=databases))

    async def _outline(self) -> "Checkpoint":
        self._check_whole()
        session = self.existing()
        return self._with(await session.restorer.outline(REASON)) if session is not None else self._asleep()

    def _check_whole(self) -> None:
        if self._profile is not None and self._profile.kind == "full":
            raise StateError(
                f"The chat {self.id!r} has a profile of the kind full, whose Chromium folder stays where it is.", code="unsupported"
            )

    def _asleep(self) -> "Checkpoint":
        from refbrowser.browser.session.last_state import LastState

        return self._with(
            self._last_state() or LastState((), None, {"cookies": [], "origins": []}, REASON, databases=True, read=True)
        )

    def _with(self, last: "LastState") -> "Checkpoint":
        from refbrowser.service.chats.checkpoint import Checkpoint

        return Checkpoint(self.id, int(time.time() * 1000), self._owned(), last)

    async def _sleep(self, durable: bool) -> "Checkpoint":
        if durable:
            self._check_whole()
        session = self.existing()
        if session is not None:
            await self._rest(session)
        checkpoint = self._asleep()
        if durable and not self._filed and checkpoint.last_state.tabs:
            try:
                await self._file.write(checkpoint)
            except RefbrowserError as failure:
                failure.add(f"The chat {self.id!r} sleeps all the same, in this program's memory: until that ends.")
                raise
            self._filed = True
            if self.existing() is not None:
                # A call has come in the time.
                self._discard_file()
        return checkpoint

    async def _rest(self, session: "BrowserSession") -> None:
        if not session.settings.restore_tabs:
            raise StateError(
                f"The chat {self.id!r} cannot sleep: the setting restore_tabs is off, and its tabs would not come back.",
                code="unsupported",
            )
        if not await session.restorer.rest(REASON) and not session.ended:
            raise self._busy(session)
        if (process := self._running) is not None:
            await process.end_session(session)

    def _discard_file(self, *, begun: bool = True) -> None:
        """The chat does not sleep there any more, where it did; a chat that has not ``begun`` may. Raise ``chat_elsewhere`` where
        another process is waking it."""
        if self._filed or (not begun and self._has_file):
            with self._file.claimed():
                self._file.delete()
            self._filed = False

    @asynccontextmanager
    async def _waking(self) -> AsyncIterator[None]:
        """Around the start of a session: this process alone has the file of a chat that sleeps in one, and deletes it once the chat
        is awake. Raise ``chat_elsewhere`` where another process was first, and as :meth:`AsleepFile.read`."""
        if not (self._filed or (self._session is None and self._arrived is None and self._has_file)):
            yield
            return
        file = self._file
        from refbrowser.service.chats.asleep_store import elsewhere

        with file.claimed():
            if not self._filed and (checkpoint := await file.read(self.id)) is not None:
                self.arrive(checkpoint)
                self._filed = True
            if not (self._filed and file.exists):
                raise elsewhere(self.id, "was asleep, and has been woken by another process")
            yield
            file.delete()
            self._filed = False

    def _busy(self, session: "BrowserSession") -> StateError:
        why = session.occupied_by or "a call"
        return StateError(
            f"The chat {self.id!r} is not put to sleep now: {why} is under way.",
            code="chat_busy",
            remedy=Remedy(hint="repeat this when that has ended"),
            details={"chat": self.id, "reason": why},
        )
