"""The profiles of one home folder: each a folder with its sealed state, opened for writing by one process at a time.

<home>/profiles/<name>/state.sealed   what the profile holds, replaced whole at each write
<home>/profiles/<name>/chromium/      of a profile of the kind full: Chromium's own user data folder, as Chromium writes it
<home>/profiles/<name>/owner.json     who that is: its process, the chat, since when
<home>/profiles/.locks/<name>         locked by the operating system while a process has the profile open; never deleted, so
                                      that two processes always mean the same file
"""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from refbrowser.errors import CallError, FileError, ProfileError, Remedy
from refbrowser.files import private_folder, write_private
from refbrowser.page_text import truncated
from refbrowser.profiles.chromium_folder import ChromiumFolder
from refbrowser.profiles.key import profile_secret
from refbrowser.profiles.lock import ProfileLock
from refbrowser.profiles.saved import SavedProfile
from refbrowser.profiles.seal import Seal
from refbrowser.settings import ProfileKind

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}")
_STATE: Final = "state.sealed"


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    """One profile as a list shows it. ``size`` in bytes; ``changed`` in seconds since 1970, None if nothing was saved; ``owner``:
    the process, chat and time of the one that has it open; ``kind`` is ``state`` or ``full``."""

    name: str
    size: int
    changed: float | None
    owner: dict[str, Any] | None
    kind: ProfileKind = "state"


class OpenProfile:
    """A profile that this process has open: no other may write it until :meth:`close`."""

    def __init__(self, store: "ProfileStore", name: str, lock: ProfileLock) -> None:
        self._store = store
        self._lock = lock
        self.name = name

    @property
    def chromium_folder(self) -> Path:
        """Where a profile of the kind full has Chromium's own folder. Raises as :meth:`ChromiumFolder.usable`."""
        return self._store.chromium(self.name).usable()

    @property
    def needs_key(self) -> bool:
        """Whether :meth:`read` and :meth:`write` would ask for the key."""
        return self._store.needs_key(self.name)

    def unlock(self, secret: bytes) -> None:
        """Use this key, which is not asked for then."""
        self._store.unlock(self.name, secret)

    def read(self) -> SavedProfile | None:
        """What it holds; None if nothing was saved yet. Raises ``profile_locked``, ``profile_unreadable``."""
        return self._store.read(self.name)

    def write(self, saved: SavedProfile) -> None:
        """Replaces what it holds, whole or not at all; nothing makes no file. Raises ``file_unwritable``, ``profile_locked``."""
        if saved.empty and not self._store.saved(self.name):
            return
        self._store.put(self.name, saved)

    def check_wipe(self) -> None:
        """Raises ``file_unwritable`` where :meth:`wipe` would refuse to delete Chromium's folder."""
        self._store.chromium(self.name).refuse_link()

    def wipe(self) -> None:
        """Delete the profile's data permanently. The profile stays open. Raises ``file_unwritable`` where not all of it can be
        deleted; the error says if nothing was."""
        self._store.clear(self.name)

    def close(self) -> None:
        """Lets others open it. A profile in which nothing was saved is not kept."""
        if not self._store.saved(self.name) and not self._store.chromium(self.name).may_exist:
            shutil.rmtree(self._store.folder(self.name), ignore_errors=True)
        self._lock.release()


