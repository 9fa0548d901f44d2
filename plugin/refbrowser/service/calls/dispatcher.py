"""Run one call: find its session and tab, wait for its turn, run the handler, answer. Only this module catches every exception."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.actions.arguments import Arguments, TabArguments
from refbrowser.actions.spec import Action, ActionContext
from refbrowser.actions.uses import takes_address
from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.monitor.dialogs import answer_to
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.playwright_errors import translated
from refbrowser.browser.tab.responsiveness import blocked_from, refuse_blocked, shown_by, tab_hung
from refbrowser.browser.tab.tab import STATE_PATIENCE_MS, Tab
from refbrowser.browser.tab.tab_lock import Passage
from refbrowser.errors import InternalError, NavigationError, RefbrowserError, Remedy, StateError, TimeoutExceeded
from refbrowser.journal.recording import Recording
from refbrowser.masking import Masker
from refbrowser.page_text import well_formed
from refbrowser.policy.urls import absolute
from refbrowser.results import DialogView
from refbrowser.service.calls.answer_report import mark_told, with_report
from refbrowser.service.calls.call_record import CallRecord, publish_call, span
from refbrowser.service.calls.hang_probe import AFTER_MS, LEAD_MS, HangProbe
from refbrowser.service.calls.judging import judge_call, page_of
from refbrowser.service.calls.session_source import SessionSource
from refbrowser.service.oversight.batch_asking import BatchPart
from refbrowser.service.oversight.caller import Caller
from refbrowser.service.oversight.gate import CallGate

log = logging.getLogger("refbrowser")

ENDING_S: Final = 0.1
"""How soon a browser that ends stops to answer after it has closed a page; a call of such a page fails by the browser's end."""

ENDING_PAUSES: Final = 5
"""So much longer it may take where a chat's last page has closed: a browser that is asked to end closes all pages first."""


async def answer(work: Awaitable[Any], masker: Masker | None = None) -> dict[str, Any]:
    """Await ``work`` and return the envelope of its result or failure, without the secrets of ``masker``. Raise nothing but
    ``asyncio.CancelledError``."""
    try:
        envelope: dict[str, Any] = {"ok": True, "result": well_formed(await work)}
    except RefbrowserError as failure:
        envelope = well_formed(failure.as_dict())
    except Exception as defect:
        trace = traceback.format_exc()
        log.error("A call failed with an unexpected exception\n%s", trace if masker is None else masker.text(trace))
        envelope = InternalError(f"Internal error ({type(defect).__name__}); see the log of refbrowser.").as_dict()
    if masker is None or not masker.values:
        return envelope
    masked: dict[str, Any] = masker.masked(envelope)
    return masked


BLOCKED_STATE_MS: Final = 30
"""How long a page that the dialog of another tab blocks is asked for its state."""


async def perform(
    source: SessionSource,
    action: Action,
    arguments: BaseModel,
    deadline: Deadline,
    caller: Caller,
    part: BatchPart | None = None,
) -> Any:
    """Run ``action`` and return its JSON-ready result; ``part`` is its part in a batch that asks a person once. Raises
    :class:`RefbrowserError` for every failure that is understood."""
    if isinstance(address := getattr(arguments, "url", None), str) and takes_address(action.arguments):
        # Once, so that what is judged, loaded and recorded is one address.
        arguments = arguments.model_copy(update={"url": absolute(address, page_of(source, arguments))})
    if not action.starts_browser or action.scope != "chat":
        return await _recorded(source, action, arguments, deadline, caller, part)
    opening = asyncio.get_running_loop().create_future()
    source.opening.add(opening)
    try:
        return await _recorded(source, action, arguments, deadline, caller, part)
    finally:
        source.opening.discard(opening)
        opening.set_result(None)


async def _recorded(
    source: SessionSource, action: Action, arguments: BaseModel, deadline: Deadline, caller: Caller, part: BatchPart | None
) -> Any:
    journal = source.journal()
    source.admit()
    if journal is not None:
        await journal.ready(getattr(arguments, "browser_id", None))
    recording = Recording() if journal is not None else None
    record, hub = CallRecord(source.id, action, arguments, source.existing, recording=recording), source.hub
    journaled = journal.call(record) if journal is not None else nullcontext()
    with _naming_no_other_chat(caller), publish_call(hub, record), span(record, hub.masker), journaled, record.ending():
        record.result = await source.control.stoppable(_judged(source, record, deadline, caller, part))
    return record.result


