"""Capturing a tab: the page is read once if nothing has changed, and again while a reading brings to light what it did not show."""

import json
from contextlib import suppress
from dataclasses import replace
from typing import Final

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import Counts
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.reply import TextReply
from refbrowser.browser.engine.wire_reading import CaptureHeader, UnchangedPage
from refbrowser.browser.snapshot.assembling import FRAMES_STANDSTILL_MS, Part, Scope, asked, assembled
from refbrowser.browser.snapshot.beneath import marked_around, state_around
from refbrowser.browser.tab.navigation import check_loaded
from refbrowser.browser.tab.seen_page import Reading
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.capture import Capture
from refbrowser.content.marks import grouped, plain
from refbrowser.errors import TargetError

ARRIVAL_MS: Final = 2_000
"""How long a page that is being replaced is waited for before what is there of it is read."""

BEGINNING_MS: Final = 500
"""How long the blank document of a tab that a page opened is waited for the navigation that most often follows: a popup is reported
before it begins."""

REMAINS_MS: Final = 500
"""How long what came of a document that was cut is waited for: Chromium may report the cut before it has parsed any of that."""

_RECHECK_MS: Final = 50

_MOST_READINGS: Final = 12
"""A closed root that is learned of may hold another; what lies deeper still is learned of by the next call."""

_MOST_FRAMES_SEARCHED: Final = 40


async def capture_arrived(tab: Tab, refs: RefTable, deadline: Deadline, scope: Scope | None = None) -> Capture:
    """As :func:`capture_thoroughly`, of a document that has been parsed: one that is about to replace an empty one, as when a page
    reloads itself or a popup has just opened, is waited for, for :data:`ARRIVAL_MS` at most."""
    patience = deadline.sooner(ARRIVAL_MS)
    await _parsed(tab, patience)
    captured = await capture_thoroughly(tab, refs, deadline, scope)
    if not captured.lines and tab.opener is not None and tab.url == "about:blank":
        beginning = patience.sooner(BEGINNING_MS)
        while tab.activity.navigation is None and not tab.closed and not beginning.passed:
            await tab.activity.change(beginning.remaining_ms)
    navigation = tab.activity.navigation
    if not captured.lines and navigation is not None and navigation.in_flight:
        while navigation.in_flight and not tab.closed and not patience.passed:
            await tab.activity.change(patience.remaining_ms)
        await _parsed(tab, patience)
        captured = await capture_thoroughly(tab, refs, deadline, scope)
    remains = patience.sooner(REMAINS_MS)
    while not captured.lines and (document := tab.activity.document) is not None and document.cut and not remains.passed:
        await tab.activity.change(_RECHECK_MS)
        captured = await capture_thoroughly(tab, refs, deadline, scope)
    return captured


async def _parsed(tab: Tab, patience: Deadline) -> None:
    while (navigation := tab.activity.navigation) is not None and navigation.awaited and not tab.closed:
        if patience.passed:
            # The next reading does not wait for the same document again.
            navigation.stalled = True
            return
        await tab.activity.change(patience.remaining_ms)


async def capture_thoroughly(tab: Tab, refs: RefTable, deadline: Deadline, scope: Scope | None = None) -> Capture:
    """As :func:`capture`, and also what no script can see: what listens for a press, and what is in closed shadow roots."""
    deadline.stage = "the page to be read"
    scope = scope or Scope()
    whole = scope == Scope(scope.mode)
    if whole and (last := tab.seen.readings.get(scope.mode)) is not None:
        again = await _read_again(tab, refs, last, deadline)
        if again is not None:
            return again
    await tab.listeners.attach(deadline)
    with tab.internals.holding():
        for _ in range(_MOST_READINGS):
            await tab.listeners.report_listeners(deadline)
            listed = tab.listeners.listed if tab.listeners.complete else None
            if whole:
                captured = await _read_whole(tab, refs, scope.mode, listed, deadline)
            else:
                captured = await _read_part(tab, refs, deadline, scope)
            # Frames without news were read correctly: only frames with news need another reading.
            unseen = await tab.listeners.report_inner(deadline)
            if not (
                await tab.internals.report(deadline) or unseen or (whole and await _report_again(tab, scope.mode, listed, deadline))
            ):
                break
    return captured


async def _read_part(tab: Tab, refs: RefTable, deadline: Deadline, scope: Scope) -> Capture:
    """As :func:`capture`. What a selector matches in no more than a frame is read in the first frame that has it."""
    try:
        return await capture(tab, refs, deadline, scope)
    except TargetError as failure:
        if failure.code != "selector_no_match" or scope.frame is not None:
            raise
        for frame in tab.page.frames[1 : 1 + _MOST_FRAMES_SEARCHED]:
            with suppress(TargetError, Error):
                return await capture(tab, refs, deadline.sooner(FRAMES_STANDSTILL_MS), replace(scope, frame=frame))
        check_loaded(tab)
        raise


