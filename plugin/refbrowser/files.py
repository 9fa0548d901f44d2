"""Write files that only their owner can read: screenshots, downloads and logs may show private accounts.

New folders get mode 0700 and new files 0600, regardless of the umask. Existing folders keep their mode.
"""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from refbrowser.errors import FileError


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


def write_private(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Write ``data`` to ``path`` atomically, replacing an existing file. Raises :class:`FileError` (``file_unwritable``).

    With ``durable`` the data is synced to disk before it replaces the old file, so that a power failure leaves one of the two.
    """
    partial = path.with_name(f".{path.name[:100]}.{time.monotonic_ns()}.part")
    try:
        private_folder(path.parent)
        with new_private_file(partial) as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        partial.replace(path)
    except OSError as failure:
        with suppress(OSError):
            partial.unlink()
        raise FileError(
            f"{path} cannot be written: {failure.strerror or failure}.", code="file_unwritable", details={"path": str(path)}
        ) from None
