"""Receipts: what a dispatched action observably did."""

import re
from collections.abc import Awaitable, Callable, Sequence, Set
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.activity import since
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.keyboard import readback
from refbrowser.browser.page_view import PageView
from refbrowser.browser.reading import capture
from refbrowser.browser.session import BrowserSession
from refbrowser.browser.settle import Settled, settle
from refbrowser.browser.tab import Tab
from refbrowser.browser.targets import Element
from refbrowser.content.capture import Capture
from refbrowser.content.delta import capped, delta
from refbrowser.redact import redacted
from refbrowser.results import Hit, Receipt

MOST_NOTES: Final = 5


class Observation:
    """Watches one tab around one action: :meth:`begin` before the input, :meth:`end` after it.

    ``view`` is what the page then told of itself; None when it did not, or another document took its place.
    """

    def __init__(self, session: BrowserSession, tab: Tab, deadline: Deadline, *, compare: bool) -> None:
        self._session = session
        self._tab = tab
        self._deadline = deadline
        self._compare = compare
        self._baseline: Capture | None = None
        self._mark = 0
        self._commits = 0
        self._url = ""
        self._focused: int | None = None
        self._opened = 0
        self._dialogs = 0
        self.view: PageView | None = None

    async def begin(self) -> None:
        """Remembers how things are. Costs a capture only if the chat has not seen this document whole yet."""
        tab = self._tab
        if self._compare:
            seen = tab.last_seen
            document = tab.frames.document(tab.page.main_frame)
            if seen is None or document is None or seen.epoch != document.token:
                seen = await capture(tab, self._session.refs, self._deadline)
                tab.saw(seen)
            self._baseline = seen
        self._focused = tab.focused
        self._mark = tab.activity.mark()
        self._commits = tab.activity.commits
        self._url = tab.url
        self._opened = self._session.openings.mark()
        self._dialogs = tab.dialogs.count

    async def end(self, hit: Hit, element: Element | None) -> Receipt:
        """Waits for the effects to end and says what they were."""
        tab = self._tab
        target = (element.frame, element.document.token, element.local) if element is not None else None
        settled = await settle(
            tab,
            self._baseline,
            self._mark,
            self._commits,
            self._deadline,
            target,
            next_frame=hit.unannounced,
            typed=hit.typed is not None or hit.entry,
            sending=hit.sending,
            amend=hit.amend,
        )
        receipt = Receipt(hit, {**readback(settled.target, hit.typed), **hit.readback})
        openings = self._session.openings
        receipt.opened_browser_ids = openings.tell(openings.since(self._opened, tab))
        receipt.navigation = self._navigation(settled)
        receipt.downloads = since(tab.activity.downloads, self._mark)
        receipt.console_errors = _few(since(tab.activity.console_errors, self._mark))
        receipt.failed_requests = _few(self._failures())
        receipt.validation = _few(
            [f"{signal.get('name') or 'field'}: {signal['message']}" for signal in settled.signals if signal["type"] == "invalid"]
        )
        receipt.pending_requests = settled.pending_requests
        if answered := tab.dialogs.seen_since(self._dialogs):
            receipt.dialog = answered[-1]
        if (hit.entry or (hit.typed is not None and "value" in receipt.readback)) and hit.ref is not None:
            tab.read_back.add(hit.ref)
        if self._compare and not settled.new_document and not settled.navigation_pending and not tab.closed:
            await self._describe_changes(receipt, settled)
        if settled.reply is not None and receipt.navigation is None:
            self.view = PageView.from_reply(settled.reply)
        return receipt

    def _navigation(self, settled: Settled) -> dict[str, Any] | None:
        tab = self._tab
        navigation = tab.activity.navigation
        if settled.navigation_pending and navigation is not None:
            return {"from": self._url, "to": redacted(navigation.url), "pending": True}
        if settled.new_document:
            return {"from": self._url, "to": tab.url, "http_status": tab.activity.document_status}
        if tab.url != self._url and not tab.closed:
            return {"from": self._url, "to": tab.url, "same_document": True}
        return None

    def _failures(self) -> list[str]:
        failures = since(self._tab.activity.failed_requests, self._mark)
        status = self._tab.activity.document_status
        if self._tab.activity.commits > self._commits and status is not None and status >= 400:
            failures.insert(0, f"{status} {self._tab.url}")
        navigation = self._tab.activity.navigation
        if navigation is not None and navigation.failure and not navigation.committed and navigation.failure != "net::ERR_ABORTED":
            failures.insert(0, f"{navigation.failure} {redacted(navigation.url)}")
        return failures

    async def _describe_changes(self, receipt: Receipt, settled: Settled) -> None:
        tab = self._tab
        if self._baseline is None:
            return
        if not (settled.changed or receipt.hit.unannounced):
            document = tab.frames.document(tab.page.main_frame)
            if settled.reply is not None and document is not None:
                local = settled.reply["focused"]
                self._tell_focus(receipt, None if local is None else self._session.refs.number(document, local))
            return
        try:
            now = await capture(tab, self._session.refs, self._deadline, given=settled.captured)
        except Error:
            return
        if now.epoch != self._baseline.epoch:
            receipt.navigation = receipt.navigation or {
                "from": self._url,
                "to": tab.url,
                "http_status": tab.activity.document_status,
            }
            return
        before, after = self._baseline, now
        told = receipt.hit.read_back | tab.read_back
        changes = delta(_without_values(before.lines, told), _without_values(after.lines, told))
        text, whole = capped(changes)
        receipt.changes = text or None
        if whole:
            # Only what the agent was shown counts as seen; the rest stays for the next answer or for mode "changes".
            tab.saw(now)
        receipt.scrolled = _position(before) != _position(after)
        self._tell_focus(receipt, now.focused)

    def _tell_focus(self, receipt: Receipt, focused: int | None) -> None:
        if focused not in (self._focused, receipt.hit.ref):
            receipt.focus = focused
        self._tab.focused = focused


def _position(seen: Capture) -> tuple[int, int]:
    return seen.scroll.get("x", 0), seen.scroll.get("y", 0)


_VALUE: Final = re.compile(r' value="[^"]*"')
_CHOICE: Final = re.compile(r"(?<= options=).*")
_STATE: Final = re.compile(r"\b(?:checked|mixed|pressed) ")


def _without_values(lines: Sequence[str], refs: Set[int]) -> Sequence[str]:
    """The lines without the values, choices and states of ``refs``, which receipts read back anyway."""
    if not refs:
        return lines
    control = re.compile(rf"\[[^\]]* (?:{'|'.join(map(str, refs))})\][^\[]*")

    def bare(match: re.Match[str]) -> str:
        return _CHOICE.sub(lambda options: options[0].replace("*", ""), _VALUE.sub("", _STATE.sub("", match[0])))

    return [control.sub(bare, line) for line in lines]


def _few(notes: Sequence[str]) -> list[str]:
    return [*notes[:MOST_NOTES], f"… {len(notes) - MOST_NOTES} more"] if len(notes) > MOST_NOTES else list(notes)


async def observed(
    session: BrowserSession,
    tab: Tab,
    deadline: Deadline,
    observe: str,
    dispatch: Callable[[], Awaitable[tuple[Hit, Element | None]]],
) -> tuple[Receipt, PageView | None]:
    """The receipt of ``dispatch``, which acts on the tab and says what it hit, and how the page then was if that is known.
    ``observe`` is changes, content or none."""
    observation = Observation(session, tab, deadline, compare=observe == "changes")
    await observation.begin()
    hit, element = await dispatch()
    return await observation.end(hit, element), observation.view