async def _report_again(tab: Tab, mode: str, listed: Counts | None, deadline: Deadline) -> bool:
    """Reports the listeners once more where a garbage collection is the only reason to doubt them; True if one was new."""
    reading = tab.seen.readings.get(mode)
    if reading is None or reading.listed is not None or listed is None or listed.called_s != reading.ended.called_s:
        return False
    news = await tab.listeners.report_listeners(deadline)
    if tab.listeners.complete:
        reading.listed = tab.listeners.listed
    return news


async def _read_again(tab: Tab, refs: RefTable, last: Reading, deadline: Deadline) -> Capture | None:
    """The page as it is; what was read of it last, where that can be shown to be the same. None if it has to be read anew.

    What a reading shows follows from the nodes, from styles and layout, from who listens, and from what the engine compares itself
    (values, the focus, how far what is scrolled). The engine observes each change of a node; Chromium counts how often styles were
    computed and boxes laid out. So the last reading still holds if nothing was counted from its end until now. It counts the
    listeners too, and how long scripts ran: if neither has changed, and no garbage was collected, which may have taken others,
    there is no new listener; else they are listed again. None of this covers frames: a page with one is always read anew.
    """
    # News of custom elements is among the changes that the engine counts.
    await tab.internals.report(deadline)
    mode = last.capture.mode
    document, header, body = await _unless_known(tab, mode, last, deadline)
    tab.listeners.suspected = header["unseen"]
    counts = tab.cdp.counted(header["ended"])
    if "unchanged" in header:
        if header["collected"]:
            tab.seen.doubt_listeners()
        if not last.holds(counts):
            return None
        if last.has_all_listeners(counts):
            return last.capture
        captured = last.capture
    else:
        captured, _ = await _kept(tab, refs, mode, (document, header, body), None, deadline)
    news = await tab.listeners.report_listeners(deadline)
    if await tab.listeners.report_inner(deadline) or news:
        return None
    if (reading := tab.seen.readings.get(mode)) is not None:
        reading.listed = tab.listeners.listed if tab.listeners.complete else None
    return captured


async def _unless_known(tab: Tab, mode: str, last: Reading | None, deadline: Deadline) -> TextReply[CaptureHeader | UnchangedPage]:
    """Return the reply of the engine that knows the ``last`` reading. One that was renewed for new data of texts is made anew where
    Chromium has computed a style since, as it does not report which."""
    frame, identity = tab.page.main_frame, None if last is None else last.identity
    answered = await tab.engine.capture_unless_known(frame, mode, identity, deadline)
    header = answered.answer
    if last is not None and "unchanged" not in header and header.get("renewed") == "data":
        begun = tab.cdp.counted(header["begun"])
        if begun is None or begun.styles != last.ended.styles:
            return await tab.engine.capture_unless_known(frame, mode, None, deadline)
    return answered


async def _read_whole(tab: Tab, refs: RefTable, mode: str, listed: Counts | None, deadline: Deadline) -> Capture:
    """The page read anew. Its listeners were reported after ``listed`` had been counted."""
    document, header, body = await tab.engine.capture_unless_known(tab.page.main_frame, mode, None, deadline)
    assert "unchanged" not in header
    tab.listeners.suspected = header["unseen"]
    return (await _kept(tab, refs, mode, (document, header, body), listed, deadline))[0]


async def _read_if_changed(tab: Tab, refs: RefTable, deadline: Deadline) -> tuple[Capture, Part | None]:
    """The page, and the parts that it is made of; without those where the last reading still holds, but for listeners that scripts
    have added to what was there."""
    main, last = tab.page.main_frame, tab.seen.last_reading("full")
    if last is not None:
        await tab.internals.report(deadline)
    document, header, body = await _unless_known(tab, "full", last, deadline)
    if "unchanged" in header:
        if header["collected"]:
            tab.seen.doubt_listeners()
        if last is not None and last.holds(tab.cdp.counted(header["ended"])):
            return last.capture, None
        document, header, body = await tab.engine.capture_unless_known(main, "full", None, deadline)
        assert "unchanged" not in header
    tab.listeners.suspected = header["unseen"]
    return await _kept(tab, refs, "full", (document, header, body), None, deadline)


