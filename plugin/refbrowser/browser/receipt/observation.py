"""Receipts: what a dispatched action observably did."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.engine.page_view import PageView
from refbrowser.browser.engine.ref_table import Document
from refbrowser.browser.input.text_entry import readback
from refbrowser.browser.monitor.page_activity import Navigation, counted_since, since
from refbrowser.browser.pointer.aim import end_aims
from refbrowser.browser.receipt.settle import Settled, settle, version_of
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.snapshot.capture import capture
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.capture import Capture, kept_fields
from refbrowser.content.delta import capped, delta, without_values
from refbrowser.redact import redacted
from refbrowser.results import Hit, Receipt

MOST_NOTES: Final = 5

LOOK_MS: Final = 100
"""How long a page that did nothing is watched before a receipt says so: a handler may work in a timer or an animation frame."""

LOOKS_PER_ANSWER: Final = 3
"""On a slow machine it is watched for so many times as long as the page took to answer, up to :data:`LONGEST_LOOK_MS`."""

LONGEST_LOOK_MS: Final = 600

MOST_ELEMENTS_READ_BEFORE: Final = 4_000
"""A larger page that changed since the last answer is not read again before the input; its receipt says how far back it goes."""

CHILD_PATIENCE_MS: Final = 200
"""How long a child frame may take to say whether it changed before an action."""

NETWORK_ECHO: Final = "Failed to load resource: "
"""How Chromium's console repeats a failed request, which a receipt lists once."""


