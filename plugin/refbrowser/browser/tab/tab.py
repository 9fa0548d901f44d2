"""One tab: a page, its number, its FIFO lock, its dialogs and its activity."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Final, Protocol
from weakref import WeakSet

from playwright.async_api import Error, Frame, Page

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.engine.debugger_facts import ListenerDiscovery
from refbrowser.browser.engine.element_internals import InternalsDiscovery
from refbrowser.browser.engine.frame_owners import FrameOwners
from refbrowser.browser.engine.frame_table import FrameTable
from refbrowser.browser.engine.page_engine import PageEngine
from refbrowser.browser.engine.page_view import History, PageView
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.monitor.console_log import ConsoleLog
from refbrowser.browser.monitor.dialogs import Dialogs
from refbrowser.browser.monitor.page_activity import Activity
from refbrowser.browser.network.boundary import Boundary
from refbrowser.browser.network.network_log import NetworkLog
from refbrowser.browser.network.withheld import Withheld
from refbrowser.browser.tab.arrival import Arrival, FirstRequest
from refbrowser.browser.tab.emulated import Emulated
from refbrowser.browser.tab.flooding import Flooding
from refbrowser.browser.tab.handoff import Handoff
from refbrowser.browser.tab.input_state import InputState
from refbrowser.browser.tab.last_shots import LastShots
from refbrowser.browser.tab.operation import Operations
from refbrowser.browser.tab.resubmission import Resubmissions
from refbrowser.browser.tab.seen_page import SeenPage
from refbrowser.browser.tab.tab_lock import Passage, TabLock
from refbrowser.errors import BrowserFailure, Remedy, StateError
from refbrowser.policy.outcomes import Outcome, explains
from refbrowser.redact import redacted
from refbrowser.results import TabState
from refbrowser.settings import WhilePersonActs

LIST_PATIENCE_MS: Final = 150
"""How long a list of tabs waits for each page."""

STATE_PATIENCE_MS: Final = 500
"""How long a state waits for the page itself before it answers from what the browser process knows."""

HISTORY_PATIENCE_MS: Final = 2_000
"""How long a state waits for the tab's history. The browser process answers, also for a page that hangs."""

MOST_HISTORIES: Final = 3
"""How often the history is read again because the page navigated before the answer."""

TITLE_MS: Final = 250
"""How long the title of a tab that has just opened is waited for."""


class TabRecording(Protocol):
    """A video of the tab in the making."""

    @property
    def running(self) -> bool: ...

    async def end(self, because: str) -> None:
        """Finish the file; bounded. Raises nothing."""
        ...


