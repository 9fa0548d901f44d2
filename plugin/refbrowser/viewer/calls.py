"""The agent's calls as the page shows them."""

from typing import Any

from refbrowser.events import CallAimed, CallBegan, CallEnded, Hub


def as_message(event: CallBegan | CallAimed | CallEnded) -> dict[str, Any]:
    """One event as a message to the page."""
    match event:
        case CallBegan():
            return {
                "type": "call_began",
                "call_id": event.call_id,
                "chat": event.chat_id,
                "action": event.action,
                "browser_id": event.browser_id,
                "arguments": dict(event.arguments),
                "at_ms": event.at_ms,
            }
        case CallAimed():
            box = None if event.box is None else list(event.box)
            return {"type": "call_aimed", "chat": event.chat_id, "browser_id": event.browser_id, "label": event.label, "box": box}
        case CallEnded():
            return {
                "type": "call_ended",
                "call_id": event.call_id,
                "chat": event.chat_id,
                "browser_id": event.browser_id,
                "ok": event.ok,
                "code": event.code,
                "outcome": event.outcome,
                "duration_ms": event.duration_ms,
            }


def history(hub: Hub, chat_id: str) -> list[dict[str, Any]]:
    """The chat's last calls, oldest first, as the messages that told of them."""
    ended = [as_message(event) for pair in hub.calls(chat_id) for event in pair]
    return [*ended, *(as_message(event) for event in hub.running(chat_id))]
