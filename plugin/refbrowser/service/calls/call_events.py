"""Publish the start and end of each call, and add to answers what happened since the last answer."""

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
from refbrowser.events import CallBegan, CallEnded, cut, published_arguments
from refbrowser.service.calls.session_source import SessionSource

_LONG = ("by_person", "remarks", "changes", "content", "state")
"""Parts of a result that events leave out: long ones, and the report of a person's input, which is for the agent alone."""


@dataclass(slots=True)
class _PublishedCall:
    result: Any = None


@contextmanager
def publish_call(source: SessionSource, action: Action, arguments: BaseModel) -> Iterator[_PublishedCall]:
    """Publish the start of the call, and its end with the result that the block sets or the error that it raises."""
    hub, began = source.hub, time.monotonic()
    named = getattr(arguments, "browser_id", None)
    if named is None and action.scope == "tab" and (session := source.existing()) is not None:
        named = session.last_interacted
    call_id = hub.next_call_id()
    hub.began(CallBegan(call_id, source.id, action.name, named, published_arguments(vars(arguments)), int(time.time() * 1000)))
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
        brief = cut(hub.masker.masked(outcome))
        regions = _regions(ended.result)
        hub.ended(CallEnded(call_id, source.id, action.name, named, code is None, code, brief, duration_ms, regions))


def with_report(session: BrowserSession, tab: Tab, outcome: object) -> Any:
    """Return ``outcome`` with the events since the last answer that no receipt reports. Each is reported once.

    These are tabs that pages opened (``opened_meanwhile``) or closed (``closed_meanwhile``), dialogs that a policy, a person or the
    watchdog answered (``dialogs_meanwhile``), a person's input on the tab (``by_person``), a profile that cannot be written
    (``profile_unsaved``) and remarks in the chat (``remarks``). A text gets them as lines of JSON before it.
    """
    report: dict[str, Any] = {}
    openings = session.openings
    if openings.unreported:
        opened = openings.report_rest(tab, {other.browser_id for other in session.tabs if other.lock.taken})
        report |= {"opened_meanwhile": opened} if opened else {}
    if openings.closed_unreported:
        report["closed_meanwhile"] = openings.report_closed_rest()
    if dialogs := [answered for answered in tab.dialogs.report_answered() if answered.dialog_id not in _dialogs_in(outcome)]:
        report["dialogs_meanwhile"] = [dialog.as_dict() for dialog in dialogs]
    if (by_person := tab.lock.take_report()) is not None:
        report["by_person"] = by_person
    if (unsaved := session.restorer.report_unkept()) is not None:
        report["profile_unsaved"] = unsaved
    if session.remarks:
        report["remarks"], session.remarks = session.remarks, []
    if not report:
        return outcome
    if isinstance(outcome, str):
        return "\n".join([*(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in report.items()), "", outcome])
    if not isinstance(outcome, dict):
        return outcome
    if isinstance(receipt := outcome.get("action"), dict):
        return {**outcome, "action": {**receipt, **report}}
    return {**outcome, **report}


def _dialogs_in(outcome: object) -> set[str]:
    """Return the ids of the dialogs in the receipt of ``outcome``."""
    receipt = outcome.get("action") if isinstance(outcome, dict) else None
    if not isinstance(receipt, dict):
        return set()
    dialogs = [*receipt.get("earlier_dialogs", []), *([receipt["dialog"]] if "dialog" in receipt else [])]
    return {dialog["dialog_id"] for dialog in dialogs}


def _regions(result: object) -> list[list[float]]:
    """Where the receipt's comparison of pictures found changes, in CSS pixels."""
    receipt = result.get("action") if isinstance(result, dict) else None
    found = receipt.get("visual_diff") if isinstance(receipt, dict) else None
    if not isinstance(found, dict):
        return []
    return [[side / found.get("scale", 1) for side in region["box"]] for region in found.get("regions", [])]


def _brief(result: object) -> Any:
    if not isinstance(result, dict):
        return result
    brief = {name: value for name, value in result.items() if name not in _LONG}
    if isinstance(receipt := brief.get("action"), dict):
        brief["action"] = {name: value for name, value in receipt.items() if name not in _LONG or name == "changes"}
    return brief