class Tab:
    """Owned by its session. ``page`` is None while a popup's first response is still awaited."""

    def __init__(
        self,
        browser_id: int,
        context_id: str,
        dialogs: Dialogs,
        refs: RefTable,
        *,
        opener: int | None,
        url: str = "about:blank",
        while_held: WhilePersonActs = "wait",
        announce: Callable[[], None] = lambda: None,
        boundary: Boundary | None = None,
        withheld: Withheld | None = None,
    ) -> None:
        self.boundary = boundary
        self.browser_id = browser_id
        self.context_id = context_id
        self.dialogs = dialogs
        self.opener = opener
        self.frames = FrameTable(browser_id)
        self.engine = PageEngine(self.frames, refs)
        self.frame_owners = FrameOwners(self.frames, self.engine)
        self.console = ConsoleLog()
        self.network = NetworkLog(self._outcome_of, lambda: self.lock.hold is not None, withheld)
        self.seen = SeenPage()
        self.operations = Operations(dialogs, self.usable, lambda: self.activity.notice())
        self.flooding = Flooding()
        self.popups: WeakSet[Tab] = WeakSet()
        """The tabs that its page opened."""
        self.input_state = InputState()
        self.device_scale: float | None = None
        self.shots = LastShots()
        self.emulated = Emulated()
        self.crashed = False
        self.closed = False
        self.listeners: ListenerDiscovery
        self.internals: InternalsDiscovery
        self.resubmissions: Resubmissions
        self.lend_clipboard: Callable[[str, Deadline], AbstractAsyncContextManager[Any] | None] = lambda _text, _deadline: None
        """Return a block in which Chromium's clipboard holds a text; None where there is no clipboard to lend."""
        self._page: Page | None = None
        self._activity: Activity | None = None
        self._cdp: TabCdpSession | None = None
        self.arrival = Arrival(url)
        self._shut = asyncio.Event()
        self.lock = TabLock(browser_id, while_held, announce)
        self.announce = announce
        self.handoff: Handoff | None = None
        self.recording: TabRecording | None = None
        self._history: History | None = None
        self._navigations = 0

    def attach(self, page: Page, cdp: TabCdpSession) -> None:
        """Take the page that has arrived, also in place of one that crashed."""
        self._page, self._cdp = page, cdp
        self.crashed, self._history = False, None
        self.emulated = Emulated()
        self.seen.forget()
        self.frames.attach(page.main_frame, cdp)
        self.listeners = ListenerDiscovery(cdp)
        self.engine.attach(self.listeners)
        self.internals = InternalsDiscovery(cdp)
        self._activity = activity = Activity(page, self._navigated, self._outcome_of)
        cdp.on("Page.frameStoppedLoading", lambda event: activity.stopped_loading() if event["frameId"] == cdp.target_id else None)
        cdp.on("Page.fileChooserOpened", activity.picker_opened)
        self.console.listen(page)
        self.network.listen(page)
        page.on("dialog", self.dialogs.opened)
        page.on("crash", self._on_crash)
        page.on("load", lambda _: self.announce())
        self.arrival.end()
        self.announce()

    async def watch_resubmissions(self) -> None:
        """Have the policy judge forms that a reload, or a step in the history, would send again."""
        if self.attached:
            with suppress(Error):
                # A page that is gone sends nothing.
                await self.resubmissions.watch()

    def first_request_failed(self, net_error: str) -> None:
        """Note that the first request brought no document, for the reason ``net_error``."""
        assert self.arrival.request is not None
        outcome = self._outcome_of(self.arrival.request.url)
        self.arrival.request_failed(outcome.net_error if outcome is not None and explains(outcome, net_error) else net_error)
        self.announce()

    def failed_connection(self, net_error: str) -> Outcome | None:
        """Return why the chat's boundary made no connection for the last navigation, if that explains ``net_error``."""
        navigation = self._activity.navigation if self._activity is not None else None
        outcome = self._outcome_of(navigation.url) if navigation is not None else None
        return outcome if explains(outcome, net_error) else None

    def _outcome_of(self, url: str) -> Outcome | None:
        return self.boundary.outcome(url) if self.boundary is not None else None

    @property
    def attached(self) -> bool:
        """Whether the page has arrived."""
        return self._page is not None

    @property
    def going_to(self) -> str:
        """The address of the document that is on its way to the tab, or of the one that it shows."""
        navigation = self._activity.navigation if self._activity is not None else None
        return navigation.url if navigation is not None and navigation.in_flight else self.url

    @property
    def blocking_popup(self) -> "Tab | None":
        """A tab that its page opened and whose dialog may hold both."""
        if not self.popups:
            return None
        return next((popup for popup in self.popups if popup.dialogs.pending and not popup.closed), None)

    @property
    def became_download(self) -> bool:
        """Whether the page was opened for a file alone: Chromium closes such a tab."""
        return self.arrival.request is not None and self.arrival.request.became_download

    @property
    def for_program(self) -> str | None:
        """The address that the page was opened with, where another program opens that."""
        return self.arrival.request.url if self.arrival.request is not None and self.arrival.request.for_program else None

    @property
    def is_extra(self) -> bool:
        """Whether it is about to be closed again, and is not shown: for lack of room, or since a file came in place of a page, or
        its address is for another program."""
        return self.arrival.turned_away or self.became_download or self.for_program is not None

    async def shutting(self) -> None:
        """Wait until the tab is closed."""
        await self._shut.wait()

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
        if self._page is None or (self.arrival.restoring and self._page.url == "about:blank"):
            return self.arrival.url
        return first.url if (first := self._without_document) is not None else self._page.url

    @property
    def document_url(self) -> str:
        """The address of the document that is there or on its way: :attr:`url` but where that could not be loaded."""
        if self._page is None:
            return "" if self.arrival.has_failed else self.url
        return self._page.url if self.load_failure is not None else self.url

    @property
    def _without_document(self) -> FirstRequest | None:
        if self.arrival.request is None:
            return None
        return self.arrival.without_document(self.page.url, self.activity.navigation)

    @property
    def load_failure(self) -> str | None:
        """Why the page is the blank one that a popup begins with, or Chromium's own for an error; None when it is neither."""
        first = self._without_document
        return first.reason if first is not None else self.activity.load_failure

    @asynccontextmanager
    async def turn(self, deadline: Deadline, *, even_crashed: bool = False, passage: Passage | None = None) -> AsyncIterator[None]:
        """Take the tab for one call, in the order of asking. Refuse at once while a dialog holds the page, and after a crash unless
        ``even_crashed``: the call brings the page back. ``passage`` holds the call while a person has paused the chat."""
        self.usable(even_crashed=even_crashed)
        await self.lock.acquire(deadline, passage)
        try:
            self.usable(even_crashed=even_crashed)
            if not self.attached:
                await self.arrival.wait(self.browser_id, deadline)
                self.usable(even_crashed=even_crashed)
            yield
        finally:
            self.lock.release(passage)

    def usable(self, *, even_crashed: bool = False) -> None:
        """Raise the error that says why no call can act on this tab now, if none can."""
        if self.closed:
            raise tab_closed(self.browser_id)
        if self.crashed and not even_crashed:
            raise BrowserFailure(
                f"The page of tab {self.browser_id} crashed.",
                code="tab_crashed",
                remedy=Remedy("reload", {"browser_id": self.browser_id}, hint="or close the tab"),
            )
        self.dialogs.gate(self.browser_id)

    async def state(self, *, active: bool, view: PageView | None = None, patience_ms: float | None = None) -> TabState:
        """Return the tab's present state; ``view`` is what the page has just reported of itself. Answer within ``patience_ms``
        (500), also when the page hangs, crashed or a dialog holds it; what only the page knows is None then."""
        if self._cdp is not None and not self.closed:
            questions = []
            if self._history is None:
                waits_ms = patience_ms or HISTORY_PATIENCE_MS
                questions.append(self._answered_in_time(self._learn_history(self._cdp, waits_ms), waits_ms))
            asks_page = view is None and not self.dialogs.pending and not self.crashed
            if asks_page:
                questions.append(self._answered_in_time(self._cdp.read(patience_ms or STATE_PATIENCE_MS), patience_ms))
            # One question alone costs no task of its own.
            asked = asyncio.gather(*questions) if len(questions) != 1 else None
            if asks_page:
                # Behind the questions: what it sends waits in the page until these are answered.
                self.listeners.expect()
            answers = await asked if asked is not None else [await questions[0]]
            view = next((answer for answer in answers if answer is not None), view)
        history = self._history
        activity = self._activity
        navigation = activity.navigation if activity else None
        in_flight = navigation is not None and navigation.in_flight
        cut = activity.document.cut if activity is not None and activity.document is not None else None
        return TabState(
            browser_id=self.browser_id,
            context_id=self.context_id,
            url=redacted(self.url),
            title=view.title if view else (history.title if history else ""),
            active=active,
            loading=not (self.attached or self.arrival.is_known)
            or (in_flight or self.arrival.restoring)
            or (cut is None and (view.ready_state != "complete" if view else bool(navigation and not navigation.loaded))),
            can_go_back=bool(history and history.can_go_back),
            can_go_forward=bool(history and history.can_go_forward),
            http_status=activity.document_status if activity else None,
            viewport={"width": view.viewport_width, "height": view.viewport_height} if view else None,
            scroll={"x": view.scroll_x, "y": view.scroll_y, "width": view.width, "height": view.height} if view else None,
            dialogs=tuple(self.dialogs.pending),
            crashed=self.crashed,
            cut=cut,
            restoring=self.arrival.restoring,
        )

    async def title(self) -> str:
        """Return the page's title; empty if its document has not come within :data:`TITLE_MS`."""
        patience = Deadline(TITLE_MS)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience.remaining_ms / 1000):
                await self.arrival.settled()
        while self.attached and not self.closed and not patience.passed:
            navigation = self.activity.navigation
            if (navigation is not None and navigation.ended) or (navigation is None and self.url != "about:blank"):
                left_ms = patience.remaining_ms
                view = await self._answered_in_time(self.cdp.read(left_ms), left_ms)
                return view.title if view else ""
            await self.activity.change(patience.remaining_ms)
        return ""

    async def _learn_history(self, cdp: TabCdpSession, patience_ms: float) -> None:
        for _ in range(MOST_HISTORIES):
            navigations = self._navigations
            history = await cdp.history(patience_ms)
            if navigations == self._navigations:
                self._history = history
                return

    async def _answered_in_time(self, question: Coroutine[Any, Any, Any], patience_ms: float | None = None) -> Any:
        """Return the answer; None if it does not come in time. Timed here: the driver's timeout would queue behind its messages."""
        try:
            async with asyncio.timeout((patience_ms or STATE_PATIENCE_MS) / 1000):
                return await question
        except (Error, TimeoutError):
            return None

    def _navigated(self, frame: Frame, new_document: bool) -> None:
        self._history = None
        self._navigations += 1
        if new_document and frame is self.page.main_frame:
            self.flooding.forget()
            self.seen.forget()
        self.announce()

    def _on_crash(self, _: Page) -> None:
        self.crashed = True
        self.frames.forget_all("the page crashed")
        self.dialogs.discard_all()
        self.operations.crash()
        self.announce()

    async def shut(self, reason: str) -> None:
        """Close the tab for ``reason``: end waiting calls, and make its refs stale."""
        self.closed = True
        self.arrival.end()
        self._shut.set()
        self.announce()
        if self.handoff is not None:
            self.handoff.end("tab_closed")
        self.frames.forget_all(reason)
        self.dialogs.discard_all()
        await self.operations.cancel()
        if self.recording is not None:
            await self.recording.end(reason)


def tab_closed(browser_id: int) -> StateError:
    return StateError(f"Tab {browser_id} is closed.", code="tab_closed", remedy=Remedy("list"), details={"browser_id": browser_id})
