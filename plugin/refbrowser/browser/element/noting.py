"""Notes for the recording of the current call which elements its refs and selectors meant."""

from typing import TYPE_CHECKING, Any

from refbrowser.journal.recording import CURRENT
from refbrowser.redact import redacted

if TYPE_CHECKING:
    from refbrowser.browser.element.resolve import Element


def what_to_ask() -> dict[str, Any]:
    """What to ask of the element besides, where a journal is kept."""
    return {"meaning": True} if CURRENT.get() is not None else {}


def note(element: "Element", ref: int | None, selector: str | None) -> None:
    """``element`` is what the call's ``ref`` or ``selector`` means."""
    recording, meaning = CURRENT.get(), element.probe.get("meaning")
    if recording is None or meaning is None:
        return
    if element.frame.parent_frame is not None:
        meaning = {**meaning, "frame": redacted(element.frame.url)}
    recording.note(ref, selector, meaning, secret=bool(element.probe.get("secret")))
