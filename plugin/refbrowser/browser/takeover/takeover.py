"""A person at a tab's wheel: from the moment they take it to the report of what they changed."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final, Self

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.snapshot.capture import capture
from refbrowser.browser.tab.tab import Tab, tab_closed
from refbrowser.browser.tab.tab_lock import Hold
from refbrowser.browser.takeover.human_input import HumanInput
from refbrowser.content.capture import Capture
from refbrowser.content.delta import capped, delta
from refbrowser.errors import RefbrowserError

LOOK_MS: Final = 2_000
"""How long the page may take to be read, before and after; without an answer the report has no changes."""

LET_GO_MS: Final = 2_000

ARRIVE_MS: Final = 20_000
"""How long the first response of a tab may take that the person has opened."""

MOST_OPENED: Final = 20

OnOpened = Callable[[Tab, Hold], None]


class Takeover:
    """Owns the hold of the tab. Ends by :meth:`end`, which may be called by the person, by a watchdog or when the tab closes."""

    def __init__(self, session: BrowserSession, tab: Tab, hold: Hold, before: Capture | None, opened: OnOpened) -> None:
        self.tab = tab
        self.input = HumanInput(tab, session.clipboard.for_person())
        self._session = session
        self._hold = hold
        self._before = before
        self._url = tab.url
        self._began = time.monotonic()
        self._last_input = self._began
        self._ended = False
        self._on_opened = opened
        self._opened: list[Tab] = []

    @classmethod
    async def begin(cls, session: BrowserSession, tab: Tab, hold: Hold, opened: OnOpened) -> Self:
        """Takes the tab that ``hold`` claims as soon as the agent's call under way has ended, and what its page opens for the same
        person: ``opened`` gets those tabs with their claims. Raises ``timeout``, ``tab_closed``."""
        await tab.lock.take(hold)
        try:
            async with Deadline(ARRIVE_MS).waiting_for(f"the page of tab {tab.browser_id}"):
                await tab.arrival.page()
            if tab.closed:
                raise tab_closed(tab.browser_id)
            takeover = cls(session, tab, hold, await _seen(session, tab), opened)
        except BaseException:
            tab.lock.give_back(hold)
            raise
        session.openings.follow(tab, takeover.opened)
        hold.granted = True
        return takeover

    def opened(self, popup: Tab) -> None:
        """The page has opened ``popup``, by the person's doing: it is theirs, and no receipt of the agent's reports it."""
        self._opened.append(popup)
        self._on_opened(popup, popup.lock.claim(self.holder))

    @property
    def holder(self) -> str:
        return self._hold.holder

    @property
    def ended(self) -> bool:
        return self._ended

    @property
    def idle_ms(self) -> float:
        """Milliseconds since the person last did something."""
        return (time.monotonic() - self._last_input) * 1000

    def active(self) -> HumanInput:
        """The person's input, which counts as a sign of life."""
        self._last_input = time.monotonic()
        return self.input

    async def end(self) -> None:
        """Lets go of everything, reports, and gives the tab back. Bounded; a second call does nothing."""
        if self._ended:
            return
        self._ended = True
        self._session.openings.follow(self.tab, None)
        try:
            if not self.tab.closed and not self.tab.crashed:
                await self._release()
                self.tab.lock.add_report(await self._report())
        finally:
            self.tab.lock.give_back(self._hold)
            self.tab.announce()

    async def _release(self) -> None:
        try:
            async with asyncio.timeout(LET_GO_MS / 1000):
                await self.input.release_all()
        except (Error, TimeoutError):
            # The page hangs, or went away: then nothing is held down in it either.
            return

    async def _report(self) -> dict[str, Any]:
        """``for_ms``, how often they pressed, typed and pasted, the tabs they opened, the navigation, and the page's changed lines
        with live refs."""
        counts = {"presses": self.input.presses, "keystrokes": self.input.keystrokes, "pastes": self.input.pastes}
        report: dict[str, Any] = {"for_ms": round((time.monotonic() - self._began) * 1000)}
        report |= {name: count for name, count in counts.items() if count}
        if self._opened:
            popups = self._opened[-MOST_OPENED:]
            report["opened_browser_ids"] = [popup.browser_id for popup in popups]
            if closed := [popup.browser_id for popup in popups if popup.closed]:
                report["closed_browser_ids"] = closed
        if self.tab.url != self._url:
            report["navigation"] = {"from": self._url, "to": self.tab.url}
        after = await _seen(self._session, self.tab, fresh=True)
        if after is None:
            return report
        if self._before is not None and self._before.epoch == after.epoch:
            changes = delta(self._before.marked, after.marked)
            if changes:
                report["changes"], whole = capped(changes, self.tab.browser_id)
                if whole:
                    self.tab.seen.mark(after)
            elif len(report) == 1 and self.tab.lock.report is None:
                report["effect"] = "none observed"
        return report


async def _seen(session: BrowserSession, tab: Tab, *, fresh: bool = False) -> Capture | None:
    """The page as the chat last saw it, or as it is now; None while a dialog holds it or it does not answer."""
    if tab.dialogs.pending or not tab.attached:
        return None
    last, document = tab.seen.last, tab.frames.document(tab.page.main_frame)
    if not fresh and last is not None and document is not None and last.epoch == document.token:
        return last
    deadline = Deadline(LOOK_MS)
    try:
        async with deadline.waiting_for("the page to be read"):
            return await capture(tab, session.refs, deadline)
    except (RefbrowserError, Error):
        return None
