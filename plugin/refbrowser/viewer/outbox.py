"""The pending messages of one viewer, bounded for slow ones: the newest pictures, the newest overview, and a limited list."""

import asyncio
import json
import struct
import time
from collections import deque
from typing import Any, Final

from refbrowser.browser.imaging.screencast import Picture
from refbrowser.viewer.sights import Sight, Sights

IN_FLIGHT: Final = 2
"""Pictures sent to a viewer and not yet painted: one in transit while one is decoded."""

MESSAGES: Final = 400

GATHER_S: Final = 0.08
"""Time in which messages are gathered: those about one short call are sent together, because each send costs the event loop."""

SMOOTHING: Final = 0.2

HEADER: Final = struct.Struct("<IIHHd")
"""Header of each JPEG: stream, sequence (0 for tiles, which are not acknowledged), viewport width and height (CSS pixels), time
(Unix milliseconds)."""


class Outbox:
    """Filled without waiting, and emptied as fast as the viewer reads."""

    def __init__(self) -> None:
        self._messages: deque[str] = deque(maxlen=MESSAGES)
        self._overview: str | None = None
        self._latest: dict[str, str] = {}
        self._picture: tuple[int, Picture, Sight | None] | None = None
        self.sights = Sights()
        self._tiles: dict[int, Picture] = {}
        self._still: dict[str, Any] | None = None
        self._sent: dict[int, float] = {}
        self._sequence = 0
        self._filled = asyncio.Event()
        self._gathering: asyncio.TimerHandle | None = None
        self._ready = False
        self.paint_ms = 0.0

    def put(self, message: dict[str, Any]) -> None:
        """Queue a reply to the person. When the viewer does not read, the oldest message is dropped."""
        self._messages.append(json.dumps(message, ensure_ascii=False))
        self._gathered()

    def put_event(self, text: str) -> None:
        """Queue a message about the agent, as JSON, to be sent together with others."""
        self._messages.append(text)
        self.put_soon()

    def put_soon(self) -> None:
        """Send what is queued once a short call's messages have gathered."""
        if self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHER_S, self._gathered)

    def end(self) -> None:
        """Stop gathering messages."""
        if self._gathering is not None:
            self._gathering.cancel()

    def _gathered(self) -> None:
        self.end()
        self._gathering, self._ready = None, True
        self._filled.set()

    def put_overview(self, text: str) -> None:
        """Queue the overview, replacing one that is not sent yet."""
        self._overview = text
        self._filled.set()

    def put_latest(self, subject: str, text: str) -> None:
        """Queue the news of a subject, as JSON, replacing what is not sent yet."""
        self._latest[subject] = text
        self.put_soon()

    def put_picture(self, stream: int, picture: Picture, sight: Sight | None = None) -> None:
        """Queue the picture, replacing one that is not sent yet; ``sight`` is what gestures on it are for."""
        self._picture, self._still = (stream, picture, sight), None
        self._filled.set()

    def put_tile(self, stream: int, picture: Picture) -> None:
        """Queue a small picture, replacing one of its stream that is not sent yet. It is not waited for until it is painted."""
        self._tiles[stream] = picture
        self._filled.set()

    def has_tile(self, stream: int) -> bool:
        """Return whether a small picture of the stream is not sent yet."""
        return stream in self._tiles

    def drop_tile(self, stream: int) -> None:
        self._tiles.pop(stream, None)

    def put_still(self, message: dict[str, Any]) -> None:
        """Queue a message about the last picture. It is sent after the picture is painted, and dropped if another comes first."""
        self._still = message
        self._filled.set()

    def painted(self, sequence: int) -> None:
        """Note that the viewer has painted this picture and all before it."""
        if (sent := self._sent.get(sequence)) is not None:
            taken = (time.monotonic() - sent) * 1000
            self.paint_ms = taken if not self.paint_ms else (1 - SMOOTHING) * self.paint_ms + SMOOTHING * taken
        for sequence_sent in [sequence_sent for sequence_sent in self._sent if sequence_sent <= sequence]:
            del self._sent[sequence_sent]
        self._filled.set()

    @property
    def has_room(self) -> bool:
        """Whether a picture would be sent at once."""
        return len(self._sent) < IN_FLIGHT

    async def next(self) -> str | bytes:
        """Wait for the next thing to send, and return it: a JSON array of messages, or a picture."""
        while True:
            picture = self._picture if self.has_room else None
            # A picture must not overtake the message that announces its stream.
            if (self._messages or self._latest) and (self._ready or picture is not None or self._tiles):
                texts, self._ready = ",".join((*self._messages, *self._latest.values())), False
                self._messages.clear()
                self._latest.clear()
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
            if self._tiles:
                stream = next(iter(self._tiles))
                return _packed(stream, 0, self._tiles.pop(stream))
            self._ready = False
            self._filled.clear()
            await self._filled.wait()

    def _numbered(self, stream: int, picture: Picture, sight: Sight | None) -> bytes:
        self._sequence += 1
        if sight is not None:
            self.sights.add(self._sequence, sight)
        self._sent[self._sequence] = time.monotonic()
        return _packed(stream, self._sequence, picture)


def _packed(stream: int, sequence: int, picture: Picture) -> bytes:
    return HEADER.pack(stream, sequence, picture.width, picture.height, picture.at_ms) + picture.jpeg
