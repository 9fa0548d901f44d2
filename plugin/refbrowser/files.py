"""Writing files that only their owner may read: a browser's pictures, downloads and logs show what a person is signed in to.

Folders are made for their owner alone (0700), files too (0600), whatever the process's umask is; folders that exist keep theirs.
"""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from refbrowser.errors import FileError


def private_folder(folder: Path) -> Path:
    """``folder``, made where it is missing, as those that it is in. Raises ``OSError``."""
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
    """A file that was not there before, to be written. Raises ``OSError``, ``FileExistsError`` among them."""
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def write_private(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Writes the file whole or not at all, in place of one that there was. Raises ``file_unwritable``.

    ``durable``: it is on the disk before it takes the other's place, so that a machine that stops leaves one of the two.
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
