"""What each chat is doing, and since when: said by the server, which knows, and not guessed by pages from what they have heard."""

from itertools import takewhile
from typing import Any, Literal

from refbrowser.events import CallBegan
from refbrowser.service.chats.chat import Chat
from refbrowser.service.chats.manager import Browser

Doing = Literal["working", "between_calls", "waits_for_person", "held", "paused", "stopped", "crashed", "asleep", "ended"]


def chat_state(browser: Browser, chat_id: str) -> dict[str, Any]:
    """Return the message about one chat: ``{type, chat, doing, since_ms, call, waits_for, failing}``.

    ``since_ms`` are Unix milliseconds, None where that is not known. ``call`` is the oldest call under way, ``waits_for`` what a
    person is asked for: ``approval``, ``help`` or ``dialog``. ``failing``: the
    action of the last calls, where all of them have failed alike, the code, and how often.
    """
    chat = next((each for each in browser.chats if each.id == chat_id), None)
    running = browser.hub.running(chat_id)
    call = min(running, key=lambda event: event.at_ms, default=None)
    doing, since_ms, waits_for = ("ended", None, None) if chat is None else _doing(browser, chat, call)
    return {
        "type": "chat_state",
        "chat": chat_id,
        "doing": doing,
        "since_ms": since_ms,
        "call": None if call is None else {"action": call.action, "browser_id": call.browser_id, "at_ms": call.at_ms},
        "waits_for": waits_for,
        "failing": _failing(browser, chat_id),
    }


def _failing(browser: Browser, chat_id: str) -> dict[str, Any] | None:
    calls = browser.hub.calls(chat_id)
    if not calls or calls[-1][1].ok:
        return None
    last = calls[-1][1]
    alike = takewhile(lambda pair: (pair[1].ok, pair[1].action) == (False, last.action), reversed(calls))
    return {"action": last.action, "code": last.code, "times": sum(1 for _ in alike)}


def _doing(browser: Browser, chat: Chat, call: CallBegan | None) -> tuple[Doing, int | None, str | None]:
    control = chat.control.state
    if control.state == "stopped":
        return "stopped", control.since_ms, None
    if (asked := _asked_for(browser, chat)) is not None:
        waits_for, since_ms = asked
        return "waits_for_person", since_ms or (call.at_ms if call is not None else None), waits_for
    if control.state == "paused":
        return ("held" if control.waiting else "paused"), control.since_ms, None
    session = chat.existing()
    tabs = {tab.browser_id: tab for tab in session.tabs} if session is not None else {}
    if call is not None:
        tab = tabs.get(call.browser_id) if call.browser_id is not None else None
        held = tab is not None and tab.lock.hold is not None and tab.lock.hold.granted
        return ("held" if held else "working"), call.at_ms, None
    active = tabs.get(session.last_interacted) if session is not None and session.last_interacted is not None else None
    if active is not None and active.crashed:
        return "crashed", None, None
    ended = browser.hub.calls(chat.id)
    return (
        "asleep" if chat.asleep else "between_calls",
        max((began.at_ms + end.duration_ms for began, end in ended), default=None),
        None,
    )


def _asked_for(browser: Browser, chat: Chat) -> tuple[str, int | None] | None:
    """Return what a person is asked for, and since when; None where nothing waits for one."""
    if any(approval.chat == chat.id for approval in browser.approvals.pending):
        return "approval", None
    session = chat.existing()
    for tab in session.tabs if session is not None else ():
        if tab.handoff is not None:
            return "help", int(tab.handoff.since * 1000)
        if tab.dialogs.pending:
            return "dialog", None
    return None
