"""What a host knows of its calls, where its death does not erase it: a file in shared memory, which its keeper reads.

To write into it is an assignment in mapped memory: no system call on the way of a click.
"""

import mmap
import os
import struct
import tempfile
from pathlib import Path
from typing import Final, Literal

Performed = bool | Literal["unknown"]

SLOTS: Final = 1024
"""Calls that are kept, ended ones too: the answer of a host that dies may not have left it."""

_HEADER: Final = struct.Struct("<dd")
_ID: Final = 32
_SLOT: Final = _ID + 2

_NOTHING, _SENDING, _SENT = 0, 1, 2
_PERFORMED: Final[dict[int, Performed]] = {_NOTHING: False, _SENDING: "unknown", _SENT: True}


_SHARED_MEMORY: Final = Path("/dev/shm")


def ledger_path(host: str) -> Path:
    """Where the ledger of a host lies."""
    folder = _SHARED_MEMORY if _SHARED_MEMORY.is_dir() else Path(tempfile.gettempdir())
    return folder / f"refbrowser-{host}"


class Ledger:
    """The host writes, its keeper reads. Times are those of
    :func:`~refbrowser.cluster.timing.moment`, which both have."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        size = _HEADER.size + SLOTS * _SLOT
        if create:
            path.write_bytes(bytes(size))
            path.chmod(0o600)
        descriptor = os.open(path, os.O_RDWR)
        try:
            self._memory = mmap.mmap(descriptor, size)
        finally:
            os.close(descriptor)
        self.path = path
        self._next = 0
        self._at_work: set[int] = set()

    @property
    def times(self) -> tuple[float, float]:
        """When the host's grant lapses, and when its loop last ran."""
        lapses, beat = _HEADER.unpack_from(self._memory)
        return lapses, beat

    def write_lapse(self, moment: float) -> None:
        struct.pack_into("<d", self._memory, 0, moment)

    def write_beat(self, moment: float) -> None:
        struct.pack_into("<d", self._memory, 8, moment)

    def begin(self, call_id: str) -> int:
        """Return the place of a call that begins, for the methods below."""
        while self._next in self._at_work:
            self._next = (self._next + 1) % SLOTS
        slot, self._next = self._next, (self._next + 1) % SLOTS
        self._at_work.add(slot)
        at = self._at(slot)
        self._memory[at : at + _SLOT] = call_id.encode("ascii")[:_ID].ljust(_ID, b"\0") + bytes(2)
        return slot

    def sending(self, slot: int) -> None:
        """Input of the call is about to be sent."""
        self._memory[self._at(slot) + _ID] = _SENDING

    def sent(self, slot: int) -> None:
        """The browser has confirmed all input of the call so far."""
        self._memory[self._at(slot) + _ID] = _SENT

    def performed(self, slot: int) -> Performed:
        return _PERFORMED[self._memory[self._at(slot) + _ID]]

    def end(self, slot: int) -> None:
        """The call has ended; its place is used again after those of others."""
        self._at_work.discard(slot)

    def calls(self) -> dict[str, Performed]:
        """Whether the input of each call was sent."""
        found: dict[str, Performed] = {}
        for slot in range(SLOTS):
            at = self._at(slot)
            if call_id := self._memory[at : at + _ID].rstrip(b"\0"):
                found[call_id.decode("ascii", "replace")] = self.performed(slot)
        return found

    def close(self) -> None:
        self._memory.close()

    def _at(self, slot: int) -> int:
        return _HEADER.size + slot * _SLOT
