"""A chat's files on their way between a host and a front: in pieces, compared by hash."""

import asyncio
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from refbrowser.cluster.calls import PIECE, File
from refbrowser.files import private_folder
from refbrowser.policy.files import readable_path, writable_path

_NAMING: Final = frozenset({"path", "picture"})
"""Members of a result that hold paths of files which the call has made."""

_DEEPEST: Final = 8


async def named(envelope: dict[str, Any], folder: Path) -> list[File]:
    """The files below ``folder`` that the result of a call names."""
    paths = {text for text in _paths(envelope.get("result"), 0) if text.startswith(f"{folder}{os.sep}")}
    return await asyncio.to_thread(_described, sorted(paths), folder) if paths else []


def _paths(value: Any, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        for name, part in value.items():
            if isinstance(part, str):
                if name in _NAMING:
                    yield part
            else:
                yield from _paths(part, depth + 1)
    elif isinstance(value, list):
        for part in value:
            yield from _paths(part, depth + 1)


def _described(paths: list[str], folder: Path) -> list[File]:
    return [file for path in paths if (file := describe(Path(path), folder)) is not None]


def describe(path: Path, folder: Path) -> File | None:
    """The file as it is now; None where there is none."""
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return File(path.relative_to(folder).as_posix(), path.stat().st_size, digest)
    except OSError:
        return None


def read_piece(folder: Path, name: str, start: int) -> bytes:
    """A piece of a chat's file. Raises ``file_denied``, ``file_not_found``."""
    with readable_path(name, roots=(folder,)).open("rb") as file:
        file.seek(start)
        return file.read(PIECE)


def write_piece(folder: Path, name: str, start: int, data: bytes) -> str:
    """Write a piece of a file that comes from a front; the path. Raises ``file_denied``."""
    path = writable_path(name, default=folder, roots=(folder,))
    private_folder(path.parent)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if start == 0 else 0), 0o600)
    with open(descriptor, "wb") as file:
        file.seek(start)
        file.write(data)
    return str(path)
