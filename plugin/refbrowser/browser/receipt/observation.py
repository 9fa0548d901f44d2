"""The life of an acting action, from its target to its receipt."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.dispatched import DRAWN, Dispatched
from refbrowser.browser.element.element import Element
from refbrowser.browser.engine.page_view import PageView
from refbrowser.browser.monitor.page_activity import since
from refbrowser.browser.pointer.aim import end_aims, not_clicked
from refbrowser.browser.pointer.press import CLICK_STOPPED, NO_CLICK, NO_REACTION, SELECTION_BOX
from refbrowser.browser.receipt.before import (
    Before,
    as_revealed,
    frames_changed,
    remember,
    with_earlier_changes,
)
from refbrowser.browser.receipt.internal_states import States, changed_states, internal_states
from refbrowser.browser.receipt.settle import FRAME_MS, MOST_FRAMES, settle
from refbrowser.browser.receipt.settled import Settled
from refbrowser.browser.receipt.watch import LONGEST_LOOK_MS, LOOKS_PER_ANSWER, await_list, linger, look_of, watch
from refbrowser.browser.receipt.writing import Written, expected, written
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.removed import is_remade
from refbrowser.results import Receipt

POPUP_MS: Final = 250
"""How long a tab that the action opened may take to show what it is."""


@dataclass(frozen=True, slots=True)
class Acted:
    """The receipt, and how the page described itself last; None when it did not, or another document took its place."""

    receipt: Receipt
    view: PageView | None


class Observation:
    """Observes a page from before the input of a call until what that caused is over."""

    def __init__(self, session: BrowserSession, act: Act, before: Before) -> None:
        self._session = session
        self._act = act
        self._before = before
        self._internal: States | None = None
        self._confirmed: Settled | None = None
        self._frames: asyncio.Future[bool] | None = None
        if len(act.tab.page.frames) > 1:
            self._frames = asyncio.ensure_future(frames_changed(session, act, before))

    @classmethod
    async def begin(cls, session: BrowserSession, act: Act, *, compare: bool) -> "Observation":
        """Observe the page as it is. With ``compare`` the receipt names what changed on it."""
        return cls(session, act, await remember(session, act, compare=compare))

    async def found(self, element: Element | None) -> None:
        """Note the target of the input; None for a point, or what has the focus. What has changed by now is no effect."""
        self._before = await with_earlier_changes(self._session, self._act, self._before, element, self._frames)
        if element is not None and element.probe.get("custom") and self._before.small:
            self._internal = await internal_states(element)

    async def confirm(self, dispatched: Dispatched) -> None:
        """Confirm input that is to be repeated, and wait for its effects. Raises what its confirmation raises."""
        self._act.deadline.progress.performed = dispatched.hit.performed
        settled = await settle(self._act, self._before, dispatched)
        self._confirmed = settled if self._confirmed is None else self._confirmed.followed_by(settled)

    async def finish(self, dispatched: Dispatched) -> Acted:
        """Confirm that the element received the input, wait for the effects, and return the receipt.

        The input is sent again where nothing of it reached the page. Raises what its confirmation raises, and ``press_missed``.
        """
        session, act, before = self._session, self._act, self._before
        tab, compare = act.tab, before.compares
        act.deadline.progress.performed = dispatched.hit.performed
        asked = time.monotonic()
        settled = await settle(act, before, dispatched, frames=MOST_FRAMES)
        if self._confirmed is not None:
            settled = self._confirmed.followed_by(settled)
        answered_ms = (time.monotonic() - asked) * 1000 - settled.waited_ms
        await _popups_settled(session, tab, before)
        before = as_revealed(session, act, before)
        restless = compare and (before.spans_earlier or bool(before.earlier)) and settled.page is not None
        sent = replace(dispatched, confirmation=None, pending=None)
        changed = compare and settled.changed and settled.page is not None
        changes_itself = changed and _changes_itself(dispatched)
        if changed and _keys_change_focus(dispatched, settled):
            drawn, asks_frames = replace(sent, pending=DRAWN), _has_scheduled(settled, "frame")
            settled = settled.followed_by(await settle(act, before, drawn, frames=MOST_FRAMES))
            changes_itself = settled.page is not None and (asks_frames or _has_scheduled(settled, "frames"))
        if restless or changes_itself:
            later = await linger(session, act, before, sent, settled, look_of(answered_ms), restless=not changes_itself)
            settled = settled.followed_by(later)
        if compare and settled.awaits_list:
            settled = await await_list(session, act, before, sent, settled)
        done = await written(session, act, before, dispatched, settled)
        await self._read_internal(dispatched, done)
        if compare and settled.page is not None and (look_ms := _left_to_look(done.receipt, dispatched, settled, answered_ms)):
            # Nothing yet: a handler may still be to run.
            if not done.receipt.told_of_page:
                before = replace(before, page=done.page or before.page)
            looked = Dispatched(replace(dispatched.hit, unannounced=False), dispatched.element)
            settled, done = await watch(session, act, before, looked, settled, 1 if restless else look_ms)
            await self._read_internal(dispatched, done)
        if compare and _has_stayed(done.receipt):
            told = done.receipt.more_than_focus
            done.receipt.pending += expected(tab, before, dispatched, settled, told=told)
        self._check_received(dispatched, done.receipt)
        tab.seen.acted = (time.monotonic(), tab.activity.commits)
        if compare:
            tab.seen.earlier = ""
        if forced := act.traces.forced:
            done.receipt.readback["brought_into_view"] = f"{forced} was scrolled, which a person cannot do"
        return Acted(done.receipt, _view(settled) if done.receipt.navigation is None else None)

    def end(self) -> None:
        """Let the page go, whatever became of the call."""
        if self._frames is not None:
            self._frames.cancel()
        if self._act.traces.aimed:
            self._act.tab.cdp.spawn(end_aims(self._act))

    async def _read_internal(self, dispatched: Dispatched, done: Written) -> None:
        """Read the states of a custom element behind the page, whose reading took its time."""
        if self._internal is not None:
            done.receipt.readback |= await changed_states(dispatched.element, self._internal)

    def _check_received(self, dispatched: Dispatched, receipt: Receipt) -> None:
        """Raise ``press_missed`` for a press that was no click, and did nothing."""
        unchanged = receipt.readback.pop(NO_REACTION, False)
        reason = receipt.readback.get(NO_CLICK, SELECTION_BOX)
        # What a drag does as it begins and ends, such as to announce itself, need not show in a receipt.
        taken = reason == SELECTION_BOX or (reason == CLICK_STOPPED and not unchanged)
        if not taken and (not _reacted(receipt) if self._before.compares else unchanged):
            assert dispatched.element is not None
            raise not_clicked(dispatched.element, receipt.readback.get("released_on"))
        if receipt.dialog is not None:
            # The dialog came between the press and its click.
            receipt.readback.pop(NO_CLICK, None)


def _may_be_all(receipt: Receipt, sent: Dispatched) -> bool:
    """Return whether anything was told that ends the look for an effect. An error may be another script's, and a page scrolls where
    an element is brought into view."""
    rest = replace(receipt, console_errors=[])
    if sent.element is not None:
        rest = replace(rest, scrolled=False, scrolled_boxes=[])
    return rest.more_than_focus


def _left_to_look(receipt: Receipt, sent: Dispatched, settled: Settled, answered_ms: float) -> float:
    """Return for how long to watch a page that took ``answered_ms`` to answer, in ms: a whole look where nothing happened that may
    be all, some frames where only the element or its line shows an effect and scripts ask for frames all the time; else 0."""
    if not _may_be_all(receipt, sent):
        return look_of(answered_ms)
    if not _has_scheduled(settled, "frame") or (receipt.more_than_readback and not _shows_itself_alone(receipt)):
        return 0
    # On a slow machine frames are slow too, and what a frame of another site causes around it takes longer to come there.
    return min(MOST_FRAMES * FRAME_MS + LOOKS_PER_ANSWER * answered_ms, LONGEST_LOOK_MS)


def _has_scheduled(settled: Settled, what: str) -> bool:
    """Return whether scripts have set ``what`` for later: ``frames`` since the action began, or a ``frame`` all the time."""
    return any(answer["scheduled"] == what for answer in settled.accounts.values())


def _shows_itself_alone(receipt: Receipt) -> bool:
    """Return whether the only change that is reported is one of the line that the element is on."""
    line = receipt.changes or ""
    return line.startswith("~ ") and "\n" not in line and f" {receipt.hit.ref}]" in line


def _has_stayed(receipt: Receipt) -> bool:
    """Return whether the document is still there, perhaps under another address: what its scripts have set for later is to come."""
    return receipt.navigation is None or bool(receipt.navigation.get("same_document"))


def _changes_itself(dispatched: Dispatched) -> bool:
    """Return whether a press changes the control before any script of the page does, which need not be all that comes of it."""
    element = dispatched.element
    return element is not None and element.probe.get("tag") in _SELF_CHANGING and not dispatched.hit.entry


def _keys_change_focus(dispatched: Dispatched, settled: Settled) -> bool:
    """Return whether keys went to a control that they change before any script of the page does, which need not be all they do."""
    hit = dispatched.hit
    at_focus = dispatched.element is None and hit.point is None and not hit.entry and hit.typed is None
    return at_focus and any(answer.get("answers_keys") for answer in settled.accounts.values())


_SELF_CHANGING: Final = frozenset({"input", "summary"})


def _reacted(receipt: Receipt) -> bool:
    """Return whether anything happened but that the page made lines anew as they were, or moved what was pressed."""
    if any(not look.startswith("position of ") for look in receipt.looks_changed):
        return True
    remade = receipt.changes is not None and is_remade(receipt.changes)
    return replace(receipt, changes=None if remade else receipt.changes).told


async def _popups_settled(session: BrowserSession, tab: Tab, before: Before) -> None:
    """Waits until what the action opened has come to something, or is late: a page, an error, or a file, which the page that opened
    the tab reports as its own download."""
    if session.openings.count == before.openings:
        return
    opened = [
        tab_opened
        for tab_opened in session.openings.since(before.openings, tab)
        if not tab_opened.attached and not tab_opened.closed
    ]
    if not opened:
        return
    patience = Deadline(POPUP_MS)
    with suppress(TimeoutError):
        async with asyncio.timeout(POPUP_MS / 1000):
            await asyncio.gather(*(tab_opened.arrival.settled() for tab_opened in opened))
    if any(tab_opened.became_download for tab_opened in opened):
        while not since(tab.activity.downloads, before.mark) and not tab.closed and not patience.passed:
            await tab.activity.change(patience.remaining_ms)


def _view(settled: Settled) -> PageView | None:
    if settled.page is None:
        return None
    scroll = settled.page["scroll"]
    return PageView(
        title=settled.page["title"],
        ready_state=settled.page["ready_state"],
        scroll_x=scroll["x"],
        scroll_y=scroll["y"],
        width=scroll["width"],
        height=scroll["height"],
        viewport_width=scroll["viewport_width"],
        viewport_height=scroll["viewport_height"],
    )
