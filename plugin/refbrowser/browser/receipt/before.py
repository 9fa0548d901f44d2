"""How a tab is when an action's input begins: what its effects are compared with."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from playwright.async_api import Error, Frame

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element
from refbrowser.browser.engine.ref_table import Document
from refbrowser.browser.engine.wire import Begun, Effects, News
from refbrowser.browser.monitor.top_navigation import Navigation
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.snapshot.assembling import version_of
from refbrowser.browser.snapshot.capture import capture
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.capture import Capture, Version
from refbrowser.content.delta import capped, delta
from refbrowser.content.unanswered import with_unanswered_frames_of
from refbrowser.redact import redacted

MOST_ELEMENTS_READ_BEFORE: Final = 4_000
"""A larger page that changed since the last answer is not read again before the input; its receipt says how far back it goes."""

MOST_FRAMES: Final = 40
"""Pages nest frames by the hundred, and each that is asked for the first time is given the engine."""

MOST_OTHERS: Final = 8
"""Tabs that a page opened, or was opened by, which are asked whether an action changed them."""

CHILD_PATIENCE_MS: Final = 200
"""How long a child frame may take to say whether it changed before an action."""


@dataclass(frozen=True, slots=True)
class OtherTab:
    """A related tab before an action: how many documents had come to it, and the count of changes and the title of the present one;
    None where it did not answer."""

    commits: int
    seen: tuple[str, int] | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Before:
    """One tab before one action.

    ``page`` is what receipts compare with; None when the call does not ask for changes. ``earlier`` are changes from before the
    input, ``spans_earlier``: such changes were not read, and count as effects. ``restated`` are refs of fields whose content
    changed. ``others`` are the tabs that the page opened or was opened by. The numbers are moments: what comes later is the
    action's.
    """

    page: Capture | None
    url: str
    focused: int | None
    navigation: Navigation | None
    mark: int
    commits: int
    openings: int
    dialogs: int
    messages_sent: int
    others: Mapping[Tab, OtherTab] = field(default_factory=dict)
    earlier: str | None = None
    spans_earlier: bool = False
    restated: frozenset[int] = frozenset()

    @property
    def compares(self) -> bool:
        return self.page is not None

    @property
    def small(self) -> bool:
        """Whether the page is compared, and has no more than :data:`MOST_ELEMENTS_READ_BEFORE` elements."""
        return self.page is not None and self.page.counts.get("elements", 0) <= MOST_ELEMENTS_READ_BEFORE

    def differs(self, page: Effects | None, children: Sequence[tuple[str, Version]], *, typed: bool) -> bool:
        """Whether any document changed since, by the count that each document's engine keeps; ``typed``: entries do not count."""
        if self.page is None:
            return False
        if page is None or (page["scroll"]["x"], page["scroll"]["y"]) != self.page.position:
            return True
        seen = [*children, (page["doc"], version_of(page))]
        return not all(version.same(self.page.versions.get(token), typed=typed) for token, version in seen)


async def remember(session: BrowserSession, act: Act, *, compare: bool) -> Before:
    """The tab as it is. Costs a capture only if the chat has not seen this document whole yet."""
    tab, deadline, page = act.tab, act.deadline, None
    if compare:
        # What custom elements changed by themselves is counted among the changes before the input.
        await tab.internals.report(deadline)
        page = tab.seen.last
        document = tab.frames.document(tab.page.main_frame)
        if page is None or document is None or page.epoch != document.token:
            page = await capture(tab, session.refs, deadline)
            tab.seen.mark(page)
    else:
        tab.seen.unobserved = True
    activity = tab.activity
    mark = activity.acted_at = activity.mark()
    return Before(
        page=page,
        url=tab.url,
        focused=tab.seen.focused,
        navigation=activity.navigation,
        mark=mark,
        commits=activity.commits,
        openings=session.openings.count,
        dialogs=tab.dialogs.count,
        messages_sent=tab.network.messages_sent,
        others=await _others(session, tab, deadline, asked=compare),
    )


async def _others(session: BrowserSession, tab: Tab, deadline: Deadline, *, asked: bool) -> dict[Tab, OtherTab]:
    related = [
        related_tab
        for related_tab in session.tabs
        if related_tab is not tab and related_tab.attached and _related(related_tab, tab)
    ]
    if not related or not asked:
        return {related_tab: OtherTab(related_tab.activity.commits) for related_tab in related}
    answers = await asyncio.gather(*(_news_of(related_tab, deadline) for related_tab in related[:MOST_OTHERS]))
    answered = {
        related_tab: OtherTab(related_tab.activity.commits, (news["doc"], news["version"] - news["beats"]), news["title"])
        for related_tab, news in zip(related, answers, strict=False)
        if news is not None
    }
    return {related_tab: OtherTab(related_tab.activity.commits) for related_tab in related} | answered


async def _news_of(tab: Tab, deadline: Deadline) -> News | None:
    """Return how often the tab's document has changed; None while another call acts on it, or a dialog or a script holds it."""
    if tab.lock.taken or tab.dialogs.pending or tab.blocking_popup:
        return None
    try:
        return (await tab.engine.news(tab.page.main_frame, deadline.sooner(CHILD_PATIENCE_MS))).answer
    except Error:
        return None


