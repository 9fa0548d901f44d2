"""Writes one session's journal, in a thread, so that no call waits for a disk."""

import asyncio
import contextlib
import logging
import os
import shutil
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from refbrowser.files import private_folder, write_private
from refbrowser.journal.chain import FIRST, sealed
from refbrowser.journal.entry import masked
from refbrowser.journal.redaction import Redact
from refbrowser.posix import lock

log = logging.getLogger("refbrowser")

CALLS: Final = "calls.jsonl"
PICTURES: Final = "pictures"

CAUGHT_UP_S: Final = 1.0
"""How long a call waits for the lines of those before it; a disk that takes longer loses more than the last call when it fails."""


def picture_name(number: int, *, seen: bool = False) -> str:
    """What the picture of a call's page is called among the :data:`PICTURES` of its session. ``seen``: one that people saw, of any
    size and quality, which is compared with none."""
    return f"{number:05d}-seen.jpg" if seen else f"{number:05d}.jpg"


def find_picture(folder: Path, number: int) -> Path | None:
    """Return the picture of a call of the session in the folder, the journal's own if there is one."""
    paths = (folder / PICTURES / picture_name(number, seen=seen) for seen in (False, True))
    return next((path for path in paths if path.is_file()), None)


class SessionJournal:
    """An append-only file. The lines of all calls that have ended are in it before the next call begins."""

    def __init__(
        self, folder: Path, header: Mapping[str, Any], thread: ThreadPoolExecutor, most_bytes: int, redact: Redact = dict
    ) -> None:
        """``most_bytes`` bounds the folder; what does not fit is left out, and a last line says so. ``redact`` is given each
        entry."""
        self._redact = redact
        self.folder = folder
        self.calls = 0
        self._thread = thread
        self._most_bytes = most_bytes
        self._written = 0
        self._previous = FIRST
        self._descriptor: int | None = None
        self._length = 0
        self._missing = 0
        self._why = ""
        self._over: str | None = None
        self._last: Future[None] | None = None
        self._ended = False
        self._in_order = asyncio.Lock()
        self._header: Mapping[str, Any] | None = {"kind": "session", "format": 1, **header}
        self._submit(self._header)

    def append(self, entry: Mapping[str, Any]) -> int:
        """Takes the call's line; its number in the session."""
        self.calls += 1
        self._submit({"kind": "call", "n": self.calls, **entry})
        return self.calls

    def picture(self, name: str, data: bytes) -> None:
        """Takes a picture, as the file ``pictures/<name>``."""
        if not self._ended:
            self._last = self._thread.submit(self._write_picture, name, data)

    def end(self) -> None:
        """Takes the last line, and lets go of the file. What ends after this, since its browser closed, is not recorded."""
        self._submit({"kind": "end", "calls": self.calls})
        if not self._ended:
            self._ended = True
            self._last = self._thread.submit(self._close)

    async def caught_up(self) -> None:
        """Waits, for :data:`CAUGHT_UP_S` at most, until all that was taken is written. Those who wait go on in the order in which
        they came, also when the thread finishes in between: opens of a batch are numbered by it."""
        loop = asyncio.get_running_loop()
        until = loop.time() + CAUGHT_UP_S
        async with self._in_order:
            last = self._last
            # What was spent behind the others counts: a disk that hangs holds up many calls no longer than one.
            if last is not None and not last.done() and (remaining_s := until - loop.time()) > 0:
                await asyncio.wait({asyncio.wrap_future(last)}, timeout=remaining_s)

    def _submit(self, entry: Mapping[str, Any]) -> None:
        if not self._ended:
            self._last = self._thread.submit(self._write, entry)

    # In the thread

    def _write(self, entry: Mapping[str, Any]) -> None:
        if self._over is not None:
            return
        try:
            if self._descriptor is None:
                self._descriptor = _opened(self.folder)
            if self._header is not None and entry is not self._header:
                self._put(self._header)
            if self._missing:
                self._put({"kind": "gap", "calls": self._missing, "why": self._why})
                self._missing = 0
            self._put(entry)
        except OSError as failure:
            self._take_back(failure)
            self._missing += entry["kind"] == "call"

    def _put(self, entry: Mapping[str, Any]) -> None:
        assert self._descriptor is not None
        if self._over is not None:
            return
        line, digest = sealed(self._redact(masked(entry)), self._previous)
        # The end always fits: a session without one lacks calls.
        if self._written + len(line) > self._most_bytes and entry["kind"] != "end":
            self._over = f"the journal has reached {self._most_bytes} bytes (journal_keep_bytes)"
            line, digest = sealed({"kind": "full", "why": self._over}, self._previous)
            log.warning("%s: %s; later calls are not recorded", self.folder.name, self._over)
        _write_all(self._descriptor, line)
        self._previous = digest
        self._written += len(line)
        self._length += len(line)
        if entry is self._header:
            self._header = None

    def _take_back(self, failure: OSError) -> None:
        """A line that was written in part is taken back, so that a later one can follow; a line about the gap stands between."""
        if self._why != str(failure):
            log.error("The journal %s cannot be written: %s; calls are not recorded until it can", self.folder, failure)
        self._why = str(failure)
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._length)

    def _write_picture(self, name: str, data: bytes) -> None:
        if self._over is not None or self._written + len(data) > self._most_bytes:
            return
        try:
            write_private(self.folder / PICTURES / name, data)
            self._written += len(data)
        except OSError as failure:
            log.error("The picture %s of the journal %s cannot be written: %s", name, self.folder.name, failure)

    def _close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
            if not self._length:
                # Nothing of it could be written: there is no session to show.
                shutil.rmtree(self.folder, ignore_errors=True)


def _opened(folder: Path) -> int:
    """The descriptor of a new journal's file. The lock on it shows others that it is being written; the system lifts it."""
    private_folder(folder)
    descriptor = os.open(folder / CALLS, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
    lock(descriptor)
    return descriptor


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
