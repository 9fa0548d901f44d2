"""The agent's calls as the page shows them."""

import json
from typing import Any

from refbrowser.events import CallAimed, CallBegan, CallEnded, Event, Hub


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


class Wire:
    """The JSON of events, written once for all viewers."""

    def __init__(self) -> None:
        self._event: Event | None = None
        self._text = ""

    def text(self, event: CallBegan | CallAimed | CallEnded) -> str:
        """The event's message. Viewers get an event one after the other, so remembering the last is enough."""
        if event is not self._event:
            self._event, self._text = event, json.dumps(as_message(event), ensure_ascii=False)
        return self._text


def history(hub: Hub, chat_id: str) -> list[dict[str, Any]]:
    """The chat's last calls, oldest first, as the messages that were sent for them."""
    ended = [as_message(event) for pair in hub.calls(chat_id) for event in pair]
    return [*ended, *(as_message(event) for event in hub.running(chat_id))]
