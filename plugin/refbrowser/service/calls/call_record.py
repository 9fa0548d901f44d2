"""The record of one call, written once for events, spans and the journal; and what happened between answers."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import InternalError, RefbrowserError
from refbrowser.events import CallBegan, CallEnded, Hub, cut, published_arguments
from refbrowser.journal.recording import Recording

_LONG = ("by_person", "remarks", "changes", "content", "state")
"""Parts of a result that events leave out: long ones, and the report of a person's input, which is for the agent alone."""


@dataclass(slots=True)
class CallRecord:
    """A call from its start to its end.

    ``existing`` returns the chat's session, which the call may begin. ``browser_id`` is the tab that the call is about: named, else
    the active one, else the one in its result. When it has ended, ``code`` is that of its error, None for success, ``result`` what
    it returned, and ``failure`` the error, if it is understood. ``recording`` is what a journal keeps of its targets and approvals.
    """

    chat_id: str
    action: Action
    arguments: BaseModel
    existing: Callable[[], BrowserSession | None]
    browser_id: int | None = None
    recording: Recording | None = None
    tab: Tab | None = None
    at_ms: int = 0
    duration_ms: float = 0
    code: str | None = InternalError.default_code
    result: Any = None
    failure: RefbrowserError | None = None
    _began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.at_ms = int(time.time() * 1000)
        self.browser_id = getattr(self.arguments, "browser_id", None)
        if self.action.scope == "tab" and (session := self.existing()) is not None:
            self.browser_id = self.browser_id if self.browser_id is not None else session.last_interacted
            self.tab = session.tab(self.browser_id) if self.browser_id in session else None

    @contextmanager
    def ending(self) -> Iterator[None]:
        """Write down how the call in the block ends."""
        try:
            yield
            self.code = None
            if self.browser_id is None and isinstance(self.result, dict):
                self.browser_id = self.result.get("browser_id")
        except BaseException as failure:
            if isinstance(failure, RefbrowserError):
                self.code, self.failure = failure.code, failure
            elif not isinstance(failure, Exception):
                self.code = "cancelled"
            raise
        finally:
            self.duration_ms = (time.monotonic() - self._began) * 1000


@contextmanager
def publish_call(hub: Hub, record: CallRecord) -> Iterator[None]:
    """Publish the start of the call in the block, and its end as the record has it."""
    call_id, name = hub.next_call_id(), record.action.name
    arguments = published_arguments(vars(record.arguments))
    hub.began(CallBegan(call_id, record.chat_id, name, record.browser_id, arguments, record.at_ms))
    try:
        yield
    finally:
        outcome = record.failure.message if record.failure is not None else _brief(record.result)
        brief, regions, duration_ms = cut(hub.masker.masked(outcome)), _regions(record.result), round(record.duration_ms)
        ended = CallEnded(
            call_id, record.chat_id, name, record.browser_id, record.code is None, record.code, brief, duration_ms, regions
        )
        hub.ended(ended)


def with_report(session: BrowserSession, tab: Tab, outcome: object) -> Any:
    """Return ``outcome`` with the events since the last answer that no receipt reports. Each is reported once.

    These are tabs that pages opened (``opened_meanwhile``) or closed (``closed_meanwhile``), dialogs that a policy, a person or the
    watchdog answered (``dialogs_meanwhile``), a person's input on the tab (``by_person``), calls of others on it that wait
    or were waited for (``other_calls``), a profile that cannot be written (``profile_unsaved``) and remarks in the chat
    (``remarks``). A text gets them as lines of JSON before it.
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
    if others := tab.lock.report_others():
        report["other_calls"] = others
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
