"""Write files that only their owner can read: screenshots, downloads and logs may show private accounts.

New folders get mode 0700 and new files 0600, regardless of the umask. Existing folders keep their mode.
"""

import os
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from refbrowser.errors import FileError, Remedy

_MADE_KEPT: Final = 2_000


def exists(path: Path) -> FileError:
    """Return the error for a file that is in the way."""
    return FileError(
        f"{path} exists, and is not a file that this chat made.",
        code="file_unwritable",
        remedy=Remedy(hint="give another path, or overwrite: true to replace the file"),
        details={"path": str(path), "exists": True},
    )


@dataclass(frozen=True, slots=True)
class Destination:
    """A path that a caller has chosen. A file there is replaced only if it is one that ``made`` lists, unchanged since, or if the
    caller said ``overwrite``."""

    path: Path
    overwrite: bool = False
    made: "MadeFiles | None" = None

    def check(self) -> None:
        """Raise ``file_unwritable`` if :meth:`write` would do so because of a file that is there."""
        if not self._may_replace and os.path.lexists(self.path):
            raise exists(self.path)

    def write(self, data: bytes) -> None:
        """Raises :class:`FileError` (``file_unwritable``)."""
        write_private(self.path, data, replace=self._may_replace)
        if self.made is not None:
            self.made.note(self.path)

    @property
    def _may_replace(self) -> bool:
        return self.overwrite or (self.made is not None and self.path in self.made)


class MadeFiles:
    """The files that were written, as they were then."""

    def __init__(self) -> None:
        self._files: OrderedDict[Path, tuple[int, int, int]] = OrderedDict()

    def note(self, path: Path) -> None:
        """The file was just written."""
        if (identity := _identity(path)) is not None:
            self._files.pop(path, None)
            self._files[path] = identity
            while len(self._files) > _MADE_KEPT:
                self._files.popitem(last=False)

    def __contains__(self, path: Path) -> bool:
        """Whether the file is there as it was written."""
        return path in self._files and self._files[path] == _identity(path)


def _identity(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def private_folder(folder: Path) -> Path:
    """Create ``folder`` and its missing parents, and return it. Raises ``OSError``."""
    missing = [folder]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for each in reversed(missing):
        with suppress(FileExistsError):
            each.mkdir(mode=0o700)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder")
    return folder


def new_private_file(path: Path) -> BinaryIO:
    """Create ``path`` and return it open for writing. Raises ``OSError``; ``FileExistsError`` if the path exists."""
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def write_private(path: Path, data: bytes, *, durable: bool = False, replace: bool = True) -> None:
    """Write ``data`` to ``path`` atomically, replacing an existing file. Raises :class:`FileError` (``file_unwritable``).

    With ``durable`` the data is synced to disk before it replaces the old file, so that a power failure leaves one of the two.
    Without ``replace`` an existing file is an error: for a path that a caller has chosen, see :class:`Destination`.
    """
    partial = path.with_name(f".{path.name[:100]}.{time.monotonic_ns()}.part")
    try:
        private_folder(path.parent)
        # Without replace it is created under its own name: a rename would replace what has come there in the meantime.
        with new_private_file(partial if replace else path) as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if replace:
            partial.replace(path)
    except FileExistsError:
        raise exists(path) from None
    except OSError as failure:
        with suppress(OSError):
            (partial if replace else path).unlink()
        raise FileError(
            f"{path} cannot be written: {failure.strerror or failure}.", code="file_unwritable", details={"path": str(path)}
        ) from None