async def _kept(
    tab: Tab,
    refs: RefTable,
    mode: str,
    answered: tuple[Document, CaptureHeader, str],
    listed: Counts | None,
    deadline: Deadline,
) -> tuple[Capture, Part]:
    """A reading of the page in ``mode``, which the tab keeps if nothing but frames and its own rendering could belie it; with the
    parts that it is made of.

    No script of the page runs during the walk: a listener reported before its beginning is still there at its end, whatever was
    collected in between.
    """
    document, header, body = answered
    part = await assembled(tab, refs, document, header, body, deadline, mode)
    captured = _as_capture(tab, refs, part, mode)
    begun, ended = tab.cdp.counted(header["begun"]), tab.cdp.counted(header["ended"])
    tab.seen.readings.pop(mode, None)
    if header["collected"]:
        tab.seen.doubt_listeners()
    if begun is not None and ended is not None and begun.rendering == ended.rendering and not header["frames"]:
        complete = listed is not None and listed.listening == begun.listening and not header["collected"]
        tab.seen.readings[mode] = Reading(captured, ended, ended if complete else None)
    return captured, part


async def capture(
    tab: Tab, refs: RefTable, deadline: Deadline, scope: Scope | None = None, *, given: tuple[Document, str] | None = None
) -> Capture:
    """What the page says now, all frames and shadow roots included, with every new control numbered. ``given`` is what the top
    document has already said of itself.

    Raises ``selector_no_match`` or ``selector_invalid`` for a selector, ``ref_stale`` for a subtree whose root is gone.
    """
    scope = scope or Scope()
    frame = scope.frame or tab.page.main_frame
    deadline.stage = "the page to be read"
    captured: Capture | None = None
    if given is None and scope == Scope():
        captured, part = await _read_if_changed(tab, refs, deadline)
        if part is None:
            return captured
    else:
        part = await _capture_frame(tab, refs, frame, deadline, scope, given)
    news = await tab.internals.report(deadline)
    roots = False
    if part.moments and frame is tab.page.main_frame:
        tab.listeners.suspected = part.header["unseen"]
        if _may_listen(tab, part):
            with tab.listeners.provisionally():
                listeners, roots = await tab.listeners.report_listeners(deadline), await tab.listeners.report_inner(deadline)
            news = news or listeners or roots
        elif part.header["hosts"]:
            roots = await tab.listeners.report_closed_roots(deadline)
            news = news or roots
    if captured is not None and not news:
        return captured
    if news:
        part = await _capture_frame(tab, refs, frame, deadline, scope)
    if roots:
        # What listens in a closed root that was not known before.
        with tab.listeners.provisionally():
            roots = await tab.listeners.report_inner(deadline)
        part = await _capture_frame(tab, refs, frame, deadline, scope) if roots else part
    return _as_capture(tab, refs, part, scope.mode if scope.selector is None and scope.local is None else "part")


def _may_listen(tab: Tab, part: Part) -> bool:
    """Return whether scripts may listen to elements that have come since listeners were listed. Those in frames are not counted."""
    own = part.header["ended"]
    return part.moments != [own] or tab.listeners.may_have_come(tab.cdp.counted(own))


def _as_capture(tab: Tab, refs: RefTable, part: Part, mode: str) -> Capture:
    header = part.header
    lines, groups = grouped(part.lines) if "\x0e" in "\n".join(part.lines) else (part.lines, ())
    marked = tuple(lines)
    return Capture(
        epoch=part.document.token,
        versions=part.versions,
        mode=mode,
        url=tab.url,
        title=header["title"],
        lines=plain(marked),
        scroll=header["scroll"],
        counts={**header["counts"], "refs": part.refs, "hidden": part.hidden},
        focused=part.focused,
        marked=marked,
        groups=groups,
    )


async def _capture_frame(
    tab: Tab, refs: RefTable, frame: Frame, deadline: Deadline, scope: Scope, given: tuple[Document, str] | None = None
) -> Part:
    if given is not None:
        head, _, body = given[1].partition("\n")
        return await assembled(tab, refs, given[0], json.loads(head), body, deadline, scope.mode)
    if frame is not tab.page.main_frame:
        return await _capture_inner(tab, refs, frame, deadline, scope)
    document, header, body = await asked(tab, frame, deadline, scope)
    tab.listeners.suspected = header["unseen"]
    return await assembled(tab, refs, document, header, body, deadline, scope.mode)


async def _capture_inner(tab: Tab, refs: RefTable, frame: Frame, deadline: Deadline, scope: Scope) -> Part:
    """The part of a document in a frame, in the state in which the documents around it have it."""
    limit = deadline.sooner(FRAMES_STANDSTILL_MS)
    outer = await state_around(tab, frame, limit)
    part = await assembled(tab, refs, *await asked(tab, frame, deadline, scope, outer), deadline, scope.mode)
    return replace(part, lines=await marked_around(tab, frame, part.lines, part.points, part.width, limit))
