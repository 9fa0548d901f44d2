"""When an action's effects are over: at once if it had none, else when what it caused is quiet. No fixed waits.

Everything that input causes synchronously has happened when the browser acknowledges the input, so one question to the page shows
whether there is anything to wait for: a navigation that began, requests that are under way, a document that changed. The same
answer shows whether the element received its input.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import Error, Frame

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element import dispatched as sending
from refbrowser.browser.element.dispatched import Confirmation, Dispatched, PendingInput, TargetReport, sent_with
from refbrowser.browser.element.element import Element
from refbrowser.browser.engine.ref_table import Document
from refbrowser.browser.engine.reply import TextReply
from refbrowser.browser.engine.wire import Effects, Signal
from refbrowser.browser.engine.wire_reading import Refusal
from refbrowser.browser.engine.wire_requests import InputEnd
from refbrowser.browser.receipt.before import Before, compared_frames
from refbrowser.browser.receipt.settled import Settled
from refbrowser.browser.snapshot.assembling import version_of
from refbrowser.content.capture import Version

NAVIGATION_START_MS: Final = 250
"""A form's submission is a task of its own after the event; its request has always begun within this time or never does."""

NAVIGATION_MS: Final = 10_000
"""How long a receipt waits for a navigation that the action began; after that it says that it is still pending."""

ANSWER_MS: Final = 700
"""Kept back from the call's deadline for the receipt itself."""

DOWNLOAD_START_MS: Final = 200
"""How long after the navigation that began it ended Playwright may take to report a download."""

NEXT_DOWNLOAD_MS: Final = 400
"""How long after a download that the action began another may begin: pages that save several files leave pauses between them."""

DOWNLOADS_PER_ANSWER: Final = 6
LONGEST_DOWNLOAD_MS: Final = 1_500
"""On a slow machine that is so many times as long as the page took to answer, up to this."""

REPLACED_MS: Final = 100
"""How long after a navigation that was aborted the one may begin that took its place."""

QUIET_REQUESTS_MS: Final = 2_000
"""How long a receipt waits for fetches that the action began; after that it counts those that are still under way."""

FRAME_PATIENCE_MS: Final = 1_000
"""How long a child frame may take to say whether it changed."""

ANIMATION_MS: Final = 1_000
"""How long a receipt waits for animations that the action began; one that takes longer is pending."""

FRAME_MS: Final = 20
"""A little more than one animation frame: scripts that answer a response draw within it."""

MOST_FRAMES: Final = 3
"""How many frames are waited for that scripts have asked for since the action began."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """One question for the effects: the answer, if one came, and how far the page's requests were when it was put."""

    page: Effects | None
    ended_requests: int


async def settle(act: Act, before: Before, dispatched: Dispatched, *, frames: int = 0) -> Settled:
    """Confirm the input, send it again if it was missed, and wait for the end of what it caused.

    The last of the input, where it is pending, is sent with the first question. ``frames`` is how many animation frames are waited
    for where scripts have asked for them. Raise what the confirmation raises.
    """
    return await _Settling(act, before, dispatched, frames).run()


