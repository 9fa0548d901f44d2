"""Watching a page on which an action has shown no effect yet, until it does or nothing more can be expected soon."""

import asyncio
import time
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.engine.wire import Effects, News
from refbrowser.browser.receipt.before import Before, navigated_others
from refbrowser.browser.receipt.settle import settle
from refbrowser.browser.receipt.settled import Settled
from refbrowser.browser.receipt.writing import Written, written
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab

LOOK_MS: Final = 100
"""How long a page that did nothing is watched before a receipt says so: a handler may work in a timer or an animation frame."""

LOOKS_PER_ANSWER: Final = 3
"""On a slow machine it is watched for this many times as long as the page took to answer, up to :data:`LONGEST_LOOK_MS`."""

LONGEST_LOOK_MS: Final = 600

PAUSE: Final = 0.6
"""Part of a look in which nothing may change until what scripts animate counts as over: a few frames. A page is watched for as long
where nothing has shown yet but the control's own state."""

FRAMES_PER_PAUSE: Final = 3

RELEASE_MS: Final = 20
"""How long a question may take to be answered after its release, before it is released again."""

SCRIPTED_MS: Final = 1_000
"""How long a receipt waits for what scripts animate; what takes longer is pending."""


LIST_MS: Final = 800
"""How long a receipt waits for suggestions of a field that announces some: pages wait 300 ms for the next key before they ask."""

LIST_IN_FRAME_MS: Final = 60
"""How often a field in a frame is asked, whose document sends no news."""


async def await_list(session: BrowserSession, act: Act, before: Before, sent: Dispatched, settled: Settled) -> Settled:
    """Wait until the field that was typed into shows the suggestions that it announces, for :data:`LIST_MS` at most."""
    limit = act.deadline.sooner(LIST_MS)
    while settled.awaits_list and settled.page is not None and not limit.passed and not act.tab.closed:
        if settled.page.get("awaits_list"):
            if await _news(session, act, before, _count(settled.page), limit) is None:
                break
        else:
            await act.tab.activity.change(min(LIST_IN_FRAME_MS, limit.remaining_ms))
        settled = settled.followed_by(await settle(act, before, sent))
    return settled


def look_of(answered_ms: float) -> float:
    """Return for how long, in milliseconds, a page is watched that took ``answered_ms`` to answer."""
    return max(LOOK_MS, min(LOOKS_PER_ANSWER * answered_ms, LONGEST_LOOK_MS))


async def watch(
    session: BrowserSession, act: Act, before: Before, sent: Dispatched, settled: Settled, look_ms: float
) -> tuple[Settled, Written]:
    """Wait for the first effect, for ``look_ms``, and return what was observed then.

    A change that no text and no state shows is none yet: while scripts go on with such changes, as in a fade, they are waited for,
    up to :data:`SCRIPTED_MS`.
    """
    assert settled.page is not None
    look, most = act.deadline.sooner(look_ms), act.deadline.sooner(SCRIPTED_MS)
    counted = _count(settled.page)
    news = await _news(session, act, before, counted, look)
    settled, done = await _observed(session, act, before, sent, settled, news)
    moving = news is not None and (_count(news) != counted or _frames_look_changed(settled))
    while moving and news is not None and not done.receipt.more_than_readback and settled.page is not None:
        if most.passed:
            settled.scripted = True
            break
        counted, frames = _count(news), _frame_counts(settled)
        news = await _news(session, act, before, counted, most.sooner(max(PAUSE * look_ms, look.remaining_ms)))
        if news is None or _count(news) == counted:
            settled, done = await _observed(session, act, before, sent, settled, news)
            moving = _frame_counts(settled) != frames
    return settled, done


