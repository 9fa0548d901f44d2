"""How a chat comes back after its browser ended or it was idle: when its storage is noted, when it rests, what it leaves behind."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from playwright.async_api import BrowserContext

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.network.routes import Routes
from refbrowser.browser.session.checkpoint import AT_REST_MS, PATIENCE_MS, WHOLE_MS, Memory
from refbrowser.browser.session.documents import read_documents
from refbrowser.browser.session.last_state import Counters, DocumentSeen, LastState
from refbrowser.browser.session.routes_seen import seen_routes
from refbrowser.browser.session.stored_data import StoredData
from refbrowser.browser.tab.tab import Tab
from refbrowser.events import Hub
from refbrowser.settings import Settings
from refbrowser.tasks import Tasks

_SAME_MOMENT_S: Final = 1.0
"""Treat pages that closed this shortly before the browser's end as closed by it: a browser that dies closes its pages first."""

_LULL_MS: Final = 100
"""A chat without a call for this long counts as idle for the moment: the model is thinking."""


class RestorableSession(Protocol):
    """What the restorer needs of a chat's session."""

    settings: Settings
    hub: Hub
    ended: bool

    @property
    def last_interacted(self) -> int | None: ...

    @property
    def context(self) -> BrowserContext: ...

    @property
    def tabs(self) -> list[Tab]: ...

    @property
    def counters(self) -> Counters: ...

    @property
    def refs(self) -> RefTable: ...

    @property
    def routes(self) -> Routes: ...

    @property
    def offline(self) -> bool: ...

    @property
    def occupied_by(self) -> str | None:
        """What goes on without a call that waits for it, such as a download; None if nothing does."""
        ...

    @property
    def stored(self) -> StoredData: ...

    @property
    def tasks(self) -> Tasks: ...

    async def end(self, reason: str, *, keep: bool = False, last: LastState | None = None) -> None: ...


class Keeper(Protocol):
    """Keeps what a chat has beyond the life of its program: the chat's profile."""

    async def keep(self, last: LastState) -> str | None:
        """Keep the state of the chat. Return why it was not kept, which is also logged: no call waits for it."""
        ...

    async def check_wipe(self) -> None:
        """Raise ``file_unwritable`` where :meth:`wipe` would refuse to delete."""
        ...

    async def wipe(self) -> None:
        """Delete what was kept. Raise ``file_unwritable``."""
        ...


@dataclass(frozen=True, slots=True)
class _Closed:
    """A tab that was closed by its site or with its browser: when, and which tab was active until then."""

    tab: Tab
    at: float
    active: int | None


