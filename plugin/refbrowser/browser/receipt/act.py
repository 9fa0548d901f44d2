"""The life of an acting action, from its target to its receipt."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.element.element import Element
from refbrowser.browser.engine.page_view import PageView
from refbrowser.browser.monitor.page_activity import since
from refbrowser.browser.pointer.aim import end_aims, not_clicked
from refbrowser.browser.pointer.press import NO_CLICK, NO_REACTION, SELECTION_BOX
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
from refbrowser.browser.receipt.watch import LONGEST_LOOK_MS, LOOKS_PER_ANSWER, linger, look_of, watch
from refbrowser.browser.receipt.writing import expected, written
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.delta import is_remade
from refbrowser.results import Receipt

POPUP_MS: Final = 250
"""How long a tab that the action opened may take to show what it is."""


@dataclass(frozen=True, slots=True)
class Acted:
    """The receipt, and how the page described itself last; None when it did not, or another document took its place."""

    receipt: Receipt
    view: PageView | None


async def act(
    session: BrowserSession,
    tab: Tab,
    deadline: Deadline,
    find: Callable[[], Awaitable[Element | None]],
    dispatch: Callable[[Element | None], Awaitable[Dispatched]],
    *,
    compare: bool,
) -> Acted:
    """Resolves the target, makes it ready, sends the input, waits for its effects, and reports them.

    ``find`` resolves the target; None for an action without one. ``dispatch`` makes it ready and sends the input. The input is sent
    again where the element missed it. With ``compare`` the receipt has what changed on the page. Raises what the two raise, and
    ``press_missed``.
    """
    with tab.internals.holding():
        before = await remember(session, tab, deadline, compare=compare)
        frames = asyncio.ensure_future(frames_changed(session, tab, before, deadline)) if len(tab.page.frames) > 1 else None
        element: Element | None = None
        internal: States | None = None
        try:
            element = await find()
            before = await with_earlier_changes(session, tab, before, element, frames, deadline)
            if element is not None and element.probe.get("custom") and before.small:
                internal = await internal_states(element, deadline)
            dispatched = await dispatch(element)
            deadline.performed = dispatched.hit.performed
            asked = time.monotonic()
            settled = await settle(tab, before, dispatched, deadline, frames=MOST_FRAMES)
            answered_ms = (time.monotonic() - asked) * 1000 - settled.waited_ms
            await _popups_known(session, tab, before)
            before = as_revealed(session, tab, before)
            restless = compare and (before.spans_earlier or bool(before.earlier)) and settled.page is not None
            changes_itself = compare and settled.changed and settled.page is not None and _changes_itself(dispatched)
            if restless or changes_itself:
                sent = replace(dispatched, retry=None, pending=None)
                later = await linger(
                    session, tab, before, sent, settled, look_of(answered_ms), deadline, restless=not changes_itself
                )
                settled = settled.followed_by(later)
            done = await written(session, tab, before, dispatched, settled, deadline)
            # Asked last: the reading took its time, and showed what changed until then.
            if internal is not None:
                done.receipt.readback |= await changed_states(dispatched.element, internal, deadline)
            if compare and settled.page is not None and (look_ms := _left_to_look(done.receipt, settled, answered_ms)):
                # Nothing yet: a handler may still be to run.
                if not done.receipt.told_of_page:
                    before = replace(before, page=done.page or before.page)
                looked = Dispatched(replace(dispatched.hit, unannounced=False), dispatched.element)
                settled, done = await watch(session, tab, before, looked, settled, 1 if restless else look_ms, deadline)
                if internal is not None:
                    done.receipt.readback |= await changed_states(dispatched.element, internal, deadline)
            if compare and _has_stayed(done.receipt):
                told = done.receipt.more_than_focus
                done.receipt.pending += expected(tab, before, dispatched, settled, told=told)
            unchanged = done.receipt.readback.pop(NO_REACTION, False)
            stopped = done.receipt.readback.get(NO_CLICK, SELECTION_BOX) != SELECTION_BOX
            if stopped and (not _reacted(done.receipt) if compare else unchanged):
                assert dispatched.element is not None
                raise not_clicked(dispatched.element, done.receipt.readback.get("released_on"))
            if tab.forced:
                done.receipt.readback["brought_into_view"] = f"{tab.forced} was scrolled, which a person cannot do"
            view = _view(settled) if done.receipt.navigation is None else None
            return Acted(done.receipt, view)
        finally:
            if frames is not None:
                frames.cancel()
            tab.reveals.clear()
            tab.forced = None
            if tab.aimed:
                tab.cdp.spawn(end_aims(tab))


def _left_to_look(receipt: Receipt, settled: Settled, answered_ms: float) -> float:
    """Return for how long to watch a page that took ``answered_ms`` to answer, in ms: a whole look where nothing happened, some
    frames where only the element or its line shows an effect and scripts ask for frames all the time; else 0."""
    if not receipt.more_than_focus:
        return look_of(answered_ms)
    restless = any(answer["scheduled"] == "frame" for answer in settled.accounts.values())
    if not restless or (receipt.more_than_readback and not _shows_itself_alone(receipt)):
        return 0
    # On a slow machine frames are slow too, and what a frame of another site causes around it takes longer to come there.
    return min(MOST_FRAMES * FRAME_MS + LOOKS_PER_ANSWER * answered_ms, LONGEST_LOOK_MS)


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


_SELF_CHANGING: Final = frozenset({"input", "summary"})


def _reacted(receipt: Receipt) -> bool:
    """Return whether anything happened but that the page made lines anew as they were, or moved what was pressed."""
    if any(not look.startswith("position of ") for look in receipt.looks_changed):
        return True
    remade = receipt.changes is not None and is_remade(receipt.changes)
    return replace(receipt, changes=None if remade else receipt.changes).told


async def _popups_known(session: BrowserSession, tab: Tab, before: Before) -> None:
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
            await asyncio.gather(*(tab_opened.arrival.known() for tab_opened in opened))
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
