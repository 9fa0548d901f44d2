"""The agent's calls as messages to the page."""

import json
from dataclasses import asdict
from typing import Any

from refbrowser.events import CallAimed, CallBegan, CallEnded, Event, Hub, StepPictured


def as_message(event: CallBegan | CallAimed | CallEnded | StepPictured) -> dict[str, Any]:
    """Return the message for one event."""
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
                "flow": asdict(event.flow) if event.flow is not None else None,
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
                "regions": [list(box) for box in event.regions],
                "step": event.step,
                "marks": list(event.marks),
                "url": event.url,
                "viewport": event.viewport,
            }
        case StepPictured():
            return {"type": "step_pictured", "chat": event.chat_id, "step": event.step}


class Wire:
    """Serialises each event once for all viewers."""

    def __init__(self) -> None:
        self._event: Event | None = None
        self._text = ""

    def text(self, event: CallBegan | CallAimed | CallEnded | StepPictured) -> str:
        """Return the event's message as JSON. All viewers get an event before the next one, so one cached text suffices."""
        if event is not self._event:
            self._event, self._text = event, json.dumps(as_message(event), ensure_ascii=False)
        return self._text


def history(hub: Hub, chat_id: str) -> list[dict[str, Any]]:
    """Return the messages of the chat's last calls, oldest first."""
    ended = [as_message(event) for pair in hub.calls(chat_id) for event in pair]
    return [*ended, *(as_message(event) for event in hub.running(chat_id))]
