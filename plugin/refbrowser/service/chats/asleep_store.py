"""The sleeping chats of one home folder that outlive their server: each a sealed file, which one process may claim.

<home>/asleep/<name>.sealed   the chat's checkpoint
<home>/asleep/.locks/<name>   locked by the operating system while a process writes, wakes or deletes it; never deleted, so that two
                              processes always mean the same file
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from refbrowser.errors import CheckpointError, FileError, StateError
from refbrowser.files import private_folder, write_private
from refbrowser.service.chats.chat_browser import asleep_path, chat_folder
from refbrowser.service.chats.checkpoint import Checkpoint

if TYPE_CHECKING:
    from refbrowser.profiles.seal import Seal


class AsleepFile:
    """The file of one chat. ``claimed`` is held around every use of it."""

    def __init__(self, home: Path, chat: str) -> None:
        self._chat = chat
        self._name = chat_folder(home, chat).name
        self.path = asleep_path(home, chat)
        self._folder = self.path.parent

    @property
    def exists(self) -> bool:
        return self.path.exists()

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Hold the file alone. Raise ``chat_elsewhere`` where another process does, and ``file_unwritable``."""
        try:
            lock = FileLock(private_folder(self._folder / ".locks") / self._name, mode=0o600, thread_local=False)
            lock.acquire(timeout=0)
        except Timeout:
            raise elsewhere(self._chat, "is being woken by another process") from None
        except OSError as failure:
            raise FileError(f"{self._folder} cannot be used: {failure.strerror or failure}.", code="file_unwritable") from None
        try:
            yield
        finally:
            lock.release()

    async def write(self, checkpoint: Checkpoint) -> None:
        """Replace it, whole or not at all. Raise ``profile_locked`` without a key, ``file_unwritable`` and
        ``checkpoint_too_large``."""
        seal = await _seal()
        with self.claimed():
            data = await asyncio.to_thread(checkpoint.sealed, seal)
            await asyncio.to_thread(write_private, self.path, data, durable=True)

    async def read(self, chat: str) -> Checkpoint | None:
        """Return what it has, to be deleted once the chat is awake; None where it is gone. Raise as :meth:`Checkpoint.opened`, and
        ``profile_locked``. It is ``claimed``."""
        try:
            data = await asyncio.to_thread(self.path.read_bytes)
        except FileNotFoundError:
            return None
        except OSError as failure:
            raise FileError(f"{self.path} cannot be read: {failure.strerror or failure}.", code="file_unreadable") from None
        checkpoint = await asyncio.to_thread(Checkpoint.opened, data, await _seal())
        if checkpoint.chat != chat:
            raise CheckpointError(f"{self.path} is the chat {checkpoint.chat!r}, not {chat!r}.", details={"chat": checkpoint.chat})
        return checkpoint

    def move(self, other: "AsleepFile") -> None:
        """Have it be ``other``, then delete it. Both are ``claimed``. Raise ``file_unwritable``."""
        write_private(other.path, self.path.read_bytes(), durable=True)
        self.delete()

    def delete(self) -> None:
        """Delete it. It is ``claimed``."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def elsewhere(chat: str, why: str) -> StateError:
    """Return the error for a chat that another process has."""
    return StateError(f"The chat {chat!r} {why}.", code="chat_elsewhere", details={"chat": chat})


async def _seal() -> "Seal":
    from refbrowser.profiles.key import awaited_profile_secret
    from refbrowser.profiles.seal import Seal

    return Seal(await awaited_profile_secret())