async def linger(
    session: BrowserSession,
    act: Act,
    before: Before,
    sent: Dispatched,
    settled: Settled,
    look_ms: float,
    *,
    restless: bool,
) -> Settled:
    """Watch a page whose first change need not be the effect. Where it is ``restless``, as it changes by itself, watch for all of
    ``look_ms``; else for a part of that, and on while scripts go on with changes, as in a fade, up to :data:`SCRIPTED_MS`."""
    assert settled.page is not None
    pause_ms = PAUSE * look_ms
    look, most = act.deadline.sooner(look_ms if restless else pause_ms), act.deadline.sooner(SCRIPTED_MS)
    news: News | Effects | None = settled.page
    going_on = False
    while news is not None and not _happened(session, act.tab, before):
        if look.passed and (restless or not going_on or most.passed):
            break
        counted, asked = _count(news), time.monotonic()
        limit = most.sooner(pause_ms) if going_on and not restless else look
        news = await _news(session, act, before, counted, limit)
        going_on = news is not None and _count(news) != counted
        if going_on:
            # On a slow machine frames come more slowly, too.
            pause_ms = max(pause_ms, FRAMES_PER_PAUSE * (time.monotonic() - asked) * 1000)
        elif news is not None and not news["drawn"]:
            going_on = True
    later = await settle(act, before, sent)
    in_frame = sent.element is not None and sent.element.frame is not act.tab.page.main_frame
    while in_frame and not restless and not most.passed and not _happened(session, act.tab, before):
        # The documents in frames send no news.
        counts = _frame_counts(later)
        await act.tab.activity.change(pause_ms)
        later = later.followed_by(await settle(act, before, sent))
        if _frame_counts(later) == counts:
            break
    return later


async def _observed(
    session: BrowserSession, act: Act, before: Before, sent: Dispatched, settled: Settled, news: News | None
) -> tuple[Settled, Written]:
    settled = settled.followed_by(await settle(act, before, sent))
    # What style sheets and the states of custom elements did, no node says: now the page is read whatever was counted, but where
    # something comes and goes for ever, so that two readings differ by their moments alone.
    settled.changed = settled.changed or news is None or not news["blinks"]
    return settled, await written(session, act, before, sent, settled)


def _count(page: Effects | News) -> int:
    """Return how often a document has changed, but for what changes by itself all the time."""
    return page["version"] - page["beats"]


def _frame_counts(settled: Settled) -> dict[str, int]:
    """Return the same of each document that was asked, by its token."""
    return {answer["doc"]: _count(answer) for answer in settled.accounts.values()}


def _frames_look_changed(settled: Settled) -> bool:
    """Return whether a document in a frame looks otherwise than before the action: its changes come without news."""
    return any(answer["looks"] for answer in settled.accounts.values() if answer is not settled.page)


async def _news(session: BrowserSession, act: Act, before: Before, counted: int, look: Deadline) -> News | None:
    """Wait for the next change of the page after those that are ``counted``, or of anything around it, until ``look`` passes.
    Return what the page reports then; None where its document goes away."""
    tab = act.tab
    question = asyncio.ensure_future(tab.engine.news(tab.page.main_frame, act.deadline, version=counted))
    try:
        while not question.done() and not look.passed and not _happened(session, tab, before):
            change = tab.activity.next_change()
            try:
                either: set[asyncio.Future[Any]] = {question, change}
                await asyncio.wait(either, timeout=look.remaining_ms / 1000, return_when=asyncio.FIRST_COMPLETED)
            finally:
                change.cancel()
        while not question.done():
            # The question may be on its way yet, and come behind its release.
            await tab.cdp.release_deferred()
            await asyncio.wait({question}, timeout=RELEASE_MS / 1000)
        return (await question).answer
    except Error:
        # The document goes away: what is asked next finds that.
        return None
    finally:
        question.cancel()


def _happened(session: BrowserSession, tab: Tab, before: Before) -> bool:
    """Return whether something began around the page that the action may have caused."""
    activity = tab.activity
    return (
        tab.closed
        or bool(activity.requests_since(before.mark))
        or activity.commits > before.commits
        or bool(activity.downloads_since(before.mark))
        or tab.dialogs.count > before.dialogs
        or session.openings.count > before.openings
        or bool(navigated_others(before))
    )
