"""What an answer says besides its result: what has happened since the last one, and whether the state of its tab is news."""

import json
from collections.abc import Mapping
from typing import Any

from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab


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


def mark_told(session: BrowserSession | None, result: object) -> None:
    """Mark the state in ``result`` with ``as_told`` where the chat has been told the tab's address, title and activity as they are;
    note what it is told by this result."""
    if session is None or not isinstance(result, dict):
        return
    if isinstance(state := result.get("state"), dict):
        if _tell(session, state):
            state["as_told"] = True
    elif "context_id" in result:
        _tell(session, result)
    for listed in result.get("browsers", ()):
        _tell(session, listed)


def _tell(session: BrowserSession, state: Mapping[str, Any]) -> bool:
    """Return whether the chat had been told this already."""
    if (number := state.get("browser_id")) not in session:
        return False
    seen, shown = session.tab(number).seen, (str(state["url"]), str(state["title"]), bool(state["active"]))
    was_told, seen.told = seen.told == shown, shown
    return was_told