class SessionRestorer:
    """Owned by a session; its timers end with :meth:`stop`."""

    def __init__(self, session: RestorableSession, memory: Memory, *, own_folder: bool = False) -> None:
        """``own_folder``: Chromium itself keeps what is stored, apart from cookies of the session."""
        self.memory = memory
        self._own_folder = own_folder
        self.keeper: Keeper | None = None
        self._session = session
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._under_way = 0
        self._uses = 0
        self._just_closed: deque[_Closed] = deque(maxlen=100)
        self._unkept: str | None = None
        self._unreported: str | None = None

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Mark the block as a call at work. After it, the chat's storage is read soon, and its idle time begins."""
        settings = self._session.settings
        self._under_way += 1
        self._uses += 1
        self._after("idle", None, self._rest)
        try:
            yield
        finally:
            self._under_way -= 1
            if (settings.restore_tabs or self.keeper is not None) and not self._session.ended:
                if "checkpoint" not in self._timers:
                    self._after("checkpoint", settings.checkpoint_ms, self._remember_in_lull)
                if settings.restore_tabs:
                    self._after("idle", settings.idle_ms, self._rest)

    def closed(self, tab: Tab) -> None:
        """Record a tab that closed without a call; to be called before the session makes another one active."""
        self._just_closed.append(_Closed(tab, time.monotonic(), self._session.last_interacted))

    def last_state(self, because: str) -> LastState:
        """Return the state from which the next session of the chat goes on."""
        just_closed = [closed for closed in self._just_closed if time.monotonic() - closed.at < _SAME_MOMENT_S]
        active = just_closed[0].active if just_closed else self._session.last_interacted
        tabs = {tab.browser_id: tab for tab in (*(closed.tab for closed in just_closed), *self._session.tabs)}
        seen = tuple(self.memory.seen(tab) for _, tab in sorted(tabs.items()))
        databases = self._own_folder or (self.memory.whole is not None and self.memory.databases)
        return LastState(
            seen,
            active,
            self.memory.state,
            because,
            databases=databases,
            caches=self._own_folder,
            counters=self._session.counters,
            routes=seen_routes(self._session.routes),
            offline=self._session.offline,
        )

    def stop(self) -> None:
        """Cancel the timers: nothing is read, and no tab is closed for being idle, from now on."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def _remember_in_lull(self) -> None:
        """Remember the state once no call has come for a moment: a page that loads or is read would have to answer both at once.

        It is put off once, by as long again at most.
        """
        patience = Deadline(self._session.settings.checkpoint_ms)
        lull = False
        while not lull and not patience.passed:
            at_rest, uses = not self._under_way, self._uses
            await asyncio.sleep(min(_LULL_MS, patience.remaining_ms) / 1000)  # a time without calls is what is waited for
            lull = at_rest and uses == self._uses
        await self.remember()

    async def remember(self, patience_ms: int = PATIENCE_MS) -> None:
        """Read the state of the tabs that answer within ``patience_ms``, and have the profile, if any, keep it."""
        session, context = self._session, self._session.context
        everything = self.keeper is not None and not self._own_folder
        self.memory.databases = True
        whole = session.stored.state(lambda _: True, WHOLE_MS / 1000) if everything else None
        await self.memory.refresh(context, session.tabs, whole, patience_ms)
        await self.keep(self.last_state("it was kept in its profile"))

    async def keep(self, last: LastState) -> None:
        """Have the profile, if any, keep the state."""
        if self.keeper is not None:
            failure = await self.keeper.keep(last)
            # Compared when it has ended: another one may have failed in the time, and have been reported.
            if failure != self._unkept:
                self._unkept = self._unreported = failure

    def report_unkept(self) -> str | None:
        """Return why the state was not kept the last time, if no answer has reported that yet."""
        unreported, self._unreported = self._unreported, None
        return unreported

    async def outline(self, because: str) -> LastState:
        """Return the tabs' addresses and the cookies as they are now, and of all else what was last read: no page is asked."""
        await self.memory.refresh_cookies(self._session.context)
        return self.last_state(because)

    async def read(self, because: str, *, databases: bool) -> LastState:
        """Note all that a chat in another browser needs, as the pages report it now, and return it."""
        session, memory = self._session, self.memory
        # A profile would be saved without them.
        memory.databases = databases or self.keeper is not None
        whole = session.stored.state(lambda _: memory.databases, WHOLE_MS / 1000) if not self._own_folder else None
        masker = session.hub.masker

        async def read_documents_of(tab: Tab) -> None:
            read[tab.browser_id] = await read_documents(
                tab, session.refs, lambda text: bool(masker.values) and masker.text(text) != text
            )

        read: dict[int, tuple[tuple[DocumentSeen, ...], tuple[str, ...]]] = {}
        # One after the other: the documents are read as they are when the storage has been.
        await memory.refresh(session.context, session.tabs, whole, AT_REST_MS)
        await asyncio.gather(*map(read_documents_of, session.tabs))
        memory.documents = read
        try:
            return replace(self.last_state(because), read=True)
        finally:
            memory.documents = {}
            if self.keeper is None:
                memory.forget_databases()

    async def rest(self, because: str) -> bool:
        """Read the state of all tabs and end the session until the next call. Return False, with nothing changed, where a call or
        something else is at work, or began in the meantime."""
        if self._under_way or self._session.occupied_by is not None:
            return False
        uses = self._uses
        last = await self.read(because, databases=True)
        await self.keep(last)
        if uses != self._uses or self._session.occupied_by is not None or self._session.ended:
            return False
        await self._session.end(because, last=last)
        return True

    async def _rest(self) -> None:
        """Close the tabs of an idle chat, unless something still goes on in them."""
        if not await self.rest("the chat was idle") and not self._under_way and not self._session.ended:
            self._after("idle", self._session.settings.idle_ms, self._rest)

    def _after(self, what: str, delay_ms: int | None, do: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run ``do`` after ``delay_ms`` in place of the timer of that name; never for None."""
        if (timer := self._timers.pop(what, None)) is not None:
            timer.cancel()
        if delay_ms is not None:

            def due() -> None:
                self._timers.pop(what, None)
                self._session.tasks.spawn(do())

            self._timers[what] = asyncio.get_running_loop().call_later(delay_ms / 1000, due)
