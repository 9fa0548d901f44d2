"""Calls on standard input. What was sent before the answer to a call that failed was known counted on its success: as in a batch,
calls of that which act or wait are skipped."""

import json
import queue
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from refbrowser.adapters.commands.words import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_AHEAD: Final = 1_000
"""How many calls are read before they are made."""


def calls_in(stream: "Iterable[str]") -> "Iterator[tuple[str, float]]":
    """Yield the calls of a stream, each a line, or over several lines as an editor writes it, with the moment at which it came."""
    ahead: queue.Queue[tuple[str, float] | None] = queue.Queue(MOST_AHEAD)

    def read() -> None:
        try:
            for text in _texts(stream):
                ahead.put((text, time.monotonic()))
        finally:
            ahead.put(None)

    threading.Thread(target=read, daemon=True).start()
    while (call := ahead.get()) is not None:
        yield call


def _texts(stream: "Iterable[str]") -> "Iterator[str]":
    begun = ""
    for line in stream:
        begun += line
        if begun.strip() and not _is_begun(begun):
            yield begun
            begun = ""
    if begun.strip():
        yield begun


def _is_begun(text: str) -> bool:
    """Return whether more lines may make the text a call."""
    try:
        json.loads(text)
    except json.JSONDecodeError as malformed:
        return malformed.pos >= len(text.rstrip())
    except RecursionError:
        return False
    return False


class Failures:
    """The last call on each tab that failed, and when that was known."""

    def __init__(self) -> None:
        self._of_tab: dict[str | None, tuple[int, float, str]] = {}

    def add(self, number: int, call: object, code: str) -> None:
        """Note that the call with that number, counted from 1, failed with ``code``."""
        self._of_tab[_tab(call)] = (number, time.monotonic(), code)

    def skipped(self, call: object, sent: float) -> dict[str, Any] | None:
        """Return the envelope of a call that is skipped; None for one that reads, came later, or is about another tab."""
        tab = _tab(call)
        before = [
            (number, code)
            for other, (number, known_at, code) in self._of_tab.items()
            if sent < known_at and (other is None or tab is None or other == tab)
        ]
        if not before or not isinstance(call, dict):
            return None
        form = vocabulary()["actions"].get(str(call.get("action")), {})
        if form.get("reads") or (form.get("group") == "dialogs" and before[0][1] == "dialog_open"):
            return None
        error = f"{str(call.get('action'))[:80]} was not run because call {before[0][0]} failed."
        return {"ok": False, "error": error, "code": "skipped", "retryable": False, "remedy": None, "details": {}}


def _tab(call: object) -> str | None:
    number = call.get("browser_id") if isinstance(call, dict) else None
    return None if number is None else str(number)
