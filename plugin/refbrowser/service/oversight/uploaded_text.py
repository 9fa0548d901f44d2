"""The text in files that a call sends, their names too; and whether there may be more in them than was read."""

import bz2
import codecs
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from refbrowser.policy.files import readable_path

MOST_FILES: Final = 100
MOST_BYTES: Final = 240_000
"""Of all files together, unpacked."""

_LEAST: Final = 24
"""Bytes; fewer hold no text that would be recognised."""

_MARGIN_S: Final = 1.0
"""How far the times of files may lie behind the clock."""

_MOST_ODD: Final = 0.02
"""The share of characters that text has not, beyond which a file is taken for a picture or the like."""

_DEEPEST: Final = 3
_MOST_MEMBERS: Final = 200
_ODD: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufffd]")
_PACKED: Final[tuple[tuple[bytes, Callable[[bytes, int], bytes]], ...]] = (
    (b"\x1f\x8b", lambda data, most: zlib.decompressobj(47).decompress(data, most)),
    (b"\x78", lambda data, most: zlib.decompressobj().decompress(data, most)),
    (b"BZh", lambda data, most: bz2.BZ2Decompressor().decompress(data, most)),
    (b"\xfd7zXZ", lambda data, most: lzma.LZMADecompressor().decompress(data, most)),
)


@dataclass(slots=True)
class _Room:
    """How many more bytes are unpacked of one file, in all archives that lie in it and in each other."""

    left: int = MOST_BYTES


@dataclass(frozen=True, slots=True)
class FileText:
    """``texts`` are what was read in the files; ``unread`` says that there may be other text in them."""

    texts: tuple[str, ...] = ()
    unread: bool = False


def text_of_files(asked: Sequence[str], roots: Sequence[Path], *, since: float) -> FileText:
    """Return the text of the files that a call sends, and of those in folders.

    A file that did not change ``since`` then holds nothing that was shown later. Files that cannot be read have none: the call
    itself reports that. Raises ``file_denied``, ``file_not_found``. Blocks.
    """
    texts, unread, room, count = list[str](), False, MOST_BYTES, 0
    for path in _files([readable_path(path, roots=roots, or_folder=True) for path in asked]):
        try:
            about = path.stat()
            if max(about.st_mtime, about.st_ctime) < since - _MARGIN_S:
                continue
            if room <= 0 or count == MOST_FILES:
                return FileText(tuple(texts), True)
            count += 1
            texts.append(path.name)
            with path.open("rb") as file:
                data = file.read(room)
        except OSError:
            continue
        unread |= about.st_size > len(data)
        for text, whole in _read(data, _DEEPEST, _Room()):
            room -= len(text)
            texts.append(text)
            unread |= not whole
        room -= len(data)
    return FileText(tuple(filter(None, texts)), unread)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from (inner for inner in path.rglob("*") if inner.is_file())
        else:
            yield path


def _read(data: bytes, depth: int, room: _Room) -> Iterator[tuple[str, bool]]:
    """Each text in the data, and whether that is all of it."""
    if data.startswith(b"PK\x03\x04") and depth:
        with suppress(zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, zlib.error, EOFError):
            yield from _members(data, depth, room)
            return
    for mark, unpack in _PACKED:
        if data.startswith(mark) and depth:
            with suppress(OSError, EOFError, zlib.error, lzma.LZMAError, ValueError):
                unpacked = unpack(data, room.left) if room.left > 0 else b""
                room.left -= len(unpacked)
                yield "", room.left > 0
                yield from _read(unpacked, depth - 1, room)
                return
    text = _decoded(data)
    odd = len(_ODD.findall(text))
    yield _ODD.sub("", text), len(data) < _LEAST or odd <= _MOST_ODD * len(text)


def _members(data: bytes, depth: int, room: _Room) -> Iterator[tuple[str, bool]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        yield "", len(members) <= _MOST_MEMBERS
        for member in islice(members, _MOST_MEMBERS):
            yield member.filename, room.left > 0
            if room.left > 0 and not member.is_dir():
                with archive.open(member) as file:
                    part = file.read(room.left)
                room.left -= len(part)
                yield from _read(part, depth - 1, room)


def _decoded(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    # Zeros may lie between the letters, as in UTF-16 without its mark, or be put in front of a text.
    return data.replace(b"\0", b"").decode(errors="replace")
