"""When an action's effects are over: at once if it had none, else when what it caused is quiet. No fixed waits.

Everything that input causes synchronously has happened when the browser acknowledges the input, so one question to the page tells
whether there is anything to wait for: a navigation that began, requests that are under way, a document that changed.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.dispatched import Dispatched, PendingInput
from refbrowser.browser.engine.ref_table import Document
from refbrowser.browser.monitor.page_activity import since
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.capture import Capture, Version

NAVIGATION_START_MS: Final = 250
"""A form's submission is a task of its own after the event; its request has always begun within this time or never does."""

NAVIGATION_MS: Final = 10_000
"""How long a receipt waits for a navigation that the action began; after that it says that it is still pending."""

ANSWER_MS: Final = 700
"""Kept back from the call's deadline for the receipt itself."""

DOWNLOAD_START_MS: Final = 200
"""How long after the navigation that began it ended Playwright may take to report a download."""

QUIET_REQUESTS_MS: Final = 2_000
"""How long a receipt waits for fetches that the action began; after that it counts those that are still under way."""

FRAME_PATIENCE_MS: Final = 1_000
"""How long a child frame may take to say whether it changed."""

UNHEARD_MS: Final = 10
"""After input has been taken: how long the question that waits for it may take to be answered, before it waits no longer."""

ANIMATION_MS: Final = 1_000
"""How long a receipt waits for animations that the action began; one that takes longer is pending."""

FRAME_MS: Final = 20
"""A little more than one animation frame: scripts that answer a response draw within it."""


@dataclass(slots=True)
class Settled:
    """What is known once the action's effects are over.

    ``restated``: local ids, by document, of fields that hold something else than when last asked. ``secrets``: what those of them
    are called that do not show what they hold. ``boxes`` that scrolled.
    ``animation``: ``{left_ms, what}`` of one that still runs. ``notes``: what confirming the input found.
    """

    new_document: bool = False
    navigation_pending: bool = False
    changed: bool = False
    pending_requests: int = 0
    target: dict[str, Any] | None = None
    signals: list[dict[str, Any]] = field(default_factory=list)
    restated: list[tuple[Document, int]] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    boxes: list[dict[str, Any]] = field(default_factory=list)
    animation: dict[str, Any] | None = None
    reply: dict[str, Any] | None = None
    captured: tuple[Document, str] | None = None
    notes: dict[str, Any] = field(default_factory=dict)


async def settle(
    tab: Tab, baseline: Capture | None, mark: int, commits: int, deadline: Deadline, dispatched: Dispatched
) -> Settled:
    """Waits for the end of what was caused since ``mark``, and reads back the element that was acted on.

    Its pending input is sent with the first question, whose answer confirms the input; what was missed is sent again.
    """
    result = Settled()
    element, hit, retry, pending = dispatched.element, dispatched.hit, dispatched.retry, dispatched.pending
    target = (element.frame, element.document.token, element.local) if element is not None else None
    # What was entered into a field is read back, and is no change of the page by itself.
    typed = hit.typed is not None or hit.entry
    if hit.unannounced:
        await tab.activity.change(FRAME_MS)
    limit: Deadline | None = None
    animated: Deadline | None = None
    first = True
    while True:
        quiet = not tab.activity.requests_since(mark)
        ended = tab.activity.ended_requests
        asked = _ask(tab, deadline, result, target, baseline if quiet else None, typed=typed, behind=pending)
        if pending is not None:
            deadline.stage = pending.stage
            reply, pending = await _sent_with(tab, pending, asked), None
        else:
            reply = await asked
        if limit is None:
            deadline.stage = "the effects of the action to end"
            limit = _patience(deadline, QUIET_REQUESTS_MS)
        if retry is not None and not tab.closed and not _navigating(tab, commits):
            verdict = await retry.retry_if_missed(result.target)
            retry = verdict.next
            result.notes |= verdict.notes
            if verdict.retried:
                result.target = None
                continue
        if first and not tab.closed and _navigation_expected(result.signals):
            await _until(tab, lambda: _navigating(tab, commits), deadline.sooner(NAVIGATION_START_MS))
        first = False
        if tab.closed:
            return result
        if _navigating(tab, commits):
            await _navigation_ends(tab, commits, mark, _patience(deadline, NAVIGATION_MS), result)
            return result
        result.reply = reply
        result.pending_requests = tab.activity.requests_since(mark)
        if result.pending_requests and not limit.passed:
            await _until(tab, lambda: _navigating(tab, commits) or not tab.activity.requests_since(mark), limit)
            # The page's own handlers of the responses run now, and may ask for more.
            await tab.activity.change(FRAME_MS)
            continue
        if tab.activity.ended_requests != ended and not limit.passed:
            # One came and went while the page was asked: it has answered too early.
            await tab.activity.change(FRAME_MS)
            continue
        children = await _ask_children(tab, baseline, deadline, result)
        if result.animation is not None:
            animated = animated or _patience(deadline, ANIMATION_MS)
            if (left_ms := result.animation["left_ms"]) <= animated.remaining_ms:
                # Ends with a frame of its own, behind which it is over in the page too.
                await _until(tab, lambda: _navigating(tab, commits), animated.sooner(left_ms + FRAME_MS))
                continue
        result.changed = _changed(baseline, reply, children, typed=typed)
        return result