async def changed_others(before: Before, deadline: Deadline) -> list[dict[str, Any]]:
    """Return the related tabs whose document has changed since, with ``title`` where that has, else with ``changed``."""
    answered = [
        (related_tab, other) for related_tab, other in before.others.items() if other.seen is not None and not related_tab.closed
    ]
    changed: list[dict[str, Any]] = []
    for (related_tab, other), news in zip(
        answered, await asyncio.gather(*(_news_of(related_tab, deadline) for related_tab, _ in answered)), strict=True
    ):
        if news is None or other.seen is None or news["doc"] != other.seen[0] or related_tab.activity.commits > other.commits:
            continue
        entry = {"browser_id": related_tab.browser_id, "url": redacted(related_tab.url)}
        if news["title"] != other.title:
            changed.append({**entry, "title": {"from": other.title, "to": news["title"]}})
        elif news["version"] - news["beats"] != other.seen[1]:
            changed.append({**entry, "changed": True})
    return changed


def _related(tab: Tab, other: Tab) -> bool:
    """Whether one may navigate the other by its name: the same page opened both, or one of them opened the other."""
    siblings = tab.opener is not None and tab.opener == other.opener
    return siblings or tab.opener == other.browser_id or other.opener == tab.browser_id


def navigated_others(before: Before) -> list[Tab]:
    """The related tabs to which another document has come since, or is on its way, while no call acts on them."""

    def is_navigated(tab: Tab, commits: int) -> bool:
        navigation = tab.activity.navigation
        return tab.activity.commits > commits or (navigation is not None and navigation.in_flight)

    return [
        tab for tab, other in before.others.items() if not tab.closed and not tab.lock.taken and is_navigated(tab, other.commits)
    ]


def compared_frames(tab: Tab) -> list[Frame]:
    """The child frames that a receipt asks for changes: the first :data:`MOST_FRAMES`, parents before their children."""
    return [frame for frame in tab.page.frames if frame is not tab.page.main_frame][:MOST_FRAMES]


def all_compared(tab: Tab) -> bool:
    """Whether those are all, so that a receipt may claim that nothing changed."""
    return len(tab.page.frames) <= MOST_FRAMES + 1


async def frames_changed(session: BrowserSession, act: Act, before: Before) -> bool:
    """Whether the document of any child frame changed since the last answer."""
    tab, deadline = act.tab, act.deadline

    async def changed(frame: Frame) -> bool:
        try:
            document, begun = await tab.engine.begin(frame, deadline.sooner(CHILD_PATIENCE_MS))
        except Error:
            return False
        version = before.page.versions.get(document.token) if before.page is not None else None
        if version is None:
            # A frame that is not drawn is in no reading: it counts as changed once, not before every action.
            is_new = document.token not in tab.seen.unread
            tab.seen.unread.add(document.token)
            return is_new
        return bool(_numbers(session, document, begun)) or not version_of(begun).same(version, typed=True)

    return any(await asyncio.gather(*map(changed, compared_frames(tab)))) if before.compares else False


async def with_earlier_changes(
    session: BrowserSession,
    act: Act,
    before: Before,
    element: Element | None,
    frames: "asyncio.Future[bool] | None",
) -> Before:
    """``before``, with what changed between the last answer to the agent and the input, which is no effect of the action.

    A document counts its changes. The target's said in its first answer how many there were; without a target the page is asked.
    """
    tab, deadline, baseline = act.tab, act.deadline, before.page
    if baseline is None:
        return before
    document: Document
    begun: Begun | None
    if element is None:
        document, begun = await tab.engine.begin(tab.page.main_frame, deadline)
    else:
        document, begun = element.document, element.probe["before"]
    if begun is None or document.token not in baseline.versions:
        return before
    restated, changed_around = _numbers(session, document, begun), False
    if element is not None and element.frame is not tab.page.main_frame:
        # The documents around a frame may answer to what happens in it.
        outer, around = await tab.engine.begin(tab.page.main_frame, deadline)
        restated |= _numbers(session, outer, around)
        changed_around = not version_of(around).same(baseline.versions.get(outer.token), typed=True)
    changed = (
        tab.seen.unobserved
        or changed_around
        or restated
        or not version_of(begun).same(baseline.versions[document.token], typed=True)
    )
    if frames is not None:
        changed = await frames or changed
    if not changed:
        return before
    if not before.small:
        return replace(before, restated=before.restated | restated, spans_earlier=True)
    try:
        current = await capture(tab, session.refs, deadline)
    except Error:
        return before
    if current.epoch != baseline.epoch:
        return before
    if frames is not None:
        current = replace(current, marked=with_unanswered_frames_of(current.marked, baseline.marked))
    text, whole = capped(
        delta(baseline.marked, current.marked, tab.seen.read_back - restated, tab.seen.read_back & restated, tickers=False),
        tab.browser_id,
    )
    tab.seen.mark(current, changes_shown=whole)
    tab.seen.note_earlier(text)
    return replace(before, page=current, focused=current.focused, earlier=text)


def as_revealed(session: BrowserSession, act: Act, before: Before) -> Before:
    """``before``, with the page where the action itself scrolled it, to bring its target into view: that is no effect of it."""
    for document, begun in act.traces.reveals:
        before = replace(before, restated=before.restated | _numbers(session, document, begun))
        if before.page is not None and before.page.epoch == document.token:
            before = replace(before, page=replace(before.page, scroll=begun["scroll"]))
    act.traces.reveals.clear()
    return before


def _numbers(session: BrowserSession, document: Document, begun: Begun) -> frozenset[int]:
    numbers = (session.refs.number(document, local) for local in begun["restated"])
    return frozenset(number for number in numbers if number is not None)
