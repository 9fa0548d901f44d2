"""Publishes the beginning and the end of each call, and adds to answers what happened since the last one."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import InternalError, RefbrowserError
from refbrowser.events import CallBegan, CallEnded, cut, told
from refbrowser.service.session_source import SessionSource

_LONG = ("by_person", "remarks", "changes", "content", "state")
"""Parts of a result that a list of calls has no use for; what a person did is for the agent alone."""


@dataclass(slots=True)
class _PublishedCall:
    result: Any = None


@contextmanager
def publish_call(source: SessionSource, action: Action, arguments: BaseModel) -> Iterator[_PublishedCall]:
    """Publishes the beginning of the call, and its end with the result that the block sets, or the error that it raises."""
    hub, began = source.hub, time.monotonic()
    named = getattr(arguments, "browser_id", None)
    if named is None and action.scope == "tab" and (session := source.existing()) is not None:
        named = session.last_interacted
    call_id = hub.next_call_id()
    hub.began(CallBegan(call_id, source.id, action.name, named, told(vars(arguments)), int(time.time() * 1000)))
    ended = _PublishedCall()
    code: str | None = "cancelled"
    outcome: Any = None
    try:
        yield ended
        code, outcome = None, _brief(ended.result)
        if named is None and isinstance(ended.result, dict):
            named = ended.result.get("browser_id")
    except RefbrowserError as failure:
        code, outcome = failure.code, failure.message
        raise
    except Exception:
        code = InternalError.default_code
        raise
    finally:
        duration_ms = round((time.monotonic() - began) * 1000)
        hub.ended(
            CallEnded(call_id, source.id, action.name, named, code is None, code, cut(hub.masker.masked(outcome)), duration_ms)
        )


def with_report(session: BrowserSession, tab: Tab, outcome: Any) -> Any:
    """The outcome and, once, what no receipt reports of the time since the last answer.

    That is tabs that pages opened (``opened_meanwhile``) or closed (``closed_meanwhile``), dialogs that somebody else answered
    (``dialogs_meanwhile``), what a person did on the tab (``by_person``) and remarked in the chat (``remarks``). A text gets it as
    JSON, in front.
    """
    told: dict[str, Any] = {}
    if opened := session.openings.report_rest(tab, {other.browser_id for other in session.tabs if other.lock.taken}):
        told["opened_meanwhile"] = opened
    if closed := session.openings.report_closed_rest():
        told["closed_meanwhile"] = closed
    if dialogs := [one for one in tab.dialogs.report_answered() if one.dialog_id not in _dialogs_in(outcome)]:
        told["dialogs_meanwhile"] = [dialog.as_dict() for dialog in dialogs]
    if (report := tab.lock.take_report()) is not None:
        told["by_person"] = report
    if session.remarks:
        told["remarks"], session.remarks = session.remarks, []
    if not told:
        return outcome
    if isinstance(outcome, str):
        return "\n".join([*(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in told.items()), "", outcome])
    if not isinstance(outcome, dict):
        return outcome
    if isinstance(receipt := outcome.get("action"), dict):
        return {**outcome, "action": {**receipt, **told}}
    return {**outcome, **told}


def _dialogs_in(outcome: Any) -> set[str]:
    """The ids of the dialogs that a receipt reports."""
    receipt = outcome.get("action") if isinstance(outcome, dict) else None
    if not isinstance(receipt, dict):
        return set()
    dialogs = [*receipt.get("earlier_dialogs", []), *([receipt["dialog"]] if "dialog" in receipt else [])]
    return {dialog["dialog_id"] for dialog in dialogs}


def _brief(result: Any) -> Any:
    if not isinstance(result, dict):
        return result
    brief = {name: value for name, value in result.items() if name not in _LONG}
    if isinstance(receipt := brief.get("action"), dict):
        brief["action"] = {name: value for name, value in receipt.items() if name not in _LONG or name == "changes"}
    return brief