class Observation:
    """Watches one tab around one action: :meth:`begin` before the input, :meth:`end` after it.

    ``view`` is what the page then reported of itself; None when it did not, or another document took its place. ``aimed``: the
    action has looked at its target, so what happens from then on is its own effect.
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
        self._tabs = 0
        self._dialogs = 0
        self._navigation_before: Navigation | None = None
        self._earlier: str | None = None
        self._spans_earlier = False
        self._restated: set[int] = set()
        self._signals: list[dict[str, Any]] = []
        self._children: asyncio.Future[list[bool]] | None = None
        self._boxes: list[dict[str, Any]] = []
        self._secrets: list[str] = []
        self.aimed = False
        self.view: PageView | None = None

    async def begin(self, *, aims: bool) -> None:
        """Remembers how things are. Costs a capture only if the chat has not seen this document whole yet.

        ``aims``: the action looks at its target, and :meth:`before_input` hears from the page then; else the page is asked here.
        """
        tab = self._tab
        if self._compare:
            seen = tab.last_seen
            document = tab.frames.document(tab.page.main_frame)
            if seen is None or document is None or seen.epoch != document.token:
                seen = await capture(tab, self._session.refs, self._deadline)
                tab.mark_seen(seen)
            self._baseline = seen
        self._focused = tab.focused
        self._mark = tab.activity.mark()
        self._navigation_before = tab.activity.navigation
        self._commits = tab.activity.commits
        self._url = tab.url
        self._tabs = self._session.openings.mark()
        self._dialogs = tab.dialogs.count
        tab.activity.acted_at = self._mark
        if not self._compare:
            tab.unobserved = True
            return
        if children := [frame for frame in tab.page.frames if frame is not tab.page.main_frame]:
            self._children = asyncio.gather(*map(self._child_begins, children))
        if not aims:
            asked, answer, _ = await tab.frames.ask(tab.page.main_frame, {"op": "begin"}, self._deadline)
            await self.before_input(asked, answer)

    async def _child_begins(self, frame: Frame) -> bool:
        """Whether the document in a child frame changed since the last answer."""
        try:
            request = {"op": "begin"}
            document, answer, _ = await self._tab.frames.ask(frame, request, self._deadline.sooner(CHILD_PATIENCE_MS))
        except Error:
            return False
        known = self._baseline.versions.get(document.token) if self._baseline is not None else None
        if known is None:
            # A frame that is not drawn is in no reading: it counts as changed once, not before every action.
            is_new = document.token not in self._tab.unread
            self._tab.unread.add(document.token)
            return is_new
        return bool(self._numbers(document, answer)) or not version_of(answer).same(known, typed=True)

    async def before_input(self, document: Document, answer: Mapping[str, Any]) -> None:
        """``answer`` says how often ``document``, which is about to be acted on, has changed. What changed since the last answer to
        the agent is no effect of this action: it is read now, and reported apart."""
        self.aimed = True
        tab, baseline = self._tab, self._baseline
        if baseline is None or document.token not in baseline.versions:
            return
        restated = self._numbers(document, answer)
        changed = tab.unobserved or restated or not version_of(answer).same(baseline.versions[document.token], typed=True)
        if self._children is not None:
            changed = any(await self._children) or changed
        if not changed:
            return
        if baseline.counts.get("elements", 0) > MOST_ELEMENTS_READ_BEFORE:
            self._restated |= restated
            self._spans_earlier = True
            return
        try:
            now = await capture(tab, self._session.refs, self._deadline)
        except Error:
            return
        if now.epoch != baseline.epoch:
            return
        known = tab.read_back - restated
        changes = delta(without_values(baseline.lines, known), without_values(now.lines, known))
        self._earlier, whole = capped(changes)
        tab.mark_seen(now, changes_shown=whole)
        tab.unobserved = False
        self._baseline = now
        self._focused = now.focused

    def stop(self) -> None:
        """Asks no more."""
        if self._children is not None:
            self._children.cancel()

    async def scrolled_into_view(self) -> None:
        """The target was scrolled into view for the action: where the page is now is no effect of it."""
        frame = self._tab.page.main_frame
        document, answer, _ = await self._tab.frames.ask(frame, {"op": "begin"}, self._deadline)
        self._restated |= self._numbers(document, answer)
        if self._baseline is not None and self._baseline.epoch == document.token:
            self._baseline = replace(self._baseline, scroll=kept_fields(answer, "scroll"))

    async def end(self, dispatched: Dispatched) -> Receipt:
        """Waits for the effects to end and reports what they were."""
        asked = time.monotonic()
        settled = await self._settled(dispatched)
        answered_ms = (time.monotonic() - asked) * 1000
        hit = replace(dispatched.hit, readback={**dispatched.hit.readback, **settled.notes})
        receipt = await self._receipt(hit, settled)
        if self._compare and not receipt.effect_observed and settled.reply is not None:
            look_ms = max(LOOK_MS, min(LOOKS_PER_ANSWER * answered_ms, LONGEST_LOOK_MS))
            blinks = await self._look(int(settled.reply["version"]), look_ms)
            settled = await self._settled(Dispatched(replace(hit, unannounced=False), dispatched.element))
            # What style sheets and the states of custom elements did, no node says: now the page is read whatever was counted.
            settled.changed = settled.changed or not blinks
            receipt = await self._receipt(hit, settled)
        if settled.reply is not None and receipt.navigation is None:
            self.view = PageView.from_reply(settled.reply)
        return receipt

    async def _settled(self, dispatched: Dispatched) -> Settled:
        settled = await settle(self._tab, self._baseline, self._mark, self._commits, self._deadline, dispatched)
        self._signals += settled.signals
        self._boxes += settled.boxes
        self._secrets += settled.secrets
        for document, local in settled.restated:
            if (number := self._session.refs.number(document, local)) is not None:
                self._restated.add(number)
        return settled

    async def _look(self, version: int, most_ms: float) -> bool:
        """Waits for the first change of the page after ``version`` or of anything around it, for ``most_ms``; whether
        something on the page comes and goes for ever, so that two readings differ by their moments alone."""
        tab = self._tab
        look = self._deadline.sooner(most_ms)
        request = {"op": "news", "behind": "news", "version": version}
        question = asyncio.ensure_future(tab.frames.ask(tab.page.main_frame, request, self._deadline))
        try:
            while not question.done() and not look.passed and not self._happened:
                change = tab.activity.next_change()
                try:
                    either: set[asyncio.Future[Any]] = {question, change}
                    await asyncio.wait(either, timeout=look.remaining_ms / 1000, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    change.cancel()
            if not question.done():
                await tab.cdp.release_deferred()
            _, answer, _ = await question
            return bool(answer["blinks"])
        except Error:
            # The document goes away: what is asked next finds that.
            return False
        finally:
            question.cancel()

    @property
    def _happened(self) -> bool:
        """Whether something began around the page that the action may have caused."""
        tab = self._tab
        activity = tab.activity
        return (
            tab.closed
            or bool(activity.requests_since(self._mark))
            or activity.commits > self._commits
            or tab.dialogs.count > self._dialogs
            or self._session.openings.mark() > self._tabs
        )

    async def _receipt(self, hit: Hit, settled: Settled) -> Receipt:
        tab, activity, openings = self._tab, self._tab.activity, self._session.openings
        receipt = Receipt(hit, {**readback(settled.target, hit.typed), **hit.readback}, compared=self._compare)
        opened = openings.since(self._tabs, tab)
        receipt.opened_browser_ids = openings.report([one for one in opened if not one.turned_away])
        receipt.opened = [{"browser_id": one.browser_id, "url": redacted(one.url)} for one in opened if not one.turned_away]
        receipt.flooding = tab.flooding
        receipt.turned_away = openings.turned_away_since(self._tabs, tab)
        receipt.closed_browser_ids = openings.report_closed(openings.closed_since(self._tabs, tab))
        receipt.navigation = self._navigation(settled)
        receipt.downloads = since(activity.downloads, self._mark)
        receipt.failed_requests = _few(self._failures())
        receipt.blocked = _few(self._blocked())
        errors = since(activity.console_errors, self._mark)
        echoed = bool(receipt.failed_requests or receipt.blocked)
        receipt.console_errors = _few([text for text in errors if not (echoed and text.startswith(NETWORK_ECHO))])
        receipt.validation = _few(_messages(self._signals))
        receipt.media = _few(
            list(dict.fromkeys(f"{one['name']} {one['state']}" for one in self._signals if one["type"] == "media"))
        )
        receipt.scrolled_boxes = [self._named_box(box) for box in self._boxes]
        receipt.pending_requests = settled.pending_requests
        receipt.pending = _few(self._pending(settled))
        receipt.file_chooser = self._file_chooser(hit)
        receipt.earlier_changes = self._earlier
        receipt.spans_earlier = self._spans_earlier
        dialogs = tab.dialogs.seen_since(self._dialogs)
        receipt.dialog = dialogs[-1] if dialogs else None
        receipt.earlier_dialogs = dialogs[:-1]
        if (hit.entry or (hit.typed is not None and "value" in receipt.readback)) and hit.ref is not None:
            tab.read_back.add(hit.ref)
        if self._compare and not settled.new_document and not settled.navigation_pending and not tab.closed:
            await self._describe_changes(receipt, settled)
        if hit.typed is None and not hit.entry and not hit.read_back:
            receipt.restated = _few(list(dict.fromkeys(self._secrets)))
        if not receipt.effect_observed:
            receipt.requests = _few(activity.responses_since(self._mark))
        return receipt

    def _named_box(self, box: Mapping[str, Any]) -> dict[str, Any]:
        number = self._session.refs.number(box["document"], box["id"]) if box["id"] is not None else None
        return {"box": f"[scrollable {number}]" if number is not None else box["name"], "from": box["from"], "to": box["to"]}

    def _pending(self, settled: Settled) -> list[str]:
        pending = [redacted(url)[:200] for url in self._tab.activity.open_since(self._mark)] if settled.pending_requests else []
        if settled.animation is not None:
            pending.append(f"{settled.animation['what']} is animated for {settled.animation['left_ms'] / 1000:.1f} s more")
        return pending

    def _file_chooser(self, hit: Hit) -> dict[str, Any] | None:
        chooser = self._tab.activity.chooser_since(self._mark)
        if chooser is None or hit.performed == "upload_file":
            return None
        multiple = chooser.is_multiple()
        answer = {"action": "upload_file", "ref": hit.ref, **({"paths": ["…"]} if multiple else {"path": "…"})}
        return {"multiple": multiple, **({"answer_with": answer} if hit.ref is not None else {})}

    def _numbers(self, document: Document, answer: Mapping[str, Any]) -> set[int]:
        numbers = (self._session.refs.number(document, local) for local in answer.get("restated") or [])
        return {number for number in numbers if number is not None}

    def _navigation(self, settled: Settled) -> dict[str, Any] | None:
        tab = self._tab
        navigation = tab.activity.navigation
        if settled.navigation_pending and navigation is not None:
            return {"from": self._url, "to": redacted(navigation.url), "pending": True}
        if navigation is not None and navigation is not self._navigation_before and navigation.no_content:
            return {"from": self._url, "to": redacted(navigation.url), "http_status": navigation.status, "stayed": True}
        if settled.new_document:
            return {"from": self._url, "to": tab.url, "http_status": tab.activity.document_status}
        if tab.url != self._url and not tab.closed:
            return {"from": self._url, "to": tab.url, "same_document": True}
        return None

    def _blocked(self) -> list[str]:
        counted = counted_since(self._tab.activity.blocked, self._mark)
        return [f"{count} request{'s' if count > 1 else ''} to {where}" for where, count in counted.items()]

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
        if settled.reply is not None and (title := settled.reply["title"]) != self._baseline.title:
            receipt.title = {"from": self._baseline.title, "to": title}
        if not (settled.changed or receipt.hit.unannounced):
            document = tab.frames.document(tab.page.main_frame)
            if settled.reply is not None and document is not None:
                local = settled.reply["focused"]
                self._report_focus(receipt, None if local is None else self._session.refs.number(document, local))
            return
        try:
            now = await capture(tab, self._session.refs, self._deadline, given=settled.captured)
        except Error:
            receipt.compared = False
            return
        if now.epoch != self._baseline.epoch:
            receipt.navigation = receipt.navigation or {
                "from": self._url,
                "to": tab.url,
                "http_status": tab.activity.document_status,
            }
            return
        before, after = self._baseline, now
        own = {receipt.hit.ref} if receipt.hit.entry or receipt.hit.typed is not None else set()
        known = receipt.hit.read_back | (tab.read_back - (self._restated - own))
        changes = delta(without_values(before.lines, known), without_values(after.lines, known))
        text, whole = capped(changes)
        receipt.changes = text or None
        tab.mark_seen(now, changes_shown=whole)
        self._baseline = now
        receipt.scrolled = _position(before) != _position(after)
        self._report_focus(receipt, now.focused)

    def _report_focus(self, receipt: Receipt, focused: int | None) -> None:
        if focused not in (self._focused, receipt.hit.ref):
            receipt.focus = focused
        self._tab.focused = focused


def _position(seen: Capture) -> tuple[int, int]:
    return seen.scroll.get("x", 0), seen.scroll.get("y", 0)


def _messages(signals: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(f"{one.get('name') or 'field'}: {one['message']}" for one in signals if one["type"] == "invalid"))


def _few(notes: Sequence[str]) -> list[str]:
    return [*notes[:MOST_NOTES], f"… {len(notes) - MOST_NOTES} more"] if len(notes) > MOST_NOTES else list(notes)


async def observed(
    session: BrowserSession,
    tab: Tab,
    deadline: Deadline,
    observe: str,
    dispatch: Callable[[], Awaitable[Dispatched]],
    *,
    aims: bool,
) -> tuple[Receipt, PageView | None]:
    """The life of an action: the page before it, its input, what came of it. Returns its receipt, and how the page then was if that
    is known.

    ``dispatch`` resolves the target, makes it ready and sends the input; ``aims``: it has a target. ``observe`` is changes, content
    or none.
    """
    observation = Observation(session, tab, deadline, compare=observe == "changes")
    tab.observation = observation
    try:
        await observation.begin(aims=aims)
        dispatched = await dispatch()
        return await observation.end(dispatched), observation.view
    finally:
        observation.stop()
        tab.observation = None
        if tab.aimed:
            tab.cdp.spawn(end_aims(tab))
