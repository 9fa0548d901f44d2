"""Which process has a profile open: the one that holds its lock. A note in the profile's folder says who that is."""

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from refbrowser.errors import FileError, ProfileError, Remedy
from refbrowser.files import private_folder, write_private

_WAIT_S: Final = 0.3
"""Longer than a list takes to see whether a profile is in use."""


class ProfileLock:
    """The lock of one profile, which ends with the process that holds it. Making one raises ``OSError``."""

    def __init__(self, profile: Path) -> None:
        locks = private_folder(profile.parent / ".locks")
        self._name = profile.name
        self._lock = FileLock(locks / profile.name, mode=0o600, thread_local=False, poll_interval=0.05)
        self._note = profile / "owner.json"

    def acquire(self, instead: Remedy) -> None:
        """Takes it. Raises ``profile_busy``, which names the owner, with the remedy ``instead``; ``file_unwritable``."""
        try:
            self._lock.acquire(timeout=_WAIT_S)
        except Timeout:
            owner = self.owner() or {}
            whose = f"chat {owner['chat']!r} of process {owner['pid']}" if owner else "another process"
            raise ProfileError(
                f"The profile {self._name} is in use by {whose}.", remedy=instead, details={"profile": self._name, **owner}
            ) from None
        except OSError as failure:
            raise FileError(
                f"{self._lock.lock_file} cannot be locked: {failure.strerror or failure}.", code="file_unwritable"
            ) from None

    def note(self, chat: str) -> None:
        """Writes that this process has the profile open, for ``chat``."""
        owner = {"pid": os.getpid(), "chat": chat, "since": int(time.time())}
        write_private(self._note, json.dumps(owner).encode())

    def release(self) -> None:
        """Deletes the note, and lets others take it."""
        with suppress(OSError):
            self._note.unlink(missing_ok=True)
        self._lock.release()

    def owner(self) -> dict[str, Any] | None:
        """The process, chat and time of the other one that holds it, empty where the note cannot be read; None where it is free: a
        process that was killed left its note, but not its lock."""
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            with suppress(OSError, ValueError):
                owner = json.loads(self._note.read_bytes())
                return {key: owner[key] for key in ("pid", "chat", "since") if key in owner}
            return {}
        except OSError:
            return None
        self._lock.release()
        return None