class ProfileStore:
    """All methods touch the disk and may take some 100 ms: not for an event loop."""

    def __init__(self, home: Path, secret: Callable[[], bytes] = profile_secret) -> None:
        self._root = home / "profiles"
        self._secret = secret
        self._seals: dict[str, Seal] = {}

    def folder(self, name: str) -> Path:
        """The profile's folder. Raises ``invalid_arguments`` for a name that is none."""
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise CallError(
                f"{truncated(str(name), 100)!r} is not a profile name: use 1 to 80 letters, digits, '.', '_' or '-', not '.' first."
            )
        return self._root / name

    def chromium(self, name: str) -> ChromiumFolder:
        """Chromium's folder of the profile, which one of the kind full has. Raises as :meth:`folder`."""
        return ChromiumFolder(self.folder(name))

    def open(self, name: str, chat: str, kind: ProfileKind | None = "state") -> OpenProfile:
        """Opens the profile, made if there is none. Raises ``profile_busy``, which names the owner, ``profile_kind`` for one of
        another kind (None opens any), and ``file_unwritable``."""
        folder = self.folder(name)
        try:
            private_folder(folder)
            lock = ProfileLock(folder)
        except OSError as failure:
            raise FileError(f"{folder} cannot be made: {failure.strerror or failure}.", code="file_unwritable") from None
        lock.acquire(self._instead(name))
        present = self.kind(name)
        if kind not in (None, present) and (present == "full" or self.saved(name)):
            lock.release()
            raise ProfileError(
                f"The profile {name} is of the kind {present}, not {kind}.",
                code="profile_kind",
                remedy=Remedy(hint=f"set profile_kind to {present}, or name another profile"),
                details={"profile": name, "kind": present},
            )
        for leftover in folder.glob(".*.part"):
            _discard(leftover)
        lock.note(chat)
        return OpenProfile(self, name, lock)

    def entries(self) -> list[ProfileEntry]:
        """Every profile, by name. Needs no key."""
        if not self._root.is_dir():
            return []
        return [self._entry(folder) for folder in sorted(self._root.iterdir()) if _NAME.fullmatch(folder.name) and folder.is_dir()]

    def read(self, name: str) -> SavedProfile | None:
        """What it holds, also while somebody has it open; None if nothing was saved yet. Raises as :meth:`OpenProfile.read`."""
        path = self.folder(name) / _STATE
        try:
            sealed = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as failure:
            raise ProfileError(f"{path} cannot be read: {failure.strerror or failure}.", code="profile_unreadable") from None
        return SavedProfile.decoded(self._seal(name).opened(sealed, _label(name)), _label(name))

    def kind(self, name: str) -> ProfileKind:
        """What the profile is; ``state`` where there is none."""
        return "full" if self.chromium(name).exists else "state"

    def saved(self, name: str) -> bool:
        """Whether something was saved under that name."""
        return (self.folder(name) / _STATE).exists()

    def put(self, name: str, saved: SavedProfile) -> None:
        """Replaces what it holds. Callers hold the profile open."""
        write_private(self.folder(name) / _STATE, self._seal(name).seal(saved.encoded(), _label(name)), durable=True)

    def clear(self, name: str) -> None:
        """Deletes what it holds, but not the lock. Callers hold the profile open, and its Chromium has ended. Raises
        ``file_unwritable`` with nothing deleted, as :meth:`ChromiumFolder.set_aside`, or where something of Chromium's folder is
        left."""
        chromium = self.chromium(name)
        chromium.set_aside()
        with suppress(FileNotFoundError):
            (self.folder(name) / _STATE).unlink()
        chromium.delete_leftover()
        self._seals.pop(name, None)

    def save(self, name: str, saved: SavedProfile, chat: str) -> None:
        """Replaces what it holds, if no chat has it open; makes it if there is none. Raises ``profile_busy``, and ``profile_kind``
        for one of the kind full."""
        with self._opened(name, chat, "state") as profile:
            profile.write(saved)

    def fork(self, name: str, copy: str) -> None:
        """A new profile with what ``name`` holds now, also while somebody has that open, unless it is of the kind full. Raises
        ``profile_unknown``, ``profile_exists`` where ``copy`` is one already, and ``profile_busy``."""
        if self.folder(copy).exists():
            raise ProfileError(
                f"The profile {copy} already exists.",
                code="profile_exists",
                remedy=Remedy(command=f"refbrowser profiles remove {copy}"),
            )
        if self.kind(name) == "full":
            with self._opened(name, "fork"), self._opened(copy, "fork") as made:
                self.chromium(copy).copy_from(self.chromium(name))
                if (saved := self.read(name)) is not None:
                    made.write(saved)
            return
        self.save(copy, self.existing(name), "fork")

    def remove(self, name: str) -> None:
        """Delete the profile permanently. Raises ``profile_unknown``, ``profile_busy``."""
        if not self.folder(name).is_dir():
            raise self._unknown(name)
        with self._opened(name, "remove") as profile:
            profile.wipe()

    def existing(self, name: str) -> SavedProfile:
        """What it holds. Raises ``profile_unknown`` where nothing was saved under that name, ``profile_busy`` where
        its first chat has saved nothing yet, and ``profile_kind`` for one of the
        kind full, of which Chromium alone can read the most."""
        if self.kind(name) == "full":
            raise ProfileError(
                f"The profile {name} is a Chromium user data folder; save it from a chat that uses it.",
                code="profile_kind",
                remedy=Remedy("storage", {"operation": "save"}, hint="in a chat that has the profile open"),
                details={"profile": name, "kind": "full"},
            )
        saved = self.read(name)
        if saved is None and (folder := self.folder(name)).is_dir() and (owner := ProfileLock(folder).owner()) is not None:
            raise ProfileError(
                f"Nothing is saved of the profile {name} yet: it is new, and saved after a call of the chat that uses it.",
                remedy=Remedy(hint="repeat this in a few seconds"),
                details={"profile": name, **owner},
            )
        if saved is None:
            raise self._unknown(name)
        return saved

    @contextmanager
    def _opened(self, name: str, chat: str, kind: ProfileKind | None = None) -> Iterator[OpenProfile]:
        profile = self.open(name, chat, kind)
        try:
            yield profile
        finally:
            profile.close()

    def _instead(self, name: str) -> Remedy:
        """What to do while somebody else has the profile open: Chromium's folder cannot be copied then."""
        if self.kind(name) == "full":
            return Remedy(hint="close that chat, or use another profile")
        return Remedy(command=f"refbrowser profiles fork {name} {name}-2", hint="a copy can be used at the same time")

    def _entry(self, folder: Path) -> ProfileEntry:
        size, changed = 0, None
        with suppress(OSError):
            status = (folder / _STATE).stat()
            size, changed = status.st_size, status.st_mtime
        kind = self.kind(folder.name)
        if kind == "full":
            size += self.chromium(folder.name).size
        return ProfileEntry(folder.name, size, changed, ProfileLock(folder).owner(), kind)

    def needs_key(self, name: str) -> bool:
        """Whether the key of that profile has not been asked for yet."""
        return name not in self._seals

    def unlock(self, name: str, secret: bytes) -> None:
        """Use this key for that profile."""
        self._seals[name] = Seal(secret)

    def _seal(self, name: str) -> Seal:
        if self.needs_key(name):
            self.unlock(name, self._secret())
        return self._seals[name]

    def _unknown(self, name: str) -> ProfileError:
        return ProfileError(
            f"There is no profile {name}.",
            code="profile_unknown",
            remedy=Remedy(command="refbrowser profiles list"),
            details={"profiles": [entry.name for entry in self.entries()][:50]},
        )


def _discard(leftover: Path) -> None:
    """Delete what a write or a copy that was broken off has left; what cannot be deleted is in nobody's way."""
    if leftover.is_dir():
        shutil.rmtree(leftover, ignore_errors=True)
        return
    with suppress(OSError):
        leftover.unlink()


def _label(name: str) -> str:
    return f"profile {name}"
