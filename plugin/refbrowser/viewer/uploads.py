"""Save a file that a person gives to a page: whole under its name, or not at all."""

import asyncio
from collections.abc import AsyncIterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from refbrowser.errors import FileError
from refbrowser.files import new_private_file, private_folder

UPLOAD_BYTES: Final = 200_000_000
_PARTIAL: Final = ".part"


class UploadTooLarge(Exception):
    """The file is larger than ``UPLOAD_BYTES``."""


async def save(blocks: AsyncIterable[bytes], parent: Path, name: str) -> Path:
    """Save the file in a new folder of ``parent``, so that pages see its own name, and return its path.

    Nothing stays of a file that did not arrive whole. Raises ``file_unwritable``, ``UploadTooLarge``, and what ``blocks`` raises.
    """
    try:
        folder = await asyncio.to_thread(_new_folder, parent)
    except OSError as failure:
        raise _unwritable(parent, failure) from None
    try:
        with new_private_file(folder / _PARTIAL) as file:
            size = 0
            async for block in blocks:
                size += len(block)
                if size > UPLOAD_BYTES:
                    raise UploadTooLarge
                await asyncio.to_thread(file.write, block)
        (folder / _PARTIAL).replace(folder / name)
    except BaseException as failure:
        with suppress(OSError):
            (folder / _PARTIAL).unlink(missing_ok=True)
            folder.rmdir()
        if isinstance(failure, OSError):
            raise _unwritable(folder / name, failure) from None
        raise
    return folder / name


def _new_folder(parent: Path) -> Path:
    private_folder(parent)
    number = 1
    while True:
        try:
            (parent / str(number)).mkdir(mode=0o700)
        except FileExistsError:
            number += 1
            continue
        return parent / str(number)


def _unwritable(path: Path, failure: OSError) -> FileError:
    return FileError(
        f"{path} cannot be written: {failure.strerror or failure}.", code="file_unwritable", details={"path": str(path)}
    )