async def _sent_with(
    tab: Tab, pending: PendingInput, question: Coroutine[Any, Any, dict[str, Any] | None]
) -> dict[str, Any] | None:
    """The answer to ``question``, which waits in the page for the input that is sent here."""
    asked = asyncio.ensure_future(question)
    asked.add_done_callback(lambda task: task.cancelled() or task.exception())
    sent = asyncio.ensure_future(pending.send())
    freed: asyncio.Future[None] | None = None
    try:
        await sent
        if not (await asyncio.wait({asked}, timeout=UNHEARD_MS / 1000))[0]:
            # The page kept the input from all that listens, or did not let it be entered.
            freed = asyncio.ensure_future(tab.cdp.release_deferred())
        return await asked
    finally:
        asked.cancel()
        if freed is not None:
            freed.cancel()
        if not sent.done():
            # A key that is down comes up first.
            sent.cancel()
            await asyncio.wait({sent})


async def _ask(
    tab: Tab,
    deadline: Deadline,
    result: Settled,
    target: tuple[Frame, str, int] | None,
    baseline: Capture | None,
    *,
    typed: bool,
    behind: PendingInput | None = None,
) -> dict[str, Any] | None:
    """The top document's account of what happened; None when it went away, or a navigation keeps it from answering.

    With a ``baseline`` that it is no longer like, the document is captured in the same question. It answers when it
    is done with ``behind``, which is being sent.
    """
    main = tab.page.main_frame
    known = tab.frames.document(main)
    request: dict[str, Any] = {"op": "after", "doc": known.token if known else None}
    if known is not None and baseline is not None and known.token in baseline.versions:
        request |= {"baseline": baseline.versions[known.token], "typed": typed}
    in_main = target is not None and target[0] is main
    if target is not None and in_main:
        request["id"] = target[2]
    if behind is not None:
        request["behind"] = behind.ends_with

    # The page's requests are reported on Playwright's session before this is answered on the tab's own: the renderer sends the
    # events of a task when the task ends, those of all sessions in one order.
    question = asyncio.ensure_future(tab.frames.ask(main, request, deadline))
    try:
        while not question.done():
            navigation = tab.activity.navigation
            if tab.closed or (navigation is not None and navigation.in_flight):
                # A page that waits for its next document answers nothing until that has come.
                return None
            change = tab.activity.next_change()
            try:
                either: set[asyncio.Future[Any]] = {question, change}
                await asyncio.wait(either, timeout=deadline.remaining_ms / 1000, return_when=asyncio.FIRST_COMPLETED)
            finally:
                change.cancel()
        document, reply, body = question.result()
    except Error:
        return None
    finally:
        question.cancel()
    result.captured = (document, body) if body else None
    if reply.get("error") or (known is not None and reply["doc"] != known.token):
        return None
    result.animation = None
    _take_effects(result, document, reply, reply.get("signals") or [])
    if in_main and reply["target"] is not None:
        result.target = {**reply["target"], "press": reply["press"], "keys": reply["keys"]}
    elif target is not None:
        result.target = await _target_elsewhere(tab, deadline, result, target)
        if outer := (reply["press"] or {}).get("missed"):
            # The frame moved from under the press, which its parent kept from what had come there.
            state = result.target or {}
            result.target = {**state, "press": {**(state.get("press") or {}), "missed": outer}}
    return reply


