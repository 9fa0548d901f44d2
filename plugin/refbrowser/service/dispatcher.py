"""Run one call: find its session and tab, wait for its turn, run the handler, answer. Only this module catches every exception."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any

from pydantic import BaseModel

from refbrowser.actions.arguments import Arguments, TabArguments
from refbrowser.actions.spec import Action, ActionContext
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.monitor.dialogs import answer_to
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.handoff import Ask
from refbrowser.browser.tab.playwright_errors import translated
from refbrowser.browser.tab.responsiveness import hangs, tab_hung
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import InternalError, RefbrowserError, Remedy, StateError, TimeoutExceeded
from refbrowser.results import DialogView
from refbrowser.service.call_events import publish_call, with_report
from refbrowser.service.session_source import SessionSource
from refbrowser.service.wellformed import well_formed

log = logging.getLogger("refbrowser")


async def answer(work: Callable[[], Awaitable[Any]]) -> dict[str, Any]:
    """Run ``work`` and return the envelope of its result or failure. Cancellation propagates."""
    try:
        return {"ok": True, "result": well_formed(await work())}
    except RefbrowserError as failure:
        answered: dict[str, Any] = well_formed(failure.as_dict())
        return answered
    except Exception as defect:
        log.exception("A call failed with an unexpected exception")
        return InternalError(f"Internal error ({type(defect).__name__}); see the log of refbrowser.").as_dict()


async def perform(source: SessionSource, action: Action, arguments: BaseModel, deadline: Deadline, ask: Ask | None = None) -> Any:
    """Run ``action`` and return its JSON-ready result. Raises :class:`RefbrowserError` for every failure that is understood."""
    journal = source.journal()
    if journal is not None:
        await journal.ready(getattr(arguments, "browser_id", None))
    with publish_call(source, action, arguments) as published:
        if journal is None:
            published.result = await _in_session(source, action, arguments, deadline, ask)
            return published.result
        with journal.call(action, arguments, source.existing) as recorded:
            published.result = recorded.result = await _in_session(source, action, arguments, deadline, ask)
        return published.result


async def _in_session(source: SessionSource, action: Action, arguments: BaseModel, deadline: Deadline, ask: Ask | None) -> Any:
    tab: Tab | None = None
    try:
        session = source.existing()
        if session is None and (action.starts_browser or source.comes_back()):
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
            context = ActionContext(source.settings, deadline, source.boundary, session, tab, ask)
            return _with_note(session, await _performed(context, tab, action, arguments))
    except Exception as failure:
        known = translated(failure, tab=tab, deadline=deadline, gone=source.gone)
        if tab is not None and isinstance(known or failure, TimeoutExceeded) and await hangs(tab):
            raise tab_hung(tab) from failure
        if known is None:
            raise
        raise known from failure


def _no_tab(start_failure: str | None) -> StateError:
    why = f": the browser could not be started. {start_failure}" if start_failure else "; open one."
    return StateError(f"This chat has no open tab{why}", remedy=Remedy("open", {"url": "https://…"}))


async def _performed(context: ActionContext, tab: Tab | None, action: Action, arguments: BaseModel) -> Any:
    if tab is not None and action.needs_turn:
        return await _in_turn(context, action, arguments)
    assert action.handler is not None
    # Process pending events of the browser first, so that a caller that polls in a loop sees them.
    await asyncio.sleep(0)  # one step of the loop
    async with context.deadline.waiting_for(f"{action.name} to finish"):
        return await action.handler(context, arguments)


def _with_note(session: BrowserSession | None, result: Any) -> Any:
    """Return the result; the first one after a restore includes what was restored."""
    note = session.taken_note() if session is not None else None
    if note is None:
        return result
    if isinstance(result, dict):
        return {**result, "restored": note}
    tabs = ", ".join(map(str, note["browser_ids"])) or "none"
    return f"(Restored, because {note['because']}: tabs {tabs}. Lost: {', '.join(note['lost'])}.)\n{result}"


async def _in_turn(context: ActionContext, action: Action, arguments: BaseModel) -> Any:
    tab, handler = context.tab, action.handler
    assert handler is not None
    async with tab.turn(context.deadline, even_crashed=action.revives_tab):
        outcome = await tab.operations.perform(lambda: handler(context, arguments), context.deadline)
        if isinstance(outcome, DialogView):
            return await _suspended(context, action, outcome)
        return with_report(context.session, tab, outcome)


async def _suspended(context: ActionContext, action: Action, dialog: DialogView) -> dict[str, Any]:
    """Return the answer of an action that a dialog blocks: the dialog, and the call that answers it."""
    state = await context.tab.state(active=context.session.last_interacted == context.tab.browser_id)
    remedy = answer_to(dialog, context.tab.browser_id).as_dict()
    element = {"element": context.tab.acting_on} if context.tab.acting_on is not None else {}
    held = {"performed": action.name, **element, "dialog": dialog.as_dict(), "suspended": True, "answer_with": remedy}
    return {"action": held, "state": state.as_dict()}


def deadline_of(arguments: BaseModel, default_ms: int) -> Deadline:
    """Return the deadline of the call's ``timeout_ms``, or the default."""
    own = arguments.timeout_ms if isinstance(arguments, Arguments) else None
    return Deadline(own or default_ms)
