"""One tab: a page, its number, its FIFO lock, its dialogs, its activity, and what the chat last saw of it."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

from playwright.async_api import Error, Frame, Page

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import Counts, History, TabCdpSession
from refbrowser.browser.engine.debugger_facts import ListenerDiscovery
from refbrowser.browser.engine.frame_table import FrameTable
from refbrowser.browser.engine.page_view import PageView
from refbrowser.browser.engine.ref_table import Document
from refbrowser.browser.monitor.console_log import ConsoleLog
from refbrowser.browser.monitor.dialogs import Dialogs
from refbrowser.browser.monitor.page_activity import Activity
from refbrowser.browser.network.network_log import NetworkLog
from refbrowser.browser.tab.handoff import Handoff
from refbrowser.browser.tab.tab_lock import TabLock
from refbrowser.content.capture import Capture, Snapshots, Wanted
from refbrowser.errors import BrowserFailure, Remedy, StateError
from refbrowser.results import TabState
from refbrowser.settings import WhilePersonActs

LIST_PATIENCE_MS: Final = 150
"""How long a list of tabs waits for each page."""

STATE_PATIENCE_MS: Final = 500
"""How long a state waits for the page itself before it answers from what the browser process knows."""

TITLE_MS: Final = 250
"""How long the title of a tab that has just opened is waited for."""

CLEANING_S: Final = 0.4
"""How long an operation that is cancelled may take to clean up before the call answers without it."""

FLOODED_S: Final = 10.0
"""How long after the last pause a page counts as flooding."""

FLOOD_S: Final = 1.0
"""Pauses of less than so long in all are nothing to report: a page that loads can be hard at work for a moment."""

GRACE_MS: Final = 250
"""An operation that watches the deadline itself gets this much longer to say what it was that did not come."""


class Observation(Protocol):
    """What watches the tab around the action that has its turn."""

    @property
    def aimed(self) -> bool:
        """Whether the action has looked at its target."""
        ...

    async def before_input(self, document: Document, answer: Mapping[str, Any]) -> None:
        """The document that is about to be acted on says how often it has changed."""
        ...

    async def scrolled_into_view(self) -> None:
        """The target was scrolled into view for the action."""
        ...


@dataclass(slots=True)
class Reading:
    """A whole page as it was read, and what had been counted when that ended.

    ``listed`` is what had been counted at a moment since which nobody new listens whom the reading does not know of, None where
    that is not known.
    """

    capture: Capture
    ended: Counts
    listed: Counts | None

    def holds(self, now: Counts | None) -> bool:
        """Whether nothing was rendered since the reading, as far as the engine has found all else as it was."""
        return now is not None and self.ended.rendering == now.rendering

    def hears_all(self, now: Counts | None) -> bool:
        """Whether there is no new listener since all were listed, provided that no garbage was collected."""
        return now is not None and self.listed is not None and self.listed.hearing == now.hearing

    def is_before(self, seen: Capture | None) -> bool:
        """Whether the page was seen to change since: then it is read anew without being asked."""
        return seen is not None and seen.epoch == self.capture.epoch and seen.versions != self.capture.versions

    @property
    def known(self) -> dict[str, Any]:
        """What the engine knows the reading by."""
        token = self.capture.epoch
        return {"doc": token, "version": self.capture.versions[token].changes}


@dataclass(slots=True)
class Emulated:
    """What a tab pretends; ``size`` is its viewport before a device."""

    size: tuple[int, int] | None = None
    device_agent: str | None = None
    user_agent: str | None = None
    locale: str | None = None
    timezone: str | None = None
    network: str = "none"
    cpu: float = 1


class Operation:
    """What a call does to the page, in a task of its own: a dialog may hold it longer than the call that began it is waited for.

    ``deadline`` starts again when the dialog is answered; ``news`` is resolved when the operation ends.
    """

    def __init__(self, begin: Callable[[], Awaitable[Any]], deadline: Deadline) -> None:
        self.deadline = deadline
        self.news: asyncio.Future[Any] | None = None
        self.task = asyncio.ensure_future(self._run(begin))

    async def _run(self, begin: Callable[[], Awaitable[Any]]) -> Any:
        try:
            return await begin()
        finally:
            # Told from within, the end is heard of one step of the loop sooner than from the task.
            if self.news is not None and not self.news.done():
                self.news.set_result(None)


class Tab:
    """Owned by its session. ``page`` is None while a popup's first response is still awaited."""

    def __init__(
        self,
        browser_id: int,
        context_id: str,
        dialogs: Dialogs,
        *,
        opener: int | None,
        url: str = "about:blank",
        while_held: WhilePersonActs = "wait",
        announce: Callable[[], None] = lambda: None,
    ) -> None:
        self.browser_id = browser_id
        self.context_id = context_id
        self.dialogs = dialogs
        self.opener = opener
        self.frames = FrameTable(browser_id)
        self.snapshots = Snapshots()
        self.console = ConsoleLog()
        self.network = NetworkLog()
        self.last_seen: Capture | None = None
        self.last_shown: Capture | None = None
        self.observation: Observation | None = None
        self.turned_away = False
        self.aimed: set[Frame] = set()
        self.keys_down: list[str] = []
        self.unobserved = False
        self.unread: set[str] = set()
        self.reading: Reading | None = None
        self.shown: tuple[Wanted, str] | None = None
        self.focused: int | None = None
        self.read_back: set[int] = set()
        self.suspended: Operation | None = None
        self.acting_on: str | None = None
        self.device_scale: float | None = None
        self.emulated = Emulated()
        self.crashed = False
        self.closed = False
        self.paused_s = 0.0
        self._paused_at = 0.0
        self.listeners: ListenerDiscovery
        self._page: Page | None = None
        self._activity: Activity | None = None
        self._cdp: TabCdpSession | None = None
        self._ready = asyncio.Event()
        self.lock = TabLock(browser_id, while_held, announce)
        self.announce = announce
        self.handoff: Handoff | None = None
        self._first_url = url
        self._history: History | None = None

    def attach(self, page: Page, cdp: TabCdpSession) -> None:
        """The page has arrived, or a new one in place of one that crashed."""
        self._page, self._cdp = page, cdp
        self.crashed, self._history = False, None
        self.emulated = Emulated()
        self.mark_seen(None)
        self.reading = self.shown = None
        self.frames.attach(page.main_frame, cdp)
        self.listeners = ListenerDiscovery(cdp)
        self._activity = Activity(page, self._navigated)
        self.console.listen(page)
        self.network.listen(page)
        page.on("dialog", self.dialogs.opened)
        page.on("crash", self._on_crash)
        page.on("load", lambda _: self.announce())
        self._ready.set()
        self.announce()

    @property
    def attached(self) -> bool:
        """Whether the page has arrived."""
        return self._page is not None

    async def arrived(self) -> None:
        """Returns when the page has arrived, or the tab is closed."""
        await self._ready.wait()

    @property
    def page(self) -> Page:
        assert self._page is not None
        return self._page

    @property
    def activity(self) -> Activity:
        assert self._activity is not None
        return self._activity

    @property
    def cdp(self) -> TabCdpSession:
        assert self._cdp is not None
        return self._cdp

    @property
    def url(self) -> str:
        return self._page.url if self._page is not None else self._first_url

    @asynccontextmanager
    async def turn(self, deadline: Deadline, *, even_crashed: bool = False) -> AsyncIterator[None]:
        """The tab, for one call at a time and in the order of asking; refuses at once while a dialog holds the page, or when the
        page crashed, unless the call is one that brings it back."""
        self.usable(even_crashed=even_crashed)
        await self.lock.acquire(deadline)
        try:
            self.usable(even_crashed=even_crashed)
            if not self._ready.is_set():
                async with deadline.waiting_for(f"the first response of the new tab {self.browser_id} ({self._first_url})"):
                    await self._ready.wait()
                self.usable(even_crashed=even_crashed)
            self.acting_on = None
            yield
        finally:
            self.lock.release()

    def mark_seen(self, captured: Capture | None, *, changes_shown: bool | None = None) -> None:
        """Receipts compare with ``captured`` from now on. ``changes_shown``: the chat was shown all that changed since the last, or
        not all; None if it was shown all of the page.

        ``unobserved``: an action was dispatched since, and its effects were not observed. ``read_back`` are refs whose values
        receipts have reported since, ``focused`` the one that last had the focus.
        """
        if changes_shown is None or (changes_shown and self.last_shown is self.last_seen):
            self.last_shown = captured
        self.last_seen = captured
        self.unobserved = False
        self.focused = captured.focused if captured else None
        self.read_back.clear()

    def usable(self, *, even_crashed: bool = False) -> None:
        """Raises the error that says why no call can act on this tab now, if that is so."""
        if self.closed:
            raise tab_closed(self.browser_id)
        if self.crashed and not even_crashed:
            raise BrowserFailure(
                f"The page of tab {self.browser_id} crashed.",
                code="tab_crashed",
                remedy=Remedy("reload", {"browser_id": self.browser_id}, hint="or close the tab"),
            )
        self.dialogs.gate(self.browser_id)

    async def perform(self, begin: Callable[[], Awaitable[Any]], deadline: Deadline) -> Any:
        """The result of what ``begin`` begins, or the ``DialogView`` that now holds it (it goes on as ``suspended``).

        The operation is cancelled, and its cleaning up awaited, when the deadline passes or the caller is cancelled.
        """
        return await self._await(Operation(begin, deadline))

    async def resume(self, deadline: Deadline) -> Any:
        """After the dialog was answered: what the suspended operation comes to, or the next dialog that it opens."""
        suspended, self.suspended = self.suspended, None
        if suspended is None:
            return None
        if self.dialogs.pending:
            self.suspended = suspended
            return self.dialogs.pending[-1]
        suspended.deadline.restart(deadline.remaining_ms)
        return await self._await(suspended)

    async def _await(self, operation: Operation) -> Any:
        task, deadline = operation.task, operation.deadline
        operation.news = opened = self.dialogs.next_opened()
        try:
            # What the operation itself fails with may be a TimeoutError too, so its result is taken outside.
            while not task.done() and not opened.done():
                await asyncio.wait({opened}, timeout=(deadline.remaining_ms + GRACE_MS) / 1000)
                if deadline.passed:
                    break
            if task.done():
                return task.result()
            if opened.done():
                self.suspended = operation
                return opened.result()
            await _cancelled(task)
            if task.done() and not task.cancelled() and (error := task.exception()):
                raise error from None
            raise deadline.exceeded(deadline.stage)
        except asyncio.CancelledError:
            await _cancelled(task)
            raise
        finally:
            self.dialogs.stop_waiting(opened)

    async def state(self, *, active: bool, view: PageView | None = None, patience_ms: float | None = None) -> TabState:
        """The tab as it is now; ``view`` is what the page has just reported of itself. Answers within ``patience_ms`` (500), also
        when the page hangs, is held by a dialog or crashed; what only the page knows is None then."""
        if self._cdp is not None and not self.closed:
            questions = []
            if self._history is None:
                questions.append(self._told(self._learn_history(self._cdp), patience_ms))
            answering = not self.dialogs.pending and not self.crashed
            if view is None and answering:
                questions.append(self._told(self._cdp.read(patience_ms or STATE_PATIENCE_MS), patience_ms))
            # One question alone costs no task of its own.
            asked = asyncio.gather(*questions) if len(questions) != 1 else None
            if answering:
                # Behind the questions: what it sends waits in the page until these are answered.
                self.listeners.expect()
            answers = await asked if asked is not None else [await questions[0]]
            view = next((answer for answer in answers if answer is not None), view)
        history = self._history
        activity = self._activity
        navigation = activity.navigation if activity else None
        in_flight = navigation is not None and navigation.in_flight
        return TabState(
            browser_id=self.browser_id,
            context_id=self.context_id,
            url=self.url,
            title=view.title if view else (history.title if history else ""),
            active=active,
            loading=not self._ready.is_set()
            or in_flight
            or (view.ready_state != "complete" if view else bool(navigation and not navigation.loaded)),
            can_go_back=bool(history and history.can_go_back),
            can_go_forward=bool(history and history.can_go_forward),
            http_status=activity.document_status if activity else None,
            viewport={"width": view.viewport_width, "height": view.viewport_height} if view else None,
            scroll={"x": view.scroll_x, "y": view.scroll_y, "width": view.width, "height": view.height} if view else None,
            dialogs=tuple(self.dialogs.pending),
            crashed=self.crashed,
        )

    async def title(self) -> str:
        """The page's title once its document has come, as far as that is so within :data:`TITLE_MS`."""
        patience = Deadline(TITLE_MS)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience.remaining_ms / 1000):
                await self._ready.wait()
        while self.attached and not self.closed and not patience.passed:
            navigation = self.activity.navigation
            if (navigation is not None and navigation.parsed) or (navigation is None and self.url != "about:blank"):
                left_ms = patience.remaining_ms
                view = await self._told(self.cdp.read(left_ms), left_ms)
                return view.title if view else ""
            await self.activity.change(patience.remaining_ms)
        return ""

    async def _learn_history(self, cdp: TabCdpSession) -> None:
        self._history = await cdp.history(STATE_PATIENCE_MS)

    async def _told(self, question: Coroutine[Any, Any, Any], patience_ms: float | None = None) -> Any:
        """The answer; None when it does not come. Timed here: the driver's own timeout would come behind all that it has to say."""
        try:
            async with asyncio.timeout((patience_ms or STATE_PATIENCE_MS) / 1000):
                return await question
        except (Error, TimeoutError):
            return None

    def _navigated(self, frame: Frame, new_document: bool) -> None:
        self._history = None
        if new_document and frame is self.page.main_frame:
            self.paused_s = 0.0
        self.announce()
        if new_document and frame is self.page.main_frame:
            self.mark_seen(None)
            self.unread.clear()
            self.reading = self.shown = None

    def paused_for(self, seconds: float) -> None:
        """Its renderer was paused, because it sent more than the browser could process."""
        self.paused_s += seconds
        self._paused_at = time.monotonic()

    @property
    def flooding(self) -> str | None:
        """What to say of a page that floods, or did until a few seconds ago."""
        if self.paused_s < FLOOD_S or time.monotonic() - self._paused_at > FLOODED_S:
            return None
        return (
            "The page floods the browser with messages, requests or frames. So that other tabs can go on it is slowed down: "
            f"its process has been paused for {self.paused_s:.1f} s in all."
        )

    def _on_crash(self, _: Page) -> None:
        self.crashed = True
        self.frames.forget_all("the page crashed")
        self.dialogs.discard_all()
        self.announce()

    async def shut(self, reason: str) -> None:
        """The page is gone: refs and waiting calls say so."""
        self.closed = True
        self._ready.set()
        self.announce()
        if self.handoff is not None:
            self.handoff.end("tab_closed")
        self.frames.forget_all(reason)
        self.dialogs.discard_all()
        suspended, self.suspended = self.suspended, None
        if suspended is not None:
            await _cancelled(suspended.task)


def tab_closed(browser_id: int) -> StateError:
    return StateError(f"Tab {browser_id} is closed.", code="tab_closed", remedy=Remedy("list"), details={"browser_id": browser_id})


async def _cancelled(task: "asyncio.Task[Any]") -> None:
    """Cancels the task and waits a bounded time for it to clean up; where the browser is slow to answer, that goes on behind."""
    task.cancel()
    await asyncio.wait({task}, timeout=CLEANING_S)
    # Its failure may no longer matter, and is no reason for a warning.
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