@contextmanager
def _naming_no_other_chat(caller: Caller) -> Iterator[None]:
    """Around a call of a caller that knows one chat alone: its errors do not list the others that could end."""
    try:
        yield
    except StateError as failure:
        if failure.code == "chat_limit" and caller.chat is not None:
            failure.details.pop("idle", None)
        raise


async def _judged(source: SessionSource, record: CallRecord, deadline: Deadline, caller: Caller, part: BatchPart | None) -> Any:
    """The result of the call, if its policy allows it."""
    action, arguments = record.action, record.arguments
    if caller.policy is not None:
        judge_call(caller.policy, source, action, arguments, caller.asker)
    if (oversight := source.oversight) is None:
        return await _in_session(source, record, deadline, caller, None, part)
    facts = judge_call(oversight.policy, source, action, arguments, caller.asker)
    gate = CallGate(
        oversight, source.id, action, arguments, facts, deadline, caller.ways, source.task, part=part, recording=record.recording
    )
    try:
        return gate.answered(await _in_session(source, record, deadline, caller, gate, part))
    except RefbrowserError as failure:
        gate.failed(failure)
        raise


async def _in_session(
    source: SessionSource, record: CallRecord, deadline: Deadline, caller: Caller, gate: CallGate | None, part: BatchPart | None
) -> Any:
    action, arguments = record.action, record.arguments
    tab: Tab | None = None
    probe: _LateProbe | None = None
    if source.opening and action.needs_turn and getattr(arguments, "browser_id", None) is None:
        # The caller means the tab that one of its earlier calls is opening.
        async with deadline.waiting_for("the tab that is being opened"):
            await asyncio.wait(set(source.opening))
    passage = source.control.passage(action.name, in_sequence=part is not None and part.reserved)
    if not passage.open:
        await passage.wait(deadline)
    try:
        session = source.existing()
        if session is None and (action.starts_browser or source.comes_back()):
            session = await source.started(deadline)
        elif session is not None and (action.needs_turn or action.starts_browser) and source.tor_ended:
            # Another is started before the call goes through it.
            session = await source.started(deadline)
        with session.restorer.in_use() if session is not None else nullcontext():
            if action.scope == "tab":
                assert isinstance(arguments, TabArguments)
                if session is None:
                    raise _no_tab(source.start_failure)
                if action.starts_browser and not session.tabs and arguments.browser_id is None:
                    tab = await session.open(deadline)
                else:
                    tab = session.tab(arguments.browser_id)
            if tab is not None and action.needs_turn:
                probe = _LateProbe(tab, deadline)
            patient = isinstance(arguments, Arguments) and arguments.timeout_ms is not None
            act = (
                Act(tab, session.refs, deadline, recording=record.recording, patient=patient)
                if tab is not None and session is not None
                else None
            )
            context = ActionContext(
                source.settings,
                deadline,
                source.boundary,
                source.hub.masker,
                session,
                act,
                caller.ask,
                source.secrets,
                source.flow_calls(caller) if action.name == "flow" else None,
            )
            if gate is not None:
                gate.tab = tab
                gate.session = session
            return _with_note(session, await _performed(context, tab, action, arguments, gate, passage))
    except Exception as failure:
        if tab is not None and tab.closed and session is not None:
            await _known_to_end_or_live(source, session)
        translated_failure = translated(failure, tab=tab, deadline=deadline, gone=source.gone)
        if tab is not None and probe is not None and _got_no_answer(translated_failure or failure) and await probe.hangs():
            hung = blocked_from(tab, session.tabs if session is not None else ()) or tab_hung(tab)
            deadline.mark(hung)
            deadline.progress.report(hung)
            raise hung from failure
        if isinstance(known := translated_failure or failure, RefbrowserError):
            deadline.progress.report(known)
        if translated_failure is None:
            raise
        raise translated_failure from failure
    finally:
        if probe is not None:
            probe.stop()


class _LateProbe:
    """Makes a call's :class:`HangProbe` when the deadline is near, or the call has failed."""

    def __init__(self, tab: Tab, deadline: Deadline) -> None:
        self._tab = tab
        self._deadline = deadline
        self._made: HangProbe | None = None
        lead_ms = max(0.0, deadline.remaining_ms - LEAD_MS)
        self._timer = asyncio.get_running_loop().call_later(lead_ms / 1000, self._make)

    async def hangs(self) -> bool:
        return await self._make().hangs()

    def stop(self) -> None:
        self._timer.cancel()
        if self._made is not None:
            self._made.stop()

    def _make(self) -> HangProbe:
        self._made = self._made or HangProbe(self._tab, self._deadline)
        return self._made


