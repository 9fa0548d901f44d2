"""The sessions of a home folder: listed, read, removed, and bounded by size and age."""

import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from refbrowser.errors import FileError
from refbrowser.journal.chain import Broken, verified
from refbrowser.journal.writer import CALLS
from refbrowser.posix import lock

FOLDER: Final = "journal"
_DAY_S: Final = 86_400
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class Gap:
    """Calls that were not recorded: the number of the first, how many (None: all later ones), and why."""

    first: int
    calls: int | None
    why: str

    @property
    def last(self) -> int | None:
        """The number of the last one; None where none is recorded from the first on."""
        return self.first + self.calls - 1 if self.calls is not None else None

    def as_text(self) -> str:
        """Which calls, and why, in one line: a journal that somebody wrote may hold any text."""
        why = " ".join(self.why.split())
        if self.calls is None:
            return f"calls from {self.first} on were not recorded: {why}"
        which = f"call {self.first} was" if self.calls == 1 else f"calls {self.first} to {self.last} were"
        return f"{which} not recorded, since the file could not be written ({why})"


@dataclass(frozen=True, slots=True)
class Session:
    """A session as its file has it. ``broken``: its first line that is not as it was written; the entries end before it. ``cut``:
    its last line was being written when the process ended."""

    folder: Path
    header: dict[str, Any]
    calls: list[dict[str, Any]]
    broken: Broken | None
    cut: bool
    ended: bool
    gaps: tuple[Gap, ...] = ()

    @property
    def id(self) -> str:
        """What commands call it: its folder's name."""
        return self.folder.name


def journal_folder(home: Path) -> Path:
    """Where the sessions of a home folder are."""
    return home / FOLDER


def session_ids(home: Path) -> list[str]:
    """All sessions, oldest first."""
    folder = journal_folder(home)
    return sorted(path.name for path in folder.iterdir() if (path / CALLS).is_file()) if folder.is_dir() else []


def find(home: Path, wanted: str) -> Path:
    """The folder of the session whose id is ``wanted``, or begins so, or whose chat is called so (its newest); ``last`` is the
    newest of all. Raises ``file_not_found``, which names the newest sessions."""
    ids = session_ids(home)
    if wanted == "last" and ids:
        return journal_folder(home) / ids[-1]
    exact = [session_id for session_id in ids if session_id == wanted]
    begins = [session_id for session_id in ids if session_id.startswith(wanted)]
    if found := exact or (begins if len(begins) == 1 else []) or _of_chat(home, ids, wanted):
        return journal_folder(home) / found[0]
    newest = ", ".join(ids[-3:]) or "none"
    several = f"{len(begins)} sessions begin with" if begins else "No session is called"
    raise FileError(
        f"{several} {wanted!r}. The newest: {newest}.", code="file_not_found", details={"session": wanted, "newest": ids[-3:]}
    )


def session_id(chat: str, began: str) -> str:
    """A new session's id: when it began (15 characters), its chat, and four random digits. Chats of different names may read alike
    in it."""
    return f"{began}-{_in_id(chat)}-{secrets.token_hex(2)}"


def _in_id(chat: str) -> str:
    return _UNSAFE.sub("_", chat)[:60]


def of_chat(home: Path, chat: str) -> Iterator[Path]:
    """The folders of the chat's sessions, newest first."""
    for name in reversed(session_ids(home)):
        if name[16:-5] == _in_id(chat) and _chat_of(journal_folder(home) / name) == chat:
            yield journal_folder(home) / name


def _of_chat(home: Path, ids: list[str], wanted: str) -> list[str]:
    """The newest session of the chat ``wanted``, else the newest in whose id it reads so."""
    alike = [session_id for session_id in ids if session_id[16:-5] == _in_id(wanted)] if wanted else []
    for session_id in reversed(alike):
        if _chat_of(journal_folder(home) / session_id) == wanted:
            return [session_id]
    return alike[-1:] if wanted == _in_id(wanted) else []