async def _target_elsewhere(tab: Tab, deadline: Deadline, result: Settled, target: tuple[Frame, str, int]) -> dict[str, Any] | None:
    frame, token, local = target
    try:
        request = {"op": "after", "doc": token, "id": local}
        document, reply, _ = await tab.frames.ask(frame, request, deadline.sooner(FRAME_PATIENCE_MS))
    except Error:
        return None
    if not reply.get("error"):
        _take_effects(result, document, reply, _of_a_child(reply))
    state: dict[str, Any] | None = reply.get("target")
    return None if state is None else {**state, "press": reply["press"], "keys": reply["keys"]}


def _take_effects(result: Settled, document: Document, reply: dict[str, Any], signals: Iterable[dict[str, Any]]) -> None:
    result.signals.extend(signals)
    result.boxes.extend({**box, "document": document} for box in reply["boxes"])
    result.secrets.extend(reply["secrets"])
    result.restated.extend((document, local) for local in reply["restated"])
    animation = reply["animation"]
    if animation is not None and (result.animation is None or animation["left_ms"] > result.animation["left_ms"]):
        result.animation = animation


def _of_a_child(reply: dict[str, Any]) -> list[dict[str, Any]]:
    """What a child frame signals, but for its own comings and goings."""
    return [signal for signal in reply.get("signals") or [] if signal["type"] in ("invalid", "media")]


def _navigation_expected(signals: list[dict[str, Any]]) -> bool:
    return any(
        (signal["type"] == "navigate" and not signal.get("same_document"))
        or (signal["type"] == "submit" and not signal.get("prevented"))
        for signal in signals
    )


def _navigating(tab: Tab, commits: int) -> bool:
    navigation = tab.activity.navigation
    return tab.closed or tab.activity.commits > commits or (navigation is not None and navigation.in_flight)


async def _until(tab: Tab, reached: Any, limit: Deadline) -> None:
    while not reached() and not limit.passed:
        await tab.activity.change(limit.remaining_ms)


def _patience(deadline: Deadline, most_ms: float) -> Deadline:
    """The action is done: what is left of the call's time is for the receipt, whatever is still under way."""
    return deadline.sooner(min(most_ms, deadline.remaining_ms - ANSWER_MS))


async def _navigation_ends(tab: Tab, commits: int, mark: int, limit: Deadline, result: Settled) -> None:
    """Until the new document is parsed; a navigation that turned into a download or a 204 leaves the old one."""

    def ended() -> bool:
        navigation = tab.activity.navigation
        return tab.closed or navigation is None or navigation.failure is not None or (navigation.committed and navigation.parsed)

    await _until(tab, ended, limit)
    navigation = tab.activity.navigation
    if navigation is not None and navigation.became_download:
        # Playwright reports the navigation's end before the download.
        await _until(tab, lambda: since(tab.activity.downloads, mark), limit.sooner(DOWNLOAD_START_MS))
    result.new_document = tab.activity.commits > commits
    result.navigation_pending = not tab.closed and navigation is not None and navigation.in_flight


async def _ask_children(tab: Tab, baseline: Capture | None, deadline: Deadline, result: Settled) -> list[tuple[str, Version]]:
    """The versions of the documents in child frames, by their tokens; what else they say is added to ``result``."""
    if baseline is None:
        return []

    async def version(frame: Frame) -> tuple[str, Version] | None:
        try:
            document, answer, _ = await tab.frames.ask(frame, {"op": "after", "doc": None}, deadline.sooner(FRAME_PATIENCE_MS))
        except Error:
            return None
        _take_effects(result, document, answer, _of_a_child(answer))
        return document.token, version_of(answer)

    children = [frame for frame in tab.page.frames if frame is not tab.page.main_frame]
    return [entry for entry in await asyncio.gather(*map(version, children)) if entry is not None]


def _changed(
    baseline: Capture | None, reply: dict[str, Any] | None, children: Sequence[tuple[str, Version]], *, typed: bool
) -> bool:
    """Whether any document of the page changed since ``baseline``, by the count that each document's engine keeps."""
    if baseline is None:
        return False
    if reply is None or any(reply["scroll"][axis] != baseline.scroll.get(axis, 0) for axis in ("x", "y")):
        return True
    seen = [*children, (str(reply["doc"]), version_of(reply))]
    return not all(now.same(baseline.versions.get(token), typed=typed) for token, now in seen)


def version_of(reply: Mapping[str, Any]) -> Version:
    """How often the document that replied has changed."""
    return Version(int(reply["version"]), int(reply["entered"]))