async def _known_to_end_or_live(source: SessionSource, session: BrowserSession) -> None:
    """Until it is known whether a page closed because its browser ends."""
    for _ in range(ENDING_PAUSES):
        if source.gone() is not None:
            return
        await asyncio.sleep(ENDING_S)  # whether an end is coming is what is waited for
        if session.tabs:
            break
    await session.until_answered_or_ended()


def _got_no_answer(failure: Exception) -> bool:
    """Whether the call ended for want of an answer, which a page that hangs keeps back, its next document's too."""
    unanswered = (
        isinstance(failure, NavigationError) and failure.code == "navigation_timeout" and not failure.details.get("committed", True)
    )
    return unanswered or (isinstance(failure, TimeoutExceeded) and not failure.details.get("page_answered"))


def _no_tab(start_failure: str | None) -> StateError:
    why = f": the browser could not be started. {start_failure}" if start_failure else "; open one."
    return StateError(f"This chat has no open tab{why}", remedy=Remedy("open", hint="with the url of a page"))


async def _performed(
    context: ActionContext, tab: Tab | None, action: Action, arguments: BaseModel, gate: CallGate | None, passage: Passage
) -> Any:
    if tab is not None and action.needs_turn:
        return await _in_turn(context, action, arguments, gate, passage)
    assert action.handler is not None
    if gate is not None:
        await gate.settle()
    # Process pending events of the browser first, so that a caller that polls in a loop sees them.
    await asyncio.sleep(0)  # one step of the loop
    async with context.deadline.waiting_for(f"{action.name} to finish"):
        return await action.handler(context, arguments)


def _with_note(session: BrowserSession | None, result: object) -> Any:
    """Return the result; the first one after a restore includes what was restored."""
    mark_told(session, result)
    note = session.taken_note() if session is not None else None
    if note is None:
        return result
    if isinstance(result, dict):
        return {**result, "restored": note}
    tabs = ", ".join(map(str, note["browser_ids"])) or "none"
    return f"(Restored, because {note['because']}: tabs {tabs}. Lost: {', '.join(note['lost'])}.)\n{result}"


async def _in_turn(context: ActionContext, action: Action, arguments: BaseModel, gate: CallGate | None, passage: Passage) -> Any:
    tab, handler = context.tab, action.handler
    assert handler is not None

    async def begin() -> Any:
        if gate is not None:
            await tab.watch_resubmissions()
            if not gate.facts.takes_element:
                await gate.settle()
        return await handler(context if gate is None else context.judged_by(gate), arguments)

    async with tab.turn(context.deadline, even_crashed=action.revives_tab, passage=passage):
        if len(context.session.tabs) > 1:
            await refuse_blocked(tab, context.session.tabs)
        outcome = await tab.operations.perform(begin, context.deadline)
        if isinstance(outcome, DialogView):
            return await _suspended(context, action, outcome)
        return with_report(context.session, tab, outcome)


async def _suspended(context: ActionContext, action: Action, dialog: DialogView) -> dict[str, Any]:
    """Return the answer of an action that a dialog blocks: the dialog, and the call that answers it."""
    if (suspended := context.tab.operations.suspended) is not None:
        suspended.performed = action.name
    # The deadline counts anew for the action, not for this answer.
    patience_ms = min(STATE_PATIENCE_MS, (suspended.left_ms if suspended is not None else 0) + AFTER_MS)
    shows = shown_by(dialog, context.tab, context.session.tabs)
    if shows is not context.tab:
        # Its page is blocked, and reports nothing.
        patience_ms = min(patience_ms, BLOCKED_STATE_MS)
    state = await context.tab.state(active=context.session.last_interacted == context.tab.browser_id, patience_ms=patience_ms)
    remedy = answer_to(dialog, shows.browser_id).as_dict()
    element = {} if (target := context.act.traces.target) is None else {"element": target}
    held = {"performed": action.name, **element, "dialog": dialog.as_dict(), "suspended": True, "answer_with": remedy}
    return {"action": held, "state": state.as_dict()}


def deadline_of(arguments: BaseModel, default_ms: int) -> Deadline:
    """Return the deadline of the call's ``timeout_ms``, or the default after the time that the call itself asks for."""
    if not isinstance(arguments, Arguments):
        return Deadline(default_ms)
    return Deadline(arguments.timeout_ms or arguments.takes_ms + default_ms)
