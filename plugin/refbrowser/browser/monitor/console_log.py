"""What a tab's pages wrote to the console, and what they threw and did not catch; the newest, bounded."""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from playwright.async_api import ConsoleMessage, Error, JSHandle, Page

from refbrowser.browser.monitor.console_flow import AWAY_S, MOST, ConsoleFlow
from refbrowser.browser.monitor.console_text import described, written
from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.redact import redacted

KEPT: Final = 200
KEPT_BYTES: Final = 50_000
LONGEST: Final = 4_000

_LEVELS: Final = {"error": "error", "assert": "error", "warning": "warning", "debug": "debug", "trace": "debug"}
"""Chromium's kinds of message as the four levels of its own console; what is not here is information."""


@dataclass(frozen=True, slots=True)
class ConsoleEntry:
    """One message: ``level`` is error, warning, info or debug; ``location`` is ``url:line:column``, counted from 1."""

    number: int
    level: str
    text: str
    location: str
    time_ms: int
    uncaught: bool = False
    elements: Sequence[JSHandle] = field(default=(), repr=False)
    """Those that ``text`` has placeholders for."""

    def as_dict(self) -> dict[str, Any]:
        wire: dict[str, Any] = {"level": self.level, "text": self.text}
        if self.uncaught:
            wire["uncaught"] = True
        if self.location:
            wire["location"] = self.location
        return {**wire, "time_ms": self.time_ms}


class ConsoleLog:
    """The last 200 messages and uncaught errors of one tab, at most 50 KB of text, over all the documents that it showed."""

    def __init__(self) -> None:
        self._entries: deque[ConsoleEntry] = deque()
        self._bytes = 0
        self.count = 0

    def listen(self, page: Page) -> None:
        """Records what ``page`` reports from now on."""
        flow = ConsoleFlow(page, self._made_up_for)
        page.on("console", listener(lambda message: self._message(message, flow)))
        page.on("pageerror", listener(self._uncaught))

    @property
    def entries(self) -> list[ConsoleEntry]:
        """Those that are kept, oldest first."""
        return [_with_elements(entry) for entry in self._entries]

    def clear(self) -> None:
        """Forgets every message; ``count`` goes on."""
        self._entries.clear()
        self._bytes = 0

    def _message(self, message: ConsoleMessage, flow: ConsoleFlow) -> None:
        self._written(message)
        if (seconds := flow.add(message)) is not None:
            lines = f"the page wrote {MOST} lines within {max(seconds, 0.01):.2f} s"
            self._keep("warning", f"refbrowser: {lines}; it is not listened to for {AWAY_S:.0f} s.", "")

    def _made_up_for(self, missed: Sequence[ConsoleMessage]) -> None:
        self._keep("warning", f"refbrowser: of what it wrote then, the newest {len(missed)} lines follow.", "")
        for message in missed:
            self._written(message)

    def _written(self, message: ConsoleMessage) -> None:
        location = message.location
        where = f"{location['url']}:{location['lineNumber'] + 1}:{location['columnNumber'] + 1}" if location["url"] else ""
        text, elements = written(message)
        self._keep(_LEVELS.get(message.type, "info"), text, where, elements=elements)

    def _uncaught(self, error: Error) -> None:
        text = f"{error.name}: {error.message}" if error.name and error.name not in error.message else error.message
        frames = [line.strip() for line in (error.stack or "").splitlines() if line.strip().startswith("at ")]
        where = frames[0].removeprefix("at ") if frames else ""
        if where.endswith(")"):
            where = where.rpartition("(")[2].removesuffix(")")
        self._keep("error", text, where, uncaught=True)

    def _keep(self, level: str, text: str, location: str, *, uncaught: bool = False, elements: Sequence[JSHandle] = ()) -> None:
        self.count += 1
        # Cut first: a page may log megabytes, and only what is kept need be searched for secrets.
        shown = redacted(text[:LONGEST])
        if len(text) > LONGEST:
            shown += f"… ({len(text) - LONGEST} more characters)"
        entry = ConsoleEntry(self.count, level, shown, redacted(location[:500]), round(time.time() * 1000), uncaught, elements)
        self._entries.append(entry)
        self._bytes += _size(entry)
        while len(self._entries) > KEPT or self._bytes > KEPT_BYTES:
            self._bytes -= _size(self._entries.popleft())


def _with_elements(entry: ConsoleEntry) -> ConsoleEntry:
    return replace(entry, text=redacted(described(entry.text, entry.elements)), elements=()) if entry.elements else entry


def _size(entry: ConsoleEntry) -> int:
    return len(entry.text.encode(errors="replace")) + len(entry.location.encode(errors="replace"))