def _chat_of(folder: Path) -> object:
    """The chat's name as the session's first line has it; None where that cannot be read."""
    try:
        with (folder / CALLS).open("rb") as file:
            header = json.loads(file.readline())
    except (OSError, ValueError):
        return None
    return header.get("chat") if isinstance(header, dict) else None


def read(folder: Path) -> Session:
    """The session of a folder, as far as its lines hold. Raises ``file_unreadable``."""
    try:
        with (folder / CALLS).open("rb") as file:
            entries, broken, cut = verified(file)
    except OSError as failure:
        raise FileError(
            f"{folder / CALLS} cannot be read: {failure.strerror}.", code="file_unreadable", details={"path": str(folder / CALLS)}
        ) from None
    if broken is None and (broken := _misplaced(folder, entries, cut=cut)) is not None:
        entries, cut = entries[: broken.line - 1], False
    header = entries[0] if entries else {}
    calls = [entry for entry in entries if entry.get("kind") == "call"]
    ended = any(entry.get("kind") == "end" for entry in entries)
    return Session(folder, header, calls, broken, cut, ended, tuple(_gaps(entries)))


def _gaps(entries: list[dict[str, Any]]) -> list[Gap]:
    gaps: list[Gap] = []
    last = 0
    for entry in entries:
        match entry.get("kind"):
            case "call":
                last = entry["n"]
            case "gap":
                # The line about a gap may fit where the next call does not: then another such line follows it.
                before = gaps.pop() if gaps and (gaps[-1].last, gaps[-1].why) == (last, entry["why"]) else None
                last += entry["calls"]
                first = before.first if before is not None else last - entry["calls"] + 1
                gaps.append(Gap(first, last - first + 1, entry["why"]))
            case "full":
                gaps.append(Gap(last + 1, None, entry["why"]))
    return gaps


def _misplaced(folder: Path, entries: list[dict[str, Any]], *, cut: bool) -> Broken | None:
    """The first line that is intact where no session has it."""
    kinds = [entry.get("kind") for entry in entries]
    if not kinds and not cut:
        return None if is_being_written(folder) else Broken(1, "it is missing")
    if kinds and kinds[0] != "session":
        return Broken(1, "it is not the first line of a session")
    end = kinds.index("end") + 1 if "end" in kinds else len(kinds)
    return Broken(end + 1, "it stands after the end of the session") if end < len(kinds) + cut and "end" in kinds else None


def is_being_written(folder: Path) -> bool:
    """Whether a process still has the session."""
    try:
        descriptor = os.open(folder / CALLS, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        lock(descriptor, shared=True)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def remove(folder: Path) -> None:
    """Deletes a session. Raises ``file_denied`` for one that is being written."""
    if is_being_written(folder):
        raise FileError(
            f"Session {folder.name} is being written; close its chat first.", code="file_denied", details={"path": str(folder)}
        )
    shutil.rmtree(folder)


def prune(home: Path, keep_bytes: int, keep_days: int, *, at: float | None = None) -> list[str]:
    """Deletes sessions older than ``keep_days`` and, oldest first, those beyond ``keep_bytes`` in all; the ids of the deleted. One
    that is being written stays."""
    at = time.time() if at is None else at
    sessions = [journal_folder(home) / session_id for session_id in session_ids(home)]
    sizes = {folder: sum(_sizes(folder)) for folder in sessions}
    total = sum(sizes.values())
    gone = []
    for folder in sessions:
        try:
            is_old = at - (folder / CALLS).stat().st_mtime > keep_days * _DAY_S
            if (is_old or total > keep_bytes) and not is_being_written(folder):
                shutil.rmtree(folder)
                total -= sizes[folder]
                gone.append(folder.name)
        except FileNotFoundError:
            # Another process deleted it in this moment.
            continue
    return gone


def _sizes(folder: Path) -> Iterator[int]:
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                yield os.stat(os.path.join(parent, name)).st_size
            except FileNotFoundError:
                continue
