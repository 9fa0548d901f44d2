"""What one viewer is still to be sent. However slow it is, this stays small: the newest picture, the newest overview, and a
bounded list of all else."""

import asyncio
import json
import struct
import time
from collections import deque
from typing import Any, Final

from refbrowser.browser.imaging.screencast import Picture

IN_FLIGHT: Final = 2
"""Pictures on their way to a viewer that it has not painted yet: one on the wire while one is being decoded."""

MESSAGES: Final = 400

GATHER_S: Final = 0.08
"""The messages about one short call are sent together: each sending costs the loop that the agent's calls run on."""

SMOOTHING: Final = 0.2

HEADER: Final = struct.Struct("<IIHHd")
"""Before each JPEG: stream, sequence, viewport width and height (CSS pixels), time (Unix milliseconds)."""


class Outbox:
    """Filled from the browser's side without ever waiting, emptied as fast as the viewer takes it."""

    def __init__(self) -> None:
        self._messages: deque[str] = deque(maxlen=MESSAGES)
        self._overview: str | None = None
        self._picture: tuple[int, Picture] | None = None
        self._still: dict[str, Any] | None = None
        self._sent: dict[int, float] = {}
        self._sequence = 0
        self._filled = asyncio.Event()
        self._gathering: asyncio.TimerHandle | None = None
        self._ready = False
        self.paint_ms = 0.0

    def put(self, message: dict[str, Any]) -> None:
        """An answer to what the person did; the oldest message makes room when a viewer takes none for too long."""
        self._messages.append(json.dumps(message, ensure_ascii=False))
        self._gathered()

    def put_event(self, text: str) -> None:
        """A message about the agent, as JSON. It waits a moment, so that messages are sent together."""
        self._messages.append(text)
        if self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHER_S, self._gathered)

    def end(self) -> None:
        """Nothing will be sent any more."""
        if self._gathering is not None:
            self._gathering.cancel()

    def _gathered(self) -> None:
        self.end()
        self._gathering, self._ready = None, True
        self._filled.set()

    def put_overview(self, text: str) -> None:
        """Takes the place of one that has not been sent yet."""
        self._overview = text
        self._filled.set()

    def put_picture(self, stream: int, picture: Picture) -> None:
        """Takes the place of one that has not been sent yet."""
        self._picture, self._still = (stream, picture), None
        self._filled.set()

    def put_still(self, message: dict[str, Any]) -> None:
        """What is said of the last picture goes out when that has been painted, and not at all if another comes first."""
        self._still = message
        self._filled.set()

    def painted(self, sequence: int) -> None:
        """The viewer has painted that picture, and so every one before it."""
        if (sent := self._sent.get(sequence)) is not None:
            taken = (time.monotonic() - sent) * 1000
            self.paint_ms = taken if not self.paint_ms else (1 - SMOOTHING) * self.paint_ms + SMOOTHING * taken
        for known in [known for known in self._sent if known <= sequence]:
            del self._sent[known]
        self._filled.set()

    @property
    def has_room(self) -> bool:
        """Whether a picture offered now would be sent at once."""
        return len(self._sent) < IN_FLIGHT

    async def next(self) -> str | bytes:
        """What to send next, waited for: a JSON array of messages, or a picture."""
        while True:
            picture = self._picture if self.has_room else None
            # A picture does not overtake the message that says whose it is.
            if self._messages and (self._ready or picture is not None):
                texts, self._ready = ",".join(self._messages), False
                self._messages.clear()
                return f"[{texts}]"
            if self._overview is not None:
                text, self._overview = self._overview, None
                return f"[{text}]"
            if picture is not None:
                self._picture = None
                return self._numbered(*picture)
            if self._still is not None and self._picture is None and not self._sent:
                text, self._still = json.dumps(self._still), None
                return f"[{text}]"
            self._ready = False
            self._filled.clear()
            await self._filled.wait()

    def _numbered(self, stream: int, picture: Picture) -> bytes:
        self._sequence += 1
        self._sent[self._sequence] = time.monotonic()
        return HEADER.pack(stream, self._sequence, picture.width, picture.height, picture.at_ms) + picture.jpeg