class _Settling:
    def __init__(self, act: Act, before: Before, dispatched: Dispatched, frames: int) -> None:
        self._frames = frames
        self._act = act
        self._tab = tab = act.tab
        self._before = before
        self._element = dispatched.element
        self._hit = dispatched.hit
        self._confirmation = dispatched.confirmation
        self._pending = dispatched.pending
        self._deadline = act.deadline
        # What was entered into a field is read back, and does not alone count as a change of the page.
        self._typed = dispatched.hit.typed is not None or dispatched.hit.entry
        self._settled = Settled()
        self._messages_outward = before.compares and len(tab.page.frames) > 1
        self._unconfirmed: Confirmation | None = None
        self._answered_ms = 0.0
        # The version of the target's own document, which lies in a frame that may not be among the compared ones.
        self._of_target: list[tuple[str, Version]] = []
        # Documents in frames that have announced another one, and how many requests had ended by then.
        self._leaving: dict[Document, int] = {}

    async def run(self) -> Settled:
        if self._hit.unannounced:
            await self._tab.activity.change(FRAME_MS)
        asked = await self._ask(self._pending or (sending.HANDLED if self._typed else None))
        self._deadline.stage = "the effects of the action to end"
        asked = await self._confirmed(asked, self._confirmation)
        if not self._tab.closed and _navigation_expected(self._settled.signals):
            await self._until(self._navigating, self._deadline.sooner(NAVIGATION_START_MS))
        await self._quiet(asked)
        if self._unconfirmed is not None and self._settled.new_document and not self._tab.closed:
            self._settled.notes |= (await self._unconfirmed.confirm(None)).notes
        return self._settled

    async def _confirmed(self, asked: _Asked, confirmation: Confirmation | None) -> _Asked:
        """The answer behind the input that the element received; it is sent again as often as ``confirmation`` allows."""
        while confirmation is not None and not self._tab.closed and not self._navigating() and not self._held_elsewhere(asked):
            verdict = await confirmation.confirm(self._settled.target)
            self._settled.notes |= verdict.notes
            confirmation = verdict.next
            if verdict.retried:
                self._settled.target = None
                asked = await self._ask()
        self._unconfirmed = confirmation
        return asked

    def _awaits_frames(self) -> bool:
        """Return whether scripts wait for animation frames or idle times for which they have asked since the action began."""
        return self._before.compares and any(answer["scheduled"] == "frames" for answer in self._settled.accounts.values())

    def _is_in_frame(self) -> bool:
        """Return whether the input went to a frame: to an element of one or, without an element, to what has the focus in one."""
        if self._element is not None:
            return self._element.frame is not self._tab.page.main_frame
        top = self._tab.frames.document(self._tab.page.main_frame)
        focused = self._settled.focused.get(top) if top is not None else None
        return top is not None and focused is not None and self._tab.frames.known_child(top, focused) is not None

    def _held_elsewhere(self, asked: _Asked) -> bool:
        """Whether the page did not answer because the dialog of a tab that it opened holds it."""
        popup = self._tab.blocking_popup
        if asked.page is not None or popup is None:
            return False
        self._settled.notes["unconfirmed"] = f"the dialog of tab {popup.browser_id}, which the page opened, holds this page too"
        return True

    async def _quiet(self, asked: _Asked) -> None:
        """Until no request or animation is left that the action began, or a navigation has ended."""
        tab, settled, limit = self._tab, self._settled, self._patience(QUIET_REQUESTS_MS)
        animated: Deadline | None = None
        downloads = 0
        while True:
            if tab.closed or self._held_elsewhere(asked):
                return
            if self._navigating():
                await self._navigation_ends()
                return
            settled.page = asked.page
            settled.pending_requests = tab.activity.requests_since(self._before.mark)
            if settled.pending_requests and not limit.passed:
                await self._until(lambda: self._navigating() or not tab.activity.requests_since(self._before.mark), limit)
                # The page's own handlers of the responses run now, and may ask for more.
                await tab.activity.change(FRAME_MS)
            elif tab.activity.ended_requests != asked.ended_requests and not limit.passed:
                # One came and went while the page was asked: it has answered too early.
                await tab.activity.change(FRAME_MS)
            elif (begun := self._downloads()) > downloads and not limit.passed:
                downloads = begun
                await self._another_download(limit)
            else:
                children = await self._ask_children()
                if self._leaving and not limit.passed:
                    await self._frames_leave(limit)
                    asked = await self._ask()
                    continue
                if self._frames and self._awaits_frames():
                    self._frames -= 1
                    began = time.monotonic()
                    await tab.activity.change(FRAME_MS)
                    settled.waited_ms += (time.monotonic() - began) * 1000
                    asked = await self._ask()
                    continue
                if self._messages_outward and self._is_in_frame():
                    # Messages of the frame to the documents around it wait for its next frame to be drawn, as other tasks do. Where
                    # nothing has changed yet, the page is watched for longer than that anyway, if no entry is read back.
                    self._messages_outward = False
                    restless = [document for document, answer in settled.accounts.items() if answer["scheduled"] == "frame"]
                    changed = self._before.differs(asked.page, [*children, *self._of_target], typed=self._typed)
                    asked = await self._ask(sending.DRAWN if changed or self._typed else None)
                    for document in restless:
                        # What the message leads to may have asked for frames after those that have been drawn by now.
                        settled.accounts[document]["scheduled"] = settled.accounts[document]["scheduled"] or "frame"
                    continue
                animated = animated or self._patience(ANIMATION_MS)
                if settled.animation is None or settled.animation["left_ms"] > animated.remaining_ms:
                    settled.changed = self._before.differs(asked.page, [*children, *self._of_target], typed=self._typed)
                    return
                await self._until(self._navigating, animated.sooner(settled.animation["left_ms"] + FRAME_MS))
                # It ends with a frame of its own: what waits for the end runs then.
                asked = await self._ask(sending.LAST_FRAME)
                continue
            asked = await self._ask()

    async def _ask(self, pending: PendingInput | None = None) -> _Asked:
        """The top document's account; without one when it went away, or a navigation keeps it from answering.

        Once no request is under way, and the page is no longer like the one before the action, it is captured in the same
        question. With ``pending`` input, that is sent while the page is asked, and the answer comes behind it.
        """
        tab, settled = self._tab, self._settled
        ended, main = tab.activity.ended_requests, tab.page.main_frame
        document_before = tab.frames.document(main)
        asked = time.monotonic()
        if pending is None:
            answered = await self._answer(document_before)
        else:
            self._deadline.stage = pending.stage
            answered = await sent_with(pending, self._answer(document_before, pending.ends_with), tab.cdp.release_deferred)
        self._answered_ms = max(self._answered_ms, (time.monotonic() - asked) * 1000)
        if answered is None:
            return _Asked(None, ended)
        document, reply, text = answered
        settled.captured = (document, text) if text else None
        if "error" in reply or (document_before is not None and reply["doc"] != document_before.token):
            return _Asked(None, ended)
        self._act.traces.aimed.discard(main)
        settled.animation = None
        self._add(document, reply)
        if self._element is not None:
            settled.target = await self._target_report(self._element, reply)
        return _Asked(reply, ended)

    async def _answer(self, doc: Document | None, behind: InputEnd | None = None) -> TextReply[Effects | Refusal] | None:
        tab, main = self._tab, self._tab.page.main_frame
        target = self._element.local if self._element is not None and self._element.frame is main else None
        page = self._before.page if not tab.activity.requests_since(self._before.mark) else None
        baseline = page.versions.get(doc.token) if doc is not None and page is not None else None
        # The page's requests are reported on Playwright's session before this is answered on the tab's own: the renderer sends
        # the events of a task when the task ends, those of all sessions in one order.
        question = asyncio.ensure_future(
            tab.engine.after(main, self._deadline, doc=doc, target=target, baseline=baseline, typed=self._typed, behind=behind)
        )
        try:
            while not question.done():
                navigation = tab.activity.navigation
                if tab.closed or tab.blocking_popup or (navigation is not None and navigation.in_flight):
                    # A page that waits for its next document answers nothing until that has come, nor one that a dialog holds.
                    return None
                change = tab.activity.next_change()
                try:
                    either: set[asyncio.Future[Any]] = {question, change}
                    await asyncio.wait(either, timeout=self._deadline.remaining_ms / 1000, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    change.cancel()
            return question.result()
        except Error:
            return None
        finally:
            question.cancel()

    async def _target_report(self, element: Element, page: Effects) -> TargetReport | None:
        """What the page reports of the element, which its own document is asked for where that is not the top one."""
        if element.frame is self._tab.page.main_frame:
            return None if page["target"] is None else TargetReport(page["target"], page["press"], page["keys"])
        outer = (page["press"] or {}).get("missed")
        try:
            limit = self._deadline.sooner(FRAME_PATIENCE_MS)
            behind, target = sending.HANDLED.ends_with if self._typed else None, element.local
            document, effects, _ = await self._tab.engine.after(
                element.frame, limit, doc=element.document, target=target, behind=behind
            )
        except Error:
            return _outer_report(outer)
        if "error" in effects:
            return _outer_report(outer)
        self._act.traces.aimed.discard(element.frame)
        self._add(document, effects, of_child=True)
        self._of_target = [(document.token, version_of(effects))]
        press = effects["press"]
        if outer:
            # The frame moved from under the press, which its parent kept from what had come there.
            press = {**(press or {}), "missed": outer}
        return TargetReport(effects["target"], press, effects["keys"])

    async def _ask_children(self) -> list[tuple[str, Version]]:
        """The versions of the documents in child frames, by their tokens; what else they report is added to the result."""
        if not self._before.compares:
            return []

        async def version(frame: Frame) -> tuple[str, Version] | None:
            try:
                limit = self._deadline.sooner(FRAME_PATIENCE_MS)
                document, effects, _ = await self._tab.engine.after(frame, limit)
            except Error:
                return None
            if "error" in effects:
                return None
            self._act.traces.aimed.discard(frame)
            self._add(document, effects, of_child=True)
            return document.token, version_of(effects)

        answers = await asyncio.gather(*map(version, compared_frames(self._tab)))
        return [entry for entry in answers if entry is not None]

    def _add(self, document: Document, effects: Effects, *, of_child: bool = False) -> None:
        """What a document reports; the coming and going of child frames is not a signal of the page."""
        settled = self._settled
        if of_child and _navigation_expected(effects["signals"]):
            self._leaving[document] = self._tab.activity.ended_requests
        settled.signals.extend(
            signal for signal in effects["signals"] if not of_child or signal["type"] in ("invalid", "media", "drop", "asked")
        )
        settled.boxes.extend((document, box) for box in effects["boxes"])
        settled.secrets.extend(effects["secrets"])
        settled.focused[document] = effects["focused"]
        settled.accounts[document] = effects
        settled.awaits_list = settled.awaits_list or effects.get("awaits_list", False)
        settled.restated.extend((document, local) for local in effects["restated"])
        animation = effects["animation"]
        if animation is not None and (settled.animation is None or animation["left_ms"] > settled.animation["left_ms"]):
            settled.animation = animation

    async def _frames_leave(self, limit: Deadline) -> None:
        """Until a frame requests the document that it has announced, or shows one that needs no request: what is requested is
        waited for as any request is."""
        tab, leaving = self._tab, self._leaving
        self._leaving = {}

        def begun() -> bool:
            if tab.activity.requests_since(self._before.mark) or self._navigating():
                return True
            ended = tab.activity.ended_requests
            return any(ended != then or tab.frames.frame(document) is None for document, then in leaving.items())

        await self._until(begun, limit.sooner(NAVIGATION_START_MS))

    async def _navigation_ends(self) -> None:
        """Until the new document is parsed; a navigation that turned into a download or a 204 leaves the old one."""
        tab, limit = self._tab, self._patience(NAVIGATION_MS)

        def ended() -> bool:
            navigation = tab.activity.navigation
            return tab.closed or navigation is None or navigation.failure is not None or (navigation.committed and navigation.ended)

        await self._until(ended, limit)
        navigation = tab.activity.navigation
        if navigation is not None and navigation.no_page:
            # Where the page replaces it by another, Chromium reports the end of the one before it reports the other.
            await self._until(lambda: tab.activity.navigation is not navigation, limit.sooner(REPLACED_MS))
            await self._until(ended, limit)
            navigation = tab.activity.navigation
        if navigation is not None and navigation.became_download:
            # Playwright reports the navigation's end before the download.
            await self._until(lambda: self._downloads() > 0, limit.sooner(DOWNLOAD_START_MS))
            while self._downloads() and await self._another_download(self._patience(QUIET_REQUESTS_MS)):
                pass
        self._settled.new_document = tab.activity.commits > self._before.commits
        self._settled.navigation_pending = not tab.closed and navigation is not None and navigation.in_flight

    def _downloads(self) -> int:
        return len(self._tab.activity.downloads_since(self._before.mark))

    async def _another_download(self, limit: Deadline) -> bool:
        """Waits until another download begins, a short time at most. Returns whether one did."""
        begun = self._downloads()
        pause_ms = max(NEXT_DOWNLOAD_MS, min(DOWNLOADS_PER_ANSWER * self._answered_ms, LONGEST_DOWNLOAD_MS))
        await self._until(lambda: self._navigating() or self._downloads() > begun, limit.sooner(pause_ms))
        return self._downloads() > begun

    def _navigating(self) -> bool:
        activity = self._tab.activity
        navigation = activity.navigation
        return self._tab.closed or activity.commits > self._before.commits or (navigation is not None and navigation.in_flight)

    async def _until(self, reached: Callable[[], bool], limit: Deadline) -> None:
        while not reached() and not limit.passed:
            await self._tab.activity.change(limit.remaining_ms)

    def _patience(self, most_ms: float) -> Deadline:
        """The action is done: what is left of the call's time is for the receipt, whatever is still under way."""
        return self._deadline.sooner(min(most_ms, self._deadline.remaining_ms - ANSWER_MS))


def _outer_report(missed: str | None) -> TargetReport | None:
    """Return what the documents around the target's frame kept from it, where its own does not answer."""
    return TargetReport(press={"missed": missed}) if missed else None


def _navigation_expected(signals: Iterable[Signal]) -> bool:
    return any(
        (signal["type"] == "navigate" and not signal.get("same_document"))
        or (signal["type"] == "submit" and not signal.get("prevented"))
        for signal in signals
    )
